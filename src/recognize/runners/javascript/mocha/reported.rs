//! Mocha's reporters for programs that go line by line: `json-stream`, and `doc`, which is HTML.
//!
//! `["fail",{"title":"adds","fullTitle":"cart adds","err":"...","stack":"..."}]`, and an `["end",{...}]` with the numbers.
//! `doc` prints `<dt class="error">name</dt>`, the file in the same way, `<dd class="error">` with the code and one with the
//! error, and no numbers: a run without a failure is not known to have passed. `json` is a document, and read as such.

use crate::budget::Count as _;
use crate::event::{
    Block, Class, Event, FailureKind, Level, Opened, Outcome, Part, Place, Seen, Sink, TestId, Totals,
};
use crate::recognize::kit::frames::error_text::ErrorText;
use crate::recognize::kit::names::Names;
use crate::recognize::kit::scan;
use crate::recognize::kit::unescape::unescape;
use crate::recognize::kit::{Run, Runner, Spec};

/// How a failed test and its file begin in `doc`, and what follows them.
const TERM: &str = "<dt class=\"error\">";
const TEXT: &str = "<dd class=\"error\">";

/// The most lines of what is below a failed test in `doc`.
const MOST_LINES: u32 = 1000;

/// Where the recognizer is in `doc`.
#[derive(Debug, Default)]
enum State {
    #[default]
    Outside,
    /// A failed test was named.
    Named,
    /// In the text of its error.
    Error(ErrorText),
}

/// Mocha's `json-stream` and `doc`.
#[derive(Debug, Default)]
pub struct MochaReported {
    state: State,
    running: bool,
    names: Names,
    /// Lines since the last failed test.
    lines: u32,
}

impl Runner for MochaReported {
    const SPEC: Spec = Spec {
        name: "mocha",
        reads: "mocha: json-stream, and the failures of doc",
        starts: &["[\"start\",{", "[\"pass\",{", "[\"fail\",{", "[\"end\",{", TERM],
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        !matches!(self.state, State::Outside)
    }

    fn line(&mut self, (): &mut (), _text: &str, run: &mut Run<'_>) -> Seen {
        let line = run.line();
        let text = line.judged();
        self.lines.up(1);
        if self.lines > MOST_LINES {
            // Its end was lost.
            self.close(run);
        }
        match std::mem::take(&mut self.state) {
            State::Outside => {}
            State::Named => return self.named(text, run),
            State::Error(error) => return self.error(error, text, run),
        }
        let content = text.trim();
        if let Some(name) = content.strip_prefix(TERM) {
            let name = unescape(name.strip_suffix("</dt>").unwrap_or(name));
            self.open(None, run);
            self.fail(&name, run);
            self.state = State::Named;
            return Seen::Mine(Class::Detail);
        }
        let Some((word, fields)) = content.strip_prefix("[\"").and_then(|rest| rest.split_once("\",{"))
        else {
            return Seen::No;
        };
        // A line that is cut off is no event, unless it tells a failure.
        if word != "fail" && !line.ending().trim_end().ends_with("}]") {
            return Seen::No;
        }
        match word {
            "start" => {
                let Some(total) = number(fields, "total") else { return Seen::No };
                self.running = false;
                self.open(Some(total), run);
                Seen::Mine(Class::Noise)
            }
            "pass" if self.running || string(fields, "fullTitle").is_some() => {
                self.open(None, run);
                run.emit(Event::Counted { passed: 1, failed: 0, skipped: 0, other: 0 });
                Seen::Mine(Class::Passed)
            }
            "fail" => self.failure(fields, run),
            "end" => self.numbers(fields, run),
            _ => Seen::No,
        }
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        self.close(run);
    }
}

impl MochaReported {
    fn open(&mut self, announced: Option<u64>, sink: &mut dyn Sink) {
        if !self.running {
            (self.running, self.names) = (true, Names::default());
            sink.emit(Event::SectionStarted { opened: Opened::Own, announced, label: "" });
        }
    }

    fn fail(&mut self, name: &str, sink: &mut dyn Sink) {
        self.lines = 0;
        let name = self.names.next(name);
        let outcome = Outcome::Failed(FailureKind::Test);
        sink.emit(Event::finished(TestId::bare(&name), outcome));
        sink.emit(Event::Instead(&name));
        sink.emit(Event::Heading);
        sink.emit(Event::BlockOpened(Block::More { name: &name }));
    }

    /// A line of `json-stream` that tells a failure. A long one may be cut amid its stack.
    fn failure(&mut self, fields: &str, sink: &mut dyn Sink) -> Seen {
        let Some(name) = string(fields, "fullTitle").or_else(|| string(fields, "title")) else {
            return Seen::No;
        };
        self.open(None, sink);
        self.fail(&name, sink);
        let stack = string(fields, "stack").or_else(|| string(fields, "err")).unwrap_or_default();
        let mut error = ErrorText::default();
        for text in stack.lines() {
            tell(&mut error, text.trim(), Some(text), sink);
        }
        self.state = State::Error(error);
        self.close(sink);
        Seen::Mine(Class::Detail)
    }

    fn numbers(&mut self, fields: &str, sink: &mut dyn Sink) -> Seen {
        let (Some(passed), Some(failed)) = (number(fields, "passes"), number(fields, "failures")) else {
            return Seen::No;
        };
        // Numbers without a run before them prove nothing.
        let skipped = Some(number(fields, "pending").unwrap_or(0));
        let totals = Totals { passed: Some(passed), failed: Some(failed), skipped, ..Totals::default() };
        sink.emit(Event::Declared { totals, level: Level::Section });
        *self = Self::default();
        Seen::Mine(Class::Totals)
    }

    /// A line of `doc` below the name of a failed test: its file, its code, then its error.
    fn named(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        let content = text.trim();
        if let Some(file) = content.strip_prefix(TERM).and_then(|rest| rest.strip_suffix("</dt>")) {
            sink.emit(Event::At { place: Place { file: &unescape(file), line: None }, better: false });
            self.state = State::Named;
            return Seen::Mine(Class::Detail);
        }
        match content.strip_prefix(TEXT) {
            Some(code) if code.starts_with("<pre>") => {
                self.state =
                    if code.ends_with("</dd>") { State::Named } else { State::Error(ErrorText::default()) };
                sink.emit(Event::Text(Part::Where));
                Seen::Mine(Class::Detail)
            }
            Some(error) => self.error(ErrorText::default(), error, sink),
            None => {
                // The code of a test may have several lines.
                self.state = State::Named;
                if content.starts_with('<') {
                    self.close(sink);
                    return Seen::No;
                }
                Seen::Inside(Class::Detail)
            }
        }
    }

    fn error(&mut self, mut error: ErrorText, text: &str, sink: &mut dyn Sink) -> Seen {
        let content = text.trim();
        let last = content.strip_suffix("</dd>");
        let plain = unescape(last.unwrap_or(content).trim_end());
        tell(&mut error, &plain, None, sink);
        self.state = State::Error(error);
        if last.is_some() {
            self.close(sink);
        }
        Seen::Mine(Class::Detail)
    }

    fn close(&mut self, sink: &mut dyn Sink) {
        match std::mem::take(&mut self.state) {
            State::Outside => return,
            State::Named => {}
            State::Error(error) if error.message().is_empty() => {}
            State::Error(error) => sink.emit(Event::Message(error.message())),
        }
        sink.emit(Event::BlockClosed);
    }
}

/// A line of an error: the current one, or decoded text.
fn tell(error: &mut ErrorText, content: &str, decoded: Option<&str>, sink: &mut dyn Sink) {
    let Some(part) = error.located(content, sink) else { return };
    match decoded {
        Some(text) => sink.emit(Event::Decoded { part, text }),
        None => sink.emit(Event::Text(part)),
    }
}

/// The string after a key, decoded.
fn string(fields: &str, key: &str) -> Option<String> {
    let (_, rest) = fields.split_once(&format!("\"{key}\":\""))?;
    let mut escaped = false;
    let end = rest.bytes().position(|byte| {
        let ends = byte == b'"' && !escaped;
        escaped = byte == b'\\' && !escaped;
        ends
    });
    // What was cut off ends before its last escape.
    let inside = match end {
        Some(end) => rest.get(..end)?,
        None => rest.rsplit_once('\\').map_or(rest, |(rest, _)| rest),
    };
    serde_json::from_str(&format!("\"{inside}\"")).ok()
}

/// The number after a key.
fn number(fields: &str, key: &str) -> Option<u64> {
    let (_, rest) = fields.split_once(&format!("\"{key}\":"))?;
    scan::number(rest).map(|(number, _)| number)
}
