//! A `test-suite.log`: with `VERBOSE=1` it is above the totals of a run that failed, and a CI may print it after.
//!
//! Its title and numbers come first, before anything that a test printed. `FAIL: moors` over a ruler heads what a test
//! printed, and the driver's `FAIL moors (exit status: 1)` ends it; of a test that prints TAP each case has a line.

use super::automake_lines::{self, Reported, Sum};
use super::blocks::Counts;
use super::run::{Run, is_of, kind};
use crate::budget::Count as _;
use crate::event::{Class, Event, Part, TestId};
use crate::recognize::kit;
use crate::recognize::kit::output::{Reader, Reported as Says};
use crate::recognize::kit::scan;

/// How many lines of a test are read before the log is taken to have ended somewhere.
const MOST_LINES: u32 = 20_000;

/// Whose failures a log tells of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Whose {
    /// Not known before its numbers came.
    #[default]
    Unknown,
    /// Of the run whose totals follow.
    Running,
    /// Of the run whose totals came before.
    Past,
    /// Of a run that nobody reported, or that is reported twice: it tells its own.
    Own,
    /// Of a run that was reported before: nothing is new.
    Old,
}

/// The log that is being read.
#[derive(Debug, Default)]
pub(super) struct Dump {
    pub(super) whose: Whose,
    counts: Counts,
    /// Its numbers, when they were read.
    sum: Option<Sum>,
    /// What may be a heading, below an empty line.
    heading: Option<String>,
    blank: bool,
    /// The test whose output is read, and whether it prints TAP.
    base: String,
    tap: bool,
    /// The text of the failure that is being reported, and whether something of it tells why.
    reader: Reader,
    why: bool,
    /// How many failures it reported itself, and the last one.
    reported: u64,
    last: Option<String>,
    lines: u32,
    /// The totals of the run came.
    pub(super) over: Option<Sum>,
}

impl Dump {
    pub(super) fn new(whose: Whose) -> Self {
        Self { whose, ..Self::default() }
    }

    /// A line of its head: the numbers when they have all come, `None` inside when they never did.
    pub(super) fn head(&mut self, text: &str) -> Option<Option<Sum>> {
        if self.sum.is_some() {
            return None;
        }
        if text.starts_with(".. contents::") {
            self.sum = self.counts.sum();
            return Some(self.sum);
        }
        self.counts.take(text);
        self.lines.up(1);
        (self.lines > MOST_LINES).then_some(None)
    }

    pub(super) fn sum(&self) -> Option<Sum> {
        self.sum
    }

    /// Whether it goes on for too long.
    pub(super) fn is_lost(&self) -> bool {
        self.lines > MOST_LINES
    }

    /// A line of its body.
    pub(super) fn line(&mut self, text: &str, tests: &Run, run: &mut kit::Run<'_>) -> Class {
        self.lines.up(1);
        let blank = std::mem::replace(&mut self.blank, text.is_empty());
        if let Some(heading) = self.heading.take() {
            let ruled = scan::is_ruler(text, '=', heading.len()) && text.len() == heading.len();
            if ruled && self.headed(&heading, tests, run) {
                return Class::Noise;
            }
            self.say(&heading, None, run);
        }
        if text.is_empty() {
            return Class::Noise;
        }
        if let Some(reported) = automake_lines::result(text) {
            if blank && reported.case.is_empty() {
                self.heading = Some(text.to_owned());
                return Class::Other;
            }
            if !reported.case.is_empty() && is_of(reported.test, &self.base) {
                self.case(reported, tests, run);
                return if reported.word.fails() { Class::Detail } else { Class::Other };
            }
        }
        if let Some((_, status)) = automake_lines::exit(text).filter(|(test, _)| is_of(test, &self.base)) {
            let class = self.say(text, Some(Part::Why), run);
            if !self.why && run.otherwise().is_empty() {
                run.message_otherwise(status);
            }
            run.close();
            self.may_end(run);
            return class;
        }
        if self.tap && (text.starts_with("ok ") || text.starts_with("not ok ")) {
            // The next case.
            run.close();
        }
        self.say(text, None, run)
    }

    /// Whatever began after this line is none of what it tells.
    fn may_end(&self, run: &mut kit::Run<'_>) {
        if matches!(self.whose, Whose::Past | Whose::Own) {
            run.may_have_ended();
        }
    }

    /// `FAIL: moors` over a ruler, when it is a heading.
    fn headed(&mut self, heading: &str, tests: &Run, run: &mut kit::Run<'_>) -> bool {
        let Some(reported) = automake_lines::result(heading) else { return false };
        let past = matches!(self.whose, Whose::Running | Whose::Past);
        if past && reported.word.fails() && !tests.knows(reported.test) {
            // A test printed it.
            return false;
        }
        run.close();
        (self.tap, self.lines, self.last) = (false, 0, None);
        self.base.clear();
        self.base.push_str(reported.test);
        if reported.word.fails() {
            self.tell(reported, heading, tests, run);
        }
        true
    }

    /// A line of a driver that reads TAP.
    fn case(&mut self, reported: Reported<'_>, tests: &Run, run: &mut kit::Run<'_>) {
        run.close();
        if !std::mem::replace(&mut self.tap, true)
            && let Some(last) = self.last.take()
        {
            // Its cases count, not the program.
            self.reported.down(1);
            run.emit(Event::Withdrawn(TestId::split_last(&last, "/")));
        }
        if reported.word.fails() {
            self.tell(reported, reported.name, tests, run);
        }
        self.may_end(run);
    }

    /// Begins the text of a failure.
    fn tell(&mut self, reported: Reported<'_>, heading: &str, tests: &Run, run: &mut kit::Run<'_>) {
        match self.whose {
            Whose::Unknown | Whose::Old => return,
            Whose::Own => {
                // A test may print more headings than tests failed.
                if self.sum.is_none_or(|sum| self.reported >= sum.failed) {
                    return;
                }
                self.reported.up(1);
                let kind = if reported.case.is_empty() { kind(reported.word) } else { reported.kind() };
                run.instead(heading);
                run.fail_as(reported.id(), kind);
                self.last = reported.case.is_empty().then(|| reported.test.to_owned());
            }
            Whose::Running | Whose::Past => {
                let Some(failed) = tests.find(reported.test, reported.case) else { return };
                let id = failed.id();
                let name = format!("{}{}{}", id.module, id.separator, id.name);
                run.more(&name);
            }
        }
        run.message_otherwise(reported.message().unwrap_or_default());
        (self.reader, self.why) = (Reader::default(), false);
    }

    /// A line of the failure that is being reported.
    fn say(&mut self, text: &str, part: Option<Part>, run: &mut kit::Run<'_>) -> Class {
        if !run.is_open() {
            return Class::Other;
        }
        let part = part.unwrap_or_else(|| match self.reader.line(text) {
            Says::Output => Part::Output,
            says => {
                if (says == Says::Message || !self.why && self.tap) && run.otherwise().is_empty() {
                    run.message_otherwise(text.trim().trim_start_matches("# "));
                }
                self.why = true;
                Part::Why
            }
        });
        if let Some(inside) = self.reader.inside() {
            run.message_otherwise(&inside);
        }
        run.emit(Event::Decoded { part, text });
        Class::Detail
    }
}
