//! A server by itself: there are no groups of processes on Windows, and nothing asks a process kindly to end.

use std::process::{Child, Command};

/// Changes nothing.
pub(super) fn lead(_: &mut Command) {}

/// Ends the child.
pub(super) fn terminate(child: &mut Child) {
    let _ = child.kill();
}

/// Ends the child.
pub(super) fn kill(child: &mut Child) {
    let _ = child.kill();
}

/// How the child ended.
pub(super) fn status(child: &mut Child) -> Option<i32> {
    child.try_wait().ok().flatten().map(|status| status.code().unwrap_or(1))
}
