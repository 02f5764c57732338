//! RSpec, and Crystal's spec, which prints like it, alone or under parallel_tests and turbo_tests.

mod body;
mod doc;
mod ending;
mod lines;
mod recognizer;
mod report;

pub(super) use lines::{FAILED_CODE, is_hspecs};
pub use recognizer::Rspec;
