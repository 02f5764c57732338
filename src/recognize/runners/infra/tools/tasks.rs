//! Task runners: what just, bun, deno, composer, flutter, fastlane and docker compose say when the command that they ran has failed.
//!
//! just: `error: Recipe `a` failed on line 3 with exit code 1` (`crates/just/src/error.rs`). bun run: `error: script "a" exited
//! with code 1` (`src/cli/run_command.zig`). deno task: `error: Task not found: a`. composer: `Script a handling the b event
//! returned with error code 1` (`EventDispatcher.php`). docker compose: `quay-1 exited with code 1`, where the whole was reported to
//! end with it, and a dependency that did not start (`pkg/compose`).

use crate::recognize::kit::good_end::{Closing, Words, ends_above_zero};

/// just.
pub type Just = Closing<JustWords>;
/// bun run.
pub type BunRun = Closing<BunRunWords>;
/// deno task.
pub type DenoTask = Closing<DenoTaskWords>;
/// composer's scripts.
pub type ComposerScript = Closing<ComposerScriptWords>;
/// flutter build.
pub type FlutterBuild = Closing<FlutterWords>;
/// fastlane.
pub type Fastlane = Closing<FastlaneWords>;
/// docker compose.
pub type Compose = Closing<ComposeWords>;

/// Whether a task runner says that a task failed: what the task ran is over.
pub(in crate::recognize::runners) fn ends(text: &str) -> bool {
    JustWords::fails(text) || BunRunWords::fails(text) || DenoTaskWords::fails(text)
}

/// The words of just.
#[derive(Debug, Default)]
pub struct JustWords;

impl Words for JustWords {
    const NAME: &'static str = "just";
    const STARTS: &'static [&'static str] = &[
        "error: Recipe `",
        "error: Backtick failed ",
        "error: Justfile does not contain recipe",
        "error: No justfile found",
        "error: Could not find the shell `",
    ];

    fn fails(text: &str) -> bool {
        let Some(rest) = text.strip_prefix("error: Recipe `") else {
            return Self::STARTS.iter().any(|start| text.starts_with(start));
        };
        // `` `a` failed on line 3 with exit code 1 ``, `` `a` was terminated on line 3 by signal 9 ``, `` `a` with shebang ... ``.
        rest.split_once('`').is_some_and(|(name, printed)| {
            !name.is_empty()
                && [" failed", " was terminated", " with shebang", " could not be run", " got "]
                    .iter()
                    .any(|words| printed.starts_with(words))
        })
    }
}

/// The words of bun run.
#[derive(Debug, Default)]
pub struct BunRunWords;

impl Words for BunRunWords {
    const NAME: &'static str = "bun run";
    const STARTS: &'static [&'static str] = &["error: script \"", "error: Script not found \""];

    fn fails(text: &str) -> bool {
        text.starts_with("error: Script not found \"")
            || text.strip_prefix("error: script \"").and_then(|rest| rest.rsplit_once('"')).is_some_and(
                |(_, printed)| {
                    (printed.starts_with(" exited with code ") && ends_above_zero(printed, " code "))
                        || printed.starts_with(" was terminated by signal ")
                },
            )
    }
}

/// The words of deno task.
#[derive(Debug, Default)]
pub struct DenoTaskWords;

impl Words for DenoTaskWords {
    const NAME: &'static str = "deno task";
    const STARTS: &'static [&'static str] =
        &["error: Task not found: ", "Task not found: ", "error: deno task couldn't find "];

    fn fails(text: &str) -> bool {
        Self::STARTS.iter().any(|start| text.starts_with(start))
    }
}

/// The words of composer.
#[derive(Debug, Default)]
pub struct ComposerScriptWords;

impl Words for ComposerScriptWords {
    const NAME: &'static str = "composer";
    const STARTS: &'static [&'static str] = &["Script "];

    fn fails(text: &str) -> bool {
        let printed = text.strip_prefix("Script ").and_then(|rest| rest.split_once(" handling the "));
        printed.is_some_and(|(_, event)| {
            event.contains(" event returned with error code ") && ends_above_zero(event, " code ")
                || event.ends_with(" event terminated with an exception")
        })
    }
}

/// The words of flutter build.
#[derive(Debug, Default)]
pub struct FlutterWords;

impl Words for FlutterWords {
    const NAME: &'static str = "flutter build";
    const STARTS: &'static [&'static str] = &[
        "\u{2713} Built build",
        "\u{2713}  Built build",
        "\u{221a} Built build",
        "\u{221a}  Built build",
        "Built build",
        "Gradle task ",
        "Encountered error while building for ",
        "Encountered error while archiving for ",
        "Error launching application on ",
    ];

    fn fails(text: &str) -> bool {
        if let Some(task) = text.strip_prefix("Gradle task ") {
            return task.contains(" failed with exit code ") && ends_above_zero(text, " code ");
        }
        text.starts_with("Encountered error while ") || text.starts_with("Error launching application on ")
    }

    fn passes(text: &str) -> bool {
        let built = text.trim_start_matches(['\u{2713}', '\u{221a}', ' ']).strip_prefix("Built build");
        built.is_some_and(|rest| rest.starts_with(['/', '\\']))
    }
}

/// The words of fastlane.
#[derive(Debug, Default)]
pub struct FastlaneWords;

impl Words for FastlaneWords {
    const NAME: &'static str = "fastlane";
    const STARTS: &'static [&'static str] = &[
        "You passed invalid parameters to '",
        "fastlane finished with errors",
        "Could not find action, lane or variable '",
        "Could not find lane '",
        "[!] Could not find lane '",
        "Exit status of command '",
        "Error building the application - see the log above",
        "Error packaging up the application - see the log above",
        "Test execution failed. Exit status: ",
        "Tests have failed",
        "fastlane.tools finished successfully",
    ];

    fn fails(text: &str) -> bool {
        if text.starts_with("Exit status of command '") {
            return text.contains("' was ") && text.contains(" instead of 0");
        }
        if let Some(rest) = text.strip_prefix("Tests have failed") {
            return matches!(rest, "" | ".");
        }
        !Self::passes(text) && Self::STARTS.iter().any(|start| text.starts_with(start))
    }

    fn is_reason(text: &str) -> bool {
        text.starts_with("You passed ") || text.contains("Could not find ")
    }

    fn passes(text: &str) -> bool {
        text.starts_with("fastlane.tools finished successfully")
    }
}

/// What docker's daemon answers.
const DAEMON: &str = "Error response from daemon: ";
/// Of its answers those by which nothing starts: others are of containers that are not there to be removed, say.
const NOT_STARTED: [&str; 10] = [
    "manifest unknown",
    "driver failed programming external connectivity",
    "port is already allocated",
    "failed to set up container networking",
    "failed to create task for container",
    "failed to create shim",
    "OCI runtime create failed",
    "error while mounting volume",
    "pull access denied",
    "toomanyrequests",
];

/// The words of docker compose.
#[derive(Debug, Default)]
pub struct ComposeWords;

impl Words for ComposeWords {
    const NAME: &'static str = "docker compose";
    const STARTS: &'static [&'static str] = &[
        "dependency failed to start: ",
        "service \"",
        "no configuration file provided: not found",
        "no such service: ",
        "Aborting on container exit...",
        "container for service \"",
        DAEMON,
        "docker: Error response from daemon: ",
        "ERROR: Service '",
        "ERROR: Encountered errors while bringing up the project.",
        "ERROR: The Compose file '",
        "ERROR: Version in \"",
        "ERROR: Couldn't connect to Docker daemon",
        "ERROR: Couldn't find env file: ",
        "ERROR: build path ",
        "ERROR: No such service: ",
    ];

    fn tool(text: &str) -> &'static str {
        // The daemon answers docker, too.
        if text.contains(DAEMON) { "docker" } else { Self::NAME }
    }

    fn fails(text: &str) -> bool {
        if let Some(rest) = text.strip_prefix("service \"") {
            return rest.split_once('"').is_some_and(|(_, printed)| {
                printed.starts_with(" didn't complete successfully: ")
                    || printed.starts_with(" failed to build")
                    || printed.starts_with(" can't be used with ")
                    || printed.starts_with(" depends on undefined service ")
            });
        }
        // Version 1.
        if let Some(rest) = text.strip_prefix("ERROR: Service '") {
            return rest.contains("' failed to build");
        }
        if let Some(rest) = text.strip_prefix("ERROR: Version in \"") {
            return rest.contains("\" is unsupported.");
        }
        if let Some(rest) = text.strip_prefix("docker: ").unwrap_or(text).strip_prefix(DAEMON) {
            return NOT_STARTED.iter().any(|words| rest.contains(words));
        }
        if let Some(rest) = text.strip_prefix("container for service \"") {
            return rest.ends_with("\" is unhealthy");
        }
        // Reported to end with a container it ends with that one's code, which may be none.
        text != "Aborting on container exit..." && Self::STARTS.iter().any(|start| text.starts_with(start))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_says_in_its_own_words_that_a_command_failed() {
        for text in [
            "error: Recipe `moor` failed on line 12 with exit code 1",
            "error: Recipe `moor` failed with exit code 2",
            "error: Recipe `moor` was terminated on line 3 by signal 9",
            "error: Justfile does not contain recipe `moor`.",
        ] {
            assert!(JustWords::fails(text), "{text}");
        }
        assert!(!JustWords::fails("error: Recipe `moor` is long"));
        assert!(BunRunWords::fails("error: script \"moor\" exited with code 1"));
        assert!(BunRunWords::fails("error: script \"moor\" was terminated by signal SIGKILL (Forced quit)"));
        assert!(!BunRunWords::fails("error: script \"moor\" exited with code 0"));
        assert!(ComposerScriptWords::fails(
            "Script @php artisan quay:moor handling the post-update-cmd event returned with error code 255"
        ));
        assert!(!ComposerScriptWords::fails("Script moor handling the test event"));
        assert!(ComposeWords::fails("dependency failed to start: container quay-db-1 is unhealthy"));
        for text in [
            "ERROR: Service 'moor' failed to build",
            "ERROR: Service 'moor' failed to build: no rope",
            "ERROR: No such service: moor",
        ] {
            assert!(ComposeWords::fails(text), "{text}");
        }
        assert!(!ComposeWords::fails("ERROR: Service 'moor' is slow"));
        assert!(FastlaneWords::fails("You passed invalid parameters to 'moor'."));
        assert!(FastlaneWords::fails("Exit status of command 'moor' was 65 instead of 0."));
        assert!(FastlaneWords::passes("fastlane.tools finished successfully \u{1f389}"));
        assert!(!FastlaneWords::fails("Tests have failed before"));
        assert!(ComposeWords::fails("service \"moor\" didn't complete successfully: exit 1"));
        assert!(!ComposeWords::fails("service \"moor\" is healthy"));
        assert!(ComposeWords::fails(
            "Error response from daemon: Bind for 0.0.0.0:80 failed: port is already allocated"
        ));
        assert!(!ComposeWords::fails("Error response from daemon: No such container: moor"));
        assert!(DenoTaskWords::fails("error: Task not found: moor"));
        assert!(FlutterWords::fails("Gradle task assembleRelease failed with exit code 1"));
        assert!(!FlutterWords::fails("Gradle task assembleRelease is slow"));
        assert!(FlutterWords::passes(
            "\u{2713}  Built build/app/outputs/flutter-apk/app-release.apk (9.1MB)."
        ));
        assert!(!FlutterWords::passes("Built builders"));
    }
}
