//! Lines of structured loggers: an object of JSON or pairs, with the message as one of its values.
//!
//! `{"log":"text\n","stream":"stdout","time":"..."}` (docker), `{"level":"info","msg":"text"}`, `level=info msg="text"`.

use std::borrow::Cow;

use crate::recognize::levels;
use crate::text::json::Json;

/// What the value is called that holds the text.
const KEYS: [&str; 7] = ["log", "msg", "message", "MESSAGE", "text", "line", "event"];
/// What the value is called that holds the level.
const LEVELS: [&str; 6] = ["level", "lvl", "severity", "levelname", "log.level", "@l"];
/// The same in pairs.
const PAIRED: (&str, [&str; 2]) = ("msg=", ["level=", "lvl="]);

/// How the message stands in each line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// As the value of this key of an object.
    Object(&'static str),
    /// As `msg=text`.
    Pairs,
}

/// A message.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Message<'a> {
    /// Its text, perhaps of several lines.
    pub(super) text: Cow<'a, str>,
    /// Whether it has the level of an error.
    pub(super) error: bool,
}

impl Form {
    /// How the message of a first line stands in it.
    pub(super) fn of(line: &str) -> Option<Self> {
        match line.as_bytes() {
            [b'{', ..] => {
                let object = Json::parse(line).ok()?;
                let holds = |key: &&&str| object.get(key).is_some_and(|value| value.string().is_some());
                KEYS.iter().find(holds).map(|key| Self::Object(key))
            }
            [b'a'..=b'z', ..] => Self::Pairs.message(line).map(|_| Self::Pairs),
            _ => None,
        }
    }

    /// The message of a line of this form.
    pub(super) fn message<'a>(self, line: &'a str) -> Option<Message<'a>> {
        let (text, level) = match self {
            Self::Object(key) => {
                if !line.starts_with('{') {
                    return None;
                }
                let object = Json::parse(line).ok()?;
                let level = LEVELS.iter().find_map(|key| object.get(key)?.string());
                (object.get(key)?.string()?, level.unwrap_or_default())
            }
            Self::Pairs => {
                let (first, _) = line.split_once('=')?;
                let named = !first.is_empty() && first.bytes().all(|byte| byte.is_ascii_alphanumeric());
                let value = named.then(|| value(line, PAIRED.0)).flatten()?;
                let level = PAIRED.1.iter().find_map(|key| self::value(line, key)).unwrap_or_default();
                (quoted(value)?, quoted(level).unwrap_or_default())
            }
        };
        let text = match text {
            Cow::Borrowed(text) => crate::text::clean(ended(text)).0,
            Cow::Owned(text) => Cow::Owned(crate::text::clean(ended(&text)).0.into_owned()),
        };
        Some(Message { text, error: levels::is_of_error(&level) })
    }
}

/// The text without the line end that it has at its end.
fn ended(text: &str) -> &str {
    let text = text.strip_suffix('\n').unwrap_or(text);
    text.strip_suffix('\r').unwrap_or(text)
}

/// What stands behind a key of pairs.
fn value<'a>(line: &'a str, key: &str) -> Option<&'a str> {
    line.match_indices(key).find_map(|(at, _)| {
        let (before, rest) = line.split_at_checked(at)?;
        (before.is_empty() || before.ends_with(' ')).then(|| rest.get(key.len()..))?
    })
}

/// The value that a text begins with: a string in quotes, or a word.
fn quoted(text: &str) -> Option<Cow<'_, str>> {
    if text.starts_with('"') {
        let value = Json::first(text)?;
        let closed = value.text().len() > 1 && value.text().ends_with('"');
        return if closed { value.string() } else { None };
    }
    text.split(' ').next().map(Cow::Borrowed)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(line: &str) -> Option<(String, bool)> {
        let message = Form::of(line)?.message(line)?;
        Some((message.text.into_owned(), message.error))
    }

    #[test]
    fn the_message_is_decoded_and_made_harmless() {
        for (line, text, error) in [
            (
                r#"{"log":"  a \"b\"\n","stream":"stdout","time":"2026-01-02T03:04:05.6Z"}"#,
                "  a \"b\"",
                false,
            ),
            (r#"{"level":"error","ts":1.5,"msg":"a\nb"}"#, "a\nb", true),
            (r#"{"severity":"INFO","message":"\u001b[31ma\u001b[0m"}"#, "a", false),
            (r#"time=2026-01-02T03:04:05Z level=error msg="a \"b\"" unit=1"#, "a \"b\"", true),
            ("level=info msg=a unit=1", "a", false),
            (r#"{"log":"\r\n"}"#, "", false),
        ] {
            assert_eq!(message(line), Some((text.to_owned(), error)), "{line}");
        }
        assert!(!message(r#"{"msg":"a\u202eb"}"#).unwrap().0.contains('\u{202e}'));
    }

    #[test]
    fn other_lines_have_none() {
        for line in [
            r#"{"Action":"output","Output":"a"}"#,
            r#"{"msg":3}"#,
            r#"{"msg":"a""#,
            r#"["msg"]"#,
            "a msg=b",
            "level=info message=a",
            r#"level=info msg="a"#,
            "",
        ] {
            assert_eq!(message(line), None, "{line}");
        }
        assert!(Form::Object("log").message(r#"{"msg":"a"}"#).is_none());
    }
}
