//! The Test Anything Protocol, versions 12 to 14, as test programs print it.

mod block;
mod document;
#[cfg(test)]
mod examples;
pub(super) mod lines;
mod recognizer;
mod totals;
mod yaml;

pub use recognizer::Tap;
