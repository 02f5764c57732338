//! Asks a command to end that was started beside others.

use std::io;
#[cfg(unix)]
use std::io::{PipeReader, PipeWriter};
#[cfg(unix)]
use std::os::fd::{AsFd as _, BorrowedFd};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
#[cfg(unix)]
use std::sync::{Mutex, PoisonError};

/// A request for the end of one command. Who waits for the command is woken.
#[derive(Debug)]
pub struct Stop {
    asked: AtomicBool,
    #[cfg(unix)]
    woken: PipeReader,
    /// Closed when the end is asked for.
    #[cfg(unix)]
    open: Mutex<Option<PipeWriter>>,
}

impl Stop {
    /// Nothing is asked for yet.
    ///
    /// # Errors
    /// When no descriptors are left.
    pub fn new() -> io::Result<Arc<Self>> {
        #[cfg(unix)]
        let (woken, open) = io::pipe()?;
        Ok(Arc::new(Self {
            asked: AtomicBool::new(false),
            #[cfg(unix)]
            woken,
            #[cfg(unix)]
            open: Mutex::new(Some(open)),
        }))
    }

    /// Asks for the end. Further calls change nothing.
    pub fn ask(&self) {
        self.asked.store(true, Ordering::Release);
        #[cfg(unix)]
        drop(self.open.lock().unwrap_or_else(PoisonError::into_inner).take());
    }

    /// Whether the end was asked for.
    #[must_use]
    pub fn is_asked(&self) -> bool {
        self.asked.load(Ordering::Acquire)
    }

    /// What becomes readable when the end is asked for.
    #[cfg(unix)]
    pub(super) fn descriptor(&self) -> BorrowedFd<'_> {
        self.woken.as_fd()
    }
}

/// A command that runs beside others: it has no terminal, nothing to read, and a group of its own.
#[derive(Clone, Debug)]
pub struct Errand<'a> {
    /// The program and its arguments.
    pub command: &'a [std::ffi::OsString],
    /// The folder that it works in.
    pub folder: &'a std::path::Path,
    /// Variables that it does not get.
    pub hidden: &'a [&'a str],
    /// The time after which it is ended.
    pub limit: Option<std::time::Duration>,
    /// Ends it before.
    pub stop: Arc<Stop>,
}
