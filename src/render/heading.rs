//! The line that names a failure, made from its record.

use serde_json::Value;

use crate::text::{sanitize, wrap};

fn word<'a>(record: &'a Value, name: &str) -> &'a str {
    record.get(name).and_then(Value::as_str).unwrap_or_default()
}

/// ` (file:line)`; for a name that holds the file only the line, unless it holds that too.
fn place(record: &Value) -> String {
    let (name, file) = (word(record, "id"), word(record, "file"));
    if file.is_empty() {
        return String::new();
    }
    match (record.get("line").and_then(Value::as_u64), name.contains(file)) {
        (Some(line), true) if name.contains(&format!("{file}:{line}")) => String::new(),
        (Some(line), true) => format!(" (:{line})"),
        (Some(line), false) => format!(" ({file}:{line})"),
        (None, true) => String::new(),
        (None, false) => format!(" ({file})"),
    }
}

/// `weir: FAIL id (file:line): message`, and the rest of a name that is longer than a line.
/// `most` is the most chars of a line, `lines` the most lines of a name.
#[must_use]
pub fn heading(record: &Value, most: usize, lines: usize) -> Vec<String> {
    let name = format!("{}{}", word(record, "id"), place(record));
    let (name, _) = sanitize(&name);
    let message = word(record, "message");
    let message = if message.is_empty() { String::new() } else { format!(": {message}") };
    let room = most.saturating_sub("weir: FAIL ".len()).max(1);
    if name.chars().count() <= room {
        return vec![format!("weir: FAIL {name}{message}")];
    }
    let pieces = wrap(&name, room, lines, &[]);
    let line = |(at, piece): (usize, &&str)| {
        if at == 0 { format!("weir: FAIL {piece}") } else { format!("weir:      {piece}") }
    };
    pieces.iter().enumerate().map(line).collect()
}
