//! SARIF 2.1.0: a result for each failure, a notification for everything else that is wrong.
//!
//! Source: the OASIS standard; GitHub's SARIF support for code scanning, which rejects a file in which a result has no
//! place.

use std::io::{self, Write};

use serde_json::{Value, json};

use super::annotations::body;
use super::fit::Fit;
use super::json::{fingerprint, list, written};
use super::limits::Limit;
use super::model::{Entry, Model, Places};
use super::of_report::clipped;
use super::paths::{as_uri, of_input, relative};
use super::unique::Unique;

/// The kinds of failures; each is a rule.
const KINDS: [&str; 9] =
    ["test", "setup", "collection", "diagnostic", "crash", "timeout", "unfinished", "suite", "build"];

pub(super) fn write(
    model: &Model<'_>,
    places: &dyn Places,
    limit: &Limit,
    out: &mut dyn Write,
) -> io::Result<()> {
    let taken = invocation(model, u64::MAX).to_string().len().saturating_add(tool().to_string().len());
    let bytes = limit.text;
    let size = |entry: &Entry<'_>| written(&result(entry, model, places, 1, bytes)).len().saturating_add(12);
    let fit = Fit::of(model, limit, taken.saturating_add(400), size);
    writeln!(
        out,
        r#"{{"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[{{"#
    )?;
    writeln!(out, r#""tool":{},"#, tool())?;
    writeln!(out, r#""invocations":[{}],"#, written(&invocation(model, fit.left_out)))?;
    write!(out, r#""results":["#)?;
    let mut unique = Unique::default();
    let results = fit.entries(model, limit).map(|entry| {
        let number = unique.number(&[&entry.name, entry.file.as_deref().unwrap_or_default()]);
        result(&entry, model, places, number, bytes)
    });
    list(results, out)?;
    writeln!(out, "]}}]}}")
}

/// weir, as the tool of the run.
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
    let file = relative(entry, places);
    let path = file.clone().unwrap_or_else(|| of_input(model));
    let mut place = json!({ "artifactLocation": { "uri": as_uri(&path) } });
    if let (Some(_), Some(line @ 1..), Some(map)) = (&file, entry.line, place.as_object_mut()) {
        map.insert("region".to_owned(), json!({ "startLine": line }));
    }
    let name: &str = &entry.name;
    let text = format!("{name}: {}", body(entry, bytes));
    json!({
        "ruleId": entry.kind,
        "level": "error",
        "message": { "text": text },
        "locations": [{
            "physicalLocation": place,
            "logicalLocations": [{ "fullyQualifiedName": name }],
        }],
        "partialFingerprints": {
            "weirFailure/v1": fingerprint(&[name, file.as_deref().unwrap_or_default()], number),
        },
    })
}
