//! The first bytes of an input: which format they begin.
//!
//! Nothing is parsed here, and nothing fails. Neighbours: `xml` and `json` know the documents, `lines` the text forms
//! that are read line by line.

use super::{json, lines, xml};
use crate::event::Runner;
use crate::recognize::documents::dispatch::Kind;

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

/// What is before everything else in some files.
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";
/// How the lines begin in which a package manager says what it runs (`> name@1.0.0 test`, `$ jest --json`).
const PREAMBLE: [&[u8]; 3] = [b"> ", b"$ ", b"yarn run v"];

/// Where a document begins that these bytes may hold, in bytes: after a byte order mark, blanks, and the lines of a
/// package manager, at most `PREAMBLE_LINES`.
#[must_use]
pub fn document_start(first_bytes: &[u8]) -> usize {
    first_bytes.len().saturating_sub(after_preamble(first_bytes).0.len())
}

/// What is after everything that may be before a document, and how many lines of a package manager do.
fn after_preamble(first_bytes: &[u8]) -> (&[u8], usize) {
    let mut rest = first_bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(first_bytes).trim_ascii_start();
    for lines in 0..PREAMBLE_LINES {
        let printed = PREAMBLE.iter().any(|begin| rest.starts_with(begin));
        let Some(end) = memchr::memchr(b'\n', rest).filter(|_| printed) else { return (rest, lines) };
        rest = rest.get(end..).unwrap_or_default().trim_ascii_start();
    }
    (rest, PREAMBLE_LINES)
}

/// Whether an input that begins with these bytes may turn out to be a document: it is one so far, or they end before
/// that can be reported. What is printed of some first bytes holds however few of them were read at once.
#[must_use]
pub fn may_be_document(first_bytes: &[u8]) -> bool {
    if BYTE_ORDER_MARK.starts_with(first_bytes) {
        return true;
    }
    let (rest, lines) = after_preamble(first_bytes);
    let says = |begin: &&[u8]| rest.starts_with(begin) || begin.starts_with(rest);
    rest.first().is_none_or(|byte| b"{[<".contains(byte))
        || (lines < PREAMBLE_LINES && memchr::memchr(b'\n', rest).is_none() && PREAMBLE.iter().any(says))
}

fn beginning(first_bytes: &[u8]) -> &[u8] {
    let bytes = first_bytes.get(..SNIFF_BYTES).unwrap_or(first_bytes);
    bytes.get(document_start(bytes)..).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_is_waited_for_however_little_of_it_was_read() {
        for text in [
            "\u{feff}<?xml version=\"1.0\"?><testsuites/>",
            "\n> a@1.0.0 test\n> jest --json\n\n{\"numFailedTests\": 0",
            "yarn run v1.22.0\n$ jest --json\n[",
            "  <testsuite",
        ] {
            for end in 0..=text.len() {
                let first = text.as_bytes().get(..end).unwrap();
                assert!(may_be_document(first), "{:?}", String::from_utf8_lossy(first));
            }
        }
        for text in [
            "a",
            "\u{ef}a",
            ">a",
            "$HOME",
            "yarn install",
            "> a@1.0.0 test\nPASS",
            "> a\n> b\nyarn in",
            "\u{feff}x",
        ] {
            assert!(!may_be_document(text.as_bytes()), "{text}");
            assert_eq!(sniff(text.as_bytes()), None, "{text}");
        }
        let many = "> a\n".repeat(PREAMBLE_LINES + 1);
        assert!(!may_be_document(many.as_bytes()) && !may_be_document(format!("{many}{{").as_bytes()));
    }
}
