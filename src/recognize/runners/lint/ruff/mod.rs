//! ruff: `ruff` holds the state, `words` knows the shapes of its lines.

mod ruff;
mod words;

pub use ruff::Ruff;
