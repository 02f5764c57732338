//! Behave, the runner of Python for features.

mod lines;
mod recognizer;

pub use recognizer::Behave;
