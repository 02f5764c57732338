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

#[cfg(test)]
mod tests {
    use super::super::Ci;
    use super::*;
    use crate::recognize::kit::scan::drive;

    fn seen(text: &str) -> String {
        drive(&mut Ci::default(), text).remove(0)
    }

    #[test]
    fn a_verdict_of_failure_is_a_consequence() {
        for text in [
            "Process completed with exit code 1.",
            "Error: Process completed with exit code 101.",
            "The process '/usr/bin/git' failed with exit code 128",
            "Bash exited with code '1'.",
            "PowerShell exited with code '-1073741819'.",
            "| Program \"npm.ps1\" ended with non-zero exit code: 1 (0x00000001).",
            "The command \"cargo test \"a b\"\" exited with 101.",
            "The command \"npm ci\" failed and exited with 1 during .",
            "Done. Your build exited with 1.",
            "ERROR: Job failed: exit code 1",
            "ERROR: Job failed (system failure): x",
            "ERROR: Job failed: execution took longer than 1h0m0s seconds",
            "Finished: FAILURE",
            "Build step 'Execute shell' marked build as failure",
            "ERROR: script returned exit code 2",
            "Exited with code exit status 1",
            "Exited with code 1",
            "Too long with no output (exceeded 10m0s): context deadline exceeded",
            "No output has been received in the last 10m0s, this potentially indicates a stalled build",
            "\u{1f6a8} Error: The command exited with status 1",
            "Command exited with code 1",
            "Process exited with code 1 (Step: test (Command Line))",
            "The operation was canceled.",
            "\u{1f3c1}  Job failed",
            "error: builder for '/nix/store/0a-b-1.0.drv' failed with exit code 2;",
            "error: builder for '/nix/store/0a-b-1.0.drv' failed due to signal 9 (Killed);",
            "error: Cannot build '/nix/store/0a-b-1.0.drv'.",
        ] {
            assert!(is_verdict(text), "{text}");
            let rows = drive(&mut Ci::default(), text);
            assert!(rows[0].starts_with("1 Mine(Detail) "), "{text}");
            let expected = format!("Consequence {{ name: {text:?}, kind: Build }}");
            assert!(rows.join(" ").contains(&expected), "{text}");
        }
    }

    #[test]
    fn what_says_that_all_went_well_or_is_anothers_is_none() {
        for text in [
            "Process completed with exit code 0.",
            "The command \"cargo test\" exited with 0.",
            "The command \"cargo test\" was not found",
            "Build step 'Publish' changed build result to SUCCESS",
            "Job succeeded",
            "Process exited with code 1",
            "Exited with code 1a",
            "The process 'a' ended",
            "--- a/src/lib.rs",
            "+++ b/src/lib.rs",
            "--- FAIL: TestA",
            "section_start:x",
            "~~~ a",
            "\u{1f3c1}  Job succeeded",
            "error: builder for 'a' failed",
        ] {
            assert_eq!(seen(text), "1 No ", "{text}");
        }
    }

    #[test]
    fn marks_of_steps_are_noise() {
        for text in [
            "[Pipeline] sh",
            "[Pipeline] // stage",
            "travis_fold:start:install",
            "travis_time:end:0b:start=1,finish=2,duration=1",
            "section_start:1560896352:build[collapsed=true]",
            "section_end:1560896352:build",
            "^^^ +++",
            "--- :docker: Building",
            "~~~ :buildkite: Preparing",
        ] {
            assert_eq!(seen(text), "1 Mine(Noise) ", "{text}");
        }
    }
}
