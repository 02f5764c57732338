//! Writes JSON: without blanks, and without chars that control a terminal or are invisible.

use std::borrow::Cow;
use std::fmt::Write as _;

use crate::text::judged;

/// Writes a checked value without the blanks between its parts; everything else stays as it is written.
pub fn compact(text: &str, into: &mut String) {
    let bytes = text.as_bytes();
    let mut from = 0_usize;
    let mut at = 0_usize;
    while let Some(found) = memchr::memchr3(b'"', b' ', b'\n', bytes.get(at..).unwrap_or_default()) {
        let found = at.saturating_add(found);
        if bytes.get(found) == Some(&b'"') {
            at = string_end(bytes, found);
            continue;
        }
        into.extend(text.get(from..found).unwrap_or_default().split(['\t', '\r']));
        at = found.saturating_add(1);
        from = at;
        // Inside strings, tabs and carriage returns are always escapes, so the remaining ones are blanks.
    }
    into.extend(text.get(from..).unwrap_or_default().split(['\t', '\r']));
}

fn string_end(bytes: &[u8], from: usize) -> usize {
    let mut at = from.saturating_add(1);
    while let Some(next) = memchr::memchr2(b'"', b'\\', bytes.get(at..).unwrap_or_default()) {
        let found = at.saturating_add(next);
        if bytes.get(found) == Some(&b'"') {
            return found.saturating_add(1);
        }
        at = found.saturating_add(2);
    }
    bytes.len()
}

/// Writes a text as a string. What is unsafe on a terminal is escaped: it stays in the text and does no harm.
pub fn string(text: &str, into: &mut String) {
    into.push('"');
    for (character, harmful) in judged(text) {
        match character {
            '"' => into.push_str("\\\""),
            '\\' => into.push_str("\\\\"),
            '\n' => into.push_str("\\n"),
            '\t' => into.push_str("\\t"),
            '\r' => into.push_str("\\r"),
            character if harmful => escape(character, into),
            character => into.push(character),
        }
    }
    into.push('"');
}

fn escape(character: char, into: &mut String) {
    for unit in character.encode_utf16(&mut [0; 2]) {
        let _ = write!(into, "\\u{unit:04x}");
    }
}

/// A JSON text in which what is unsafe on a terminal is escaped: an equal value, since such characters are only in
/// strings. Line ends between its parts stay.
#[must_use]
pub fn harmless(text: &str) -> Cow<'_, str> {
    let harms = |(character, harmful): &(char, bool)| *harmful && !matches!(character, '\n' | '\t' | '\r');
    if text.is_ascii() && !text.bytes().any(|byte| byte == 0x7f) || !judged(text).any(|each| harms(&each)) {
        return Cow::Borrowed(text);
    }
    let mut safe = String::with_capacity(text.len().saturating_add(64));
    for each in judged(text) {
        if harms(&each) { escape(each.0, &mut safe) } else { safe.push(each.0) }
    }
    Cow::Owned(safe)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compacted(text: &str) -> String {
        let mut into = String::new();
        compact(text, &mut into);
        into
    }

    #[test]
    fn blanks_between_parts_go_and_those_in_strings_stay() {
        assert_eq!(
            compacted("{ \"a b\" :\t[ 1,\r\n 2.0 ] , \"c\\\" d\": null }"),
            "{\"a b\":[1,2.0],\"c\\\" d\":null}"
        );
        assert_eq!(compacted(" 1 "), "1");
        assert_eq!(compacted("\"\\\\\" "), "\"\\\\\"");
    }

    #[test]
    fn what_a_terminal_obeys_is_escaped_and_the_value_is_equal() {
        let mut into = String::new();
        string("a\u{1b}[2J\u{202e}\"\\\n\u{e0041}é", &mut into);
        assert_eq!(into, "\"a\\u001b[2J\\u202e\\\"\\\\\\n\\udb40\\udc41é\"");
        assert_eq!(serde_json::from_str::<String>(&into).unwrap(), "a\u{1b}[2J\u{202e}\"\\\n\u{e0041}é");
        assert_eq!(harmless("{\"a\":\n \"x\u{7f}\u{200b}é\"}"), "{\"a\":\n \"x\\u007f\\u200bé\"}");
        assert!(matches!(harmless("[\"é\"]"), Cow::Borrowed(_)));
    }

    proptest::proptest! {
        #[test]
        fn a_string_is_read_back_as_it_was(text in ".{0,60}") {
            let mut into = String::new();
            string(&text, &mut into);
            proptest::prop_assert_eq!(serde_json::from_str::<String>(&into).unwrap(), text);
        }
    }
}
