//! What an answer of the filter costs its reader, by the number of its chars alone.

/// Estimates tokens as a quarter of the chars, rounded up: 40000 chars are about 10000 tokens. Logs measure up to a
/// fifth more with real tokenizers.
#[must_use]
pub const fn estimate(chars: u64) -> u64 {
    chars.div_ceil(4)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_chars_are_a_token_rounded_up() {
        assert_eq!([0, 1, 4, 5, 40_000].map(estimate), [0, 1, 1, 2, 10_000]);
    }
}
