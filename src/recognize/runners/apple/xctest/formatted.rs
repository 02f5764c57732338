//! XCTest through xcpretty and xcbeautify: results that name no type, below headings that do.
//!
//! A formatter hides where a test begins and ends, so a failure is a claim of its line alone, and each further
//! assertion of the same test is more text of it. Below a heading every line is asked for, because types are headed by
//! their bare name; the totals end that. xcpretty lists failures once more before them, with their places.

use super::name::{key, test_id};
use super::open::{clipped, is_whole};
use super::pretty::{
    Alphabet, Heading, Reported, Verdict, heading, is_type, listed_place, reason, summary, verdict,
};
use super::tally::Ending;
use super::xctest::{Section, Xctest};
use crate::event::{Block, Class, Event, FailureKind, Outcome, Part, Place, Seen, Sink, TestId};

/// How many lines of a failure in the closing list are taken.
const LISTED_LINES: u32 = 40;

/// What is known of a formatter's output.
#[derive(Debug, Default)]
pub struct Formatted {
    /// The type whose results come.
    class: String,
    /// Its module, where the heading says it.
    module: String,
    /// Whether a formatter's heading began the section.
    headed: bool,
    /// The failure in the closing list whose block is open.
    listed: Option<Listed>,
    /// Whether totals of this run were reported.
    pub summed: bool,
}

/// A failure in the closing list.
#[derive(Clone, Copy, Debug)]
struct Listed {
    /// How many more lines are taken.
    left: u32,
    /// Whether its source began.
    fenced: bool,
}

impl Formatted {
    /// A suite began: the type whose results come, if it is one.
    pub fn enter(&mut self, name: &str) {
        self.class.clear();
        self.module.clear();
        if !name.ends_with("xctest") && !is_whole(name) {
            let (module, class) = name.rsplit_once('.').unwrap_or(("", name));
            self.module.push_str(clipped(module));
            self.class.push_str(clipped(class));
        }
    }

    /// Whether every line has to be seen.
    pub fn is_attentive(&self) -> bool {
        self.headed
    }

    /// The section ended.
    pub fn end_section(&mut self) {
        *self = Self { summed: true, ..Self::default() };
    }
}

impl Xctest {
    /// A formatter's line.
    pub(super) fn formatted(&mut self, text: &str, sink: &mut dyn Sink) -> Option<Seen> {
        // Formatters print no starts: while a test is known to run, they are its output.
        if !self.running.is_empty() {
            return None;
        }
        if text.starts_with("    ") {
            if let Some(read) = verdict(text) {
                return self.verdict(&read, sink);
            }
        } else if text.starts_with('T') {
            if let Some(read) = heading(text) {
                return Some(self.heading(&read, sink));
            }
            if let Some(totals) = summary(text) {
                if !self.formatted.summed && self.section != Section::Parallel {
                    self.close(&totals, sink);
                }
                return Some(Seen::Mine(Class::Totals));
            }
        }
        if self.formatted.headed { self.below_heading(text, sink) } else { None }
    }

    fn heading(&mut self, read: &Heading<'_>, sink: &mut dyn Sink) -> Seen {
        if read.parallel {
            self.open_parallel(sink);
        } else if read.name.ends_with("xctest") {
            self.open(Section::Process, sink);
            sink.emit(Event::SectionLabel(read.name));
        } else if self.section == Section::None && !is_whole(read.name) {
            self.open_loose();
        }
        if !read.parallel && self.section != Section::None {
            self.formatted.headed = true;
        }
        self.formatted.enter(read.name);
        Seen::Mine(Class::Noise)
    }

    fn verdict(&mut self, read: &Verdict<'_>, sink: &mut dyn Sink) -> Option<Seen> {
        let headed = self.formatted.headed || self.section != Section::None;
        let certain = match (read.alphabet, read.reported) {
            (Alphabet::Letters, _) => self.formatted.headed,
            // Others print the symbols, too: a name that a function can have, or a device, tells.
            (Alphabet::Symbols, Reported::Asserted(_)) => headed || !read.name.contains(' '),
            (Alphabet::Symbols, _) => true,
        };
        if !certain {
            return None;
        }
        if read.reported == Reported::Measured {
            return Some(Seen::Mine(Class::Noise));
        }
        if read.reported == Reported::Restarting {
            return self.restarting(read.name, sink);
        }
        self.end_listed(sink);
        self.open_loose();
        let class = std::mem::take(&mut self.formatted.class);
        let seen = self.result(read, &class, sink);
        self.formatted.class = class;
        Some(seen)
    }

    fn result(&mut self, read: &Verdict<'_>, class: &str, sink: &mut dyn Sink) -> Seen {
        let module = read.suite.unwrap_or(class);
        let id = if module.is_empty() {
            TestId::bare(read.name)
        } else {
            TestId { module, separator: ".", name: read.name }
        };
        let key = key(&id);
        let (outcome, ending, class) = match read.reported {
            Reported::Passed => (Outcome::Passed, Ending::Passed, Class::Passed),
            Reported::Skipped => (Outcome::Skipped, Ending::Skipped, Class::Skipped),
            _ => {
                self.failed_result(&id, key, read.reported, sink);
                return Seen::Mine(Class::Detail);
            }
        };
        self.tally.end(key, ending, 0);
        sink.emit(Event::finished(id, outcome));
        Seen::Mine(class)
    }

    fn failed_result(&mut self, id: &TestId<'_>, key: u64, reported: Reported<'_>, sink: &mut dyn Sink) {
        let reason = if let Reported::Asserted(reason) = reported { Some(reason) } else { None };
        if reason.is_some() && self.tally.is_failing(key) {
            self.tally.assert(key);
            let shown = shown(id);
            sink.emit(Event::BlockOpened(Block::More { name: &shown }));
            sink.emit(Event::Text(Part::Why));
            sink.emit(Event::BlockClosed);
            return;
        }
        if reason.is_some() {
            self.tally.assert(key);
        }
        self.tally.end(key, Ending::Failed, 0);
        self.failed.test(id);
        let outcome = Outcome::Failed(FailureKind::Test);
        sink.emit(Event::finished(*id, outcome));
        sink.emit(Event::Heading);
        if let Some(reason) = reason {
            sink.emit(Event::Message(reason));
            if !id.module.is_empty() {
                // The line does not say of which type the test is.
                sink.emit(Event::Decoded { part: Part::Why, text: id.module });
            }
        }
    }

    /// xcodebuild started the test process anew; the line names the test that was lost.
    fn restarting(&mut self, line: &str, sink: &mut dyn Sink) -> Option<Seen> {
        let named = crate::recognize::runners::apple::shared::runtime::restarted_test(line).and_then(test_id);
        if self.section == Section::None && named.is_none() {
            return None;
        }
        self.open_loose();
        match named {
            Some(id) => self.crash(&id, 0, sink),
            None => {
                sink.emit(Event::BlockOpened(Block::Whole { name: line, kind: FailureKind::Crash }));
                sink.emit(Event::Text(Part::Why));
                sink.emit(Event::BlockClosed);
            }
        }
        self.close_block(sink);
        Some(Seen::Mine(Class::Detail))
    }

    /// A line below a heading that is no result: the name of a type, or the closing list.
    fn below_heading(&mut self, text: &str, sink: &mut dyn Sink) -> Option<Seen> {
        let line = text.trim_end();
        if let Some(listed) = self.formatted.listed
            && let Some(seen) = self.listed(listed, line, sink)
        {
            return Some(seen);
        }
        if is_type(line) {
            self.formatted.enter(line);
            return Some(Seen::Mine(Class::Noise));
        }
        if is_whole(line) {
            return Some(Seen::Mine(Class::Noise));
        }
        let inner = line.strip_prefix("  ").filter(|inner| !inner.starts_with(' '))?;
        let (name, _) = reason(inner)?;
        let id = TestId { module: &self.formatted.class, separator: ".", name };
        if !self.tally.is_failing(key(&id)) {
            return None;
        }
        let shown = shown(&id);
        sink.emit(Event::BlockOpened(Block::More { name: &shown }));
        if !self.formatted.module.is_empty() {
            sink.emit(Event::Decoded {
                part: Part::Why,
                text: &format!("{}.{}", self.formatted.module, self.formatted.class),
            });
        }
        self.formatted.listed = Some(Listed { left: LISTED_LINES, fenced: false });
        Some(Seen::Mine(Class::Detail))
    }

    /// Below a failure in the closing list: its place, and source between two fences.
    fn listed(&mut self, listed: Listed, line: &str, sink: &mut dyn Sink) -> Option<Seen> {
        if line.is_empty() {
            return Some(Seen::Mine(Class::Noise));
        }
        let Listed { left, fenced } = listed;
        let fence = line.trim() == "```";
        let place = listed_place(line).filter(|_| !fenced);
        if left == 0 || (fence && fenced) || !(fence || fenced || place.is_some()) {
            self.end_listed(sink);
            return fence.then_some(Seen::Mine(Class::Noise));
        }
        self.formatted.listed = Some(Listed { left: left.saturating_sub(1), fenced: fenced || fence });
        if fence {
            return Some(Seen::Mine(Class::Noise));
        }
        if let Some((file, line)) = place {
            sink.emit(Event::At { place: Place { file, line: Some(line) }, better: false });
        }
        sink.emit(Event::Text(Part::Where));
        Some(Seen::Mine(Class::Detail))
    }

    /// Closes what the closing list has open.
    pub(super) fn end_listed(&mut self, sink: &mut dyn Sink) {
        if self.formatted.listed.take().is_some() {
            sink.emit(Event::BlockClosed);
        }
    }
}

fn shown(id: &TestId<'_>) -> String {
    format!("{}{}{}", id.module, id.separator, id.name)
}
