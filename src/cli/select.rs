//! The process that runs a program of `select` for another weir.

use std::process::ExitCode;

use crate::mcp::select;

/// Runs it, when this process was started for that; gives its exit status.
#[must_use]
pub fn begun() -> Option<ExitCode> {
    select::begun().map(ExitCode::from)
}
