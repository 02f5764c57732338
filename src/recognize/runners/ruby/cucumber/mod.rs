//! Cucumber for JavaScript, Ruby and the Java virtual machine, and who sums up like it.

mod claims;
mod entry;
mod failed_steps;
mod lines;
mod pretty;
mod recognizer;
mod traces;
mod unproved;

pub use recognizer::Cucumber;
