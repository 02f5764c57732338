//! Single lines of a CI: its verdicts of failure, and the marks of its steps.

use super::ended;
use crate::recognize::kit::scan;

/// Verdicts that are known by their beginning alone.
pub(super) const VERDICTS: [&str; 21] = [
    // GitLab's runner.
    "ERROR: Job failed",
    "ERROR: Preparation failed",
    // Jenkins.
    "Finished: FAILURE",
    "Finished: UNSTABLE",
    "Finished: ABORTED",
    "ERROR: script returned exit code ",
    // GitHub.
    "The operation was canceled.",
    "The runner has received a shutdown signal.",
    "The job running on runner ",
    // Travis.
    "The job exceeded the maximum time limit for jobs",
    "The job exceeded the maximum log length",
    "No output has been received in the last ",
    "Your build has been stopped.",
    // CircleCI.
    "Too long with no output (exceeded ",
    // Azure.
    "The job was canceled because ",
    "We stopped hearing from agent ",
    // Jenkins.
    "Build timed out (after ",
    "Cancelling nested steps due to timeout",
    // Buildkite's agent, of what it could not do and of signals.
    "\u{1f6a8} Error: The command was interrupted",
    "# Received cancellation signal, interrupting",
    // act.
    "\u{1f3c1}  Job failed",
];

/// The number after the words, when it is not 0.
pub(super) fn failing(text: &str, words: &str) -> bool {
    let code = text.strip_prefix(words).and_then(|rest| {
        let rest = rest.strip_prefix("exit status ").unwrap_or(rest);
        scan::number(rest.strip_prefix('-').unwrap_or(rest))
    });
    code.is_some_and(|(code, rest)| {
        code > 0 && (rest.is_empty() || rest.starts_with(['.', '\'', ',', ' ', ':']))
    })
}

/// Whether the line says that a step or the whole job failed.
pub(super) fn is_verdict(text: &str) -> bool {
    const CODES: [&str; 10] = [
        "Process completed with exit code ",
        "Error: Process completed with exit code ",
        "Bash exited with code '",
        "PowerShell exited with code '",
        "Cmd.exe exited with code '",
        "Script failed with exit code: ",
        "Done. Your build exited with ",
        "Exited with code ",
        "\u{1f6a8} Error: The command exited with status ",
        "Command exited with code ",
    ];
    if VERDICTS.iter().any(|start| text.starts_with(start))
        || CODES.iter().any(|words| failing(text, words))
        || ended::is_printed(text)
    {
        return true;
    }
    // dpl, Travis' tool for deployments.
    if text == "failed to deploy" {
        return true;
    }
    // nix, of a derivation, with the reason on the same line until version 2.28.
    if let Some(builder) = text.strip_prefix("error: builder for '/nix/store/") {
        return builder.contains("' failed ");
    }
    if let Some(derivation) = text.strip_prefix("error: Cannot build '/nix/store/") {
        return derivation.contains(".drv'");
    }
    // TeamCity adds the step, which keeps other tools' words out.
    if let Some(rest) = text.strip_prefix("Process exited with code ") {
        return failing(text, "Process exited with code ") && rest.contains("(Step");
    }
    if let Some(command) = text.strip_prefix("The command \"") {
        let ending = command.rsplit_once("\" ").map(|(_, ending)| ending);
        return ending.is_some_and(|ending| {
            failing(ending, "exited with ") || failing(ending, "failed and exited with ")
        });
    }
    // PowerShell, in the record of an error that ended a script.
    if let Some(program) = text.strip_prefix("| Program \"") {
        let ending = program.rsplit_once("\" ").map(|(_, ending)| ending);
        return ending.is_some_and(|ending| failing(ending, "ended with non-zero exit code: "));
    }
    let printed = text.strip_prefix("Error: ").unwrap_or(text);
    if let Some(process) = printed.strip_prefix("The process '") {
        return process
            .rsplit_once("' ")
            .is_some_and(|(_, ending)| failing(ending, "failed with exit code "));
    }
    if let Some(step) = text.strip_prefix("Build step '") {
        let ending = step.rsplit_once("' ").map(|(_, ending)| ending);
        return matches!(
            ending,
            Some(
                "marked build as failure"
                    | "changed build result to FAILURE"
                    | "changed build result to UNSTABLE"
            )
        );
    }
    false
}

/// Whether the line marks a step's beginning or end.
pub(super) fn is_mark(text: &str) -> bool {
    let emoji = |start: &str| {
        text.strip_prefix(start).and_then(|rest| rest.split_once(':')).is_some_and(|(name, _)| {
            !name.is_empty()
                && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_+".contains(&byte))
        })
    };
    let numbered = |start: &str| {
        text.strip_prefix(start)
            .and_then(scan::number)
            .is_some_and(|(_, rest)| rest.strip_prefix(':').is_some_and(|name| !name.is_empty()))
    };
    text.starts_with("[Pipeline] ")
        || text == "^^^ +++"
        || ["travis_fold:start:", "travis_fold:end:", "travis_time:start:", "travis_time:end:"]
            .iter()
            .any(|start| text.starts_with(start))
        || numbered("section_start:")
        || numbered("section_end:")
        || emoji("--- :")
        || emoji("+++ :")
        || emoji("~~~ :")
}
