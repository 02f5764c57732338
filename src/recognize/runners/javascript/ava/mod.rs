//! AVA's default reporter. Its TAP is read as TAP.

mod cut;
mod early;
mod lines;
mod recognizer;

pub use recognizer::Ava;
