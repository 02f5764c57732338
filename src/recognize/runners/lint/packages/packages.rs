//! The recognizer of checks of packages, commits and interfaces.

use super::{commitizen, depcheck, publint, redocly};
use crate::event::Seen;
use crate::recognize::kit::linter::{Findings, Linter, Tool, ask};
use crate::recognize::kit::rows::{Table, table};

/// Linters of packages, commits and interfaces.
#[derive(Debug, Default)]
pub struct PackageLinters {
    publint: publint::Publint,
    depcheck: depcheck::Depcheck,
    commitizen: commitizen::Commitizen,
    redocly: redocly::Redocly,
}

impl Linter for PackageLinters {
    const TABLE: Table = table!("packages.rows", "size_limit.rows");

    fn before(&mut self, text: &str, findings: &mut Findings<'_>) -> Option<Seen> {
        let tools: &mut [&mut dyn Tool] =
            &mut [&mut self.depcheck, &mut self.publint, &mut self.commitizen, &mut self.redocly];
        ask(tools, text, findings)
    }

    fn sees_every_line(&self) -> bool {
        let Self { publint, depcheck, commitizen, redocly } = self;
        publint.is_open() || depcheck.is_open() || commitizen.is_open() || redocly.is_open()
    }

    fn end(&mut self, findings: &mut Findings<'_>) {
        self.commitizen.end(findings);
    }
}
