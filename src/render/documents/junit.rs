//! JUnit XML, as Jenkins's junit-10.xsd has it: a suite for each run of a runner, and one of weir's own. Tests have the file and
//! the line, too, which that schema does not know and annotations are made of.
//!
//! The numbers of the suites are those of the verdict line, also where the log names no test. Suite `weir.verdict` has an error
//! for everything that is wrong besides the failures. Of a run without tests that passed it has a test that passed, since
//! readers take a report without tests for none.

use std::fmt::Write as _;
use std::io::{self, Write};

use super::annotations::{others, reason};
use super::escape::{attribute, text};
use super::fit::Fit;
use super::limits::Limit;
use super::model::{Entry, Model, Places};
use super::suites::{Ended, Suite, Test};
use super::unique::Unique;
use crate::budget::Count as _;
use crate::text::head;
use crate::text::time::rfc3339;

/// Bytes of the number after a name that comes again.
const NUMBER_BYTES: usize = 12;
/// Bytes of what is around the tests of a suite, without its name.
const SUITE_BYTES: usize = 400;

/// A date and a time to the second, in UTC.
const TIMESTAMP_BYTES: usize = "2026-01-02T03:04:05".len();

/// The tests of one name.
struct Group<'m> {
    name: String,
    /// Failures that are listed.
    failures: Vec<usize>,
    suite: Option<&'m Suite<'m>>,
}

/// Numbers of tests.
#[derive(Clone, Copy, Default)]
struct Numbers {
    tests: u64,
    failures: u64,
    errors: u64,
    skipped: u64,
}

impl Numbers {
    fn plus(self, more: Self) -> Self {
        Self {
            tests: self.tests.saturating_add(more.tests),
            failures: self.failures.saturating_add(more.failures),
            errors: self.errors.saturating_add(more.errors),
            skipped: self.skipped.saturating_add(more.skipped),
        }
    }

    /// As attributes; `testsuites` has no skipped ones.
    fn attributes(&self) -> String {
        format!(r#" tests="{}" failures="{}" errors="{}""#, self.tests, self.failures, self.errors)
    }
}

fn number(number: usize) -> u64 {
    u64::try_from(number).unwrap_or(u64::MAX)
}

/// Writes the document.
pub(super) fn write(
    model: &Model<'_>,
    places: &dyn Places,
    limit: &Limit,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut groups = groups(model);
    let names =
        groups.iter().fold(0_usize, |sum, group| sum.saturating_add(group.name.len().saturating_mul(12)));
    let taken = Own::of(model, u64::MAX, true).cases(model).len().saturating_add(properties(model).len());
    let taken = taken.saturating_add(names).saturating_add(groups.len().saturating_mul(SUITE_BYTES));
    let fit = Fit::of(model, limit, taken.saturating_add(800), |entry| {
        case(entry, &entry.name, places).len().saturating_add(NUMBER_BYTES)
    });
    for group in &mut groups {
        group.failures.retain(|at| *at < fit.whole.len());
    }
    groups.retain(|group| !group.failures.is_empty() || group.suite.is_some_and(|suite| suite.number() > 0));
    let own = Own::of(model, fit.left_out, groups.is_empty());
    let all = groups.iter().map(|group| group.numbers(model)).fold(own.numbers, Numbers::plus);
    let duration = model.duration_ms.map(seconds);
    writeln!(out, r#"<?xml version="1.0" encoding="UTF-8"?>"#)?;
    write!(out, r#"<testsuites name="weir"{}"#, all.attributes())?;
    writeln!(out, r#" time="{}">"#, duration.as_deref().unwrap_or("0.000"))?;
    let mut unique = Unique::default();
    let mut room = fit.room;
    let mut own_properties = Some(properties(model)).filter(|_| own.numbers.tests == 0);
    let single = groups.len() == 1;
    for group in &groups {
        // The head of a suite has what is in it: the first look counts that, and the second one writes, so that nothing is held.
        let mut took_ms = 0_u64;
        for at in &group.failures {
            took_ms.up(model.entry(*at, 0).took_ms.map_or(0, u64::from));
        }
        let others = || group.suite.into_iter().flat_map(|suite| model.suites.tests(suite));
        let (mut listed, mut written) = (0_usize, String::new());
        for test in others() {
            written.clear();
            self::test(&test, &test.name, places, &mut written);
            let Some(left) = room.checked_sub(written.len().saturating_add(NUMBER_BYTES)) else { break };
            room = left;
            listed.up(1);
            took_ms.up(test.took_ms.map_or(0, u64::from));
        }
        let time = duration.clone().filter(|_| single).unwrap_or_else(|| seconds(took_ms));
        out.write_all(open(&group.name, group.numbers(model), &time, model.began_ms).as_bytes())?;
        let unnamed = group.suite.map_or(0, Suite::number).saturating_sub(number(listed));
        let mut about = own_properties.take().unwrap_or_default();
        if unnamed > 0 {
            property("without_name", &unnamed.to_string(), &mut about);
        }
        if let Some(other) = group.suite.map(|suite| suite.other).filter(|other| *other > 0) {
            property("neither_passed_nor_failed", &other.to_string(), &mut about);
        }
        if !about.is_empty() {
            writeln!(out, "<properties>{about}</properties>")?;
        }
        for at in &group.failures {
            let text = if fit.whole.get(*at).copied().unwrap_or_default() { limit.text } else { 0 };
            let entry = model.entry(*at, text);
            let shown = unique.name(&[&group.name, &entry.module], &entry.name);
            out.write_all(case(&entry, &shown, places).as_bytes())?;
        }
        for test in others().take(listed) {
            let shown = unique.name(&[&group.name, &test.module], &test.name);
            written.clear();
            self::test(&test, &shown, places, &mut written);
            out.write_all(written.as_bytes())?;
        }
        if let Some(suite) = group.suite.filter(|_| listed == 0 && unnamed > 0) {
            out.write_all(all_of(suite, &group.name).as_bytes())?;
        }
        writeln!(out, "</testsuite>")?;
    }
    if own.numbers.tests > 0 {
        out.write_all(open("weir.verdict", own.numbers, "0.000", model.began_ms).as_bytes())?;
        writeln!(out, "<properties>{}</properties>", properties(model))?;
        out.write_all(own.cases(model).as_bytes())?;
        writeln!(out, "</testsuite>")?;
    }
    writeln!(out, "</testsuites>")
}

/// The groups, in the order of their first failures, then those without one.
fn groups<'m>(model: &'m Model<'_>) -> Vec<Group<'m>> {
    let mut groups: Vec<Group<'m>> = Vec::new();
    let mut places = std::collections::HashMap::new();
    let mut place = |name: String, groups: &mut Vec<Group<'m>>| {
        *places.entry(name.clone()).or_insert_with(|| {
            groups.push(Group { name, failures: Vec::new(), suite: None });
            groups.len().saturating_sub(1)
        })
    };
    for at in 0..model.len() {
        let place = place(model.suite(at).into_owned(), &mut groups);
        if let Some(group) = groups.get_mut(place) {
            group.failures.push(at);
        }
    }
    for suite in &model.suites.list {
        let place = place(suite.name.clone(), &mut groups);
        if let Some(group) = groups.get_mut(place) {
            group.suite = Some(suite);
        }
    }
    groups
}

impl Group<'_> {
    fn numbers(&self, model: &Model<'_>) -> Numbers {
        let listed = number(self.failures.len());
        let errors = self.failures.iter().filter(|at| is_error(model.entry(**at, 0).kind)).count();
        let [not_failed, skipped] =
            self.suite.map_or([0, 0], |suite| [suite.number(), suite.skipped.saturating_add(suite.other)]);
        Numbers {
            tests: listed.saturating_add(not_failed),
            failures: listed.saturating_sub(number(errors)),
            errors: number(errors),
            skipped,
        }
    }
}

/// The beginning of a suite.
fn open(name: &str, numbers: Numbers, time: &str, began_ms: u64) -> String {
    let mut open = "<testsuite name=".to_owned();
    attribute(name, &mut open);
    let _ = write!(open, r#"{} skipped="{}" time="{time}""#, numbers.attributes(), numbers.skipped);
    if began_ms > 0 {
        let began = rfc3339(i64::try_from(began_ms).unwrap_or(i64::MAX));
        let _ = write!(open, r#" timestamp="{}""#, head(&began, TIMESTAMP_BYTES));
    }
    open.push_str(">\n");
    open
}

/// Whether the kind is an error and not a failed test.
fn is_error(kind: &str) -> bool {
    !matches!(kind, "test" | "setup")
}

/// The beginning of a test, up to the end of its tag. Readers take a test without a time for a broken one.
fn tag(
    name: &str,
    module: &str,
    took_ms: Option<u32>,
    (file, line): (Option<&str>, Option<u64>),
    places: &dyn Places,
    case: &mut String,
) {
    case.push_str("<testcase name=");
    attribute(name, case);
    if !module.is_empty() {
        case.push_str(" classname=");
        attribute(module, case);
    }
    if let Some(file) = file {
        case.push_str(" file=");
        attribute(places.below_workspace(file).as_deref().unwrap_or(file), case);
        if let Some(line) = line {
            let _ = write!(case, r#" line="{line}""#);
        }
    }
    let _ = write!(case, r#" time="{}""#, seconds(took_ms.map_or(0, u64::from)));
}

/// One failure.
fn case(entry: &Entry<'_>, name: &str, places: &dyn Places) -> String {
    let mut case = String::new();
    let place = (entry.file.as_deref(), entry.line);
    tag(name, &entry.module, entry.took_ms, place, places, &mut case);
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

/// A test that did not fail.
fn test(test: &Test<'_>, name: &str, places: &dyn Places, case: &mut String) {
    tag(name, &test.module, test.took_ms, (test.file.as_deref(), test.line), places, case);
    let (element, what) = match test.ended {
        Ended::Passed => {
            case.push_str("/>\n");
            return;
        }
        Ended::Flaky => ("flakyFailure", "it failed and then passed"),
        Ended::Skipped => ("skipped", ""),
        Ended::Other => ("skipped", "neither passed nor failed, as an expected failure"),
    };
    let _ = write!(case, r#"><{element} type="{}""#, test.ended.name());
    let message = if test.reason.is_empty() { what } else { &*test.reason };
    if !message.is_empty() {
        case.push_str(" message=");
        attribute(message, case);
    }
    case.push_str("/></testcase>\n");
}

/// One entry for all tests of a suite of which only the number is known.
fn all_of(suite: &Suite<'_>, group: &str) -> String {
    let mut parts = Vec::new();
    for (number, word) in [(suite.passed, "passed"), (suite.skipped, "skipped"), (suite.other, "other")] {
        parts.extend((number > 0).then(|| format!("{number} {word}")));
    }
    let mut case = "<testcase name=".to_owned();
    attribute(&format!("{}, without names", parts.join(", ")), &mut case);
    case.push_str(" classname=");
    attribute(group, &mut case);
    case.push_str(" time=\"0.000\"");
    case.push_str(if suite.passed > 0 { "/>\n" } else { "><skipped/></testcase>\n" });
    case
}

/// One property of weir's.
fn property(name: &str, value: &str, properties: &mut String) {
    let _ = write!(properties, r#"<property name="weir.{name}" value="#);
    attribute(value, properties);
    properties.push_str("/>");
}

/// What is known of the whole run.
fn properties(model: &Model<'_>) -> String {
    let mut properties = String::new();
    let counts = &model.counts;
    let numbers = [
        ("failed", counts.failed),
        ("passed", counts.passed),
        ("skipped", counts.skipped),
        ("other", counts.other),
    ];
    for (name, number) in numbers {
        if let Some(number) = number {
            property(name, &number.to_string(), &mut properties);
        }
    }
    for (name, value) in
        [("verdict", Some(&model.headline)), ("rest", model.rest.as_ref()), ("rerun", model.rerun.as_ref())]
    {
        if let Some(value) = value {
            property(name, value, &mut properties);
        }
    }
    properties
}

/// Weir's own suite.
struct Own {
    numbers: Numbers,
    left_out: u64,
    /// Whether it has a test that passed, since there is no other one.
    passed: bool,
}

impl Own {
    fn of(model: &Model<'_>, left_out: u64, alone: bool) -> Self {
        let problems = model.problems(left_out);
        let listed = number(model.len()).saturating_sub(left_out);
        // Failures without a name are one entry and their number.
        let counted = |name| matches!(name, "unlisted" | "failed");
        let named = problems.iter().filter(|problem| !counted(problem.name)).count();
        let unlisted = number(problems.len().saturating_sub(named));
        let more = model.counts.failed.unwrap_or(0).saturating_sub(listed).max(unlisted);
        let errors = number(named).saturating_add(if problems.is_empty() { 0 } else { more });
        let [passed, skipped, other] = model.suites.beside;
        let skipped = skipped.saturating_add(other);
        let entry = alone && model.passed() && errors == 0;
        let tests = passed.saturating_add(skipped).max(u64::from(entry)).saturating_add(errors);
        let numbers = Numbers { tests, failures: 0, errors, skipped };
        Self { numbers, left_out, passed: entry || (passed > 0 && model.passed()) }
    }

    /// Its tests.
    fn cases(&self, model: &Model<'_>) -> String {
        let mut cases = String::new();
        if self.passed {
            cases.push_str("<testcase classname=\"weir.verdict\" name=");
            attribute(&model.headline, &mut cases);
            cases.push_str(" time=\"0.000\"/>\n");
        }
        let mut unique = Unique::default();
        for problem in model.problems(self.left_out) {
            cases.push_str("<testcase classname=\"weir.verdict\" name=");
            attribute(&unique.name(&[], problem.name), &mut cases);
            cases.push_str(" time=\"0.000\"><error message=");
            attribute(&problem.message, &mut cases);
            let _ = write!(cases, r#" type="{}">"#, problem.name);
            text(&problem.text, &mut cases);
            cases.push_str("</error></testcase>\n");
        }
        cases
    }
}

/// Milliseconds as seconds.
fn seconds(ms: u64) -> String {
    format!("{}.{:03}", ms.div_euclid(1000), ms.rem_euclid(1000))
}
