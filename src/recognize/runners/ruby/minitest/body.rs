//! The text of one problem of minitest or test-unit: the message, then frames.

use crate::budget::Count as _;
use crate::event::{Class, Event, Part, Seen, Sink};
use crate::recognize::kit::bounds::TELLING_LINES;
use crate::recognize::kit::scan;

/// Where the text is.
#[derive(Debug, Default)]
pub(super) struct Body {
    lines: u32,
    placed: bool,
    /// What was expected, until the next line says what came.
    begun: Option<String>,
    reported: bool,
}

impl Body {
    /// The text of a problem whose place is known.
    pub(super) fn placed() -> Self {
        Self { placed: true, ..Self::default() }
    }

    /// The text of a problem whose heading holds its message.
    pub(super) fn heading() -> Self {
        Self { lines: 1, ..Self::default() }
    }

    /// A line of the text.
    pub(super) fn line(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        let content = text.trim();
        if content.is_empty() {
            return Seen::Mine(Class::Detail);
        }
        self.lines.up(1);
        if self.lines > 1
            && let Some((place, rest)) = scan::place(content)
            && (rest.starts_with("in ") || rest.is_empty())
        {
            self.finish(sink);
            if self.placed || is_foreign(place.file) {
                return say(Part::Where, sink);
            }
            self.placed = true;
            sink.emit(Event::At { place, better: false });
            return say(Part::Why, sink);
        }
        self.tell(content, sink);
        say(if self.lines > TELLING_LINES { Part::Where } else { Part::Why }, sink)
    }

    /// The text ended.
    pub(super) fn finish(&mut self, sink: &mut dyn Sink) {
        if let Some(begun) = self.begun.take() {
            sink.emit(Event::Message(&begun));
            self.reported = true;
        }
    }

    fn tell(&mut self, content: &str, sink: &mut dyn Sink) {
        if self.reported {
            return;
        }
        if let Some(begun) = self.begun.take() {
            let joined = content.starts_with("Actual: ").then(|| format!("{begun}, {content}"));
            sink.emit(Event::Message(joined.as_deref().unwrap_or(&begun)));
        } else if content.starts_with("Expected: ") && content.len() <= 200 {
            self.begun = Some(content.to_owned());
            return;
        } else {
            sink.emit(Event::Message(content));
        }
        self.reported = true;
    }
}

/// Whether a frame is in a gem, or in Ruby itself.
pub(super) fn is_foreign(file: &str) -> bool {
    ["/gems/", "/vendor/bundle/", "/lib/ruby/", "/rubygems/", "/vendor_ruby/"]
        .iter()
        .any(|part| file.contains(part))
        || file.starts_with('<')
}

/// The current line belongs to the open block.
fn say(part: Part, sink: &mut dyn Sink) -> Seen {
    sink.emit(Event::Text(part));
    Seen::Mine(Class::Detail)
}
