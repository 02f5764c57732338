//! ruff: `recognizer` holds the state, `words` knows the shapes of its lines.

mod recognizer;
mod words;

pub use recognizer::Ruff;
