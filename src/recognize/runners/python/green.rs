//! green, which runs tests of Python's unittest: points or names, what failed, and numbers with what passed among them.
//!
//! ```text
//! EsF.x
//!
//! Failure in test_a.Harbour.test_moors
//!   File "/home/user/harbour/test_a.py", line 4, in test_moors
//!     self.assertEqual(3, 4)
//! AssertionError: 3 != 4
//!
//! Ran 5 tests in 0.249s using 2 processes
//!
//! FAILED (errors=1, expected_failures=1, failures=1, passes=1, skips=1)
//! ```
//!
//! Without a failure or its numbers nothing tells it from others. A run in which every test passed fails when too little is
//! covered: `Coverage of 41% is below minimum level of 80%` is before its word then. Source of the format: runs of green,
//! and its `result.py`.

use crate::event::{Class, FailureKind, Part, Seen, TestId, Totals};
use crate::recognize::kit::clip::clipped;
use crate::recognize::kit::frames::python;
use crate::recognize::kit::{Run, Runner, Shape, Spec, each_or_zero, first, shape};

/// How many lines may be between `Ran` and the result.
const RESULT_WITHIN: u8 = 3;

/// green.
#[derive(Debug, Default)]
pub struct Green {
    /// The last `Failure in NAME`: the line and the name.
    heading: String,
    name: String,
    /// What is printed of the coverage before the result, or empty.
    coverage: String,
}

/// What was read last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Zone {
    #[default]
    Outside,
    /// `Failure in NAME`, which a frame below it proves.
    Named,
    /// `Ran 5 tests in 0.2s using 2 processes`: so many lines the result may be away.
    Ran(u8),
}

const RAN: [Shape; 2] = [
    shape("Ran {number} test{s} in {any}s using {number} processes"),
    shape("Ran {number} test{s} in {any}s using {number} process"),
];

/// What is between the parentheses of the result.
const NUMBERS: [Shape; 7] = [
    shape("passes={passed}"),
    shape("failures={failed}"),
    shape("unexpected_passes={failed}"),
    shape("unexpected_successes={failed}"),
    shape("errors={errors}"),
    shape("skips={skipped}"),
    shape("expected_failures={other}"),
];

impl Runner for Green {
    const SPEC: Spec = Spec {
        name: "green",
        reads: "green: what failed, and its numbers",
        starts: &["Failure in ", "Error in ", "Ran "],
        ..Spec::NONE
    };

    type Zone = Zone;

    fn line(&mut self, zone: &mut Zone, text: &str, run: &mut Run<'_>) -> Seen {
        let named = text.strip_prefix("Failure in ").or_else(|| text.strip_prefix("Error in "));
        if let Some(name) = named.filter(|name| name.contains('.') && !name.contains(' ')) {
            run.close();
            *zone = Zone::Named;
            name.clone_into(&mut self.name);
            text.clone_into(&mut self.heading);
            return Seen::Inside(Class::Detail);
        }
        if first(&RAN, text).is_some() {
            run.close();
            *zone = Zone::Ran(RESULT_WITHIN);
            return Seen::Mine(Class::Totals);
        }
        let content = text.trim_start();
        match std::mem::take(zone) {
            Zone::Ran(lines) => {
                if lines > 1 {
                    *zone = Zone::Ran(lines.saturating_sub(1));
                }
                return self.ran(text, run);
            }
            Zone::Named if python::frame(content).is_some() => {
                run.open();
                run.instead(&self.heading);
                run.fail(TestId::split_last(&self.name, "."));
                run.traceback_follows();
            }
            Zone::Named | Zone::Outside => {}
        }
        if !run.is_open() {
            return Seen::No;
        }
        if content.is_empty() {
            return Seen::Inside(Class::Detail);
        }
        let part = if text.starts_with(' ') { Part::Where } else { Part::Why };
        run.traceback(content).unwrap_or_else(|| run.below(part))
    }
}

impl Green {
    /// A line after `Ran`: `FAILED (errors=1, expected_failures=1, failures=1, passes=1, skips=1)` or `OK (passes=1)`.
    fn ran(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        if text.starts_with("Coverage of ") && text.contains("% is below minimum level of ") {
            self.coverage = clipped(text);
            return Seen::Mine(Class::Detail);
        }
        let result = text.strip_suffix(')').and_then(|text| text.split_once(" ("));
        let Some((word @ ("OK" | "FAILED"), parts)) = result else { return Seen::No };
        let Some(mut totals) = each_or_zero(&NUMBERS, ", ", parts) else { return Seen::No };
        run.open();
        if word == "FAILED" && (totals.failed, totals.errors) == (Some(0), Some(0)) {
            let reason = if self.coverage.is_empty() { "green: FAILED" } else { &self.coverage };
            run.fail_whole_at_once(reason, FailureKind::Suite, "");
            totals = Totals { errors: Some(1), ..totals };
        }
        run.totals(totals)
    }
}
