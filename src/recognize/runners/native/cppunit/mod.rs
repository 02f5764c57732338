//! CppUnit programs.

mod cppunit;
mod cppunit_lines;

pub use cppunit::CppUnit;
