//! xcodebuild and SwiftPM: what building prints, and what xcodebuild says of a whole invocation.

mod recognizer;

pub use recognizer::Xcodebuild;
