//! What deploys to Kubernetes: how helm and kubectl say that they failed, and that a rollout is done.
//!
//! helm: `Error: UPGRADE FAILED: timed out waiting for the condition` (`pkg/cmd`). kubectl: `error: deployment "quay" exceeded its
//! progress deadline`, `error: timed out waiting for the condition on pods/quay`, `deployment "quay" successfully rolled out`,
//! `pod/quay condition met`.

use crate::recognize::kit::good_end::{Closing, Words};
use crate::recognize::kit::scan;

/// helm.
pub type Helm = Closing<HelmWords>;
/// kubectl.
pub type Kubectl = Closing<KubectlWords>;

/// The words of helm.
#[derive(Debug, Default)]
pub struct HelmWords;

impl Words for HelmWords {
    const NAME: &'static str = "helm";
    const STARTS: &'static [&'static str] = &[
        "Error: UPGRADE FAILED",
        "Error: INSTALLATION FAILED",
        "Error: ROLLBACK FAILED",
        "Error: uninstallation completed with ",
        "Error: failed to uninstall release",
        "Error: release ",
        "Error: release: not found",
        "Error: chart \"",
        "Error: found in Chart.yaml, but missing in charts/ directory: ",
        "Error: YAML parse error on ",
        "Error: render error in \"",
        "Error: execution error at (",
        "Error: template: ",
        "Error: rendered manifests contain a resource that already exists",
        "Error: cannot re-use a name that is still in use",
        "Error: Kubernetes cluster unreachable: ",
        "Error: failed pre-",
        "Error: failed post-",
        "Error: failed to download \"",
        "Error: could not find tiller",
        "Error: incompatible versions client[",
    ];

    fn is_reason(_: &str) -> bool {
        true
    }

    fn fails(text: &str) -> bool {
        // Many tools say the first words of these.
        let more = [
            ("Error: release ", " failed, and has been "),
            ("Error: chart \"", "\" "),
            ("Error: failed pre-", ": "),
            ("Error: failed post-", ": "),
            ("Error: template: ", ":"),
        ];
        match more.iter().find(|(start, _)| text.starts_with(start)) {
            Some((start, rest)) => text.get(start.len()..).is_some_and(|text| text.contains(rest)),
            None => Self::STARTS.iter().any(|start| text.starts_with(start)),
        }
    }
}

/// The words of kubectl.
#[derive(Debug, Default)]
pub struct KubectlWords;

impl Words for KubectlWords {
    const NAME: &'static str = "kubectl";
    const STARTS: &'static [&'static str] = &[
        "error: timed out waiting for the condition",
        "error: no matching resources found",
        "error: watch closed before ",
        "error: deployment \"",
        "error: error validating \"",
        "error: error parsing ",
        "error: unable to recognize \"",
        "error: resource mapping not found for ",
        "error: no objects passed to apply",
        "error: the server doesn't have a resource type \"",
        "error: You must be logged in to the server",
        "error: the path \"",
        "The connection to the server ",
        "Unable to connect to the server: ",
        "Error from server (",
        "deployment \"",
        "daemon set \"",
        "daemonset \"",
        "statefulset ",
        "partitioned roll out complete: ",
        "pod/",
        "deployment.apps/",
        "job.batch/",
        "node/",
    ];

    fn is_reason(_: &str) -> bool {
        true
    }

    fn fails(text: &str) -> bool {
        if let Some(rest) = text.strip_prefix("error: deployment \"") {
            return rest.contains("\" exceeded its progress deadline");
        }
        if let Some(rest) = text.strip_prefix("error: the path \"") {
            return rest.contains("\" does not exist");
        }
        if text.starts_with("The connection to the server ") {
            return text.contains(" was refused");
        }
        // What is not there may be looked for, and what is there may be created again.
        let asked = text.starts_with("Error from server (NotFound)")
            || text.starts_with("Error from server (AlreadyExists)");
        (text.starts_with("error: ")
            || text.starts_with("Unable to ")
            || text.starts_with("Error from server ("))
            && !asked
            && Self::STARTS.iter().any(|start| text.starts_with(start))
    }

    fn passes(text: &str) -> bool {
        let rolled =
            ["deployment \"", "daemon set \"", "daemonset \""].iter().any(|start| text.starts_with(start))
                && text.ends_with("\" successfully rolled out");
        rolled
            || text.starts_with("partitioned roll out complete: ")
            || text.starts_with("statefulset ") && text.contains("rolling update complete ")
            || text.ends_with(" condition met")
                && text.split_once(' ').is_some_and(|(name, _)| name.contains('/'))
    }

    fn follows(text: &str) -> bool {
        text.starts_with("$ kubectl get ") || text.starts_with("NAME  ") || is_ready(text)
    }
}

/// Reads `moor-54bb479bcb-82x4z   1/1     Running   0   9s`, the row of a pod, or of what has as many as it wants.
fn is_ready(text: &str) -> bool {
    let mut columns = text.split_ascii_whitespace().skip(1);
    let ready = columns.next().and_then(|ready| ready.split_once('/'));
    let state = columns.next().unwrap_or_default();
    ready.is_some_and(|(ready, wanted)| ready == wanted && scan::whole_number(ready).is_some())
        && (matches!(state, "Running" | "Completed") || scan::whole_number(state).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_says_in_its_own_words_that_it_failed() {
        for text in [
            "Error: UPGRADE FAILED: timed out waiting for the condition",
            "Error: INSTALLATION FAILED: cannot re-use a name that is still in use",
            "Error: release moor failed, and has been uninstalled due to atomic being set: timed out",
            "Error: chart \"moor\" version \"9\" not found in https://quay.example repository",
        ] {
            assert!(HelmWords::fails(text), "{text}");
        }
        assert!(!HelmWords::fails("Error: release the rope") && !HelmWords::fails("Error: no rope"));
        for text in [
            "error: timed out waiting for the condition on pods/moor",
            "error: deployment \"moor\" exceeded its progress deadline",
            "Error from server (Forbidden): pods is forbidden",
            "The connection to the server localhost:8080 was refused - did you specify the right host or port?",
        ] {
            assert!(KubectlWords::fails(text), "{text}");
        }
        for text in
            ["Error from server (NotFound): pods \"moor\" not found", "pod/moor created", "error: no rope"]
        {
            assert!(!KubectlWords::fails(text), "{text}");
        }
    }
}
