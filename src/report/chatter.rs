//! Lines that a worker of a CI prints of itself, and the advice that tools print next to an error.

/// Prefixes of a line of advice.
const BEFORE_ADVICE: [&str; 8] = ["[ERROR]", "[INFO]", "npm ERR!", "npm error", "info", "warning", ">", "E "];

/// How lines of advice begin, and which tool prints them, or where in its source.
const ADVICE: [(&str, &str); 39] = [
    ("To see the full stack trace of the errors, re-run Maven", "Maven, MavenCli"),
    ("Re-run Maven using the -X switch", "Maven, MavenCli"),
    ("For more information about the errors and possible solutions", "Maven, MavenCli"),
    ("[Help 1] http", "Maven, DefaultExceptionHandler"),
    ("[Help 2] http", "Maven, DefaultExceptionHandler"),
    ("After correcting the problems, you can resume the build", "Maven, MavenCli"),
    ("mvn <args> -rf ", "Maven, MavenCli"),
    ("mvn <goals> -rf ", "Maven, MavenCli"),
    ("* Try:", "Gradle, BuildExceptionReporter"),
    ("Run with --stacktrace option", "Gradle, BuildExceptionReporter"),
    ("Run with --info ", "Gradle, BuildExceptionReporter"),
    ("Run with --debug option", "Gradle, BuildExceptionReporter"),
    ("Run with --scan to get full insights", "Gradle, BuildExceptionReporter"),
    ("Get more help at https://help.gradle.org", "Gradle, BuildExceptionReporter"),
    ("* Get more help at https://help.gradle.org", "Gradle, BuildExceptionReporter"),
    ("Welcome to Gradle ", "Gradle, WelcomeMessageAction"),
    ("Here are the highlights of this release:", "Gradle, WelcomeMessageAction"),
    ("For more details see https://docs.gradle.org/", "Gradle, WelcomeMessageAction"),
    ("Deprecated Gradle features were used in this build", "Gradle, LoggingDeprecatedFeatureHandler"),
    ("You can use '--warning-mode all'", "Gradle, LoggingDeprecatedFeatureHandler"),
    ("A complete log of this run can be found in", "npm, exit-handler"),
    ("For more information about this error, try `rustc --explain", "rustc, rustc_driver"),
    ("Some errors have detailed explanations: E", "rustc, rustc_driver"),
    ("note: run with `RUST_BACKTRACE=", "Rust, std::panicking"),
    ("available fixtures: ", "pytest, FixtureLookupErrorRepr"),
    ("use 'pytest --fixtures", "pytest, FixtureLookupErrorRepr"),
    ("[notice] A new release of pip", "pip, self_outdated_check"),
    ("[notice] To update, run: ", "pip, self_outdated_check"),
    ("WARNING: You are using pip version ", "pip, self_outdated_check"),
    ("You should consider upgrading via the ", "pip, self_outdated_check"),
    ("Visit https://yarnpkg.com/en/docs/cli/", "yarn 1, help"),
    ("Your current version of Yarn is out of date", "yarn 1, cli"),
    ("To upgrade, run the following command:", "yarn 1, cli"),
    ("Warning: This development build of Composer is over", "Composer, Application"),
    ("Warning: This development build of composer is over", "Composer, Application"),
    ("fastlane detected a Gemfile", "fastlane, cli_tools_distributor"),
    ("However, it seems like you didn't use `bundle exec`", "fastlane, cli_tools_distributor"),
    ("To launch fastlane faster, please use", "fastlane, cli_tools_distributor"),
    ("# Please update using `", "fastlane, update_checker"),
];

/// Whether a line is a tool's advice to its user, and says nothing of this failure.
#[must_use]
pub fn is_advice(text: &str) -> bool {
    let text = text.trim_start();
    let begins = |text: &str| ADVICE.iter().any(|(beginning, _)| text.starts_with(beginning));
    let after = BEFORE_ADVICE.iter().find_map(|before| text.strip_prefix(before));
    begins(text) || after.is_some_and(|text| begins(text.trim_start()))
}

/// Whether a line is what a worker prints of itself, of its environment or of a download: it says nothing of a failure.
#[must_use]
pub fn is_chatter(text: &str) -> bool {
    const BEGINNINGS: [&str; 22] = [
        "Downloading ",
        "Downloaded ",
        "Receiving objects:",
        "Resolving deltas:",
        "remote: ",
        "Progress ",
        "Fetching ",
        "Get:",
        "Hit:",
        "Unpacking ",
        "Selecting previously unselected ",
        "Preparing to unpack ",
        "Setting up ",
        "Collecting ",
        "Requirement already satisfied",
        "Using cached ",
        "Current runner version",
        "Runner Image",
        "Operating System",
        "##[group]",
        "##[endgroup]",
        "export ",
    ];
    const STATES: [&str; 7] =
        ["Pulling", "Waiting", "Verifying", "Download", "Extracting", "Pull complete", "Already exists"];
    let text = text.trim_start();
    if !text.contains(char::is_alphanumeric) {
        return true;
    }
    let name = text.split(['=', ':']).next().unwrap_or_default();
    let variable = name.len() > 2
        && name.len() < text.len()
        && name.contains('_')
        && name.bytes().all(|each| each.is_ascii_uppercase() || each.is_ascii_digit() || each == b'_');
    // Layers of an image.
    let layer = text.split_once(": ").is_some_and(|(layer, state)| {
        let hash = layer.len() == 12 && layer.bytes().all(|byte| byte.is_ascii_hexdigit());
        hash && STATES.iter().any(|start| state.starts_with(start))
    });
    variable || layer || is_advice(text) || BEGINNINGS.iter().any(|beginning| text.starts_with(beginning))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_tools_advise_is_known_and_what_they_report_is_not() {
        for advice in [
            "[ERROR] [Help 1] http://cwiki.apache.org/confluence/display/MAVEN/MojoFailureException",
            "> Run with --scan to get full insights.",
            "npm error A complete log of this run can be found in: /home/user/.npm/_logs/a-debug-0.log",
            "warning Your current version of Yarn is out of date. The latest version is \"1.22.22\"",
            "However, it seems like you didn't use `bundle exec`",
        ] {
            assert!(is_advice(advice), "{advice}");
        }
        for report in ["npm error code ELIFECYCLE", "[ERROR] Failed to execute goal", "> quay has no berth"] {
            assert!(!is_advice(report), "{report}");
        }
    }
}
