//! xcodebuild and SwiftPM: what building prints, and what xcodebuild says of a whole invocation.

mod diagnostics;
mod errors;
mod follow;
mod formatted;
mod last_words;
#[cfg(test)]
mod logs;
mod noise;
mod signs;
#[cfg(test)]
mod tests;
mod xcodebuild;

pub use xcodebuild::Xcodebuild;
