//! LLVM's `lit`.
//!
//! `recognizer` follows the runs, `run` counts one, `closing` reads its end, `block` what a failed test printed, `lines`
//! knows the shapes of single lines.

mod block;
mod closing;
mod lines;
mod recognizer;
mod run;
#[cfg(test)]
mod tests;

pub use recognizer::Lit;
