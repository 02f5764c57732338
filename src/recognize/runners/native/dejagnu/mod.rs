//! DejaGnu's `runtest`.

mod lines;
mod recognizer;

pub use recognizer::Dejagnu;
