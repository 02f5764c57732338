//! What the runners of JavaScript share: frames of a stack, and the message of an assertion.

use crate::event::{Event, Part, Place, Sink};
use crate::recognize::kit::scan;

/// The longest message that is built, in bytes.
const LONGEST_MESSAGE: usize = 300;

/// The place in the brackets or at the end of a frame: `at Test.x (/a/b.js:16:12)`, `file:///a/b.js:16:12`, `t.js:3:1`.
/// `None` for frames of node itself and of packages.
pub fn place_of(text: &str) -> Option<(&str, u64)> {
    let text = text.trim().trim_end_matches([',', '{', ' ']);
    let inner = match text.strip_suffix(')').and_then(|text| text.rsplit_once('(')) {
        Some((_, inner)) => inner,
        None => text.rsplit_once(' ').map_or(text, |(_, last)| last),
    };
    let inner = inner.strip_prefix("file://").unwrap_or(inner);
    let foreign = ["node:", "internal/", "<", "webpack:", "eval "];
    if foreign.iter().any(|start| inner.starts_with(start)) || inner.contains("node_modules/") {
        return None;
    }
    let (place, rest) = scan::place(inner)?;
    let named = place.file.rsplit(['/', '\\']).next().is_some_and(|name| name.contains('.'));
    (rest.is_empty() && named).then_some((place.file, place.line?))
}

/// Whether the line, without its blanks, is a frame of a stack.
pub fn is_frame(text: &str) -> bool {
    text.strip_prefix("at ").is_some_and(|rest| {
        rest.ends_with(')')
            || rest.ends_with(") {")
            || rest.trim_end_matches(" {").ends_with(|last: char| last.is_ascii_digit())
    })
}

/// The text of an error, line by line: what is worth showing first, and its message on one line.
#[derive(Debug, Default)]
pub struct ErrorText {
    message: String,
    /// Whether the message continues on the next line.
    open: bool,
    /// Whether a frame in the user's own files came.
    pub placed: bool,
    /// Whether frames began: what follows is not part of the message.
    pub frames: bool,
    /// Whether node's own difference was printed: another one only repeats it.
    has_difference: bool,
    /// Whether the lines are the properties of the error, in braces after the frames.
    in_properties: bool,
}

impl ErrorText {
    /// Reads the next line, without its indentation. Returns which part it is, and where the error is if this line is the
    /// first to say so.
    pub fn line<'a>(&mut self, text: &'a str) -> (Option<Part>, Option<(&'a str, u64)>) {
        if text.is_empty() {
            return (None, None);
        }
        if is_frame(text) {
            self.frames = true;
            self.in_properties |= text.ends_with('{');
            let place = place_of(text).filter(|_| !self.placed);
            self.placed |= place.is_some();
            return (Some(if place.is_some() { Part::Why } else { Part::Where }), place);
        }
        if self.in_properties || self.frames {
            return (Some(Part::Where), None);
        }
        if text == "+ expected - actual" && self.has_difference {
            self.in_properties = true;
            return (Some(Part::Where), None);
        }
        self.add(text);
        (Some(Part::Why), None)
    }

    /// Reads the next line in the same way, and emits where the error is.
    pub fn located(&mut self, text: &str, sink: &mut dyn Sink) -> Option<Part> {
        let (part, place) = self.line(text);
        if let Some((file, line)) = place {
            sink.emit(Event::At { place: Place { file, line: Some(line) }, better: true });
        }
        part
    }

    fn add(&mut self, text: &str) {
        if self.message.is_empty() {
            self.open = text.ends_with(':');
            // An assertion failed: the code says nothing more.
            match text.strip_prefix("AssertionError [ERR_ASSERTION]: ") {
                Some(printed) => self.push(&format!("AssertionError: {printed}")),
                None => self.push(text),
            }
            return;
        }
        // `+ actual - expected` explains the marks of the lines below it.
        let explains = text.starts_with("+ actual") || text == "+ expected - actual";
        self.has_difference |= text.starts_with("+ actual - expected");
        let says = text.starts_with("+ ") || text.starts_with("- ") || text.contains(" !== ");
        if self.open && says && !explains {
            self.push(text);
        }
    }

    fn push(&mut self, text: &str) {
        if self.message.len().saturating_add(text.len()) > LONGEST_MESSAGE {
            self.open = false;
            if self.message.is_empty() {
                self.message.push_str(crate::text::head(text, LONGEST_MESSAGE));
            }
            return;
        }
        if !self.message.is_empty() {
            self.message.push(' ');
        }
        self.message.push_str(text);
    }

    /// The message so far.
    pub fn message(&self) -> &str {
        &self.message
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_in_the_users_own_file_is_a_place() {
        assert_eq!(place_of("TestContext.<anonymous> (/a/t.js:16:12)"), Some(("/a/t.js", 16)));
        assert_eq!(place_of("at file:///a/t.js:16:12"), Some(("/a/t.js", 16)));
        assert_eq!(place_of("Test.run (node:internal/test_runner/test:796:25)"), None);
        assert_eq!(place_of("at run (/a/node_modules/x/i.js:1:2)"), None);
    }

    #[test]
    fn the_message_of_an_assertion_says_what_differs() {
        let mut error = ErrorText::default();
        for line in [
            "AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:",
            "+ actual - expected",
            "",
            "+ 'a'",
            "- 'b'",
            "+ expected - actual",
            "-a",
        ] {
            error.line(line);
        }
        assert_eq!(error.message(), "AssertionError: Expected values to be strictly equal: + 'a' - 'b'");
        assert_eq!(
            error.line("at Context.<anonymous> (test/a.js:4:1)"),
            (Some(Part::Why), Some(("test/a.js", 4)))
        );
        assert_eq!(error.line("at Context.<anonymous> (test/b.js:4:1)").0, Some(Part::Where));
    }
}
