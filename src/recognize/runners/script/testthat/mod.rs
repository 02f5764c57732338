//! testthat, the test library of R, and R's own last words.

#[cfg(test)]
mod examples;
mod last_words;
mod lines;
mod numbers;
mod recognizer;

pub use recognizer::Testthat;
