//! RSpec 3, alone or under parallel_tests and turbo_tests.

mod body;
mod doc;
mod ending;
mod lines;
mod recognizer;
mod report;

pub use recognizer::Rspec;
