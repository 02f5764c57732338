//! Linters of scripts, pages and texts that people of the web use: they share a recognizer, and are called `linter`.
//!
//! What only warns does not fail the run.

mod cspell;
mod htmlhint;
mod jshint;
mod markdown_link_check;
mod web;
mod xo;

pub use web::WebLinters;

/// Files that cspell and xo name and that other linters read too.
const ENDINGS: [&str; 6] = ["js", "mjs", "cjs", "ts", "tsx", "jsx"];
