//! The compiled context as plain text: what a person reads, or what goes into a prompt as it is.

use serde_json::Value;

use super::job::Compiled;
use super::turn::{Action, Turn};
use crate::text::sanitize;

impl Compiled {
    /// The context as text, a heading a section; nothing in it is obeyed by a terminal.
    #[must_use]
    pub fn text(&self) -> String {
        let context = &self.context;
        let mut text = String::new();
        let mut section = |name: &str, items: Vec<String>| {
            if !items.is_empty() {
                if !text.is_empty() {
                    text.push('\n');
                }
                text.push_str("## ");
                text.push_str(name);
                text.push('\n');
            }
            for item in items {
                text.push_str(&sanitize(&item).0);
                text.push('\n');
            }
        };
        let there = context.system.iter().filter(|turn| turn.is_there());
        section("system", there.map(Turn::text).collect());
        let memory = context.memory.iter().filter(|memory| memory.action == Action::Keep);
        section("memory", memory.map(|memory| format!("- {}", memory.text())).collect());
        let printed = |turn: &Turn| format!("{}: {}", turn.role(), turn.text());
        section("history", self.history(printed, |_, text| text));
        let tools = context.tools.iter().filter(|tool| tool.action == Action::Keep);
        section("tools", tools.map(|tool| tool.value.to_string()).collect());
        let task = self.context.shape.rest().and_then(|rest| rest.get("task")).and_then(Value::as_str);
        section("task", task.map(str::to_owned).into_iter().collect());
        text
    }
}
