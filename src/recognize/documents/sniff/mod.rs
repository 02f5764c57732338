//! Tells a structured format by its first bytes, judged by content alone, never by a file's name.

mod first;
mod json;
mod lines;
#[cfg(test)]
mod tests;
mod xml;

pub use first::{Begins, SNIFF_BYTES, begins, document_start, may_begin, sniff, sniff_lines};
