//! The signals that end a stream, caught so that what was read is still answered.
//!
//! The first SIGINT goes to the whole foreground group: the producer will end by itself and its last lines matter, so
//! reading goes on, for [`GRACE`] at most. A second one, SIGTERM and SIGHUP end it at once. A handler only writes a byte
//! into a pair of sockets of its signal; `wait` polls them. SIGPIPE stays ignored, as Rust's start-up leaves it.

use std::io::{self, Read as _};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::net::UnixStream;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use signal_hook::SigId;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::low_level;

/// How long reading goes on after the first SIGINT.
const GRACE: Duration = Duration::from_secs(10);

/// What a stream has to do about signals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wish {
    /// Nothing.
    None,
    /// Go on until the end of input, but not beyond this moment.
    Drain(Instant),
    /// End now, because of this signal.
    End(i32),
}

/// The name of a signal, `SIGSEGV` say, or its number.
#[must_use]
pub fn signal_name(signal: i32) -> String {
    low_level::signal_name(signal).map_or_else(|| signal.to_string(), str::to_owned)
}

/// One signal that is caught.
#[derive(Debug)]
pub(super) struct Caught {
    pub(super) signal: i32,
    handler: SigId,
    /// Holds a byte for each time it came.
    woken: UnixStream,
    times: AtomicU32,
}

impl Caught {
    pub(super) fn new(signal: i32) -> io::Result<Self> {
        let (woken, waking) = UnixStream::pair()?;
        woken.set_nonblocking(true)?;
        let handler = low_level::pipe::register(signal, waking)?;
        Ok(Self { signal, handler, woken, times: AtomicU32::new(0) })
    }

    /// How often it came so far.
    pub(super) fn times(&self) -> u32 {
        let mut bytes = [0_u8; 16];
        while let Ok(count) = (&self.woken).read(&mut bytes) {
            let count = u32::try_from(count).unwrap_or(u32::MAX);
            self.times.fetch_add(count, Ordering::Relaxed);
            if count == 0 {
                break;
            }
        }
        self.times.load(Ordering::Relaxed)
    }

    /// What becomes readable when it comes.
    pub(super) fn descriptor(&self) -> BorrowedFd<'_> {
        self.woken.as_fd()
    }
}

impl Drop for Caught {
    fn drop(&mut self) {
        low_level::unregister(self.handler);
    }
}

/// Catches SIGINT, SIGTERM and SIGHUP while it lives.
#[derive(Debug)]
pub struct Signals {
    interrupt: Caught,
    terminate: Caught,
    hang_up: Caught,
    /// When the first SIGINT was noticed.
    interrupted: OnceLock<Instant>,
    grace: Duration,
}

impl Signals {
    /// Begins to catch them. Once per process is enough.
    ///
    /// # Errors
    /// When no descriptors are left, or the system refuses a handler.
    pub fn install() -> io::Result<Self> {
        Self::with_grace(GRACE)
    }

    fn with_grace(grace: Duration) -> io::Result<Self> {
        Ok(Self {
            interrupt: Caught::new(SIGINT)?,
            terminate: Caught::new(SIGTERM)?,
            hang_up: Caught::new(SIGHUP)?,
            interrupted: OnceLock::new(),
            grace,
        })
    }

    /// The signal that interrupted, if any: for the footer, and for the exit code (128 + n).
    ///
    /// SIGINT also when reading went on to the end of input.
    #[must_use]
    pub fn interrupted_by(&self) -> Option<i32> {
        [&self.interrupt, &self.terminate, &self.hang_up]
            .into_iter()
            .find(|caught| caught.times() > 0)
            .map(|caught| caught.signal)
    }

    /// What has to be done now.
    pub(super) fn wish(&self) -> Wish {
        for caught in [&self.terminate, &self.hang_up] {
            if caught.times() > 0 {
                return Wish::End(caught.signal);
            }
        }
        let now = Instant::now();
        let until = |since: &Instant| since.checked_add(self.grace).filter(|until| *until > now);
        match self.interrupt.times() {
            0 => Wish::None,
            1 => until(self.interrupted.get_or_init(|| now)).map_or(Wish::End(SIGINT), Wish::Drain),
            _ => Wish::End(SIGINT),
        }
    }

    /// What becomes readable when a signal comes.
    pub(super) fn descriptors(&self) -> [BorrowedFd<'_>; 3] {
        [self.interrupt.woken.as_fd(), self.terminate.woken.as_fd(), self.hang_up.woken.as_fd()]
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use std::sync::{Mutex, MutexGuard};

    /// Signals reach the whole process: tests that raise them take turns.
    pub fn turn() -> MutexGuard<'static, ()> {
        static TURN: Mutex<()> = Mutex::new(());
        TURN.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    pub fn with_grace(grace: Duration) -> Signals {
        Signals::with_grace(grace).unwrap()
    }

    pub fn raise(signal: i32) {
        low_level::raise(signal).unwrap();
    }

    #[test]
    fn the_first_interrupt_drains_and_the_second_ends() {
        let _turn = turn();
        let signals = Signals::install().unwrap();
        assert_eq!((signals.wish(), signals.interrupted_by()), (Wish::None, None));
        raise(SIGINT);
        let Wish::Drain(until) = signals.wish() else { panic!() };
        assert!(until <= Instant::now() + GRACE);
        assert_eq!(signals.wish(), Wish::Drain(until));
        assert_eq!(signals.interrupted_by(), Some(SIGINT));
        raise(SIGINT);
        assert_eq!(signals.wish(), Wish::End(SIGINT));
    }

    #[test]
    fn the_grace_ends() {
        let _turn = turn();
        let signals = with_grace(Duration::ZERO);
        raise(SIGINT);
        assert_eq!(signals.wish(), Wish::End(SIGINT));
    }

    #[test]
    fn termination_and_hang_up_end_at_once() {
        let _turn = turn();
        for signal in [SIGTERM, SIGHUP] {
            let signals = Signals::install().unwrap();
            raise(signal);
            assert_eq!((signals.wish(), signals.interrupted_by()), (Wish::End(signal), Some(signal)));
        }
    }
}
