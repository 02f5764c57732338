//! The failures of a stored run, a line each or with all that is known of them.

use std::io::{self, Write};

use serde_json::{Map, Value, json};

use super::next::{commands, quoted};
use super::sheet::Sheet;
use super::start::Start;
use crate::budget::Count as _;
use crate::render;
use crate::settings::Settings;
use crate::store::{Claim, Cursors, Snapshot};
use crate::text::json::harmless;
use crate::text::sanitize;

/// What a cursor through the list of failures is bound to.
pub(super) const QUERY: &str = "show --failures";
/// Lines that one failure takes up at most in the list.
const HEADING_LINES: usize = 3;
/// Chars that are kept for what is round a list in JSON.
const AROUND_CHARS: u64 = 300;
/// Bytes of a name for which the lowest limits have room in JSON.
const ID_BYTES: usize = 14;

fn word<'a>(record: &'a Value, name: &str) -> &'a str {
    record.get(name).and_then(Value::as_str).unwrap_or_default()
}

fn record(bytes: &[u8]) -> io::Result<Value> {
    serde_json::from_slice(bytes).map_err(|_| io::ErrorKind::InvalidData.into())
}

/// `weir: FAIL id (file:line): message`, and the rest of a name that is longer than a line.
fn heading(record: &Value, sheet: &Sheet<'_>) -> Vec<String> {
    render::heading(record, sheet.line_chars(), sheet.block_lines(HEADING_LINES))
}

fn print(sheet: &mut Sheet<'_>, lines: &[String]) -> io::Result<bool> {
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    sheet.block(&lines)
}

/// How many failures there are, as far as it is known; and how many of them have no record.
fn reported(snapshot: &Snapshot) -> (u64, u64) {
    let records = snapshot.record_count();
    let all = snapshot.meta().facts.failed.unwrap_or(records).max(records);
    (all, all.saturating_sub(records))
}

/// Shows the failures from a certain one on, a line each.
pub(super) fn list(
    snapshot: &mut Snapshot,
    start: &Start,
    settings: &Settings,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut sheet = Sheet::new(out, settings).page(start.page());
    let mut next = None;
    snapshot.records(start.skipped(), &mut |number, bytes| {
        let lines = heading(&record(bytes)?, &sheet);
        let printed = print(&mut sheet, &lines)?;
        if !printed {
            next = Some(number.saturating_add(1));
        }
        Ok(printed)
    })?;
    let id = snapshot.id();
    let next =
        next.map_or_else(Vec::new, |next| commands(&format!("{id} --failures --from {next}"), settings));
    let (all, bare) = reported(snapshot);
    let beyond = if bare > 0 { format!(", {bare} without a record") } else { String::new() };
    let shown = sheet.shown();
    sheet.close(&format!("{shown} of {all} failures{beyond}"), &next)
}

/// The failures from a certain one on, as one line of JSON; with a cursor when there are more.
pub(super) fn json(
    snapshot: &mut Snapshot,
    start: &Start,
    settings: &Settings,
    cursors: Option<(&Cursors, i64)>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let room = settings.limits.chars.saturating_sub(AROUND_CHARS);
    let (mut left, mut ahead) = (room, start.page().saturating_sub(1));
    let (mut listed, mut first, mut next) = (Vec::new(), None, None);
    snapshot.records(start.skipped(), &mut |number, bytes| {
        let whole = record(bytes)?;
        // Bytes are no fewer than chars, so that the ceiling of bytes holds, too.
        let cost =
            |record: &Value| u64::try_from(record.to_string().len()).unwrap_or(u64::MAX).saturating_add(1);
        let mut record = short(&whole, room);
        if cost(&record) > room {
            record = shortest(&whole);
        }
        let cost = cost(&record);
        if cost > left {
            if ahead == 0 {
                next = Some(number);
                return Ok(false);
            }
            ahead.down(1);
            left = room;
        }
        left.down(cost);
        if ahead == 0 {
            first = first.or(Some(number.saturating_add(1)));
            listed.push(record);
        }
        Ok(true)
    })?;
    let (all, bare) = reported(snapshot);
    let id = snapshot.id();
    let mut answer = json!({
        "schema": "weir.failures/1", "snapshot": id, "from": first, "failures": listed, "total": all, "withoutRecord": bare,
    });
    if let (Some(next), Some(answer)) = (next, answer.as_object_mut()) {
        answer.insert("nextFrom".to_owned(), json!(next.saturating_add(1)));
        if let Some((cursors, now)) = cursors {
            let claim = Claim { snapshot: id.to_owned(), query: QUERY.to_owned(), offset: next };
            answer.insert("nextCursor".to_owned(), json!(cursors.sign(&claim, now)));
        }
    }
    writeln!(out, "{}", harmless(&answer.to_string()))?;
    out.flush()
}

/// A record without its detail, short enough to be alone on a page.
fn short(record: &Value, room: u64) -> Value {
    let most = usize::try_from(room.div_euclid(8)).unwrap_or(usize::MAX);
    let text = |name: &str| {
        let text = word(record, name);
        let clipped = crate::text::clip(text, most).text;
        if text.is_empty() { Value::Null } else { Value::String(sanitize(&clipped).0.into_owned()) }
    };
    let mut short = Map::new();
    for name in ["id", "kind", "runner", "file", "message"] {
        short.insert(name.to_owned(), text(name));
    }
    short.insert("line".to_owned(), record.get("line").cloned().unwrap_or(Value::Null));
    Value::Object(short)
}

/// A record for which the lowest limits have room: what fails, and the beginning of its name.
fn shortest(record: &Value) -> Value {
    let (name, _) = sanitize(word(record, "id"));
    let mut id = String::new();
    for char in name.chars().filter(|char| !"\"\\\t\n".contains(*char)) {
        if id.len().saturating_add(char.len_utf8()) > ID_BYTES {
            id.push_str("...");
            break;
        }
        id.push(char);
    }
    let kind = word(record, "kind");
    json!({ "id": id, "kind": kind, "runner": null, "file": null, "line": null, "message": null })
}

/// The lines of a failure's record, each one whole.
fn whole(record: &Value, sheet: &Sheet<'_>) -> Vec<String> {
    let mut lines = heading(record, sheet);
    for line in record.get("detail").and_then(Value::as_array).into_iter().flatten() {
        let line = line.as_str().unwrap_or_default();
        lines.push(if line.starts_with("weir:") { format!("\\{line}") } else { line.to_owned() });
    }
    lines
}

/// Shows all that is known of the failures of this name, or of names that hold it, from a certain line on. Gives false
/// when there are none.
pub(super) fn named(
    snapshot: &mut Snapshot,
    name: &str,
    start: &Start,
    settings: &Settings,
    out: &mut dyn Write,
) -> io::Result<bool> {
    let (mut exact, mut holding) = (0_u64, 0_u64);
    let count = |counter: &mut u64| counter.up(1);
    snapshot.records(0, &mut |_, bytes| {
        let record = record(bytes)?;
        let id = word(&record, "id");
        if id == name {
            count(&mut exact);
        } else if id.contains(name) {
            count(&mut holding);
        }
        Ok(true)
    })?;
    if exact == 0 && holding == 0 {
        return Ok(false);
    }
    let mut sheet = Sheet::new(out, settings).page(start.page());
    let (mut number, mut next, mut failures) = (0_u64, None, 0_u64);
    snapshot.records(0, &mut |_, bytes| {
        let record = record(bytes)?;
        let id = word(&record, "id");
        if id != name && (exact > 0 || !id.contains(name)) {
            return Ok(true);
        }
        let before = sheet.shown();
        for line in whole(&record, &sheet) {
            number.up(1);
            if number <= start.skipped() {
                continue;
            }
            if !sheet.own(&line)? {
                next = Some(number);
                break;
            }
        }
        failures.up(u64::from(sheet.shown() > before));
        Ok(next.is_none())
    })?;
    let all = if exact > 0 { exact } else { holding };
    let next = next.map_or_else(Vec::new, |next| {
        let same = vec![format!("the same with --from {next}")];
        let quoted = quoted(name).map(|name| format!("{} --failure {name} --from {next}", snapshot.id()));
        let mut ways = quoted.map_or_else(Vec::new, |words| commands(&words, settings));
        ways.extend(same);
        ways
    });
    sheet.close(&format!("{failures} of {all} failures of this name"), &next)?;
    Ok(true)
}
