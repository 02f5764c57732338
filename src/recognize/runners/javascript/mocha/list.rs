//! Mocha's closing list of failures: the titles of a test, each deeper than the one above, the last with a colon, then
//! message, difference and stack.

use super::mocha_lines::{MARKS, numbered};
use crate::budget::Count as _;
use crate::event::{Class, Event, FailureKind, Grade, Outcome, Seen, Sink, TestId};
use crate::recognize::kit::frames::error_text::ErrorText;
use crate::recognize::kit::names::Names;

/// What is between the titles of suites and tests.
pub(super) const SEPARATOR: &str = " > ";
/// The deepest title.
const MOST_TITLES: usize = 32;
/// The longest title that is held, in bytes.
pub(super) const LONGEST_TITLE: usize = 512;
/// The most entries of a list.
const MOST_ENTRIES: u64 = 100_000;
/// Blanks before the message of an entry.
const BODY: usize = 5;

/// A list that is being read.
#[derive(Debug, Default)]
pub(super) struct List {
    /// Failures that it will have. Where nobody says how many, any entry may be the last.
    announced: Option<u64>,
    /// Entries that began.
    pub(super) entries: u64,
    number: u64,
    titles: Vec<String>,
    /// The titles of the entry are complete.
    named: bool,
    error: ErrorText,
    blank: u32,
    /// How often each name was listed; as many as the runner announced.
    listed: Names,
    /// The entries' names: module and name.
    claimed: Vec<(String, String)>,
}

/// What the list says of a line.
pub(super) enum Printed {
    Seen(Seen),
    /// The list ended before this line.
    Over,
    /// Tests go on: the list was printed by one of them.
    Forged,
}

fn short(title: &str) -> &str {
    crate::text::head(title, LONGEST_TITLE)
}

/// Reads `3) title`, and `3)` before titles on lines of their own.
fn entry(text: &str) -> Option<(u64, &str)> {
    let untitled = || crate::recognize::kit::scan::whole_number(text.strip_suffix(')')?);
    numbered(text).or_else(|| Some((untitled()?, "")))
}

impl List {
    pub(super) const fn is_empty(&self) -> bool {
        self.entries == 0
    }

    pub(super) fn new(announced: u64) -> Self {
        Self { announced: Some(announced), ..Self::default() }
    }

    /// A list whose first entries were cut off: nobody says how many follow.
    pub(super) fn after(entries: u64) -> Self {
        Self { entries, ..Self::default() }
    }

    /// The next line. `told` has the names under which the failures were reported while the tests ran.
    pub(super) fn line(&mut self, line: &str, reported: &[String], sink: &mut dyn Sink) -> Printed {
        let text = line.trim();
        let indent = line.len().saturating_sub(line.trim_start().len());
        if text.is_empty() {
            self.blank.up(1);
            return Printed::Seen(Seen::Mine(Class::Noise));
        }
        let blank = std::mem::take(&mut self.blank);
        let next = self.entries.saturating_add(1);
        if indent >= 4
            && (self.entries == 0 || self.error.frames)
            && MARKS.iter().any(|mark| text.starts_with(mark))
        {
            return Printed::Forged;
        }
        if (2..=4).contains(&indent)
            && next <= self.announced.unwrap_or(MOST_ENTRIES).min(MOST_ENTRIES)
            && (self.entries == 0 || blank > 0)
            && let Some((number, title)) = entry(text)
            && number == next
        {
            self.begin(number, title, reported, sink);
            return Printed::Seen(Seen::Mine(Class::Detail));
        }
        if self.entries == 0 {
            return Printed::Over;
        }
        if !self.named {
            return self.title(line, reported, sink);
        }
        let last = self.announced.is_none_or(|announced| self.entries >= announced);
        let ended = (self.error.frames && blank > 0 && indent < BODY) || blank > 2;
        if last && ended {
            return Printed::Over;
        }
        self.body(text, sink);
        Printed::Seen(Seen::Mine(Class::Detail))
    }

    /// An entry begins with its first title.
    pub(super) fn begin(&mut self, number: u64, title: &str, reported: &[String], sink: &mut dyn Sink) {
        self.end(sink);
        self.entries.up(1);
        (self.number, self.named, self.error) = (number, false, ErrorText::default());
        self.titles.clear();
        // The outermost suite may have no title of its own, or one that begins with a newline.
        if !title.is_empty() {
            self.add(title, reported, sink);
        }
    }

    fn title(&mut self, line: &str, reported: &[String], sink: &mut dyn Sink) -> Printed {
        // Titles of several lines keep their own indentation.
        if self.titles.len() < MOST_TITLES {
            self.add(line.trim(), reported, sink);
        }
        Printed::Seen(Seen::Mine(Class::Detail))
    }

    /// The next title of the entry.
    pub(super) fn add(&mut self, title: &str, reported: &[String], sink: &mut dyn Sink) {
        let complete = title.strip_suffix(':');
        self.titles.push(short(complete.unwrap_or(title)).to_owned());
        if complete.is_some() || self.titles.len() >= MOST_TITLES {
            self.named = true;
            self.claim(reported, sink);
        }
    }

    fn claim(&mut self, reported: &[String], sink: &mut dyn Sink) {
        let heading = format!("  {}) {}:", self.number, self.titles.join(" "));
        let Some(mut name) = self.titles.pop() else { return };
        let module = self.titles.join(SEPARATOR);
        // A test whose hook or second callback fails too is there twice.
        let separator = if module.is_empty() { "" } else { SEPARATOR };
        name = self.listed.next_of(TestId { module: &module, separator, name: &name });
        let hook = name.starts_with("\"before ") || name.starts_with("\"after ");
        let kind = if hook { FailureKind::Setup } else { FailureKind::Test };
        if self.announced.is_none() {
            // The numbers count those that were cut off, too.
            sink.emit(Event::Counted { passed: 0, failed: 1, skipped: 0, other: 0 });
        }
        let position = usize::try_from(self.number).unwrap_or(0).checked_sub(1);
        let alias = position.and_then(|at| reported.get(at)).map_or("", String::as_str);
        sink.emit(Event::Finished {
            id: TestId { module: &module, separator, name: &name },
            outcome: Outcome::Failed(kind),
            grade: Grade::Listed,
            attempt: 0,
            alias,
        });
        sink.emit(Event::Instead(&heading));
        sink.emit(Event::Heading);
        self.claimed.push((module, name));
    }

    /// The list was output: its entries are no failures, unless they were reported while the tests ran.
    pub(super) fn withdraw(&self, reported: &[String], sink: &mut dyn Sink) {
        for (module, name) in &self.claimed {
            let separator = if module.is_empty() { "" } else { SEPARATOR };
            if !reported.contains(&format!("{module}{separator}{name}")) {
                sink.emit(Event::Withdrawn(TestId { module, separator, name }));
            }
        }
    }

    fn body(&mut self, text: &str, sink: &mut dyn Sink) {
        if let Some(part) = self.error.located(text, sink) {
            sink.emit(Event::Text(part));
        }
    }

    fn tell_message(&self, sink: &mut dyn Sink) {
        if !self.error.message().is_empty() {
            sink.emit(Event::Message(self.error.message()));
        }
    }

    /// The open entry ends.
    pub(super) fn end(&self, sink: &mut dyn Sink) {
        if self.entries > 0 && self.named {
            self.tell_message(sink);
            sink.emit(Event::BlockClosed);
        }
    }
}
