//! Whether the last line of an unknown tool says that all passed.
//!
//! Programs under test log errors. When a stream ends with totals of passes, bare words of failing before them were such
//! output: the verdict stays unknown, and there is no sign of a failure. This never makes anything pass. A line that
//! names a failure, its reason or its outcome still counts: a suite that could not be loaded is not among the passes.

use super::report::Report;
use super::section::{Section, SectionState};
use crate::budget::Count as _;
use crate::event::Strength;
use crate::text::Line;

/// How many lines with text may follow the totals: a time, a table of coverage, a farewell.
const LINES_AFTER: u64 = 12;

/// How many of the last lines with text are distinguished; a power of two.
const LAST_LINES: usize = 8;

/// Where the number of a line is kept, by its index among the lines with text.
fn slot(line: u64) -> usize {
    usize::try_from(line).unwrap_or_default() & LAST_LINES.saturating_sub(1)
}

/// What is known of the stream's end so far.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LastWord {
    /// Lines with text.
    lines: u64,
    /// The numbers of the last of them, each in its [`slot`].
    numbers: [u64; LAST_LINES],
    /// Whether anything more than a word of failing was seen.
    doubt: Doubt,
    /// On which of them a CI printed that the job succeeded.
    succeeded: Option<u64>,
    /// Which of them said that all passed, if no sign came since.
    passed: Option<u64>,
}

/// What speaks against a last word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Doubt {
    #[default]
    None,
    /// A cause or an outcome of a failure.
    Reported,
}

impl LastWord {
    /// A line was judged.
    #[inline]
    pub(super) fn line(&mut self, line: &Line<'_>) {
        if !line.text.is_empty() {
            self.lines.up(1);
            if let Some(number) = self.numbers.get_mut(slot(self.lines)) {
                *number = line.number;
            }
        }
    }

    /// Lines with text were judged, after the line of this number.
    pub(super) fn lines(&mut self, number: u64, count: u64) {
        let known = u64::try_from(LAST_LINES).unwrap_or(u64::MAX).min(count);
        for line in count.saturating_sub(known)..count {
            let line = line.saturating_add(1);
            if let Some(last) = self.numbers.get_mut(slot(self.lines.saturating_add(line))) {
                *last = number.saturating_add(line);
            }
        }
        self.lines.up(count);
    }

    /// The numbers of the last lines with text, the last one first.
    pub(super) fn numbers(&self) -> impl Iterator<Item = u64> {
        let last = self.lines;
        let known = u64::try_from(LAST_LINES).unwrap_or(u64::MAX).min(last);
        (0..known).filter_map(move |back| self.numbers.get(slot(last.saturating_sub(back))).copied())
    }

    /// The line is a sign of a failure.
    pub(super) const fn sign(&mut self, strength: Strength) {
        self.passed = None;
        if matches!(strength, Strength::Outcome | Strength::Cause | Strength::Name) {
            self.doubt = Doubt::Reported;
        }
    }

    pub(super) fn says_passed(&mut self) {
        self.passed = Some(self.lines);
    }

    /// The line, which was not judged yet, says that the job succeeded.
    pub(super) const fn job_succeeded(&mut self) {
        self.succeeded = Some(self.lines.saturating_add(1));
    }

    /// Whether the last line with text says that the job succeeded.
    fn is_success(&self) -> bool {
        self.succeeded == Some(self.lines)
    }

    fn is_passed(&self) -> bool {
        let last = self.passed.is_some_and(|passed| self.lines.saturating_sub(passed) <= LINES_AFTER);
        last && self.doubt == Doubt::None
    }
}

impl Report {
    pub(super) fn says_passed(&mut self) {
        if self.open.is_empty() {
            self.last_word.says_passed();
        }
    }

    /// The line with which the stream ends says that something went wrong: it is after every run, and not a run's output.
    pub(super) fn last_word_fails(&mut self, line: Option<&Line<'_>>) {
        self.signs.up(1);
        if let Some(line) = line {
            self.excerpt.last_word(line.number);
        }
    }

    /// Strong signs of a failure that no reconciled section explains, and failing runs inside of passing ones.
    #[must_use]
    pub fn strong_signs(&self) -> u64 {
        if self.last_word.is_success() {
            // Every command ended with status 0: what the lines say was output.
            return 0;
        }
        let inside = self.sections.iter().filter(|each| each.counts() && each.state != SectionState::Closed);
        let outside = self.signs.saturating_add(self.nested.runs());
        inside.fold(outside, |sum, each: &Section| sum.saturating_add(each.signs))
    }

    /// The same, but 0 for an unrecognized input whose last line says that all passed.
    #[must_use]
    pub fn unknown_signs(&self) -> u64 {
        if !self.recognised() && self.last_word.is_passed() { 0 } else { self.strong_signs() }
    }
}
