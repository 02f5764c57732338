//! RSpec 3, alone or under parallel_tests and turbo_tests.

mod body;
mod doc;
mod lines;
mod recognizer;
#[cfg(test)]
mod tests;

pub use recognizer::Rspec;
