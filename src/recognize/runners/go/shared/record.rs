//! One line of `go test -json`, as `go doc test2json` describes it.
//!
//! Only the fields that are needed are read, borrowed where they hold no escapes. Of a line that is longer than what is held
//! of a line the output is read as far as it goes; any other line that is cut off is no event. The decoded text is made safe again: what the reader of lines cleaned was the JSON,
//! in which a control character is written as an escape.

use std::borrow::Cow;

use serde::Deserialize;

use crate::text::Line;

/// An event of the stream. Absent fields are empty.
#[derive(Debug, Default, Deserialize, PartialEq, Eq)]
pub struct Record<'a> {
    /// `run`, `output`, `pass` and so on.
    #[serde(borrow, rename = "Action")]
    pub action: Cow<'a, str>,
    /// The package, or empty.
    #[serde(borrow, default, rename = "Package")]
    pub package: Cow<'a, str>,
    /// The test, or empty when the event is the package's.
    #[serde(borrow, default, rename = "Test")]
    pub test: Cow<'a, str>,
    /// A line of output with its line end, or a piece of one without.
    #[serde(borrow, default, rename = "Output")]
    pub output: Cow<'a, str>,
    /// The package that is being built (Go 1.24 and later).
    #[serde(borrow, default, rename = "ImportPath")]
    pub import_path: Cow<'a, str>,
    /// The build that made this package fail (Go 1.24 and later).
    #[serde(borrow, default, rename = "FailedBuild")]
    pub failed_build: Cow<'a, str>,
}

/// Reads a line. `None` when it is no event of `go test -json`.
pub fn read<'a>(line: &Line<'a>) -> Option<Record<'a>> {
    let text = line.text.trim_end();
    if !text.starts_with('{') {
        return None;
    }
    let record = match serde_json::from_str::<Record<'_>>(text) {
        Ok(record) => record,
        Err(_) if line.is_held_in_part() => cut(text)?,
        Err(_) => return None,
    };
    let known = matches!(
        &*record.action,
        "start"
            | "run"
            | "pause"
            | "cont"
            | "pass"
            | "bench"
            | "fail"
            | "output"
            | "skip"
            | "attr"
            | "build-output"
            | "build-fail"
    );
    let about = !record.package.is_empty() || !record.test.is_empty() || !record.output.is_empty();
    (known && (about || !record.import_path.is_empty())).then_some(record)
}

/// Reads a line whose end is not held. Keys are looked for before the output alone, which could imitate them.
fn cut(text: &str) -> Option<Record<'_>> {
    let (head, output) = text.split_once("\"Output\":\"")?;
    Some(Record {
        action: Cow::Owned(field(head, "\"Action\":\"")?),
        package: Cow::Owned(field(head, "\"Package\":\"").unwrap_or_default()),
        test: Cow::Owned(field(head, "\"Test\":\"").unwrap_or_default()),
        import_path: Cow::Owned(field(head, "\"ImportPath\":\"").unwrap_or_default()),
        output: Cow::Owned(string(output)),
        failed_build: Cow::Borrowed(""),
    })
}

fn field(text: &str, key: &str) -> Option<String> {
    text.split_once(key).map(|(_, rest)| string(rest))
}

/// Decodes the inside of a JSON string up to its quote, or as far as it goes.
fn string(text: &str) -> String {
    let mut end = text.len();
    let mut escaped = false;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => {
                end = at;
                break;
            }
            _ => {}
        }
    }
    let inside = text.get(..end).unwrap_or("");
    let whole = |inside: &str| serde_json::from_str::<String>(&format!("\"{inside}\"")).ok();
    // The cut may have gone through an escape.
    whole(inside)
        .or_else(|| inside.rfind('\\').and_then(|at| inside.get(..at)).and_then(whole))
        .unwrap_or_else(|| inside.to_owned())
}

/// Decoded text without escape sequences, with every other dangerous character written as `<U+XXXX>`.
pub fn safe(text: &str) -> Cow<'_, str> {
    if !text.chars().any(dangerous) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(each) = rest.next() {
        if each == '\u{1b}' && rest.peek() == Some(&'[') {
            rest.next();
            // Parameters and intermediates end with a letter or one of `@[\]^_{|}~` and the backtick.
            while rest.next_if(|next| matches!(next, ' '..='?')).is_some() {}
            rest.next_if(|next| matches!(next, '@'..='~'));
        } else if dangerous(each) {
            out.push_str(&format!("<U+{:04X}>", u32::from(each)));
        } else {
            out.push(each);
        }
    }
    Cow::Owned(out)
}

fn dangerous(each: char) -> bool {
    (each.is_control() && each != '\t' && each != '\n')
        || matches!(
            each,
            '\u{61c}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}'
                | '\u{e0000}'..='\u{e0fff}'
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_is_read_and_unknown_fields_are_passed_over() {
        let line = Line::of(
            r#"{"Time":"x","Action":"output","Package":"a.com/b","Test":"TestA","Output":"<hi>\n","New":{"a":[1]}}"#,
        );
        let read = read(&line);
        assert_eq!(
            read,
            Some(Record {
                action: "output".into(),
                package: "a.com/b".into(),
                test: "TestA".into(),
                output: "<hi>\n".into(),
                ..Record::default()
            })
        );
    }

    #[test]
    fn a_line_held_in_part_is_read_as_far_as_it_goes_and_its_output_cannot_imitate_keys() {
        let text = r#"{"Action":"output","Package":"a.com/b","Output":"one \"Test\":\"TestZ\" two\u00"#;
        let line = Line { tail: "1\"}", ..Line::of(text) };
        let read = read(&line);
        let read = read.map(|record| (record.test.into_owned(), record.output.into_owned()));
        assert_eq!(read, Some((String::new(), "one \"Test\":\"TestZ\" two".to_owned())));
    }

    #[test]
    fn a_line_that_is_cut_off_is_no_event() {
        let whole = r#"{"Action":"pass","Package":"a.com/b","Test":"TestA","Output":"x","Elapsed":0.01}"#;
        assert!(read(&Line::of(whole)).is_some());
        for end in 0..whole.len() {
            assert_eq!(read(&Line::of(whole.get(..end).unwrap())), None, "{end}");
        }
    }

    #[test]
    fn json_of_others_is_not_read() {
        assert_eq!(read(&Line::of(r#"{"type":"test","event":"ok","name":"a"}"#)), None);
        assert_eq!(read(&Line::of(r#"{"Action":"create","Type":"container"}"#)), None);
        assert_eq!(read(&Line::of(r#"{"Action":"start"}"#)), None);
    }

    #[test]
    fn decoded_text_lets_no_escape_sequence_through() {
        assert_eq!(safe("a\u{1b}[31mred\u{1b}[0m\u{7}\u{202e}\tb"), "ared<U+0007><U+202E>\tb");
    }
}
