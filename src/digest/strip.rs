//! A document without the fields that nobody needs.

use super::names::Globs;
use crate::budget::Count as _;
use crate::text::json::{Json, JsonPath, Kind, compact};

/// How deep fields are looked for; what lies deeper stays.
const DEEPEST: usize = 100;
/// How many paths of stripped fields are remembered.
const MOST_PATHS: usize = 50;

/// What is left, and what went.
pub(super) struct Stripped {
    /// The document without blanks and without the fields.
    pub(super) text: String,
    /// Where fields went, the first ones.
    pub(super) paths: Vec<String>,
    /// How many went.
    pub(super) count: usize,
}

/// Takes all fields out whose names match, wherever they are.
pub(super) fn strip(document: Json<'_>, globs: &Globs) -> Stripped {
    let mut stripped = Stripped { text: String::new(), paths: Vec::new(), count: 0 };
    if globs.is_empty() {
        compact(document.text(), &mut stripped.text);
    } else {
        copy(document, globs, &JsonPath::default(), &mut stripped);
    }
    stripped
}

fn copy(value: Json<'_>, globs: &Globs, path: &JsonPath, to: &mut Stripped) {
    if path.steps().len() >= DEEPEST || value.is_scalar() {
        return compact(value.text(), &mut to.text);
    }
    if value.kind() == Kind::Array {
        to.text.push('[');
        for (index, element) in value.elements().enumerate() {
            if index > 0 {
                to.text.push(',');
            }
            copy(element, globs, &path.index(index), to);
        }
        return to.text.push(']');
    }
    to.text.push('{');
    let mut first = true;
    for (key, field) in value.raw_fields() {
        let name = key.string().unwrap_or_default();
        let path = path.key(&name);
        if globs.matches(&name) {
            to.count.up(1);
            if to.paths.len() < MOST_PATHS {
                to.paths.push(path.to_string());
            }
            continue;
        }
        if !first {
            to.text.push(',');
        }
        first = false;
        to.text.push_str(key.text());
        to.text.push(':');
        copy(field, globs, &path, to);
    }
    to.text.push('}');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_go_wherever_they_are_and_are_reported() {
        let text = r#"{"a": 1.0, "debug": {"x": 1}, "b": [{"_links": [], "c": 2}]}"#;
        let stripped = strip(Json::parse(text).unwrap(), &Globs::parse("debug*,_links"));
        assert_eq!(stripped.text, r#"{"a":1.0,"b":[{"c":2}]}"#);
        assert_eq!(stripped.paths, [".debug", ".b[0]._links"]);
        let deep = format!("{}{}", "[".repeat(5000), "]".repeat(5000));
        assert_eq!(strip(Json::parse(&deep).unwrap(), &Globs::parse("a")).text, deep);
    }
}
