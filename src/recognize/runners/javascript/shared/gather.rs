//! Text that came before it was known to be an error: bun prints an error first and the test's line after it.

use crate::event::{Event, Part, Place, Sink};
use crate::recognize::kit::clip::clipped;
use crate::recognize::kit::frames::v8::{excerpt, frame, library};

/// The most lines that are kept; the first ones are dropped.
const LINES: usize = 120;

/// The last lines that were printed.
#[derive(Clone, Debug, Default)]
pub struct Gather {
    lines: Vec<String>,
}

impl Gather {
    /// Keeps a line.
    pub fn keep(&mut self, text: &str) {
        if self.lines.len() >= LINES {
            self.lines.drain(..LINES / 2);
        }
        self.lines.push(clipped(text));
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.lines.clear();
    }

    /// The message of the last error: the first line of it.
    #[must_use]
    pub fn message(&self) -> Option<&str> {
        self.lines.iter().rev().find(|line| error(line)).map(String::as_str)
    }

    /// Tells the lines as the text of the failure that is open: the last error, and what was printed before it.
    pub fn tell(&mut self, sink: &mut dyn Sink) {
        let lines = std::mem::take(&mut self.lines);
        let first = lines.iter().position(|line| error(line)).unwrap_or(lines.len());
        let (before, after) = lines.split_at_checked(first).unwrap_or((&lines, &[]));
        // The source excerpt is above the message.
        let top = before.iter().rposition(|line| !source_line(line)).map_or(0, |at| at.saturating_add(1));
        let (statement, shown) = before.split_at_checked(top).unwrap_or((before, &[]));
        let mut placed = false;
        let mut values = [None, None];
        let called = after.first().is_some_and(|line| line.starts_with("error: expect("));
        let mut parts: Vec<(Part, &str)> = Vec::new();
        let mut difference = false;
        for line in after.iter().filter(|line| !line.trim().is_empty()) {
            let place = frame(line);
            let own = place.filter(|place| !place.file.is_empty() && !library(place.file));
            let part = match (place, own) {
                (_, Some(place)) if !placed => {
                    placed = true;
                    sink.emit(Event::At {
                        place: Place { file: place.file, line: place.line },
                        better: false,
                    });
                    Part::Why
                }
                (Some(_), _) => Part::Where,
                _ if source_line(line) => Part::Where,
                _ if difference && line.starts_with("  ") => Part::Where,
                _ => Part::Why,
            };
            difference |= line.starts_with("- ") || line.starts_with("+ ");
            for (slot, word) in values.iter_mut().zip(["Expected: ", "Received: "]) {
                if called && slot.is_none() {
                    *slot = line.starts_with(word).then_some(line);
                }
            }
            parts.push((part, line));
        }
        if let [Some(expected), Some(received)] = values {
            sink.emit(Event::Message(&format!("{expected}, {received}")));
        } else if let Some(message) = after.first() {
            sink.emit(Event::Message(message.strip_prefix("error: ").unwrap_or(message)));
        }
        for (part, line) in parts {
            sink.emit(Event::Decoded { part, text: line });
        }
        for line in shown {
            sink.emit(Event::Decoded { part: Part::Where, text: line });
        }
        for line in statement.iter().filter(|line| !line.trim().is_empty()) {
            sink.emit(Event::Decoded { part: Part::Output, text: line });
        }
    }
}

/// `error: message`, `RangeError: message`: an error at the line's beginning.
fn error(line: &str) -> bool {
    line.split_once(": ").map_or(line, |(word, _)| word).strip_suffix("rror").is_some_and(|word| {
        !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_alphanumeric()) && line.contains(':')
    })
}

/// A line of a source excerpt, or its caret.
fn source_line(line: &str) -> bool {
    excerpt(line) || line.trim() == "^"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_begins_with_its_kind() {
        assert!(error("error: expect(received).toBe(expected)") && error("RangeError: no total"));
        assert!(!error("an error: of words") && !error("Expected: 2") && !error("error"));
    }

    #[test]
    fn the_last_error_tells_why_and_what_came_before_is_output() {
        let mut gather = Gather::default();
        for line in ["printed", "3 | code", "      ^", "error: bad", "      at f (/p/a.ts:7:1)"] {
            gather.keep(line);
        }
        let mut printed: Vec<String> = Vec::new();
        gather.tell(&mut printed);
        assert_eq!(
            printed,
            [
                "At { place: Place { file: \"/p/a.ts\", line: Some(7) }, better: false }",
                "Message(\"bad\")",
                "Decoded { part: Why, text: \"error: bad\" }",
                "Decoded { part: Why, text: \"      at f (/p/a.ts:7:1)\" }",
                "Decoded { part: Where, text: \"3 | code\" }",
                "Decoded { part: Where, text: \"      ^\" }",
                "Decoded { part: Output, text: \"printed\" }",
            ]
        );
    }
}
