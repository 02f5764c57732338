//! The text of one problem of PHPUnit: the message with its difference, a blank line, then the places of the trace.

use crate::budget::Count as _;
use crate::event::{Class, Event, Part, Seen, Sink};
use crate::recognize::kit::bounds::TELLING_LINES;
use crate::recognize::kit::scan;

/// Where the text is.
#[derive(Debug, Default)]
pub(in crate::recognize::runners) struct Body {
    lines: u32,
    placed: bool,
}

impl Body {
    /// A text whose first line reported the message.
    pub(in crate::recognize::runners) const fn reported() -> Self {
        Self { lines: 1, placed: false }
    }

    /// A line of the text.
    pub(in crate::recognize::runners) fn line(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        let content = text.trim();
        if content.is_empty() {
            return Seen::Mine(Class::Detail);
        }
        if let Some((place, "")) = scan::place(content)
            && (place.file.contains(['/', '\\']) || place.file.ends_with(".php"))
        {
            // A phar and the shell script that starts it are PHPUnit's own.
            let foreign = place.file.contains("/vendor/") || place.file.starts_with("phar:");
            if self.placed || foreign {
                return say(Part::Where, sink);
            }
            self.placed = true;
            sink.emit(Event::At { place, better: false });
            return say(Part::Why, sink);
        }
        if self.lines == 0 {
            sink.emit(Event::Message(content));
        }
        self.lines.up(1);
        say(if self.lines > TELLING_LINES { Part::Where } else { Part::Why }, sink)
    }
}

/// The current line belongs to the open block.
fn say(part: Part, sink: &mut dyn Sink) -> Seen {
    sink.emit(Event::Text(part));
    Seen::Mine(Class::Detail)
}
