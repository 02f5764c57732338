//! SARIF 2.1.0: a result for each failure and each warning, a notification for everything else that is wrong. What a tool reports
//! under a rule of its own is in a run of that tool.
//!
//! Source: the OASIS standard; GitHub's SARIF support for code scanning, which rejects a file in which a result has no
//! place.

use std::collections::BTreeSet;
use std::io::{self, Write};

use crate::budget::Count as _;

use serde_json::{Value, json};

use super::annotations::body;
use super::findings::{Finding, numbered};
use super::fit::Fit;
use super::json::{List, fingerprint, written};
use super::limits::Limit;
use super::model::{Entry, Model, Places};
use super::of_report::clipped;
use super::paths::{as_uri, of_input, relative};
use super::unique::Unique;

/// The kinds of failures; each is a rule.
const KINDS: [&str; 9] =
    ["test", "setup", "collection", "diagnostic", "crash", "timeout", "unfinished", "suite", "build"];

/// A tool whose rules were broken: its run has what it reported.
struct Tool {
    name: &'static str,
    rules: BTreeSet<String>,
}

/// Writes the document.
pub(super) fn write(
    model: &Model<'_>,
    places: &dyn Places,
    limit: &Limit,
    out: &mut dyn Write,
) -> io::Result<()> {
    let taken = invocation(model, u64::MAX).to_string().len().saturating_add(tool().to_string().len());
    let bytes = limit.text;
    // Of a rule its name comes again where its tool is described.
    let size = |entry: &Entry<'_>| {
        let rule = entry.code.as_deref().map_or(0, |code| code.len().saturating_add(40));
        written(&result(entry, model, places, 1, bytes)).len().saturating_add(rule).saturating_add(12)
    };
    let fit = Fit::of(model, limit, taken.saturating_add(4000), size);
    // Each run has its own results, and no result is held: the first look finds the tools, and each run takes another one.
    let mut tools: Vec<Tool> = Vec::new();
    for entry in fit.entries(model, limit) {
        if let Some(code) = &entry.code {
            broken(&mut tools, entry.tool, code);
        }
    }
    let (mut room, mut left) = (fit.room, limit.entries.saturating_sub(fit.whole.len()));
    let mut warnings = 0_usize;
    for (warning, number) in numbered(&model.warnings, &mut Unique::default()) {
        let value = of_warning(warning, model, places, number, bytes);
        let size = written(&value).len().saturating_add(warning.code.len()).saturating_add(60);
        let (Some(room_left), Some(one_less)) = (room.checked_sub(size), left.checked_sub(1)) else { break };
        (room, left) = (room_left, one_less);
        broken(&mut tools, warning.tool, rule_of(warning));
        warnings.up(1);
    }
    writeln!(
        out,
        r#"{{"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[{{"#
    )?;
    writeln!(out, r#""tool":{},"#, tool())?;
    writeln!(out, r#""invocations":[{}],"#, written(&invocation(model, fit.left_out)))?;
    let results = |name: Option<&str>, out: &mut dyn Write| -> io::Result<()> {
        write!(out, r#""results":["#)?;
        let mut list = List::new(out);
        let mut unique = Unique::default();
        for entry in fit.entries(model, limit) {
            let number = unique.number(&[&entry.name, entry.file.as_deref().unwrap_or_default()]);
            if entry.code.is_some().then_some(entry.tool) == name {
                list.add(&result(&entry, model, places, number, bytes))?;
            }
        }
        for (warning, number) in numbered(&model.warnings, &mut unique).take(warnings) {
            if name == Some(warning.tool) {
                list.add(&of_warning(warning, model, places, number, bytes))?;
            }
        }
        list.end()
    };
    results(None, out)?;
    for Tool { name, rules } in &tools {
        let rules: Vec<Value> = rules.iter().map(|rule| json!({ "id": rule })).collect();
        let driver = json!({ "driver": { "name": name, "rules": rules } });
        writeln!(out, r#"]}},{{"tool":{},"#, written(&driver))?;
        results(Some(name), out)?;
    }
    writeln!(out, "]}}]}}")
}

/// Adds a rule to those of its tool.
fn broken(tools: &mut Vec<Tool>, name: &'static str, rule: &str) {
    match tools.iter_mut().find(|tool| tool.name == name) {
        Some(tool) if tool.rules.contains(rule) => {}
        Some(tool) => _ = tool.rules.insert(rule.to_owned()),
        None => tools.push(Tool { name, rules: BTreeSet::from([rule.to_owned()]) }),
    }
}

/// weir.
fn tool() -> Value {
    let rules: Vec<Value> = KINDS.iter().map(|kind| json!({ "id": kind, "shortDescription": { "text": format!("A failure of the kind {kind}.") } })).collect();
    json!({ "driver": { "name": "weir", "version": env!("CARGO_PKG_VERSION"), "rules": rules } })
}

/// How the run ended.
fn invocation(model: &Model<'_>, left_out: u64) -> Value {
    let note =
        |level: &str, text: String| json!({ "level": level, "message": { "text": clipped(text, 4000) } });
    let problems = model.problems(left_out);
    let mut notes: Vec<Value> = problems.iter().map(|problem| note("error", problem.whole())).collect();
    if problems.iter().all(|problem| problem.message != model.headline) {
        notes.push(note("note", model.headline.clone()));
    }
    notes.extend(super::annotations::flaky(model).map(|flaky| note("warning", flaky)));
    json!({ "executionSuccessful": model.passed(), "toolExecutionNotifications": notes })
}

/// One failure, as a result.
fn result(entry: &Entry<'_>, model: &Model<'_>, places: &dyn Places, number: u32, bytes: usize) -> Value {
    let file = entry.file.as_deref().map(|file| relative(file, places));
    let name: &str = &entry.name;
    let text = format!("{name}: {}", body(entry, bytes));
    json!({
        "ruleId": entry.code.as_deref().unwrap_or(entry.kind),
        "level": "error",
        "message": { "text": text },
        "locations": [{
            "physicalLocation": place(model, file.as_deref(), entry.line, entry.columns),
            "logicalLocations": [{ "fullyQualifiedName": name }],
        }],
        "partialFingerprints": {
            "weirFailure/v1": fingerprint(&[name, file.as_deref().unwrap_or_default()], number),
        },
    })
}

/// A file with a line and columns; without a file the input.
fn place(
    model: &Model<'_>,
    file: Option<&str>,
    line: Option<u64>,
    columns: Option<(u64, Option<u64>)>,
) -> Value {
    let path = file.map_or_else(|| of_input(model), str::to_owned);
    let mut place = json!({ "artifactLocation": { "uri": as_uri(&path) } });
    if let (Some(_), Some(line @ 1..), Some(map)) = (file, line, place.as_object_mut()) {
        let mut region = json!({ "startLine": line });
        if let (Some((column @ 1.., end)), Some(region)) = (columns, region.as_object_mut()) {
            region.insert("startColumn".to_owned(), json!(column));
            if let Some(end) = end.filter(|end| *end > column) {
                region.insert("endColumn".to_owned(), json!(end));
            }
        }
        map.insert("region".to_owned(), region);
    }
    place
}

/// The rule of a warning; without one it is a warning of its tool.
fn rule_of<'f>(warning: &'f Finding<'_>) -> &'f str {
    if warning.code.is_empty() { "warning" } else { &warning.code }
}

/// A warning of a compiler or a linter.
fn of_warning(
    warning: &Finding<'_>,
    model: &Model<'_>,
    places: &dyn Places,
    number: u32,
    bytes: usize,
) -> Value {
    let file = warning.file.as_deref().map(|file| relative(file, places));
    let columns = warning.column.map(|column| (column, None));
    json!({
        "ruleId": rule_of(warning),
        "level": "warning",
        "message": { "text": clipped(warning.message.to_string(), bytes) },
        "locations": [{ "physicalLocation": place(model, file.as_deref(), warning.line, columns) }],
        "partialFingerprints": {
            "weirFailure/v1":
                fingerprint(&["warning", &warning.message, file.as_deref().unwrap_or_default()], number),
        },
    })
}
