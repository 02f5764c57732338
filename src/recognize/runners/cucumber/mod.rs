//! Cucumber for JavaScript, Ruby and the Java virtual machine, and who sums up like it.

mod claims;
mod entry;
mod lines;
mod recognizer;
#[cfg(test)]
mod tests;
mod traces;

pub use recognizer::Cucumber;
