//! golangci-lint 1 and 2, and staticcheck.
//!
//! `PATH:LINE:COL: message (linter)`, the line of source and a caret; version 2 ends with `N issues:` and a row per linter,
//! or `0 issues.`; version 1 prints nothing when all is well. staticcheck's line is the same with a check's code:
//! `(SA9003)`. Every issue fails the run. What stops the tool itself comes as `level=error msg="..."` or `Error: can't
//! load config: ...`. Source: golangci-lint's `pkg/printers/text.go`; staticcheck's `lintcmd/format.go`.

use crate::event::{Class, Event, FailureKind, Part, Seen};
use crate::recognize::kit::lint::finding::{Finding, code, position};
use crate::recognize::kit::linter::{Findings, Follows, Linter};
use crate::recognize::kit::rows::{Table, table};

/// Linters that tell of a line or a file as a whole.
const WITHOUT_COLUMN: [&str; 8] =
    ["gofmt", "gofumpt", "goimports", "gci", "lll", "dupl", "goheader", "funlen"];

/// How it says that its time is over; it ends with code 4 then.
const TIMEOUT: &str = "Timeout exceeded: try increasing it";
const NO_CONFIG: &str = "Error: can't load config: ";

/// golangci-lint.
#[derive(Debug, Default)]
pub struct GolangciLint {
    /// It reported what stopped it; that its time is over says no more.
    stopped: bool,
}

impl Linter for GolangciLint {
    const TABLE: Table = table!("golangci_lint.rows");

    fn before(&mut self, text: &str, findings: &mut Findings<'_>) -> Option<Seen> {
        if let Some(issue) = issue(text) {
            return Some(findings.open_for(&issue, text, Follows::Excerpt));
        }
        // Source without indentation may be anybody's, but this one's reading as a header of go's would mislead.
        let source = findings.is_open() && text.starts_with("package ") && !text.contains(':');
        source.then(|| {
            findings.emit(Event::Text(Part::Where));
            Seen::Mine(Class::Detail)
        })
    }

    fn line(&mut self, text: &str, findings: &mut Findings<'_>) -> Option<Seen> {
        let bare = text.trim_start();
        let error = bare.strip_prefix("level=error msg=").or_else(|| bare.strip_prefix("ERRO "));
        if error.is_some_and(|rest| rest.trim_start_matches('"').starts_with(TIMEOUT)) {
            if self.stopped {
                return Some(Seen::Mine(Class::Detail));
            }
            return Some(findings.fail(text, FailureKind::Timeout));
        }
        let stops = ["[linters_context]", "Running error: ", "can't load"];
        let stopped = error.is_some_and(|rest| stops.iter().any(|stop| rest.contains(stop)));
        (stopped || text.starts_with(NO_CONFIG)).then(|| {
            self.stopped = true;
            findings.fail(text, FailureKind::Build)
        })
    }
}

/// An issue, with its linter at the end.
fn issue(text: &str) -> Option<Finding<'_>> {
    let (place, column, rest) = position(text)?;
    let message = rest.strip_prefix(' ')?;
    let (_, linter) = message.strip_suffix(')')?.rsplit_once(" (")?;
    let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    let named = linter.len() > 2
        && linter.starts_with(|first: char| first.is_ascii_lowercase())
        && linter.bytes().all(plain);
    let coded = code(linter).is_some_and(|(_, rest)| rest.is_empty());
    let go = place.file.ends_with(".go") && (column.is_some() || WITHOUT_COLUMN.contains(&linter));
    (go && (named || coded)).then_some(Finding::fails(place, column, message))
}
