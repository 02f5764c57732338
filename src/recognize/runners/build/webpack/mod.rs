//! webpack, alone and inside of what is built on it.

mod lines;
mod recognizer;

pub use recognizer::Webpack;
