//! Meson's tests.

mod after;
mod lines;
mod log;
mod printed;
mod recognizer;
mod sums;
#[cfg(test)]
mod tests;

pub use recognizer::MesonTest;
