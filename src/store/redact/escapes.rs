//! Reads through what other programs put round a name and a value: quotes, escapes, signs, colours.
//!
//! A log holds strings within strings: JSON in JSON, a URL within a query, the literal of a string in a message. So a
//! quote may have any number of backslashes before it, and a sign may be written `\u003d` or `%3D`.

use crate::budget::Count as _;

/// The byte before a position.
pub(super) fn before(text: &[u8], at: usize) -> Option<u8> {
    at.checked_sub(1).and_then(|at| text.get(at)).copied()
}

/// How many bytes from `at` on are wanted ones, `most` at most.
pub(super) fn run(text: &[u8], at: usize, most: usize, wanted: impl Fn(u8) -> bool) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    rest.iter().take(most).take_while(|byte| wanted(**byte)).count()
}

/// How many bytes before `at` are wanted ones, `most` at most.
pub(super) fn run_before(text: &[u8], at: usize, most: usize, wanted: impl Fn(u8) -> bool) -> usize {
    let rest = text.get(..at).unwrap_or_default();
    rest.iter().rev().take(most).take_while(|byte| wanted(**byte)).count()
}

/// How many blanks are at a position, a few at most.
pub(super) fn blanks(text: &[u8], at: usize) -> usize {
    run(text, at, 8, |byte| matches!(byte, b' ' | b'\t'))
}

/// Whether the text has these bytes at a position.
pub(super) fn has(text: &[u8], at: usize, wanted: &[u8]) -> bool {
    text.get(at..).is_some_and(|rest| rest.starts_with(wanted))
}

/// Whether the byte at a position is one of those.
pub(super) fn one(text: &[u8], at: usize, wanted: &[u8]) -> bool {
    text.get(at).is_some_and(|byte| wanted.contains(byte))
}

/// The most bytes of a sequence that sets a colour.
const COLOR_BYTES: usize = 24;
/// How a colour begins: the escape itself (ECMA-48), or as a string literal has it.
const COLORS: [&[u8]; 7] = [b"\x1b[", b"\\x1b[", b"\\x1B[", b"\\u001b[", b"\\u001B[", b"\\033[", b"\\e["];

/// After the sequences that set colours at a position.
pub(super) fn past_color(text: &[u8], at: usize) -> usize {
    let mut at = at;
    while one(text, at, b"\x1b\\") {
        let Some(begins) = COLORS.iter().find(|begins| has(text, at, begins)) else { break };
        let from = at.saturating_add(begins.len());
        let length =
            run(text, from, COLOR_BYTES, |byte| byte.is_ascii_digit() || matches!(byte, b';' | b':'));
        let last = from.saturating_add(length);
        if text.get(last) != Some(&b'm') {
            break;
        }
        at = last.saturating_add(1);
    }
    at
}

/// How many of the first bytes of `text[from..at]` belong to an escape or a colour that ends there. A run of letters and
/// digits before `at` begins at `from`.
fn escaped(text: &[u8], from: usize, at: usize) -> usize {
    let word = text.get(from..at).unwrap_or_default();
    let hex = |from: usize, count: usize| run(word, from, count, |byte| byte.is_ascii_hexdigit()) == count;
    match (before(text, from), word.first()) {
        (Some(b'\\'), Some(b'n' | b't' | b'r' | b'b' | b'f' | b'v' | b'e' | b'0')) => 1,
        (Some(b'\\'), Some(b'u')) if hex(1, 4) => 5,
        (Some(b'\\'), Some(b'x')) if hex(1, 2) => 3,
        (Some(b'%'), Some(_)) if hex(0, 2) => 2,
        (Some(b'[' | b';'), Some(_)) => {
            let digits = run(word, 0, 4, |byte| byte.is_ascii_digit());
            let begin = from.saturating_sub(COLOR_BYTES.saturating_add(8));
            let end = from.saturating_add(digits).saturating_add(1);
            let near = text.get(begin..end).unwrap_or_default();
            let color =
                memchr::memrchr2(0x1b, b'\\', near).is_some_and(|at| past_color(near, at) == near.len());
            if color { digits.saturating_add(1) } else { 0 }
        }
        _ => 0,
    }
}

/// Where a word begins that ends at `at`, `most` bytes before that at most. Escapes and colours before it are no part.
pub(super) fn word_start(text: &[u8], at: usize, most: usize, wanted: impl Fn(u8) -> bool) -> usize {
    let from = at.saturating_sub(run_before(text, at, most, wanted));
    from.saturating_add(escaped(text, from, at)).min(at)
}

/// Whether a word may begin at a position: after none of its bytes, an escape or a colour.
pub(super) fn begins(text: &[u8], at: usize, goes_on: impl Fn(u8) -> bool) -> bool {
    if before(text, at).is_none_or(|byte| !goes_on(byte)) {
        return true;
    }
    let letters = |byte: u8| byte.is_ascii_alphanumeric();
    // What an escape leaves is at most five bytes after its backslash, a colour a few more.
    [1, 2, 3, 5]
        .iter()
        .any(|length| at.checked_sub(*length).is_some_and(|from| escaped(text, from, at) == *length))
        || {
            let from = at.saturating_sub(run_before(text, at, 4, letters));
            from < at && from.saturating_add(escaped(text, from, at)) == at
        }
}

/// What is between a name and its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sign {
    /// `=`, `:=`, `=>`, `?=`, `->`.
    Equals,
    /// `||`, before what is taken instead.
    Or,
    /// `:`.
    Colon,
    /// `,`, as in a call.
    Comma,
    /// The end of a tag of XML.
    Tag,
}

/// How many backslashes are at a position, and the most that are looked at.
fn slashes(text: &[u8], at: usize) -> usize {
    run(text, at, 32, |byte| byte == b'\\')
}

/// The sign at a position, and where it ends.
pub(super) fn sign(text: &[u8], at: usize) -> Option<(Sign, usize)> {
    let after = |sign: Sign, count: usize| Some((sign, at.saturating_add(count)));
    let rest = text.get(at..)?;
    match rest {
        [b'=', b'>', ..] | [b':' | b'?' | b'+' | b'.', b'=', ..] | [b'-', b'>', ..] => after(Sign::Equals, 2),
        [b'|', b'|', ..] => after(Sign::Or, 2),
        // An arrow.
        [0xe2, 0x86, 0x92, ..] => after(Sign::Equals, 3),
        [b'=', b'=' | b'~' | b':', ..] | [b':', b':' | b'~', ..] => None,
        [b'=', ..] => after(Sign::Equals, 1),
        [b':', ..] => after(Sign::Colon, 1),
        [b',', ..] => after(Sign::Comma, 1),
        [b'>', ..] => after(Sign::Tag, 1),
        [b'&', b'g', b't', b';', ..] => after(Sign::Tag, 4),
        [b'%', b'3', b'D' | b'd', ..] => after(Sign::Equals, 3),
        [b'%', b'3', b'A' | b'a', ..] => after(Sign::Colon, 3),
        [b'\\', ..] => {
            let slashes = slashes(text, at);
            let rest = rest.get(slashes..)?;
            let sign = |byte: &u8| if matches!(byte, b'd' | b'D') { Sign::Equals } else { Sign::Colon };
            match rest {
                [b'u', b'0', b'0', b'3', last @ (b'd' | b'D' | b'a' | b'A'), ..] => {
                    after(sign(last), slashes.saturating_add(5))
                }
                [b'x', b'3', last @ (b'd' | b'D' | b'a' | b'A'), ..] => {
                    after(sign(last), slashes.saturating_add(3))
                }
                _ => None,
            }
        }
        _ => None,
    }
}

/// The most bytes of a string.
const STRING_BYTES: usize = 4096;
/// Quotes that are written as words: of URLs, XML and of string literals.
const QUOTE_WORDS: [&[u8]; 8] =
    [b"%22", b"%27", b"&quot;", b"&#34;", b"&#39;", b"&apos;", b"u0022", b"u0027"];

/// A quote that begins a string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Quote {
    /// A byte, with so many backslashes before it.
    Byte(u8, usize),
    /// A word.
    Word(&'static [u8]),
}

/// The quote at a position, and where it ends.
pub(super) fn quote(text: &[u8], at: usize) -> Option<(Quote, usize)> {
    let slashes = slashes(text, at);
    let from = at.saturating_add(slashes);
    if let Some(byte @ (b'"' | b'\'' | b'`')) = text.get(from) {
        return Some((Quote::Byte(*byte, slashes), from.saturating_add(1)));
    }
    let word =
        QUOTE_WORDS.iter().find(|word| has(text, from, word) && (slashes > 0) == word.starts_with(b"u"))?;
    Some((Quote::Word(word), from.saturating_add(word.len())))
}

/// Past a quote if there is one.
pub(super) fn past_quote(text: &[u8], at: usize) -> (Option<Quote>, usize) {
    quote(text, at).map_or((None, at), |(quote, after)| (Some(quote), after))
}

impl Quote {
    /// Bytes of a string from `at` on, up to the quote that ends it. Without one it is a word.
    pub(super) fn length(self, text: &[u8], at: usize) -> usize {
        let rest = text.get(at..).unwrap_or_default();
        let rest = rest.get(..STRING_BYTES).unwrap_or(rest);
        match self {
            Self::Byte(wanted, slashes) => string(rest, wanted, slashes).unwrap_or_else(|| {
                run(rest, 0, rest.len(), |byte| byte > b' ' && !b"\"'`\\,".contains(&byte))
            }),
            Self::Word(word) => {
                let line = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
                let rest = rest.get(..line).unwrap_or_default();
                let end = memchr::memmem::find(rest, word).unwrap_or(rest.len());
                let string = rest.get(..end).unwrap_or_default();
                end.saturating_sub(string.iter().rev().take_while(|byte| **byte == b'\\').count())
            }
        }
    }
}

/// Bytes up to the quote that ends a string which began with so many backslashes before its own. A quote within it has
/// more of them before it, and a backslash within it is as many. `None` when none ends it on its line, or when it reaches
/// beyond a string of JSON that it is in.
fn string(rest: &[u8], wanted: u8, slashes: usize) -> Option<usize> {
    let unit = slashes.saturating_add(1).saturating_mul(2);
    let mut length = 0_usize;
    while let Some(byte) = rest.get(length) {
        match *byte {
            b'\\' => {
                let count = run(rest, length, rest.len(), |byte| byte == b'\\');
                let after = length.saturating_add(count);
                let more = count.checked_sub(slashes);
                if rest.get(after) == Some(&wanted) {
                    if more.is_some_and(|more| more.checked_rem(unit) == Some(0)) {
                        return Some(after.saturating_sub(slashes));
                    }
                    length = after.saturating_add(1);
                } else {
                    length = after;
                }
            }
            byte if byte == wanted && slashes == 0 => return Some(length),
            byte if byte < b' ' || byte == b'"' => return None,
            _ => length.up(1),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_string_ends_at_the_quote_of_its_own_depth() {
        for (text, string) in [
            (r#""abc" d"#, "abc"),
            (r#""a\"b" c"#, r#"a\"b"#),
            (r#""a\\" c"#, r"a\\"),
            (r#"\"abc\" d"#, "abc"),
            (r#"\"a\\\"b\" c"#, r#"a\\\"b"#),
            (r#"\\\"abc\\\", d"#, "abc"),
            ("%22abc%22 d", "abc"),
            ("&quot;abc&quot;", "abc"),
            (r"\u0022abc\u0022", "abc"),
            ("'abc\nd'", "abc"),
            ("'abc\", 'd'", "abc"),
            (r#"'abc\", 'd'"#, "abc"),
        ] {
            let (quote, from) = quote(text.as_bytes(), 0).unwrap();
            assert_eq!(&text[from..from + quote.length(text.as_bytes(), from)], string, "{text}");
        }
    }

    #[test]
    fn a_word_begins_after_an_escape_and_a_colour() {
        let letters = |byte: u8| byte.is_ascii_alphanumeric();
        for before in [
            "",
            " ",
            r"\n",
            r"\t",
            r"\u003d",
            "%3D",
            r"\x3d",
            "\x1b[31m",
            "\x1b[0;38;5;12m",
            r"\x1b[1m",
            r"\u001b[1;2m",
            "=",
        ] {
            assert!(begins(format!("{before}word").as_bytes(), before.len(), letters), "{before:?}");
            let text = format!("{before}word");
            assert_eq!(word_start(text.as_bytes(), text.len(), 64, letters), before.len(), "{before:?}");
        }
        for before in ["a", "1", "n", "3D", "u003d", "m"] {
            assert!(!begins(format!("{before}word").as_bytes(), before.len(), letters), "{before:?}");
        }
    }

    #[test]
    fn signs_are_read_as_a_url_and_a_string_literal_have_them() {
        for (text, wanted) in [
            ("=a", Some((Sign::Equals, 1))),
            ("=> a", Some((Sign::Equals, 2))),
            (":= a", Some((Sign::Equals, 2))),
            ("%3Da", Some((Sign::Equals, 3))),
            (r"\u003da", Some((Sign::Equals, 6))),
            (r"\\u003Da", Some((Sign::Equals, 7))),
            (":a", Some((Sign::Colon, 1))),
            ("%3a", Some((Sign::Colon, 3))),
            ("==a", None),
            ("::a", None),
            (r"\n", None),
            ("a", None),
        ] {
            assert_eq!(sign(text.as_bytes(), 0), wanted, "{text}");
        }
    }
}
