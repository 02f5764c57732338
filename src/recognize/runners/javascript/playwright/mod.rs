//! Playwright Test: its list, line, dot and github reporters.

mod lines;
mod recognizer;

pub use recognizer::Playwright;
