//! What was done, in numbers, ids and reasons and without a word of the content: the answer's head, and a log's line.

use serde::Serialize;

use super::section::{Section, Sections};
use super::turn::Action;

/// One section in numbers. Tokens, as the estimator counts them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SectionCounts {
    /// What it may take up.
    pub budget: u64,
    /// What it took up.
    pub before: u64,
    /// What it takes up; never more than the budget.
    pub after: u64,
    /// Items of the input.
    pub items_in: u64,
    /// Items that are left.
    pub items_out: u64,
}

/// What was done with one item.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ActionTaken {
    /// The item's section.
    pub section: Section,
    /// Its id, or its place in the input; of a tool the name.
    pub id: String,
    /// What was done.
    pub action: Action,
    /// Tokens before.
    pub before: u64,
    /// Tokens after; 0 when it is not there any more.
    pub after: u64,
    /// Why.
    pub reason: String,
    /// Whether it is still there.
    #[serde(skip)]
    pub is_there: bool,
}

/// The event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Event {
    /// `weir.compile/1`.
    pub schema: &'static str,
    /// `context_compiled`.
    pub event: &'static str,
    /// Tokens that the context may take up.
    pub window: u64,
    /// The estimator's name.
    pub estimator: String,
    /// Tokens that it takes up; never more than the window.
    pub total: u64,
    /// Each section.
    pub sections: Sections<SectionCounts>,
    /// Memories that stay, the best first.
    pub admitted_memory_ids: Vec<String>,
    /// Memories that do not, in the order of the input.
    pub dropped_memory_ids: Vec<String>,
    /// Tools that are left out, in the order of the input.
    pub omitted_tools: Vec<String>,
    /// What was done with each item.
    pub actions: Vec<ActionTaken>,
}

/// The event and the context.
#[derive(Debug, Serialize)]
pub struct Answer<'a> {
    /// The event.
    #[serde(flatten)]
    pub event: &'a Event,
    /// The context in weir's own form.
    pub context: &'a serde_json::Value,
}
