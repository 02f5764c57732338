//! Where bytes come from: standard input, files and commands, with the signals that end a stream early.
//!
//! A [`Source`] is read until it says why it ended. It blocks, keeps no bytes, and decides nothing about them.

#[cfg(unix)]
mod beside;
#[cfg(unix)]
mod child;
mod counter;
#[cfg(unix)]
mod descriptors;
#[cfg(unix)]
mod escalation;
#[cfg(unix)]
mod exec;
#[cfg(unix)]
mod family;
mod file;
#[cfg(unix)]
mod group;
#[cfg(unix)]
mod guard;
#[cfg(unix)]
mod in_place;
mod inputs;
mod origin;
#[cfg(unix)]
mod pump;
mod regular;
#[cfg(unix)]
mod relay;
#[cfg(unix)]
mod signals;
#[cfg(unix)]
mod size_limits;
#[cfg(unix)]
mod start;
#[cfg(unix)]
mod stdin;
mod stop;
#[cfg(unix)]
mod wait;
#[cfg(windows)]
mod windows;
#[cfg(windows)]
use windows::{child, group, signals, stdin, wait};

pub mod packed;
pub mod xcresult;

#[cfg(unix)]
pub use beside::{Beside, PUMP, Ran, end_by, pump_on};
pub use child::Child;
pub use counter::Counter;
pub use file::{FileError, Files};
#[cfg(unix)]
pub use in_place::{BECOME, InPlace, Outputs, becomes, replace};
pub use inputs::{Input, Inputs};
pub use origin::{Channel, Ending, Got, How, Source, TIMED_OUT, Terms};
pub use regular::open_regular;
pub use signals::{Signals, signal_name};
#[cfg(unix)]
pub use size_limits::outlive_size_limits;
pub use stdin::Stdin;
pub use stop::{Errand, Stop};
