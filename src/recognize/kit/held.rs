//! A line that is held until it is known that it belongs to a failure, and that then is shown as an input line.

use crate::event::{Event, Part, Sink};
use crate::text::Line;

/// The most bytes of a line that are held.
const BYTES: usize = 4096;

/// A held line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::recognize) struct Earlier {
    text: String,
    number: u64,
    chars: u64,
}

impl Earlier {
    pub(in crate::recognize) fn of(line: &Line<'_>) -> Self {
        let text = crate::text::head(line.judged(), BYTES).to_owned();
        let (number, chars) = if line.last_row { (line.number, line.chars) } else { (0, 0) };
        Self { text, number, chars }
    }

    pub(in crate::recognize) fn text(&self) -> &str {
        &self.text
    }

    /// Shows it as a part of the open failure.
    pub(in crate::recognize) fn tell(&self, part: Part, sink: &mut dyn Sink) {
        sink.emit(Event::Earlier { part, number: self.number, chars: self.chars, text: &self.text });
    }
}
