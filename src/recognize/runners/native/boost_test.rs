//! Boost.Test: programs that print `Running 12 test cases...`, a line for each assertion that failed, and how many did.
//!
//! An assertion names its place and its test: `t.cpp(8): error: in "Quay/signals": check 1 == 2 has failed`; an exception has no place
//! (`unknown location(0): fatal error: in "Quay/weighs": ...`). The last line counts assertions, not tests: a test that failed counts
//! once here. Up to Boost 1.58 the lines say `error in "signals": `. See `compiler_log_formatter.ipp` and `plain_report_formatter.ipp`.

use crate::event::{
    Block, Class, Ended, Event, FailureKind, Level, Opened, Part, Place, Runner, Seen, Sink, TestId, Totals,
};
use crate::recognize::kit::names::Names;
use crate::recognize::kit::scan;
use crate::recognize::{Attention, Recognizer, Signs};
use crate::text::Line;

/// Boost.Test.
#[derive(Debug, Default)]
pub struct BoostTest {
    /// The number of tests, while a run is open.
    announced: Option<u64>,
    names: Names,
    /// Tests that failed.
    failed: u64,
    /// A failure's block is open.
    open: bool,
}

impl Recognizer for BoostTest {
    fn runner(&self) -> Runner {
        Runner("boost test")
    }

    fn signs(&self) -> Signs {
        Signs { starts: &["Running "], ..Signs::default() }
    }

    fn attention(&self) -> Attention {
        if self.announced.is_some() { Attention::Every } else { Attention::Signs }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged().trim_end();
        if let Some(number) = header(text) {
            self.close(sink);
            *self = Self { announced: Some(number), ..Self::default() };
            sink.emit(Event::SectionStarted { opened: Opened::Own, announced: Some(number), label: "" });
            return Seen::Mine(Class::Noise);
        }
        let Some(announced) = self.announced else { return Seen::No };
        if let Some(end) = end(text) {
            self.close(sink);
            self.declare(end, announced, sink);
            *self = Self::default();
            return Seen::Mine(Class::Totals);
        }
        if let Some(problem) = problem(text) {
            self.problem(&problem, sink);
            return Seen::Mine(Class::Detail);
        }
        if !self.open {
            return Seen::No;
        }
        let checkpoint = text.ends_with(": last checkpoint") || text.contains(": last checkpoint: ");
        let context =
            text.starts_with("Failure occurred in a following context:") || text.starts_with("    ");
        if checkpoint || context {
            sink.emit(Event::Text(if checkpoint { Part::Where } else { Part::Why }));
            return Seen::Mine(Class::Detail);
        }
        self.close(sink);
        Seen::No
    }

    fn end(&mut self, sink: &mut dyn Sink) {
        self.close(sink);
    }
}

impl BoostTest {
    fn close(&mut self, sink: &mut dyn Sink) {
        if std::mem::take(&mut self.open) {
            sink.emit(Event::BlockClosed);
        }
    }

    fn problem(&mut self, problem: &Problem<'_>, sink: &mut dyn Sink) {
        self.close(sink);
        self.open = true;
        let id = TestId::split_last(problem.name, "/");
        sink.emit(Event::BlockOpened(Block::Test { id, kind: FailureKind::Test }));
        if self.names.times(id) > 1 {
            // Another assertion of the same test.
            sink.emit(Event::Text(Part::Why));
            return;
        }
        self.failed = self.failed.saturating_add(1);
        sink.emit(Event::Heading);
        sink.emit(Event::Message(problem.message));
        if let Some(place) = problem.place {
            sink.emit(Event::At { place, better: false });
        }
    }

    fn declare(&self, end: End, announced: u64, sink: &mut dyn Sink) {
        if end == End::Failed && self.failed == 0 {
            // The assertions were not shown.
            sink.emit(Event::SectionEnded(Ended::Failed));
            return;
        }
        let passed = Some(announced.saturating_sub(self.failed));
        let failed = Some(if end == End::Passed { 0 } else { self.failed });
        let totals = Totals { passed, failed, ..Totals::default() };
        sink.emit(Event::Declared { totals, level: Level::Section });
    }
}

/// Reads `Running 12 test cases...`.
fn header(text: &str) -> Option<u64> {
    let (number, rest) = scan::number(text.strip_prefix("Running ")?)?;
    matches!(rest, " test cases..." | " test case...").then_some(number)
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Passed,
    Failed,
}

/// Reads `*** No errors detected` and `*** 2 failures are detected (1 failure is expected) in the test module "Quay"`.
fn end(text: &str) -> Option<End> {
    let rest = text.strip_prefix("*** ")?;
    if rest == "No errors detected" {
        return Some(End::Passed);
    }
    let of_module = rest.contains(" in the test module \"") || rest.contains(" in test suite \"");
    let counted = scan::number(rest).is_some_and(|(_, rest)| {
        rest.starts_with(" failure is detected")
            || rest.starts_with(" failures are detected")
            || rest.starts_with(" failure detected")
            || rest.starts_with(" failures detected")
    });
    let aborted = rest.starts_with("The test module \"") && rest.contains(" was aborted");
    let errors = rest.starts_with("Errors were detected in the test module \"")
        || rest.starts_with("Errors where detected in the test module \"");
    ((counted && of_module) || aborted || errors).then_some(End::Failed)
}

/// A failed assertion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Problem<'a> {
    place: Option<Place<'a>>,
    name: &'a str,
    message: &'a str,
}

fn problem(text: &str) -> Option<Problem<'_>> {
    let unknown =
        text.strip_prefix("unknown location(0):").or_else(|| text.strip_prefix("unknown location:0:"));
    let (place, rest) = match unknown {
        Some(rest) => (None, rest),
        None => {
            let (place, rest) = scan::place(text)?;
            (Some(place), rest)
        }
    };
    let rest = rest.strip_prefix(' ')?;
    let rest = rest.strip_prefix("fatal ").unwrap_or(rest).strip_prefix("error")?;
    let rest = rest.strip_prefix(':').unwrap_or(rest).strip_prefix(" in \"")?;
    let (name, message) = scan::split_once(rest, "\": ")?;
    (!name.is_empty()).then_some(Problem { place, name, message })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(text: &str) -> Vec<String> {
        scan::drive(&mut BoostTest::default(), text)
    }

    #[test]
    fn an_assertion_names_its_test_in_all_versions() {
        let read = |text| {
            problem(text).map(|each| (each.place.and_then(|place| place.line), each.name, each.message))
        };
        assert_eq!(
            read("/t.cpp(8): error: in \"Quay/a\": check x has failed"),
            Some((Some(8), "Quay/a", "check x has failed"))
        );
        assert_eq!(read("t.cpp:8: error: in \"Quay/a\": no"), Some((Some(8), "Quay/a", "no")));
        assert_eq!(
            read("t.cpp(8): fatal error in \"a\": critical test x failed"),
            Some((Some(8), "a", "critical test x failed"))
        );
        assert_eq!(read("unknown location(0): fatal error: in \"a\": boom"), Some((None, "a", "boom")));
        assert_eq!(read("t.cpp(8): error: expected ';'"), None);
        assert_eq!(read("t.cpp(8): info: in \"Quay/a\": check x has passed"), None);
    }

    #[test]
    fn a_test_counts_once_however_many_assertions_failed() {
        let rows = rows(
            "Running 3 test cases...\nt.cpp(8): error: in \"Quay/a\": check 1 == 2 has failed [1 != 2]\n\
             Failure occurred in a following context:\n    i = 3; \nt.cpp(9): error: in \"Quay/a\": check 1 == 3 has failed\n\
             unknown location(0): fatal error: in \"Quay/b\": std::runtime_error: boom\nt.cpp(12): last checkpoint\n\n\
             *** 3 failures are detected in the test module \"Quay\"\n",
        );
        assert!(rows[0].contains("opened: Own, announced: Some(3)"), "{rows:#?}");
        assert!(
            rows[1].contains("module: \"Quay\", separator: \"/\", name: \"a\"")
                && rows[1].contains("Heading")
        );
        assert_eq!(rows[3], "4 Mine(Detail) Text(Why)");
        assert!(rows[4].ends_with("| Text(Why)"), "{rows:#?}");
        assert!(rows[5].contains("Message(\"std::runtime_error: boom\")"), "{rows:#?}");
        assert_eq!(rows[6], "7 Mine(Detail) Text(Where)");
        assert!(rows[8].contains("passed: Some(1), failed: Some(2)"), "{rows:#?}");
    }

    #[test]
    fn a_run_ends_with_what_it_came_to() {
        let last = |end: &str| rows(&format!("Running 1 test case...\n\n{end}\n"))[2].clone();
        assert!(last("*** No errors detected").contains("passed: Some(1), failed: Some(0)"));
        for end in [
            "*** 1 failure is detected in the test module \"Quay\"",
            "*** 1 failure is detected (2 failures are expected) in the test module \"Quay\"",
            "*** 2 failures detected in test suite \"Quay\"",
            "*** The test module \"Quay\" was aborted; see standard output for details",
            "*** Errors were detected in the test module \"Quay\"; see standard output for details",
        ] {
            assert!(last(end).ends_with("SectionEnded(Failed)"), "{end}");
        }
        assert_eq!(last("*** 3 ships are detected"), "3 No ");
        assert_eq!(rows("*** No errors detected\n")[0], "1 No ");
    }
}
