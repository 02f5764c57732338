//! The first bytes of an input: which format they begin.
//!
//! Nothing is parsed here, and nothing fails. Neighbours: `xml` and `json` know the documents, `lines` the text forms
//! that are read line by line.

use super::{json, lines, xml};
use crate::event::Runner;
use crate::recognize::formats::dispatch::Kind;

/// The most bytes that are looked at.
pub const SNIFF_BYTES: usize = 64 * 1024;

/// The format of a document that begins with these bytes, `None` when it is none of ours.
#[must_use]
pub fn sniff(first_bytes: &[u8]) -> Option<Kind> {
    let bytes = beginning(first_bytes);
    match bytes.first() {
        Some(b'<') => xml::kind(bytes),
        Some(b'{' | b'[') => json::kind(bytes),
        _ => None,
    }
}

/// The runner whose text a file that begins with these bytes holds, line by line.
#[must_use]
pub fn sniff_lines(first_bytes: &[u8]) -> Option<Runner> {
    lines::runner(beginning(first_bytes))
}

fn beginning(first_bytes: &[u8]) -> &[u8] {
    let bytes = first_bytes.get(..SNIFF_BYTES).unwrap_or(first_bytes);
    bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes).trim_ascii_start()
}
