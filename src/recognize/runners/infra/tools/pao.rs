//! laravel/pao: the one line of JSON that PHPUnit, Pest, PHPStan and Rector print where an agent reads them.
//!
//! `{"tool":"phpunit","result":"failed","tests":12,"passed":10,...}`; failed tests are listed in `failures` and `error_details`,
//! PHPStan's errors by their file in `error_details`, Rector's changes in `file_diffs`, and what fits nothing in `raw`. Source: pao's
//! `TestResultParsable.php` and its `Starter.php` for each tool.

use crate::recognize::kit::{EqualNames, Run, Runner, Spec};
use serde::Deserialize;
use serde_json::Value;

use crate::budget::Count as _;
use crate::event::{Class, Ended, Event, FailureKind, Level, Opened, Part, Place, Seen, TestId, Totals};
use crate::recognize::kit::lint::finding::{all_is_well, declared};
use crate::recognize::kit::names::Names;
use crate::text::head;

/// The longest name of a failure, in bytes.
const NAME_BYTES: usize = 300;
/// The most failures of a line that are reported.
const MOST: usize = 2000;

/// What the line has in common for all tools.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Report {
    tool: String,
    result: String,
    tests: Option<u64>,
    passed: Option<u64>,
    failed: Option<u64>,
    errors: Value,
    skipped: Option<u64>,
    failures: Vec<Case>,
    error_details: Value,
    general_errors: Vec<String>,
    file_diffs: Vec<Change>,
    raw: Vec<String>,
}

/// A failed test, or an error of PHPStan's.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Case {
    test: String,
    file: String,
    line: Option<u64>,
    message: String,
    identifier: String,
    trace: Vec<String>,
}

/// A file that Rector would change.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Change {
    file: String,
    applied_rectors: Vec<String>,
}

/// laravel/pao.
#[derive(Debug, Default)]
pub struct Pao;

impl Runner for Pao {
    const SPEC: Spec = Spec {
        name: "pao",
        reads: "laravel/pao: PHPUnit, Pest, PHPStan and Rector for agents",
        starts: &["{\"tool\":\"", "{\"result\":\""],
        equal_names: EqualNames::Same,
        ..Spec::NONE
    };

    type Zone = ();

    fn line(&mut self, (): &mut (), _text: &str, run: &mut Run<'_>) -> Seen {
        let line = run.line();
        let text = line.text.trim();
        if line.is_held_in_part() {
            return cut(text, run);
        }
        let Ok(report) = serde_json::from_str::<Report>(text) else { return Seen::No };
        let known = ["phpunit", "pest", "paratest", "phpstan", "rector", "pest-mutate", ""];
        let reported = report.tests.is_some() || !report.errors.is_null() || !report.raw.is_empty();
        if !known.contains(&report.tool.as_str()) || !reported && report.tool != "rector" {
            return Seen::No;
        }
        match report.tests {
            Some(tests) => tell_tests(&report, tests, run),
            None => tell_findings(&report, run),
        }
        Seen::Mine(Class::Detail)
    }
}

/// Of a line that is too long to be held the result is known.
fn cut(text: &str, run: &mut Run<'_>) -> Seen {
    let Some((_, result)) = text.split_once("\"result\":\"") else { return Seen::No };
    if !result.starts_with("failed\"") || !text.contains("\"duration_ms\":") && !text.contains("\"errors\":")
    {
        return Seen::No;
    }
    run.instead(head(text, NAME_BYTES));
    run.fail_whole_at_once("result: failed", FailureKind::Suite, "")
}

fn tell_tests(report: &Report, tests: u64, run: &mut Run<'_>) {
    run.emit(Event::SectionStarted { opened: Opened::Own, announced: None, label: &report.tool });
    let errors: Vec<Case> = serde_json::from_value(report.error_details.clone()).unwrap_or_default();
    let mut names = Names::default();
    let mut reported = 0_u64;
    for case in report.failures.iter().chain(&errors).take(MOST) {
        reported.up(1);
        let (module, separator, name) = match case.test.rsplit_once("::") {
            Some((module, name)) => (module, "::", name),
            None => ("", "", case.test.as_str()),
        };
        let shown = names.next_of(TestId { module, separator, name });
        run.instead(&case.test);
        run.fail(TestId { module, separator, name: &shown });
        tell_case(case, run);
    }
    let bad = report.failed.unwrap_or(0).saturating_add(report.errors.as_u64().unwrap_or(0));
    if report.result == "failed" && bad == 0 && reported == 0 {
        let printed = report.raw.first().map_or("result: failed", String::as_str);
        whole(printed, &report.raw, run);
    }
    let totals = Totals {
        passed: Some(report.passed.unwrap_or_else(|| tests.saturating_sub(bad))),
        failed: Some(report.failed.unwrap_or(0)),
        errors: Some(report.errors.as_u64().unwrap_or(0)),
        skipped: Some(report.skipped.unwrap_or(0)),
        other: None,
        total: Some(tests),
    };
    run.emit(Event::Counted {
        passed: totals.passed.unwrap_or(0),
        failed: bad,
        skipped: totals.skipped.unwrap_or(0),
        other: 0,
    });
    run.emit(Event::Declared { totals, level: Level::Section });
    if report.result == "failed" {
        run.emit(Event::SectionEnded(Ended::Failed));
    }
}

/// PHPStan's errors and Rector's changes.
fn tell_findings(report: &Report, run: &mut Run<'_>) {
    let mut reported = false;
    for (file, cases) in report.error_details.as_object().into_iter().flatten() {
        let cases: Vec<Case> = serde_json::from_value(cases.clone()).unwrap_or_default();
        for case in cases.iter().take(MOST) {
            let place = Place { file, line: case.line };
            let (code, message) = (case.identifier.as_str(), head(&case.message, NAME_BYTES));
            let line = case.line.map(|line| format!(":{line}")).unwrap_or_default();
            run.instead(&format!("{file}{line}  {}", case.message));
            run.diagnostic(place, code, message);
            tell_case(case, run);
            reported = true;
        }
    }
    for error in &report.general_errors {
        whole(error, &[], run);
        reported = true;
    }
    let failed = report.result == "failed";
    for change in report.file_diffs.iter().filter(|_| failed).take(MOST) {
        let place = Place { file: &change.file, line: None };
        let message = change.applied_rectors.join(", ");
        run.instead(&format!("{}  {message}", change.file));
        run.diagnostic(place, "", head(&message, NAME_BYTES));
        run.close();
        reported = true;
    }
    if !reported && (failed || !report.raw.is_empty() && report.result != "passed") {
        let printed = report.raw.first().map_or("result: failed", String::as_str);
        whole(printed, &report.raw, run);
    } else if report.result == "passed" {
        all_is_well(run);
    }
    if failed && let Some(errors) = report.errors.as_u64().filter(|errors| *errors > 0) {
        declared(errors, run);
    }
}

fn tell_case(case: &Case, run: &mut Run<'_>) {
    if !case.file.is_empty() {
        run.emit(Event::At { place: Place { file: &case.file, line: case.line }, better: true });
    }
    run.emit(Event::Message(case.message.lines().next().unwrap_or_default()));
    run.emit(Event::Decoded { part: Part::Why, text: &case.message });
    for frame in &case.trace {
        run.emit(Event::Decoded { part: Part::Where, text: frame });
    }
    run.close();
}

fn whole(printed: &str, lines: &[String], run: &mut Run<'_>) {
    let name = head(printed.lines().next().unwrap_or_default(), NAME_BYTES);
    run.instead(name);
    run.fail_whole(name, FailureKind::Suite);
    for line in lines {
        run.emit(Event::Decoded { part: Part::Why, text: line });
    }
    run.close();
}
