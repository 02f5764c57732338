//! commitlint: `⧗   input: MESSAGE`, then rows `✖   reason [rule]`.

use crate::event::{Class, Seen};
use crate::recognize::kit::lint::finding::{Finding, Weight, count};
use crate::recognize::kit::linter::{Findings, Tool};

/// What heads the rows.
pub(super) const INPUT: &str = "\u{29d7}   input: ";

/// commitlint.
#[derive(Debug, Default)]
pub(super) struct Commitlint {
    /// Among a message's rows, and whether one of them fails.
    rows: Option<bool>,
}

impl Tool for Commitlint {
    fn line(&mut self, text: &str, findings: &mut Findings<'_>) -> Option<Seen> {
        if let Some(failed) = self.rows.take()
            && let seen @ Some(_) = self.row(failed, text, findings)
        {
            return seen;
        }
        text.starts_with(INPUT).then(|| {
            self.rows = Some(false);
            Seen::Mine(Class::Noise)
        })
    }

    fn is_open(&self) -> bool {
        self.rows.is_some()
    }
}

impl Commitlint {
    fn row(&mut self, failed: bool, text: &str, findings: &mut Findings<'_>) -> Option<Seen> {
        let row = |mark: &str| text.strip_prefix(mark)?.strip_prefix("   ");
        if text.is_empty() {
            self.rows = Some(failed);
            return Some(Seen::Mine(Class::Noise));
        }
        if let Some(message) = row("\u{2716}") {
            if message.strip_prefix("found ").and_then(|rest| count(rest, "problem")).is_some() {
                if !failed {
                    findings.consequence(message);
                }
                return Some(Seen::Mine(Class::Totals));
            }
            self.rows = Some(true);
            return Some(findings.report_in("", message, text));
        }
        let message = row("\u{26a0}").filter(|message| !message.starts_with("found "))?;
        self.rows = Some(failed);
        Some(findings.report(&Finding::in_file("", Weight::Warns, message), text))
    }
}
