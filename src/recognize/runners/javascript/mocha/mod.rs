//! Mocha's reporters that end with the numbers of passing, pending and failing tests: spec, dot, min, list, nyan, progress, landing.

mod exception;
mod list;
mod mocha;
mod mocha_lines;
mod reported;
mod tail;

pub use mocha::Mocha;
pub use reported::MochaReported;
