//! An error of Rollup's or Vite's while its lines come: held until its place is known, or until none can come any more.

use crate::budget::Count as _;
use crate::event::{Class, Event, FailureKind, Part, Place, Seen};
use crate::recognize::kit::Run;
use crate::recognize::kit::bounds::MESSAGE_LINES;
use crate::text::head;

use super::rollup_lines;

/// The most lines that are held until the place is known.
const HELD: usize = 12;
/// The most bytes that are held of a line.
const LINE_BYTES: usize = 1024;

/// An error.
#[derive(Debug)]
pub struct Trouble {
    heading: String,
    message: String,
    file: String,
    line: Option<u64>,
    held: Vec<String>,
    reported: bool,
    lines: u32,
    /// The stack has begun.
    stack: bool,
    blank: bool,
}

impl Trouble {
    /// An error begins with this line, which says this.
    pub fn new(heading: &str, printed: &str) -> Self {
        let printed = rollup_lines::message(printed);
        let (place, message) = match rollup_lines::located(printed) {
            Some((place, message)) => (Some(place), message),
            None => (None, printed),
        };
        let asked_by = || rollup_lines::asked_by(message).map(|file| Place { file, line: None });
        let place = place.or_else(asked_by);
        Self {
            heading: head(heading, LINE_BYTES).to_owned(),
            message: head(message, LINE_BYTES).to_owned(),
            file: place.map(|place| place.file).unwrap_or_default().to_owned(),
            line: place.and_then(|place| place.line),
            held: Vec::new(),
            reported: false,
            lines: 0,
            stack: false,
            blank: false,
        }
    }

    /// A line after it; `None` when it is none of it, and the error is over.
    pub fn line(&mut self, text: &str, run: &mut Run<'_>) -> Option<Seen> {
        let frame = text.trim_start().starts_with("at ") && text.starts_with(' ');
        self.lines.up(1);
        let blank = text.is_empty();
        if self.lines > MESSAGE_LINES || (self.stack && !frame) || (self.blank && blank) {
            return None;
        }
        (self.blank, self.stack) = (blank, frame);
        if let Some(place) = rollup_lines::place(text).filter(|_| !self.reported && self.line.is_none()) {
            (self.file, self.line) = (place.file.to_owned(), place.line);
        }
        if !self.reported && !blank && !frame && self.held.len() < HELD {
            self.held.push(head(text, LINE_BYTES).to_owned());
            // Nothing shows its end, so that others may know the line.
            return Some(Seen::Inside(Class::Detail));
        }
        self.tell(run);
        Some(match (blank, frame) {
            (true, _) => Seen::Mine(Class::Noise),
            (false, true) => run.text(Part::Where),
            (false, false) => run.below(Part::Why),
        })
    }

    /// Tells it with the lines that were held.
    pub fn tell(&mut self, run: &mut Run<'_>) {
        if std::mem::replace(&mut self.reported, true) {
            return;
        }
        let message = self.message.as_str();
        run.instead(&self.heading);
        if self.file.is_empty() {
            run.fail_whole(message, FailureKind::Build);
        } else {
            run.diagnostic(Place { file: &self.file, line: self.line }, "", message);
        }
        run.message(message);
        for text in &self.held {
            run.emit(Event::Decoded { part: Part::Why, text });
        }
        self.held.clear();
    }
}
