//! What may be printed: dangerous code points become visible, everything else stays as it is.
//!
//! Controls could drive a terminal, bidirectional marks could reorder what is read, invisible characters could carry a
//! message past the reader. Each is shown as `<U+XXXX>`. The neighbours are `rows`, which removes whole escape
//! sequences before their introducer gets here, and the renderers, which print only what went through here. Joiners
//! and presentation selectors (U+200C, U+200D, U+FE0E, U+FE0F) stay, since scripts and emoji need them.

use std::borrow::Cow;

/// What a run of bytes without controls is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Made {
    /// Printable ASCII and tabs.
    Plain,
    /// Bytes from 0x80 on, too.
    High,
}

/// One bit pattern in every byte of a word.
const fn each(byte: u8) -> u64 {
    u64::from_ne_bytes([byte; 8])
}

/// The top bit of every byte that is a control other than a tab (below 0x20, or 0x7f).
#[inline]
const fn controls(word: u64) -> u64 {
    let low = word & each(0x7f);
    let below_blank = !low.wrapping_add(each(0x60));
    let delete = low.wrapping_add(each(1));
    let not_tab = (low ^ each(b'\t')).wrapping_add(each(0x7f));
    ((below_blank & not_tab) | delete) & !word & each(0x80)
}

/// Whether one byte is a control other than a tab.
#[inline]
const fn is_control(byte: u8) -> bool {
    (byte < 0x20 && byte != b'\t') || byte == 0x7f
}

/// How many bytes come before the first control other than a tab, and what they are made of.
///
/// Looks at every byte once, eight at a time: what an ordinary line costs.
#[inline]
pub(super) fn before_control(bytes: &[u8]) -> (usize, Made) {
    let mut high = 0_u64;
    let mut at = 0_usize;
    let (words, rest) = bytes.as_chunks::<8>();
    for word in words {
        let word = u64::from_le_bytes(*word);
        let found = controls(word);
        if found != 0 {
            let bits = found.trailing_zeros() & !7;
            high |= word & each(0x80) & !u64::MAX.checked_shl(bits).unwrap_or_default();
            return (at.saturating_add((bits >> 3) as usize), made(high));
        }
        high |= word;
        at = at.saturating_add(8);
    }
    for byte in rest {
        if is_control(*byte) {
            break;
        }
        high |= u64::from(*byte);
        at = at.saturating_add(1);
    }
    (at, made(high))
}

/// Bytes that are looked at together by [`plain_run`].
const RUN: usize = 64;

/// How many bytes come before the first one that is not printable ASCII, a tab or a newline.
///
/// Without early ends inside a group, so that the compiler looks at many at once.
#[inline]
pub(super) fn plain_run(bytes: &[u8]) -> usize {
    // Bytes beyond ASCII are negative.
    let printable = |byte: &u8| (byte.cast_signed() >= 0x20) & (*byte != 0x7f);
    let plain = |byte: &u8| printable(byte) | (*byte == b'\t') | (*byte == b'\n');
    let (groups, rest) = bytes.as_chunks::<RUN>();
    let whole = groups.iter().take_while(|group| group.iter().fold(true, |all, byte| all & plain(byte)));
    let run = whole.count().saturating_mul(RUN);
    let last = bytes.get(run..).unwrap_or(rest);
    run.saturating_add(last.iter().take_while(|byte| plain(byte)).count())
}

#[inline]
const fn made(high: u64) -> Made {
    if high & each(0x80) == 0 { Made::Plain } else { Made::High }
}

/// Whether a code point is shown as `<U+XXXX>`. Tab and newline are not.
#[must_use]
pub const fn is_unsafe(character: char) -> bool {
    matches!(character,
        '\0'..='\u{8}' | '\u{b}'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{61c}' | '\u{200b}' | '\u{200e}'..='\u{200f}'
        | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}' | '\u{e0000}'..='\u{e0fff}')
}

/// Where the first unsafe code point stands in text without ASCII controls (bytes from the front).
///
/// Looks at lead bytes only: an ordinary text of accents or Chinese costs a comparison per byte, ASCII an eighth of it.
#[inline]
pub(super) fn first_unsafe(text: &str) -> Option<(usize, char)> {
    let bytes = text.as_bytes();
    let mut at = 0_usize;
    loop {
        let rest = bytes.get(at..)?;
        let first = *rest.first()?;
        if first < 0x80 {
            let ascii = match rest.first_chunk::<8>() {
                Some(word) if u64::from_ne_bytes(*word) & each(0x80) == 0 => 8,
                _ => 1,
            };
            at = at.saturating_add(ascii);
            continue;
        }
        let suspect = match rest {
            [0xc2, second, ..] => *second < 0xa0,
            [0xd8, second, ..] => *second == 0x9c,
            [0xe2, 0x80 | 0x81, _, ..] | [0xef, 0xbb, ..] | [0xf3, 0xa0, ..] => true,
            _ => false,
        };
        if suspect {
            let character = text.get(at..)?.chars().next()?;
            if is_unsafe(character) {
                return Some((at, character));
            }
        }
        at = at.saturating_add(1);
    }
}

/// The chars of a line without dangerous controls; none when it needs more care: bad UTF-8, dangerous code points.
#[inline]
pub(super) fn count(line: &[u8], made: Made) -> Option<u64> {
    if made == Made::Plain {
        return u64::try_from(line.len()).ok();
    }
    let text = std::str::from_utf8(line).ok()?;
    first_unsafe(text).is_none().then(|| u64::try_from(text.chars().count()).unwrap_or(u64::MAX))
}

/// A code point in its visible form.
pub(super) fn escape(character: char, into: &mut String) {
    let code = u32::from(character);
    into.push_str("<U+");
    // Nibbles from the highest of six; the first two only if they are needed.
    for (place, shift) in [20_u32, 16, 12, 8, 4, 0].into_iter().enumerate() {
        let above = code >> shift;
        if place >= 2 || above > 0 {
            into.push(char::from_digit(above & 0xf, 16).map_or('0', |digit| digit.to_ascii_uppercase()));
        }
    }
    into.push('>');
}

/// Makes any text printable; newlines and tabs stay. Gives the text and the number of code points escaped.
///
/// Escape sequences are not removed here: their introducer becomes visible. Doing it twice changes nothing more.
#[must_use]
pub fn sanitize(text: &str) -> (Cow<'_, str>, u64) {
    if !text.chars().any(is_unsafe) {
        return (Cow::Borrowed(text), 0);
    }
    let mut safe = String::with_capacity(text.len().saturating_add(16));
    let mut escaped = 0_u64;
    for character in text.chars() {
        if is_unsafe(character) {
            escape(character, &mut safe);
            escaped = escaped.saturating_add(1);
        } else {
            safe.push(character);
        }
    }
    (Cow::Owned(safe), escaped)
}

/// [`sanitize`] for bytes: what is not UTF-8 becomes U+FFFD, one for each maximal part, and counts as escaped.
#[must_use]
pub fn sanitize_bytes(bytes: &[u8]) -> (Cow<'_, str>, u64) {
    if let Ok(text) = std::str::from_utf8(bytes) {
        return sanitize(text);
    }
    let mut safe = String::with_capacity(bytes.len());
    let mut escaped = 0_u64;
    for chunk in bytes.utf8_chunks() {
        let (valid, count) = sanitize(chunk.valid());
        safe.push_str(&valid);
        escaped = escaped.saturating_add(count);
        if !chunk.invalid().is_empty() {
            safe.push(char::REPLACEMENT_CHARACTER);
            escaped = escaped.saturating_add(1);
        }
    }
    (Cow::Owned(safe), escaped)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_list_of_the_design_is_escaped_and_nothing_else() {
        let inside = |code: u32| {
            (code < 0x20 && code != 9 && code != 10)
                || (0x7f..=0x9f).contains(&code)
                || [0x61c, 0x200b, 0x200e, 0x200f, 0xfeff].contains(&code)
                || (0x2028..=0x202e).contains(&code)
                || (0x2060..=0x2069).contains(&code)
                || (0xe0000..=0xe0fff).contains(&code)
        };
        for code in 0..=0x10_ffff_u32 {
            let Some(character) = char::from_u32(code) else { continue };
            assert_eq!(is_unsafe(character), inside(code), "U+{code:04X}");
            if code >= 0x80 {
                let text = format!("é{character}é");
                let found = inside(code).then_some((2, character));
                assert_eq!(first_unsafe(&text), found, "U+{code:04X}");
            }
        }
    }

    #[test]
    fn a_dangerous_code_point_becomes_visible() {
        assert_eq!(sanitize("a\u{202e}b\0\t\u{1b}\n"), (Cow::Borrowed("a<U+202E>b<U+0000>\t<U+001B>\n"), 3));
        assert_eq!(sanitize("e\u{200d}\u{fe0f}"), (Cow::Borrowed("e\u{200d}\u{fe0f}"), 0));
    }

    #[test]
    fn every_code_point_is_shown_by_its_number() {
        for code in (0..=0x10_ffff_u32).step_by(7) {
            let Some(character) = char::from_u32(code) else { continue };
            let mut shown = String::new();
            escape(character, &mut shown);
            assert_eq!(shown, format!("<U+{code:04X}>"));
        }
    }

    #[test]
    fn what_is_not_utf8_is_replaced_per_maximal_part() {
        let bytes = b"a\xe2\x82b\xff\xffc";
        assert_eq!(sanitize_bytes(bytes), (String::from_utf8_lossy(bytes), 3));
    }

    #[test]
    fn every_byte_is_sorted_at_every_place() {
        for length in (1..20).chain([31, 32, 33, 70]) {
            for at in 0..length {
                for byte in 0..=255_u8 {
                    let mut bytes = vec![b'x'; length];
                    bytes[at] = byte;
                    let found = match byte {
                        b'\t' | b' '..=b'~' => (length, Made::Plain),
                        0..=0x1f | 0x7f => (at, Made::Plain),
                        0x80.. => (length, Made::High),
                    };
                    assert_eq!(before_control(&bytes), found);
                    bytes[0] = 0x80;
                    let found = if at == 0 { (length, Made::High) } else { (found.0, Made::High) };
                    assert_eq!(before_control(&bytes), found);
                }
            }
        }
    }

    #[test]
    fn a_plain_run_ends_before_the_first_byte_that_is_not() {
        for length in (0..5).chain([63, 64, 65, 127, 128, 200]) {
            for at in 0..length {
                for byte in 0..=255_u8 {
                    let mut bytes = vec![b'x'; length];
                    bytes[at] = byte;
                    let plain = matches!(byte, b'\t' | b'\n' | b' '..=b'~');
                    assert_eq!(
                        plain_run(&bytes),
                        if plain { length } else { at },
                        "{byte} at {at} of {length}"
                    );
                }
            }
        }
    }

    #[test]
    fn what_follows_a_control_does_not_tell_what_comes_before_it() {
        assert_eq!(before_control(b"ab\n\xff\xff\xff\xff\xff"), (2, Made::Plain));
        assert_eq!(before_control(b"\n\xff\xff\xff\xff\xff\xff\xff"), (0, Made::Plain));
    }

    proptest! {
        #[test]
        fn twice_is_once_and_newlines_stay(text in any::<String>()) {
            let (once, _) = sanitize(&text);
            let (twice, more) = sanitize(&once);
            prop_assert_eq!(&once, &twice);
            prop_assert_eq!(more, 0);
            prop_assert_eq!(text.matches('\n').count(), once.matches('\n').count());
        }

        #[test]
        fn bytes_are_read_as_the_standard_library_reads_them(bytes in any::<Vec<u8>>()) {
            let lossy = String::from_utf8_lossy(&bytes);
            let (safe, _) = sanitize_bytes(&bytes);
            prop_assert_eq!(safe, sanitize(&lossy).0);
        }
    }
}
