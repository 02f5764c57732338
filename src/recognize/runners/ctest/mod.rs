//! CTest.

mod lines;
mod recognizer;
mod running;
#[cfg(test)]
mod tests;

pub use recognizer::Ctest;
