//! One group of tests as it runs, and the text of a failure.

use std::collections::VecDeque;

use super::closing::Closing;
use super::cmocka_lines::{self, LINE, NOT_RUN, WHY};
use crate::budget::Count as _;
use crate::event::{Block, Class, Event, FailureKind, Part, Place, Seen, Sink};
use crate::recognize::kit::bounds::{LINE_BYTES, MESSAGE_BYTES};
use crate::recognize::kit::crash;
use crate::recognize::kit::names::Names;
use crate::text::head;

/// The most lines of a failure's text, and of a test's output the last ones.
const LINES: usize = 40;
const OUTPUT: usize = 12;
/// The most failures that are remembered.
pub(super) const FAILURES: usize = 1024;

/// The test that runs.
#[derive(Debug, Default)]
pub(super) struct Running {
    /// Its name as printed.
    pub(super) name: String,
    /// The same with its number, when it came before.
    pub(super) shown: String,
}

/// One group.
#[derive(Debug, Default)]
pub(super) struct Run {
    pub(super) group: String,
    pub(super) announced: u64,
    /// Its header is missing, and with it perhaps results.
    pub(super) cut: bool,
    pub(super) running: Option<Running>,
    pub(super) names: Names,
    /// Tests that failed: the name as printed and as shown.
    pub(super) failures: Vec<(String, String)>,
    /// Tests that ended, and of those the ones that passed and were skipped.
    pub(super) ended: u64,
    pub(super) passed: u64,
    pub(super) skipped: u64,
    /// The group's set-up or tear-down failed, and how many of them were reported.
    pub(super) broken: Option<Broken>,
    pub(super) groups: u64,
    pub(super) closing: Option<Closing>,
    /// Another runner's lines came where none of the group's tests ran.
    pub(super) left: bool,
}

impl Run {
    /// What looked like the end was not.
    pub(super) fn goes_on(&mut self) {
        self.closing = None;
        self.broken = None;
    }

    /// Tells the set-up or tear-down that failed.
    pub(super) fn tell_broken(&mut self, sink: &mut dyn Sink) {
        if let Some(mut broken) = self.broken.take() {
            self.groups.up(1);
            broken.tell(sink);
        }
    }

    /// Whether more of its tests are to come.
    pub(super) fn is_amid(&self) -> bool {
        self.running.is_some() || (self.ended > 0 && self.ended < self.announced && self.closing.is_none())
    }

    pub(super) fn failed(&mut self, name: &str, shown: &str) {
        if self.failures.len() < FAILURES {
            self.failures.push((name.to_owned(), shown.to_owned()));
        }
    }
}

/// A group's set-up or tear-down that failed.
#[derive(Debug, Default)]
pub(super) struct Broken {
    pub(super) setup: bool,
    pub(super) group: String,
    pub(super) reported: Reported,
}

impl Broken {
    pub(super) fn tell(&mut self, sink: &mut dyn Sink) {
        let what = if self.setup { "GROUP SETUP" } else { "GROUP TEARDOWN" };
        let separator = if self.group.is_empty() { "" } else { ": " };
        let name = format!("{}{separator}{what}", self.group);
        sink.emit(Event::BlockOpened(Block::Whole { name: &name, kind: FailureKind::Setup }));
        sink.emit(Event::Instead(&format!("[  FAILED  ] {name}")));
        sink.emit(Event::Heading);
        self.reported.tell(sink);
        sink.emit(Event::BlockClosed);
    }
}

/// The text of the failure that is coming, and what was printed.
#[derive(Debug, Default)]
pub(super) struct Reported {
    why: Vec<String>,
    /// More lines of the text follow.
    open: bool,
    statement: VecDeque<String>,
    /// How the process died, and the line that says so.
    died: Option<(FailureKind, String)>,
}

impl Reported {
    pub(super) fn clear(&mut self) {
        self.why.clear();
        self.statement.clear();
        self.open = false;
        self.died = None;
    }

    /// Whether a reason came.
    pub(super) fn has_why(&self) -> bool {
        !self.why.is_empty()
    }

    /// Whether more of the reason may follow.
    pub(super) const fn is_open(&self) -> bool {
        self.open
    }

    /// Keeps a line that may be output of a test.
    pub(super) fn in_test(&mut self, text: &str) -> Seen {
        use crash::What;
        let fatal =
            |crash: &crash::Crash<'_>| matches!(crash.what, What::Signal | What::Memory | What::Timeout);
        if let Some(crash) = crash::sign(text).filter(fatal) {
            self.died = Some((crash.what.kind(), head(crash.message, LINE_BYTES).to_owned()));
            self.keep(text);
            return Seen::Mine(Class::Other);
        }
        // A check says where in the manner of a compiler.
        let check = self.open && cmocka_lines::place(text).is_some();
        self.keep(text);
        if check { Seen::Mine(Class::Other) } else { Seen::Inside(Class::Other) }
    }

    /// How the test died whose end never came.
    pub(super) fn died(&self) -> FailureKind {
        self.died.as_ref().map_or(FailureKind::Unfinished, |(kind, _)| *kind)
    }

    /// Keeps a line. What a check says begins with its tag, and ends with the line of its place or with an empty one.
    pub(super) fn keep(&mut self, text: &str) {
        let begins = text.contains(WHY) || text.starts_with(NOT_RUN);
        let placed = text.contains(LINE);
        if (begins || placed || self.open) && self.why.len() < LINES {
            if !text.is_empty() {
                self.why.push(head(text, LINE_BYTES).to_owned());
            }
            self.open = !placed && !text.is_empty();
            return;
        }
        self.open = false;
        let full = self.statement.len() >= OUTPUT;
        let mut line = if full { self.statement.pop_front() } else { None }.unwrap_or_default();
        line.clear();
        line.push_str(head(text, LINE_BYTES));
        self.statement.push_back(line);
    }

    /// Whether a signal ended the test.
    pub(super) fn kind(&self) -> FailureKind {
        let signal = |line: &String| line.contains("--- Test failed with exception: ");
        if self.why.iter().any(signal) { FailureKind::Crash } else { FailureKind::Test }
    }

    /// Tells all of it to the open block.
    pub(super) fn tell(&mut self, sink: &mut dyn Sink) {
        for line in &self.why {
            sink.emit(Event::Decoded { part: Part::Why, text: line });
        }
        if let Some(place) = self.place() {
            sink.emit(Event::At { place, better: false });
        }
        let message = self.message();
        if !message.is_empty() {
            sink.emit(Event::Message(&message));
        }
        let statement: Vec<&str> = self.statement.iter().map(String::as_str).collect();
        let statement = statement.join("\n");
        if !statement.trim().is_empty() {
            sink.emit(Event::Decoded { part: Part::Output, text: &statement });
        }
        self.clear();
    }

    fn place(&self) -> Option<Place<'_>> {
        let places = || self.why.iter().filter_map(|line| cmocka_lines::place(line));
        let own = places().rfind(|(_, own)| *own);
        own.or_else(|| places().next()).map(|(place, _)| place)
    }

    /// What the check says, in one line.
    fn message(&self) -> String {
        let mut message = String::new();
        for line in &self.why {
            let text = line.find(WHY).and_then(|at| line.get(at.saturating_add(WHY.len())..));
            let text = text.unwrap_or(line);
            let text = match text.split_once(LINE) {
                // A set-up's line end is missing.
                Some((before, place)) => {
                    if before.is_empty() {
                        place.split_once("Failure!").map_or("", |(_, after)| after)
                    } else {
                        before
                    }
                }
                None => text,
            };
            let room = MESSAGE_BYTES.saturating_sub(message.len());
            if room > 4 && !text.is_empty() {
                if !message.is_empty() {
                    message.push_str(", ");
                }
                message.push_str(head(text, room));
            }
        }
        if let Some((_, printed)) = &self.died
            && message.is_empty()
        {
            message.push_str(head(printed, MESSAGE_BYTES));
        }
        if message.is_empty() {
            // `fail_msg` prints its text.
            let printed = self.statement.iter().rev().find_map(|line| line.strip_prefix("ERROR: "));
            message.push_str(head(printed.unwrap_or_default(), MESSAGE_BYTES));
        }
        message
    }
}
