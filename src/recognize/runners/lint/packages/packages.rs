//! The recognizer of checks of packages, commits and interfaces.

use super::{commitizen, depcheck, publint, redocly, size_limit};
use crate::event::{FailureKind, Seen};
use crate::recognize::kit::linter::{Findings, Linter, Table, Tool, ask};
use crate::recognize::kit::shape;

/// Linters of packages, commits and interfaces.
#[derive(Debug, Default)]
pub struct PackageLinters {
    publint: publint::Publint,
    depcheck: depcheck::Depcheck,
    commitizen: commitizen::Commitizen,
    redocly: redocly::Redocly,
}

impl Linter for PackageLinters {
    const TABLE: Table = Table {
        name: "linter",
        reads: "publint, depcheck, size-limit, cz check of commitizen, redocly lint",
        starts: &[
            publint::HEADER,
            depcheck::LISTS[0],
            depcheck::LISTS[1],
            depcheck::LISTS[2],
            "No depcheck issue",
            size_limit::TOO_LARGE,
            size_limit::TOO_SLOW,
            commitizen::FAILED,
            "Commit validation: successful!",
            "validating ",
            redocly::FAILED,
            redocly::WELL,
        ],
        well: &[shape("No depcheck issue"), shape("Commit validation: successful!")],
        ..Table::NONE
    };

    fn before(&mut self, text: &str, findings: &mut Findings<'_>) -> Option<Seen> {
        let tools: &mut [&mut dyn Tool] =
            &mut [&mut self.depcheck, &mut self.publint, &mut self.commitizen, &mut self.redocly];
        ask(tools, text, findings)
    }

    fn line(&mut self, text: &str, findings: &mut Findings<'_>) -> Option<Seen> {
        let bare = text.trim_start();
        size_limit::is_exceeded(bare).then(|| findings.fail(bare, FailureKind::Test))
    }

    fn sees_every_line(&self) -> bool {
        let Self { publint, depcheck, commitizen, redocly } = self;
        publint.is_open() || depcheck.is_open() || commitizen.is_open() || redocly.is_open()
    }

    fn end(&mut self, findings: &mut Findings<'_>) {
        self.commitizen.end(findings);
    }
}
