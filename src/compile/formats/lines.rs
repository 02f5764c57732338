//! Sessions as JSON lines. A line that was not changed comes out byte for byte, whatever it holds.

use std::collections::BTreeMap;

use serde_json::Value;

use super::super::error::{CompileError, not_json};
use super::super::job::Compiled;
use super::super::turn::{Action, Turn};

/// The values of lines, each with the line's position.
pub(super) type Values = Vec<(usize, Value)>;

/// What becomes of the line of a message.
#[derive(Clone, Debug)]
pub(super) enum Fate {
    /// It stays as it is.
    Same,
    /// This is instead.
    Line(Value),
    /// It goes.
    Gone,
}

/// Parses every line that is not blank; the numbers are positions in the list of all lines.
///
/// A last line without an end that is no JSON is passed over: whoever writes the session has not finished it.
pub(super) fn parse(text: &str) -> Result<(Vec<String>, Values), CompileError> {
    let mut lines: Vec<String> = Vec::new();
    let mut values = Vec::new();
    for line in text.split_inclusive('\n') {
        let position = lines.len();
        let whole = line.ends_with('\n');
        let line = line.trim_end_matches(['\n', '\r']);
        if !line.trim().is_empty() {
            match serde_json::from_str::<Value>(line) {
                Ok(value) if value.is_object() => values.push((position, value)),
                Ok(_) => return Err(CompileError::item(place(position), "must be an object")),
                Err(_) if !whole && position > 0 => continue,
                Err(error) => {
                    return Err(CompileError::item(place(position), not_json(&error)));
                }
            }
        }
        lines.push(line.to_owned());
    }
    Ok((lines, values))
}

/// A line as messages name it.
pub(super) fn place(position: usize) -> String {
    format!("line {}", position.saturating_add(1))
}

/// What becomes of the lines of all messages; `omitted` makes the line that stands for those that are gone.
pub(super) fn fates(
    compiled: &Compiled,
    written: impl Fn(&Turn) -> Value,
    omitted: impl Fn(&Turn, String) -> Value,
) -> BTreeMap<usize, Fate> {
    let mut fates = BTreeMap::new();
    let all = compiled.context.system.iter().chain(&compiled.context.history);
    for turn in all {
        let fate = match turn.is_there() {
            true if turn.action == Action::Keep => Fate::Same,
            true => Fate::Line(written(turn)),
            false => Fate::Gone,
        };
        fates.insert(turn.order, fate);
    }
    let line = |turn: &Turn, text: String| Some((turn.order, omitted(turn, text)));
    for (position, line) in compiled.history(|_| None, line).into_iter().flatten() {
        fates.insert(position, Fate::Line(line));
    }
    fates
}

/// Puts the lines together; `finish` has the last word on a line that stays.
pub(super) fn put_together(
    lines: &[String],
    fates: &BTreeMap<usize, Fate>,
    finish: impl Fn(usize, &str) -> Option<String>,
) -> String {
    let mut text = String::new();
    for (position, line) in lines.iter().enumerate() {
        let line = match fates.get(&position) {
            Some(Fate::Gone) => continue,
            Some(Fate::Line(value)) => &value.to_string(),
            Some(Fate::Same) | None => line,
        };
        match finish(position, line) {
            Some(finished) => text.push_str(&finished),
            None => text.push_str(line),
        }
        text.push('\n');
    }
    text
}
