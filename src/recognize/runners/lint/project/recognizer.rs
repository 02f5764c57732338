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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::kit::linter::Linting;
    use crate::recognize::kit::scan::drive;

    fn all(text: &str) -> String {
        drive(&mut Linting::<ProjectLinters>::default(), text).join("\n")
    }

    #[test]
    fn a_message_that_breaks_a_rule_fails() {
        let all = all(
            "⧗   input: Bad message\n✖   type may not be empty [type-empty]\n⚠   body is long [body]\n\n✖   found 1 problems, 1 warnings\n✖   anybody's\n",
        );
        assert_eq!(all.matches("Diagnostic").count(), 1, "{all}");
        assert!(
            all.contains("3 Mine(Warning)") && all.contains("5 Mine(Totals)") && all.contains("6 No"),
            "{all}"
        );
    }

    #[test]
    fn a_violation_is_reported_with_its_module() {
        let all = all(
            "  error no-x: src/a.js → fs\n\n✘ 1 dependency violations (1 errors, 0 warnings). 2 modules, 1 dependencies cruised.\n",
        );
        assert!(all.contains("file: \"src/a.js\"") && !all.contains("Consequence"), "{all}");
        let lone = "x 1 dependency violations (1 errors, 0 warnings). 2 modules, 1 dependencies cruised.\n";
        assert!(self::all(lone).contains("Consequence"));
        assert!(!self::all("error a boat: sank → sea\n").contains("Diagnostic"));
    }

    #[test]
    fn a_list_has_as_many_rows_as_it_says() {
        let all = all(
            "Unused files (2)\na.js   \nb.js\nUnused dependencies (1)\nlodash  package.json:3:5\nother\nConfiguration hints (1)\n",
        );
        assert_eq!(all.matches("Diagnostic").count(), 3, "{all}");
        assert!(all.contains("file: \"package.json\", line: Some(3)"), "{all}");
        assert!(all.contains("Unused dependencies: lodash") && all.contains("6 No"), "{all}");
    }
}
