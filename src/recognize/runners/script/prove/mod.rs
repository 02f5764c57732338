//! Perl's `prove` and the other users of TAP::Harness.

mod diagnostics;
#[cfg(test)]
mod examples;
mod files;
mod lines;
mod recognizer;

pub use recognizer::Prove;
