//! A suite of tests that ended with failures, where none of its failed tests is in the log.

use super::Xctest;
use super::open::{clipped, is_whole};
use super::xctest_lines::Executed;
use crate::event::{Block, Event, FailureKind, Part, Sink};
use crate::text::head;

/// The longest line that is held, in bytes.
const LONGEST_LINE: usize = 512;

impl Xctest {
    /// A suite ended: its totals are on the next line.
    pub(super) fn suite_ended(&mut self, name: &str, text: &str) {
        self.over = (clipped(name).to_owned(), head(text.trim_end(), LONGEST_LINE).to_owned());
    }

    /// The log begins amid a suite that ended without a failure: its totals count the tests that are not in the log.
    pub(super) fn cut_suite(&mut self, totals: &Executed, sink: &mut dyn Sink) {
        let cut = std::mem::take(&mut self.headless);
        if !cut || totals.failures > 0 || self.tally.failing() > 0 {
            return;
        }
        let missing = self.tally.missing(totals);
        let skipped = totals.skipped.unwrap_or(0).saturating_sub(self.tally.skipped()).min(missing);
        let passed = missing.saturating_sub(skipped);
        if passed > 0 {
            self.open_loose();
            self.tally.passed_before(passed);
            sink.emit(Event::Counted { passed, failed: 0, skipped: 0, other: 0 });
        }
    }

    /// A suite of tests ended with failures and no failed test is in the log: it is what there is to name.
    pub(super) fn failed_suite(&mut self, totals: &Executed, sink: &mut dyn Sink) {
        let (name, line) = std::mem::take(&mut self.over);
        let of_tests = !name.is_empty() && !is_whole(&name) && !name.ends_with(".xctest");
        if totals.failures == 0 || totals.tests == 0 || self.tally.failing() > 0 || !of_tests {
            return;
        }
        self.open_loose();
        sink.emit(Event::BlockOpened(Block::Whole { name: &name, kind: FailureKind::Suite }));
        sink.emit(Event::Instead(&line));
        sink.emit(Event::Heading);
        sink.emit(Event::Text(Part::Why));
        sink.emit(Event::BlockClosed);
    }
}
