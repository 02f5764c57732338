//! What is below the heading of a failure: a traceback as Python prints it, with `-b` what the test printed.

use crate::budget::Count as _;
use crate::event::{Class, Event, Part, Seen, Sink};
use crate::recognize::kit::frames::python;

/// How many lines of one message count as telling why.
const TELLING_LINES: u8 = 9;
/// How many frames of the user's code do.
const TELLING_FRAMES: u8 = 4;

/// The lines of one failure.
#[derive(Debug, Default)]
pub(super) struct Body {
    output: bool,
    /// Inside of an exception's message, which goes on until the next traceback.
    message_lines: u8,
    frames: u8,
    /// The frame was that of a syntax error, whose source follows and tells why.
    syntax: bool,
}

impl Body {
    /// Whether what comes is output of the test.
    pub(super) fn is_output(&self) -> bool {
        self.output
    }

    /// Judges a line.
    pub(super) fn line(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        let content = text.trim_end();
        if self.output {
            sink.emit(Event::Text(Part::Output));
            return Seen::Inside(Class::Detail);
        }
        if content.is_empty() {
            return Seen::Mine(Class::Noise);
        }
        if content == "Stdout:" || content == "Stderr:" {
            self.output = true;
            sink.emit(Event::Text(Part::Output));
            return Seen::Mine(Class::Detail);
        }
        if is_time(content) {
            return Seen::Mine(Class::Noise);
        }
        let chain = content == "The above exception was the direct cause of the following exception:"
            || content == "During handling of the above exception, another exception occurred:";
        if chain || content == "Traceback (most recent call last):" {
            self.message_lines = 0;
            self.frames = 0;
            return say(Part::Where, sink);
        }
        if let Some((place, name)) = python::frame(content) {
            let own = python::is_own(place.file);
            self.syntax = own && name.is_empty();
            sink.emit(Event::At { place, better: own });
            self.message_lines = 0;
            if own && self.frames < TELLING_FRAMES {
                self.frames.up(1);
                return say(Part::Why, sink);
            }
            return say(Part::Where, sink);
        }
        if self.message_lines == 0 && content.starts_with(' ') {
            return say(if self.syntax { Part::Why } else { Part::Where }, sink);
        }
        self.syntax = false;
        if self.message_lines == 0 {
            sink.emit(Event::Message(content));
        }
        self.message_lines.up(1);
        say(if self.message_lines <= TELLING_LINES { Part::Why } else { Part::Where }, sink)
    }
}

/// `suite.tests.test_one: 4.0407s`, which nose's timer prints below the last failure.
fn is_time(text: &str) -> bool {
    let time = text.strip_suffix('s').and_then(|text| text.rsplit_once(": "));
    time.is_some_and(|(name, seconds)| {
        let is_name = name.contains('.') && !name.contains(' ');
        is_name && seconds.contains('.') && seconds.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
    })
}

/// The current line belongs to the open block.
fn say(part: Part, sink: &mut dyn Sink) -> Seen {
    sink.emit(Event::Text(part));
    Seen::Mine(Class::Detail)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_of_tests_below_a_failure_are_none_of_its_lines() {
        assert!(is_time("quay.tests.test_moor.test_one: 4.0407s"));
        for text in ["E: 4.0407s", "quay.Error: no berth in 4.0407s", "quay.tests: 4s", "took: 1.5s"] {
            assert!(!is_time(text), "{text}");
        }
    }
}
