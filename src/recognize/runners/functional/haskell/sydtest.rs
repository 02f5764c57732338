//! sydtest: a tree of names, the failures with their numbers below it, and numbers in a table.
//!
//! Below `Failures:` each failure is headed by `✗ 1 Quay.sinks`, with its place and reason set in below; `Examples:`, `Passed:`,
//! `Failed:` come last. Source: sydtest's `Test/Syd/Output.hs`.

use crate::event::{Class, Part, Place, Seen, TestId, Totals};
use crate::recognize::kit::scan;
use crate::recognize::kit::{Run, Runner, Spec};

/// sydtest.
#[derive(Debug, Default)]
pub struct Sydtest {
    examples: Option<u64>,
    passed: Option<u64>,
    /// The number of the last failure.
    number: u64,
}

/// The part of a report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Zone {
    #[default]
    Tree,
    Failures,
}

impl Runner for Sydtest {
    const SPEC: Spec = Spec {
        name: "sydtest",
        reads: "sydtest of Haskell",
        starts: &["\u{2717} ", "Examples:  "],
        ..Spec::NONE
    };

    type Zone = Zone;

    fn line(&mut self, zone: &mut Zone, text: &str, run: &mut Run<'_>) -> Seen {
        let bare = text.trim_start();
        if let Some((number, name)) = bare.strip_prefix("\u{2717} ").and_then(scan::number)
            && let Some(name) = name.strip_prefix(' ')
            && (number == self.number.saturating_add(1) && name.contains('.'))
        {
            self.number = number;
            run.open();
            *zone = Zone::Failures;
            return run.fail(TestId::split_last(name, "."));
        }
        if let Some(numbers) = self.number_of(bare) {
            run.close();
            run.open();
            let Some(failed) = numbers else { return Seen::Mine(Class::Totals) };
            let totals = Totals {
                passed: self.passed,
                failed: Some(failed),
                total: self.examples,
                ..Totals::default()
            };
            return run.totals(totals);
        }
        if *zone == Zone::Tree || !run.is_open() {
            return Seen::No;
        }
        if bare.is_empty() {
            return Seen::Mine(Class::Noise);
        }
        if let Some((place, "")) = scan::place(bare).filter(|(place, _)| place.file.ends_with("hs")) {
            run.at(Place { file: place.file, line: place.line });
            return run.text(Part::Why);
        }
        if bare.starts_with("Retries: ") || !text.starts_with("    ") {
            return Seen::No;
        }
        run.why_below(bare)
    }
}

impl Sydtest {
    /// Reads a row of the numbers: how many failed where that is the row.
    fn number_of(&mut self, bare: &str) -> Option<Option<u64>> {
        let (name, number) = bare.split_once(':')?;
        if !number.starts_with("  ") {
            return None;
        }
        let number = scan::whole_number(number.trim())?;
        match name {
            "Examples" => self.examples = Some(number),
            "Passed" if self.examples.is_some() => self.passed = Some(number),
            "Failed" if self.passed.is_some() => return Some(Some(number)),
            _ => return None,
        }
        Some(None)
    }
}
