//! CTest.

mod ctest;
mod ctest_lines;
mod last_test;
mod running;
mod started;

pub use ctest::Ctest;
pub use last_test::LastTest;
