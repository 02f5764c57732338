//! Where bytes come from: standard input and files, with the signals that end a stream early.
//!
//! A [`Source`] is read until it says why it ended. It blocks, keeps no bytes, and decides nothing about them.

mod file;
mod origin;
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

pub mod xcresult;

pub use file::{FileError, Files};
pub use origin::{Got, Source};
pub use signals::Signals;
pub use stdin::Stdin;
