//! The end of a run of AVA 1 to 3: the numbers first, the details below them.
//!
//! Titles of known failures come first, one blank line apart and without details; then each failure with its own, three
//! blank lines apart, and exceptions. See `lib/reporters/mini.js` and `verbose.js` of AVA 1 to 3.

use super::ava::{Ava, State};
use super::ava_lines::count;
use crate::budget::Count as _;
use crate::event::FailureKind;
use crate::event::{Class, Event, Grade, Outcome, Seen, TestId, Totals};
use crate::recognize::kit::Run;
use crate::recognize::kit::frames::error_text::ErrorText;
use crate::recognize::kit::scan;

/// Blank lines between the details of two failures, at least.
const BETWEEN: u32 = 3;

impl Ava {
    /// Whether the line is a number of failures, with which the end of a run begins.
    pub(super) fn numbers_begin(&mut self, text: &str) -> bool {
        let mut totals = Totals::default();
        let begins = count(text, &mut totals) && (totals.failed.is_some() || totals.errors.is_some());
        if begins {
            (self.state, self.totals, self.counted) = (State::Early, totals, true);
            (self.titles, self.known_titles) = (0, 0);
        }
        begins
    }

    /// Back among the tests.
    pub(super) fn forget_numbers(&mut self) {
        (self.state, self.totals, self.counted) = (State::Tests, Totals::default(), false);
    }

    /// A line among or below these numbers.
    pub(super) fn early(&mut self, indent: usize, blank: u32, text: &str, run: &mut Run<'_>) -> Seen {
        if indent < 2 && !text.starts_with(['+', '-', '}']) {
            self.end_block(run);
            self.declare(run);
            return Seen::No;
        }
        if self.titles == 0 && blank == 0 && indent == 2 && count(text, &mut self.totals) {
            if text.ends_with(" known failure") || text.ends_with(" known failures") {
                self.known_titles = scan::number(text).map_or(0, |(number, _)| number);
            }
            run.emit(Event::MayHaveEnded);
            return Seen::Mine(Class::Totals);
        }
        let known = self.known_titles;
        let all = known.saturating_add(self.totals.failed.unwrap_or(0));
        let first = self.titles <= known && blank > 0 && self.error.is_none();
        if indent != 2 || self.titles >= all || !(first || blank >= BETWEEN) {
            return self.body(text, run);
        }
        self.titles.up(1);
        if self.titles <= known {
            return Seen::Mine(Class::Noise);
        }
        if !self.title(text, run) {
            self.end_block(run);
            let id = TestId::split_last(text, " › ");
            let outcome = Outcome::Failed(FailureKind::Test);
            run.emit(Event::Finished { id, outcome, grade: Grade::Listed, attempt: 0, alias: "" });
            run.emit(Event::Heading);
            self.error = Some(ErrorText::default());
        }
        Seen::Mine(Class::Detail)
    }
}
