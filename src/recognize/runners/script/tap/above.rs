//! What a test printed before its verdict. It is the reason when a verdict failed and nothing directly after it says one:
//! some producers run a test, print what it threw, and then tell its verdict.

use super::totals::Group;
use crate::event::{Event, Part, Sink};
use crate::recognize::runners::script::shared::tap_lines::{Shape, read};
use crate::text::head;

/// The most lines before a verdict that are held: the last ones.
const MOST_LINES: usize = 16;
/// The longest line that is held, in bytes.
const LONGEST_LINE: usize = 400;

/// The text without blanks after it: `str::trim_end`, for which most texts need no search.
fn trim_end(text: &str) -> &str {
    match text.as_bytes().last() {
        Some(b'!'..=b'~') => text,
        _ => text.trim_end(),
    }
}

/// The lines since the last verdict.
#[derive(Debug, Default)]
pub(super) struct Above {
    /// A ring, whose memory is used again.
    lines: Vec<String>,
    /// Where the next line will be.
    next: usize,
    /// How many of the last ones are held.
    held: usize,
    /// A verdict failed, and no line came after it.
    waits: bool,
}

impl Above {
    /// A line between verdicts that is no TAP.
    pub(super) fn push(&mut self, text: &str) {
        if text.trim_ascii().is_empty() {
            return;
        }
        let text = head(trim_end(text), LONGEST_LINE);
        match self.lines.get_mut(self.next) {
            Some(line) => {
                line.clear();
                line.push_str(text);
            }
            None => self.lines.push(text.to_owned()),
        }
        let next = self.next.saturating_add(1);
        self.next = if next < MOST_LINES { next } else { 0 };
        self.held = self.held.saturating_add(1).min(MOST_LINES);
    }

    /// The lines that are held, oldest first.
    fn lines(&self) -> impl Iterator<Item = &str> {
        // After the newest one are older ones, once the ring was full.
        let (newer, older) = self.lines.split_at_checked(self.next).unwrap_or_default();
        let both = older.len().saturating_add(newer.len());
        older.iter().chain(newer).skip(both.saturating_sub(self.held)).map(String::as_str)
    }

    fn forget(&mut self) {
        (self.next, self.held) = (0, 0);
    }

    /// A verdict came.
    pub(super) fn verdict(&mut self, failed: bool) {
        self.waits = failed && self.held > 0;
        if !failed {
            self.forget();
        }
    }

    /// Whether a verdict failed and the next line decides what reported why.
    pub(super) fn is_waiting(&self) -> bool {
        self.waits
    }

    /// The next line came. Comments and what is deeper may say why; anything else leaves the word to what was above.
    #[inline]
    pub(super) fn next(&mut self, text: &str, sink: &mut dyn Sink) {
        if self.waits {
            self.judge(text, sink);
        }
    }

    fn judge(&mut self, text: &str, sink: &mut dyn Sink) {
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
            self.forget();
        }
    }

    /// Tells the reason, into the block that is open.
    #[inline]
    pub(super) fn tell(&mut self, sink: &mut dyn Sink) {
        if std::mem::take(&mut self.waits) {
            self.tell_lines(sink);
        }
    }

    fn tell_lines(&mut self, sink: &mut dyn Sink) {
        let mut part = Part::Why;
        for line in self.lines() {
            if line.trim_start().starts_with("stack traceback:") {
                part = Part::Where;
            }
            let frame = line.trim_start().starts_with("at ");
            sink.emit(Event::Decoded { part: if frame { Part::Where } else { part }, text: line });
        }
        self.forget();
    }
}
