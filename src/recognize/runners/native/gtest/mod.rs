//! GoogleTest.

mod blocks;
mod failure;
mod lines;
mod recognizer;
mod results;
mod section;
#[cfg(test)]
mod tests;

pub use recognizer::GoogleTest;
