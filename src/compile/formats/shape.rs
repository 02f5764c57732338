//! The shape in which a context came: what is needed to write it back.

use serde_json::{Map, Value};

/// The shape.
#[derive(Clone, Debug)]
pub enum Shape {
    /// Weir's own form: the fields that are no sections.
    Own(Map<String, Value>),
    /// A list of messages, or a request, without its messages and tools.
    Chat(Value),
    /// Lines of a session of Claude Code.
    ClaudeCode(Vec<String>),
    /// Lines of a rollout of Codex.
    Codex(Vec<String>),
}

impl Default for Shape {
    fn default() -> Self {
        Self::Own(Map::new())
    }
}

impl Shape {
    /// Fields that are no sections.
    pub(in super::super) const fn rest(&self) -> Option<&Map<String, Value>> {
        match self {
            Self::Own(rest) => Some(rest),
            _ => None,
        }
    }
}
