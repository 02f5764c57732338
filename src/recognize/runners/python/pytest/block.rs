//! One failure's block in `ERRORS` or `FAILURES`: which line tells why, which shows where, which the test printed.
//!
//! Knows the styles of `--tb` by the shapes of their lines: `E` in the first column, `>` before the failing source line,
//! `path:line: Error` and `path:line: in name`, Python's own `File "path", line N`. Source is indented in every style. Where a
//! block ends is for the report.

use crate::budget::Count as _;
use crate::event::{Class, Event, Part, Place, Seen, Sink};
use crate::recognize::kit::frames::python;
use crate::recognize::kit::scan;

/// How many frames of the user's code count as telling why, in styles that name the place nowhere else.
const TELLING_FRAMES: u8 = 4;

/// What Python calls a failed `assert`.
const ASSERTION: &str = "AssertionError: ";

/// The longest line of compared values that is in a message, in bytes.
const LONGEST_VALUES: usize = 100;

/// What the lines of a block are at the moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Inside {
    /// The traceback or another representation of the failure.
    Traceback,
    /// Captured output.
    Output,
}

/// An open block.
#[derive(Debug)]
pub(super) struct Block {
    inside: Inside,
    /// How many lines of an exception (`E`) came before this one without another between.
    exception_lines: u8,
    /// Whether the exception's message is still to come (a syntax error shows the source first).
    message_waits: bool,
    /// Whether any message was reported.
    has_message: bool,
    /// The message of an assertion that says what the test says of it: the values may follow.
    asserted: Option<String>,
    /// Frames of the user's code so far in this traceback.
    frames: u8,
    /// Whether the frame was that of a syntax error, whose source follows and tells why.
    syntax: bool,
    /// Whether the block reports a doctest.
    doctest: bool,
    /// Whether the doctest's source is over: what is indented was expected, or came.
    expects: bool,
}

impl Block {
    /// A block that just opened.
    pub(super) fn new(doctest: bool) -> Self {
        Self {
            inside: Inside::Traceback,
            exception_lines: 0,
            message_waits: false,
            has_message: false,
            asserted: None,
            frames: 0,
            syntax: false,
            doctest,
            expects: false,
        }
    }

    /// A block whose heading reported the message.
    pub(super) fn reported() -> Self {
        Self { has_message: true, ..Self::new(false) }
    }

    /// Captured output begins.
    pub(super) fn output_begins(&mut self) {
        self.inside = Inside::Output;
    }

    /// Whether what comes is captured output, which anybody could have written.
    pub(super) fn is_output(&self) -> bool {
        self.inside == Inside::Output
    }

    /// Judges a line of the block.
    pub(super) fn line(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        if self.is_output() {
            sink.emit(Event::Text(Part::Output));
            return Seen::Inside(Class::Detail);
        }
        let text = text.trim_end();
        if text.is_empty() {
            self.exception_lines = 0;
            return Seen::Mine(Class::Noise);
        }
        if let Some(content) = exception_line(text) {
            self.exception(content, sink);
            return say(Part::Why, sink);
        }
        self.exception_lines = 0;
        if text.starts_with([' ', '\t', '>']) {
            return self.indented(text, sink);
        }
        self.first_column(text, sink)
    }

    /// A line with `E`: the first of an exception is its message.
    fn exception(&mut self, content: &str, sink: &mut dyn Sink) {
        let first = self.exception_lines == 0;
        self.exception_lines.up(1);
        if first {
            self.message_waits = content.starts_with("File \"");
            if !self.message_waits && !content.is_empty() {
                self.asserted =
                    (!self.has_message && content.starts_with(ASSERTION)).then(|| content.to_owned());
                self.message(content, sink);
            }
        } else if let Some(before) = self.asserted.take() {
            if content.starts_with("assert ") && content.len() <= LONGEST_VALUES {
                let printed = before.strip_prefix(ASSERTION).unwrap_or(&before);
                sink.emit(Event::Restated { before: &before, message: &format!("{printed}, {content}") });
            }
        } else if self.message_waits && python::is_exception(content) {
            self.message_waits = false;
            self.message(content, sink);
        }
        if let Some((place, _)) = python::frame(content) {
            self.at(place, sink);
        }
    }

    /// Source, frames of Python's own style, groups of exceptions, what a doctest expected.
    fn indented(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        if let Some((place, name)) = python::frame(text.trim_start_matches([' ', '|', '+'])) {
            self.syntax = name.is_empty() && python::is_own(place.file);
            return self.frame(place, sink);
        }
        if self.syntax {
            return say(Part::Why, sink);
        }
        let inner = text.trim_start_matches([' ', '|', '+', '-']);
        if text.trim_start().starts_with("| ") && python::is_exception(inner) {
            self.message(inner, sink);
            return say(Part::Why, sink);
        }
        say(if self.expects { Part::Why } else { Part::Where }, sink)
    }

    /// A line that begins in the first column.
    fn first_column(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        self.syntax = false;
        if text.starts_with("_ _ ") || text.starts_with("[gw") || is_address(text) {
            return Seen::Mine(Class::Noise);
        }
        if text == "Traceback (most recent call last):" || text == "Traceback:" {
            self.frames = 0;
            return say(Part::Where, sink);
        }
        if is_chain(text) || text.starts_with("Hint: ") || is_argument(text) {
            self.frames = 0;
            return say(Part::Where, sink);
        }
        if self.doctest {
            return self.doctest(text, sink);
        }
        if let Some(rest) = text.strip_prefix("file ")
            && let Some((file, line)) = rest.rsplit_once(", line ")
            && let Some(line) = scan::whole_number(line)
        {
            self.at(Place { file, line: Some(line) }, sink);
            return say(Part::Where, sink);
        }
        if let Some((place, rest)) = scan::place(text) {
            let rest = rest.trim();
            if rest.starts_with("in ") {
                return self.frame(place, sink);
            }
            self.at(place, sink);
            return say(if rest.is_empty() { Part::Where } else { Part::Why }, sink);
        }
        if python::is_exception(text) || !self.has_message {
            self.message(text, sink);
        }
        say(Part::Why, sink)
    }

    /// A doctest shows its source with line numbers, then what it expected and got.
    fn doctest(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        if let Some((place, rest)) = scan::place(text)
            && rest.starts_with(' ')
        {
            self.at(place, sink);
            if !self.has_message {
                self.message(rest.trim(), sink);
            }
            return say(Part::Why, sink);
        }
        if text.get(..3).is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit())) {
            return say(Part::Where, sink);
        }
        self.expects = true;
        if text.starts_with("UNEXPECTED EXCEPTION: ") {
            self.message(text, sink);
        }
        say(Part::Why, sink)
    }

    /// A frame of a traceback whose places are reported nowhere else.
    fn frame(&mut self, place: Place<'_>, sink: &mut dyn Sink) -> Seen {
        let own = python::is_own(place.file);
        self.at(place, sink);
        if own && self.frames < TELLING_FRAMES {
            self.frames.up(1);
            return say(Part::Why, sink);
        }
        say(Part::Where, sink)
    }

    /// The last place in the user's own code is the failure's.
    fn at(&self, place: Place<'_>, sink: &mut dyn Sink) {
        sink.emit(Event::At { place, better: python::is_own(place.file) });
    }

    fn message(&mut self, message: &str, sink: &mut dyn Sink) {
        self.has_message = true;
        sink.emit(Event::Message(message));
    }
}

/// What follows `E` in a line of an exception. Source can never begin in the first column.
fn exception_line(text: &str) -> Option<&str> {
    let content = text.strip_prefix('E')?;
    (content.is_empty() || content.starts_with("  ")).then(|| content.trim())
}

/// `self = <tests.TestCart object at 0x7f...>`: tells nothing and differs from run to run.
fn is_address(text: &str) -> bool {
    text.ends_with('>') && text.contains(" = <") && text.contains(" at 0x")
}

/// `note = 'plain', count = 3`: the arguments of the function that failed.
fn is_argument(text: &str) -> bool {
    text.split_once(" = ").is_some_and(|(name, _)| {
        !name.is_empty() && name.chars().all(|each| each.is_alphanumeric() || each == '_')
    })
}

/// The sentences between chained exceptions.
fn is_chain(text: &str) -> bool {
    text == "The above exception was the direct cause of the following exception:"
        || text == "During handling of the above exception, another exception occurred:"
}

/// The current line belongs to the block.
fn say(part: Part, sink: &mut dyn Sink) -> Seen {
    sink.emit(Event::Text(part));
    Seen::Mine(Class::Detail)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn messages(lines: &str) -> Vec<String> {
        let (mut block, mut reported) = (Block::new(false), scan::Messages::default());
        lines.lines().for_each(|line| {
            block.line(line, &mut reported);
        });
        reported.0
    }

    #[test]
    fn the_values_are_after_what_the_test_says_of_an_assertion() {
        let printed = "E       AssertionError: total drifted\n";
        assert_eq!(
            messages(&format!("{printed}E       assert 2 > 3\nE        +  where 2 = len([1, 2])")),
            ["AssertionError: total drifted", "total drifted, assert 2 > 3"]
        );
        assert_eq!(
            messages(&format!("{printed}E       of the second line")),
            ["AssertionError: total drifted"]
        );
        let long = format!("{printed}E       assert {} == 1", "x".repeat(LONGEST_VALUES));
        assert_eq!(messages(&long), ["AssertionError: total drifted"]);
        assert_eq!(messages("E       ValueError: no\nE       assert 2 > 3"), ["ValueError: no"]);
    }
}
