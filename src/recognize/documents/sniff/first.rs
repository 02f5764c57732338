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
    first_bytes.len().saturating_sub(after_preamble(first_bytes).len())
}

/// What is after everything that may be before a document.
fn after_preamble(first_bytes: &[u8]) -> &[u8] {
    let mut rest = begun(first_bytes);
    for _ in 0..PREAMBLE_LINES {
        let printed = PREAMBLE.iter().any(|begin| rest.starts_with(begin));
        let Some(end) = memchr::memchr(b'\n', rest).filter(|_| printed) else { break };
        rest = rest.get(end..).unwrap_or_default().trim_ascii_start();
    }
    rest
}

/// What lines that may begin a document turn out to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Begins {
    /// A document.
    Document(Kind),
    /// Lines, of which so many need not be looked at again.
    Lines(u64),
    /// More bytes tell.
    Open,
}

/// Whether a line may begin a document: a quick look, since it is asked of every line. [`begins`] decides.
#[must_use]
pub fn may_begin(line: &[u8]) -> bool {
    match begun(line) {
        [b'<', rest @ ..] => xml::may_begin(rest),
        line @ [b'{' | b'[', ..] => json::may_begin(line),
        _ => false,
    }
}

/// What begins with these bytes, the first of which are those of a line that may begin a document; `enough` of them to decide:
/// no more come, or these are [`SNIFF_BYTES`].
#[must_use]
pub fn begins(bytes: &[u8], enough: bool) -> Begins {
    let bytes = begun(bytes);
    let found = match bytes.first() {
        Some(b'<') => xml::begins(bytes),
        Some(b'{' | b'[') => json::begins(bytes, enough),
        _ => Begins::Lines(1),
    };
    if found == Begins::Open && enough { Begins::Lines(1) } else { found }
}

/// What is after a byte order mark and blanks.
fn begun(line: &[u8]) -> &[u8] {
    line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line).trim_ascii_start()
}

/// How many lines the first bytes fill, one at least.
pub(super) fn lines(bytes: &[u8], first: usize) -> u64 {
    let first = bytes.get(..first).unwrap_or(bytes);
    u64::try_from(memchr::memchr_iter(b'\n', first).count()).unwrap_or(u64::MAX).max(1)
}

fn beginning(first_bytes: &[u8]) -> &[u8] {
    let bytes = first_bytes.get(..SNIFF_BYTES).unwrap_or(first_bytes);
    bytes.get(document_start(bytes)..).unwrap_or_default()
}
