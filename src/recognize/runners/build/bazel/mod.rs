//! Bazel.

mod bazel;
mod bazel_lines;
mod failed;
#[cfg(test)]
mod tests;

pub use bazel::Bazel;
