//! The text of a failed step: an assertion's message or a traceback, and what the scenario printed.

use crate::budget::Count as _;
use crate::event::{Class, Event, Part, Seen, Sink};
use crate::recognize::kit::clip::indent;
use crate::recognize::kit::frames::python;
use crate::recognize::kit::scan;

/// The most lines of one failure that tell why.
const TELLING_LINES: u32 = 60;

/// What the next line is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Text {
    #[default]
    Message,
    Traceback,
    Output,
}

/// The failure whose text is being read.
#[derive(Debug, Default)]
pub(super) struct Body {
    text: Text,
    lines: u32,
    /// Its text begins in the first column.
    pub(super) plain: bool,
    /// Its text ends at a ruler.
    pub(super) ruled: bool,
    /// Nothing tells where its text ends: a line that is no traceback's may be anybody's.
    loose: bool,
}

impl Body {
    /// A failure whose text may begin in the first column.
    pub(super) fn new(plain: bool) -> Self {
        Self { plain, ..Self::default() }
    }

    /// An error outside of all scenarios.
    pub(super) fn loose() -> Self {
        Self { plain: true, loose: true, ..Self::default() }
    }

    /// Whether what the scenario printed is being read.
    pub(super) fn is_output(&self) -> bool {
        self.text == Text::Output
    }

    /// Judges a line, with and without its indentation. Says too whether the failure's text is over with it.
    pub(super) fn line(&mut self, text: &str, bare: &str, sink: &mut dyn Sink) -> (Seen, bool) {
        let begins =
            bare.starts_with("CAPTURED ") || bare.starts_with("Captured ") || bare.starts_with("__CAPTURED_");
        if self.ruled && scan::is_ruler(bare, '-', 60) {
            return (Seen::Mine(Class::Noise), true);
        }
        if begins || bare == "----" {
            self.text = Text::Output;
            sink.emit(Event::Text(Part::Output));
            return (Seen::Mine(Class::Detail), false);
        }
        if self.text == Text::Output {
            sink.emit(Event::Text(Part::Output));
            let ended = bare.starts_with("---- CAPTURED_");
            return (if ended { Seen::Mine(Class::Detail) } else { Seen::Inside(Class::Detail) }, ended);
        }
        if indent(text) < 6 && !self.plain {
            return (Seen::No, false);
        }
        if bare.starts_with("Traceback (most recent call last):") {
            self.text = Text::Traceback;
            sink.emit(Event::Text(Part::Where));
            return (Seen::Mine(Class::Detail), false);
        }
        if self.text == Text::Traceback {
            if let Some((place, _)) = python::frame(bare) {
                if python::is_own(place.file) {
                    sink.emit(Event::At { place, better: true });
                }
                sink.emit(Event::Text(Part::Where));
                return (Seen::Mine(Class::Detail), false);
            }
            // What raised is deeper than the exception, in every formatter.
            let ends = !text.starts_with("        ")
                && python::is_exception(bare)
                && (!self.plain || indent(text) == 0);
            if !ends {
                sink.emit(Event::Text(Part::Where));
                return (Seen::Mine(Class::Detail), false);
            }
            self.text = Text::Message;
            sink.emit(Event::Message(bare));
        } else if let Some(message) =
            ["ASSERT FAILED: ", "Assertion Failed: "].iter().find_map(|word| bare.strip_prefix(word))
        {
            sink.emit(Event::Message(message));
        }
        self.lines.up(1);
        sink.emit(Event::Text(if self.lines > TELLING_LINES { Part::Where } else { Part::Why }));
        (if self.loose { Seen::Inside(Class::Detail) } else { Seen::Mine(Class::Detail) }, false)
    }
}
