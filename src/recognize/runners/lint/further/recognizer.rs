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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::kit::linter::Linting;
    use crate::recognize::kit::scan::drive;

    #[test]
    fn one_line_of_each_is_a_finding() {
        for text in [
            "app/models/package.rb\t13\tCommand Injection\tGeneral\tPossible command injection\tHigh",
            "/app/models/package.rb      13      Command Injection       General Possible   High",
            "manifests/init.pp - ERROR: docker not in autoload module layout on line 7",
            "manifests/init.pp - WARNING: line has more than 140 characters on line 9 (check: 140chars)",
            "src/a.ts[418, 38]: ' should be \"",
            "ERROR: src/a.ts:418:38 - missing semicolon",
            "error file=/p/a.scala message=File length exceeds 5 lines",
            "warning file=/p/a.scala message=Object name line=6 column=7",
        ] {
            let row = &drive(&mut Linting::<FurtherLinters>::default(), text)[0];
            let tells = row.contains("Diagnostic {") || row.contains("Warning {");
            assert!(tells, "{text}: {row}");
        }
    }

    #[test]
    fn what_is_merely_alike_is_nobodys() {
        for text in [
            "Priority set to High",
            "/var/log 12 High",
            "deploy - ERROR: it broke on line 7",
            "items.ts[0]: x",
            "list.ts[1, 2] is here",
            "ERROR: could not connect",
            "ERROR: a.py:3:4 - no",
            "error file=a.txt message=no",
            "Confidence: Total",
            "12:3  warning  x  y  remark-lint",
        ] {
            assert_eq!(drive(&mut Linting::<FurtherLinters>::default(), text)[0], "1 No ", "{text}");
        }
    }

    #[test]
    fn a_report_of_brakeman_has_message_and_place_on_lines_of_their_own() {
        let text = "Confidence: High\nCategory: SQL Injection\nMessage: Possible SQL injection\nCode: q\nFile: app/a.rb\nLine: 12\n\n";
        let rows = drive(&mut Linting::<FurtherLinters>::default(), text);
        assert!(rows[2].contains("message: \"Possible SQL injection\""), "{rows:?}");
        assert!(rows[5].contains("At { place: Place { file: \"app/a.rb\", line: Some(12) }"), "{rows:?}");
    }

    #[test]
    fn rows_of_remark_are_below_their_file() {
        let text = "docs/a.md\n  25:3  warning  Incorrect indent  list-item-indent  remark-lint\n 26:1-26:5 error No  x remark-lint\n\nother\n";
        let rows = drive(&mut Linting::<FurtherLinters>::default(), text);
        assert!(rows[1].contains("Warning { key: \"docs/a.md 25:3  warning"), "{rows:?}");
        assert!(rows[2].contains("place: Place { file: \"docs/a.md\", line: Some(26) }"), "{rows:?}");
        assert_eq!(rows[4], "5 No ");
    }
}
