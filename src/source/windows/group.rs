//! A tool of the system's: there is none that weir would run on Windows.

use std::fs::Metadata;
use std::process::{Child, Command};

/// Whether it may be a program.
pub(in crate::source) fn is_program(file: &Metadata) -> bool {
    file.is_file()
}

/// Changes nothing: there are no groups.
pub(in crate::source) fn of_its_own(command: &mut Command) -> &mut Command {
    command
}

/// Ends the child alone.
pub(in crate::source) fn kill(child: &mut Child) {
    let _ = child.kill();
}
