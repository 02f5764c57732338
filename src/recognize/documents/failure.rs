//! Says one failed test in events: the claim, its block, its text, place and message.
//!
//! All parsers of this folder end here, so that a failure reads alike whatever file reported it.

use super::detail::{self, Spot};
use super::limits;
use crate::event::{Attempt, Block, Event, FailureKind, Grade, Outcome, Part, Sink, TestId};

/// A test's name with its own copies of the parts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Name {
    /// What comes before the separator, may be empty.
    pub module: String,
    /// Between module and name, empty when the module is.
    pub separator: &'static str,
    /// The last segment.
    pub name: String,
}

impl Name {
    /// A name without a module.
    pub fn bare(name: &str) -> Self {
        Self::new("", "", name)
    }

    /// A name in a module. Control characters become blanks: a name is one line.
    pub fn new(module: &str, separator: &'static str, name: &str) -> Self {
        let separator = if module.is_empty() { "" } else { separator };
        Self { module: one_line(module), separator, name: one_line(name) }
    }

    /// Split at the last `separator`; without one the whole is the name.
    pub fn split_last(shown: &str, separator: &'static str) -> Self {
        let id = TestId::split_last(shown, separator);
        Self::new(id.module, separator, id.name)
    }

    /// As the events want it.
    pub fn id(&self) -> TestId<'_> {
        TestId { module: &self.module, separator: self.separator, name: &self.name }
    }

    /// As it is shown.
    pub fn shown(&self) -> String {
        format!("{}{}{}", self.module, self.separator, self.name)
    }
}

/// The text with line ends and tabs as blanks, without blanks at its ends.
pub fn one_line(text: &str) -> String {
    text.replace(['\r', '\n', '\t'], " ").trim().to_owned()
}

/// What a report says of one failure.
#[derive(Clone, Debug, Default)]
pub struct Reported {
    /// The short message, may be empty.
    pub message: String,
    /// The long text, may be empty.
    pub text: String,
    /// A name for the kind of exception, used when nothing else says anything.
    pub exception: String,
}

impl Reported {
    /// Of a message alone.
    pub fn message(message: &str) -> Self {
        let mut reported = Self::default();
        limits::append(&mut reported.message, message);
        reported
    }

    /// The bytes that it holds.
    pub fn size(&self) -> usize {
        self.message.len().saturating_add(self.text.len()).saturating_add(self.exception.len())
    }
}

/// Emits a failed test: a claim of grade `Listed` and a block with everything that was reported it.
pub fn emit(
    sink: &mut dyn Sink,
    name: &Name,
    kind: FailureKind,
    attempt: Attempt,
    reported: &[Reported],
    known: Option<&Spot>,
    output: &str,
) {
    let id = name.id();
    let outcome = Outcome::Failed(kind);
    sink.emit(Event::Finished { id, outcome, grade: Grade::Listed, attempt, alias: "" });
    sink.emit(Event::BlockOpened(Block::Test { id, kind }));
    body(sink, &name.module, reported, known, output);
}

/// Emits further text of a test that was reported as failed before.
pub fn emit_more(sink: &mut dyn Sink, name: &Name, reported: &Reported) {
    sink.emit(Event::BlockOpened(Block::More { name: &name.shown() }));
    body(sink, &name.module, std::slice::from_ref(reported), None, "");
}

/// Emits a suite, target or file that failed as a whole.
pub fn emit_whole(sink: &mut dyn Sink, name: &str, kind: FailureKind, reported: &[Reported], output: &str) {
    let name = one_line(name);
    sink.emit(Event::BlockOpened(Block::Whole { name: &name, kind }));
    body(sink, "", reported, None, output);
}

/// The inside of an open block, and its end.
fn body(sink: &mut dyn Sink, class: &str, reported: &[Reported], known: Option<&Spot>, output: &str) {
    let mut place = None;
    let mut message = String::new();
    let mut before: Option<&Reported> = None;
    for each in reported {
        if before.is_some_and(|last| last.message == each.message && last.text.trim() == each.text.trim()) {
            // A further attempt that failed in the same way.
            continue;
        }
        before = Some(each);
        let message_parts = match detail::covers(&each.text, &each.message) {
            true => Vec::new(),
            false => detail::parts(&each.message, ""),
        };
        for (part, text) in message_parts {
            sink.emit(Event::Decoded { part, text });
        }
        for (part, text) in detail::parts(&each.text, &each.message) {
            sink.emit(Event::Decoded { part, text });
        }
        if each.text.trim().is_empty() && each.message.trim().is_empty() && !each.exception.is_empty() {
            sink.emit(Event::Decoded { part: Part::Why, text: &each.exception });
        }
        place =
            place.or_else(|| detail::spot(&each.text, class)).or_else(|| detail::spot(&each.message, class));
        if message.is_empty() {
            // A message that only says where a panic happened is no message when the text goes on.
            let bare_place = each.message.contains("panicked at ") && !each.text.trim().is_empty();
            let short = if bare_place { "" } else { each.message.as_str() };
            let printed = [short, &each.text, &each.exception];
            message = printed
                .iter()
                .map(|printed| one_line(&detail::message(printed)))
                .find(|printed| !printed.is_empty())
                .unwrap_or_default();
        }
    }
    if !output.trim().is_empty() {
        sink.emit(Event::Decoded { part: Part::Output, text: output.trim_matches('\n').trim_end() });
    }
    if let Some(spot) = place.as_ref().or(known) {
        sink.emit(Event::At { place: spot.place(), better: false });
    }
    if !message.is_empty() {
        sink.emit(Event::Message(&message));
    }
    sink.emit(Event::BlockClosed);
}

/// Emits a test that did not fail.
pub fn emit_other(sink: &mut dyn Sink, name: &Name, outcome: Outcome, attempt: Attempt, reason: &str) {
    sink.emit(Event::Finished { id: name.id(), outcome, grade: Grade::Listed, attempt, alias: "" });
    let reason = reason.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or("");
    if outcome == Outcome::Skipped && !reason.is_empty() {
        sink.emit(Event::Reason(&one_line(reason)));
    }
}

/// Emits how long the test took that was just reported.
pub fn emit_took(sink: &mut dyn Sink, took_ms: Option<u64>) {
    if let Some(took_ms) = took_ms {
        sink.emit(Event::Took(took_ms));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_that_the_text_repeats_is_reported_once() {
        let mut events: Vec<String> = Vec::new();
        let reported = Reported {
            message: "boom".into(),
            text: "Error: boom\n    at f (a.js:1:2)".into(),
            ..Reported::default()
        };
        emit(
            &mut events,
            &Name::new("A", ".", "b\nc"),
            FailureKind::Test,
            0,
            &[reported.clone(), reported],
            None,
            "\nout\n",
        );
        assert_eq!(
            events,
            [
                r#"Finished { id: TestId { module: "A", separator: ".", name: "b c" }, outcome: Failed(Test), grade: Listed, attempt: 0, alias: "" }"#,
                r#"BlockOpened(Test { id: TestId { module: "A", separator: ".", name: "b c" }, kind: Test })"#,
                r#"Decoded { part: Why, text: "Error: boom" }"#,
                r#"Decoded { part: Where, text: "    at f (a.js:1:2)" }"#,
                r#"Decoded { part: Output, text: "out" }"#,
                r#"At { place: Place { file: "a.js", line: Some(1) }, better: false }"#,
                r#"Message("boom")"#,
                "BlockClosed",
            ]
        );
    }

    #[test]
    fn a_failure_that_says_nothing_but_its_exception_says_that() {
        let mut events: Vec<String> = Vec::new();
        let reported = Reported { exception: "java.lang.Error".into(), ..Reported::default() };
        emit_whole(&mut events, "suite", FailureKind::Suite, &[reported], "");
        assert_eq!(
            events,
            [
                r#"BlockOpened(Whole { name: "suite", kind: Suite })"#,
                r#"Decoded { part: Why, text: "java.lang.Error" }"#,
                r#"Message("java.lang.Error")"#,
                "BlockClosed",
            ]
        );
    }
}
