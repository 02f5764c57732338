//! The text of one failure of ExUnit: place of the test, message, `code:`, `left:`, `right:`, the stack, captured logs.

use super::exunit_lines::frame;
use crate::budget::Count as _;
use crate::event::{Class, Event, Part, Seen, Sink};
use crate::recognize::kit::bounds::TELLING_LINES;

/// The longest message that is put together, in bytes.
const LONGEST_MESSAGE: usize = 400;

/// Which part comes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Stage {
    /// The place of the test.
    #[default]
    Place,
    Message,
    Stack,
    Logged,
}

/// Where the text is.
#[derive(Debug, Default)]
pub(super) struct Body {
    stage: Stage,
    message: String,
    lines: u32,
    placed: bool,
}

impl Body {
    /// A line of the text.
    pub(super) fn line(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        let content = text.trim();
        if content.is_empty() {
            if self.stage == Stage::Logged {
                sink.emit(Event::Text(Part::Output));
            }
            return Seen::Mine(Class::Detail);
        }
        if content == "The following output was logged:" {
            self.finish(sink);
            self.stage = Stage::Logged;
        }
        match self.stage {
            Stage::Logged => {
                sink.emit(Event::Text(Part::Output));
                return Seen::Inside(Class::Detail);
            }
            Stage::Place => {
                self.stage = Stage::Message;
                if let Some((place, _)) = frame(content) {
                    sink.emit(Event::At { place, better: false });
                    return say(Part::Where, sink);
                }
            }
            Stage::Stack => return self.frame(content, sink),
            Stage::Message => {}
        }
        if content == "stacktrace:" {
            self.finish(sink);
            self.stage = Stage::Stack;
            return say(Part::Where, sink);
        }
        self.lines.up(1);
        let first = self.message.is_empty();
        let side = content.starts_with("left:") || content.starts_with("right:");
        if (first || side) && self.message.len().saturating_add(content.len()) <= LONGEST_MESSAGE {
            if !first {
                self.message.push_str(", ");
            }
            self.message.push_str(content);
        }
        say(if self.lines > TELLING_LINES { Part::Where } else { Part::Why }, sink)
    }

    /// The text ended.
    pub(super) fn finish(&mut self, sink: &mut dyn Sink) {
        if !self.message.is_empty() {
            sink.emit(Event::Message(&self.message));
            self.message.clear();
        }
    }

    fn frame(&mut self, content: &str, sink: &mut dyn Sink) -> Seen {
        if content.starts_with("Failure #") {
            self.stage = Stage::Message;
            return say(Part::Why, sink);
        }
        let Some((place, foreign)) = frame(content) else { return say(Part::Where, sink) };
        if foreign || self.placed {
            return say(Part::Where, sink);
        }
        self.placed = true;
        sink.emit(Event::At { place, better: true });
        say(Part::Why, sink)
    }
}

/// The current line belongs to the open block.
fn say(part: Part, sink: &mut dyn Sink) -> Seen {
    sink.emit(Event::Text(part));
    Seen::Mine(Class::Detail)
}
