//! Whether processes died, and nothing else is known of what they ran.

use super::{Report, Section, State};
use crate::event::{FailureKind, Opened};

impl Report {
    /// Whether processes died and nothing else is known: no run, no test, no diagnostic.
    #[must_use]
    pub fn tells_of_crashes_alone(&self) -> bool {
        let mut live = self.failures.records().iter().filter(|each| each.state == State::Live).peekable();
        let crashes = live.peek().is_some()
            && live.all(|each| matches!(each.kind, FailureKind::Crash | FailureKind::Timeout));
        let run = |section: &Section| {
            section.opened == Opened::Own || section.declared.is_some() || section.located.passes() > 0
        };
        crashes && !self.sections.iter().filter(|section| section.counts()).any(run)
    }
}
