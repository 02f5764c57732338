//! Markdown for summaries and comments. Test output is only in code; there is no HTML in it.

use std::io::{self, Write};

use super::annotations::{clipped_to_line, flaky, others, reason};
use super::escape::{code, fenced};
use super::fit::Fit;
use super::limits::Limit;
use super::model::{Entry, Model};

/// The most bytes of a name or a reason in a list.
const LINE_BYTES: usize = 300;

pub(super) fn write(model: &Model<'_>, limit: &Limit, out: &mut dyn Write) -> io::Result<()> {
    // What is not a failure comes first, so that it is not cut off.
    let mut top = head(model, u64::MAX);
    let fit = Fit::of(model, limit, top.len().saturating_add(64), |entry| one(entry).len());
    top = head(model, fit.left_out);
    out.write_all(top.as_bytes())?;
    for entry in fit.entries(model, limit).filter(|entry| entry.text.is_some()) {
        out.write_all(one(&entry).as_bytes())?;
    }
    let mut brief = fit.entries(model, limit).filter(|entry| entry.text.is_none()).peekable();
    if brief.peek().is_some() {
        writeln!(out, "\n#### Further failures\n")?;
    }
    for entry in brief {
        out.write_all(one(&entry).as_bytes())?;
    }
    Ok(())
}

/// The verdict, and what is wrong besides the failures.
fn head(model: &Model<'_>, left_out: u64) -> String {
    let (word, rest) = model.headline.split_once(' ').unwrap_or((&model.headline, ""));
    let mut top = format!("### weir: {word}\n\n");
    if !rest.is_empty() {
        top.push_str(&format!("{}\n\n", code(rest)));
    }
    let problems = model.problems(left_out);
    for problem in &problems {
        let message = code(&clipped_to_line(&problem.message, LINE_BYTES));
        top.push_str(&format!("- **{}**: {message}\n", problem.name));
    }
    if let Some(flaky) = flaky(model) {
        top.push_str(&format!("- {}\n", code(&flaky)));
    }
    if let Some(rerun) = &model.rerun {
        top.push_str(&format!("- run again what failed: {}\n", code(&clipped_to_line(rerun, 1000))));
    }
    for problem in problems.iter().filter(|problem| !problem.text.is_empty()) {
        top.push_str(&format!("\n{}", fenced(&problem.text)));
    }
    top
}

/// One failure: with all its lines under a heading, else in one line of a list.
fn one(entry: &Entry<'_>) -> String {
    let name = code(&clipped_to_line(&entry.name, LINE_BYTES));
    let mut facts: Vec<String> = Vec::new();
    if let Some(file) = &entry.file {
        let line = entry.line.map(|line| format!(":{line}")).unwrap_or_default();
        facts.push(code(&clipped_to_line(&format!("{file}{line}"), LINE_BYTES)));
    }
    let Some(text) = &entry.text else {
        let place = facts.first().map(|place| format!(" {place}")).unwrap_or_default();
        return format!("- {name}{place} {}\n", code(&clipped_to_line(&reason(entry), LINE_BYTES)));
    };
    facts.push(entry.kind.to_owned());
    if !entry.suite.is_empty() {
        facts.push(code(&clipped_to_line(&entry.suite, LINE_BYTES)));
    }
    if entry.others > 0 {
        facts.push(others(entry.others));
    }
    let reason = clipped_to_line(&reason(entry), LINE_BYTES);
    let body = if text.trim().is_empty() { reason } else { text.clone() };
    format!("\n#### {name}\n\n{}\n\n{}", facts.join(", "), fenced(&body))
}
