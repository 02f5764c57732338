//! GNU Automake's test harnesses.
//!
//! `automake` follows the runs, `run` counts one, `blocks` reads what is between rulers, `dump` reads a
//! `test-suite.log`, `automake_lines` knows the shapes of single lines.

mod automake;
mod automake_lines;
mod blocks;
mod dump;
mod run;
#[cfg(test)]
mod tests;

pub use automake::Automake;
