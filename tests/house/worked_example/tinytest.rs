//! tinytest: a line for each test, and totals at the end.

use weir::event::{Seen, TestId};
use weir::recognize::kit::{Run, Runner, Shape, Spec, shape};

const HEADER: Shape = shape("tinytest: {total} tests");
const FAILED: Shape = shape("FAIL {name}: {message}");
const TOTALS: Shape = shape("Ran: {passed} passed, {failed} failed");

/// tinytest.
#[derive(Debug, Default)]
pub struct Tinytest;

impl Runner for Tinytest {
    const SPEC: Spec = Spec {
        name: "tinytest",
        reads: "tinytest, plain output",
        starts: &["tinytest: ", "PASS ", "FAIL ", "Ran: "],
        ..Spec::NONE
    };

    type Zone = ();

    fn line(&mut self, (): &mut (), text: &str, run: &mut Run<'_>) -> Seen {
        if let Some(header) = HEADER.read(text) {
            return run.begin(header.total);
        }
        if !run.is_running() {
            return Seen::No;
        }
        if let Some(name) = text.strip_prefix("PASS ") {
            return run.pass(TestId::bare(name));
        }
        if let Some(failed) = FAILED.read(text) {
            return run.fail_at_once(TestId::bare(failed.name), None, failed.message);
        }
        TOTALS.totals(text).map_or(Seen::No, |totals| run.totals(totals))
    }
}
