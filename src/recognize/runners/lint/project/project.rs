//! The recognizer of linters of a project.

use super::{commitlint, knip};
use crate::event::Seen;
use crate::recognize::kit::linter::{Findings, Linter, Tool, ask};
use crate::recognize::kit::rows::{Table, table};

/// Linters of a project.
#[derive(Debug, Default)]
pub struct ProjectLinters {
    commitlint: commitlint::Commitlint,
    knip: knip::Knip,
}

impl Linter for ProjectLinters {
    const TABLE: Table = table!("project.rows", "dependency_cruiser.rows");

    fn before(&mut self, text: &str, findings: &mut Findings<'_>) -> Option<Seen> {
        ask(&mut [&mut self.commitlint, &mut self.knip], text, findings)
    }

    fn sees_every_line(&self) -> bool {
        self.commitlint.is_open() || self.knip.is_open()
    }
}
