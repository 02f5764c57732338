//! Small functions on text that the runners of JavaScript share.

use std::hash::{DefaultHasher, Hasher};

/// The most bytes of a name that is remembered across lines.
const NAME_BYTES: usize = 2048;

/// How many blanks the text begins with.
#[must_use]
pub fn indent(text: &str) -> usize {
    text.len().saturating_sub(text.trim_start_matches(' ').len())
}

/// At most 2 KiB of a name, cut between chars.
#[must_use]
pub fn clipped(name: &str) -> String {
    crate::text::head(name, NAME_BYTES).to_owned()
}

/// The hash of a name, for a bounded set.
#[must_use]
pub fn key(name: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(name.as_bytes());
    hasher.finish()
}
