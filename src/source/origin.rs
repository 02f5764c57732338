//! What every origin of bytes has in common.

use std::io;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// What a read gave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Got {
    /// This many bytes, at least one, at the buffer's front.
    Bytes(usize),
    /// A file ended and the next one begins: a line does not go on from one to the other.
    NextFile,
    /// Nothing more will come.
    End,
    /// Whoever reads our answer has left: nothing that is read can be shown to anybody.
    ReaderLeft,
    /// A signal (its number) asks to end at once. What was read so far is to be answered.
    Signal(i32),
}

/// What a command that we run prints to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Channel {
    /// A pipe.
    #[default]
    Pipe,
    /// A pseudo terminal, on which many tools print colours.
    Terminal,
}

/// The terms on which a command runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Terms {
    /// How long it may run.
    pub limit: Option<Duration>,
    /// What it prints to.
    pub channel: Channel,
}

/// How a command ended whose output was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ending {
    /// How it ended.
    pub how: How,
    /// Whether something that it left behind still held its output: what that prints is not read.
    pub left_open: bool,
}

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum How {
    /// By itself, with this exit status: 0 to 255, on Windows any 32 bits.
    Exited(i32),
    /// By the signal of this number.
    Killed(i32),
    /// It was ended because it ran longer than this.
    TimedOut(Duration),
}

/// The exit status of a command that was ended because of its time: that of `timeout(1)`.
pub const TIMED_OUT: i32 = 124;

impl How {
    /// The exit status: 128 + n for signal n, [`TIMED_OUT`] after the time limit.
    #[must_use]
    pub const fn status(self) -> i32 {
        match self {
            Self::Exited(status) => status,
            Self::Killed(signal) => signal.saturating_add(128),
            Self::TimedOut(_) => TIMED_OUT,
        }
    }
}

/// An origin of bytes. After `End`, `ReaderLeft` or `Signal` it is not read again.
pub trait Source {
    /// Waits for bytes and reads as many as there are, at most as many as the buffer holds.
    ///
    /// # Errors
    /// When the origin cannot be read. Interruptions and descriptors that would block are waited out instead.
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<Got>;

    /// How the command ended whose output this is; none while it runs, and where there is none.
    fn ending(&self) -> Option<Ending> {
        None
    }
}
