//! Tells a structured format by its first bytes, judged by content alone, never by a file's name.

mod first;
mod json;
mod lines;
#[cfg(test)]
mod tests;
mod xml;

pub use first::{SNIFF_BYTES, document_start, may_be_document, sniff, sniff_lines};
