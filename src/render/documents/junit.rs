//! JUnit XML by Jenkins' junit-10.xsd: a suite for each run of a runner, and one of weir's own.
//!
//! The suite `weir.verdict` has an error for everything that is wrong besides the failures. For a run that passed it has
//! a passed test, since readers ignore a report without tests.

use std::fmt::Write as _;
use std::io::{self, Write};

use super::annotations::{others, reason};
use super::escape::{attribute, text};
use super::fit::Fit;
use super::limits::Limit;
use super::model::{Entry, Model};
use super::unique::Unique;

/// How many bytes are around the tests of a suite, without its name.
const SUITE_BYTES: usize = 120;

pub(super) fn write(model: &Model<'_>, limit: &Limit, out: &mut dyn Write) -> io::Result<()> {
    let suites = suites(model);
    let names =
        suites.iter().fold(0_usize, |sum, (name, _)| sum.saturating_add(name.len().saturating_mul(6)));
    let taken = verdict(model, u64::MAX).len().saturating_add(names);
    let taken = taken.saturating_add(suites.len().saturating_mul(SUITE_BYTES)).saturating_add(400);
    let fit = Fit::of(model, limit, taken, |entry| case(entry, &entry.name).len().saturating_add(12));
    let problems = model.problems(fit.left_out).len();
    let errors = |at: &usize| is_error(model.entry(*at, 0).kind);
    let listed = fit.whole.len();
    let all_errors = (0..listed).filter(errors).count();
    let own = if model.passed() {
        model.flaky.len().saturating_add(1)
    } else {
        problems.saturating_add(model.flaky.len())
    };
    let tests = listed.saturating_add(own);
    writeln!(out, r#"<?xml version="1.0" encoding="UTF-8"?>"#)?;
    write!(out, r#"<testsuites name="weir" tests="{tests}""#)?;
    write!(out, r#" failures="{}""#, listed.saturating_sub(all_errors))?;
    write!(out, r#" errors="{}""#, all_errors.saturating_add(problems))?;
    if let Some(duration) = model.duration_ms {
        write!(out, r#" time="{}""#, seconds(duration))?;
    }
    writeln!(out, ">")?;
    let mut unique = Unique::default();
    for (name, members) in &suites {
        let members: Vec<usize> = members.iter().copied().filter(|at| *at < listed).collect();
        if members.is_empty() {
            continue;
        }
        let failed = members.iter().filter(|at| !errors(at)).count();
        let mut open = "<testsuite name=".to_owned();
        attribute(name, &mut open);
        let _ = write!(open, r#" tests="{}" failures="{failed}""#, members.len());
        let _ = writeln!(open, r#" errors="{}" skipped="0">"#, members.len().saturating_sub(failed));
        out.write_all(open.as_bytes())?;
        for at in members {
            let whole = fit.whole.get(at).copied().unwrap_or_default();
            let entry = model.entry(at, if whole { limit.text } else { 0 });
            let shown = unique.name(&[name, &entry.module], &entry.name);
            out.write_all(case(&entry, &shown).as_bytes())?;
        }
        writeln!(out, "</testsuite>")?;
    }
    out.write_all(verdict(model, fit.left_out).as_bytes())?;
    writeln!(out, "</testsuites>")
}

/// The suites with their failures, in the order of their first ones.
fn suites(model: &Model<'_>) -> Vec<(String, Vec<usize>)> {
    let mut suites: Vec<(String, Vec<usize>)> = Vec::new();
    let mut places = std::collections::HashMap::new();
    for at in 0..model.len() {
        let name = model.suite(at).into_owned();
        let place = *places.entry(name.clone()).or_insert_with(|| {
            suites.push((name, Vec::new()));
            suites.len().saturating_sub(1)
        });
        if let Some((_, members)) = suites.get_mut(place) {
            members.push(at);
        }
    }
    suites
}

/// Whether the kind is an error and not a failed test.
fn is_error(kind: &str) -> bool {
    !matches!(kind, "test" | "setup")
}

/// One failure, as a test case.
fn case(entry: &Entry<'_>, name: &str) -> String {
    let mut case = "<testcase name=".to_owned();
    attribute(name, &mut case);
    if !entry.module.is_empty() {
        case.push_str(" classname=");
        attribute(&entry.module, &mut case);
    }
    if let Some(took) = entry.took_ms {
        let _ = write!(case, r#" time="{}""#, seconds(u64::from(took)));
    }
    let element = if is_error(entry.kind) { "error" } else { "failure" };
    let _ = write!(case, "><{element} message=");
    attribute(&reason(entry), &mut case);
    let _ = write!(case, r#" type="{}">"#, entry.kind);
    let mut lines = Vec::new();
    if let Some(file) = &entry.file {
        lines.push(format!("{file}{}", entry.line.map(|line| format!(":{line}")).unwrap_or_default()));
    }
    lines.extend(entry.text.as_ref().filter(|text| !text.is_empty()).cloned());
    lines.extend((entry.others > 0).then(|| others(entry.others)));
    text(&lines.join("\n"), &mut case);
    let _ = writeln!(case, "</{element}></testcase>");
    case
}

/// weir's own suite; empty when there is nothing to report besides the failures.
fn verdict(model: &Model<'_>, left_out: u64) -> String {
    let problems = model.problems(left_out);
    let passed = usize::from(model.passed());
    let tests = problems.len().saturating_add(model.flaky.len()).saturating_add(passed);
    let mut suite = format!(r#"<testsuite name="weir.verdict" tests="{tests}" failures="0""#);
    let _ = writeln!(suite, r#" errors="{}" skipped="{}">"#, problems.len(), model.flaky.len());
    suite.push_str("<properties>");
    let counts = &model.counts;
    let numbers = [
        ("failed", counts.failed),
        ("passed", counts.passed),
        ("skipped", counts.skipped),
        ("other", counts.other),
    ];
    for (name, number) in numbers {
        if let Some(number) = number {
            let _ = write!(suite, r#"<property name="weir.{name}" value="{number}"/>"#);
        }
    }
    for (name, value) in
        [("verdict", Some(&model.headline)), ("rest", model.rest.as_ref()), ("rerun", model.rerun.as_ref())]
    {
        if let Some(value) = value {
            let _ = write!(suite, r#"<property name="weir.{name}" value="#);
            attribute(value, &mut suite);
            suite.push_str("/>");
        }
    }
    suite.push_str("</properties>\n");
    if passed > 0 {
        suite.push_str("<testcase classname=\"weir.verdict\" name=");
        attribute(&model.headline, &mut suite);
        suite.push_str("/>\n");
    }
    let mut unique = Unique::default();
    for problem in problems {
        suite.push_str("<testcase classname=\"weir.verdict\" name=");
        attribute(&unique.name(&[], problem.name), &mut suite);
        suite.push_str("><error message=");
        attribute(&problem.message, &mut suite);
        let _ = write!(suite, r#" type="{}">"#, problem.name);
        text(&problem.text, &mut suite);
        suite.push_str("</error></testcase>\n");
    }
    for name in &model.flaky {
        suite.push_str("<testcase classname=\"weir.flaky\" name=");
        attribute(&unique.name(&["flaky"], name), &mut suite);
        suite.push_str("><skipped message=\"flaky: it failed and then passed\"/></testcase>\n");
    }
    suite.push_str("</testsuite>\n");
    suite
}

/// Milliseconds as seconds.
fn seconds(ms: u64) -> String {
    format!("{}.{:03}", ms.div_euclid(1000), ms.rem_euclid(1000))
}
