//! weir inside the shell of a coding agent: as a link in the place of a tool, and as the shell itself.
//!
//! Nothing here goes through the command line's definition: a tool's words are the tool's, and each start has to be quick.

#[cfg(unix)]
mod backlog;
mod begin;
#[cfg(unix)]
mod beside;
#[cfg(unix)]
mod counted;
#[cfg_attr(not(any(unix, test)), expect(dead_code, reason = "nothing is counted where there are no links"))]
pub(super) mod heard;
#[cfg(unix)]
mod judge;
#[cfg(unix)]
mod link;
#[cfg_attr(not(unix), expect(dead_code, reason = "nothing is counted where there are no links"))]
pub(super) mod note;
#[cfg(unix)]
mod outputs;
#[cfg(unix)]
mod shell;
#[cfg(unix)]
mod wrapped;

pub use begin::begun;
