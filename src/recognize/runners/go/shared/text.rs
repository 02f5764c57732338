//! The text of one test, or of a package, that comes in events: lines put together from pieces, judged and held.

use crate::event::{Block, Event, FailureKind, Sink};

use super::held::{Held, Purse};
use super::judge::Judge;
use super::shape;

/// The most bytes of one line that is put together from pieces.
const LINE_BYTES: usize = 64 * 1024;

/// The text so far.
#[derive(Debug, Default)]
pub struct Text {
    /// Its judge.
    pub judge: Judge,
    /// What is held of it.
    pub held: Held,
    heading: Option<Box<str>>,
    piece: String,
}

impl Text {
    /// Adds output; lines may come in pieces. `name` is the test's, whose status line is its heading.
    pub fn add(&mut self, name: &str, output: &str, purse: &mut Purse) {
        for piece in output.split_inclusive('\n') {
            if self.piece.len().saturating_add(piece.len()) <= LINE_BYTES {
                self.piece.push_str(piece);
            }
            if piece.ends_with('\n') {
                let line = std::mem::take(&mut self.piece);
                self.line(name, line.trim_end_matches(['\n', '\r']), purse);
            }
        }
    }

    fn line(&mut self, name: &str, text: &str, purse: &mut Purse) {
        if shape::frame(text).is_some() {
            return;
        }
        let reported = shape::reported(text).or_else(|| shape::glued(text));
        if reported.is_some_and(|reported| reported.name == name && !name.is_empty()) {
            self.heading = Some(text.into());
            return;
        }
        let judged = self.judge.judge(text);
        if let Some(place) = judged.place {
            self.held.at(place);
        }
        if !judged.noise {
            self.held.push(judged.part, text, purse);
        }
    }

    /// Ends a line that has no end.
    pub fn flush(&mut self, name: &str, purse: &mut Purse) {
        if !self.piece.is_empty() {
            let line = std::mem::take(&mut self.piece);
            self.line(name, &line, purse);
        }
    }

    /// Tells the failure that this is the text of.
    pub fn tell(&mut self, name: &str, kind: FailureKind, purse: &mut Purse, sink: &mut dyn Sink) {
        sink.emit(Event::BlockOpened(Block::Test { id: shape::id(name), kind }));
        if let Some(heading) = &self.heading {
            sink.emit(Event::Instead(heading));
            sink.emit(Event::Heading);
        }
        self.held.emit_some_why(sink, purse);
        sink.emit(Event::BlockClosed);
    }
}
