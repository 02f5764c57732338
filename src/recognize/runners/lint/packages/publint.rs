//! publint: numbered rows below `Errors:`, `Warnings:` and `Suggestions:`, or `All good!`.

use crate::event::{Class, Seen};
use crate::recognize::kit::lint::finding::{Finding, Weight, all_is_well};
use crate::recognize::kit::linter::{Findings, Sum, Tool};
use crate::recognize::kit::scan;

/// What it prints first.
pub(super) const HEADER: &str = "Running publint v";
/// How many lines without a known shape end what is open.
const FOREIGN_LINES: u8 = 3;

/// publint.
#[derive(Debug, Default)]
pub(super) struct Publint {
    /// It runs: how its rows count, and how many lines were not its own.
    run: Option<(Option<Weight>, u8)>,
}

impl Tool for Publint {
    fn line(&mut self, text: &str, findings: &mut Findings<'_>) -> Option<Seen> {
        if let Some((weight, foreign)) = self.run.take()
            && let seen @ Some(_) = self.row(weight, foreign, text, findings)
        {
            return seen;
        }
        (text.starts_with(HEADER) && text.ends_with("...")).then(|| {
            self.run = Some((None, 0));
            Seen::Mine(Class::Noise)
        })
    }

    fn is_open(&self) -> bool {
        self.run.is_some()
    }
}

impl Publint {
    /// A line of its report. Its lists come in the order of their weight, so that errors are known when the next begins.
    fn row(
        &mut self,
        weight: Option<Weight>,
        foreign: u8,
        text: &str,
        findings: &mut Findings<'_>,
    ) -> Option<Seen> {
        let mut seen = Seen::Mine(Class::Noise);
        let weight = match text {
            "Errors:" => Some(Weight::Fails),
            "Warnings:" | "Suggestions:" => {
                if weight.is_none() {
                    all_is_well(findings.sink());
                }
                Some(Weight::Warns)
            }
            "All good!" => return Some(findings.sum(Sum::Well, text)),
            "" => weight,
            _ => {
                let row = scan::number(text).and_then(|(_, rest)| rest.strip_prefix(". "));
                let Some((message, weight)) = row.zip(weight) else {
                    // It says that it packs the files; a script of the package may print something, too.
                    let goes_on = weight.is_none() && foreign < FOREIGN_LINES;
                    self.run = goes_on.then_some((None, foreign.saturating_add(1)));
                    return goes_on.then_some(Seen::No);
                };
                seen = findings.report(&Finding::in_file("package.json", weight, message), text);
                Some(weight)
            }
        };
        self.run = Some((weight, foreign));
        Some(seen)
    }
}
