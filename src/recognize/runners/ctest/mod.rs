//! CTest.

mod last_test;
mod lines;
mod recognizer;
mod running;
#[cfg(test)]
mod tests;

pub use last_test::LastTest;
pub use recognizer::Ctest;
