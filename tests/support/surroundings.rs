//! Takes from a command what the machine that runs the tests would tell weir: of settings, agents and CI services.

const VARIABLES: [&str; 32] = [
    "WEIR_MODE",
    "WEIR_MAX_CHARS",
    "WEIR_MAX_LINES",
    "WEIR_MAX_LINE_CHARS",
    "WEIR_COLOR",
    "WEIR_FIT",
    "WEIR_BUDGET",
    // By these a reader is found.
    "CLAUDECODE",
    "CODEX_SANDBOX",
    "CODEX_CI",
    "COPILOT_CLI",
    "GEMINI_CLI",
    "OPENCODE",
    "QWEN_CODE",
    "WEIR_STORE",
    "WEIR_STORE_QUOTA",
    "WEIR_NOW",
    "NO_COLOR",
    "CLICOLOR_FORCE",
    // By these a CI is found.
    "CI",
    "GITHUB_ACTIONS",
    "GITHUB_STEP_SUMMARY",
    "GITHUB_WORKSPACE",
    "TF_BUILD",
    "BUILD_SOURCESDIRECTORY",
    "TEAMCITY_VERSION",
    "GITLAB_CI",
    "CI_PROJECT_DIR",
    "BUILDKITE",
    "BUILDKITE_BUILD_CHECKOUT_PATH",
    "JENKINS_URL",
    "WORKSPACE",
];

/// A command that knows nothing of the machine's settings, agents and services.
pub trait Plain {
    fn plain(&mut self) -> &mut Self;
}

impl Plain for std::process::Command {
    fn plain(&mut self) -> &mut Self {
        VARIABLES.iter().fold(self, |command, variable| command.env_remove(variable))
    }
}

impl Plain for assert_cmd::Command {
    fn plain(&mut self) -> &mut Self {
        VARIABLES.iter().fold(self, |command, variable| command.env_remove(variable))
    }
}
