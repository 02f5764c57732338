//! CppUTest programs.

mod lines;
mod recognizer;

pub use recognizer::CppUTest;
