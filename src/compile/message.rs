//! Reads the parts of one message, in the forms of OpenAI's chat messages, Anthropic's messages and weir's own, which
//! takes both.
//!
//! Sources: <https://platform.openai.com/docs/api-reference/chat/create>,
//! <https://docs.claude.com/en/api/messages>.

use serde_json::Value;

use super::error::CompileError;
use super::part::{Form, Kind, Part};

/// Reads a message that is at the pointer `base` of `line`; `path` is its place in messages.
pub(super) fn parts(line: &Value, base: &str, path: &str) -> Result<Vec<Part>, CompileError> {
    let message = line.pointer(base).unwrap_or(&Value::Null);
    if !message.is_object() {
        return Err(CompileError::item(path, "must be an object"));
    }
    let answers = match message.get("tool_call_id") {
        None | Some(Value::Null) => None,
        Some(Value::String(id)) => Some(id.clone()),
        Some(_) => return Err(CompileError::item(format!("{path}.tool_call_id"), "must be a text")),
    };
    let at = format!("{base}/content");
    let mut parts = Vec::new();
    match message.get("content") {
        None | Some(Value::Null) => {
            if let Some(id) = answers {
                parts.push(result(base, at, String::new(), Some(id)).form(Form::Fixed));
            }
        }
        Some(Value::String(text)) => parts.push(match answers {
            Some(id) => result(base, at, text.clone(), Some(id)),
            None => Part::new(Kind::Text, base, at, text.clone()),
        }),
        Some(Value::Array(blocks)) => {
            if let (Some(id), true) = (&answers, blocks.is_empty()) {
                parts.push(result(base, at.clone(), String::new(), Some(id.clone())).form(Form::Fixed));
            }
            for (index, block) in blocks.iter().enumerate() {
                let place = format!("{path}.content[{index}]");
                parts.extend(block_parts(block, &format!("{at}/{index}"), &place, answers.as_ref())?);
            }
        }
        Some(_) => {
            return Err(CompileError::item(format!("{path}.content"), "must be a text or a list of parts"));
        }
    }
    match message.get("tool_calls") {
        None | Some(Value::Null) => {}
        Some(Value::Array(calls)) => {
            for (index, call) in calls.iter().enumerate() {
                let place = format!("{path}.tool_calls[{index}]");
                parts.push(tool_call(call, &format!("{base}/tool_calls/{index}"), &place)?);
            }
        }
        Some(_) => return Err(CompileError::item(format!("{path}.tool_calls"), "must be a list")),
    }
    Ok(parts)
}

fn result(block: &str, at: String, text: String, id: Option<String>) -> Part {
    Part::new(Kind::Result, block, at, text).tool(id)
}

/// A field that is a text, or is not there.
pub(super) fn text_field(value: &Value, field: &str, path: &str) -> Result<Option<String>, CompileError> {
    match value.get(field) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.clone())),
        Some(_) => Err(CompileError::item(format!("{path}.{field}"), "must be a text")),
    }
}

/// A call: its cost is that of its name and its arguments.
pub(super) fn call(
    block: &str,
    at: String,
    id: Option<String>,
    name: Option<String>,
    arguments: Option<&Value>,
) -> Part {
    let arguments = match arguments {
        None => String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(arguments) => arguments.to_string(),
    };
    let text = format!("{} {arguments}", name.as_deref().unwrap_or_default());
    Part::new(Kind::Call, block, at, text).tool(id).named(name)
}

fn tool_call(value: &Value, block: &str, path: &str) -> Result<Part, CompileError> {
    if !value.is_object() {
        return Err(CompileError::item(path, "must be an object"));
    }
    let id = text_field(value, "id", path)?;
    let (holder, prefix) = match value.get("function") {
        Some(function) => (function, "/function"),
        None => (value, ""),
    };
    let field = if holder.get("input").is_some() { "input" } else { "arguments" };
    let name = text_field(holder, "name", path)?;
    Ok(call(block, format!("{block}{prefix}/{field}"), id, name, holder.get(field)))
}

/// A text in a list of parts.
fn text_part(block: &Value, at: &str, path: &str, answers: Option<&String>) -> Result<Part, CompileError> {
    let Some(Value::String(text)) = block.get("text") else {
        return Err(CompileError::item(format!("{path}.text"), "must be a text"));
    };
    let place = format!("{at}/text");
    let kind = block.get("type").and_then(Value::as_str);
    let text_type = match kind {
        Some("input_text") => "input_text",
        Some("output_text") => "output_text",
        _ => "text",
    };
    let part = match answers {
        Some(id) => result(at, place, text.clone(), Some(id.clone())),
        None => Part::new(Kind::Text, at, place, text.clone()),
    };
    Ok(part.beside(text_type))
}

/// What is at `at` in a list of parts.
pub(super) fn block_parts(
    block: &Value,
    at: &str,
    path: &str,
    answers: Option<&String>,
) -> Result<Vec<Part>, CompileError> {
    let kind = match block {
        Value::String(text) => {
            let part = Part::new(Kind::Text, at, at.to_owned(), text.clone());
            return Ok(vec![match answers {
                Some(id) => part.tool(Some(id.clone())).into_result(),
                None => part,
            }]);
        }
        Value::Object(fields) => fields.get("type").and_then(Value::as_str).unwrap_or("text"),
        _ => return Err(CompileError::item(path, "must be an object or a text")),
    };
    let part = match kind {
        "text" | "input_text" | "output_text" => text_part(block, at, path, answers)?,
        "tool_use" | "server_tool_use" | "mcp_tool_use" => {
            let (id, name) = (text_field(block, "id", path)?, text_field(block, "name", path)?);
            call(at, format!("{at}/input"), id, name, block.get("input"))
        }
        _ if kind.ends_with("tool_result") => return tool_result(block, at, path),
        "thinking" | "redacted_thinking" => {
            let thoughts = text_field(block, "thinking", path)?.or(text_field(block, "data", path)?);
            Part::new(Kind::Thinking, at, at.to_owned(), thoughts.unwrap_or_default())
        }
        "image" | "image_url" | "input_image" => Part::new(Kind::Image, at, at.to_owned(), String::new()),
        _ => Part::new(Kind::Other, at, at.to_owned(), block.to_string()),
    };
    // A part of a tool's answer goes with it, whatever it is.
    Ok(vec![match answers {
        Some(id) if part.kind != Kind::Call => part.tool(Some(id.clone())),
        _ => part,
    }])
}

/// Anthropic's result of a tool: a text, or a list of parts.
fn tool_result(block: &Value, at: &str, path: &str) -> Result<Vec<Part>, CompileError> {
    let id = text_field(block, "tool_use_id", path)?;
    let place = format!("{at}/content");
    let empty = || result(at, place.clone(), String::new(), id.clone()).form(Form::Fixed);
    match block.get("content") {
        None | Some(Value::Null) => Ok(vec![empty()]),
        Some(Value::String(text)) => Ok(vec![result(at, place.clone(), text.clone(), id)]),
        Some(Value::Array(blocks)) => {
            // The first part stands for the result as a whole: it alone holds the id that has to find its call.
            let mut parts = vec![empty()];
            for (index, inner) in blocks.iter().enumerate() {
                let inner_path = format!("{path}.content[{index}]");
                let read = block_parts(inner, &format!("{place}/{index}"), &inner_path, None)?;
                parts.extend(read.into_iter().map(Part::into_result));
            }
            Ok(parts)
        }
        Some(other) => Ok(vec![result(at, place.clone(), other.to_string(), id).form(Form::Fixed)]),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(message: &Value) -> Vec<(Kind, Option<String>, String)> {
        parts(message, "", "history[0]")
            .unwrap()
            .into_iter()
            .map(|part| (part.kind, part.tool, part.text))
            .collect()
    }

    #[test]
    fn chat_messages_are_read() {
        let calls = json!({"role": "assistant", "content": null, "tool_calls":
            [{"id": "c1", "type": "function", "function": {"name": "run", "arguments": "{\"a\":1}"}}]});
        assert_eq!(read(&calls), [(Kind::Call, Some("c1".into()), "run {\"a\":1}".into())]);
        let answer = json!({"role": "tool", "tool_call_id": "c1", "content": "ok"});
        assert_eq!(read(&answer), [(Kind::Result, Some("c1".into()), "ok".into())]);
    }

    #[test]
    fn lists_of_parts_are_read() {
        let message = json!({"role": "user", "content": [
            {"type": "tool_result", "tool_use_id": "t1", "content": [{"type": "text", "text": "a"}, {"type": "image"}]},
            {"type": "text", "text": "b"}, {"type": "thinking", "thinking": "c", "signature": "s"}, {"type": "new"}]});
        assert_eq!(
            read(&message),
            [
                (Kind::Result, Some("t1".into()), String::new()),
                (Kind::Result, None, "a".into()),
                (Kind::Image, None, String::new()),
                (Kind::Text, None, "b".into()),
                (Kind::Thinking, None, "c".into()),
                (Kind::Other, None, "{\"type\":\"new\"}".into()),
            ]
        );
    }

    #[test]
    fn what_is_wrong_is_named_by_its_path() {
        for (message, error) in [
            (json!(5), "history[0]: must be an object"),
            (json!({"content": 5}), "history[0].content: must be a text or a list of parts"),
            (json!({"content": [{"type": "text"}]}), "history[0].content[0].text: must be a text"),
            (json!({"content": [[]]}), "history[0].content[0]: must be an object or a text"),
            (json!({"tool_calls": {}}), "history[0].tool_calls: must be a list"),
            (json!({"tool_calls": [{"id": 5}]}), "history[0].tool_calls[0].id: must be a text"),
            (json!({"tool_call_id": 5}), "history[0].tool_call_id: must be a text"),
        ] {
            assert_eq!(parts(&message, "", "history[0]").unwrap_err().to_string(), error);
        }
    }
}
