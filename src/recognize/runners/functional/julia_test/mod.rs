//! Julia's standard library `Test`.

mod recognizer;
mod rows;
mod table;

pub use recognizer::JuliaTest;
