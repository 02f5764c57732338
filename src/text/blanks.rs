//! Texts without the blanks before them.

/// The text without the blanks before it: `str::trim_start`, fast enough for every line. A line holds no vertical tab.
#[must_use]
#[inline]
pub fn trim_start(text: &str) -> &str {
    match text.as_bytes().first() {
        Some(b'\t'..=b'\r' | b' ' | 0x80..) => trim_start_closely(text),
        _ => text,
    }
}

#[inline(never)]
fn trim_start_closely(text: &str) -> &str {
    let rest = after_first_blanks(text);
    match rest.as_bytes().first() {
        Some(b'\t'..=b'\r' | 0x80..) => rest.trim_start(),
        _ => rest,
    }
}

/// The text after its first blanks and tabs, as `str::trim_ascii_start`, fast enough for every line.
#[must_use]
#[inline]
pub fn after_blanks(text: &str) -> &str {
    match text.as_bytes().first() {
        Some(b'\t'..=b'\r' | b' ') => after_first_blanks(text),
        _ => text,
    }
}

#[inline(never)]
fn after_first_blanks(text: &str) -> &str {
    let mut rest = text.as_bytes();
    while let [b' ', more @ ..] = rest {
        rest = more;
    }
    let rest = text.get(text.len().wrapping_sub(rest.len())..).unwrap_or_default();
    match rest.as_bytes().first() {
        Some(b'\t'..=b'\r') => rest.trim_ascii_start(),
        _ => rest,
    }
}
