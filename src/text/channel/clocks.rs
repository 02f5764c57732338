//! The forms of dates and clocks that a CI writes before lines.

/// `2026-01-02T03:04:05.678Z`: date, clock, any fraction, `Z`, an offset or nothing.
pub(super) fn moment(text: &[u8]) -> Option<&[u8]> {
    let rest = digits(text, 4)?.strip_prefix(b"-")?;
    let rest = digits(rest, 2)?.strip_prefix(b"-")?;
    let rest = digits(rest, 2)?;
    let (blank, rest) = match rest {
        [b'T', rest @ ..] => (false, rest),
        [b' ', rest @ ..] => (true, rest),
        _ => return None,
    };
    let rest = clock(rest)?;
    let rest = if blank { after_fraction(fraction(rest), b',') } else { fraction(rest) };
    if let Some(rest) = rest.strip_prefix(b"Z") {
        return Some(rest);
    }
    if let [b'+' | b'-', offset @ ..] = rest {
        return digits(offset, 4)
            .or_else(|| digits(offset, 2).and_then(|hours| digits(hours.strip_prefix(b":")?, 2)));
    }
    // Without a zone only the form with a blank counts, which is `ts`'s.
    blank.then_some(rest)
}

/// `03:04:05`.
#[inline]
pub(super) fn clock(text: &[u8]) -> Option<&[u8]> {
    let rest = digits(text, 2)?.strip_prefix(b":")?;
    digits(digits(rest, 2)?.strip_prefix(b":")?, 2)
}

/// Skips `.678`, if it is there.
#[inline]
pub(super) fn fraction(text: &[u8]) -> &[u8] {
    after_fraction(text, b'.')
}

/// Skips this mark and the digits after it, if they are there.
fn after_fraction(text: &[u8], mark: u8) -> &[u8] {
    let Some(after) = text.strip_prefix(&[mark]) else { return text };
    let length = after.iter().take_while(|byte| byte.is_ascii_digit()).count();
    if length == 0 { text } else { after.get(length..).unwrap_or_default() }
}

/// Exactly this many digits, and no further one.
#[inline]
pub(super) fn digits(text: &[u8], count: usize) -> Option<&[u8]> {
    let (digits, rest) = text.split_at_checked(count)?;
    let more = rest.first().is_some_and(u8::is_ascii_digit);
    (digits.iter().all(u8::is_ascii_digit) && !more).then_some(rest)
}

/// What follows the blank after a stamp; the stamp may also be the end of the line.
#[inline]
pub(super) fn ended(rest: &[u8]) -> Option<&[u8]> {
    if rest.is_empty() { Some(rest) } else { rest.strip_prefix(b" ") }
}
