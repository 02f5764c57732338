//! size-limit: `Package size limit has exceeded by 27 B`.

/// What it prints of a check that is too large or takes too long.
pub(super) const TOO_LARGE: &str = "Package size limit has exceeded by ";
pub(super) const TOO_SLOW: &str = "Total time limit has exceeded";

pub(super) fn is_exceeded(bare: &str) -> bool {
    bare == TOO_SLOW || bare.strip_prefix(TOO_LARGE).is_some_and(is_amount)
}

/// Reads `27 B`, `1.5 kB`, `3 s`.
fn is_amount(text: &str) -> bool {
    text.split_once(' ').is_some_and(|(number, unit)| {
        number.starts_with(|first: char| first.is_ascii_digit())
            && number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
            && ["B", "kB", "MB", "GB", "s", "ms", "min"].contains(&unit)
    })
}
