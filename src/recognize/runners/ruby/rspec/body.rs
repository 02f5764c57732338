//! The text of one failure of RSpec: what of it tells why.
//!
//! `Failure/Error:` with the code, a blank line, the message, then frames after `#`. The same in the report of an
//! example, indented below its number, and of an error outside of examples, at the margin. Knows no other part of a report.

use super::rspec_lines::{frame, is_foreign};
use crate::budget::Count as _;
use crate::event::{Class, Event, Part, Place, Seen, Sink};
use crate::recognize::kit::bounds::TELLING_LINES;
use crate::recognize::kit::hspec::FAILED_CODE;

/// The longest message that is put together, in bytes.
const LONGEST_MESSAGE: usize = 400;

/// Which part comes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Stage {
    /// Before the message: the code that failed.
    #[default]
    Code,
    /// The message.
    Message,
    /// Frames.
    Frames,
}

/// Where the text of a failure is.
#[derive(Debug, Default)]
pub(super) struct Body {
    stage: Stage,
    /// The first line of a message that the next one completes: an exception's class, or what was expected.
    begun: Option<String>,
    reported: bool,
    placed: bool,
    lines: u32,
}

impl Body {
    /// A line of the text.
    pub(super) fn line(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        let content = text.trim();
        if content.is_empty() {
            if self.stage == Stage::Code && self.lines > 0 {
                self.stage = Stage::Message;
            }
            return Seen::Mine(Class::Detail);
        }
        self.lines.up(1);
        if let Some(place) = frame(content) {
            self.finish(sink);
            self.stage = Stage::Frames;
            return self.frame(place, sink);
        }
        if content == "#" || content.starts_with("# -----") {
            return say(Part::Where, sink);
        }
        if content.starts_with("# ") && self.stage == Stage::Frames {
            let cause = content.starts_with("# --- Caused by") || content.ends_with(':');
            return say(if cause { Part::Why } else { Part::Where }, sink);
        }
        if part_of_several(content) {
            self.stage = Stage::Code;
        } else {
            self.tell(content, sink);
        }
        if content.strip_prefix(FAILED_CODE).is_some_and(|code| !code.is_empty()) {
            // Code of several lines begins below. Before RSpec 3 no blank line follows.
            self.stage = Stage::Message;
        }
        let minor = content.starts_with("(compared using ") || self.lines > TELLING_LINES;
        say(if minor { Part::Where } else { Part::Why }, sink)
    }

    /// The text ended.
    pub(super) fn finish(&mut self, sink: &mut dyn Sink) {
        if let Some(begun) = self.begun.take() {
            sink.emit(Event::Message(&begun));
            self.reported = true;
        }
    }

    fn frame(&mut self, place: Place<'_>, sink: &mut dyn Sink) -> Seen {
        let own = !is_foreign(place.file);
        if !own || self.placed {
            return say(Part::Where, sink);
        }
        self.placed = true;
        sink.emit(Event::At { place, better: true });
        say(Part::Why, sink)
    }

    /// Puts the message together.
    fn tell(&mut self, content: &str, sink: &mut dyn Sink) {
        if self.reported || content.len() > LONGEST_MESSAGE {
            return;
        }
        if let Some(begun) = self.begun.take() {
            let joined = if begun.starts_with("expected: ") || begun.starts_with("Expected: ") {
                content.starts_with("got: ").then(|| format!("{begun}, {content}"))
            } else {
                Some(format!("{begun} {content}"))
            };
            sink.emit(Event::Message(joined.as_deref().unwrap_or(&begun)));
            self.reported = true;
            return;
        }
        let opens =
            content.starts_with("expected: ") || content.starts_with("Expected: ") || is_class(content);
        match self.stage {
            Stage::Code if content.starts_with("Expected pending ") => {
                sink.emit(Event::Message(content));
                self.reported = true;
            }
            Stage::Message if opens => self.begun = Some(content.to_owned()),
            Stage::Message => {
                sink.emit(Event::Message(content));
                self.reported = true;
            }
            Stage::Code | Stage::Frames => {}
        }
    }
}

/// `1.1) Failure/Error: ...`: one of several failures of an example.
fn part_of_several(content: &str) -> bool {
    let Some((number, rest)) = content.split_once(") ") else { return false };
    number.contains('.')
        && number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
        && (rest.starts_with("Failure/Error:") || rest.starts_with("Got "))
}

/// `ArgumentError:` alone on its line.
fn is_class(content: &str) -> bool {
    let Some(name) = content.strip_suffix(':') else { return false };
    name.starts_with(|first: char| first.is_ascii_uppercase())
        && name.chars().all(|each| each.is_alphanumeric() || each == ':' || each == '_')
}

/// The current line belongs to the open block.
fn say(part: Part, sink: &mut dyn Sink) -> Seen {
    sink.emit(Event::Text(part));
    Seen::Mine(Class::Detail)
}
