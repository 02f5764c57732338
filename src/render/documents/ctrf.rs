//! CTRF, the Common Test Report Format, 0.0.0: the failures as tests, and weir's own tests for what else is wrong.
//!
//! Source: the schema of ctrf.io.

use std::io::{self, Write};

use serde_json::{Value, json};

use super::annotations::reason;
use super::fit::Fit;
use super::json::{list, written};
use super::limits::Limit;
use super::model::{Entry, Model, Problem};
use super::unique::Unique;

pub(super) fn write(model: &Model<'_>, limit: &Limit, out: &mut dyn Write) -> io::Result<()> {
    let own = model.problems(u64::MAX);
    let taken = own.iter().map(|problem| written(&of_problem(problem)).len().saturating_add(2));
    let taken = taken.chain(model.flaky.iter().map(|name| written(&of_flaky(name)).len().saturating_add(2)));
    let taken = taken.fold(2000_usize, usize::saturating_add);
    let size = |entry: &Entry<'_>| written(&test(entry, &entry.name)).len().saturating_add(12);
    let fit = Fit::of(model, limit, taken, size);
    let problems = model.problems(fit.left_out);
    writeln!(out, r#"{{"reportFormat":"CTRF","specVersion":"0.0.0","results":{{"#)?;
    writeln!(out, r#""tool":{{"name":"weir","version":"{}"}},"#, env!("CARGO_PKG_VERSION"))?;
    writeln!(out, r#""summary":{},"#, summary(model, fit.whole.len(), problems.len()))?;
    write!(out, r#""tests":["#)?;
    let mut unique = Unique::default();
    let failures = fit.entries(model, limit).map(|entry| {
        let name = unique.name(&[&entry.suite], &entry.name);
        test(&entry, &name)
    });
    let flaky = model.flaky.iter().map(|name| of_flaky(name));
    list(problems.iter().map(of_problem).chain(failures).chain(flaky), out)?;
    writeln!(out, "]}}}}")
}

/// The numbers of the run itself, but never fewer failures than are listed.
fn summary(model: &Model<'_>, listed: usize, problems: usize) -> Value {
    let number = |number: usize| u64::try_from(number).unwrap_or(u64::MAX);
    let failed = model.counts.failed.unwrap_or(0).max(number(listed)).saturating_add(number(problems));
    let passed = model.counts.passed.unwrap_or(0);
    let skipped = model.counts.skipped.unwrap_or(0);
    let other = model.counts.other.unwrap_or(0).max(number(model.flaky.len()));
    let tests = [failed, passed, skipped, other].into_iter().fold(0, u64::saturating_add);
    let stop = model.began_ms.saturating_add(model.duration_ms.unwrap_or(0));
    json!({
        "tests": tests, "passed": passed, "failed": failed, "skipped": skipped, "pending": 0, "other": other,
        "start": model.began_ms, "stop": stop,
    })
}

/// One failure, as a test.
fn test(entry: &Entry<'_>, name: &str) -> Value {
    let mut test = json!({
        "name": name,
        "status": "failed",
        "duration": entry.took_ms.unwrap_or(0),
        "message": reason(entry),
        "rawStatus": entry.kind,
    });
    if let Some(map) = test.as_object_mut() {
        let suite: &str = &entry.suite;
        let lists = [("trace", entry.text.clone()), ("filePath", entry.file.as_deref().map(str::to_owned))];
        for (key, value) in lists {
            if let Some(value) = value {
                map.insert(key.to_owned(), json!(value));
            }
        }
        if let Some(line) = entry.line {
            map.insert("line".to_owned(), json!(line));
        }
        map.insert("extra".to_owned(), json!({ "suite": suite, "sameCause": entry.others }));
    }
    test
}

/// Another problem, as a test.
fn of_problem(problem: &Problem) -> Value {
    let mut test = json!({
        "name": format!("weir.verdict {}", problem.name), "status": "failed", "duration": 0,
        "message": problem.message, "rawStatus": problem.name,
    });
    if let (false, Some(map)) = (problem.text.is_empty(), test.as_object_mut()) {
        map.insert("trace".to_owned(), json!(problem.text));
    }
    test
}

/// A test that failed and then passed.
fn of_flaky(name: &str) -> Value {
    json!({ "name": name, "status": "other", "duration": 0, "flaky": true })
}
