//! What a service says when a job could not begin or was ended: cancelled, out of time, out of room, its machine lost, its container
//! or an action of it not there.
//!
//! Sources: GitHub's runner (`src/Runner.Worker`), Azure's agent (`strings.json`), GitLab's runner (`common/build.go`), Jenkins
//! (`hudson.model`, `workflow-durable-task-step`), CircleCI's and Travis' build scripts, Buildkite's agent, TeamCity's build log.

use super::verdict::failing;

/// Beginnings that say it alone.
const ENDED: [&str; 25] = [
    // GitHub and Azure.
    "The operation was canceled.",
    "Unable to resolve action `",
    "Unable to resolve action. ",
    "Can't find 'action.yml', 'action.yaml' or 'Dockerfile' under '",
    "No space left on device : '",
    "System.IO.IOException: No space left on device",
    "One or more containers failed to start.",
    "Failed to initialize container ",
    "The template is not valid. ",
    "The task has timed out.",
    // GitLab.
    "WARNING: script canceled externally (UI, API)",
    "ERROR: Job failed: canceled",
    // Jenkins.
    "Finished: NOT_BUILT",
    "Agent went offline during the build",
    "ERROR: Agent went offline during the build",
    "Slave went offline during the build",
    "ERROR: Slave went offline during the build",
    "ERROR: Timeout has been exceeded",
    "FATAL: command execution failed",
    "ERROR: Couldn't find any revision to build.",
    // CircleCI.
    "Received \"killed\" signal",
    "Build was canceled",
    // Bitbucket.
    "Exceeded build time limit of ",
    // TeamCity.
    "Execution timeout",
    // Buildkite's agent begins each of its errors so.
    "\u{1f6a8} Error: ",
];

/// Beginnings, and what the rest of the line holds.
const WITH: [(&str, &str); 8] = [
    ("The self-hosted runner: ", " lost communication with the server"),
    ("The hosted runner: ", " lost communication with the server"),
    ("Container '", "' exceeded memory limit."),
    ("The action '", "' has timed out after "),
    ("The job running on runner ", " has exceeded the maximum execution time"),
    ("The job running on agent ", " ran longer than the maximum time of "),
    ("The command \"", "\" failed 3 times."),
    ("Step ", ") failed"),
];

/// Beginnings with a number above zero after them.
const CODES: [&str; 8] = [
    "Docker pull failed with exit code ",
    "Docker create failed with exit code ",
    "Docker build failed with exit code ",
    "Docker login failed with exit code ",
    "Docker start fail with exit code ",
    "Exit code ",
    "hudson.AbortException: script returned exit code ",
    "CircleCI received exit code ",
];

/// Whether a line says it.
pub(super) fn is_printed(text: &str) -> bool {
    let text = text.strip_prefix("Error: ").unwrap_or(text);
    let exit = |words: &str| {
        let is_process = words != "Exit code " || text.contains(" returned from process: file name ");
        is_process && failing(text, words)
    };
    ENDED.iter().any(|start| text.starts_with(start))
        || WITH.iter().any(|(start, more)| {
            text.strip_prefix(start).is_some_and(|rest| rest.contains(more) && !rest.starts_with(more))
        }) && (!text.starts_with("Step ") || text.ends_with(") failed"))
        || CODES.iter().any(|words| exit(words))
}

#[cfg(test)]
mod tests {
    use super::super::signs::STARTS;
    use super::*;

    #[test]
    fn jobs_that_did_not_begin_or_were_ended_are_understood() {
        for text in [
            "The self-hosted runner: moor-1 lost communication with the server. Verify the machine.",
            "Error: The hosted runner: GitHub Actions 9 lost communication with the server.",
            "Error: The operation was canceled.",
            "Error: Unable to resolve action `quay/moor@v9`, unable to find version `v9`",
            "Error: The action 'Moor' has timed out after 10 minutes.",
            "The job running on agent Quay 3 ran longer than the maximum time of 60 minutes.",
            "Error: No space left on device : '/home/runner/_diag/pages/0.log'",
            "Docker pull failed with exit code 1",
            "Exit code 137 returned from process: file name '/usr/bin/docker', arguments 'exec'.",
            "WARNING: script canceled externally (UI, API)",
            "hudson.AbortException: script returned exit code 137",
            "CircleCI received exit code 1",
            "Container 'Tide' exceeded memory limit.",
            "Exceeded build time limit of 30 minutes.",
            "The command \"npm test\" failed 3 times.",
            "Step Moor (Command Line) failed",
            "\u{1f6a8} Error: running \"git clone\" command: exit status 128",
        ] {
            assert!(is_printed(text), "{text}");
            assert!(STARTS.iter().any(|start| text.starts_with(start)), "{text}");
        }
    }

    #[test]
    fn others_and_ends_without_a_failure_are_not() {
        for text in [
            "Docker pull failed with exit code 0",
            "Exit code 1",
            "CircleCI received exit code 0",
            "The action 'Moor' has begun",
            "Step Moor (Command Line) failed to be slow",
            "Step 3 failed",
            "The hosted runner: GitHub Actions 9",
            "Error: no rope",
        ] {
            assert!(!is_printed(text), "{text}");
        }
    }
}
