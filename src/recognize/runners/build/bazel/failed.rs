//! A target that failed, and what its log says: reported once, where it is known which failures its log holds.

use crate::budget::Count as _;
use crate::event::{Event, FailureKind, Part, Sink};
use crate::recognize::kit::output::{Reader, Reported};

/// The longest name or line, in bytes.
const NAME_BYTES: usize = 1024;
/// The most bytes of one log that are kept.
const LOG_BYTES: usize = 16 * 1024;

/// A failed target. The default is none yet: what is printed may be the log of one.
#[derive(Debug)]
pub struct Failed {
    /// The label, with the shard.
    pub label: String,
    /// How it failed.
    pub kind: FailureKind,
    lines: Vec<(Part, String)>,
    bytes: usize,
    message: String,
    reader: Reader,
}

impl Failed {
    /// A target of which nothing more is known.
    #[must_use]
    pub fn new(label: &str, kind: FailureKind) -> Self {
        Self {
            label: clipped(label).to_owned(),
            kind,
            lines: Vec::new(),
            bytes: 0,
            message: String::new(),
            reader: Reader::default(),
        }
    }

    /// Keeps a line of its log.
    pub fn hear(&mut self, text: &str) {
        let reported = self.reader.line(text);
        if reported == Reported::Message {
            self.message.clear();
            self.message.push_str(clipped(text.trim()));
        }
        let text = clipped(text);
        if self.bytes.saturating_add(text.len()) <= LOG_BYTES {
            self.bytes.up(text.len());
            let part = if reported == Reported::Output { Part::Output } else { Part::Why };
            self.lines.push((part, text.to_owned()));
        }
    }

    /// Tells it as a consequence of what failed in the scope that was begun, with its log for the case that nothing did.
    pub fn tell_consequence(&self, sink: &mut dyn Sink) {
        sink.emit(Event::Consequence { name: &self.label, kind: self.kind });
        sink.emit(Event::Instead(&self.label));
        sink.emit(Event::Heading);
        self.tell(sink);
        sink.emit(Event::BlockClosed);
    }

    /// Tells its log.
    pub fn tell(&self, sink: &mut dyn Sink) {
        for (part, text) in &self.lines {
            sink.emit(Event::Decoded { part: *part, text });
        }
        if !self.message.is_empty() {
            sink.emit(Event::Message(&self.message));
        }
    }
}

/// The text without what is too long to keep.
#[must_use]
pub fn clipped(text: &str) -> &str {
    crate::text::head(text, NAME_BYTES)
}
