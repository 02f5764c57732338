//! Which outputs are those of the agent's line: descriptors are known by device and inode.

use std::env;
use std::os::fd::BorrowedFd;

use rustix::fs::{FileType, Stat, fstat};
use rustix::io::Errno;

/// Standard output of the line's own shell.
pub(super) const OUT: &str = "WEIR_OUT";
/// Standard error of the line's own shell.
pub(super) const ERR: &str = "WEIR_ERR";
/// The name of the agent.
pub(super) const AGENT: &str = "WEIR_AGENT";
/// The line.
pub(super) const LINE: &str = "WEIR_LINE";
/// Set for all that runs below a tool that is wrapped.
pub(super) const ACTIVE: &str = "WEIR_ACTIVE";
/// The file of the line in which runs beside its output are noted; set when they are to be reported.
pub(super) const BESIDE: &str = "WEIR_BESIDE";
/// With the value `off` nothing is wrapped.
pub(super) const SWITCH: &str = "WEIR";

/// Whether everything is off.
pub(super) fn is_off() -> bool {
    env::var_os(SWITCH).is_some_and(|value| value == "off")
}

/// What identifies a file: `DEVICE:INODE`.
pub(super) fn identity(stat: Result<Stat, Errno>) -> Option<String> {
    stat.ok().map(|stat| format!("{}:{}", stat.st_dev, stat.st_ino))
}

/// What identifies what is after a descriptor.
pub(super) fn of(descriptor: BorrowedFd<'_>) -> Option<String> {
    identity(fstat(descriptor))
}

/// Whether our outputs go straight to the agent: standard output is the line's own, and standard error goes to the same
/// place or is the line's own, too.
pub(super) fn are_the_lines() -> bool {
    let is = |variable: &str, identity: &str| env::var_os(variable).is_some_and(|value| value == identity);
    let Some(out) = of(rustix::stdio::stdout()).filter(|out| is(OUT, out)) else { return false };
    of(rustix::stdio::stderr()).is_some_and(|err| err == out || is(ERR, &err))
}

/// Where the output of a tool goes beside the agent's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Elsewhere {
    /// Into a pipe, standard output and standard error.
    BothIntoAPipe,
    /// Into a pipe, standard output alone.
    OutputIntoAPipe,
    /// Into a file.
    IntoAFile,
}

/// Where our standard output goes, when that is neither the agent nor a place from which nobody reads it.
pub(super) fn elsewhere() -> Option<Elsewhere> {
    let stat = fstat(rustix::stdio::stdout()).ok()?;
    let kind = FileType::from_raw_mode(stat.st_mode);
    let out = identity(Ok(stat))?;
    if is_the_lines(&out) {
        return None;
    }
    match kind {
        FileType::RegularFile => Some(Elsewhere::IntoAFile),
        FileType::Fifo if of(rustix::stdio::stderr()).as_ref() == Some(&out) => {
            Some(Elsewhere::BothIntoAPipe)
        }
        FileType::Fifo => Some(Elsewhere::OutputIntoAPipe),
        _ => None,
    }
}

/// Whether this is one of the two outputs of the line's own shell.
pub(super) fn is_the_lines(identity: &str) -> bool {
    [OUT, ERR].iter().any(|variable| env::var_os(variable).is_some_and(|value| value == identity))
}

/// A name for a line that no other has: of this process, at this time.
pub(super) fn new_line() -> String {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    format!("{}-{}-{}", now.as_secs(), now.subsec_nanos(), std::process::id())
}
