//! What the process was started with besides its words: the environment, and what its standard streams are.
//!
//! Collected once, so that `resolve` is a plain function of its arguments and can be tested as one.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::IsTerminal as _;
use std::path::PathBuf;
use std::sync::OnceLock;

use super::{configuration, system};
use crate::budget::{FITS, Fit};
use crate::config::{Merged, Wishes};
use crate::settings::guard::Telemetry;

/// The variables that are read on every system; no others are, but those of the system.
const VARIABLES: &[&str] = &[
    "WEIR_MODE",
    "WEIR_MAX_CHARS",
    "WEIR_MAX_LINES",
    "WEIR_MAX_LINE_CHARS",
    "WEIR_COLOR",
    "WEIR_FIT",
    "WEIR_BUDGET",
    "WEIR_STORE",
    "WEIR_STORE_QUOTA",
    "WEIR_CONFIG",
    "WEIR_LOG",
    "WEIR_SESSION",
    "WEIR_KEY",
    "CLAUDE_CONFIG_DIR",
    "CODEX_HOME",
    // Read by builds for tests alone.
    "WEIR_NOW",
    "NO_COLOR",
    "CLICOLOR",
    "CLICOLOR_FORCE",
    "FORCE_COLOR",
    "TERM",
];

/// The variables that tell of the shells of coding agents.
const OF_AGENTS: &[&str] = &[
    "BASH_ENV",
    "BASH_MAX_OUTPUT_LENGTH",
    "COPILOT_HOME",
    "PATH",
    "SHELL",
    "VIRTUAL_ENV",
    "WEIR",
    "XDG_DATA_HOME",
];

/// What a standard stream is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Attached {
    /// A terminal.
    Terminal,
    /// A directory, which cannot be read.
    Directory,
    /// A regular file: all of it is there already.
    File,
    /// A pipe, a device.
    #[default]
    Stream,
}

/// All variables that are read, those by which a reader is found among them.
pub fn names() -> impl Iterator<Item = &'static str> {
    let own = VARIABLES.iter().chain(OF_AGENTS).chain(&crate::config::VARIABLES).chain(&system::VARIABLES);
    own.chain(&super::documents::VARIABLES).chain(FITS.iter().flat_map(|fit| fit.variables)).copied()
}

fn terminal(is_one: bool) -> Attached {
    if is_one { Attached::Terminal } else { Attached::Stream }
}

/// The environment and the standard streams of a process.
#[derive(Clone, Debug, Default)]
pub struct Surroundings {
    pub(super) variables: BTreeMap<&'static str, OsString>,
    /// What standard input is.
    pub stdin: Attached,
    /// What standard output is.
    pub stdout: Attached,
    /// What standard error is.
    pub stderr: Attached,
    /// The folder that we work in, when it is known.
    pub folder: Option<PathBuf>,
    /// What the configuration says, as soon as somebody asks.
    pub(super) configured: OnceLock<Merged>,
}

impl Surroundings {
    /// Those of this process.
    #[must_use]
    pub fn of_this_process() -> Self {
        Self {
            variables: names().filter_map(|name| Some((name, std::env::var_os(name)?))).collect(),
            stdin: system::attached(&std::io::stdin()),
            stdout: terminal(std::io::stdout().is_terminal()),
            stderr: terminal(std::io::stderr().is_terminal()),
            folder: std::env::current_dir().ok(),
            configured: OnceLock::new(),
        }
    }

    /// A variable's value; an empty one counts as unset.
    #[must_use]
    pub fn variable(&self, name: &str) -> Option<&OsString> {
        self.variables.get(name).filter(|value| !value.is_empty())
    }

    /// The agent that alone sets a variable which is set here.
    pub(super) fn agent(&self) -> Option<Fit> {
        Fit::found(|name| self.variable(name).is_some())
    }

    /// What the configuration says of the filter and the pieces. It is read when it is first asked for.
    pub(super) fn wishes(&self) -> &Wishes {
        &self.configured().wishes
    }

    /// What is recorded, and where.
    pub(super) fn telemetry(&self) -> &Telemetry {
        &self.configured().guard.telemetry
    }

    fn configured(&self) -> &Merged {
        self.configured.get_or_init(|| configuration::merged(self))
    }

    /// The same with one variable set: for tests.
    #[cfg(test)]
    pub(super) fn with(mut self, name: &'static str, value: &str) -> Self {
        assert!(names().any(|known| known == name), "{name} is never read");
        self.variables.insert(name, value.into());
        self
    }
}
