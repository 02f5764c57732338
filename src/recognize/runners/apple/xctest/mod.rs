//! XCTest: what `xcodebuild test` and `swift test` print while XCTest runs.

mod closing;
mod failed;
mod failed_suite;
mod failure;
mod formatted;
mod name;
mod open;
mod pretty;
mod tally;
#[cfg(test)]
mod tests;
mod xctest;
mod xctest_lines;

pub use xctest::Xctest;
