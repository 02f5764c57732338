//! The text of one failure: its messages, and the first frame in the user's own files.

use crate::budget::Count as _;
use crate::event::{Event, Part, Place, Sink};
use crate::recognize::kit::frames::v8::{frame, library};

/// The most lines of one failure that tell why.
const TELLING_LINES: u32 = 60;

/// Reads the lines of a failure.
#[derive(Debug, Default)]
pub(super) struct Body {
    lines: u32,
    placed: bool,
    /// Lines of source below a place.
    excerpt: bool,
}

impl Body {
    /// A line of a message or a stack, without its indentation.
    pub(super) fn line(&mut self, text: &str, sink: &mut dyn Sink) {
        if text.starts_with("at ")
            && let Some(place) = frame(text)
        {
            let own = !place.file.is_empty() && !library(place.file) && place.line.is_some();
            if own && !self.placed {
                self.placed = true;
                sink.emit(Event::At { place, better: true });
                sink.emit(Event::Text(Part::Why));
            } else if !text.contains("<Jasmine>") {
                sink.emit(Event::Text(Part::Where));
            }
            return;
        }
        if self.excerpt && !text.starts_with("- ") {
            sink.emit(Event::Text(Part::Where));
            return;
        }
        self.excerpt = false;
        if self.lines == 0 {
            sink.emit(Event::Message(text.strip_prefix("- ").unwrap_or(text)));
        }
        self.lines.up(1);
        sink.emit(Event::Text(if self.lines > TELLING_LINES { Part::Where } else { Part::Why }));
    }

    /// A place on a line of its own: `/home/user/a.spec.js:4:42`.
    pub(super) fn place(&mut self, place: Place<'_>, sink: &mut dyn Sink) {
        self.excerpt = true;
        if !self.placed && !library(place.file) {
            self.placed = true;
            sink.emit(Event::At { place, better: true });
            sink.emit(Event::Text(Part::Why));
        } else {
            sink.emit(Event::Text(Part::Where));
        }
    }
}
