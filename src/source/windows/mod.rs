//! What Windows has instead of signals, groups of processes and descriptors that can be waited for: events of the
//! console, job objects, and threads that read.
//!
//! Each file answers what its namesake next door answers on Unix.

pub(super) mod child;
mod console;
pub(super) mod group;
mod job;
mod program;
mod pump;
pub(super) mod signals;
pub(super) mod stdin;
pub(super) mod wait;
