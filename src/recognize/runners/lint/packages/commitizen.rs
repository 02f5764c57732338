//! `cz check` of commitizen: `commit validation: failed!` and the commits.

use crate::event::{Class, FailureKind, Seen};
use crate::recognize::kit::linter::{Findings, Tool};

/// What it prints first of commits that break the rules.
pub(super) const FAILED: &str = "commit validation: failed!";
/// How many lines the message of a commit may have.
const MESSAGE_LINES: u8 = 100;

/// commitizen.
#[derive(Debug, Default)]
pub(super) struct Commitizen {
    /// Commits that break the rules: whether one was reported, and how many lines of its message came.
    commits: Option<(bool, u8)>,
}

impl Tool for Commitizen {
    fn line(&mut self, text: &str, findings: &mut Findings<'_>) -> Option<Seen> {
        if let Some((reported, lines)) = self.commits.take() {
            return Some(self.commit(reported, lines, text, findings));
        }
        (text == FAILED).then(|| {
            self.commits = Some((false, 0));
            Seen::Mine(Class::Detail)
        })
    }

    fn is_open(&self) -> bool {
        self.commits.is_some()
    }
}

impl Commitizen {
    /// `commit "HASH": "SUBJECT` below the verdict, and the pattern last.
    fn commit(&mut self, reported: bool, lines: u8, text: &str, findings: &mut Findings<'_>) -> Seen {
        let hash = text.strip_prefix("commit \"").and_then(|rest| rest.split_once("\": \""));
        if let Some((hash, subject)) = hash {
            let subject = subject.trim_end_matches('"');
            let short = crate::text::head(hash, 12);
            let name = if short.is_empty() { subject.to_owned() } else { format!("{short}: {subject}") };
            self.commits = Some((true, 0));
            return findings.fail(&name, FailureKind::Diagnostic);
        }
        let pattern = text.trim_start_matches('"').starts_with("pattern: ");
        // The rest of a message may be anybody's lines.
        if !pattern && lines < MESSAGE_LINES {
            self.commits = Some((reported, lines.saturating_add(1)));
        } else if !reported {
            unnamed(findings);
        }
        if pattern { Seen::Mine(Class::Other) } else { Seen::No }
    }

    /// The stream ends: the commits that broke the rules were not printed.
    pub(super) fn end(&mut self, findings: &mut Findings<'_>) {
        if let Some((false, _)) = self.commits.take() {
            unnamed(findings);
        }
    }
}

fn unnamed(findings: &mut Findings<'_>) {
    findings.fail("commit validation: failed", FailureKind::Diagnostic);
}
