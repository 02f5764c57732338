//! The lines below a diagnostic's heading: place, source with labels, notes.
//!
//! Why a diagnostic was made is in its heading, in the ` --> ` line, on the lines that label the primary span with
//! carets, and in `= note: expected ..` with its `found ..`. Everything else shows where: source, secondary labels,
//! further notes and suggestions, each of which can have a place and carets of its own.

use crate::event::{Event, Part, Place, Sink};
use crate::recognize::kit::scan;

/// Whether a diagnostic has a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Placed {
    /// Not reported so far.
    NotYet,
    /// Reported.
    Yes,
    /// It has none: its notes are the reason (the linker's output).
    Never,
}

/// Where the lines are read that belong to one diagnostic.
#[derive(Clone, Copy, Debug)]
pub struct Excerpt {
    placed: Placed,
    /// Inside a `note:` or `help:` of its own.
    sub: bool,
    /// After `= note: expected ..`: its continuation is the reason too.
    expected: bool,
    /// Inside a note that lists a command line.
    command: bool,
    /// Whether a note gave the message of a diagnostic without a place.
    reported: bool,
}

impl Excerpt {
    /// Below a heading whose place comes on a later line.
    #[must_use]
    pub const fn unplaced() -> Self {
        Self { placed: Placed::NotYet, sub: false, expected: false, command: false, reported: false }
    }

    /// Below a heading whose place is known.
    #[must_use]
    pub const fn placed() -> Self {
        Self { placed: Placed::Yes, sub: false, expected: false, command: false, reported: false }
    }

    /// Below a heading that has no place.
    #[must_use]
    pub const fn placeless() -> Self {
        Self { placed: Placed::Never, sub: false, expected: false, command: false, reported: false }
    }

    /// Adds a line to the open block.
    pub fn line(&mut self, text: &str, sink: &mut dyn Sink) {
        let part = self.part(text, sink);
        if self.placed == Placed::Never && part == Part::Why && !self.reported {
            let bare = text.trim();
            let note = bare.strip_prefix("= note: ").unwrap_or(bare);
            if ["undefined ", "error: ", "cannot find ", "not found", "multiple definition"]
                .iter()
                .any(|sign| note.contains(sign))
            {
                sink.emit(Event::Message(note));
                self.reported = true;
            }
        }
        sink.emit(Event::Text(part));
    }

    /// Which part of the diagnostic the line is. Tells the place when the line holds it.
    fn part(&mut self, text: &str, sink: &mut dyn Sink) -> Part {
        let bare = text.trim_start();
        if bare.starts_with("--> ") && self.placed == Placed::NotYet && !self.sub {
            self.placed = Placed::Yes;
            if let Some(place) = arrow(text) {
                // Of two errors of one kind on a line the column alone tells them apart.
                if let Some(column) = text.rsplit(':').next().and_then(scan::whole_number) {
                    sink.emit(Event::Column(column));
                }
                sink.emit(Event::At { place, better: true });
            }
            return Part::Why;
        }
        if text.starts_with("note: ") || text.starts_with("help: ") {
            self.sub = true;
            self.expected = false;
            return Part::Where;
        }
        if let Some(note) = bare.strip_prefix("= ") {
            self.expected = note.starts_with("note: expected ");
            self.command = note.starts_with("note:  \"")
                || note.starts_with("note: \"")
                || note.contains("arguments are omitted");
            let reason = self.expected || (self.placed == Placed::Never && !self.command);
            return if reason { Part::Why } else { Part::Where };
        }
        if self.placed == Placed::Never {
            return if self.command || bare == "|" { Part::Where } else { Part::Why };
        }
        match bare.split_once('|').map(|(margin, code)| (margin.trim(), code)) {
            Some(("", code)) if !self.sub && labelled(code) => Part::Why,
            Some((margin, _))
                if margin.is_empty() || scan::whole_number(margin).is_some() || margin == "LL" =>
            {
                self.expected = false;
                Part::Where
            }
            _ if self.expected && bare.starts_with("found ") => Part::Why,
            // Before the place the message goes on.
            _ if self.placed == Placed::NotYet && !self.sub => Part::Why,
            _ => Part::Where,
        }
    }
}

/// The place of a ` --> src/lib.rs:3:5` line.
#[must_use]
pub fn arrow(text: &str) -> Option<Place<'_>> {
    let path = text.trim_start().strip_prefix("--> ")?;
    match scan::place(path) {
        Some((place, _)) => Some(place),
        None => (!path.trim().is_empty()).then_some(Place { file: path.trim(), line: None }),
    }
}

/// Whether carets with a label are on the line.
fn labelled(code: &str) -> bool {
    let Some((_, label)) = code.rsplit_once('^') else { return false };
    label.contains(|each: char| each.is_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(mut excerpt: Excerpt, text: &str) -> Vec<String> {
        text.lines()
            .map(|line| {
                let mut events: Vec<String> = Vec::new();
                excerpt.line(line, &mut events);
                events.join(" | ")
            })
            .collect()
    }

    #[test]
    fn place_primary_label_and_expected_types_are_the_reason() {
        assert_eq!(
            parts(
                Excerpt::unplaced(),
                "  --> src/lib.rs:40:5\n   |\n39 | fn both() -> u8 {\n   |              -- expected because of this\n40 |     a\n   |     ^ expected `u8`, found `u16`\n   |\n   = note: expected type `u8`\n              found type `u16`\n   = help: try it\nnote: function here\n  --> src/other.rs:8:8\n   |\n 8 | fn x() {}\n   |    ^ this one"
            ),
            [
                "Column(5) | At { place: Place { file: \"src/lib.rs\", line: Some(40) }, better: true } | Text(Why)",
                "Text(Where)",
                "Text(Where)",
                "Text(Where)",
                "Text(Where)",
                "Text(Why)",
                "Text(Where)",
                "Text(Why)",
                "Text(Why)",
                "Text(Where)",
                "Text(Where)",
                "Text(Where)",
                "Text(Where)",
                "Text(Where)",
                "Text(Where)",
            ]
        );
    }

    #[test]
    fn a_linkers_words_are_the_reason_and_its_command_line_is_not() {
        assert_eq!(
            parts(
                Excerpt::placeless(),
                "  |\n  = note:  \"cc\" \"-m64\"\n  = note: some arguments are omitted. use `--verbose`\n  = note: rust-lld: error: undefined symbol: x\n          >>> referenced by main.rs:6"
            ),
            [
                "Text(Where)",
                "Text(Where)",
                "Text(Where)",
                "Message(\"rust-lld: error: undefined symbol: x\") | Text(Why)",
                "Text(Why)"
            ]
        );
    }

    #[test]
    fn a_message_of_several_lines_goes_on_up_to_the_place() {
        assert_eq!(
            parts(Excerpt::unplaced(), "       second line\n --> src/a.rs:1:1"),
            [
                "Text(Why)",
                "Column(1) | At { place: Place { file: \"src/a.rs\", line: Some(1) }, better: true } | Text(Why)"
            ]
        );
    }
}
