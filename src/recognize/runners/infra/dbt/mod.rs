//! dbt: the recognizer, and the lines that it reads.

mod lines;
mod recognizer;

pub use recognizer::Dbt;
