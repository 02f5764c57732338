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

use crate::event::{Class, Event, FailureKind, Level, Part, Runner, Seen, Sink, TestId, Totals};
use crate::recognize::kit::clip::indent;
use crate::recognize::kit::frames::python;
use crate::recognize::kit::run::{Run, Trace};
use crate::recognize::kit::scan;
use crate::recognize::{Attention, Recognizer, Signs};
use crate::text::Line;

/// zope.testrunner.
#[derive(Debug, Default)]
pub struct ZopeTestrunner {
    run: Run,
    /// Below `Module: ...`, whose import failed.
    module: bool,
    /// Among modules that could not be imported.
    imports: bool,
    /// In the closing lists.
    lists: bool,
    /// A layer ran: what others call their lists may be one of these.
    ran: bool,
    /// Failures that were told.
    told: u64,
    trace: Trace,
}

impl Recognizer for ZopeTestrunner {
    fn runner(&self) -> Runner {
        Runner("zope testrunner")
    }

    fn signs(&self) -> Signs {
        const STARTS: [&str; 6] = [
            "Test-module import failures:",
            "Running ",
            "Tests with errors:",
            "Tests with failures:",
            "Test-modules with import problems:",
            "Total: ",
        ];
        Signs { starts: &STARTS, ..Signs::default() }
    }

    fn attention(&self) -> Attention {
        let every = self.run.is_running() || self.imports || self.lists;
        if every { Attention::Every } else { Attention::Signs }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged().trim_end();
        if text == "Test-module import failures:" {
            self.run.close(sink);
            (self.imports, self.ran) = (true, true);
            return Seen::Mine(Class::Noise);
        }
        if layer(text) {
            self.end_imports(sink);
            self.run.begin(None, sink);
            (self.lists, self.ran) = (false, true);
            return Seen::Mine(Class::Noise);
        }
        if self.ran && matches!(text, "Tests with errors:" | "Tests with failures:") {
            self.run.close(sink);
            self.lists = true;
            return Seen::Mine(Class::Noise);
        }
        if text == "Test-modules with import problems:" {
            self.end_imports(sink);
            self.lists = true;
            return Seen::Mine(Class::Noise);
        }
        if let Some(totals) = text.strip_prefix("Total: ").and_then(numbers) {
            self.end_imports(sink);
            // All of it was told above, unless the log is cut in front.
            let bad = totals.failed.unwrap_or(0).saturating_add(totals.errors.unwrap_or(0));
            let told = std::mem::take(&mut self.told);
            if !std::mem::take(&mut self.ran) || bad > told {
                sink.emit(Event::Declared { totals, level: Level::Section });
            }
            self.lists = false;
            return Seen::Mine(Class::Totals);
        }
        if self.imports {
            return self.import(text, sink);
        }
        if self.run.is_running() {
            return self.inside(text, sink);
        }
        // What the lists name was told above.
        self.lists &= text.is_empty() || indent(text) >= 2;
        if self.lists { Seen::Mine(Class::Detail) } else { Seen::No }
    }

    fn end(&mut self, sink: &mut dyn Sink) {
        self.end_imports(sink);
    }
}

impl ZopeTestrunner {
    fn end_imports(&mut self, sink: &mut dyn Sink) {
        self.run.close(sink);
        (self.imports, self.module) = (false, false);
    }

    /// A line about modules that could not be imported.
    fn import(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        if let Some(module) = text.strip_prefix("Module: ") {
            self.told = self.told.saturating_add(1);
            self.run.fail_whole(module, FailureKind::Collection, sink);
            self.module = true;
            return Seen::Mine(Class::Detail);
        }
        if text.is_empty() {
            return Seen::Inside(Class::Noise);
        }
        if !self.module || text.starts_with("Running tests at level ") {
            self.end_imports(sink);
            return Seen::No;
        }
        self.error(text, sink)
    }

    fn inside(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        let content = text.trim_start();
        let column = indent(text);
        if column == 2 {
            let told = content.strip_prefix("Ran ").and_then(|rest| {
                let rest = rest.replacen(" tests with ", " tests, ", 1);
                numbers(&rest)
            });
            if let Some(totals) = told {
                self.run.declare(totals, sink);
                return Seen::Mine(Class::Totals);
            }
            if ["Set up ", "Tear down ", "Running"].iter().any(|begin| content.starts_with(begin)) {
                return Seen::Mine(Class::Noise);
            }
        }
        let failed = text.strip_prefix("Error in test ").or_else(|| text.strip_prefix("Failure in test "));
        if let Some(name) = failed {
            self.told = self.told.saturating_add(1);
            self.run.fail(TestId::bare(name), sink);
            self.trace = Trace::default();
            return Seen::Mine(Class::Detail);
        }
        // With -vv each test is named when it begins.
        if column == 1 && content.starts_with("test") && content.contains(" (") {
            self.run.close(sink);
            return Seen::Mine(Class::Noise);
        }
        if self.run.is_open() {
            return self.error(text, sink);
        }
        Seen::No
    }

    /// A line of an error.
    fn error(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        let content = text.trim();
        if content.is_empty() {
            return Seen::Inside(Class::Detail);
        }
        if let Some(seen) = self.trace.line(content, &mut self.run, sink) {
            return seen;
        }
        let source = scan::is_ruler(content, '-', 20) || indent(text) > 0;
        if !source && python::is_exception(content) {
            self.run.message(content, sink);
        }
        self.run.text(if source { Part::Where } else { Part::Why }, sink);
        Seen::Inside(Class::Detail)
    }
}

/// `Running quay.tests.Layer tests:`
fn layer(text: &str) -> bool {
    let name = text.strip_prefix("Running ").and_then(|rest| rest.strip_suffix(" tests:"));
    name.is_some_and(|name| name.contains('.') && !name.contains(' '))
}

/// `5 tests, 1 failures, 1 errors and 1 skipped in 0.010 seconds.`, without skipped tests in older versions.
fn numbers(text: &str) -> Option<Totals> {
    let (said, time) = text.rsplit_once(" in ")?;
    (time.ends_with(" seconds.") && time.starts_with(|first: char| first.is_ascii_digit())).then_some(())?;
    let (all, rest) = scan::number(said)?;
    let (failed, rest) = scan::number(rest.strip_prefix(" tests, ")?)?;
    let rest = rest.strip_prefix(" failures")?;
    let (errors, rest) = scan::number(rest.strip_prefix(", ").or_else(|| rest.strip_prefix(" and "))?)?;
    let skipped = match rest.strip_prefix(" errors")? {
        "" => 0,
        rest => {
            let (skipped, " skipped") = scan::number(rest.strip_prefix(" and ")?)? else { return None };
            skipped
        }
    };
    // An error of an import is no test.
    let passed = all.saturating_sub(failed).saturating_sub(errors).saturating_sub(skipped);
    Some(Totals {
        passed: Some(passed),
        failed: Some(failed),
        errors: Some(errors),
        skipped: Some(skipped),
        ..Totals::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::kit::scan::drive;

    fn all(text: &str) -> String {
        drive(&mut ZopeTestrunner::default(), text).join("\n")
    }

    const HEAD: &str = "Running quay.Layer tests:\n  Set up quay.Layer in 0.000 seconds.\n";

    #[test]
    fn an_error_stands_between_the_layer_and_its_numbers() {
        let all = all(&format!(
            "{HEAD}\n\nFailure in test test_moors (quay.tests.Quay.test_moors)\nTraceback (most recent call last):\n  File \"/p/quay/tests.py\", line 4, in test_moors\n    \
             self.assertEqual(3, 4)\nAssertionError: 3 != 4\n\n  Ran 5 tests with 1 failures, 0 errors and 1 skipped in 0.010 seconds.\n"
        ));
        assert!(all.contains("name: \"test_moors (quay.tests.Quay.test_moors)\""), "{all}");
        assert!(
            all.contains("Message(\"AssertionError: 3 != 4\")") && all.contains("line: Some(4)"),
            "{all}"
        );
        assert!(all.contains("passed: Some(3), failed: Some(1), errors: Some(0), skipped: Some(1)"), "{all}");
    }

    #[test]
    fn a_module_that_cannot_be_imported_is_a_failure() {
        let all = all(
            "Test-module import failures:\n\nModule: quay\n\nModuleNotFoundError: No module named 'quay'\n\n\nTotal: 0 tests, 0 failures, 1 errors and 0 skipped in 0.000 seconds.\n",
        );
        assert!(all.contains("Whole { name: \"quay\", kind: Collection }"), "{all}");
        assert!(!all.contains("Declared"), "{all}");
    }

    #[test]
    fn a_total_that_counts_more_than_was_told_is_told() {
        let layer =
            format!("{HEAD}  Ran 1 tests with 0 failures, 0 errors and 0 skipped in 0.000 seconds.\n");
        let list = "Test-modules with import problems:\n  quay.pier\n";
        let total = |errors| {
            format!(
                "{layer}{list}Total: 1 tests, 0 failures, {errors} errors and 0 skipped in 0.010 seconds.\n"
            )
        };
        assert!(all(&total(1)).contains("errors: Some(1)"), "{}", all(&total(1)));
        assert_eq!(all(&total(0)).matches("Declared").count(), 1);
    }

    #[test]
    fn a_layer_that_is_cut_off_has_no_numbers_and_older_numbers_have_no_skips() {
        assert!(!all(HEAD).contains("Declared"));
        assert!(numbers("3 tests, 0 failures and 0 errors in 1 minutes 2.010 seconds.").is_some());
        assert!(numbers("3 tests, 0 failures in 0.1 seconds.").is_none());
        assert!(!all("Running quay tests:\n").contains("Started"));
        assert!(all("Tests with errors:\n").starts_with("1 No"));
    }
}
