//! Bazel.

mod failed;
mod lines;
mod recognizer;

pub use recognizer::Bazel;
