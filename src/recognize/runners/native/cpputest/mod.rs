//! CppUTest programs.

mod cpputest;
mod cpputest_lines;

pub use cpputest::CppUTest;
