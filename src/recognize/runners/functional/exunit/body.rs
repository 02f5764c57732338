//! The text of one failure of ExUnit: place of the test, message, `code:`, `left:`, `right:`, the stack, captured logs.

use super::exunit_lines::frame;
use crate::budget::Count as _;
use crate::event::{Class, Event, Part, Seen};
use crate::recognize::kit::Run;
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
    pub(super) fn line(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        let content = text.trim();
        if content.is_empty() {
            if self.stage == Stage::Logged {
                run.text(Part::Output);
            }
            return Seen::Mine(Class::Detail);
        }
        if content == "The following output was logged:" {
            self.finish(run);
            self.stage = Stage::Logged;
        }
        match self.stage {
            Stage::Logged => return run.below(Part::Output),
            Stage::Place => {
                self.stage = Stage::Message;
                if let Some((place, _)) = frame(content) {
                    run.at(place);
                    return run.text(Part::Where);
                }
            }
            Stage::Stack => return self.frame(content, run),
            Stage::Message => {}
        }
        if content == "stacktrace:" {
            self.finish(run);
            self.stage = Stage::Stack;
            return run.text(Part::Where);
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
        run.text(if self.lines > TELLING_LINES { Part::Where } else { Part::Why })
    }

    /// The text ended.
    pub(super) fn finish(&mut self, run: &mut Run<'_>) {
        run.message(&self.message);
        self.message.clear();
    }

    fn frame(&mut self, content: &str, run: &mut Run<'_>) -> Seen {
        if content.starts_with("Failure #") {
            self.stage = Stage::Message;
            return run.text(Part::Why);
        }
        let Some((place, foreign)) = frame(content) else { return run.text(Part::Where) };
        if foreign || self.placed {
            return run.text(Part::Where);
        }
        self.placed = true;
        run.emit(Event::At { place, better: true });
        run.text(Part::Why)
    }
}
