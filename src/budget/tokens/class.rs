//! An upper estimate by the kind of text, of text as tokenizers cut it: words, digits, marks, blanks, scripts.

/// The tokens of `text`.
pub(super) fn estimate(text: &str) -> u64 {
    u64::try_from(text.chars().count()).unwrap_or(u64::MAX).div_ceil(3)
}
