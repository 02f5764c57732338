//! Boost.Test: programs that print `Running 12 test cases...`, a line for each assertion that failed, and how many did.
//!
//! An assertion names its place and its test: `t.cpp(8): error: in "Quay/signals": check 1 == 2 has failed`; an exception has no place
//! (`unknown location(0): fatal error: in "Quay/weighs": ...`). The last line counts assertions, not tests: a test that failed counts
//! once here. Up to Boost 1.58 the lines say `error in "signals": `. See `compiler_log_formatter.ipp` and `plain_report_formatter.ipp`.

use crate::event::{Class, Ended, Event, Part, Place, Seen, TestId};
use crate::recognize::kit::names::Names;
use crate::recognize::kit::{EqualNames, Run, Runner, Shape, Spec, begins, passed_failed, scan, shape};

/// Boost.Test.
#[derive(Debug, Default)]
pub struct BoostTest {
    /// The number of tests.
    announced: u64,
    names: Names,
}

const HEADER: Shape = shape("Running {total} test case{s}...");

impl Runner for BoostTest {
    const SPEC: Spec = Spec {
        name: "boost test",
        reads: "Boost.Test programs",
        starts: &["Running "],
        equal_names: EqualNames::Same,
        ..Spec::NONE
    };

    type Zone = ();

    fn line(&mut self, (): &mut (), text: &str, run: &mut Run<'_>) -> Seen {
        if let Some(announced) = HEADER.read(text).and_then(|header| header.total) {
            *self = Self { announced, ..Self::default() };
            return run.begin(Some(announced));
        }
        if !run.is_running() {
            return Seen::No;
        }
        if let Some(end) = text.strip_prefix("*** ") {
            let failed = run.counts().failed;
            let passed = self.announced.saturating_sub(failed);
            if end == "No errors detected" {
                return run.totals(passed_failed(passed, 0));
            }
            if is_failed(end) && failed > 0 {
                return run.totals(passed_failed(passed, failed));
            }
            if is_failed(end) {
                // The assertions were not shown.
                run.forget();
                run.emit(Event::SectionEnded(Ended::Failed));
                return Seen::Mine(Class::Totals);
            }
        }
        if let Some(problem) = problem(text) {
            return self.problem(&problem, run);
        }
        if run.is_open() && (text.ends_with(": last checkpoint") || text.contains(": last checkpoint: ")) {
            return run.text(Part::Where);
        }
        if run.is_open() && begins(text, &["Failure occurred in a following context:", "    "]) {
            return run.text(Part::Why);
        }
        run.close();
        Seen::No
    }
}

impl BoostTest {
    fn problem(&mut self, problem: &Problem<'_>, run: &mut Run<'_>) -> Seen {
        let id = TestId::split_last(problem.name, "/");
        if self.names.times(id) > 1 {
            // Another assertion of the same test.
            run.more(problem.name);
            return run.text(Part::Why);
        }
        let seen = run.fail_because(id, problem.message);
        if let Some(place) = problem.place {
            run.at(place);
        }
        seen
    }
}

/// Reads `2 failures are detected (1 failure is expected) in the test module "Quay"`.
fn is_failed(end: &str) -> bool {
    const DETECTED: [&str; 4] =
        [" failure is detected", " failures are detected", " failure detected", " failures detected"];
    let of_module = end.contains(" in the test module \"") || end.contains(" in test suite \"");
    let counted = of_module && scan::number(end).is_some_and(|(_, rest)| begins(rest, &DETECTED));
    let aborted = end.starts_with("The test module \"") && end.contains(" was aborted");
    counted
        || aborted
        || begins(
            end,
            &["Errors were detected in the test module \"", "Errors where detected in the test module \""],
        )
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
        None => scan::place(text).map(|(place, rest)| (Some(place), rest))?,
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
}
