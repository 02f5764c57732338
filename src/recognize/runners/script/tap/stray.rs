//! A verdict without a head: anything may print one. It is believed when the next number, a plan that fits or its own block of YAML
//! follows; until then its lines are held, and then reported as if they came now.

use super::Tap;
use super::document::Document;
use crate::budget::Count as _;
use crate::event::{Event, Opened, Seen, Sink};
use crate::recognize::runners::script::shared::tap_lines::{Shape, Verdict, read};
use crate::text::Line;

/// How many lines are held.
const MOST_LINES: usize = 60;
/// How many bytes are held.
const MOST_BYTES: usize = 16 * 1024;

/// How much deeper than its verdict a block of YAML is.
const YAML_INDENT: usize = 2;

/// The verdict and the lines after it.
#[derive(Debug)]
pub(super) struct Stray {
    number: u64,
    pub(super) indent: usize,
    /// Whether it is the first of its document, in the form that TAP's own libraries print, or with which the stream begins.
    pub(super) certain: bool,
    lines: Vec<String>,
    bytes: usize,
}

impl Stray {
    pub(super) fn new(indent: usize, verdict: &Verdict<'_>, text: &str, first: bool) -> Option<Self> {
        let number = verdict.number?;
        let certain = number == 1 && (verdict.dashed || verdict.name.is_empty() || first);
        Some(Self { number, indent, certain, lines: vec![text.to_owned()], bytes: text.len() })
    }

    /// Whether the verdict of this number follows.
    pub(super) fn precedes(&self, indent: usize, number: Option<u64>) -> bool {
        self.indent == indent && self.number.checked_add(1) == number
    }

    /// Whether it is the last, or the only one, of a plan.
    pub(super) fn fulfils(&self, indent: usize, planned: u64) -> bool {
        self.indent == indent && self.number == planned
    }

    /// Whether a block of YAML that begins here belongs to it: the next line, two blanks deeper. What a test makes up begins with the
    /// number 1; what is left of a document that was cut does not.
    pub(super) fn is_described(&self, indent: usize) -> bool {
        self.number > 1 && self.lines.len() == 1 && self.indent.checked_add(YAML_INDENT) == Some(indent)
    }

    /// Holds a line; tells whether there was room.
    pub(super) fn hold(&mut self, text: &str) -> bool {
        self.bytes.up(text.len());
        let room = self.lines.len() < MOST_LINES && self.bytes <= MOST_BYTES;
        if room {
            self.lines.push(text.to_owned());
        }
        room
    }

    pub(super) fn into_lines(self) -> Vec<String> {
        self.lines
    }
}

/// Tells events about a line that was held as decoded text.
struct Replay<'a> {
    text: &'a str,
    sink: &'a mut dyn Sink,
}

impl Sink for Replay<'_> {
    fn emit(&mut self, event: Event<'_>) {
        match event {
            Event::Text(part) => self.sink.emit(Event::Decoded { part, text: self.text }),
            Event::Heading => {
                self.sink.emit(Event::Instead(self.text));
                self.sink.emit(Event::Heading);
            }
            other => self.sink.emit(other),
        }
    }
}

impl Tap {
    /// A line while no document is open: it may confirm the verdict that came before.
    #[inline(never)]
    pub(super) fn headless(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        let (indent, shape) = read(text);
        let comment = if let Shape::Comment(comment) = shape { Some(comment) } else { None };
        if let Some(seen) = self.stray_comment(comment, sink) {
            return seen;
        }
        let follows = self.stray.as_ref().is_some_and(|stray| match shape {
            Shape::Verdict(verdict) => stray.precedes(indent, verdict.number),
            Shape::Plan(planned, None) => stray.fulfils(indent, planned),
            Shape::Yaml => stray.is_described(indent),
            _ => false,
        });
        if follows && let Some(stray) = self.stray.take() {
            self.document = Some(Document::at(stray.indent));
            self.start(if stray.certain { Opened::Own } else { Opened::Headless }, sink);
            for held in stray.into_lines() {
                self.read(&Line::of(&held), &mut Replay { text: &held, sink });
            }
            return self.shape(text, sink);
        }
        match shape {
            Shape::Verdict(verdict) => self.stray = Stray::new(indent, &verdict, text, self.first),
            Shape::Plan(..) | Shape::Version | Shape::Subtest(_) => {
                self.stray = None;
                return self.shape(text, sink);
            }
            _ => {
                self.stray.take_if(|stray| !stray.hold(text));
            }
        }
        Seen::No
    }
}
