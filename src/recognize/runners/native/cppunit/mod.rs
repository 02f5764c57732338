//! CppUnit programs.

mod lines;
mod recognizer;

pub use recognizer::CppUnit;
