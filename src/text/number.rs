//! Numbers in texts.

/// Splits off the decimal number that a text begins with. A number beyond `u64` reads as `u64::MAX`.
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

/// Letters that may follow a number, and what they multiply it by.
const UNITS: [(char, u64); 3] = [('k', 1_000), ('m', 1_000_000), ('g', 1_000_000_000)];

/// A whole number as people type it: `8k` is 8000, `10M` ten million, `1G` a thousand million. A number beyond `u64` reads
/// as `u64::MAX`.
#[must_use]
pub fn amount(text: &str) -> Option<u64> {
    let last = text.chars().next_back()?;
    let unit = UNITS.iter().find(|(letter, _)| letter.eq_ignore_ascii_case(&last));
    let (digits, each) = match unit {
        Some((_, each)) => (text.strip_suffix(last)?, *each),
        None => (text, 1),
    };
    whole_number(digits).map(|number| number.saturating_mul(each))
}

/// Whether the text is two numbers with a hyphen between them, as WebdriverIO names its workers: `0-12`.
#[must_use]
pub fn is_worker(text: &str) -> bool {
    text.split_once('-')
        .is_some_and(|(capability, spec)| whole_number(capability).is_some() && whole_number(spec).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_letter_after_a_number_multiplies_it() {
        let read = ["8k", "8K", "10M", "1m", "2G", "8192", "0", "000500"].map(amount);
        let meant = [8000, 8000, 10_000_000, 1_000_000, 2_000_000_000, 8192, 0, 500];
        assert_eq!(read, meant.map(Some));
        assert_eq!(amount("99999999999999999999k"), Some(u64::MAX));
        for word in ["", "k", "8kk", "8kB", "8Ki", "-1", "+1", "1.5k", "8 k", "1e3", "1_000", "0x5", "８"] {
            assert_eq!(amount(word), None, "{word}");
        }
    }
}
