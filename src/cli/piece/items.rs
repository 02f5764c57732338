//! The JSON items of a text: of one array, or of a stream of values, one a line (JSONL) or however they are laid out.
//!
//! An item is kept as it is written, so that numbers, keys and their order can be given back unchanged. What is wrong is
//! reported with the place of the bad item as jq would name it: `.[3]`, counted from 0.

use serde::de::{DeserializeSeed, Deserializer as _, SeqAccess, Visitor};
use serde_json::value::RawValue;

use super::documents::Document;
use crate::budget::Count as _;
use crate::cli::exit::Problem;
use crate::text::json::{JsonError, in_words};

/// The deepest nesting of an item: what `serde_json` itself goes into.
pub const MOST_DEPTH: usize = 127;

/// How the items of a text are laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// The text is one array; these are its elements.
    Array,
    /// The text is a stream of values, none or one say; these are the values.
    Stream,
}

/// One item.
#[derive(Clone, Copy, Debug)]
pub struct Item<'a> {
    /// As it is written.
    pub raw: &'a RawValue,
    document: &'a str,
    /// Its number in its text, from 0.
    pub index: usize,
}

impl<'a> Item<'a> {
    /// Where it is: `standard input: .[3]`.
    #[must_use]
    pub fn place(&self) -> String {
        place(self.document, self.index)
    }

    /// What is wrong with it, `path` below it (`.score`, or empty for all of it).
    #[must_use]
    pub fn problem(&self, path: &str, what: &str) -> Problem {
        Problem::usage(format!("{}{path}: {what}", self.place()))
    }

    /// The item as a value of one's own.
    ///
    /// # Errors
    /// When it is none.
    pub fn parse<T: serde::Deserialize<'a>>(&self) -> Result<T, Problem> {
        serde_json::from_str(self.raw.get()).map_err(|error| self.problem("", &in_words(&error)))
    }
}

/// The items of one text.
#[derive(Clone, Debug)]
pub struct Items<'a> {
    /// How they are laid out.
    pub shape: Shape,
    /// All of them, in order.
    pub items: Vec<Item<'a>>,
}

/// The items of a text.
///
/// # Errors
/// When one of them is no JSON or nested too deeply; the message names it.
pub fn items(document: &Document) -> Result<Items<'_>, Problem> {
    let values = stream(document)?;
    let (shape, raw) = match values.as_slice() {
        [one] if one.get().starts_with('[') => (Shape::Array, elements(document, one)?),
        _ => (Shape::Stream, values),
    };
    for (index, raw) in raw.iter().enumerate() {
        if depth(raw.get()) > MOST_DEPTH {
            return Err(wrong(document, index, &format!("nested deeper than {MOST_DEPTH}")));
        }
    }
    let name = document.name.as_str();
    let items = raw.into_iter().enumerate().map(|(index, raw)| Item { raw, document: name, index }).collect();
    Ok(Items { shape, items })
}

fn place(name: &str, index: usize) -> String {
    format!("{name}: .[{index}]")
}

fn wrong(document: &Document, index: usize, what: &str) -> Problem {
    Problem::usage(format!("{}: {what}", place(&document.name, index)))
}

fn not_json(document: &Document, index: usize, error: &serde_json::Error) -> Problem {
    wrong(document, index, &JsonError::from(error).to_string())
}

/// The values of a stream. A text that is one broken array is reported by the element at which it breaks.
fn stream(document: &Document) -> Result<Vec<&RawValue>, Problem> {
    let mut values = Vec::new();
    for value in serde_json::Deserializer::from_str(&document.text).into_iter() {
        match value {
            Ok(value) => values.push(value),
            Err(error) if values.is_empty() && document.text.trim_start().starts_with('[') => {
                let mut found = Vec::new();
                let ended = gather(&document.text, &mut found);
                return Err(not_json(document, found.len(), &ended.err().unwrap_or(error)));
            }
            Err(error) => return Err(not_json(document, values.len(), &error)),
        }
    }
    Ok(values)
}

fn elements<'a>(document: &Document, array: &'a RawValue) -> Result<Vec<&'a RawValue>, Problem> {
    let mut found = Vec::new();
    match gather(array.get(), &mut found) {
        Ok(()) => Ok(found),
        Err(error) => Err(not_json(document, found.len(), &error)),
    }
}

/// Gathers the elements of an array, up to the first that is none.
fn gather<'a>(text: &'a str, found: &mut Vec<&'a RawValue>) -> Result<(), serde_json::Error> {
    serde_json::Deserializer::from_str(text).deserialize_seq(Gather(found))
}

struct Gather<'a, 'b>(&'b mut Vec<&'a RawValue>);

impl<'a> Visitor<'a> for Gather<'a, '_> {
    type Value = ();

    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("an array")
    }

    fn visit_seq<A: SeqAccess<'a>>(self, mut elements: A) -> Result<(), A::Error> {
        while let Some(element) = elements.next_element_seed(Raw)? {
            self.0.push(element);
        }
        Ok(())
    }
}

/// A value as it is written, borrowed by the text.
struct Raw;

impl<'a> DeserializeSeed<'a> for Raw {
    type Value = &'a RawValue;

    fn deserialize<D: serde::Deserializer<'a>>(self, deserializer: D) -> Result<&'a RawValue, D::Error> {
        serde::Deserialize::deserialize(deserializer)
    }
}

/// The deepest nesting of a value.
fn depth(json: &str) -> usize {
    let (mut now, mut deepest) = (0_usize, 0_usize);
    let (mut quoted, mut escaped) = (false, false);
    for byte in json.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            b'{' | b'[' if !quoted => {
                now.up(1);
                deepest = deepest.max(now);
            }
            b'}' | b']' if !quoted => now.down(1),
            _ => {}
        }
    }
    deepest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document(text: &str) -> Document {
        Document { name: "standard input".to_owned(), text: text.to_owned(), bytes: text.len() as u64 }
    }

    fn found(text: &str) -> Result<(Shape, Vec<String>), String> {
        let document = document(text);
        let found = items(&document).map_err(|problem| problem.to_string())?;
        Ok((found.shape, found.items.iter().map(|item| item.raw.get().to_owned()).collect()))
    }

    fn some(shape: Shape, items: &[&str]) -> Result<(Shape, Vec<String>), String> {
        Ok((shape, items.iter().map(|item| (*item).to_owned()).collect()))
    }

    #[test]
    fn an_array_gives_its_elements_and_a_stream_its_values() {
        assert_eq!(found(r#" [1.0, {"b": 1, "a":2} ] "#), some(Shape::Array, &["1.0", r#"{"b": 1, "a":2}"#]));
        assert_eq!(found("{\"a\":1}\n\n{\"a\":2}\r\n"), some(Shape::Stream, &["{\"a\":1}", "{\"a\":2}"]));
        assert_eq!(found("{\n\"a\":1\n}{}"), some(Shape::Stream, &["{\n\"a\":1\n}", "{}"]));
        assert_eq!(found("[]"), some(Shape::Array, &[]));
        assert_eq!(found(" \n"), some(Shape::Stream, &[]));
        assert_eq!(found("[1]\n[2]"), some(Shape::Stream, &["[1]", "[2]"]));
        assert_eq!(found("12345678901234567890123"), some(Shape::Stream, &["12345678901234567890123"]));
    }

    #[test]
    fn a_bad_item_is_named_by_its_index() {
        let trouble = |text| found(text).unwrap_err();
        assert_eq!(
            trouble("[1, 2, x]"),
            "standard input: .[2]: not JSON at line 1, column 8: this is not the beginning of a value"
        );
        assert_eq!(
            trouble("[1, {\"a\": }]"),
            "standard input: .[1]: not JSON at line 1, column 11: this is not the beginning of a value"
        );
        assert_eq!(
            trouble("[1, 2"),
            "standard input: .[2]: not JSON at line 1, column 5: the text ends inside a list"
        );
        assert_eq!(
            trouble("{}\n{}\nno"),
            "standard input: .[2]: not JSON at line 3, column 2: this word is not true, false or null"
        );
        assert_eq!(
            trouble("[1] x"),
            "standard input: .[1]: not JSON at line 1, column 5: this is not the beginning of a value"
        );
    }

    #[test]
    fn nesting_is_bounded_and_a_hostile_depth_is_no_crash() {
        let nested = |levels| format!("[{}{}]", "[".repeat(levels), "]".repeat(levels));
        assert!(found(&nested(MOST_DEPTH)).is_ok());
        let trouble = "standard input: .[0]: nested deeper than 127".to_owned();
        assert_eq!(found(&nested(MOST_DEPTH + 1)), Err(trouble.clone()));
        assert_eq!(found(&nested(1_000_000)), Err(trouble));
        assert_eq!(depth(r#"{"[[\"[[": [1]}"#), 2);
    }
}
