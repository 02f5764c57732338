//! Rollouts of Codex: a JSON object a line, of which those of the type `response_item` hold an item of OpenAI's
//! Responses API under `payload`. The oldest rollouts hold the items bare.
//!
//! Items that no model is sent (`ghost_snapshot`), lines of other types, and what is before the last `compacted` line
//! come out as they went in. What a command printed is under `output`, as a text, as a JSON object in a text, or as a
//! list of parts.

use serde_json::{Value, json};

use super::super::context::Context;
use super::super::error::CompileError;
use super::super::job::Compiled;
use super::super::message;
use super::super::part::{Form, Kind, Part};
use super::super::turn::Turn;
use super::Shape;
use super::lines::{fates, parse, place, put_together};

fn text<'a>(value: &'a Value, field: &str) -> Option<&'a str> {
    value.get(field).and_then(Value::as_str)
}

pub(super) fn read(rollout: &str) -> Result<Context, CompileError> {
    let (lines, values) = parse(rollout)?;
    let compacted = values.iter().rposition(|(_, value)| text(value, "type") == Some("compacted"));
    let mut context = Context::default();
    for (position, value) in values.into_iter().skip(compacted.unwrap_or(0)) {
        let base = match text(&value, "type") {
            Some("response_item" | "compacted") => "/payload",
            Some(_) if value.get("payload").is_none() => "",
            _ => continue,
        };
        let place = place(position);
        let Some(parts) = item(&value, base, &place)? else { continue };
        let role = value.pointer(base).and_then(|item| text(item, "role"));
        let system = matches!(role, Some("system" | "developer"));
        let turn = Turn { base, ..Turn::new(place, position, value, parts) };
        if system { context.system.push(turn) } else { context.history.push(turn) }
    }
    context.shape = Shape::Codex(lines);
    Ok(context)
}

/// The parts of an item; none for what no model is sent.
fn item(line: &Value, base: &'static str, place: &str) -> Result<Option<Vec<Part>>, CompileError> {
    let Some(item) = line.pointer(base).filter(|item| item.is_object()) else {
        return Err(CompileError::item(format!("{place}: payload"), "must be an object"));
    };
    let path = if base.is_empty() { place.to_owned() } else { format!("{place}: payload") };
    let kind = text(item, "type").unwrap_or_default();
    if text(line, "type") == Some("compacted") {
        let summary = message::text_field(item, "message", &path)?.unwrap_or_default();
        return Ok(Some(vec![Part::new(Kind::Text, base, format!("{base}/message"), summary)]));
    }
    let call_id = || message::text_field(item, "call_id", &path);
    let call = |field: &str| -> Result<Option<Vec<Part>>, CompileError> {
        let name = message::text_field(item, "name", &path)?;
        Ok(Some(vec![message::call(base, format!("{base}/{field}"), call_id()?, name, item.get(field))]))
    };
    match kind {
        "message" => message::parts(line, base, &path).map(Some),
        "function_call" => call("arguments"),
        "custom_tool_call" => call("input"),
        "local_shell_call" => call("action"),
        "function_call_output" | "custom_tool_call_output" | "local_shell_call_output" => {
            output(item, base, call_id()?, &path).map(Some)
        }
        "reasoning" => Ok(Some(vec![Part::new(Kind::Thinking, base, base.to_owned(), item.to_string())])),
        "ghost_snapshot" => Ok(None),
        _ if base.is_empty() => Ok(None),
        _ => Ok(Some(vec![Part::new(Kind::Other, base, base.to_owned(), item.to_string())])),
    }
}

fn output(item: &Value, base: &str, id: Option<String>, path: &str) -> Result<Vec<Part>, CompileError> {
    let at = format!("{base}/output");
    let result = |at: String, text: String| Part::new(Kind::Result, base, at, text).tool(id.clone());
    let inside = |text: &str| {
        let whole: Value = serde_json::from_str(text).ok()?;
        whole.get("output").and_then(Value::as_str).map(str::to_owned)
    };
    Ok(match item.get("output") {
        Some(Value::String(text)) => match inside(text) {
            Some(inner) => vec![result(at, inner).form(Form::Output)],
            None => vec![result(at, text.clone())],
        },
        Some(Value::Object(fields)) if fields.get("content").is_some_and(Value::is_string) => {
            let inner = fields.get("content").and_then(Value::as_str).unwrap_or_default();
            vec![result(format!("{at}/content"), inner.to_owned())]
        }
        Some(Value::Array(blocks)) => {
            let mut parts = vec![result(at.clone(), String::new()).form(Form::Fixed)];
            for (index, block) in blocks.iter().enumerate() {
                let inner_path = format!("{path}.output[{index}]");
                let inner = message::block_parts(block, &format!("{at}/{index}"), &inner_path, None)?;
                parts.extend(inner.into_iter().map(Part::into_result));
            }
            parts
        }
        None | Some(Value::Null) => vec![result(at, String::new()).form(Form::Fixed)],
        Some(other) => vec![result(at, other.to_string()).form(Form::Fixed)],
    })
}

fn omitted(turn: &Turn, text: String) -> Value {
    let message =
        json!({ "type": "message", "role": "user", "content": [{ "type": "input_text", "text": text }] });
    if turn.base.is_empty() {
        return message;
    }
    let mut line = json!({ "type": "response_item", "payload": message });
    if let (Some(line), Some(time)) = (line.as_object_mut(), turn.value.get("timestamp")) {
        line.insert("timestamp".to_owned(), time.clone());
    }
    line
}

pub(super) fn write(compiled: &Compiled, lines: &[String]) -> String {
    let fates = fates(compiled, Turn::written, omitted);
    put_together(lines, &fates, |_, _| None)
}
