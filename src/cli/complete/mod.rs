//! What may follow in a shell: the script of each shell asks `weir __complete` for it.

mod answer;
mod candidates;
mod cursor;
mod shells;

pub(super) use answer::answer;
pub(super) use shells::write;

/// The first word by which the scripts ask.
pub(super) const ASKED: &str = "__complete";
