//! TSTyche, which tests types: files with their errors, and the numbers of targets, files, tests and assertions.
//!
//! ```text
//! ···· TSTyche 7.2.5 at /home/user/harbour
//!
//! fail ./quay.tst.ts
//!
//! Error: Type 'string' is not the same as type 'number'.
//!
//!   2 | test("lifts", () => { expect<string>().type.toBe<number>(); });
//!     |                                                  ~~~~~~
//!
//!       at ./quay.tst.ts:2:50 ❭ lifts
//!
//! Targets:    1 failed, 1 total
//! Test files: 1 failed, 1 total
//! Tests:      1 failed, 1 total
//! ```
//!
//! An error is reported before the test that it is of. Source of the format: logs that TSTyche 7.2 printed.

use crate::event::{Class, FailureKind, Part, Seen, TestId};
use crate::recognize::kit::clip::clipped;
use crate::recognize::kit::{Run, Runner, Spec, begins, scan};

/// How a run begins.
const HEAD: &str = "\u{b7}\u{b7}\u{b7}\u{b7} TSTyche ";
/// What is before the path of a test, and between its names.
const ARROW: &str = " \u{276d} ";

/// TSTyche.
#[derive(Debug, Default)]
pub struct Tstyche {
    /// The error whose place has to follow.
    error: Option<String>,
    /// The test that failed last: it may have several errors.
    last: String,
    /// Files that failed.
    files: u64,
}

impl Runner for Tstyche {
    const SPEC: Spec = Spec {
        name: "tstyche",
        reads: "TSTyche: tests of types",
        starts: &[HEAD],
        begins: &[HEAD],
        ..Spec::NONE
    };

    type Zone = ();

    fn line(&mut self, (): &mut (), text: &str, run: &mut Run<'_>) -> Seen {
        if !run.is_running() {
            return Seen::No;
        }
        if let Some(message) = text.strip_prefix("Error: ") {
            self.without_place(run);
            self.error = Some(clipped(message));
            return Seen::Mine(Class::Detail);
        }
        if let Some(place) = text.strip_prefix("      at ")
            && let Some(error) = self.error.take()
        {
            return self.failed(&error, place, run);
        }
        if let Some(totals) = text.strip_prefix("Test files: ").map(scan::totals) {
            self.without_place(run);
            self.files = totals.failed.unwrap_or(0);
            return Seen::Mine(Class::Totals);
        }
        let totals = text.strip_prefix("Tests: ").map(scan::totals);
        if let Some(mut totals) = totals.filter(|totals| totals.total.is_some()) {
            totals.failed = totals.failed.or(Some(0));
            // A file may fail though none of its tests does.
            if totals.failed == Some(0) && self.files > 0 {
                let reported = run.counts().failed.saturating_add(run.counts().whole);
                if reported == 0 {
                    run.fail_whole("test files", FailureKind::Suite);
                }
                (totals.failed, totals.total) = (Some(reported.max(1)), None);
            }
            return run.last_totals(totals);
        }
        if begins(text, &["Targets: ", "pass ./", "fail ./"]) {
            self.without_place(run);
            return Seen::Mine(Class::Noise);
        }
        if self.error.is_some() { Seen::Inside(Class::Detail) } else { Seen::No }
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        self.without_place(run);
    }
}

impl Tstyche {
    /// An error without a place: nobody's test.
    fn without_place(&mut self, run: &mut Run<'_>) {
        if let Some(error) = self.error.take() {
            run.fail_whole(&error, FailureKind::Collection);
        }
        run.close();
    }

    /// Reads `./quay.tst.ts:2:50 ❭ a full quay ❭ lifts`.
    fn failed(&mut self, error: &str, text: &str, run: &mut Run<'_>) -> Seen {
        let (at, path) = text.split_once(ARROW).unwrap_or((text, ""));
        let place = scan::place(at).map(|(place, _)| place);
        let id = match place {
            Some(place) if !path.is_empty() => TestId::of(place.file, ARROW, path),
            _ => TestId::bare(if path.is_empty() { at } else { path }),
        };
        let whole = format!("{}{}{}", id.module, id.separator, id.name);
        if self.last == whole {
            run.more(&whole);
        } else {
            run.instead(error);
            run.fail(id);
            self.last = whole;
        }
        run.message(error);
        if let Some(place) = place {
            run.at(place);
        }
        let seen = run.text(Part::Why);
        run.close();
        seen
    }
}
