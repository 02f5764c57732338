//! Kahlan: points or names, the specifications that failed, and the numbers with the word for all.
//!
//! ```text
//! spec directory : /home/user/harbour/spec
//!
//! .F                                                                  2 / 2 (100%)
//!
//!   Quay
//!     ->moor()
//!       ✖ it moors a ferry
//!         expect->toBe() failed in `./spec/Quay.spec.php` line 12
//!
//! Expectations   : 2 Executed
//! Specifications : 0 Pending, 0 Excluded, 0 Skipped
//!
//! Passed 1 of 2 FAIL (FAILURE: 1) in 0.012 seconds (using 4MB)
//! ```
//!
//! Source of the format: Kahlan's `Reporter/Terminal.php`.

use crate::event::{Class, Part, Place, Seen, TestId, Totals};
use crate::recognize::kit::bounds::LEVELS;
use crate::recognize::kit::clip::{clipped, indent};
use crate::recognize::kit::{Run, Runner, Shape, Spec, first, scan, shape};

/// Kahlan.
#[derive(Debug, Default)]
pub struct Kahlan {
    /// Descriptions with their columns.
    path: Vec<(usize, String)>,
    skipped: u64,
}

/// `Passed 1 of 2 FAIL (FAILURE: 1) in 0.012 seconds (using 4MB)`
const NUMBERS: [Shape; 2] = [
    shape("Passed {passed} of {all} PASS in {any} seconds (using {any}"),
    shape("Passed {passed} of {all} FAIL {any} seconds (using {any}"),
];

impl Runner for Kahlan {
    const SPEC: Spec = Spec {
        name: "kahlan",
        reads: "Kahlan: its terminal reporters",
        starts: &["spec directory : ", "Passed "],
        begins: &["spec directory : "],
        ..Spec::NONE
    };

    type Zone = ();

    fn line(&mut self, (): &mut (), text: &str, run: &mut Run<'_>) -> Seen {
        if let Some(totals) = numbers(text) {
            run.open();
            return run.last_totals(Totals { skipped: Some(self.skipped), ..totals });
        }
        if !run.is_running() {
            return Seen::No;
        }
        if let Some(parts) = text.strip_prefix("Specifications : ") {
            run.close();
            let number = |part: &str| scan::number(part.trim()).map_or(0, |(number, _)| number);
            self.skipped = parts.split(", ").map(number).fold(0, u64::saturating_add);
            return Seen::Mine(Class::Totals);
        }
        if text.starts_with("Expectations   : ") {
            run.close();
            return Seen::Mine(Class::Totals);
        }
        self.specification(text, run)
    }
}

impl Kahlan {
    fn specification(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        let content = text.trim_start();
        let column = indent(text);
        if content.is_empty() {
            // No description is before an empty line.
            if !run.is_open() {
                self.path.clear();
            }
            return Seen::Inside(Class::Noise);
        }
        if run.is_open() && self.path.last().is_some_and(|(at, _)| column > *at) && !content.starts_with("✖ ")
        {
            let place = content.split_once(" in `").and_then(|(_, rest)| rest.split_once("` line "));
            if let Some((file, line)) = place {
                run.at(Place { file, line: scan::number(line).map(|(line, _)| line) });
            }
            // What was thrown is below the line that says where.
            if !content.starts_with("an uncaught exception has been thrown in ") {
                run.message(content.strip_prefix("message:").unwrap_or(content));
            }
            return run.below(Part::Why);
        }
        self.path.retain(|(at, _)| *at < column);
        if let Some(name) = content.strip_prefix("✖ ") {
            let names: Vec<&str> = self.path.iter().map(|(_, name)| name.as_str()).collect();
            let seen = run.fail(TestId::of(&names.join(" > "), " > ", name));
            self.path.push((column, String::new()));
            return seen;
        }
        run.close();
        if self.path.len() < LEVELS {
            self.path.push((column, clipped(content)));
        }
        // At the margin are the outermost descriptions, and whatever the specifications print.
        if column == 0 { Seen::No } else { Seen::Inside(Class::Other) }
    }
}

fn numbers(text: &str) -> Option<Totals> {
    let read = first(&NUMBERS, text)?;
    let failed = read.all?.checked_sub(read.passed?)?;
    (text.contains(" PASS in ") == (failed == 0)).then_some(Totals { failed: Some(failed), ..read.totals()? })
}
