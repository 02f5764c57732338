//! CUnit programs.

mod cunit;
mod cunit_lines;
mod ends;

pub use cunit::Cunit;
