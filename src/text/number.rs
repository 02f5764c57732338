//! Numbers in texts.

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

/// The whole text as a decimal number.
#[must_use]
pub fn whole_number(text: &str) -> Option<u64> {
    match number(text) {
        Some((value, "")) => Some(value),
        _ => None,
    }
}

/// Whether the text is two numbers with a hyphen between them, as WebdriverIO calls its workers: `0-12`.
#[must_use]
pub fn is_worker(text: &str) -> bool {
    text.split_once('-')
        .is_some_and(|(capability, spec)| whole_number(capability).is_some() && whole_number(spec).is_some())
}
