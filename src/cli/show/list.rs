//! The list of stored runs, newest first, within the limits of an answer.

use std::io::{self, Write};

use serde_json::json;

use crate::settings::{AnswerFormat, Settings};
use crate::store::Summary;
use crate::text::{clip, sanitize};

/// Chars that are kept for the line that counts the rest.
const REST_CHARS: u64 = 80;

/// Writes a line for each run, or one line of JSON.
pub(super) fn write(runs: &[Summary], settings: &Settings, out: &mut impl Write) -> io::Result<()> {
    match settings.format {
        AnswerFormat::Text => text(runs, settings, out),
        AnswerFormat::Json => json(runs, settings, out),
    }
}

fn chars(text: &str) -> u64 {
    u64::try_from(text.chars().count()).unwrap_or(u64::MAX).saturating_add(1)
}

/// A duration in its largest unit.
fn age(seconds: u64) -> String {
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

fn row(run: &Summary) -> String {
    let facts = &run.meta.facts;
    let failed = facts.failed.map_or_else(|| "?".to_owned(), |failed| failed.to_string());
    let (age, size) = (age(run.age), size(run.meta.bytes));
    let command = if facts.command.is_empty() { "standard input" } else { &facts.command };
    let (command, _) = sanitize(command);
    let command = command.replace(['\n', '\t'], " ");
    format!("{}  {age:>4}  {:<10}  {failed:>6} failed  {size:>6}  {command}", run.id, facts.verdict)
}

fn text(runs: &[Summary], settings: &Settings, out: &mut impl Write) -> io::Result<()> {
    let limits = settings.limits;
    let line_chars = usize::try_from(limits.line_chars).unwrap_or(usize::MAX);
    if runs.is_empty() {
        return writeln!(out, "weir: no stored runs");
    }
    let (mut left_chars, mut left_lines) =
        (limits.chars.saturating_sub(REST_CHARS), limits.lines.saturating_sub(1));
    for (at, run) in runs.iter().enumerate() {
        let row = row(run);
        let row = clip(&row, line_chars).text;
        if chars(&row) > left_chars || left_lines == 0 {
            let rest = runs.len().saturating_sub(at);
            return writeln!(
                out,
                "weir: {at} of {} stored runs, {rest} older: weir show -m verbose",
                runs.len()
            );
        }
        left_chars = left_chars.saturating_sub(chars(&row));
        left_lines = left_lines.saturating_sub(1);
        writeln!(out, "{row}")?;
    }
    Ok(())
}

fn json(runs: &[Summary], settings: &Settings, out: &mut impl Write) -> io::Result<()> {
    let mut listed = Vec::new();
    let mut left = settings.limits.chars.saturating_sub(REST_CHARS);
    for run in runs {
        let facts = &run.meta.facts;
        let row = json!({
            "id": run.id, "age_seconds": run.age, "command": sanitize(&facts.command).0, "verdict": facts.verdict,
            "failed": facts.failed, "exit": facts.exit, "bytes": run.meta.bytes, "lines": run.meta.lines,
            "stored_bytes": run.stored,
        });
        let cost = chars(&row.to_string());
        if cost > left {
            break;
        }
        left = left.saturating_sub(cost);
        listed.push(row);
    }
    let rest = runs.len().saturating_sub(listed.len());
    writeln!(out, "{}", json!({ "schema": "weir.runs/1", "runs": listed, "unlisted": rest }))
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
