//! The arguments of a call, read and checked.

use crate::mcp::harden::Span;
use crate::text::json::{Json, JsonPath, Kind};

/// The names of all arguments.
pub(super) const NAMES: [&str; 13] = [
    "cursor",
    "id",
    "path",
    "select",
    "lines",
    "startLine",
    "endLine",
    "grep",
    "failures",
    "pages",
    "fields",
    "limit",
    "format",
];
/// Chars of a program at most.
const PROGRAM_CHARS: usize = 4096;
/// How alike two names are that may be one.
const ALIKE: f64 = 0.7;
/// Chars of a word that a message repeats.
const SHOWN_CHARS: usize = 60;
/// Most pages of one call.
const MOST_PAGES: u64 = 1_000_000;

/// Lines from one to another, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Range {
    pub(super) first: u64,
    pub(super) last: Option<u64>,
}

/// What is wanted.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Arguments {
    pub(super) cursor: Option<String>,
    pub(super) id: Option<String>,
    pub(super) path: Option<JsonPath>,
    pub(super) range: Option<Range>,
    pub(super) grep: Option<String>,
    pub(super) failures: bool,
    pub(super) pages: Option<(u64, u64)>,
    pub(super) fields: Vec<JsonPath>,
    pub(super) limit: Option<u64>,
    pub(super) select: Option<String>,
    /// Whether pages are tables, when the call says so.
    pub(super) table: Option<bool>,
}

/// A word of the call, as a message repeats it.
pub(super) fn shown(word: &str) -> String {
    let short: String = word.chars().take(SHOWN_CHARS).collect();
    let more = if short.len() < word.len() { "..." } else { "" };
    format!("'{}{more}'", crate::text::one_line(&short))
}

fn nearest(word: &str) -> Option<&'static str> {
    let alike = |name: &&str| strsim::jaro(&word.to_lowercase(), &name.to_lowercase());
    let near = NAMES.iter().max_by(|one, other| alike(one).total_cmp(&alike(other)))?;
    (alike(near) >= ALIKE).then_some(*near)
}

fn word(value: Json<'_>, name: &str) -> Result<String, String> {
    value.string().map(std::borrow::Cow::into_owned).ok_or_else(|| format!("{name} must be a string"))
}

/// A whole number, also one in a string.
fn number(value: Json<'_>, name: &str) -> Result<u64, String> {
    let text = value.string().unwrap_or(std::borrow::Cow::Borrowed(value.text()));
    let digits = text.trim().strip_suffix(".0").unwrap_or(text.trim());
    let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    if !plain {
        return Err(format!("{name} must be a whole number, not {}", shown(&text)));
    }
    Ok(digits.parse().unwrap_or(u64::MAX))
}

/// `A:B`, `A:`, `:B` or `A`.
fn lines(text: &str) -> Result<Range, String> {
    let wrong = || format!("lines must be A:B, counted from 1, not {}", shown(text));
    let part = |part: &str| match part.trim() {
        "" => Ok(None),
        part if part.bytes().all(|byte| byte.is_ascii_digit()) => Ok(Some(part.parse().unwrap_or(u64::MAX))),
        _ => Err(wrong()),
    };
    let (first, last) = text.split_once([':', '-']).unwrap_or((text, text));
    let range = (part(first)?, part(last)?);
    match range {
        (None, None) => Err(wrong()),
        (first, last) => checked(first.unwrap_or(1), last),
    }
}

/// The lines that a text names: `A:B`, `A:`, `:B` or `A`.
///
/// # Errors
/// What is wrong with it, for whoever called.
pub(in crate::mcp) fn line_range(text: &str) -> Result<Span, String> {
    lines(text).map(|Range { first, last }| Span { first, last })
}

fn checked(first: u64, last: Option<u64>) -> Result<Range, String> {
    if first == 0 || last == Some(0) {
        return Err("lines are counted from 1".to_owned());
    }
    if last.is_some_and(|last| last < first) {
        return Err(format!("the last line is before the first one, {first}"));
    }
    Ok(Range { first, last })
}

/// `A` or `A-B`, from 1.
fn pages(text: &str) -> Result<(u64, u64), String> {
    let (from, to) = text.split_once(['-', ':']).unwrap_or((text, text));
    let range = from.trim().parse().ok().zip(to.trim().parse().ok());
    range
        .filter(|(from, to)| (1..=MOST_PAGES).contains(from) && (*from..=MOST_PAGES).contains(to))
        .ok_or_else(|| format!("pages must be A-B, counted from 1, not {}", shown(text)))
}

/// Paths with commas between them; a comma in a quoted key parts none. An array of words is as good.
fn fields(value: Json<'_>) -> Result<Vec<JsonPath>, String> {
    let parse = |word: &str| {
        JsonPath::parse(word.trim()).map_err(|error| format!("fields cannot be {}: {error}", shown(word)))
    };
    if value.kind() == Kind::Array {
        return value.elements().map(|each| parse(&word(each, "fields")?)).collect();
    }
    let text = word(value, "fields")?;
    let mut quoted = false;
    let parts = text.split(|char| {
        if char == '"' {
            quoted = !quoted;
        }
        char == ',' && !quoted
    });
    parts.map(parse).collect()
}

impl Arguments {
    /// Reads the arguments of a call; `most` is the most items of a page.
    ///
    /// # Errors
    /// What is wrong with them, for whoever called.
    pub(super) fn read(json: Json<'_>, most: u64) -> Result<Self, String> {
        let mut arguments = Self::default();
        let (mut start, mut end) = (None, None);
        for (name, value) in json.fields().filter(|(_, value)| value.text() != "null") {
            match name.as_ref() {
                "cursor" => arguments.cursor = Some(word(value, "cursor")?),
                "id" => arguments.id = Some(word(value, "id")?),
                "path" => {
                    let text = word(value, "path")?;
                    let path = JsonPath::parse(&text);
                    arguments.path =
                        Some(path.map_err(|error| format!("path cannot be {}: {error}", shown(&text)))?);
                }
                "lines" => arguments.range = Some(lines(&word(value, "lines")?)?),
                "startLine" => start = Some(number(value, "startLine")?),
                "endLine" => end = Some(number(value, "endLine")?),
                "grep" => arguments.grep = Some(word(value, "grep")?),
                "select" => {
                    let program = word(value, "select")?;
                    if program.chars().nth(PROGRAM_CHARS).is_some() {
                        return Err(format!("select must have at most {PROGRAM_CHARS} chars"));
                    }
                    arguments.select = Some(program);
                }
                "format" => {
                    arguments.table = Some(match word(value, "format")?.as_str() {
                        "json" => false,
                        "table" => true,
                        other => return Err(format!("format must be json or table, not {}", shown(other))),
                    });
                }
                "failures" => arguments.failures = value.text() != "false",
                "pages" => arguments.pages = Some(pages(&word(value, "pages")?)?),
                "fields" => arguments.fields = fields(value)?,
                "limit" => {
                    let limit = number(value, "limit")?;
                    if limit == 0 {
                        return Err("limit must be at least 1".to_owned());
                    }
                    if limit > most {
                        return Err(format!("limit exceeds maximum of {most}"));
                    }
                    arguments.limit = Some(limit);
                }
                other => {
                    let near = nearest(other).map(|near| format!("; did you mean {near}?"));
                    return Err(format!(
                        "there is no argument {}{}; there are {}",
                        shown(other),
                        near.unwrap_or_default(),
                        NAMES.join(", ")
                    ));
                }
            }
        }
        if start.is_some() || end.is_some() {
            arguments.range = Some(checked(start.unwrap_or(1), end)?);
        }
        arguments.sound()
    }

    /// Refuses arguments that say nothing, or two things at once.
    fn sound(self) -> Result<Self, String> {
        let ways = [
            self.path.is_some(),
            self.range.is_some() || self.grep.is_some(),
            self.select.is_some(),
            self.failures,
            self.pages.is_some(),
        ];
        let ways = ways.iter().filter(|way| **way).count();
        match (&self.cursor, &self.id) {
            (None, None) => {
                Err("cursor or id is missing: an answer prints the call that gets its rest".to_owned())
            }
            (Some(_), Some(_)) => Err("cursor and id do not go together".to_owned()),
            (Some(_), None) if ways > 0 || !self.fields.is_empty() => {
                Err("beside a cursor there are only limit and format".to_owned())
            }
            _ if ways > 1 => Err("path, select, lines, failures and pages do not go together".to_owned()),
            _ => Ok(self),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Arguments, String> {
        Arguments::read(Json::parse(text).unwrap(), 200)
    }

    #[test]
    fn a_wrong_argument_is_named_with_the_nearest_right_one() {
        let wrong = read(r#"{"curser":"x"}"#).unwrap_err();
        assert!(wrong.contains("'curser'") && wrong.contains("did you mean cursor?"), "{wrong}");
        assert_eq!(read(r#"{"cursor":"x","limit":201}"#).unwrap_err(), "limit exceeds maximum of 200");
        assert_eq!(read(r#"{"cursor":"x","limit":0}"#).unwrap_err(), "limit must be at least 1");
        assert!(read(r#"{"cursor":"x","limit":"many"}"#).unwrap_err().starts_with("limit must be"));
        for wrong in [
            "{}",
            r#"{"cursor":"x","id":"y"}"#,
            r#"{"id":"y","lines":"x"}"#,
            r#"{"id":"y","lines":"5:4"}"#,
            r#"{"id":"y","lines":"0:4"}"#,
            r#"{"id":"y","pages":"0"}"#,
            r#"{"id":"y","path":".a","pages":"1"}"#,
            r#"{"cursor":"y","path":".a"}"#,
            r#"{"id":7}"#,
            r#"{"id":"y","path":"a..b"}"#,
        ] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn lines_are_a_range_or_two_numbers() {
        let range = |text: &str| read(text).unwrap().range.unwrap();
        let same = Range { first: 100, last: Some(200) };
        for text in [
            r#"{"id":"y","lines":"100:200"}"#,
            r#"{"id":"y","startLine":100,"endLine":200}"#,
            r#"{"id":"y","startLine":"100","endLine":200.0}"#,
        ] {
            assert_eq!(range(text), same);
        }
        assert_eq!(range(r#"{"id":"y","lines":"7:"}"#), Range { first: 7, last: None });
        assert_eq!(range(r#"{"id":"y","lines":"7"}"#), Range { first: 7, last: Some(7) });
        let read = read(r#"{"id":"y","fields":"id, a.b,[\"x,y\"]","limit":200,"grep":null}"#).unwrap();
        assert_eq!((read.fields.len(), read.limit, read.grep), (3, Some(200), None));
    }
}
