//! CTRF, the Common Test Report Format, 0.0.0: the tests that are known by name, and tests of weir's own for what else is wrong.
//!
//! Source: the schema of ctrf.io.

use std::io::{self, Write};

use serde_json::{Value, json};

use super::annotations::reason;
use super::fit::Fit;
use super::json::{List, written};
use super::limits::Limit;
use super::model::{Entry, Model, Problem};
use super::suites::{Ended, Test};
use super::unique::Unique;

pub(super) fn write(model: &Model<'_>, limit: &Limit, out: &mut dyn Write) -> io::Result<()> {
    let own = model.problems(u64::MAX);
    let taken = own.iter().map(|problem| written(&of_problem(problem)).len().saturating_add(2));
    let taken = taken.fold(2000_usize, usize::saturating_add);
    let size = |entry: &Entry<'_>| written(&test(entry, &entry.name)).len().saturating_add(12);
    let fit = Fit::of(model, limit, taken, size);
    let problems = model.problems(fit.left_out);
    writeln!(out, r#"{{"reportFormat":"CTRF","specVersion":"0.0.0","results":{{"#)?;
    writeln!(out, r#""tool":{{"name":"weir","version":"{}"}},"#, env!("CARGO_PKG_VERSION"))?;
    writeln!(out, r#""summary":{},"#, summary(model, fit.whole.len(), problems.len()))?;
    write!(out, r#""tests":["#)?;
    let mut unique = Unique::default();
    let mut list = List::new(&mut *out);
    for problem in &problems {
        list.add(&of_problem(problem))?;
    }
    for entry in fit.entries(model, limit) {
        let name = unique.name(&[&entry.suite], &entry.name);
        list.add(&test(&entry, &name))?;
    }
    let mut room = fit.room;
    for (suite, test) in model.suites.all() {
        let test = written(&of_test(suite, &test, unique.name(&[suite], &test.name)));
        let Some(left) = room.checked_sub(test.len().saturating_add(2)) else { break };
        room = left;
        list.add_written(&test)?;
    }
    list.end()?;
    writeln!(out, "]}}}}")
}

/// The numbers of the run itself, but never fewer failures than are listed.
fn summary(model: &Model<'_>, listed: usize, problems: usize) -> Value {
    let number = |number: usize| u64::try_from(number).unwrap_or(u64::MAX);
    let failed = model.counts.failed.unwrap_or(0).max(number(listed)).saturating_add(number(problems));
    let passed = model.counts.passed.unwrap_or(0);
    let skipped = model.counts.skipped.unwrap_or(0);
    let other = model.counts.other.unwrap_or(0);
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

/// A test that did not fail.
fn of_test(suite: &str, test: &Test<'_>, name: String) -> Value {
    let status = match test.ended {
        Ended::Passed | Ended::Flaky => "passed",
        Ended::Skipped => "skipped",
        Ended::Other => "other",
    };
    let mut value = json!({
        "name": name, "status": status, "duration": test.took_ms.unwrap_or(0), "extra": { "suite": suite },
    });
    if let Some(map) = value.as_object_mut() {
        if test.ended == Ended::Flaky {
            map.insert("flaky".to_owned(), json!(true));
        }
        if !test.reason.is_empty() {
            map.insert("message".to_owned(), json!(test.reason));
        }
        if let Some(file) = &test.file {
            map.insert("filePath".to_owned(), json!(file));
        }
        if let Some(line) = test.line {
            map.insert("line".to_owned(), json!(line));
        }
    }
    value
}
