//! The arguments of calls, read and checked. A refusal names the argument.

use std::time::Duration;

use super::roots::shown;
use crate::budget::Mode;
use crate::mcp::get::line_range;
use crate::mcp::harden::Span;
use crate::text::json::{Json, Kind};

/// How alike two names are that may be one.
const ALIKE: f64 = 0.7;
/// The most words of a command.
const MOST_WORDS: usize = 10_000;
/// The most seconds of a time-out: ten thousand days.
const MOST_SECONDS: f64 = 864e6;

/// What is to be run.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Run {
    pub(super) command: Vec<String>,
    pub(super) folder: Option<String>,
    pub(super) limit: Option<Duration>,
    pub(super) mode: Option<Mode>,
}

/// What is to be read.
#[derive(Debug, PartialEq)]
pub(super) struct Read {
    pub(super) file: String,
    pub(super) lines: Option<Span>,
}

fn unknown(name: &str, known: &[&str]) -> String {
    let alike = |known: &&&str| strsim::jaro(&name.to_lowercase(), &known.to_lowercase());
    let near = known.iter().max_by(|one, other| alike(one).total_cmp(&alike(other)));
    let near = near.filter(|near| alike(near) >= ALIKE).map(|near| format!("; did you mean {near}?"));
    format!(
        "there is no argument {}{}; there are {}",
        shown(name),
        near.unwrap_or_default(),
        known.join(", ")
    )
}

fn text(value: Json<'_>, name: &str) -> Result<String, String> {
    value.string().map(std::borrow::Cow::into_owned).ok_or_else(|| format!("{name} must be a string"))
}

/// The members of the arguments that are not null.
fn members<'a>(arguments: Option<Json<'a>>) -> Result<Vec<(String, Json<'a>)>, String> {
    let Some(arguments) = arguments.filter(|arguments| arguments.kind() != Kind::Null) else {
        return Ok(Vec::new());
    };
    if arguments.kind() != Kind::Object {
        return Err("the arguments must be an object".to_owned());
    }
    let present = arguments.fields().filter(|(_, value)| value.kind() != Kind::Null);
    Ok(present.map(|(name, value)| (name.into_owned(), value)).collect())
}

fn command(value: Json<'_>) -> Result<Vec<String>, String> {
    const WRONG: &str = "command must be a list of words, [\"cargo\",\"test\"] say: there is no shell";
    if value.kind() != Kind::Array || value.count() > MOST_WORDS {
        return Err(WRONG.to_owned());
    }
    let words: Option<Vec<String>> =
        value.elements().map(|word| word.string().map(std::borrow::Cow::into_owned)).collect();
    let words = words.ok_or(WRONG)?;
    if words.first().is_none_or(String::is_empty) || words.iter().any(|word| word.contains('\0')) {
        return Err(WRONG.to_owned());
    }
    Ok(words)
}

fn seconds(value: Json<'_>) -> Result<Duration, String> {
    let wrong = || "timeoutSeconds must be a number greater than 0".to_owned();
    let text = value.string().unwrap_or(std::borrow::Cow::Borrowed(value.text()));
    let seconds: f64 = text.trim().parse().map_err(|_| wrong())?;
    if seconds > 0.0 { Ok(Duration::from_secs_f64(seconds.clamp(0.001, MOST_SECONDS))) } else { Err(wrong()) }
}

impl Run {
    /// Reads the arguments of a call.
    ///
    /// # Errors
    /// What is wrong with them, for whoever called.
    pub(super) fn of(arguments: Option<Json<'_>>) -> Result<Self, String> {
        let mut run = Self::default();
        for (name, value) in members(arguments)? {
            match name.as_str() {
                "command" => run.command = command(value)?,
                "cwd" => run.folder = Some(text(value, "cwd")?),
                "timeoutSeconds" => run.limit = Some(seconds(value)?),
                "mode" => {
                    let word = text(value, "mode")?;
                    let mode = word.parse().map_err(|_| {
                        format!("mode cannot be {}; it is minimal, standard or verbose", shown(&word))
                    })?;
                    run.mode = Some(mode);
                }
                other => return Err(unknown(other, &["command", "cwd", "timeoutSeconds", "mode"])),
            }
        }
        if run.command.is_empty() { Err("command is missing".to_owned()) } else { Ok(run) }
    }
}

impl Read {
    /// Reads the arguments of a call.
    ///
    /// # Errors
    /// What is wrong with them, for whoever called.
    pub(super) fn of(arguments: Option<Json<'_>>) -> Result<Self, String> {
        let (mut file, mut lines) = (None, None);
        for (name, value) in members(arguments)? {
            match name.as_str() {
                "file" => file = Some(text(value, "file")?),
                "lines" => lines = Some(line_range(&text(value, "lines")?)?),
                other => return Err(unknown(other, &["file", "lines"])),
            }
        }
        Ok(Self { file: file.ok_or("file is missing")?, lines })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(text: &str) -> Result<Run, String> {
        Run::of(Some(Json::parse(text).unwrap()))
    }

    #[test]
    fn a_run_has_words_and_every_wrong_argument_is_named() {
        let read =
            run(r#"{"command":["a b","",""],"cwd":null,"timeoutSeconds":"1.5","mode":"minimal"}"#).unwrap();
        assert_eq!(
            (read.command.len(), read.limit, read.mode),
            (3, Some(Duration::from_millis(1500)), Some(Mode::Minimal))
        );
        for (text, part) in [
            (r#"{"comand":["x"]}"#, "'comand'; did you mean command?"),
            (r#"{"command":"x y"}"#, "command must be a list of words"),
            (r#"{"command":[]}"#, "command must be"),
            (r#"{"command":[""]}"#, "command must be"),
            (r#"{"command":["a",1]}"#, "command must be"),
            (r#"{"command":["a\u0000"]}"#, "command must be"),
            ("{}", "command is missing"),
            (r#"{"command":["x"],"cwd":1}"#, "cwd must be a string"),
            (r#"{"command":["x"],"timeoutSeconds":0}"#, "timeoutSeconds must be"),
            (r#"{"command":["x"],"timeoutSeconds":"NaN"}"#, "timeoutSeconds must be"),
            (r#"{"command":["x"],"mode":"loud"}"#, "mode cannot be 'loud'"),
            ("[]", "must be an object"),
        ] {
            let wrong = run(text).unwrap_err();
            assert!(wrong.contains(part), "{text}: {wrong}");
        }
        assert!(Run::of(None).is_err());
    }

    #[test]
    fn a_file_may_have_lines() {
        let read = |text: &str| Read::of(Some(Json::parse(text).unwrap()));
        let span = Span { first: 5, last: Some(7) };
        assert_eq!(
            read(r#"{"file":"a","lines":"5:7"}"#),
            Ok(Read { file: "a".to_owned(), lines: Some(span) })
        );
        assert!(read(r#"{"file":"a","lines":"7:5"}"#).unwrap_err().contains("before the first"));
        assert!(read(r#"{"path":"a"}"#).is_err() && read("{}").unwrap_err().contains("file is missing"));
    }
}
