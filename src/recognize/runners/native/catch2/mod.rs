//! Catch2, versions 2 and 3.

mod assertions;
mod automake;
mod lines;
mod recognizer;
#[cfg(test)]
mod tests;

pub use recognizer::Catch2;
