//! Bazel.

mod lines;
mod recognizer;
#[cfg(test)]
mod tests;

pub use recognizer::Bazel;
