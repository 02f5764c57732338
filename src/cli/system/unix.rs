//! Unix: descriptors, the XDG base directories, exit codes of a byte.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, IsTerminal as _, Stdin};
use std::os::fd::AsFd as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use rustix::fs::{Access, FileType, access, fstat};

use crate::cli::surroundings::{Attached, Surroundings};

/// The variables that are read here and nowhere else.
pub(in crate::cli) const VARIABLES: [&str; 3] = ["XDG_STATE_HOME", "XDG_CONFIG_HOME", "HOME"];

/// What standard input is.
pub(in crate::cli) fn attached(stdin: &Stdin) -> Attached {
    if stdin.is_terminal() {
        return Attached::Terminal;
    }
    match fstat(stdin).map(|status| FileType::from_raw_mode(status.st_mode)) {
        Ok(FileType::Directory) => Attached::Directory,
        Ok(FileType::RegularFile) => Attached::File,
        _ => Attached::Stream,
    }
}

/// Whether a file can be read, without opening it.
pub(in crate::cli) fn may_read(path: &Path) -> io::Result<()> {
    access(path, Access::READ_OK).map_err(io::Error::from)
}

/// Whether the terminal is ours to write to: not while we run in the background.
pub(in crate::cli) fn is_in_front() -> bool {
    let stderr = rustix::stdio::stderr();
    rustix::termios::tcgetpgrp(stderr.as_fd()).is_ok_and(|front| front == rustix::process::getpgrp())
}

/// Standard error by a descriptor of its own.
pub(in crate::cli) fn own_stderr() -> io::Result<File> {
    Ok(rustix::io::fcntl_dupfd_cloexec(rustix::stdio::stderr(), 3)?.into())
}

/// Where programs keep what outlives them: `$XDG_STATE_HOME`, or `.local/state` of the home. A relative one is none, as
/// the XDG base directory specification says.
pub(in crate::cli) fn state_folder(surroundings: &Surroundings) -> Option<PathBuf> {
    let home = || absolute(surroundings, "HOME").map(|home| home.join(".local").join("state"));
    absolute(surroundings, "XDG_STATE_HOME").or_else(home)
}

/// Where users keep what they want of programs: `$XDG_CONFIG_HOME`, or `.config` of the home. A relative one is none,
/// as the XDG base directory specification says: it would be one of the project.
pub(in crate::cli) fn config_folder(surroundings: &Surroundings) -> Option<PathBuf> {
    let home = || absolute(surroundings, "HOME").map(|home| home.join(".config"));
    absolute(surroundings, "XDG_CONFIG_HOME").or_else(home)
}

fn absolute(surroundings: &Surroundings, name: &str) -> Option<PathBuf> {
    surroundings.variable(name).map(PathBuf::from).filter(|path| path.is_absolute())
}

/// The exit status of a command as our own: none, when it does not fit into a byte.
pub(in crate::cli) fn status(status: i32) -> Option<ExitCode> {
    u8::try_from(status).ok().map(ExitCode::from)
}

/// The words of a command, when a shell of this system could be given exactly these again.
pub(in crate::cli) fn words(command: &[OsString]) -> Option<Vec<String>> {
    command.iter().map(|word| word.to_str().map(str::to_owned)).collect()
}

/// Ends this process by SIGINT, as if nobody had caught it.
pub(in crate::cli) fn end_by_interrupt() {
    let _ = signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGINT);
}
