//! Ctrl-C and Ctrl-Break: counted, so that what was read is still answered.
//!
//! The console reaches every process that is attached to it, a command of ours too: nothing is handed on. Which of the
//! events it was is not known. The closing of the console window is not answered: Windows ends a process as soon as its
//! handler has returned from that one, and ours only counts.

use std::io;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

static TIMES: AtomicU32 = AtomicU32::new(0);

/// Counts from now on, instead of ending the process. There is one handler in a process: later calls change nothing.
pub(super) fn listen() -> io::Result<()> {
    static HANDLER: OnceLock<Option<io::ErrorKind>> = OnceLock::new();
    let count = || {
        TIMES.fetch_add(1, Ordering::Relaxed);
    };
    let trouble = || match ctrlc::set_handler(count) {
        Ok(()) => None,
        Err(ctrlc::Error::System(error)) => Some(error.kind()),
        Err(_) => Some(io::ErrorKind::Other),
    };
    HANDLER.get_or_init(trouble).map_or(Ok(()), |kind| Err(kind.into()))
}

/// How often somebody asked for the end so far.
pub(super) fn times() -> u32 {
    TIMES.load(Ordering::Relaxed)
}
