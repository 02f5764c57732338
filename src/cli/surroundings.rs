//! What the process was started with besides its words: the environment, and what its standard streams are.
//!
//! Collected once, so that `resolve` is a plain function of its arguments and can be tested as one.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::IsTerminal as _;

use rustix::fs::{FileType, fstat};

/// The variables that are read, and no others.
const VARIABLES: &[&str] = &[
    "WEIR_MODE",
    "WEIR_MAX_CHARS",
    "WEIR_MAX_LINES",
    "WEIR_MAX_LINE_CHARS",
    "WEIR_COLOR",
    "WEIR_BUDGET",
    "WEIR_STORE",
    "WEIR_STORE_QUOTA",
    // Read by builds for tests alone.
    "WEIR_NOW",
    "XDG_STATE_HOME",
    "NO_COLOR",
    "CLICOLOR_FORCE",
    "TERM",
    "XDG_CONFIG_HOME",
    "HOME",
];

/// What a standard stream is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Attached {
    /// A terminal.
    Terminal,
    /// A directory, which cannot be read.
    Directory,
    /// A pipe, a file, a device.
    #[default]
    Stream,
}

/// The environment and the standard streams of a process.
#[derive(Clone, Debug, Default)]
pub struct Surroundings {
    pub(super) variables: BTreeMap<&'static str, OsString>,
    /// What standard input is.
    pub stdin: Attached,
    /// What standard output is.
    pub stdout: Attached,
}

impl Surroundings {
    /// Those of this process.
    #[must_use]
    pub fn of_this_process() -> Self {
        let stdin = std::io::stdin();
        let directory = |status: rustix::fs::Stat| FileType::from_raw_mode(status.st_mode).is_dir();
        Self {
            variables: VARIABLES.iter().filter_map(|name| Some((*name, std::env::var_os(name)?))).collect(),
            stdin: match stdin.is_terminal() {
                true => Attached::Terminal,
                false if fstat(&stdin).is_ok_and(directory) => Attached::Directory,
                false => Attached::Stream,
            },
            stdout: match std::io::stdout().is_terminal() {
                true => Attached::Terminal,
                false => Attached::Stream,
            },
        }
    }

    /// A variable's value; an empty one counts as unset.
    #[must_use]
    pub fn variable(&self, name: &str) -> Option<&OsString> {
        self.variables.get(name).filter(|value| !value.is_empty())
    }

    /// The same with one variable set: for tests.
    #[cfg(test)]
    pub(super) fn with(mut self, name: &'static str, value: &str) -> Self {
        assert!(VARIABLES.contains(&name), "{name} is never read");
        self.variables.insert(name, value.into());
        self
    }
}
