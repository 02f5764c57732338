//! Message lists of OpenAI's chat completions and of Anthropic's API, alone or in a request with tools.
//!
//! The two differ where the system prompt is: among the messages, with the role `system` or `developer`, or beside
//! them as `system`, a text or a list of parts. Everything else of a request comes out as it went in.

use serde_json::{Value, json};

use super::super::context::{Context, id};
use super::super::error::CompileError;
use super::super::job::Compiled;
use super::super::message;
use super::super::part::{Kind, Part};
use super::super::tools::Tool;
use super::super::turn::{Action, Turn};
use super::Shape;
use crate::text::json::JsonError;

/// The pointer of a system prompt that was a bare text, in the object that stands for it.
const BARE: &str = "/bare";

pub(super) fn read(text: &str) -> Result<Context, CompileError> {
    let whole: Value = serde_json::from_str(text)
        .map_err(|error| CompileError::Input(format!("is {}", JsonError::from(&error))))?;
    let (mut whole, messages) = match whole {
        Value::Array(messages) => (Value::Null, messages),
        Value::Object(mut fields) => match fields.remove("messages") {
            Some(Value::Array(messages)) => (Value::Object(fields), messages),
            _ => return Err(CompileError::item("messages", "must be a list")),
        },
        _ => {
            return Err(CompileError::Input(
                "must be a list of messages, or an object with the list messages".to_owned(),
            ));
        }
    };
    let mut context = Context::default();
    if let Some(fields) = whole.as_object_mut() {
        context.system = system(fields.remove("system"))?;
        match fields.remove("tools") {
            None => {}
            Some(Value::Array(tools)) => {
                for (index, tool) in tools.into_iter().enumerate() {
                    context.tools.push(tool_of(tool, &format!("tools[{index}]"))?);
                }
            }
            Some(_) => return Err(CompileError::item("tools", "must be a list")),
        }
    }
    for (index, message) in messages.into_iter().enumerate() {
        let path = format!("messages[{index}]");
        let parts = message::parts(&message, "", &path)?;
        let Some(role) = message::text_field(&message, "role", &path)? else {
            return Err(CompileError::item(format!("{path}.role"), "is missing"));
        };
        let turn = Turn::new(id(&message, &path)?, index, message, parts);
        match role.as_str() {
            "system" | "developer" => context.system.push(turn),
            _ => context.history.push(turn),
        }
    }
    context.shape = Shape::Chat(whole);
    Ok(context)
}

/// Tools of a provider's own have a type instead of a name.
fn tool_of(tool: Value, path: &str) -> Result<Tool, CompileError> {
    let named = tool.get("name").is_some() || tool.get("function").is_some();
    match tool.get("type").and_then(Value::as_str).map(str::to_owned) {
        Some(kind) if !named => {
            let mut named = tool.clone();
            if let Some(fields) = named.as_object_mut() {
                fields.insert("name".to_owned(), Value::String(kind));
            }
            Ok(Tool::read(named, path)?.written_as(tool))
        }
        _ => Tool::read(tool, path),
    }
}

fn system(prompt: Option<Value>) -> Result<Vec<Turn>, CompileError> {
    match prompt {
        None | Some(Value::Null) => Ok(Vec::new()),
        Some(Value::String(text)) => {
            let part = Part::new(Kind::Text, "", BARE.to_owned(), text.clone());
            Ok(vec![Turn::new("system".to_owned(), 0, json!({ "bare": text }), vec![part])])
        }
        Some(Value::Array(blocks)) => blocks
            .into_iter()
            .enumerate()
            .map(|(index, block)| {
                let path = format!("system[{index}]");
                let parts = message::block_parts(&block, "", &path, None)?;
                Ok(Turn::new(path, 0, block, parts))
            })
            .collect(),
        Some(_) => Err(CompileError::item("system", "must be a text or a list of parts")),
    }
}

pub(super) fn write(compiled: &Compiled, whole: &Value) -> String {
    let context = &compiled.context;
    let line = |turn: &Turn, text: String| (turn.order, json!({ "role": "user", "content": text }));
    let mut messages = compiled.history(|turn| (turn.order, turn.written()), line);
    let mut prompt = Vec::new();
    let mut bare = None;
    for turn in &context.system {
        let beside = turn.value.get("role").is_none();
        let written = turn.written();
        match written.pointer(BARE) {
            Some(text) if beside => bare = turn.is_there().then(|| text.clone()),
            _ if beside && turn.is_there() => prompt.push(written),
            _ if turn.is_there() => messages.push((turn.order, written)),
            _ => {}
        }
    }
    messages.sort_by_key(|(order, _)| *order);
    let messages: Vec<Value> = messages.into_iter().map(|(_, message)| message).collect();
    let mut whole = match whole {
        Value::Object(fields) => fields.clone(),
        _ => return format!("{}\n", Value::Array(messages)),
    };
    whole.insert("messages".to_owned(), Value::Array(messages));
    if let Some(text) = bare {
        whole.insert("system".to_owned(), text);
    } else if !prompt.is_empty() {
        whole.insert("system".to_owned(), Value::Array(prompt));
    }
    let tools = context.tools.iter().filter(|tool| tool.action == Action::Keep);
    let tools: Vec<Value> = tools.map(|tool| tool.value.clone()).collect();
    // No provider takes an empty list.
    if !tools.is_empty() {
        whole.insert("tools".to_owned(), Value::Array(tools));
    }
    format!("{}\n", Value::Object(whole))
}
