//! Buck2's tests: a mark for each, what a failed one printed, and numbers.
//!
//! ```text
//! ✓ Pass: root//harbour:quay_test - opens (0.1s)
//! ✗ Fail: root//harbour:quay_test - moors (0.2s)
//! ---- STDOUT ----
//! ---- STDERR ----
//! AssertionError: 3 != 4
//! Tests finished: Pass 1. Fail 1. Fatal 0. Skip 0. Build failure 0
//! ```
//!
//! Tests that pass are not reported unless asked for. Tests that cannot be listed are counted apart. Source of the format: buck2's `test.rs` and `buck2_event_observer`.

use crate::event::{FailureKind, Part, Seen, TestId, Totals};
use crate::recognize::kit::{Run, Runner, Shape, Spec, each, passed_failed, shape};

/// Buck2.
#[derive(Debug, Default)]
pub struct Buck2;

/// `Pass 1. Fail 1. Fatal 0. Skip 0. Build failure 0`, before which may be `Listing Fail 1. `
const NUMBERS: [Shape; 9] = [
    shape("Pass {passed}"),
    shape("Fail {failed}"),
    shape("Fatal {failed}"),
    shape("Timeout {failed}"),
    shape("Infra Failure {failed}"),
    shape("Skip {skipped}"),
    shape("Omit {skipped}"),
    shape("Listing Fail {errors}"),
    shape("Build failure {other}"),
];

impl Runner for Buck2 {
    const SPEC: Spec = Spec {
        name: "buck2",
        reads: "tests of Buck2",
        starts: &[
            "✓ Pass: ",
            "✗ Fail: ",
            "⚠ Fatal: ",
            "⚠ Listing failed: ",
            "✉ Timeout: ",
            "🛠 Infra Failure: ",
            "\u{20e0} Omitted: ",
            "↷ Skip: ",
            "Tests finished: ",
        ],
        ..Spec::NONE
    };

    type Zone = ();

    fn line(&mut self, (): &mut (), text: &str, run: &mut Run<'_>) -> Seen {
        if let Some((word, id)) = status(text) {
            run.open();
            return match word {
                "Pass" => run.pass(id),
                "Skip" | "Omitted" => run.skip(id),
                "Listing failed" => run.fail_whole(id.name, FailureKind::Collection),
                _ => run.fail(id),
            };
        }
        if let Some((totals, broken)) = text.strip_prefix("Tests finished: ").and_then(numbers) {
            run.open();
            run.close();
            // What did not build is reported by its compiler; alone it is a failure.
            if broken > 0 {
                run.consequence("build failure", FailureKind::Build);
            }
            return run.last_totals(totals);
        }
        if !run.is_open() {
            return Seen::No;
        }
        let content = text.trim_start();
        let framed = content.is_empty() || content.starts_with("---- STD");
        run.below(if framed { Part::Output } else { Part::Why })
    }
}

/// Reads `✗ Fail: root//harbour:quay_test - moors (0.2s)`.
fn status(text: &str) -> Option<(&str, TestId<'_>)> {
    let (_, rest) = text.split_once(' ').filter(|(mark, _)| !mark.is_ascii())?;
    let (word, rest) = rest.split_once(": ")?;
    const WORDS: [&str; 8] =
        ["Pass", "Fail", "Fatal", "Timeout", "Infra Failure", "Listing failed", "Skip", "Omitted"];
    WORDS.contains(&word).then_some(())?;
    let timed = rest.rsplit_once(" (").filter(|(_, time)| time.ends_with("s)"));
    let name = timed.map_or(rest, |(name, _)| name);
    let (target, test) = name.split_once(" - ").unwrap_or(("", name));
    let labelled = if target.is_empty() { test } else { target };
    (labelled.contains("//") && labelled.contains(':')).then_some(())?;
    Some((word, TestId::of(target, " - ", test)))
}

/// The numbers, and how many did not build.
fn numbers(text: &str) -> Option<(Totals, u64)> {
    let read = each(&NUMBERS, ". ", text.trim_end_matches('.'))?;
    let totals = passed_failed(read.passed?, read.failed.unwrap_or(0));
    let totals = Totals { skipped: read.skipped.or(Some(0)), errors: read.errors, ..totals };
    Some((totals, read.other.unwrap_or(0)))
}
