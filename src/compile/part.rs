//! One part of a message: what it says, what it costs, where it is in the message's JSON, and what became of it.
//!
//! A message is never rebuilt: it is kept as it came, and only the strings that were shortened are put back at the places
//! where they were. So every field that is not known here comes out as it went in.

use serde_json::{Map, Value};

use super::shrink;

/// Tokens that an image is counted with: about what the largest one costs that providers do not scale down
/// (<https://docs.claude.com/en/docs/build-with-claude/vision>).
pub const IMAGE_TOKENS: u64 = 1_600;

/// Counts the tokens of a text.
pub type Count<'a> = dyn Fn(&str) -> u64 + 'a;

/// What a part is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Something printed.
    Text,
    /// Thoughts, which a provider may have signed: kept whole or not at all.
    Thinking,
    /// A tool call.
    Call,
    /// What a tool answered.
    Result,
    /// An image.
    Image,
    /// Anything else.
    Other,
}

/// How the text of a part is in the message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// As a string.
    Plain,
    /// As the field `output` of an object that is as JSON in a string.
    Output,
    /// As a string that cannot be changed, or none.
    Fixed,
}

/// How far a part is shortened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Rung {
    /// Results go through the filter, thoughts go.
    Collapse,
    /// First sentences; of results the failures' names.
    Stub,
}

/// What became of a part.
#[derive(Clone, Debug, PartialEq)]
enum Now {
    Same,
    Text(String),
    Arguments(Value),
    Left(String),
    Gone,
}

/// A part.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub(super) kind: Kind,
    /// The id of the call that this is, or that this answers.
    pub(super) tool: Option<String>,
    /// The name of the tool that is called.
    pub(super) name: Option<String>,
    /// Where the whole part is; empty when it is the whole message.
    pub(super) block: String,
    /// Where its text or its arguments are.
    pub(super) at: String,
    pub(super) form: Form,
    pub(super) text: String,
    /// The type of a text part beside this one.
    pub(super) text_type: &'static str,
    pub(super) cost: u64,
    now: Now,
}

impl Part {
    pub(super) fn new(kind: Kind, block: &str, at: String, text: String) -> Self {
        let now = Now::Same;
        let form = Form::Plain;
        let block = block.to_owned();
        Self { kind, tool: None, name: None, block, at, form, text, text_type: "text", cost: 0, now }
    }

    pub(super) fn tool(self, tool: Option<String>) -> Self {
        Self { tool, ..self }
    }

    pub(super) fn named(self, name: Option<String>) -> Self {
        Self { name, ..self }
    }

    pub(super) fn beside(self, text_type: &'static str) -> Self {
        Self { text_type, ..self }
    }

    /// A text that is part of a result.
    pub(super) fn into_result(self) -> Self {
        match self.kind {
            Kind::Text => Self { kind: Kind::Result, ..self },
            _ => self,
        }
    }

    pub(super) fn form(self, form: Form) -> Self {
        Self { form, ..self }
    }

    pub(super) fn measure(&mut self, count: &Count<'_>) {
        self.cost = match &self.now {
            Now::Same if self.kind == Kind::Image => IMAGE_TOKENS,
            Now::Same => count(&self.text),
            Now::Text(text) | Now::Left(text) => count(text),
            Now::Arguments(value) => count(&format!("{} {value}", self.name.as_deref().unwrap_or_default())),
            Now::Gone => 0,
        };
    }

    pub(super) const fn is_gone(&self) -> bool {
        matches!(self.now, Now::Gone)
    }

    /// Leaves the part out.
    pub(super) fn remove(&mut self) {
        self.now = Now::Gone;
        self.cost = 0;
    }

    /// Puts `text` in its place if that is cheaper.
    pub(super) fn replace(&mut self, text: String, count: &Count<'_>) -> bool {
        self.become_(Now::Text(text), count)
    }

    fn become_(&mut self, now: Now, count: &Count<'_>) -> bool {
        let before = (self.cost, std::mem::replace(&mut self.now, now));
        self.measure(count);
        let cheaper = self.cost < before.0;
        if !cheaper {
            (self.cost, self.now) = before;
        }
        cheaper
    }

    /// Whether its text can be changed.
    pub(super) fn is_text(&self) -> bool {
        matches!(self.kind, Kind::Text | Kind::Result) && self.form != Form::Fixed && !self.is_gone()
    }

    /// Shortens it; tells whether it became cheaper. `message` is the message that it is in.
    pub(super) fn shrink(&mut self, rung: Rung, message: &Value, count: &Count<'_>) -> bool {
        if self.is_gone() || self.cost == 0 {
            return false;
        }
        let now = match (self.kind, rung) {
            (Kind::Text, Rung::Collapse) | (Kind::Image | Kind::Other, Rung::Collapse) => return false,
            (Kind::Thinking, _) => Now::Gone,
            (Kind::Text | Kind::Result, _) if self.form == Form::Fixed => return false,
            (Kind::Text, Rung::Stub) => Now::Text(shrink::first_sentence(&self.text)),
            (Kind::Result, Rung::Collapse) => Now::Text(shrink::collapsed(&self.text)),
            (Kind::Result, Rung::Stub) => Now::Text(shrink::stub(&self.text)),
            (Kind::Call, _) => match self.arguments(message, rung) {
                Some(arguments) => Now::Arguments(arguments),
                None => return false,
            },
            (Kind::Image, Rung::Stub) => Now::Left("[image left out]".to_owned()),
            (Kind::Other, Rung::Stub) => Now::Left("[part left out]".to_owned()),
        };
        self.become_(now, count)
    }

    /// The arguments with their long strings cut.
    fn arguments(&self, message: &Value, rung: Rung) -> Option<Value> {
        let chars = match rung {
            Rung::Collapse => shrink::ARGUMENT_CHARS,
            Rung::Stub => shrink::ARGUMENT_STUB_CHARS,
        };
        let mut arguments = match message.pointer(&self.at)? {
            Value::String(text) => match serde_json::from_str(text) {
                Ok(arguments @ (Value::Object(_) | Value::Array(_))) => arguments,
                _ => Value::String(text.clone()),
            },
            arguments => arguments.clone(),
        };
        shrink::cut_strings(&mut arguments, chars).then_some(arguments)
    }

    /// Cuts its middle out, so that about `tokens` are left of it.
    pub(super) fn clip(&mut self, tokens: u64, count: &Count<'_>) -> bool {
        if !self.is_text() || self.cost <= tokens {
            return false;
        }
        let text = match &self.now {
            Now::Text(text) => text.clone(),
            _ => self.text.clone(),
        };
        shrink::clipped(&text, tokens, count).is_some_and(|clipped| self.become_(Now::Text(clipped), count))
    }

    /// Puts what became of it into the message. What is gone leaves a null, which [`sweep`] takes away.
    pub(super) fn write(&self, message: &mut Value) {
        match &self.now {
            Now::Same => {}
            Now::Text(text) => {
                let Some(place) = message.pointer_mut(&self.at) else { return };
                *place = match (self.form, &*place) {
                    (Form::Output, Value::String(whole)) => {
                        let mut whole: Map<String, Value> = serde_json::from_str(whole).unwrap_or_default();
                        whole.insert("output".to_owned(), Value::String(text.clone()));
                        Value::String(Value::Object(whole).to_string())
                    }
                    _ => Value::String(text.clone()),
                };
            }
            Now::Arguments(arguments) => {
                let Some(place) = message.pointer_mut(&self.at) else { return };
                *place = match (&*place, arguments) {
                    (Value::String(_), Value::String(text)) => Value::String(text.clone()),
                    (Value::String(_), arguments) => Value::String(arguments.to_string()),
                    _ => arguments.clone(),
                };
            }
            Now::Left(text) => {
                if let Some(place) = message.pointer_mut(&self.block).filter(|_| !self.block.is_empty()) {
                    *place = serde_json::json!({ "type": self.text_type, "text": text });
                }
            }
            Now::Gone => {
                if let Some(place) = message.pointer_mut(&self.block).filter(|_| !self.block.is_empty()) {
                    *place = Value::Null;
                }
            }
        }
    }

    /// The pointer of the list that it is in.
    pub(super) fn list(&self) -> Option<&str> {
        self.block.rsplit_once('/').map(|(list, _)| list)
    }

    /// Its text as it is now.
    pub(super) fn current(&self) -> &str {
        match &self.now {
            Now::Same | Now::Arguments(_) => &self.text,
            Now::Text(text) | Now::Left(text) => text,
            Now::Gone => "",
        }
    }
}

/// Takes the nulls out of a list.
pub(super) fn sweep(message: &mut Value, list: &str) {
    if let Some(Value::Array(parts)) = message.pointer_mut(list) {
        parts.retain(|part| !part.is_null());
    }
}
