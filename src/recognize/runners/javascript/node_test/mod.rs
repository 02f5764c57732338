//! node's own test runner with its reporters for people: spec and dot. Its TAP is read as TAP.

mod lines;
mod recognizer;

pub use recognizer::NodeTest;
