//! Sphinx, which builds documentation.

mod held;
mod lines;
mod recognizer;
mod trouble;

pub use recognizer::Sphinx;
