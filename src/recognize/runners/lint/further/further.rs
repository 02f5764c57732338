//! The recognizer of further small linters.

use super::{brakeman, puppet_lint, remark, scalastyle, tslint};
use crate::event::Seen;
use crate::recognize::PassShape;
use crate::recognize::kit::linter::{Findings, Linter, Table, Tool, ask};

/// Further small linters.
#[derive(Debug, Default)]
pub struct FurtherLinters {
    brakeman: brakeman::Brakeman,
    remark: remark::Remark,
}

impl Linter for FurtherLinters {
    const TABLE: Table = Table {
        name: "linter",
        reads: "further small linters: brakeman, puppet-lint, tslint, remark, scalastyle",
        starts: &["Confidence: ", "error file=", "warning file=", "ERROR: ", "WARNING: "],
        inside: &[".pp - ", ".ts["],
        passes: &[
            PassShape { start: "", end: " remark-lint" },
            PassShape { start: "", end: "\tHigh" },
            PassShape { start: "", end: "\tMedium" },
            PassShape { start: "", end: "\tWeak" },
            PassShape { start: "/", end: " High" },
            PassShape { start: "/", end: " Medium" },
            PassShape { start: "/", end: " Weak" },
            PassShape { start: "", end: ".md" },
        ],
        findings: &[brakeman::row, puppet_lint::finding, tslint::finding, scalastyle::finding],
        ..Table::NONE
    };

    fn before(&mut self, text: &str, findings: &mut Findings<'_>) -> Option<Seen> {
        ask(&mut [&mut self.brakeman, &mut self.remark], text, findings)
    }

    fn sees_every_line(&self) -> bool {
        self.brakeman.is_open() || self.remark.is_open()
    }
}
