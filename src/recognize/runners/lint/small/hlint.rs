//! hlint: `PATH:LINE:COL: Suggestion: message`, and what it suggests below.

use super::printed::Printed;
use crate::event::{Class, Event, Part, Seen};
use crate::recognize::kit::lint::finding::{Finding, ends_in};
use crate::recognize::kit::linter::{Findings, Follows, Tool};

/// Endings of files that hlint reads.
const ENDINGS: [&str; 2] = ["hs", "lhs"];

/// hlint.
#[derive(Debug, Default)]
pub(super) struct Hlint {
    /// Below a finding: what hlint found, and what it suggests.
    open: bool,
}

impl Tool for Hlint {
    fn line(&mut self, text: &str, findings: &mut Findings<'_>) -> Option<Seen> {
        if !std::mem::take(&mut self.open) {
            return None;
        }
        self.open = !text.is_empty() && (text.starts_with("  ") || text.ends_with(':'));
        if self.open {
            findings.emit(Event::Text(Part::Where));
        } else {
            findings.close();
        }
        self.open.then_some(Seen::Mine(Class::Detail))
    }

    fn is_open(&self) -> bool {
        self.open
    }
}

impl Hlint {
    /// A finding, below which more follows when it is on a file of Haskell.
    pub(super) fn report(&mut self, finding: &Finding<'_>, text: &str, findings: &mut Findings<'_>) -> Seen {
        self.open = ends_in(finding.place.file, &ENDINGS);
        findings.open_for(finding, text, if self.open { Follows::Own } else { Follows::Nothing })
    }
}

pub(super) fn prints(printed: &Printed<'_>) -> bool {
    // hlint begins with a capital, the compiler does not.
    ["Suggestion: ", "Warning: ", "Error: "].iter().any(|grade| printed.message.starts_with(grade))
        && printed.is_in(&ENDINGS)
}
