//! container-structure-test: each check with what became of it, and numbers.
//!
//! ```text
//! ====================================
//! ====== Test file: quay.yaml ======
//! ====================================
//! === RUN: File Existence Test: berth
//! --- FAIL
//! duration: 0s
//! Error: File /etc/berth should exist but does not
//!
//! ====================================
//! ============= RESULTS ==============
//! ====================================
//! Passes:      1
//! Failures:    1
//! Duration:    412.11ms
//! Total tests: 2
//!
//! FAIL
//! ```
//!
//! Source of the format: its `pkg/output/output.go`.

use crate::event::{Class, Event, Part, Seen, TestId};
use crate::recognize::kit::clip::clipped;
use crate::recognize::kit::scan;
use crate::recognize::kit::{Run, Runner, Shape, Spec, first, shape};

/// container-structure-test.
#[derive(Debug, Default)]
pub struct ContainerStructureTest {
    /// The check that runs, or empty.
    test: String,
}

/// The part of its output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Zone {
    #[default]
    Tests,
    /// After `RESULTS`: the numbers.
    Results,
    /// After the numbers: the word for all follows.
    Word,
}

const FILE: Shape = shape("====== Test file: {name} ======");
const NUMBERS: [Shape; 2] = [shape("Passes:{blanks}{passed}"), shape("Failures:{blanks}{failed}")];

impl Runner for ContainerStructureTest {
    const SPEC: Spec = Spec {
        name: "container structure test",
        reads: "container-structure-test",
        starts: &["====== Test file: "],
        ..Spec::NONE
    };

    type Zone = Zone;

    fn line(&mut self, zone: &mut Zone, text: &str, run: &mut Run<'_>) -> Seen {
        if FILE.fits(text) {
            run.release();
            if *zone != Zone::Tests || !run.is_running() {
                *zone = Zone::Tests;
                run.begin(None);
            }
            return Seen::Mine(Class::Noise);
        }
        if !run.is_running() {
            return Seen::No;
        }
        if scan::is_ruler(text, '=', 20) {
            run.close();
            return Seen::Mine(Class::Noise);
        }
        if scan::ruled(text, '=') == Some("RESULTS") {
            run.close();
            *zone = Zone::Results;
            return Seen::Mine(Class::Noise);
        }
        match zone {
            Zone::Tests => self.test(text, run),
            Zone::Word if text.is_empty() => Seen::Inside(Class::Noise),
            // Tests of Go print these words as well.
            Zone::Word => {
                run.release();
                if matches!(text, "PASS" | "FAIL") { Seen::Mine(Class::Totals) } else { Seen::No }
            }
            Zone::Results => {
                if let Some(numbers) = first(&NUMBERS, text) {
                    return run.collect(&numbers);
                }
                let totals = run.collected();
                if text.starts_with("Total tests: ")
                    && let (Some(_), Some(_), Some(totals)) = (totals.passed, totals.failed, totals.totals())
                {
                    *zone = Zone::Word;
                    return run.hold_totals(totals);
                }
                if text.starts_with("Duration: ") { Seen::Mine(Class::Totals) } else { Seen::No }
            }
        }
    }
}

impl ContainerStructureTest {
    fn test(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        if let Some(name) = text.strip_prefix("=== RUN: ") {
            run.close();
            self.test = clipped(name);
            return Seen::Mine(Class::Noise);
        }
        if matches!(text, "--- PASS" | "--- FAIL") && !self.test.is_empty() {
            let test = std::mem::take(&mut self.test);
            let id = TestId::split_last(&test, ": ");
            if text == "--- PASS" {
                return run.pass(id);
            }
            run.emit(Event::Instead(&format!("=== RUN: {test}")));
            return run.fail(id);
        }
        if !run.is_open() {
            return Seen::No;
        }
        if let Some(reason) = text.strip_prefix("Error: ") {
            return run.why(reason);
        }
        run.below(Part::Output)
    }
}
