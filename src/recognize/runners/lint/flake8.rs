//! flake8 and pycodestyle.
//!
//! One line per finding, `PATH:ROW:COL: CODE TEXT`, or `PATH:ROW: [CODE] TEXT` with `--format=pylint`; with
//! `--show-source` the line of source and a caret below. Every finding fails the run. There are no totals besides the
//! bare number of `--count`, and a run without findings prints nothing: so nothing here is evidence of a pass.
//! Source: flake8's `formatting` package. The concise form of ruff has the same shape; `ruff.rs` is asked first and
//! takes what is its own.

use super::shared::ENDINGS;
use crate::event::{Event, FailureKind, Part, Seen};
use crate::recognize::kit::lint::finding::{Finding, code, ends_in, position};
use crate::recognize::kit::linter::{Findings, Follows, Linter, Table};

/// How the report of a crash begins.
const CRASH: &str = "There was a critical error during execution of Flake8";

/// flake8.
#[derive(Debug, Default)]
pub struct Flake8;

impl Linter for Flake8 {
    const TABLE: Table = Table {
        name: "flake8",
        reads: "flake8 and pycodestyle",
        starts: &[CRASH, "flake8: error: "],
        places: Some(&["py"]),
        blanks: true,
        findings: &[finding],
        follows: Follows::Excerpt,
        fails: &[("flake8: error: ", FailureKind::Build)],
        ..Table::NONE
    };

    fn line(&mut self, text: &str, findings: &mut Findings<'_>) -> Option<Seen> {
        let crash = text.starts_with(CRASH);
        crash.then(|| {
            let seen = findings.fail_for("flake8", FailureKind::Crash, Follows::Excerpt);
            findings.emit(Event::Text(Part::Why));
            seen
        })
    }
}

/// Reads a finding on a file of Python.
fn finding(text: &str) -> Option<Finding<'_>> {
    let (place, column, rest) = position(text)?;
    let message = rest.strip_prefix(' ')?.trim_end();
    let (_, words) = match message.strip_prefix('[') {
        // Only the form without a column has brackets.
        Some(inner) => code(inner).filter(|(_, rest)| column.is_none() && rest.starts_with("] "))?,
        None => code(message).filter(|(_, rest)| column.is_some() && rest.starts_with(' '))?,
    };
    (words.len() > 2 && ends_in(place.file, &ENDINGS)).then_some(Finding::fails(place, column, message))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::kit::linter::Linting;
    use crate::recognize::kit::scan::drive;

    fn printed(text: &str) -> Vec<String> {
        let rows = drive(&mut Linting::<Flake8>::default(), text);
        rows.into_iter().filter(|row| row.split(' ').nth(1) != Some("No") && row != "end ").collect()
    }

    #[test]
    fn a_finding_takes_its_source_and_caret() {
        assert_eq!(
            printed("src/a.py:3:9: E225 missing\n    x=1\n     ^\nother"),
            [
                "1 Mine(Detail) BlockClosed | Column(9) | BlockOpened(Diagnostic { place: Place { file: \"src/a.py\", line: Some(3) }, code: \"\", message: \"E225 missing\" }) | Heading",
                "2 Inside(Detail) Text(Where)",
                "3 Mine(Detail) Text(Where)",
            ]
        );
    }

    #[test]
    fn the_form_of_pylint_is_read_and_other_tools_lines_are_not() {
        assert_eq!(printed("src/a.py:3: [E501] line too long").len(), 2);
        for text in [
            "src/a.py:3: error: Incompatible types  [assignment]",
            "src/a.py:5:15: E0602(undefined-variable): no",
            "src/a.c:3:5: F401 no",
            "src/a.py:7: AssertionError",
            "src/a.py:7:3: E501",
            "see src/a.py:7:3: E501 there",
        ] {
            assert_eq!(printed(text), Vec::<String>::new(), "{text}");
        }
    }
}
