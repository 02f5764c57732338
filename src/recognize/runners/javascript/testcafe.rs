//! TestCafe with its spec, list and minimal reporters: a mark for each test, numbered errors below it, and the numbers.
//!
//! ```text
//!  Running tests in:
//!  - Chrome 122.0.0.0 / Ubuntu 22.04
//!
//!  Harbour
//!  ✓ opens
//!  ✖ moors a ferry
//!
//!    1) AssertionError: expected 3 to deeply equal 4
//!
//!       Browser: Chrome 122.0.0.0 / Ubuntu 22.04
//!
//!  1/2 failed (3s)
//!  1 skipped
//! ```
//!
//! Source of the format: TestCafe's reporters `spec`, `list` and `minimal`, and reports in its documentation.

use super::shared::marks;
use crate::event::{
    Block, Class, Event, FailureKind, Level, Opened, Outcome, Part, Place, Runner, Seen, Sink, TestId, Totals,
};
use crate::recognize::kit::clip::{clipped, indent};
use crate::recognize::kit::frames::error_text::place_of;
use crate::recognize::kit::names::Names;
use crate::recognize::kit::scan;
use crate::recognize::{Attention, Recognizer, Signs};
use crate::text::Line;

/// The column of the text of an error.
const BODY: usize = 3;

/// TestCafe.
#[derive(Debug, Default)]
pub struct Testcafe {
    running: bool,
    fixture: String,
    names: Names,
    /// A test failed: its errors may follow.
    failed: bool,
    /// The error's message came.
    reported: bool,
    placed: bool,
    /// The numbers came: what was skipped may follow.
    totals: Option<Totals>,
}

impl Recognizer for Testcafe {
    fn runner(&self) -> Runner {
        Runner("testcafe")
    }

    fn signs(&self) -> Signs {
        Signs { starts: &["Running tests in:"], ..Signs::default() }
    }

    fn attention(&self) -> Attention {
        if self.running { Attention::Every } else { Attention::Signs }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged();
        let content = text.trim();
        if content == "Running tests in:" {
            self.finish(sink);
            *self = Self { running: true, ..Self::default() };
            sink.emit(Event::MayHaveBegunBefore);
            sink.emit(Event::SectionStarted { opened: Opened::Own, announced: None, label: "" });
            return Seen::Mine(Class::Noise);
        }
        if !self.running {
            return Seen::No;
        }
        if content.is_empty() {
            // To another run, which may have begun, it parts failures.
            return Seen::Inside(Class::Noise);
        }
        let column = indent(text);
        if column == 1 {
            if let Some(seen) = self.printed(content, sink) {
                return seen;
            }
            // A long path of a screenshot is on a line of its own.
            if self.failed && content.ends_with(".png)") {
                return Seen::Mine(Class::Noise);
            }
            if self.totals.is_none()
                && content.starts_with("- ")
                && content.contains(" / ")
                && self.fixture.is_empty()
            {
                return Seen::Mine(Class::Noise);
            }
        }
        if self.totals.is_some() {
            self.finish(sink);
            return Seen::No;
        }
        if self.failed && column >= BODY {
            return self.body(content, sink);
        }
        if column == 1 {
            self.close(sink);
            self.fixture = clipped(content);
            // Any tool may indent by a blank: after a run that was killed another one may begin with this line.
            return Seen::Inside(Class::Noise);
        }
        Seen::No
    }

    fn end(&mut self, sink: &mut dyn Sink) {
        self.finish(sink);
    }
}

impl Testcafe {
    /// A test or a number, in their column.
    fn printed(&mut self, content: &str, sink: &mut dyn Sink) -> Option<Seen> {
        if let Some(totals) = &mut self.totals {
            let (skipped, " skipped") = scan::number(content)? else { return None };
            totals.skipped = Some(skipped);
            return Some(Seen::Mine(Class::Totals));
        }
        if let Some(totals) = numbers(content) {
            self.close(sink);
            sink.emit(Event::MayHaveEnded);
            self.totals = Some(totals);
            return Some(Seen::Mine(Class::Totals));
        }
        let failed = content.strip_prefix("✖ ").or_else(|| content.strip_prefix("× "));
        let skipped = content.strip_prefix("- ").filter(|_| !self.fixture.is_empty());
        let passed = marks::passed(content);
        let title = failed.or(passed).or(skipped)?;
        self.close(sink);
        // Where screenshots are, and whether it passed at a later try.
        let title = title.split(" (screenshots:").next().unwrap_or(title);
        let title = title.strip_suffix(" (unstable)").unwrap_or(title);
        let separator = if self.fixture.is_empty() { "" } else { " > " };
        let id = TestId { module: &self.fixture, separator, name: title };
        let name = self.names.next_of(id);
        let id = TestId { name: &name, ..id };
        if failed.is_some() {
            sink.emit(Event::BlockOpened(Block::Test { id, kind: FailureKind::Test }));
            sink.emit(Event::Heading);
            (self.failed, self.reported, self.placed) = (true, false, false);
            return Some(Seen::Mine(Class::Detail));
        }
        let (outcome, class) = if passed.is_some() {
            (Outcome::Passed, Class::Passed)
        } else {
            (Outcome::Skipped, Class::Skipped)
        };
        sink.emit(Event::finished(id, outcome));
        Some(Seen::Mine(class))
    }

    /// A line of an error.
    fn body(&mut self, content: &str, sink: &mut dyn Sink) -> Seen {
        let titled = scan::number(content).and_then(|(_, rest)| rest.strip_prefix(") "));
        if let Some(message) = titled {
            if !std::mem::replace(&mut self.reported, true) {
                sink.emit(Event::Message(message));
            }
            sink.emit(Event::Text(Part::Why));
            return Seen::Mine(Class::Detail);
        }
        // A long frame goes on on the next line.
        let framed = content.starts_with("at ") || content.starts_with("(/");
        let place = place_of(content).filter(|_| framed && !self.placed);
        if let Some((file, line)) = place {
            self.placed = true;
            sink.emit(Event::At { place: Place { file, line: Some(line) }, better: false });
        }
        let excerpt =
            content.starts_with('>') || content.starts_with("Browser: ") || scan::number(content).is_some();
        let frame = content.starts_with("at ") && place.is_none();
        sink.emit(Event::Text(if excerpt || frame { Part::Where } else { Part::Why }));
        Seen::Inside(Class::Detail)
    }

    fn close(&mut self, sink: &mut dyn Sink) {
        if std::mem::take(&mut self.failed) {
            sink.emit(Event::BlockClosed);
        }
    }

    /// The run ended, when its numbers came.
    fn finish(&mut self, sink: &mut dyn Sink) {
        self.close(sink);
        if let Some(totals) = self.totals.take() {
            sink.emit(Event::Declared { totals, level: Level::Section });
            *self = Self::default();
        }
    }
}

/// Reads `1/2 failed (3s)` and `2 passed (3s)`.
fn numbers(content: &str) -> Option<Totals> {
    let (reported, time) = content.strip_suffix(')')?.rsplit_once(" (")?;
    time.bytes().next().filter(u8::is_ascii_digit)?;
    let (first, rest) = scan::number(reported)?;
    let (passed, failed) = match rest.strip_prefix('/') {
        Some(rest) => {
            let (all, " failed") = scan::number(rest)? else { return None };
            (all.checked_sub(first)?, first)
        }
        None if rest == " passed" => (first, 0),
        None => return None,
    };
    Some(Totals { passed: Some(passed), failed: Some(failed), ..Totals::default() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::kit::scan::drive;

    fn all(text: &str) -> String {
        drive(&mut Testcafe::default(), text).join("\n")
    }

    const HEAD: &str = " Running tests in:\n - Chrome 122.0 / Linux 0.0\n\n Harbour\n ✓ opens\n";

    #[test]
    fn a_failed_test_has_its_error_and_its_place() {
        let all = all(&format!(
            "{HEAD} ✖ moors (screenshots: /tmp/a.png)\n\n   1) AssertionError: expected 3 to deeply equal 4\n\n      Browser: Chrome 122.0 / Linux 0.0\n\n\
             \x20      > 10 |    await t.expect(3).eql(4);\n\n         at <anonymous> (/p/quay.js:10:23)\n\n - docks\n\n\n 1/2 failed (3s)\n 1 skipped\n"
        ));
        assert!(all.contains("module: \"Harbour\", separator: \" > \", name: \"moors\""), "{all}");
        assert!(all.contains("Message(\"AssertionError: expected 3 to deeply equal 4\")"), "{all}");
        assert!(all.contains("file: \"/p/quay.js\", line: Some(10)"), "{all}");
        assert!(all.contains("passed: Some(1), failed: Some(1), errors: None, skipped: Some(1)"), "{all}");
    }

    #[test]
    fn a_run_that_is_cut_tells_no_numbers() {
        let all = all(HEAD);
        assert!(all.contains("outcome: Passed") && !all.contains("Declared"), "{all}");
    }

    #[test]
    fn numbers_without_a_run_or_of_another_shape_are_nobodys() {
        assert!(!all(" 2 passed (3s)\n").contains("Started"));
        for text in [" 3/2 failed (3s)\n", " 2 passed (later)\n", "2 passed (3s)\n", " 2 passed\n"] {
            assert!(!all(&format!("{HEAD}{text}")).contains("Declared"), "{text}");
        }
    }
}
