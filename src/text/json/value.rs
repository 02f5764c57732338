//! A value as a slice of a checked document.

use std::borrow::Cow;

use crate::budget::Count as _;

use serde::de::IgnoredAny;

use super::path::{JsonPath, Step};
use super::trouble::in_words;

/// A JSON value as it is written, without the blanks around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Json<'a>(&'a str);

/// The kinds of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool,
    /// A number of any size.
    Number,
    /// A string.
    String,
    /// An array.
    Array,
    /// An object.
    Object,
}

impl Kind {
    /// Its name in JSON schemas.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool => "boolean",
            Self::Number => "number",
            Self::String => "string",
            Self::Array => "array",
            Self::Object => "object",
        }
    }
}

/// Why a text is not JSON.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not JSON at line {line}, column {column}: {what}")]
pub struct JsonError {
    /// The line, counted from 1.
    pub line: usize,
    /// The column in bytes, counted from 1.
    pub column: usize,
    /// What is wrong there.
    pub what: String,
}

impl From<&serde_json::Error> for JsonError {
    fn from(error: &serde_json::Error) -> Self {
        let what = in_words(error);
        Self { line: error.line(), column: error.column(), what }
    }
}

/// The blanks of JSON.
const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

fn trimmed(text: &str) -> &str {
    text.trim_matches([' ', '\t', '\n', '\r'])
}

/// The length in bytes of the value that `text` begins with; `text` is part of a checked document.
fn length(text: &str) -> usize {
    let bytes = text.as_bytes();
    match bytes.first() {
        Some(b'"') => string_length(bytes),
        Some(b'[' | b'{') => nested_length(bytes),
        _ => bytes.iter().position(|byte| is_blank(*byte) || b",]}:".contains(byte)).unwrap_or(bytes.len()),
    }
}

fn string_length(bytes: &[u8]) -> usize {
    let mut at = 1_usize;
    while let Some(next) = memchr::memchr2(b'"', b'\\', bytes.get(at..).unwrap_or_default()) {
        let found = at.saturating_add(next);
        if bytes.get(found) == Some(&b'"') {
            return found.saturating_add(1);
        }
        at = found.saturating_add(2);
    }
    bytes.len()
}

fn nested_length(bytes: &[u8]) -> usize {
    let mut depth = 0_usize;
    let mut at = 0_usize;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' => {
                at.up(string_length(bytes.get(at..).unwrap_or_default()));
                continue;
            }
            b'[' | b'{' => depth.up(1),
            b']' | b'}' => {
                depth.down(1);
                if depth == 0 {
                    return at.saturating_add(1);
                }
            }
            _ => {}
        }
        at.up(1);
    }
    bytes.len()
}

/// Takes the next value off the text inside brackets, and the blanks, commas and colons around it.
fn take<'a>(rest: &mut &'a str) -> Option<Json<'a>> {
    let text = rest.trim_start_matches([' ', '\t', '\n', '\r', ',', ':']);
    let (value, later) = text.split_at_checked(length(text))?;
    *rest = later;
    (!value.is_empty()).then_some(Json(value))
}

impl<'a> Json<'a> {
    /// Checks a text that holds one value, of any depth.
    ///
    /// # Errors
    /// Where it is no JSON.
    pub fn parse(text: &'a str) -> Result<Self, JsonError> {
        let checked: Result<IgnoredAny, _> = serde_json::from_str(text);
        checked.map_err(|error| JsonError::from(&error))?;
        Ok(Self(trimmed(text)))
    }

    /// Checks a text of values one after the other, with blanks between them: JSON lines, and one value alone too.
    ///
    /// # Errors
    /// Where it is no JSON.
    pub fn parse_all(text: &'a str) -> Result<Vec<Self>, JsonError> {
        let mut stream = serde_json::Deserializer::from_str(text).into_iter::<IgnoredAny>();
        let mut values = Vec::new();
        let mut from = 0;
        while let Some(checked) = stream.next() {
            checked.map_err(|error| JsonError::from(&error))?;
            let to = stream.byte_offset();
            values.push(Self(trimmed(text.get(from..to).unwrap_or_default())));
            from = to;
        }
        Ok(values)
    }

    /// The value that the text of a checked document begins with.
    #[must_use]
    pub fn first(text: &'a str) -> Option<Self> {
        text.get(..length(text)).filter(|value| !value.is_empty()).map(Self)
    }

    /// The text of the value, as it is written.
    #[must_use]
    pub const fn text(self) -> &'a str {
        self.0
    }

    /// Its kind.
    #[must_use]
    pub fn kind(self) -> Kind {
        match self.0.as_bytes().first() {
            Some(b'{') => Kind::Object,
            Some(b'[') => Kind::Array,
            Some(b'"') => Kind::String,
            Some(b't' | b'f') => Kind::Bool,
            Some(b'n') | None => Kind::Null,
            Some(_) => Kind::Number,
        }
    }

    /// Whether it is neither an array nor an object.
    #[must_use]
    pub fn is_scalar(self) -> bool {
        !matches!(self.kind(), Kind::Array | Kind::Object)
    }

    fn inside(self) -> &'a str {
        self.0.get(1..self.0.len().saturating_sub(1)).unwrap_or_default()
    }

    /// The elements of an array, one after the other; of anything else, none.
    pub fn elements(self) -> impl Iterator<Item = Self> {
        let mut rest = if self.kind() == Kind::Array { self.inside() } else { "" };
        std::iter::from_fn(move || take(&mut rest))
    }

    /// The fields of an object in their order, keys decoded; of anything else, none.
    pub fn fields(self) -> impl Iterator<Item = (Cow<'a, str>, Self)> {
        self.raw_fields().map(|(key, value)| (key.string().unwrap_or_default(), value))
    }

    /// The fields of an object in their order, keys as they are written.
    pub fn raw_fields(self) -> impl Iterator<Item = (Self, Self)> {
        let mut rest = if self.kind() == Kind::Object { self.inside() } else { "" };
        std::iter::from_fn(move || Some((take(&mut rest)?, take(&mut rest)?)))
    }

    /// The value of a field; of the last one when there are several of this name.
    #[must_use]
    pub fn get(self, key: &str) -> Option<Self> {
        self.fields().filter(|(name, _)| name == key).last().map(|(_, value)| value)
    }

    /// The value at a path.
    #[must_use]
    pub fn at(self, path: &JsonPath) -> Option<Self> {
        path.steps().iter().try_fold(self, |value, step| match step {
            Step::Key(key) => value.get(key),
            Step::Index(index) => value.elements().nth(*index),
        })
    }

    /// The text of a string, decoded. A surrogate without its other half becomes U+FFFD.
    #[must_use]
    pub fn string(self) -> Option<Cow<'a, str>> {
        if self.kind() != Kind::String {
            return None;
        }
        let inside = self.inside();
        Some(decoded(inside))
    }

    /// The number of elements or of fields.
    #[must_use]
    pub fn count(self) -> usize {
        match self.kind() {
            Kind::Array => self.elements().count(),
            Kind::Object => self.raw_fields().count(),
            _ => 0,
        }
    }
}

/// Decodes the inside of a string into one text of at most its size: the string may be long.
fn decoded(inside: &str) -> Cow<'_, str> {
    let Some(first) = memchr::memchr(b'\\', inside.as_bytes()) else { return Cow::Borrowed(inside) };
    let mut text = String::with_capacity(inside.len());
    let (mut rest, mut next) = (inside, Some(first));
    while let Some(at) = next {
        let (before, escape) = rest.split_at_checked(at).unwrap_or((rest, ""));
        text.push_str(before);
        let (character, length) = escaped(escape);
        text.push(character);
        rest = escape.get(length..).unwrap_or_default();
        next = memchr::memchr(b'\\', rest.as_bytes());
    }
    text.push_str(rest);
    Cow::Owned(text)
}

/// The char of the escape that a text begins with, and the bytes of the escape.
fn escaped(escape: &str) -> (char, usize) {
    let plain = match escape.as_bytes().get(1) {
        Some(b'n') => '\n',
        Some(b't') => '\t',
        Some(b'r') => '\r',
        Some(b'b') => '\u{8}',
        Some(b'f') => '\u{c}',
        Some(b'u') => return unicode(escape),
        Some(_) => {
            return (
                escape.chars().nth(1).unwrap_or('\u{fffd}'),
                escape.chars().take(2).map(char::len_utf8).sum(),
            );
        }
        None => '\u{fffd}',
    };
    (plain, 2)
}

/// The char of an escape with digits, or of two such escapes: half a surrogate pair without its other half is U+FFFD.
fn unicode(escape: &str) -> (char, usize) {
    let unit = |text: &str| u16::from_str_radix(text.strip_prefix("\\u")?.get(..4)?, 16).ok();
    let Some(first) = unit(escape) else { return ('\u{fffd}', 2) };
    let second = escape.get(6..).and_then(unit);
    let pair = [Some(first), second].into_iter().flatten();
    match char::decode_utf16(pair).next() {
        Some(Ok(character)) => (character, character.len_utf16().saturating_mul(6)),
        Some(Err(_)) | None => ('\u{fffd}', 6),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn json(text: &str) -> Json<'_> {
        Json::parse(text).unwrap()
    }

    #[test]
    fn a_value_is_taken_out_as_it_is_written() {
        let value =
            json(" {\"b\" : 1.50e+3 ,\"a\":[ 12345678901234567890123, \"x,]\\\"\" , {} ],\"b\":-0}\n");
        assert_eq!(
            value.fields().map(|(key, value)| format!("{key}={}", value.text())).collect::<Vec<_>>(),
            ["b=1.50e+3", "a=[ 12345678901234567890123, \"x,]\\\"\" , {} ]", "b=-0"]
        );
        let elements: Vec<_> = value.get("a").unwrap().elements().map(Json::text).collect();
        assert_eq!(elements, ["12345678901234567890123", "\"x,]\\\"\"", "{}"]);
        assert_eq!(value.get("b").unwrap().text(), "-0");
        assert_eq!((value.count(), value.get("a").unwrap().count(), value.get("c")), (3, 3, None));
    }

    #[test]
    fn kinds_are_reported_by_the_first_byte() {
        let kinds: Vec<_> = json("[null,true,-1,\"a\",[],{}]").elements().map(Json::kind).collect();
        use Kind::{Array, Bool, Null, Number, Object, String};
        assert_eq!(kinds, [Null, Bool, Number, String, Array, Object]);
    }

    #[test]
    fn depth_is_no_danger() {
        let deep = format!("{}{}", "[".repeat(200_000), "]".repeat(200_000));
        assert_eq!(json(&deep).elements().next().unwrap().text().len(), 399_998);
    }

    #[test]
    fn lines_of_json_are_values_and_an_error_is_placed() {
        let values = Json::parse_all("{\"a\":1}\r\n\n[2] 3\n").unwrap();
        assert_eq!(values.iter().map(|value| value.text()).collect::<Vec<_>>(), ["{\"a\":1}", "[2]", "3"]);
        let error = Json::parse_all("{\"a\":1}\n{\"a\" 2}\n").unwrap_err();
        assert_eq!(error.to_string(), "not JSON at line 2, column 6: a colon is missing after a key");
        assert!(Json::parse("1 2").is_err() && Json::parse("").is_err());
    }

    #[test]
    fn strings_are_decoded_and_half_a_surrogate_does_no_harm() {
        assert_eq!(json("\"a\\u00e9\\n\"").string().unwrap(), "aé\n");
        assert_eq!(json("\"\\ud83d\\ude00 \\ud83d x \\n\\\\\"").string().unwrap(), "😀 \u{fffd} x \n\\");
        assert_eq!(json("1").string(), None);
    }

    #[test]
    fn every_escape_is_decoded_as_other_programs_do() {
        let text = r#""\"\\\/\b\f\n\r\t\u0000\u00E9\uFFFF\ud834\udd1e é""#;
        assert_eq!(json(text).string().unwrap(), serde_json::from_str::<String>(text).unwrap());
        assert_eq!(json(r#""\ud834\u0041\udd1e\ud834""#).string().unwrap(), "\u{fffd}A\u{fffd}\u{fffd}");
        // Text that was never checked does no harm either.
        for odd in [r"\", r"\u12", r"\uzzzz", r"\é", r"\ud834\u", r"\ud834\"] {
            assert!(!decoded(odd).is_empty(), "{odd}");
        }
    }
}
