//! The recognizer of linters of a project.

use super::{commitlint, dependency_cruiser, knip};
use crate::event::Seen;
use crate::recognize::PassShape;
use crate::recognize::kit::linter::{Findings, Linter, Table, Tool, ask};

/// Linters of a project.
#[derive(Debug, Default)]
pub struct ProjectLinters {
    commitlint: commitlint::Commitlint,
    knip: knip::Knip,
    cruiser: dependency_cruiser::DependencyCruiser,
}

impl Linter for ProjectLinters {
    const TABLE: Table = Table {
        name: "linter",
        reads: "commitlint, dependency-cruiser, knip",
        starts: &[
            commitlint::INPUT,
            "error ",
            dependency_cruiser::WELL,
            "Un",
            "Duplicate exports (",
            "Referenced optional ",
        ],
        passes: &[PassShape { start: "", end: " dependencies cruised." }],
        ..Table::NONE
    };

    fn before(&mut self, text: &str, findings: &mut Findings<'_>) -> Option<Seen> {
        ask(&mut [&mut self.commitlint, &mut self.knip, &mut self.cruiser], text, findings)
    }

    fn sees_every_line(&self) -> bool {
        self.commitlint.is_open() || self.knip.is_open()
    }
}
