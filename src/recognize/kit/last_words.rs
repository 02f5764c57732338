//! The last lines that a command printed before it failed: when the command is unknown, they say why.

use std::collections::VecDeque;

use crate::event::{Event, Part, Sink};

/// How many lines are held.
const LINES: usize = 8;
/// How much of a line is held, in bytes.
const BYTES: usize = 400;

/// The last lines.
#[derive(Debug, Default)]
pub struct LastWords(VecDeque<String>);

impl LastWords {
    /// Holds a line.
    pub fn hear(&mut self, text: &str) {
        if text.trim().is_empty() {
            return;
        }
        let mut slot =
            if self.0.len() < LINES { String::new() } else { self.0.pop_front().unwrap_or_default() };
        crate::text::head(text, BYTES).clone_into(&mut slot);
        self.0.push_back(slot);
    }

    /// Forgets them: another command begins.
    pub fn forget(&mut self) {
        self.0.clear();
    }

    /// Reports them as the reason of the failure that was just reported, the last one as its message.
    pub fn tell(&mut self, sink: &mut dyn Sink) {
        if let Some(last) = self.0.back() {
            sink.emit(Event::Message(last.trim()));
        }
        for line in self.0.drain(..) {
            sink.emit(Event::Decoded { part: Part::Why, text: &line });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_lines_are_reported_in_order_and_the_last_is_the_message() {
        let mut printed = LastWords::default();
        for number in 1..=10 {
            printed.hear(&format!("line {number}"));
            printed.hear("");
        }
        let mut events: Vec<String> = Vec::new();
        printed.tell(&mut events);
        assert_eq!(events.len(), 9);
        assert_eq!(events[0], "Message(\"line 10\")");
        assert_eq!(events[1], "Decoded { part: Why, text: \"line 3\" }");
    }

    #[test]
    fn a_long_line_is_cut_at_a_character() {
        let mut printed = LastWords::default();
        printed.hear(&"é".repeat(300));
        assert_eq!(printed.0.front().map(String::len), Some(400));
    }
}
