//! Julia's standard library `Test`.

mod recognizer;
mod table;

pub use recognizer::JuliaTest;
