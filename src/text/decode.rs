//! Decodes a whole text as [`super::LineReader`] decodes a stream: UTF-16 by its byte order mark, else UTF-8, with U+FFFD
//! for bytes that are neither. Only the mark is removed, and nothing is escaped.

use std::borrow::Cow;

/// Decodes `bytes`.
#[must_use]
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    match bytes {
        [0xff, 0xfe, rest @ ..] => Cow::Owned(utf16(rest, u16::from_le_bytes)),
        [0xfe, 0xff, rest @ ..] => Cow::Owned(utf16(rest, u16::from_be_bytes)),
        _ => String::from_utf8_lossy(bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)),
    }
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let (pairs, odd) = bytes.as_chunks::<2>();
    let chars = char::decode_utf16(pairs.iter().map(|pair| unit(*pair)));
    let mut text: String = chars.map(|char| char.unwrap_or(char::REPLACEMENT_CHARACTER)).collect();
    if !odd.is_empty() {
        text.push(char::REPLACEMENT_CHARACTER);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn utf_8_is_borrowed_and_its_mark_goes() {
        assert!(matches!(decode(b"a\xc3\xa9"), Cow::Borrowed("aé")));
        assert_eq!(decode(b"\xef\xbb\xbfa"), "a");
        assert_eq!(decode(b""), "");
    }

    #[test]
    fn bytes_that_are_no_text_are_replaced() {
        assert_eq!(decode(b"a\xff\xc3"), "a\u{fffd}\u{fffd}");
        assert_eq!(decode(b"\xe2\x82x"), "\u{fffd}x");
    }

    #[test]
    fn utf_16_is_known_by_its_mark() {
        assert_eq!(decode(b"\xff\xfea\0\x3d\xd8\x00\xde"), "a\u{1f600}");
        assert_eq!(decode(b"\xfe\xff\0a\xd8\x3d"), "a\u{fffd}");
        assert_eq!(decode(b"\xff\xfea\0b"), "a\u{fffd}");
    }
}
