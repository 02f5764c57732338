//! GitLab's report of code quality: a list of findings, each with a path, a line and a fingerprint of its own.
//!
//! Source: docs.gitlab.com, code quality, import results; GitLab drops a finding without one of these.

use std::io::{self, Write};

use serde_json::{Value, json};

use super::annotations::{clipped_to_line, reason};
use super::findings::{Finding, numbered};
use super::fit::Fit;
use super::json::{List, fingerprint, written};
use super::limits::Limit;
use super::model::{Entry, Model, Places, Problem};
use super::paths::{of_input, relative, required};
use super::unique::Unique;

pub(super) fn write(
    model: &Model<'_>,
    places: &dyn Places,
    limit: &Limit,
    out: &mut dyn Write,
) -> io::Result<()> {
    let own = model.problems(u64::MAX);
    let taken = own.iter().map(|problem| written(&of_problem(problem, model, 1)).len());
    let taken = taken.fold(64_usize, usize::saturating_add);
    let bytes = limit.text;
    let size = |entry: &Entry<'_>| written(&finding(entry, model, places, 1, bytes)).len().saturating_add(2);
    // This document has no lines of failures.
    let fit = Fit::of(model, limit, taken, size);
    let mut unique = Unique::default();
    let problems = model.problems(fit.left_out);
    write!(out, "[")?;
    let mut list = List::new(out);
    for problem in &problems {
        let number = unique.number(&["weir", problem.name]);
        list.add(&of_problem(problem, model, number))?;
    }
    for entry in fit.entries(model, limit) {
        let number = unique.number(&[&entry.name, entry.file.as_deref().unwrap_or_default()]);
        list.add(&finding(&entry, model, places, number, bytes))?;
    }
    let mut room = fit.room;
    for (warning, number) in numbered(&model.warnings, &mut unique) {
        let value = written(&of_warning(warning, model, places, number, bytes));
        let Some(left) = room.checked_sub(value.len().saturating_add(2)) else { break };
        room = left;
        list.add_written(&value)?;
    }
    list.end()?;
    writeln!(out, "]")
}

/// One failure, as a finding.
fn finding(entry: &Entry<'_>, model: &Model<'_>, places: &dyn Places, number: u32, bytes: usize) -> Value {
    let path = required(entry, model, places);
    let name: &str = &entry.name;
    json!({
        "description": clipped_to_line(&format!("{name}: {}", reason(entry)), bytes),
        "check_name": entry.code.as_deref().unwrap_or(entry.kind),
        "fingerprint": fingerprint(&[name, &path], number),
        "severity": "major",
        "location": { "path": path, "lines": { "begin": entry.line.unwrap_or(1).max(1) } },
    })
}

/// A warning of a compiler or a linter.
fn of_warning(
    warning: &Finding<'_>,
    model: &Model<'_>,
    places: &dyn Places,
    number: u32,
    bytes: usize,
) -> Value {
    let path = warning.file.as_deref().map(|file| relative(file, places));
    let path = path.unwrap_or_else(|| of_input(model));
    json!({
        "description": clipped_to_line(&warning.message, bytes),
        "check_name": if warning.code.is_empty() { warning.tool } else { &*warning.code },
        "fingerprint": fingerprint(&["warning", &warning.message, &path], number),
        "severity": "minor",
        "location": { "path": path, "lines": { "begin": warning.line.unwrap_or(1).max(1) } },
    })
}

/// What is wrong besides.
fn of_problem(problem: &Problem, model: &Model<'_>, number: u32) -> Value {
    json!({
        "description": clipped_to_line(&format!("weir: {}", problem.message), 1000),
        "check_name": format!("weir.{}", problem.name),
        "fingerprint": fingerprint(&["weir", problem.name], number),
        "severity": "blocker",
        "location": { "path": of_input(model), "lines": { "begin": 1 } },
    })
}
