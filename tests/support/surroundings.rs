//! Takes from a command what the machine that runs the tests would tell weir: of settings, agents and CI services.

/// A command that knows nothing of the machine's settings, agents and services.
pub trait Plain {
    fn plain(&mut self) -> &mut Self;
}

/// The variables that weir reads, without those that it needs to be found and to run.
fn variables() -> impl Iterator<Item = &'static str> {
    const NEEDED: [&str; 9] = [
        "APPDATA",
        "HOME",
        "LOCALAPPDATA",
        "PATH",
        "SHELL",
        "TERM",
        "USERPROFILE",
        "XDG_CONFIG_HOME",
        "XDG_STATE_HOME",
    ];
    weir::cli::variables().filter(|variable| !NEEDED.contains(variable))
}

impl Plain for std::process::Command {
    fn plain(&mut self) -> &mut Self {
        variables().fold(self, |command, variable| command.env_remove(variable))
    }
}

impl Plain for assert_cmd::Command {
    fn plain(&mut self) -> &mut Self {
        variables().fold(self, |command, variable| command.env_remove(variable))
    }
}
