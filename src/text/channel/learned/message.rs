//! Lines of structured loggers: an object of JSON or pairs, with the message as one of its values.
//!
//! `{"log":"text\n","stream":"stdout","time":"..."}` (docker), `{"level":"info","msg":"text"}`, `level=info msg="text"`.

use std::borrow::Cow;

use crate::text::json::Json;

/// Names of the value that holds the text.
const KEYS: [&str; 7] = ["log", "msg", "message", "MESSAGE", "text", "line", "event"];
/// The same in pairs.
const PAIRED: &str = "msg=";

/// How the message is written in each line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// As the value of this key of an object.
    Object(&'static str),
    /// As `msg=text`.
    Pairs,
}

impl Form {
    /// The form of the message in a first line.
    pub(crate) fn of(line: &str) -> Option<Self> {
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

    /// The message of a line of this form, perhaps of several lines.
    pub(crate) fn message(self, line: &str) -> Option<Cow<'_, str>> {
        let text = match self {
            Self::Object(key) => {
                if !line.starts_with('{') {
                    return None;
                }
                Json::parse(line).ok()?.get(key)?.string()?
            }
            Self::Pairs => {
                let (first, _) = line.split_once('=')?;
                let named = !first.is_empty() && first.bytes().all(|byte| byte.is_ascii_alphanumeric());
                quoted(named.then(|| value(line, PAIRED)).flatten()?)?
            }
        };
        Some(match text {
            Cow::Borrowed(text) => crate::text::clean(ended(text)).0,
            Cow::Owned(text) => Cow::Owned(crate::text::clean(ended(&text)).0.into_owned()),
        })
    }
}

/// The text without the line end at its end.
fn ended(text: &str) -> &str {
    let text = text.strip_suffix('\n').unwrap_or(text);
    text.strip_suffix('\r').unwrap_or(text)
}

/// The value after a key of pairs.
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

    fn message(line: &str) -> Option<String> {
        Form::of(line)?.message(line).map(Cow::into_owned)
    }

    #[test]
    fn the_message_is_decoded_and_made_harmless() {
        for (line, text) in [
            (r#"{"log":"  a \"b\"\n","stream":"stdout","time":"2026-01-02T03:04:05.6Z"}"#, "  a \"b\""),
            (r#"{"level":"error","ts":1.5,"msg":"a\nb"}"#, "a\nb"),
            (r#"{"severity":"INFO","message":"\u001b[31ma\u001b[0m"}"#, "a"),
            (r#"time=2026-01-02T03:04:05Z level=error msg="a \"b\"" unit=1"#, "a \"b\""),
            ("level=info msg=a unit=1", "a"),
            (r#"{"log":"\r\n"}"#, ""),
        ] {
            assert_eq!(message(line), Some(text.to_owned()), "{line}");
        }
        assert!(!message(r#"{"msg":"a\u202eb"}"#).unwrap().contains('\u{202e}'));
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
