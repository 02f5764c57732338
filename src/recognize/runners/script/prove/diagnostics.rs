//! Test::More's diagnostics of one failed test: its name, its place, what was got and expected, and before them those of its subtests.

use super::files::Files;
use super::prove_lines::{Failed, place};
use crate::budget::Count as _;
use crate::event::{Class, Event, Part, Place, Seen, Sink};

/// How long a name or a line of a subtest may be, in bytes.
const HELD_BYTES: usize = 400;
/// How many lines of subtests' diagnostics are held.
const HELD_INNER: usize = 60;
/// The most lines of a diagnostic that tell why.
const WHY_LINES: u32 = 16;
/// The longest message that is put together, in bytes.
const LONGEST_MESSAGE: usize = 200;

/// What is open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Block {
    #[default]
    None,
    /// A failed test whose place is still to come.
    Named,
    /// A failure is open.
    Open,
    /// What is open does not count.
    Todo,
}

/// The diagnostic that is being read.
#[derive(Debug, Default)]
pub(super) struct Diagnostic {
    pub(super) block: Block,
    name: String,
    lines: u32,
    message: String,
    pub(super) inner: Vec<String>,
}

impl Diagnostic {
    /// A line of a subtest's diagnostic.
    pub(super) fn hold(&mut self, text: &str) {
        if self.inner.len() < HELD_INNER && text.len() <= HELD_BYTES {
            self.inner.push(text.to_owned());
        }
    }

    /// A diagnostic begins.
    pub(super) fn failed(
        &mut self,
        what: Failed<'_>,
        file: &str,
        files: &mut Files,
        sink: &mut dyn Sink,
    ) -> Seen {
        self.end(file, files, sink);
        match what {
            Failed::Todo => {
                self.block = Block::Todo;
                self.inner.clear();
                Seen::Mine(Class::Noise)
            }
            Failed::Named(name, at) => {
                self.name.clear();
                self.name.push_str(crate::text::head(name, HELD_BYTES));
                self.block = Block::Named;
                if let Some(at) = at {
                    return self.begin(at, files, sink);
                }
                Seen::Mine(Class::Detail)
            }
            Failed::Unnamed(at) => {
                self.name = format!("test at line {}", at.line.unwrap_or(0));
                self.begin(at, files, sink)
            }
        }
    }

    /// The line after a name: its place, or more of the name.
    pub(super) fn placed(&mut self, printed: &str, files: &mut Files, sink: &mut dyn Sink) -> Seen {
        match place(printed) {
            Some(at) => self.begin(at, files, sink),
            // A name of several lines.
            None => {
                if self.name.len().saturating_add(printed.len()) < HELD_BYTES {
                    self.name.push(' ');
                    self.name.push_str(printed.trim_end_matches('\''));
                }
                Seen::Mine(Class::Detail)
            }
        }
    }

    fn begin(&mut self, at: Place<'_>, files: &mut Files, sink: &mut dyn Sink) -> Seen {
        let name = std::mem::take(&mut self.name);
        files.diagnosed(at.file, &name, sink);
        sink.emit(Event::Instead(&format!("#   Failed test '{name}'")));
        sink.emit(Event::Heading);
        sink.emit(Event::At { place: at, better: false });
        sink.emit(Event::Text(Part::Why));
        for (number, text) in self.inner.drain(..).enumerate() {
            let part = if number < 12 { Part::Why } else { Part::Where };
            sink.emit(Event::Decoded { part, text: &text });
        }
        (self.block, self.lines) = (Block::Open, 0);
        self.message.clear();
        Seen::Mine(Class::Detail)
    }

    /// A line of the open failure.
    pub(super) fn line(&mut self, printed: &str, sink: &mut dyn Sink) -> Seen {
        if printed.is_empty() {
            return Seen::Mine(Class::Noise);
        }
        self.lines.up(1);
        if self.lines <= 4 && self.message.len().saturating_add(printed.len()) <= LONGEST_MESSAGE {
            if !self.message.is_empty() {
                self.message.push_str(", ");
            }
            self.message.push_str(printed.trim_end_matches(':'));
        }
        sink.emit(Event::Text(if self.lines <= WHY_LINES { Part::Why } else { Part::Output }));
        Seen::Mine(Class::Detail)
    }

    /// What is open ends.
    pub(super) fn end(&mut self, file: &str, files: &mut Files, sink: &mut dyn Sink) {
        if self.block == Block::Named {
            let name = std::mem::take(&mut self.name);
            files.diagnosed(file, &name, sink);
            sink.emit(Event::Instead(&format!("#   Failed test '{name}'")));
            sink.emit(Event::Heading);
        }
        if self.block == Block::Open && !self.message.is_empty() {
            sink.emit(Event::Message(&self.message));
        }
        if matches!(self.block, Block::Open | Block::Named) {
            sink.emit(Event::BlockClosed);
        }
        self.block = Block::None;
    }
}
