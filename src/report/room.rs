//! How much memory the failures of a stream may take.

use crate::budget::Limits;

/// How many bytes names may take for each char of the answer.
const NAMED_BYTES_PER_CHAR: u64 = 40;
/// The least and the most bytes of all names together.
const NAMED_BYTES: [usize; 2] = [6 * 256 * 1024, 5 * 1024 * 1024];
/// How many bytes details may take for each char of the answer.
const DETAIL_BYTES_PER_CHAR: u64 = 32;
/// The least and the most bytes of all details together.
const ALL_DETAIL_BYTES: [usize; 2] = [5 * 256 * 1024, 4 * 1024 * 1024];

/// The most bytes of all details together, where late details are only a reason.
const ALL_REASON_BYTES: usize = 16 * 1024 * 1024;

/// The most bytes that names and details may each take up, with all that is needed to hold them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Room {
    pub(super) names: usize,
    pub(super) details: usize,
    /// The bound of details with the reasons of failures that have nothing else.
    pub(super) reasons: usize,
}

impl Room {
    /// The room for an answer of these limits. It shows a small part of this; the rest is for failures that may turn out
    /// to be shown.
    pub(super) fn of(limits: Limits) -> Self {
        let bytes = |per_char: u64, [least, most]: [usize; 2]| {
            usize::try_from(limits.chars.saturating_mul(per_char)).unwrap_or(usize::MAX).clamp(least, most)
        };
        Self {
            names: bytes(NAMED_BYTES_PER_CHAR, NAMED_BYTES),
            details: bytes(DETAIL_BYTES_PER_CHAR, ALL_DETAIL_BYTES),
            reasons: ALL_REASON_BYTES,
        }
    }
}
