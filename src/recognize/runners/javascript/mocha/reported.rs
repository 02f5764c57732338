//! Mocha's reporters for programs that go line by line: `json-stream`, and `doc`, which is HTML.
//!
//! `["fail",{"title":"adds","fullTitle":"cart adds","err":"...","stack":"..."}]`, and an `["end",{...}]` with the numbers.
//! `doc` prints `<dt class="error">name</dt>`, the file in the same way, `<dd class="error">` with the code and one with the
//! error, and no numbers: a run without a failure is not known to have passed. `json` is a document, and read as such.

use crate::budget::Count as _;
use crate::event::{Class, Event, Part, Place, Seen, TestId, Totals};
use crate::recognize::kit::frames::error_text::ErrorText;
use crate::recognize::kit::names::Names;
use crate::recognize::kit::scan;
use crate::recognize::kit::unescape::unescape;
use crate::recognize::kit::{EveryLine, FAILED, Run, Runner, Spec, passed_failed};

/// How a failed test and its file begin in `doc`, and what follows them.
const TERM: &str = "<dt class=\"error\">";
const TEXT: &str = "<dd class=\"error\">";

/// The most lines of what is below a failed test in `doc`.
const MOST_LINES: u32 = 1000;

/// What is below the name of a failed test in `doc`.
#[derive(Debug, Default)]
enum State {
    /// A failed test was named.
    #[default]
    Named,
    /// In the text of its error.
    Error(ErrorText),
}

/// Mocha's `json-stream` and `doc`.
#[derive(Debug, Default)]
pub struct MochaReported {
    state: State,
    names: Names,
    /// Lines since the last failed test.
    lines: u32,
}

impl Runner for MochaReported {
    const SPEC: Spec = Spec {
        name: "mocha",
        reads: "mocha: json-stream, and the failures of doc",
        starts: &["[\"start\",{", "[\"pass\",{", "[\"fail\",{", "[\"end\",{", TERM],
        every_line: EveryLine::BelowFailure,
        ..Spec::NONE
    };

    type Zone = ();

    fn line(&mut self, (): &mut (), _text: &str, run: &mut Run<'_>) -> Seen {
        let line = run.line();
        let text = line.judged();
        self.lines.up(1);
        if self.lines > MOST_LINES {
            // Its end was lost.
            run.close();
        }
        if run.is_open() {
            return match std::mem::take(&mut self.state) {
                State::Named => self.named(text, run),
                State::Error(error) => self.error(error, text, run),
            };
        }
        let content = text.trim();
        if let Some(name) = content.strip_prefix(TERM) {
            let name = unescape(name.strip_suffix("</dt>").unwrap_or(name));
            self.open(run);
            self.fail(&name, run);
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
                *self = Self::default();
                run.begin(Some(total))
            }
            "pass" if run.is_running() || string(fields, "fullTitle").is_some() => {
                self.open(run);
                run.emit(Event::Counted { passed: 1, failed: 0, skipped: 0, other: 0 });
                Seen::Mine(Class::Passed)
            }
            "fail" => self.failure(fields, run),
            "end" => numbers(fields, run),
            _ => Seen::No,
        }
    }
}

impl MochaReported {
    fn open(&mut self, run: &mut Run<'_>) {
        if !run.is_running() {
            self.names = Names::default();
            run.begin(None);
        }
    }

    fn fail(&mut self, name: &str, run: &mut Run<'_>) {
        (self.lines, self.state) = (0, State::Named);
        let name = self.names.next(name);
        run.emit(Event::finished(TestId::bare(&name), FAILED));
        run.instead(&name);
        run.emit(Event::Heading);
        run.more(&name);
    }

    /// A line of `json-stream` that tells a failure. A long one may be cut amid its stack.
    fn failure(&mut self, fields: &str, run: &mut Run<'_>) -> Seen {
        let Some(name) = string(fields, "fullTitle").or_else(|| string(fields, "title")) else {
            return Seen::No;
        };
        self.open(run);
        self.fail(&name, run);
        let stack = string(fields, "stack").or_else(|| string(fields, "err")).unwrap_or_default();
        let mut error = ErrorText::default();
        for text in stack.lines() {
            tell(&mut error, text.trim(), Some(text), run);
        }
        run.close();
        Seen::Mine(Class::Detail)
    }

    /// A line of `doc` below the name of a failed test: its file, its code, then its error.
    fn named(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        let content = text.trim();
        if let Some(file) = content.strip_prefix(TERM).and_then(|rest| rest.strip_suffix("</dt>")) {
            run.at(Place { file: &unescape(file), line: None });
            return Seen::Mine(Class::Detail);
        }
        match content.strip_prefix(TEXT) {
            Some(code) if code.starts_with("<pre>") => {
                if !code.ends_with("</dd>") {
                    self.state = State::Error(ErrorText::default());
                }
                run.text(Part::Where)
            }
            Some(error) => self.error(ErrorText::default(), error, run),
            None if content.starts_with('<') => {
                run.close();
                Seen::No
            }
            // The code of a test may have several lines.
            None => Seen::Inside(Class::Detail),
        }
    }

    fn error(&mut self, mut error: ErrorText, text: &str, run: &mut Run<'_>) -> Seen {
        let content = text.trim();
        let last = content.strip_suffix("</dd>");
        let plain = unescape(last.unwrap_or(content).trim_end());
        tell(&mut error, &plain, None, run);
        self.state = State::Error(error);
        if last.is_some() {
            run.close();
        }
        Seen::Mine(Class::Detail)
    }
}

fn numbers(fields: &str, run: &mut Run<'_>) -> Seen {
    let (Some(passed), Some(failed)) = (number(fields, "passes"), number(fields, "failures")) else {
        return Seen::No;
    };
    // Numbers without a run before them prove nothing.
    let skipped = Some(number(fields, "pending").unwrap_or(0));
    run.totals(Totals { skipped, ..passed_failed(passed, failed) })
}

/// A line of an error: the current one, or decoded text.
fn tell(error: &mut ErrorText, content: &str, decoded: Option<&str>, run: &mut Run<'_>) {
    let Some(part) = error.located(content, run) else { return };
    run.message_otherwise(error.message());
    run.emit(decoded.map_or(Event::Text(part), |text| Event::Decoded { part, text }));
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
