//! Cucumber for JavaScript, Ruby and the Java virtual machine, and who sums up like it.

mod claims;
mod cucumber;
mod cucumber_lines;
mod entry;
mod failed_steps;
mod pretty;
mod traces;
mod unproved;

pub use cucumber::Cucumber;
