//! Behave, the runner of Python for features.

mod body;
mod failures;
mod lines;
mod listing;
mod recognizer;
mod scenario;
mod sums;

pub use recognizer::Behave;
