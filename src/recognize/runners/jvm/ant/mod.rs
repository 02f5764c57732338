//! Ant.

mod bare;
mod recognizer;

pub use recognizer::Ant;
