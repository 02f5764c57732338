//! Windows: handles, the known folders of a user, exit codes of 32 bits.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, IsTerminal as _, Stdin};
use std::os::windows::io::AsHandle as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crate::cli::surroundings::{Attached, Surroundings};

/// The variables that are read here and nowhere else.
pub(in crate::cli) const VARIABLES: [&str; 3] = ["LOCALAPPDATA", "APPDATA", "USERPROFILE"];

/// What standard input is: what is no terminal may still grow.
pub(in crate::cli) fn attached(stdin: &Stdin) -> Attached {
    if stdin.is_terminal() { Attached::Terminal } else { Attached::Stream }
}

/// Whether a file can be read. Opening it is the only way to know, and waits for nobody.
pub(in crate::cli) fn may_read(path: &Path) -> io::Result<()> {
    File::open(path).map(drop)
}

/// Whether the terminal is ours to write to: there is no background.
pub(in crate::cli) fn is_in_front() -> bool {
    true
}

/// Standard error by a handle of its own.
pub(in crate::cli) fn own_stderr() -> io::Result<File> {
    Ok(io::stderr().as_handle().try_clone_to_owned()?.into())
}

/// Where programs keep what stays on this machine: `%LOCALAPPDATA%`, which is private to its user.
pub(in crate::cli) fn state_folder(surroundings: &Surroundings) -> Option<PathBuf> {
    absolute(surroundings, "LOCALAPPDATA")
}

/// Where users keep what they want of programs: `%APPDATA%`.
pub(in crate::cli) fn config_folder(surroundings: &Surroundings) -> Option<PathBuf> {
    absolute(surroundings, "APPDATA")
}

fn absolute(surroundings: &Surroundings, name: &str) -> Option<PathBuf> {
    surroundings.variable(name).map(PathBuf::from).filter(|path| path.is_absolute())
}

/// The exit status of a command as our own, all 32 bits of it. The standard library's exit code has eight on stable,
/// so the process ends here when there are more.
pub(in crate::cli) fn status(status: i32) -> Option<ExitCode> {
    match u8::try_from(status) {
        Ok(status) => Some(status.into()),
        Err(_) => std::process::exit(status),
    }
}

/// Nothing: how a word is quoted differs from shell to shell here, and from program to program.
pub(in crate::cli) fn words(_command: &[OsString]) -> Option<Vec<String>> {
    None
}

/// Nothing: there is no such end here.
pub(in crate::cli) const fn end_by_interrupt() {}
