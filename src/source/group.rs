//! A tool of the system's in a group of processes of its own, so that all of it ends at once.
//!
//! Only what is asked besides the standard library; `windows/group` answers the same elsewhere.

use std::fs::Metadata;
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::process::CommandExt as _;
use std::process::{Child, Command};

use rustix::process::{Pid, Signal, kill_process_group};

/// Whether somebody may run the file.
pub(super) fn is_program(file: &Metadata) -> bool {
    file.is_file() && file.permissions().mode() & 0o111 != 0
}

/// Lets the command lead a group of its own.
pub(super) fn of_its_own(command: &mut Command) -> &mut Command {
    command.process_group(0)
}

/// Kills the group of a child whose status was not taken: after that its number may be another's.
pub(super) fn kill(child: &mut Child) {
    let group = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
    if let Some(group) = group {
        let _ = kill_process_group(group, Signal::KILL);
    }
}
