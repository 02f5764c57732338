//! conftest: a line for each policy that a file does not keep, and numbers.
//!
//! ```text
//! WARN - deployment.yaml - main - image has no tag
//! FAIL - deployment.yaml - main - Containers must not run as root
//!
//! 5 tests, 3 passed, 1 warning, 1 failure, 0 exceptions
//! ```
//!
//! Warnings fail nothing by themselves, and exceptions are what a policy lets pass. Standard input is the file `-`. Source of the format: conftest's `output/standard.go`.

use crate::event::{Place, Seen, TestId, Totals};
use crate::recognize::PassShape;
use crate::recognize::kit::{EveryLine, Run, Runner, Shape, Spec, first, shape};

/// conftest.
#[derive(Debug, Default)]
pub struct Conftest;

/// The numbers, with those that are skipped when asked for, and without exceptions in older versions.
const NUMBERS: [Shape; 3] = [
    shape("{all} test{s}, {passed} passed, {other} warning{s}, {failed} failure{s}"),
    shape("{all} test{s}, {passed} passed, {other} warning{s}, {failed} failure{s}, {other} exception{s}"),
    shape(
        "{all} test{s}, {passed} passed, {other} warning{s}, {failed} failure{s}, {other} exception{s}, {any} skipped",
    ),
];

impl Runner for Conftest {
    const SPEC: Spec = Spec {
        name: "conftest",
        reads: "conftest",
        starts: &["FAIL - ", "WARN - ", "EXCP - "],
        // How the numbers end.
        passes: &[
            PassShape { start: "", end: " exceptions" },
            PassShape { start: "", end: " exception" },
            PassShape { start: "", end: " skipped" },
            PassShape { start: "", end: " failures" },
            PassShape { start: "", end: " failure" },
        ],
        every_line: EveryLine::Never,
        ..Spec::NONE
    };

    type Zone = ();

    fn line(&mut self, (): &mut (), text: &str, run: &mut Run<'_>) -> Seen {
        if let Some(totals) = numbers(text) {
            run.open();
            return run.totals(totals);
        }
        let Some((word, rest)) = text.split_once(" - ") else { return Seen::No };
        let file = rest.strip_prefix("- ").map(|more| ("-", more)).or_else(|| rest.split_once(" - "));
        let Some((file, more)) = file else { return Seen::No };
        let (space, message) = more.split_once(" - ").unwrap_or(("", more));
        if file.is_empty()
            || file.contains(' ')
            || space.contains(' ')
            || !matches!(word, "EXCP" | "FAIL" | "WARN")
        {
            return Seen::No;
        }
        run.open();
        let id = TestId { module: file, separator: ": ", name: message };
        match word {
            "EXCP" => run.other(id),
            "FAIL" => run.fail_at_once(id, (file != "-").then_some(Place { file, line: None }), message),
            _ => run.warn_at_once(rest),
        }
    }
}

fn numbers(text: &str) -> Option<Totals> {
    let read = first(&NUMBERS, text)?;
    let known = [read.passed, read.other, read.failed];
    let skipped = known.into_iter().flatten().try_fold(read.all?, u64::checked_sub)?;
    Some(Totals { skipped: Some(skipped), ..read.totals()? })
}
