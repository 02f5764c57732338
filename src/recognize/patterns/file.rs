//! A file of patterns: TOML, checked here once, so that what `matcher` gets compiles.
//!
//! ```toml
//! [[pattern]]
//! name = "deadlock"
//! starts = 'DEADLOCK: (?<message>.*)'
//! continues = '\s+at '
//! ```
//!
//! A wrong file is refused as a whole, with the line and the pattern's name: a pattern that silently does not match
//! would hide the failures that its author counts on.

use regex::{Regex, RegexBuilder};
use toml::de::{DeTable, DeValue};

use crate::settings::Pattern;

/// The most patterns of a call.
pub const MOST_PATTERNS: usize = 100;
/// The most chars of a name.
const NAME_CHARS: usize = 60;
/// The most chars of an expression.
const EXPRESSION_CHARS: usize = 1000;
/// The most bytes that a compiled expression, and its cache, may take.
const COMPILED_BYTES: usize = 256 * 1024;
/// How deep groups may be nested.
const NESTED: u32 = 32;

/// What is wrong with a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {}{what}", .name.as_ref().map(|name| format!("pattern '{name}': ")).unwrap_or_default())]
pub struct Wrong {
    /// The line, from 1.
    pub line: usize,
    /// The pattern's name, when it is known.
    pub name: Option<String>,
    /// In words for people, without a full stop.
    pub what: String,
}

/// Compiles an expression within its bounds. Every match that does not begin at the text's beginning is refused by
/// who matches.
pub(super) fn compile(expression: &str) -> Result<Regex, regex::Error> {
    RegexBuilder::new(expression)
        .size_limit(COMPILED_BYTES)
        .dfa_size_limit(COMPILED_BYTES)
        .nest_limit(NESTED)
        .build()
}

/// Reads the patterns of a file.
///
/// # Errors
/// The first thing that is wrong.
pub fn read(text: &str) -> Result<Vec<Pattern>, Wrong> {
    let document = DeTable::parse(text).map_err(|error| {
        let at = error.span().map_or(0, |span| span.start);
        wrong(text, at, None, error.message().to_owned())
    })?;
    let mut patterns = Vec::new();
    for (key, value) in document.get_ref() {
        let at = key.span().start;
        if key.get_ref() != "pattern" {
            let what = format!("unknown key '{}'; only [[pattern]] is known", printable(key.get_ref()));
            return Err(wrong(text, at, None, what));
        }
        let DeValue::Array(tables) = value.get_ref() else {
            return Err(wrong(text, at, None, "'pattern' must be written [[pattern]]".to_owned()));
        };
        for table in tables {
            let DeValue::Table(fields) = table.get_ref() else {
                return Err(wrong(text, table.span().start, None, "a pattern must be a table".to_owned()));
            };
            if patterns.len() >= MOST_PATTERNS {
                let what = format!("more than {MOST_PATTERNS} patterns");
                return Err(wrong(text, table.span().start, None, what));
            }
            patterns.push(pattern(text, table.span().start, fields)?);
        }
    }
    Ok(patterns)
}

fn pattern(text: &str, at: usize, fields: &DeTable<'_>) -> Result<Pattern, Wrong> {
    let named = fields.iter().find(|(key, _)| key.get_ref() == "name");
    let name = match named.map(|(_, value)| value.get_ref()) {
        Some(DeValue::String(name)) => Some(name.to_string()),
        _ => None,
    };
    let known = name.as_deref().map(printable);
    let refuse = |at: usize, what: String| Err(wrong(text, at, known.clone(), what));
    let mut made = Pattern::default();
    for (key, value) in fields {
        let at = value.span().start;
        let slot = match key.get_ref().as_ref() {
            "name" => &mut made.name,
            "starts" => &mut made.starts,
            "continues" => made.continues.get_or_insert_default(),
            "ends" => made.ends.get_or_insert_default(),
            other => {
                let what =
                    format!("unknown key '{}'; the keys are name, starts, continues, ends", printable(other));
                return refuse(key.span().start, what);
            }
        };
        let DeValue::String(word) = value.get_ref() else {
            return refuse(at, format!("{} must be a string", key.get_ref()));
        };
        slot.push_str(word);
        if key.get_ref() == "name" {
            if let Err(what) = check_name(word) {
                return refuse(at, what);
            }
        } else if let Err(what) = check_expression(key.get_ref(), word) {
            return refuse(at, what);
        }
    }
    for (key, missing) in [("name", made.name.is_empty()), ("starts", made.starts.is_empty())] {
        if missing {
            return refuse(at, format!("{key} is missing"));
        }
    }
    Ok(made)
}

fn check_name(name: &str) -> Result<(), String> {
    if name.trim().is_empty() {
        return Err("name is empty".to_owned());
    }
    if name.chars().count() > NAME_CHARS {
        return Err(format!("name is longer than {NAME_CHARS} chars"));
    }
    if printable(name) != *name {
        return Err("name holds a char that cannot be printed".to_owned());
    }
    Ok(())
}

fn check_expression(key: &str, expression: &str) -> Result<(), String> {
    if expression.chars().count() > EXPRESSION_CHARS {
        return Err(format!("{key} is longer than {EXPRESSION_CHARS} chars"));
    }
    let compiled = compile(expression).map_err(|error| match error {
        regex::Error::CompiledTooBig(_) => format!("{key} is too large when compiled"),
        error => {
            let printed = error.to_string();
            let last = printed.lines().next_back().unwrap_or_default();
            format!("{key} is no regular expression: {}", last.strip_prefix("error: ").unwrap_or(last))
        }
    })?;
    if key == "starts" && compiled.is_match("") {
        return Err("starts matches an empty line, so every line would begin a failure".to_owned());
    }
    Ok(())
}

/// The text with what a terminal would obey made visible.
fn printable(text: &str) -> String {
    let safe = |char: char| matches!(char, '\'' | '"' | '\\') || char.escape_debug().count() == 1;
    text.chars()
        .take(NAME_CHARS.saturating_add(1))
        .map(|char| if safe(char) { char.to_string() } else { char.escape_debug().to_string() })
        .collect()
}

fn wrong(text: &str, at: usize, name: Option<String>, what: String) -> Wrong {
    let before = text.as_bytes().get(..at.min(text.len())).unwrap_or_default();
    let line = before.iter().filter(|byte| **byte == b'\n').count().saturating_add(1);
    Wrong { line, name, what: what.replace('\n', " ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str) -> String {
        read(text).map_or_else(|wrong| wrong.to_string(), |patterns| panic!("{patterns:?}"))
    }

    #[test]
    fn a_pattern_has_a_name_and_expressions() {
        let text = "# mine\n[[pattern]]\nname = \"a b\"\nstarts = 'X: (?<message>.*)'\nends = 'end'\n\n[[pattern]]\nname = 'c'\nstarts = 'Y'\ncontinues = '\\s'\n";
        let expected = [
            Pattern {
                name: "a b".into(),
                starts: "X: (?<message>.*)".into(),
                continues: None,
                ends: Some("end".into()),
            },
            Pattern { name: "c".into(), starts: "Y".into(), continues: Some("\\s".into()), ends: None },
        ];
        assert_eq!(read(text), Ok(expected.to_vec()));
        assert_eq!(read(""), Ok(Vec::new()));
    }

    #[test]
    fn what_is_wrong_is_reported_with_line_and_name() {
        for (text, message) in [
            ("a = ", "line 1: "),
            ("\nother = 1", "line 2: unknown key 'other'; only [[pattern]] is known"),
            ("pattern = 1", "line 1: 'pattern' must be written [[pattern]]"),
            ("pattern = [1]", "line 1: a pattern must be a table"),
            ("[[pattern]]\nstarts = 'a'", "line 1: name is missing"),
            ("[[pattern]]\nname = 'a'", "line 1: pattern 'a': starts is missing"),
            (
                "[[pattern]]\nname = 'a'\nstarts = 'b'\npasses = 'c'",
                "line 4: pattern 'a': unknown key 'passes'; the keys are name, starts, continues, ends",
            ),
            (
                "[[pattern]]\nstarts = '('\nname = 'a'",
                "line 2: pattern 'a': starts is no regular expression: unclosed group",
            ),
            ("[[pattern]]\nname = 'a'\nstarts = 'b'\nends = 1", "line 4: pattern 'a': ends must be a string"),
            (
                "[[pattern]]\nname = 'a'\nstarts = '.*'",
                "line 3: pattern 'a': starts matches an empty line, so every line would begin a failure",
            ),
            (
                "[[pattern]]\nname = 'a'\nstarts = '\\w{200}{200}'",
                "line 3: pattern 'a': starts is too large when compiled",
            ),
            (
                "[[pattern]]\nname = \"a\\u001b\"\nstarts = 'b'",
                "line 2: pattern 'a\\u{1b}': name holds a char that cannot be printed",
            ),
            ("[[pattern]]\nname = ' '\nstarts = 'b'", "line 2: pattern ' ': name is empty"),
        ] {
            let found = refused(text);
            assert!(found.starts_with(message), "{text}: {found}");
        }
    }

    #[test]
    fn names_expressions_and_their_number_are_bounded() {
        let pattern = |name: usize, starts: usize| {
            format!("[[pattern]]\nname = '{}'\nstarts = '{}'\n", "n".repeat(name), "s".repeat(starts))
        };
        assert!(read(&pattern(NAME_CHARS, EXPRESSION_CHARS)).is_ok());
        assert!(refused(&pattern(NAME_CHARS + 1, 1)).ends_with("name is longer than 60 chars"));
        assert!(refused(&pattern(1, EXPRESSION_CHARS + 1)).ends_with("starts is longer than 1000 chars"));
        assert!(read(&pattern(1, 1).repeat(MOST_PATTERNS)).is_ok());
        assert_eq!(refused(&pattern(1, 1).repeat(MOST_PATTERNS + 1)), "line 301: more than 100 patterns");
    }
}
