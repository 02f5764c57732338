//! Linters of scripts, pages and texts that people of the web use: they share a recognizer, and are called `linter`.
//!
//! What only warns does not fail the run.

mod web;
mod xo;

pub use web::WebLinters;
