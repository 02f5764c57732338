//! The boxes in which Flutter tells what was thrown, before the line that names the failed test.
//!
//! Each has the class of what was thrown in a sentence (`The following assertion was thrown during layout:`), the message below
//! it, and more below that. Of several a last box says no more than `Multiple exceptions (2) were detected`: the message is
//! that of the first one. See `flutter_test/lib/src/binding.dart`.

use crate::event::{Event, Part, Place, Sink};
use crate::recognize::kit::scan;

/// The most boxes that are held, the most lines of each, and the longest line, in bytes.
const BOXES: usize = 8;
const LINES: usize = 60;
const BYTES: usize = 1000;

/// Boxes since a test began.
#[derive(Debug, Default)]
pub(super) struct Boxes {
    /// The test that ran.
    test: String,
    boxes: Vec<Vec<String>>,
}

impl Boxes {
    /// Another box begins while a test runs.
    pub(super) fn begin(&mut self, test: &str) {
        if self.test != test {
            *self = Self { test: test.to_owned(), boxes: Vec::new() };
        }
        if self.boxes.len() < BOXES {
            self.boxes.push(Vec::new());
        } else if let Some(last) = self.boxes.last_mut() {
            last.clear();
        }
    }

    /// A line of it.
    pub(super) fn hold(&mut self, line: &str) {
        if let Some(last) = self.boxes.last_mut()
            && last.len() < LINES
            && line.len() <= BYTES
            && !line.is_empty()
        {
            last.push(line.to_owned());
        }
    }

    /// Whether what this test threw is held.
    pub(super) fn holds(&self, test: &str) -> bool {
        self.test == test && self.boxes.iter().any(|lines| !lines.is_empty())
    }

    /// Tells them as the reason of the failure that was just named; whether there were any.
    pub(super) fn tell(&self, sink: &mut dyn Sink) -> bool {
        let mut first = None;
        for lines in &self.boxes {
            let message = tell_box(lines, sink);
            first = first.or(message);
        }
        if let Some(message) = first {
            sink.emit(Event::Message(message));
        }
        self.boxes.iter().any(|lines| !lines.is_empty())
    }
}

/// Tells a box; its message.
fn tell_box<'a>(lines: &'a [String], sink: &mut dyn Sink) -> Option<&'a str> {
    let mut why = true;
    let mut message = None;
    for (at, line) in lines.iter().enumerate() {
        if line.starts_with("The following ") {
            // The message follows; the sentence itself tells the class of what was thrown.
            message = lines.get(at.saturating_add(1)).map(|line| line.trim());
        } else if let Some(thrown) = line.strip_prefix("Another exception was thrown: ") {
            message = Some(thrown);
        }
        if line.starts_with("When the exception was thrown") {
            why = false;
        }
        let place = line.trim().strip_prefix("file://").and_then(|rest| rest.rsplit_once(" line "));
        if let Some((file, number)) = place {
            let line = scan::whole_number(number.trim_end_matches(':'));
            sink.emit(Event::At { place: Place { file, line }, better: true });
        }
        let part = if why || place.is_some() { Part::Why } else { Part::Where };
        sink.emit(Event::Decoded { part, text: line });
    }
    message
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_several_boxes_each_is_reported_and_the_first_has_the_message() {
        let mut boxes = Boxes::default();
        boxes.begin("other");
        boxes.hold("stale");
        for (sentence, message) in [
            ("The following assertion was thrown during layout:", "A row is too wide."),
            ("The following message was thrown:", "Multiple exceptions (2) were detected"),
        ] {
            boxes.begin("quay opens");
            boxes.hold(sentence);
            boxes.hold(message);
        }
        boxes.begin("quay opens");
        boxes.hold("Another exception was thrown: no rope");
        let mut events: Vec<String> = Vec::new();
        assert!(boxes.tell(&mut events));
        assert_eq!(events.len(), 6, "{events:#?}");
        assert_eq!(events[5], "Message(\"A row is too wide.\")");
        assert!(events[4].contains("no rope"), "{events:#?}");
    }
}
