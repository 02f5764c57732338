//! One message of the system prompt or of the history: its parts, what it costs, and what is done with it.

use std::fmt;

use serde::Serialize;
use serde_json::Value;

use super::part::{Count, Kind, Part, Rung, sweep};

/// What was done with an item, from the mildest to the hardest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Action {
    /// Nothing.
    #[default]
    Keep,
    /// The middle of a text was cut out.
    Clip,
    /// Results went through the filter, thoughts went.
    Collapse,
    /// It printed what another item says.
    Dedupe,
    /// First sentences are left.
    Stub,
    /// It is not there any more.
    Drop,
}

impl Action {
    /// All of them, from the mildest to the hardest.
    pub const ALL: [Self; 6] = [Self::Keep, Self::Clip, Self::Collapse, Self::Dedupe, Self::Stub, Self::Drop];

    /// The name in answers.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Keep => "keep",
            Self::Clip => "clip",
            Self::Collapse => "collapse",
            Self::Dedupe => "dedupe",
            Self::Stub => "stub",
            Self::Drop => "drop",
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// A message.
#[derive(Clone, Debug)]
pub struct Turn {
    /// Its id, or where it is when it has none: `history[3]`.
    pub id: String,
    /// Whether it must stay as it is.
    pub pin: bool,
    /// Its number among all messages of the input.
    pub order: usize,
    /// The message as it came.
    pub value: Value,
    /// Where the message is in `value`, as a JSON pointer.
    pub(super) base: &'static str,
    /// What the provider counts as one message with it.
    pub(super) message: Option<String>,
    /// Whether it is left out although its action is not [`Action::Drop`].
    pub(super) gone: bool,
    pub(super) parts: Vec<Part>,
    /// Whether the line that tells of dropped messages counts it.
    pub(super) counted: bool,
    /// Tokens that it took up.
    pub before: u64,
    /// What was done with it.
    pub action: Action,
    /// Why.
    pub reason: String,
}

impl Turn {
    pub(super) fn new(id: String, order: usize, value: Value, parts: Vec<Part>) -> Self {
        let pin = value.get("pin").and_then(Value::as_bool).unwrap_or(false);
        let (action, reason) = (Action::Keep, "fits".to_owned());
        let (base, message) = ("", None);
        let (gone, counted) = (false, false);
        Self { id, pin, order, value, base, message, gone, parts, counted, before: 0, action, reason }
    }

    pub(super) fn measure(&mut self, count: &Count<'_>) {
        self.parts.iter_mut().for_each(|part| part.measure(count));
        self.before = self.cost();
    }

    /// Tokens that it takes up now.
    #[must_use]
    pub fn cost(&self) -> u64 {
        match self.is_there() {
            false => 0,
            true => self.parts.iter().fold(0_u64, |sum, part| sum.saturating_add(part.cost)),
        }
    }

    /// Whether it is still there.
    #[must_use]
    pub const fn is_there(&self) -> bool {
        !self.gone && !matches!(self.action, Action::Drop)
    }

    /// Remembers the hardest of what was done.
    pub(super) fn note(&mut self, action: Action, reason: &str) {
        if action >= self.action {
            self.action = action;
            reason.clone_into(&mut self.reason);
        }
    }

    /// Shortens every part; a message of which nothing is left goes.
    pub(super) fn shrink(&mut self, rung: Rung, count: &Count<'_>) {
        let value = &self.value;
        let changes = self.parts.iter_mut().map(|part| part.shrink(rung, value, count));
        let changed = changes.fold(false, std::ops::BitOr::bitor);
        if changed {
            match rung {
                Rung::Collapse => {
                    self.note(Action::Collapse, "history over budget: results through the filter")
                }
                Rung::Stub => self.note(Action::Stub, "history over budget: first sentences"),
            }
        }
        self.drop_if_empty("nothing but thoughts");
    }

    pub(super) fn drop_if_empty(&mut self, reason: &str) {
        if !self.parts.is_empty() && self.parts.iter().all(Part::is_gone) {
            self.note(Action::Drop, reason);
        }
    }

    /// Clips its texts, the longest first, until it takes up `tokens` or nothing is left to clip.
    pub(super) fn clip(&mut self, tokens: u64, least: u64, reason: &str, count: &Count<'_>) {
        loop {
            let over = self.cost().saturating_sub(tokens);
            let texts = self.parts.iter_mut().filter(|part| part.is_text() && part.cost > least);
            let Some(longest) = texts.max_by_key(|part| part.cost).filter(|_| over > 0) else { return };
            let target = longest.cost.saturating_sub(over).max(least);
            if !longest.clip(target, count) {
                return;
            }
            self.note(Action::Clip, reason);
        }
    }

    /// The ids of the calls that it makes.
    pub(super) fn calls(&self) -> impl Iterator<Item = &str> {
        self.of(Kind::Call)
    }

    fn of(&self, kind: Kind) -> impl Iterator<Item = &str> {
        self.parts.iter().filter(move |part| part.kind == kind).filter_map(|part| part.tool.as_deref())
    }

    /// The names of the tools that it calls.
    pub(super) fn called(&self) -> impl Iterator<Item = &str> {
        self.parts.iter().filter(|part| part.kind == Kind::Call).filter_map(|part| part.name.as_deref())
    }

    /// The text of all its parts as they are now, for people.
    pub(super) fn text(&self) -> String {
        let texts: Vec<&str> = self.parts.iter().map(Part::current).filter(|text| !text.is_empty()).collect();
        texts.join("\n")
    }

    /// Its role, as far as it has one.
    pub(super) fn role(&self) -> &str {
        let message = self.value.pointer(self.base);
        message.and_then(|message| message.get("role")).and_then(Value::as_str).unwrap_or("tool")
    }

    /// The message as it is now.
    #[must_use]
    pub fn written(&self) -> Value {
        let mut value = self.value.clone();
        self.parts.iter().for_each(|part| part.write(&mut value));
        for part in self.parts.iter().filter(|part| part.is_gone()) {
            if let Some(list) = part.list() {
                sweep(&mut value, list);
            }
        }
        value
    }
}
