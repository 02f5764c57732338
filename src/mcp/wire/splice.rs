//! A text with other text in some places; every other byte stays.

use std::ops::Range;

use crate::text::json::Json;

/// Where `part`, a slice of `whole`, is in it; nowhere when it is none.
#[must_use]
pub fn range_of(whole: &str, part: &str) -> Option<Range<usize>> {
    let from = (part.as_ptr().addr()).checked_sub(whole.as_ptr().addr())?;
    let to = from.checked_add(part.len())?;
    (to <= whole.len()).then_some(from..to)
}

/// Writes a text anew, from its beginning to its end.
#[derive(Debug)]
pub struct Splice<'a> {
    text: &'a str,
    at: usize,
    written: String,
}

impl<'a> Splice<'a> {
    /// Nothing is changed yet.
    #[must_use]
    pub fn new(text: &'a str) -> Self {
        Self { text, at: 0, written: String::new() }
    }

    /// Puts `other` in the place of a range, which must come after those that were replaced before.
    pub fn replace(&mut self, range: Range<usize>, other: &str) {
        self.written.push_str(self.text.get(self.at..range.start).unwrap_or_default());
        self.written.push_str(other);
        self.at = range.end.max(self.at);
    }

    /// The new text.
    #[must_use]
    pub fn finish(mut self) -> String {
        self.written.push_str(self.text.get(self.at..).unwrap_or_default());
        self.written
    }
}

/// The ranges of `whole`, in order, that are to go so that `object`, a slice of it, has no field of this name.
#[must_use]
pub fn without_field(whole: &str, object: Json<'_>, name: &str) -> Vec<Range<usize>> {
    let fields: Vec<(bool, Range<usize>)> = object
        .raw_fields()
        .filter_map(|(key, value)| {
            let (from, to) = (range_of(whole, key.text())?, range_of(whole, value.text())?);
            Some((key.string().is_some_and(|key| key == name), from.start..to.end))
        })
        .collect();
    let mut gone = Vec::new();
    // Where the last field that stays ends.
    let mut kept: Option<usize> = None;
    for (at, (goes, field)) in fields.iter().enumerate() {
        let next = fields.get(at.saturating_add(1)).map(|(_, next)| next.start);
        match (goes, kept) {
            (false, _) => kept = Some(field.end),
            // With the comma before it.
            (true, Some(before)) => {
                let before: usize = gone.last().map_or(before, |last: &Range<usize>| last.end.max(before));
                gone.push(before..field.end);
            }
            // With the comma after it.
            (true, None) => gone.push(field.start..next.unwrap_or(field.end)),
        }
    }
    gone
}

#[cfg(test)]
mod tests {
    use super::*;

    fn without(text: &str, name: &str) -> String {
        let mut splice = Splice::new(text);
        for range in without_field(text, Json::parse(text).unwrap(), name) {
            splice.replace(range, "");
        }
        splice.finish()
    }

    #[test]
    fn a_field_goes_and_the_rest_stays_as_it_is_written() {
        for (text, left) in [
            (r#"{"a":1,"x":{"x":2},"b":1.0}"#, r#"{"a":1,"b":1.0}"#),
            (r#"{ "x" : 1 , "b" : 2 }"#, r#"{ "b" : 2 }"#),
            (r#"{"a":1 , "x":2 }"#, r#"{"a":1 }"#),
            (r#"{"x":[]}"#, "{}"),
            (r#"{"x":1,"x":2}"#, "{}"),
            (r#"{"x":1,"a":0,"x":2,"\u0078":3,"b":4}"#, r#"{"a":0,"b":4}"#),
            (r#"{"a":1}"#, r#"{"a":1}"#),
            ("{}", "{}"),
        ] {
            assert_eq!(without(text, "x"), left, "{text}");
        }
    }

    #[test]
    fn a_part_has_a_range_and_a_stranger_has_none() {
        let whole = "abcdef".to_owned();
        assert_eq!(range_of(&whole, &whole[2..4]), Some(2..4));
        assert_eq!(range_of(&whole[1..3], &whole[2..5]), None);
        assert_eq!(range_of(&whole[2..], &whole[..1]), None);
    }
}
