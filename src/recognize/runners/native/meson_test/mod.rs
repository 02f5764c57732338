//! Meson's tests.

mod after;
mod lines;
mod log;
mod printed;
mod recognizer;
mod sums;

pub use recognizer::MesonTest;
