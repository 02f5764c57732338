//! Where bytes come from: standard input, files and commands, with the signals that end a stream early.
//!
//! A [`Source`] is read until it says why it ended. It blocks, keeps no bytes, and decides nothing about them.

#[cfg(unix)]
mod child;
#[cfg(not(unix))]
#[path = "child_elsewhere.rs"]
mod child;
#[cfg(unix)]
mod descriptors;
#[cfg(unix)]
mod escalation;
#[cfg(unix)]
mod family;
mod file;
mod inputs;
mod origin;
#[cfg(unix)]
mod relay;
#[cfg(unix)]
mod signals;
#[cfg(not(unix))]
#[path = "signals_elsewhere.rs"]
mod signals;
#[cfg(unix)]
mod stdin;
#[cfg(not(unix))]
#[path = "stdin_elsewhere.rs"]
mod stdin;
#[cfg(unix)]
mod wait;
#[cfg(not(unix))]
#[path = "wait_elsewhere.rs"]
mod wait;

mod counter;

pub mod packed;
pub mod xcresult;

pub use child::Child;
pub use counter::Counter;
pub use file::{FileError, Files};
pub use inputs::{Input, Inputs};
pub use origin::{Ending, Got, How, Source, TIMED_OUT};
pub use signals::{Signals, signal_name};
pub use stdin::Stdin;
