//! A server in a group of processes of its own, so that what it starts ends with it.

use std::os::unix::process::CommandExt as _;
use std::process::{Child, Command};

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

use super::server::SIGNAL;

/// Lets the command lead a group of its own.
pub(super) fn lead(command: &mut Command) {
    command.process_group(0);
}

fn pid(child: &Child) -> Option<Pid> {
    i32::try_from(child.id()).ok().and_then(Pid::from_raw)
}

/// Asks all of the group to end. The status of the child must not have been taken: its number may be another's then.
pub(super) fn terminate(child: &mut Child) {
    if let Some(group) = pid(child) {
        let _ = kill_process_group(group, Signal::TERM);
    }
}

/// Ends all of the group.
pub(super) fn kill(child: &mut Child) {
    if let Some(group) = pid(child) {
        let _ = kill_process_group(group, Signal::KILL);
    }
}

/// How the child ended, as a shell reports it; the status is not taken.
pub(super) fn status(child: &mut Child) -> Option<i32> {
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    let status = waitid(WaitId::Pid(pid(child)?), options).ok()??;
    let by_signal = status.terminating_signal().map(|signal| SIGNAL.saturating_add(signal));
    by_signal.or_else(|| status.exit_status())
}
