//! TestNG's own runner: a line for each test when it is not quiet, the text of what failed, and the numbers of all suites.
//!
//! ```text
//! [TestNG] Running:
//!   /home/user/harbour/testng.xml
//!
//! PASSED: opens
//! FAILED: moors
//! java.lang.AssertionError: expected [3] but found [4]
//!         at harbour.QuayTest.moors(QuayTest.java:21)
//!
//! ===============================================
//! Harbour
//! Total tests run: 2, Passes: 1, Failures: 1, Skips: 0
//! ===============================================
//! ```
//!
//! Up to 6.13 `Passes: ` is left out. Failures of configuration methods have numbers of their own below. Source of the
//! format: TestNG's `TextReporter` and `SuiteRunner`.

use crate::event::{Class, FailureKind, Part, Place, Seen, TestId, Totals};
use crate::recognize::kit::clip::clipped;
use crate::recognize::kit::names::Names;
use crate::recognize::kit::{EqualNames, Run, Runner, Shape, Spec, begins, first, scan, shape};

/// TestNG.
#[derive(Debug, Default)]
pub struct Testng {
    named: String,
    names: Names,
}

/// The part of its output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Zone {
    #[default]
    Tests,
    /// A line that names a failure came; an exception below it shows that it is TestNG's.
    Named,
    /// In a failure whose place was found.
    Placed,
}

const NUMBERS: [Shape; 4] = [
    shape("Total tests run: {total}, Passes: {passed}, Failures: {failed}, Skips: {skipped}"),
    shape(
        "Total tests run: {number}, Passes: {passed}, Failures: {failed}, Skips: {skipped}, Retries: {any}",
    ),
    shape("Total tests run: {all}, Failures: {failed}, Skips: {skipped}"),
    shape("Total tests run: {all}, Failures: {failed}, Skips: {skipped}, Retries: {any}"),
];
const CONFIGURATION: Shape = shape("Configuration Failures: {failed}, Skips: {any}");

impl Runner for Testng {
    const SPEC: Spec = Spec {
        name: "testng",
        reads: "TestNG's own runner, quiet and verbose",
        starts: &["[TestNG] Running:", "Total tests run: ", "FAILED: ", "FAILED CONFIGURATION: "],
        equal_names: EqualNames::Same,
        ..Spec::NONE
    };

    type Zone = Zone;

    fn line(&mut self, zone: &mut Zone, text: &str, run: &mut Run<'_>) -> Seen {
        let content = text.trim_start();
        if content == "[TestNG] Running:" {
            run.release();
            // One that is open was killed.
            run.forget();
            (*self, *zone) = Default::default();
            return run.open();
        }
        if *zone == Zone::Named {
            *zone = Zone::Tests;
            if exception(content) {
                run.open();
                self.failed(run);
                return run.why(content);
            }
            if run.is_running() && content.is_empty() {
                // A failure without a reason.
                self.failed(run);
                return Seen::Mine(Class::Noise);
            }
        }
        if let Some(totals) = totals(content) {
            run.open();
            return run.hold_totals(totals);
        }
        if let Some(totals) = run.held() {
            if let Some(numbers) = CONFIGURATION.read(content) {
                totals.errors = numbers.failed.filter(|failed| *failed > 0);
                return Seen::Mine(Class::Totals);
            }
            run.release();
            return if scan::is_ruler(content, '=', 20) { Seen::Mine(Class::Noise) } else { Seen::No };
        }
        if let Some(name) = failure(text) {
            run.close();
            self.named = clipped(name);
            *zone = Zone::Named;
            return if run.is_running() { Seen::Mine(Class::Detail) } else { Seen::No };
        }
        if !run.is_running() {
            return Seen::No;
        }
        if begins(text, &["PASSED: ", "SKIPPED: ", "RETRIED: "]) {
            run.close();
            return Seen::Mine(if text.starts_with("PASSED") { Class::Passed } else { Class::Skipped });
        }
        if run.is_open() { body(zone, content, run) } else { Seen::No }
    }
}

impl Testng {
    fn failed(&mut self, run: &mut Run<'_>) {
        let (kind, name) = match self.named.strip_prefix("CONFIGURATION: ") {
            Some(name) => (FailureKind::Setup, name),
            None => (FailureKind::Test, self.named.as_str()),
        };
        let name = self.names.next(name);
        run.instead(&format!("FAILED: {name}"));
        run.fail_as(TestId::split_last(&name, "."), kind);
    }
}

fn body(zone: &mut Zone, content: &str, run: &mut Run<'_>) -> Seen {
    if content.is_empty() || scan::is_ruler(content, '=', 20) {
        run.close();
        return Seen::Mine(Class::Noise);
    }
    let placed = *zone == Zone::Placed;
    let Some(frame) = content.strip_prefix("at ") else {
        return run.below(if placed { Part::Where } else { Part::Why });
    };
    let Some(place) = located(frame).filter(|_| !placed && !library(frame)) else {
        return run.text(Part::Where);
    };
    *zone = Zone::Placed;
    run.at(place);
    run.text(Part::Why)
}

/// The test of `FAILED: moors` and `FAILED: harbour.QuayTest.moors(1, "a")`: the name of a method.
fn failure(text: &str) -> Option<&str> {
    let named = text.strip_prefix("FAILED")?;
    let named = named
        .strip_prefix(": ")
        .or_else(|| named.strip_prefix(' ').filter(|named| named.starts_with("CONFIGURATION: ")))?;
    let name = named.strip_prefix("CONFIGURATION: ").unwrap_or(named);
    let name = name.strip_prefix('@').and_then(|name| name.split_once(' ')).map_or(name, |(_, name)| name);
    let method = name.split('(').next()?.trim_end();
    let word = |byte: u8| byte.is_ascii_alphanumeric() || b"._$".contains(&byte);
    (!method.is_empty() && method.bytes().all(word)).then_some(named.trim_end())
}

/// Whether the line is an exception of Java: `java.lang.AssertionError: expected`.
fn exception(content: &str) -> bool {
    let class = content.split([':', ' ']).next().unwrap_or("");
    let words = ["Error", "Exception", "Throwable", "Failure", "Failed"];
    class.contains('.')
        && words.iter().any(|word| class.ends_with(word))
        && class.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._$".contains(&byte))
}

/// The place of a frame: `harbour.QuayTest.moors(QuayTest.java:21)`.
fn located(frame: &str) -> Option<Place<'_>> {
    let (file, line) = frame.strip_suffix(')')?.rsplit_once('(')?.1.split_once(':')?;
    Some(Place { file, line: Some(scan::whole_number(line)?) })
}

/// Whether a frame is of Java or of a library that asserts.
fn library(frame: &str) -> bool {
    let names =
        ["org.testng.", "java.", "java.base/", "jdk.", "sun.", "org.junit.", "org.assertj.", "org.hamcrest."];
    begins(frame, &names)
}

/// Reads `Total tests run: 4, Passes: 2, Failures: 1, Skips: 1`.
fn totals(content: &str) -> Option<Totals> {
    let numbers = first(&NUMBERS, content)?;
    let totals = Totals { total: None, ..numbers.totals()? };
    let sum = totals.passed?.checked_add(totals.failed?)?.checked_add(totals.skipped?)?;
    numbers.total.is_none_or(|total| total == sum).then_some(totals)
}
