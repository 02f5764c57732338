//! Perl's `prove` and the other users of TAP::Harness.

mod diagnostics;
mod files;
mod lines;
mod recognizer;

pub use recognizer::Prove;
