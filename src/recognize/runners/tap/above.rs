//! What a test printed before its verdict. It is the reason when a verdict failed and nothing directly behind it says one:
//! some producers run a test, print what it threw, and then tell its verdict.

use std::collections::VecDeque;

use super::lines::{Shape, read};
use super::totals::Group;
use crate::event::{Event, Part, Sink};
use crate::text::head;

/// The most lines before a verdict that are held: the last ones.
const MOST_LINES: usize = 16;
/// The longest line that is held, in bytes.
const LONGEST_LINE: usize = 400;

/// The lines since the last verdict.
#[derive(Debug, Default)]
pub(super) struct Above {
    lines: VecDeque<String>,
    /// A verdict failed, and no line came behind it.
    waits: bool,
}

impl Above {
    /// A line between verdicts that is no TAP.
    pub(super) fn push(&mut self, text: &str) {
        if text.trim_ascii().is_empty() {
            return;
        }
        // The memory of the oldest line serves the newest.
        let full = self.lines.len() >= MOST_LINES;
        let mut line = if full { self.lines.pop_front().unwrap_or_default() } else { String::new() };
        line.clear();
        line.push_str(head(text.trim_end(), LONGEST_LINE));
        self.lines.push_back(line);
    }

    /// A verdict came.
    pub(super) fn verdict(&mut self, failed: bool) {
        self.waits = failed && !self.lines.is_empty();
        if !failed {
            self.lines.clear();
        }
    }

    /// The next line came. Comments and what stands deeper may say why; anything else leaves the word to what stood above.
    pub(super) fn next(&mut self, text: &str, sink: &mut dyn Sink) {
        if !self.waits {
            return;
        }
        let (_, shape) = read(text);
        let silent = match shape {
            Shape::Comment(comment) => Group::default().take(comment),
            Shape::Yaml => false,
            Shape::Other => text.trim_ascii().is_empty() || !text.starts_with([' ', '\t']),
            _ => true,
        };
        if silent {
            self.tell(sink);
        } else {
            self.waits = false;
            self.lines.clear();
        }
    }

    /// Tells the reason, into the block that is open.
    pub(super) fn tell(&mut self, sink: &mut dyn Sink) {
        if !std::mem::take(&mut self.waits) {
            return;
        }
        let mut part = Part::Why;
        for line in std::mem::take(&mut self.lines) {
            if line.trim_start().starts_with("stack traceback:") {
                part = Part::Where;
            }
            let frame = line.trim_start().starts_with("at ");
            sink.emit(Event::Decoded { part: if frame { Part::Where } else { part }, text: &line });
        }
    }
}
