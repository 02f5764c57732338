//! Waiting for bytes, for a signal, and for our reader to leave, all at once.

use std::io;
use std::os::fd::{AsFd, BorrowedFd};
use std::time::Instant;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::FileType;
use rustix::io::Errno;

use super::origin::Got;
use super::signals::{Signals, Wish};

/// What is watched while bytes are waited for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Watch<'a> {
    signals: Option<&'a Signals>,
    /// Where our answer goes, when it can be seen whether anybody reads there.
    output: Option<BorrowedFd<'a>>,
}

impl<'a> Watch<'a> {
    /// Watches for signals, and for the reader of `output` if that is a pipe or a socket.
    pub(super) fn new(signals: Option<&'a Signals>, output: Option<BorrowedFd<'a>>) -> Self {
        Self { signals, output: output.filter(|output| has_reader(*output)) }
    }

    /// Reads what is there, after waiting for it. `Bytes(0)` is the end of this input.
    pub(super) fn read(&self, input: BorrowedFd<'_>, buffer: &mut [u8]) -> io::Result<Got> {
        loop {
            if let Some(got) = self.wait(input)? {
                return Ok(got);
            }
            match rustix::io::read(input, &mut *buffer) {
                Ok(count) => return Ok(Got::Bytes(count)),
                // Somebody else may have read them: wait again.
                Err(Errno::INTR | Errno::AGAIN) => {}
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// Waits until there is something to read (none), or a reason to read no more.
    pub(super) fn wait(&self, input: BorrowedFd<'_>) -> io::Result<Option<Got>> {
        loop {
            let until = match self.signals.map_or(Wish::None, Signals::wish) {
                Wish::None => None,
                Wish::Drain(until) => Some(until),
                Wish::End(signal) => return Ok(Some(Got::Signal(signal))),
            };
            let mut watched = vec![PollFd::from_borrowed_fd(input, PollFlags::IN)];
            if let Some(output) = self.output {
                // Errors and hang-ups are always reported, even if nothing is asked for.
                watched.push(PollFd::from_borrowed_fd(output, PollFlags::empty()));
            }
            if let Some(signals) = self.signals {
                let woken = signals.descriptors();
                watched.extend(woken.map(|woken| PollFd::from_borrowed_fd(woken, PollFlags::IN)));
            }
            match poll(&mut watched, until.map(left).as_ref()) {
                Ok(_) => {}
                Err(Errno::INTR | Errno::AGAIN) => continue,
                Err(error) => return Err(error.into()),
            }
            let mut reported = watched.iter().map(PollFd::revents);
            let readable = reported.next().is_some_and(|reported| !reported.is_empty());
            let left = self.output.is_some()
                && reported
                    .next()
                    .is_some_and(|reported| reported.intersects(PollFlags::ERR | PollFlags::HUP));
            if left {
                return Ok(Some(Got::ReaderLeft));
            }
            // A signal is looked at before the bytes that came with it.
            let woken = reported.any(|reported| !reported.is_empty());
            if readable && !woken {
                return Ok(None);
            }
        }
    }
}

/// The time left until a moment.
pub(super) fn left(until: Instant) -> Timespec {
    let left = until.saturating_duration_since(Instant::now());
    Timespec {
        tv_sec: i64::try_from(left.as_secs()).unwrap_or(i64::MAX),
        tv_nsec: left.subsec_nanos().into(),
    }
}

/// Whether a descriptor leads to a reader that can leave.
pub(super) fn has_reader(output: BorrowedFd<'_>) -> bool {
    let kind = rustix::fs::fstat(output).map(|stat| FileType::from_raw_mode(stat.st_mode));
    matches!(kind, Ok(FileType::Fifo | FileType::Socket))
}

/// Makes a pipe as roomy as the system lets everybody have, so that fewer reads do. No matter if it does not work.
pub(super) fn widen(input: &impl AsFd) {
    #[cfg(all(any(target_os = "linux", target_os = "android"), not(weir_portable)))]
    let _ = rustix::pipe::fcntl_setpipe_size(input, 1024 * 1024);
    #[cfg(not(all(any(target_os = "linux", target_os = "android"), not(weir_portable))))]
    let _ = input;
}
