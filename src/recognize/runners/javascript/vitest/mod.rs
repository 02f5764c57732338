//! vitest: the default, verbose, tree, dot and minimal reporters of versions 0.30 to 4. Its TAP reporter is TAP.

mod lines;
mod reading;
mod recognizer;
mod report;
mod result;
mod totals;

pub use recognizer::Vitest;
