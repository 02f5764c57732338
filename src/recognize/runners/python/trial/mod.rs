//! Twisted's `trial`.
//!
//! `trial` follows the runs, `flight` the tests by their lines, `report` reads a failure at the end, `trial_lines` knows the
//! shapes of single lines.

mod flight;
mod report;
#[cfg(test)]
mod tests;
mod trial;
mod trial_lines;

pub use trial::Trial;
