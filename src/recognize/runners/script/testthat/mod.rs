//! testthat, the test library of R, and R's own last words.

#[cfg(test)]
mod examples;
mod last_words;
mod numbers;
mod testthat;
mod testthat_lines;

pub use testthat::Testthat;
