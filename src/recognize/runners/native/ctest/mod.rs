//! CTest.

mod last_test;
mod lines;
mod recognizer;
mod running;
mod started;

pub use last_test::LastTest;
pub use recognizer::Ctest;
