//! What the console asks, reported as the signals that ask the same elsewhere: everything is SIGINT.
//!
//! The first time the producer hears it too and ends by itself: its last lines matter, so reading goes on, for
//! [`GRACE`] at most. The second time ends it at once.

use std::io;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use super::console;

/// What the C runtime calls Ctrl-C (`signal.h`), and everybody else.
pub(super) const INTERRUPT: i32 = 2;
/// What the C runtime calls a request to end (`signal.h`).
pub(super) const TERMINATE: i32 = 15;

/// How long reading goes on after the first Ctrl-C.
const GRACE: Duration = Duration::from_secs(10);

/// What a stream has to do about the console.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wish {
    /// Go on.
    None,
    /// End now, because of this signal.
    End(i32),
}

/// The name of a signal, or its number.
#[must_use]
pub fn signal_name(signal: i32) -> String {
    match signal {
        INTERRUPT => "SIGINT".to_owned(),
        TERMINATE => "SIGTERM".to_owned(),
        other => other.to_string(),
    }
}

/// Hears the console while it lives.
#[derive(Debug)]
pub struct Signals {
    /// How often the console had asked before.
    before: u32,
    /// When the first time was noticed.
    interrupted: OnceLock<Instant>,
}

impl Signals {
    /// Begins to listen.
    ///
    /// # Errors
    /// When the system refuses a handler.
    pub fn install() -> io::Result<Self> {
        console::listen()?;
        Ok(Self { before: console::times(), interrupted: OnceLock::new() })
    }

    /// The signal that interrupted, if any: for the footer, and for the exit code (128 + n).
    #[must_use]
    pub fn interrupted_by(&self) -> Option<i32> {
        (self.times() > 0).then_some(INTERRUPT)
    }

    /// What has to be done now.
    pub(super) fn wish(&self) -> Wish {
        let late = || self.interrupted.get_or_init(Instant::now).elapsed() >= GRACE;
        match self.times() {
            0 => Wish::None,
            1 if !late() => Wish::None,
            _ => Wish::End(INTERRUPT),
        }
    }

    fn times(&self) -> u32 {
        console::times().saturating_sub(self.before)
    }
}
