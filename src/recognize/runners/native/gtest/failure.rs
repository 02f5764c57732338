//! What a failed test says: which of the lines below `FILE:LINE: Failure` tell why, and the message in one line.
//!
//! An assertion's text has no end of its own: what the test prints next follows without a mark. So the lines right
//! below the head are the message, up to a number of lines or a blank line; after it only lines of shapes that the
//! assertions print are.

use crate::budget::Count as _;
use crate::recognize::kit::bounds::MESSAGE_BYTES;

/// The most lines of one assertion's text that are taken for its message.
const MESSAGE_LINES: usize = 24;

/// Beginnings of lines that assertions, matchers and mocks print, after blanks.
const WORDS: [&str; 16] = [
    "Value of: ",
    "Actual: ",
    "Actual:",
    "Expected: ",
    "Expected equality of",
    "Which is: ",
    "With diff:",
    "@@ ",
    "Google Test trace:",
    "Stack trace:",
    "The difference between ",
    "C++ exception ",
    "Function call: ",
    "Returns: ",
    "Expected arg #",
    "Death test: ",
];

/// Where in an assertion's text the recognizer is.
#[derive(Debug, Default)]
pub struct Reported {
    lines: usize,
    after_blank: bool,
    message: String,
    complete: bool,
}

impl Reported {
    /// An assertion's head was read; `text` is what followed it on the same line. The first message stays.
    pub fn begin(&mut self, text: &str) {
        self.lines = 0;
        self.after_blank = false;
        if !self.message.is_empty() {
            self.complete = true;
        }
        if !text.is_empty() {
            self.message(text);
        }
    }

    /// Whether the line below the head tells why.
    pub fn tells_why(&mut self, text: &str) -> bool {
        let bare = text.trim();
        if bare.is_empty() {
            self.after_blank = self.lines > 0;
            self.complete |= self.lines > 0;
            return false;
        }
        let known = WORDS.iter().any(|word| bare.starts_with(word));
        let why = known || (!self.after_blank && self.lines < MESSAGE_LINES);
        if why {
            self.lines.up(1);
            self.message(bare);
        }
        why
    }

    fn message(&mut self, text: &str) {
        let room = MESSAGE_BYTES.saturating_sub(self.message.len());
        if self.complete || room < 4 || text.starts_with("Stack trace:") {
            return;
        }
        // A literal's value is in it.
        if let Some(value) = text.strip_prefix("Which is: ")
            && self.message.ends_with(&format!("({value})"))
        {
            return;
        }
        if !self.message.is_empty() {
            let sentence = !self.message.ends_with([':', ',']);
            self.message.push_str(if sentence { ", " } else { " " });
        }
        self.message.push_str(crate::text::head(text, room));
    }

    /// The first assertion's text in one line; empty when there is none.
    #[must_use]
    pub fn in_one_line(&self) -> &str {
        &self.message
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_that_is_in_its_expression_is_reported_once() {
        let mut reported = Reported::default();
        reported.begin("");
        let lines = [
            "Expected equality of these values:",
            "  std::string(\"a\")",
            "    Which is: \"a\"",
            "  size()",
            "    Which is: 3",
        ];
        assert!(lines.into_iter().all(|line| reported.tells_why(line)));
        let expected = "Expected equality of these values: std::string(\"a\"), size(), Which is: 3";
        assert_eq!(reported.in_one_line(), expected);
    }
}
