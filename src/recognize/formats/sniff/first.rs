//! The first bytes of an input: which format they begin.
//!
//! Nothing is parsed here, and nothing fails. Neighbours: `xml` and `json` know the documents, `lines` the text forms
//! that are read line by line.

use super::{json, lines, xml};
use crate::event::Runner;
use crate::recognize::formats::dispatch::Kind;

/// The most bytes that are looked at.
pub const SNIFF_BYTES: usize = 64 * 1024;
/// The most lines of a package manager before a document.
const PREAMBLE_LINES: usize = 8;

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

/// Where a document begins that these bytes may hold, in bytes: behind a byte order mark, blanks, and the lines in which
/// a package manager says what it runs (`> name@1.0.0 test`, `$ jest --json`), at most `PREAMBLE_LINES`.
#[must_use]
pub fn document_start(first_bytes: &[u8]) -> usize {
    let mut rest = first_bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(first_bytes).trim_ascii_start();
    for _ in 0..PREAMBLE_LINES {
        let said = [&b"> "[..], b"$ ", b"yarn run v"].iter().any(|begin| rest.starts_with(begin));
        let Some(end) = memchr::memchr(b'\n', rest).filter(|_| said) else { break };
        rest = rest.get(end..).unwrap_or_default().trim_ascii_start();
    }
    first_bytes.len().saturating_sub(rest.len())
}

fn beginning(first_bytes: &[u8]) -> &[u8] {
    let bytes = first_bytes.get(..SNIFF_BYTES).unwrap_or(first_bytes);
    bytes.get(document_start(bytes)..).unwrap_or_default()
}
