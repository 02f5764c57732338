//! Sessions of Claude Code: a JSON object a line, of which those of the types `user` and `assistant` hold a message of
//! Anthropic's API each under `message`.
//!
//! An answer of the model is parted over several lines, one a part, which share `message.id`. Lines of subagents
//! (`isSidechain`) and what only the screen shows (`isVisibleInTranscriptOnly`) are sent to no model; nor is what is
//! before the last `compact_boundary`. All of these, and lines of other types, come out as they went in.
//!
//! Lines point to the one before them with `parentUuid`. Where that one is gone, the pointer goes on to the next before
//! it that is there. `toolUseResult` repeats a result for the screen; with a result that was shortened it is that text.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::super::context::Context;
use super::super::error::CompileError;
use super::super::job::Compiled;
use super::super::message;
use super::super::turn::Turn;
use super::Shape;
use super::lines::{Fate, fates, parse, place, put_together};

fn is(value: &Value, field: &str) -> bool {
    value.get(field).and_then(Value::as_bool).unwrap_or(false)
}

fn text<'a>(value: &'a Value, field: &str) -> Option<&'a str> {
    value.get(field).and_then(Value::as_str)
}

pub(super) fn read(session: &str) -> Result<Context, CompileError> {
    let (lines, values) = parse(session)?;
    let boundary = values.iter().rposition(|(_, value)| text(value, "subtype") == Some("compact_boundary"));
    let first = boundary.unwrap_or(0);
    let mut history = Vec::new();
    for (position, value) in values.into_iter().skip(first) {
        let spoken = matches!(text(&value, "type"), Some("user" | "assistant"));
        if !spoken || is(&value, "isSidechain") || is(&value, "isVisibleInTranscriptOnly") {
            continue;
        }
        let place = place(position);
        let parts = message::parts(&value, "/message", &format!("{place}: message"))?;
        let id = text(&value, "uuid").map_or(place, str::to_owned);
        let message = value.pointer("/message/id").and_then(Value::as_str).map(str::to_owned);
        history.push(Turn { base: "/message", message, ..Turn::new(id, position, value, parts) });
    }
    Ok(Context { history, shape: Shape::ClaudeCode(lines), ..Context::default() })
}

fn written(turn: &Turn) -> Value {
    let mut line = turn.written();
    if let Some(result) = line.get_mut("toolUseResult") {
        *result = Value::String(turn.text());
    }
    line
}

/// The line that tells of others takes the place of the first of them in the chain.
fn omitted(turn: &Turn, text: String) -> Value {
    let mut line = json!({ "type": "user", "message": { "role": "user", "content": text } });
    if let (Some(line), Some(old)) = (line.as_object_mut(), turn.value.as_object()) {
        for field in [
            "cwd",
            "gitBranch",
            "isSidechain",
            "parentUuid",
            "sessionId",
            "timestamp",
            "userType",
            "uuid",
            "version",
        ] {
            old.get(field).into_iter().for_each(|value| {
                line.insert(field.to_owned(), value.clone());
            });
        }
    }
    line
}

pub(super) fn write(compiled: &Compiled, lines: &[String]) -> String {
    let fates = fates(compiled, written, omitted);
    let gone = |turn: &&Turn| matches!(fates.get(&turn.order), Some(Fate::Gone));
    let parents: BTreeMap<&str, Option<&str>> = compiled
        .context
        .history
        .iter()
        .filter(gone)
        .filter_map(|turn| Some((text(&turn.value, "uuid")?, text(&turn.value, "parentUuid"))))
        .collect();
    put_together(lines, &fates, |_, line| relinked(line, &parents))
}

/// The line with its pointer past lines that are gone; none when it points to none of them.
fn relinked(line: &str, parents: &BTreeMap<&str, Option<&str>>) -> Option<String> {
    if parents.is_empty() {
        return None;
    }
    let mut value: Value = serde_json::from_str(line).ok()?;
    let mut parent = text(&value, "parentUuid")?;
    let mut passed = BTreeSet::new();
    let next = loop {
        match parents.get(parent) {
            None => break Some(parent),
            // A ring of lines that are all gone leads nowhere.
            Some(Some(before)) if passed.insert(parent) => parent = before,
            Some(_) => break None,
        }
    };
    let next = next.map_or(Value::Null, |uuid| Value::String(uuid.to_owned()));
    let place = value.get_mut("parentUuid").filter(|old| **old != next)?;
    *place = next;
    Some(value.to_string())
}
