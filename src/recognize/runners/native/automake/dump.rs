//! A `test-suite.log`: with `VERBOSE=1` it is above the totals of a run that failed, and a CI may print it after.
//!
//! Its title and numbers come first, before anything that a test printed. `FAIL: moors` over a ruler heads what a test
//! printed, and the driver's `FAIL moors (exit status: 1)` ends it; of a test that prints TAP each case has a line.

use super::automake_lines::{self, Reported, Sum};
use super::blocks::Counts;
use super::run::{Run, is_of, kind};
use crate::budget::Count as _;
use crate::event::{Block, Class, Event, Part, Sink, TestId};
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

/// The text of the failure that is being reported.
#[derive(Debug)]
struct Body {
    reader: Reader,
    message: Option<String>,
    /// Something tells why.
    why: bool,
}

/// The log that is being read.
#[derive(Debug, Default)]
pub(super) struct Dump {
    pub(super) whose: Whose,
    counts: Counts,
    /// Its numbers were read.
    begun: bool,
    /// What may be a heading, below an empty line.
    heading: Option<String>,
    blank: bool,
    /// The test whose output is read, and whether it prints TAP.
    base: String,
    tap: bool,
    body: Option<Body>,
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
        if self.begun {
            return None;
        }
        if text.starts_with(".. contents::") {
            self.begun = true;
            return Some(self.counts.sum());
        }
        self.counts.take(text);
        self.lines.up(1);
        (self.lines > MOST_LINES).then_some(None)
    }

    pub(super) fn sum(&self) -> Option<Sum> {
        self.counts.sum()
    }

    pub(super) fn has_begun(&self) -> bool {
        self.begun
    }

    /// Whether it goes on for too long.
    pub(super) fn is_lost(&self) -> bool {
        self.lines > MOST_LINES
    }

    /// A line of its body.
    pub(super) fn line(&mut self, text: &str, run: &Run, sink: &mut dyn Sink) -> Class {
        self.lines.up(1);
        let blank = std::mem::replace(&mut self.blank, text.is_empty());
        if let Some(heading) = self.heading.take() {
            let ruled = scan::is_ruler(text, '=', heading.len()) && text.len() == heading.len();
            if ruled && self.headed(&heading, run, sink) {
                return Class::Noise;
            }
            self.say(&heading, None, sink);
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
                self.case(reported, run, sink);
                return if reported.word.fails() { Class::Detail } else { Class::Other };
            }
        }
        if let Some((_, status)) = automake_lines::exit(text).filter(|(test, _)| is_of(test, &self.base)) {
            let class = self.say(text, Some(Part::Why), sink);
            if let Some(body) = self.body.as_mut().filter(|body| !body.why) {
                body.message.get_or_insert_with(|| status.to_owned());
            }
            self.close(sink);
            self.may_end(sink);
            return class;
        }
        if self.tap && (text.starts_with("ok ") || text.starts_with("not ok ")) {
            // The next case.
            self.close(sink);
        }
        self.say(text, None, sink)
    }

    /// Whatever began after this line is none of what it tells.
    fn may_end(&self, sink: &mut dyn Sink) {
        if matches!(self.whose, Whose::Past | Whose::Own) {
            sink.emit(Event::MayHaveEnded);
        }
    }

    /// `FAIL: moors` over a ruler, when it is a heading.
    fn headed(&mut self, heading: &str, run: &Run, sink: &mut dyn Sink) -> bool {
        let Some(reported) = automake_lines::result(heading) else { return false };
        let past = matches!(self.whose, Whose::Running | Whose::Past);
        if past && reported.word.fails() && !run.knows(reported.test) {
            // A test printed it.
            return false;
        }
        self.close(sink);
        (self.tap, self.lines, self.last) = (false, 0, None);
        self.base.clear();
        self.base.push_str(reported.test);
        if reported.word.fails() {
            self.tell(reported, heading.to_owned(), run, sink);
        }
        true
    }

    /// A line of a driver that reads TAP.
    fn case(&mut self, reported: Reported<'_>, run: &Run, sink: &mut dyn Sink) {
        self.close(sink);
        if !std::mem::replace(&mut self.tap, true)
            && let Some(last) = self.last.take()
        {
            // Its cases count, not the program.
            self.reported.down(1);
            sink.emit(Event::Withdrawn(TestId::split_last(&last, "/")));
        }
        if reported.word.fails() {
            self.tell(reported, reported.name.to_owned(), run, sink);
        }
        self.may_end(sink);
    }

    /// Begins the text of a failure.
    fn tell(&mut self, reported: Reported<'_>, heading: String, run: &Run, sink: &mut dyn Sink) {
        match self.whose {
            Whose::Unknown | Whose::Old => return,
            Whose::Own => {
                // A test may print more headings than tests failed.
                if self.counts.sum().is_none_or(|sum| self.reported >= sum.failed) {
                    return;
                }
                self.reported.up(1);
                let kind = if reported.case.is_empty() { kind(reported.word) } else { reported.kind() };
                sink.emit(Event::BlockOpened(Block::Test { id: reported.id(), kind }));
                sink.emit(Event::Instead(&heading));
                sink.emit(Event::Heading);
                self.last = reported.case.is_empty().then(|| reported.test.to_owned());
            }
            Whose::Running | Whose::Past => {
                let Some(failed) = run.find(reported.test, reported.case) else { return };
                let id = failed.id();
                let name = format!("{}{}{}", id.module, id.separator, id.name);
                sink.emit(Event::BlockOpened(Block::More { name: &name }));
            }
        }
        let message = reported.message().map(str::to_owned);
        self.body = Some(Body { reader: Reader::default(), message, why: false });
    }

    /// A line of the failure that is being reported.
    fn say(&mut self, text: &str, part: Option<Part>, sink: &mut dyn Sink) -> Class {
        let Some(body) = &mut self.body else { return Class::Other };
        let part = part.unwrap_or_else(|| match body.reader.line(text) {
            Says::Output => Part::Output,
            says => {
                if says == Says::Message || !body.why && self.tap {
                    let printed = text.trim().trim_start_matches("# ");
                    body.message.get_or_insert_with(|| printed.to_owned());
                }
                body.why = true;
                Part::Why
            }
        });
        sink.emit(Event::Decoded { part, text });
        Class::Detail
    }

    /// Ends the text of a failure.
    pub(super) fn close(&mut self, sink: &mut dyn Sink) {
        if let Some(body) = self.body.take() {
            if let Some(message) = body.reader.inside().or(body.message) {
                sink.emit(Event::Message(&message));
            }
            sink.emit(Event::BlockClosed);
        }
    }
}
