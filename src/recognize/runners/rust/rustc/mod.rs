//! rustc, clippy, rustdoc, rustfmt and cargo as a build tool.
//!
//! `rustc` holds the state, `words` knows the sentences of cargo and rustc that are without a place,
//! `excerpt` reads the lines below a diagnostic's heading, `causes` those below an error of cargo's. Formats: rustc's human and short error formats
//! (`rustc_errors::emitter`), cargo's shell messages (`cargo::core::shell`), rustfmt's `--check`.

mod causes;
mod excerpt;
mod rustc;
mod words;

pub use rustc::Rustc;
