//! CTest.

mod lines;
mod output;
mod recognizer;
#[cfg(test)]
mod tests;

pub use recognizer::Ctest;
