//! Sphinx, which builds documentation.

mod held;
mod lines;
mod recognizer;
#[cfg(test)]
mod tests;
mod trouble;

pub use recognizer::Sphinx;
