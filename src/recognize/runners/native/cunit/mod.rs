//! CUnit programs.

mod ends;
mod lines;
mod recognizer;

pub use recognizer::Cunit;
