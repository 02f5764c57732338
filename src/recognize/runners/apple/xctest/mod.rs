//! XCTest: what `xcodebuild test` and `swift test` print while XCTest runs.

mod closing;
mod failed;
mod failed_suite;
mod failure;
mod formatted;
mod lines;
mod name;
mod open;
mod pretty;
mod recognizer;
mod tally;
#[cfg(test)]
mod tests;

pub use recognizer::Xctest;
