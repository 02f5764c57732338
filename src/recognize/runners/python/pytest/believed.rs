//! Whether totals are the session's own, or what a test printed.

use super::closing::Closing;
use super::parts::Part;
use super::pytest::Pytest;
use super::rule;
use crate::event::{Seen, Sink};

impl Pytest {
    /// Whether totals can be those of this session at this place.
    pub(super) fn believes(&mut self, closing: &Closing) -> bool {
        if self.halted {
            return true;
        }
        let covered = self.announced.is_none_or(|announced| closing.covers(announced));
        if self.part == Part::Progress {
            // Nothing but the last result comes before the totals of a session that has no report.
            let done = self.percent.is_none_or(|percent| percent >= 100);
            return covered && (done || self.announced.is_some() || closing.sum() == 0);
        }
        if self.is_output() {
            if closing.failed() == 0 {
                self.pending = self.is_explained(closing).then_some(*closing);
                return false;
            }
            return closing.failed() == self.blocks || (self.announced.is_some() && covered);
        }
        true
    }

    /// Ends the session with totals that were right below output, unless this line goes on with its report. What is below a
    /// session is read as such, so no later line is waited for.
    pub(super) fn settle_pending(&mut self, text: &str, sink: &mut dyn Sink) -> Option<Seen> {
        let closing = self.pending.take()?;
        let rule =
            |char| rule::title(text.trim_end(), char).is_some_and(|title| title != "test session starts");
        let listed = text.starts_with("FAILED ") || text.starts_with("ERROR ");
        if listed || ['=', '_', '-'].into_iter().any(rule) {
            return None;
        }
        self.finish(&closing, sink);
        self.ended_early = true;
        Some(self.outside(text, sink))
    }

    /// Whether totals without a failure right below output, as `-rP` and `-rX` have them, account for every test of a
    /// session of which none failed so far.
    fn is_explained(&self, closing: &Closing) -> bool {
        let lettered = (self.percent == Some(100)).then_some(self.counted);
        let tests = self.announced.or(lettered);
        let failed =
            self.blocks > 0 || self.internal || !(self.lettered.is_empty() && self.reported.is_empty());
        self.open.is_none() && !failed && tests.is_some_and(|tests| closing.covers(tests))
    }
}
