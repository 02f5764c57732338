//! Unity for C, and the tools that run it.

mod lines;
mod recognizer;

pub use recognizer::Unity;
