//! The list of stored runs, newest first, within the limits of an answer.

use std::io::{self, Write};

use serde_json::json;

use super::next::commands;
use super::sheet::Sheet;
use super::start::Start;
use crate::budget::Count as _;
use crate::settings::{AnswerFormat, Settings};
use crate::store::{Facts, Summary};
use crate::text::json::harmless;
use crate::text::{clip, sanitize};

/// Chars of a folder.
const FOLDER_CHARS: usize = 32;
/// Chars of a command in JSON.
const COMMAND_CHARS: usize = 200;
/// Chars that are kept for what is round the runs in JSON.
const AROUND_CHARS: u64 = 120;

/// Writes a line for each run from a certain one on, or one line of JSON.
pub(super) fn write(
    runs: &[Summary],
    start: &Start,
    settings: &Settings,
    out: &mut impl Write,
) -> io::Result<()> {
    match settings.format {
        AnswerFormat::Text => text(runs, start, settings, out),
        AnswerFormat::Json => json(runs, start, settings, out),
    }
}

/// A duration in its largest unit.
pub(in crate::cli) fn age(seconds: u64) -> String {
    match seconds {
        0..60 => format!("{seconds}s"),
        60..3600 => format!("{}m", seconds.div_euclid(60)),
        3600..86400 => format!("{}h", seconds.div_euclid(3600)),
        _ => format!("{}d", seconds.div_euclid(86400)),
    }
}

/// A number of bytes in its largest unit.
fn size(bytes: u64) -> String {
    match bytes {
        0..1024 => format!("{bytes}B"),
        1024..1_048_576 => format!("{}K", bytes.div_euclid(1024)),
        1_048_576..1_073_741_824 => format!("{}M", bytes.div_euclid(1_048_576)),
        _ => format!("{}G", bytes.div_euclid(1_073_741_824)),
    }
}

/// What was run or read, in one line.
pub(in crate::cli) fn what(facts: &Facts) -> String {
    let command = if facts.command.is_empty() { "standard input" } else { &facts.command };
    let (command, _) = sanitize(command);
    command.replace(['\n', '\t'], " ")
}

/// The last parts of a folder, so many chars at most.
fn folder(facts: &Facts) -> String {
    let name = facts.folder.as_deref().unwrap_or("-").replace(['\n', '\t'], " ");
    let (name, _) = sanitize(&name);
    let more = name.chars().count().saturating_sub(FOLDER_CHARS);
    if more == 0 {
        name.into_owned()
    } else {
        format!("...{}", name.chars().skip(more.saturating_add(3)).collect::<String>())
    }
}

/// What is in the columns.
fn heading(width: usize) -> String {
    let (age, verdict, failed, size, folder) = ("age", "verdict", "failed", "size", "folder");
    format!("weir: id {age:>5}  {verdict:<10}  {failed:>13}  {size:>6}  {folder:<width$}  command")
}

fn row(run: &Summary, width: usize) -> String {
    let facts = &run.meta.facts;
    let (verdict, failed) = match facts.verdict.as_str() {
        // What is shown page by page is no run.
        "" => ("data", String::new()),
        verdict => {
            let failed = facts.failed.map_or_else(|| "?".to_owned(), |failed| failed.to_string());
            (verdict, format!("{failed:>6} failed"))
        }
    };
    let (age, size, folder, command) = (age(run.age), size(run.meta.bytes), folder(facts), what(facts));
    format!("{}  {age:>4}  {verdict:<10}  {failed:>13}  {size:>6}  {folder:<width$}  {command}", run.id)
}

fn skipped(start: &Start) -> usize {
    usize::try_from(start.skipped()).unwrap_or(usize::MAX)
}

fn text(runs: &[Summary], start: &Start, settings: &Settings, out: &mut dyn Write) -> io::Result<()> {
    if runs.is_empty() {
        return writeln!(out, "weir: no stored runs");
    }
    let width = runs.iter().map(|run| folder(&run.meta.facts).chars().count()).max().unwrap_or(0);
    let width = width.max("folder".len());
    let mut sheet = Sheet::headed(out, settings, &heading(width))?.page(start.page());
    for (at, run) in runs.iter().enumerate().skip(skipped(start)) {
        if !sheet.line(&row(run, width))? {
            let next = commands(&format!("--from {}", at.saturating_add(1)), settings);
            let shown = sheet.shown();
            return sheet.close(&format!("{shown} of {} stored runs", runs.len()), &next);
        }
    }
    if start.skipped() > 0 || start.page() > 1 {
        let shown = sheet.shown();
        return sheet.close(&format!("{shown} of {} stored runs", runs.len()), &[]);
    }
    Ok(())
}

fn json(runs: &[Summary], start: &Start, settings: &Settings, out: &mut dyn Write) -> io::Result<()> {
    let mut listed = Vec::new();
    let room = settings.limits.chars.saturating_sub(AROUND_CHARS);
    let (mut left, mut ahead, mut next) = (room, start.page().saturating_sub(1), None);
    for (at, run) in runs.iter().enumerate().skip(skipped(start)) {
        let facts = &run.meta.facts;
        let command = sanitize(&facts.command).0.into_owned();
        let command = clip(&command, COMMAND_CHARS).text.into_owned();
        let folder = facts.folder.as_deref().map(|folder| sanitize(folder).0.into_owned());
        let folder = folder.map(|folder| clip(&folder, COMMAND_CHARS).text.into_owned());
        let verdict = Some(&facts.verdict).filter(|verdict| !verdict.is_empty());
        let row = json!({
            "id": run.id, "age_seconds": run.age, "command": command, "folder": folder, "verdict": verdict, "failed": facts.failed,
            "exit": facts.status(), "bytes": run.meta.bytes, "lines": run.meta.lines, "stored_bytes": run.stored,
        });
        // Bytes are no fewer than chars, so that the ceiling of bytes holds, too.
        let cost = u64::try_from(row.to_string().len()).unwrap_or(u64::MAX).saturating_add(1);
        if cost > left {
            if ahead == 0 {
                next = Some(at.saturating_add(1));
                break;
            }
            ahead.down(1);
            left = room;
        }
        left.down(cost);
        if ahead == 0 {
            listed.push(row);
        }
    }
    let unlisted = next.map_or(0, |next| runs.len().saturating_sub(next).saturating_add(1));
    let mut answer = json!({ "schema": "weir.runs/1", "runs": listed, "unlisted": unlisted });
    if let (Some(next), Some(answer)) = (next, answer.as_object_mut()) {
        answer.insert("nextFrom".to_owned(), json!(next));
    }
    writeln!(out, "{}", harmless(&answer.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ages_and_sizes_are_in_their_largest_unit() {
        assert_eq!([0, 59, 60, 3600, 86400].map(age), ["0s", "59s", "1m", "1h", "1d"]);
        assert_eq!([0, 1023, 1024, 1_048_576].map(size), ["0B", "1023B", "1K", "1M"]);
    }
}
