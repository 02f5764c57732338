//! GNU Automake's test harnesses.
//!
//! `recognizer` follows the runs, `run` counts one, `blocks` reads what is between rulers, `dump` reads a
//! `test-suite.log`, `lines` knows the shapes of single lines.

mod blocks;
mod dump;
mod lines;
mod recognizer;
mod run;
#[cfg(test)]
mod tests;

pub use recognizer::Automake;
