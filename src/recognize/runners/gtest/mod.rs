//! GoogleTest.

mod failure;
mod lines;
mod recognizer;
mod section;
#[cfg(test)]
mod tests;

pub use recognizer::GoogleTest;
