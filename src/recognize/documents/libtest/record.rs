//! One line of libtest's JSON.
//!
//! Source: `library/test/src/formatters/json.rs` of the Rust project, and nextest's `libtest-json` and
//! `libtest-json-plus`, which keep to it. Only the fields that are needed are read, borrowed where they hold no escapes.

use std::borrow::Cow;

use serde::Deserialize;

use crate::text::Line;

/// The key of the text that can be longer than a line that is held.
const LONG: &str = "\"stdout\":";

/// A line. Absent fields are empty.
#[derive(Debug, Default, Deserialize, PartialEq, Eq)]
pub struct Record<'a> {
    /// `suite`, `test`, `bench` or `report`.
    #[serde(borrow, rename = "type")]
    pub kind: Cow<'a, str>,
    /// `started`, `ok`, `failed`, `ignored` or `timeout`.
    #[serde(borrow, default)]
    pub event: Cow<'a, str>,
    /// The test.
    #[serde(borrow, default)]
    pub name: Cow<'a, str>,
    /// What it printed, the panic's message included.
    #[serde(borrow, default)]
    pub stdout: Cow<'a, str>,
    /// Why it was ignored, or what was wrong with it.
    #[serde(borrow, default)]
    pub message: Cow<'a, str>,
    /// `time limit exceeded`.
    #[serde(borrow, default)]
    pub reason: Cow<'a, str>,
    /// Tests that a suite is about to run.
    pub test_count: Option<u64>,
    /// Of a suite that ended.
    pub passed: Option<u64>,
    /// Of a suite that ended.
    pub failed: Option<u64>,
    /// Of a suite that ended.
    pub ignored: Option<u64>,
    /// Benchmarks of a suite that ended.
    pub measured: Option<u64>,
}

/// Reads a line; one that is longer than what is held of a line as far as its text goes. `None` when it is no such line, and
/// when it is cut off, unless its test failed: that makes things only worse.
pub fn read<'a>(line: &Line<'a>) -> Option<Record<'a>> {
    let text = line.text.trim();
    let record = match serde_json::from_str::<Record<'_>>(text) {
        Ok(record) => record,
        Err(_) => cut(text).filter(|record| line.is_held_in_part() || record.event == "failed")?,
    };
    let known = matches!(&*record.kind, "suite" | "test" | "bench" | "report");
    (known && (!record.event.is_empty() || record.kind != "test")).then_some(record)
}

fn cut(text: &str) -> Option<Record<'_>> {
    let (head, rest) = text.split_once(LONG)?;
    let head = format!("{head}{LONG}\"\"}}");
    let known: Record<'_> = serde_json::from_str(&head).ok()?;
    let inside = rest.trim_start().strip_prefix('"')?;
    // The cut may have gone through an escape.
    let whole = |inside: &str| serde_json::from_str::<String>(&format!("\"{inside}\"")).ok();
    let stdout =
        whole(inside).or_else(|| inside.rfind('\\').and_then(|at| inside.get(..at)).and_then(whole))?;
    let own = |text: Cow<'_, str>| Cow::Owned(text.into_owned());
    Some(Record {
        kind: own(known.kind),
        event: own(known.event),
        name: own(known.name),
        stdout: Cow::Owned(stdout),
        message: own(known.message),
        reason: own(known.reason),
        ..Record::default()
    })
}
