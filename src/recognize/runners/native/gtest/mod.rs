//! GoogleTest.

mod blocks;
mod failure;
mod gtest;
mod gtest_lines;
mod results;
mod section;
#[cfg(test)]
mod tests;

pub use gtest::GoogleTest;
