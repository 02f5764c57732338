//! Mocha's reporters that end with the numbers of passing, pending and failing tests: spec, dot, min, list, nyan, progress, landing.

mod exception;
mod lines;
mod list;
mod recognizer;
mod reported;
mod tail;

pub use recognizer::Mocha;
pub use reported::MochaReported;
