//! Bazel.

mod failed;
mod lines;
mod recognizer;
#[cfg(test)]
mod tests;

pub use recognizer::Bazel;
