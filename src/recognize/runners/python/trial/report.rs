//! A block of the report at the end: `[FAIL]`, a traceback, and below a blank line the tests that it is about.
//!
//! The names come last and one traceback may stand for many tests, so it is kept until then.

use std::collections::VecDeque;

use super::trial_lines::{Word, is_id};
use crate::budget::Count as _;
use crate::event::{Block, Event, FailureKind, Part, Sink, TestId};
use crate::recognize::kit::bounds::NAMES;
use crate::recognize::kit::frames::python;
use crate::text::head;

/// The most lines of one traceback that are kept, half of them its last ones, and the most bytes of one.
const MOST_LINES: usize = 400;
const LINE_BYTES: usize = 2048;
/// How many lines of one message count as telling why, and how many frames of the user's code do.
const TELLING_LINES: u8 = 9;
const TELLING_FRAMES: u8 = 4;
/// Whose frames tell nothing of the place.
const TRIALS: [&str; 4] =
    ["twisted/trial/", "twisted/internet/", "twisted/python/", "twisted/protocols/amp.py"];

/// A block.
#[derive(Debug)]
pub(super) struct Report {
    pub word: Word,
    first: Vec<String>,
    last: VecDeque<String>,
    blank: bool,
    pub names: Vec<String>,
}

impl Report {
    pub(super) fn new(word: Word) -> Self {
        Self { word, first: Vec::new(), last: VecDeque::new(), blank: false, names: Vec::new() }
    }

    /// Reads a line; whether it is a test's name.
    pub(super) fn line(&mut self, text: &str) -> bool {
        let below = self.blank || !self.names.is_empty();
        self.blank = text.is_empty();
        if below && is_id(text) && self.names.len() < NAMES {
            self.names.push(text.to_owned());
            return true;
        }
        // They were part of a message.
        for name in std::mem::take(&mut self.names) {
            self.keep(&name);
        }
        self.keep(text);
        false
    }

    fn keep(&mut self, text: &str) {
        let text = head(text, LINE_BYTES).to_owned();
        if self.first.len() < MOST_LINES / 2 {
            self.first.push(text);
            return;
        }
        if self.last.len() >= MOST_LINES / 2 {
            self.last.pop_front();
        }
        self.last.push_back(text);
    }

    /// Why a test was skipped.
    pub(super) fn reason(&self) -> &str {
        self.first.first().map_or("", String::as_str)
    }

    /// Tells the failure of one test.
    pub(super) fn tell(&self, name: &str, sink: &mut dyn Sink) {
        let kind = self.kind();
        let id = TestId::split_last(name, ".");
        sink.emit(Event::BlockOpened(Block::Test { id, kind }));
        sink.emit(Event::Instead(name));
        sink.emit(Event::Heading);
        Telling::default().tell(self.first.iter().chain(&self.last), sink);
        sink.emit(Event::BlockClosed);
    }

    /// What to call it when its names are lost.
    pub(super) fn nameless(&self) -> &str {
        let mut lines = self.first.iter().chain(&self.last).map(String::as_str);
        lines.find(|line| python::is_exception(line)).unwrap_or("a test failed")
    }

    fn kind(&self) -> FailureKind {
        let is = |part: &str| self.first.iter().chain(&self.last).any(|line| line.starts_with(part));
        let outermost = self.first.iter().find_map(|line| python::frame(line));
        if outermost.is_some_and(|(place, _)| place.file.ends_with("twisted/trial/runner.py")) {
            FailureKind::Collection
        } else if is("twisted.internet.error.ProcessTerminated: ") {
            FailureKind::Crash
        } else if is("twisted.internet.defer.TimeoutError: ") {
            FailureKind::Timeout
        } else {
            FailureKind::Test
        }
    }
}

/// A traceback that is reported line by line.
#[derive(Debug, Default)]
struct Telling {
    message: u8,
    frames: u8,
    part: Option<Part>,
    text: String,
}

impl Telling {
    fn tell<'a>(mut self, lines: impl Iterator<Item = &'a String>, sink: &mut dyn Sink) {
        for line in lines {
            let part = self.part(line, sink);
            if self.part != Some(part) {
                self.flush(sink);
                self.part = Some(part);
            }
            self.text.push_str(line);
            self.text.push('\n');
        }
        self.flush(sink);
    }

    fn flush(&mut self, sink: &mut dyn Sink) {
        let text = std::mem::take(&mut self.text);
        if let Some(part) = self.part.filter(|_| !text.trim().is_empty()) {
            sink.emit(Event::Decoded { part, text: text.trim_end() });
        }
    }

    fn part(&mut self, line: &str, sink: &mut dyn Sink) -> Part {
        let chain = line == "The above exception was the direct cause of the following exception:"
            || line == "During handling of the above exception, another exception occurred:";
        if chain || line == "Traceback (most recent call last):" {
            (self.message, self.frames) = (0, 0);
            return Part::Where;
        }
        if let Some((place, _)) = python::frame(line) {
            let own = python::is_own(place.file);
            if own || !TRIALS.iter().any(|part| place.file.contains(part)) {
                sink.emit(Event::At { place, better: own });
            }
            self.message = 0;
            if own && self.frames < TELLING_FRAMES {
                self.frames.up(1);
                return Part::Why;
            }
            return Part::Where;
        }
        if self.message == 0 && (line.starts_with(' ') || line.is_empty()) {
            return self.part.unwrap_or(Part::Where);
        }
        if self.message == 0 {
            sink.emit(Event::Message(line.strip_prefix("Failure: ").unwrap_or(line)));
        }
        self.message.up(1);
        if self.message <= TELLING_LINES { Part::Why } else { Part::Where }
    }
}
