//! Numbers as texts begin with them.

/// Splits a decimal number off the front. A number beyond `u64` reads as `u64::MAX`.
#[must_use]
pub fn number(text: &str) -> Option<(u64, &str)> {
    let end = text.bytes().position(|byte| !byte.is_ascii_digit()).unwrap_or(text.len());
    let (digits, rest) = text.split_at_checked(end)?;
    if digits.is_empty() {
        return None;
    }
    Some((digits.parse().unwrap_or(u64::MAX), rest))
}
