//! Reads event logs again: whether no context was ever larger than it may be.

use serde::Serialize;
use serde_json::Value;

use super::error::{CompileError, not_json};
use crate::budget::Count as _;

/// A context that was too large.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Over {
    /// The line of the log, from 1.
    pub line: u64,
    /// Tokens of the context.
    pub total: u64,
    /// Tokens that it may have.
    pub max: u64,
}

/// What a log tells.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Checked {
    /// Contexts.
    pub events: u64,
    /// The largest.
    pub largest: u64,
    /// Those that were too large.
    pub over: Vec<Over>,
}

/// Reads a log, a JSON object a line; events of other names are passed over. Without `max` the window of each event is
/// its limit.
///
/// # Errors
/// Names the line that is no event.
pub fn check(log: &str, max: Option<u64>) -> Result<Checked, CompileError> {
    let mut checked = Checked::default();
    for (index, text) in log.lines().enumerate().filter(|(_, text)| !text.trim().is_empty()) {
        let line = u64::try_from(index).unwrap_or(u64::MAX).saturating_add(1);
        let path = format!("line {line}");
        let event: Value =
            serde_json::from_str(text).map_err(|error| CompileError::item(&path, not_json(&error)))?;
        if event.get("event").and_then(Value::as_str) != Some("context_compiled") {
            if !event.is_object() {
                return Err(CompileError::item(&path, "must be an object"));
            }
            continue;
        }
        let number = |field: &str| {
            event
                .get(field)
                .and_then(Value::as_u64)
                .ok_or_else(|| CompileError::item(format!("{path}: {field}"), "must be a number, 0 or above"))
        };
        let total = number("total")?;
        let max = max.map_or_else(|| number("window"), Ok)?;
        checked.events.up(1);
        checked.largest = checked.largest.max(total);
        if total > max {
            checked.over.push(Over { line, total, max });
        }
    }
    Ok(checked)
}
