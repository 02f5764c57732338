//! Behave, the runner of Python for features.

mod behave;
mod behave_lines;
mod body;
mod failures;
mod listing;
mod scenario;
mod sums;

pub use behave::Behave;
