//! Twisted's `trial`.
//!
//! `recognizer` follows the runs, `flight` the tests by their lines, `report` reads a failure at the end, `lines` knows the
//! shapes of single lines.

mod flight;
mod lines;
mod recognizer;
mod report;
#[cfg(test)]
mod tests;

pub use recognizer::Trial;
