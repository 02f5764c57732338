//! zope.testrunner: layers, each with its numbers, the errors of tests in between, and lists of what failed.
//!
//! ```text
//! Running zope.testrunner.layer.UnitTests tests:
//!   Set up zope.testrunner.layer.UnitTests in 0.000 seconds.
//!
//! Failure in test test_moors (quay.tests.Quay.test_moors)
//! Traceback (most recent call last):
//! ...
//! AssertionError: 3 != 4
//!
//!   Ran 5 tests with 1 failures, 0 errors and 1 skipped in 0.010 seconds.
//! Tearing down left over layers:
//! ```
//!
//! A layer is a run of its own; `Total:` sums up several. Source of the format: zope.testrunner's `formatter.py`, and runs of it.

use crate::budget::Count as _;
use crate::event::{Class, Event, FailureKind, Level, Part, Seen, TestId, Totals};
use crate::recognize::kit::clip::indent;
use crate::recognize::kit::frames::python;
use crate::recognize::kit::{Run, Runner, Shape, Spec, begins, first, scan, shape};

/// zope.testrunner.
#[derive(Debug, Default)]
pub struct ZopeTestrunner {
    /// A layer ran: what others call their lists may be one of these.
    ran: bool,
    /// Failures that were reported.
    reported: u64,
}

/// The part of its output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Zone {
    #[default]
    Layers,
    /// Among modules that could not be imported.
    Imports,
    /// Below `Module: ...`, whose import failed.
    Module,
    /// In the closing lists.
    Lists,
}

/// The numbers without their time, and without skipped tests in older versions.
const NUMBERS: [Shape; 4] = [
    shape("{all} tests, {failed} failures, {errors} errors and {skipped} skipped"),
    shape("{all} tests, {failed} failures and {errors} errors and {skipped} skipped"),
    shape("{all} tests, {failed} failures, {errors} errors"),
    shape("{all} tests, {failed} failures and {errors} errors"),
];

impl Runner for ZopeTestrunner {
    const SPEC: Spec = Spec {
        name: "zope testrunner",
        reads: "zope.testrunner, quiet and verbose",
        starts: &[
            "Test-module import failures:",
            "Running ",
            "Tests with errors:",
            "Tests with failures:",
            "Test-modules with import problems:",
            "Total: ",
        ],
        ..Spec::NONE
    };

    type Zone = Zone;

    fn line(&mut self, zone: &mut Zone, text: &str, run: &mut Run<'_>) -> Seen {
        let entered = match text {
            "Test-module import failures:" => Some(Zone::Imports),
            "Tests with errors:" | "Tests with failures:" if self.ran => Some(Zone::Lists),
            "Test-modules with import problems:" => Some(Zone::Lists),
            _ => None,
        };
        if let Some(entered) = entered {
            run.close();
            self.ran |= entered == Zone::Imports;
            *zone = entered;
            return Seen::Mine(Class::Noise);
        }
        if layer(text) {
            *zone = Zone::Layers;
            self.ran = true;
            return run.begin(None);
        }
        if let Some(totals) = text.strip_prefix("Total: ").and_then(numbers) {
            run.close();
            // All of it was reported above, unless the log is cut in front.
            let bad = totals.failed.unwrap_or(0).saturating_add(totals.errors.unwrap_or(0));
            if !self.ran || bad > self.reported {
                run.emit(Event::Declared { totals, level: Level::Section });
            }
            *self = Self::default();
            *zone = Zone::Layers;
            return Seen::Mine(Class::Totals);
        }
        match *zone {
            Zone::Imports | Zone::Module => self.import(zone, text, run),
            _ if run.is_running() => self.inside(text, run),
            // What the lists name was reported above.
            Zone::Lists if text.is_empty() || indent(text) >= 2 => Seen::Mine(Class::Detail),
            Zone::Lists | Zone::Layers => {
                *zone = Zone::Layers;
                Seen::No
            }
        }
    }

    /// `Total:` may follow.
    fn ended(&mut self) -> Zone {
        Zone::Layers
    }
}

impl ZopeTestrunner {
    /// A line about modules that could not be imported.
    fn import(&mut self, zone: &mut Zone, text: &str, run: &mut Run<'_>) -> Seen {
        if let Some(module) = text.strip_prefix("Module: ") {
            *zone = Zone::Module;
            self.reported.up(1);
            return run.fail_whole(module, FailureKind::Collection);
        }
        if text.is_empty() {
            return Seen::Inside(Class::Noise);
        }
        if *zone == Zone::Imports || text.starts_with("Running tests at level ") {
            run.close();
            *zone = Zone::Layers;
            return Seen::No;
        }
        error(text, run)
    }

    fn inside(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        let content = text.trim_start();
        let column = indent(text);
        if column == 2 {
            let ran = content.strip_prefix("Ran ");
            if let Some(totals) = ran.and_then(|rest| numbers(&rest.replacen(" tests with ", " tests, ", 1)))
            {
                return run.totals(totals);
            }
            if begins(content, &["Set up ", "Tear down ", "Running"]) {
                return Seen::Mine(Class::Noise);
            }
        }
        let failed = text.strip_prefix("Error in test ").or_else(|| text.strip_prefix("Failure in test "));
        if let Some(name) = failed {
            self.reported.up(1);
            return run.fail(TestId::bare(name));
        }
        // With -vv each test is named when it begins.
        if column == 1 && content.starts_with("test") && content.contains(" (") {
            run.close();
            return Seen::Mine(Class::Noise);
        }
        if run.is_open() { error(text, run) } else { Seen::No }
    }
}

/// A line of an error.
fn error(text: &str, run: &mut Run<'_>) -> Seen {
    let content = text.trim_start();
    if content.is_empty() {
        return Seen::Inside(Class::Detail);
    }
    if let Some(seen) = run.traceback(content) {
        return seen;
    }
    let source = scan::is_ruler(content, '-', 20) || indent(text) > 0;
    if !source && python::is_exception(content) {
        run.message(content);
    }
    run.below(if source { Part::Where } else { Part::Why })
}

/// `Running quay.tests.Layer tests:`
fn layer(text: &str) -> bool {
    let name = text.strip_prefix("Running ").and_then(|rest| rest.strip_suffix(" tests:"));
    name.is_some_and(|name| name.contains('.') && !name.contains(' '))
}

/// `5 tests, 1 failures, 1 errors and 1 skipped in 0.010 seconds.`
fn numbers(text: &str) -> Option<Totals> {
    let (counts, time) = text.rsplit_once(" in ")?;
    (time.ends_with(" seconds.") && time.starts_with(|first: char| first.is_ascii_digit())).then_some(())?;
    let read = first(&NUMBERS, counts)?;
    let bad = [read.failed, read.errors, read.skipped].into_iter().flatten().fold(0, u64::saturating_add);
    // An error of an import is no test.
    let passed = Some(read.all?.saturating_sub(bad));
    Some(Totals {
        passed,
        failed: read.failed,
        errors: read.errors,
        skipped: read.skipped.or(Some(0)),
        ..Totals::default()
    })
}
