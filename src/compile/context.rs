//! A context: what a model would be sent, by section, and the shape in which it came.

use serde_json::{Map, Value};

use super::error::CompileError;
use super::formats::Shape;
use super::memory::Memory;
use super::message;
use super::part::{Kind, Part};
use super::tools::Tool;
use super::turn::Turn;
use crate::text::words::{nearest, shown};

/// The keys of weir's own form.
const KEYS: [&str; 5] = ["system", "memory", "history", "tools", "task"];

/// A context.
#[derive(Clone, Debug, Default)]
pub struct Context {
    /// The system prompt.
    pub system: Vec<Turn>,
    /// The memories.
    pub memory: Vec<Memory>,
    /// The conversation.
    pub history: Vec<Turn>,
    /// The tools.
    pub tools: Vec<Tool>,
    /// What is to be done.
    pub task: Option<String>,
    pub(super) shape: Shape,
}

/// The items of a section; none when it is not there.
fn items<T>(
    whole: &mut Map<String, Value>,
    section: &str,
    read: impl Fn(usize, Value, &str) -> Result<T, CompileError>,
) -> Result<Vec<T>, CompileError> {
    match whole.remove(section) {
        None | Some(Value::Null) => Ok(Vec::new()),
        Some(Value::Array(items)) => items
            .into_iter()
            .enumerate()
            .map(|(index, item)| read(index, item, &format!("{section}[{index}]")))
            .collect(),
        Some(_) => Err(CompileError::item(section, "must be a list")),
    }
}

/// An item's own id, or its place.
pub(super) fn id(item: &Value, path: &str) -> Result<String, CompileError> {
    Ok(message::text_field(item, "id", path)?.unwrap_or_else(|| path.to_owned()))
}

fn system(order: usize, item: Value, path: &str) -> Result<Turn, CompileError> {
    if !item.is_object() {
        return Err(CompileError::item(path, "must be an object"));
    }
    let Some(text) = message::text_field(&item, "text", path)? else {
        return Err(CompileError::item(format!("{path}.text"), "is missing"));
    };
    let part = Part::new(Kind::Text, "", "/text".to_owned(), text);
    Ok(Turn::new(id(&item, path)?, order, item, vec![part]))
}

fn turn(order: usize, item: Value, path: &str) -> Result<Turn, CompileError> {
    let parts = message::parts(&item, "", path)?;
    if message::text_field(&item, "role", path)?.is_none() {
        return Err(CompileError::item(format!("{path}.role"), "is missing"));
    }
    Ok(Turn::new(id(&item, path)?, order, item, parts))
}

/// The message on a key that would change nothing.
fn unknown(key: &str) -> CompileError {
    let known = KEYS.join(", ");
    let near = nearest(key, KEYS).map(|near| format!("did you mean '{near}'? ")).unwrap_or_default();
    CompileError::item(shown(key), format!("is unknown; {near}the keys are {known}"))
}

impl Context {
    /// Reads weir's own form: `system`, `memory`, `history`, `tools` as lists of objects, and `task`.
    ///
    /// # Errors
    /// Names the item that is wrong.
    pub fn read(whole: Value) -> Result<Self, CompileError> {
        let Value::Object(mut whole) = whole else {
            return Err(CompileError::Input(
                "must hold an object with the lists system, memory, history and tools".to_owned(),
            ));
        };
        let task = match whole.get("task") {
            None | Some(Value::Null) => None,
            Some(Value::String(task)) => Some(task.clone()),
            Some(_) => return Err(CompileError::item("task", "must be a text")),
        };
        if let Some(key) = whole.keys().find(|key| !KEYS.contains(&key.as_str())) {
            return Err(unknown(key));
        }
        Ok(Self {
            system: items(&mut whole, "system", system)?,
            memory: items(&mut whole, "memory", |_, item, path| Memory::read(item, path))?,
            history: items(&mut whole, "history", turn)?,
            tools: items(&mut whole, "tools", |_, item, path| Tool::read(item, path))?,
            task,
            shape: Shape::Own(whole),
        })
    }
}
