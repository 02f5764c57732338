//! doctest, the C++ framework.
//!
//! A run begins with lines tagged `[doctest]` and ends with three of them: test cases, assertions, status. Between them
//! only cases that log something are reported, each below a ruler: file, suite, `TEST CASE:  NAME`, subcases, and then its
//! messages, `FILE:LINE: ERROR: ...`. What a case printed without failing has no mark at all.
//!
//! Which cases failed in the end is reported by words after the messages: a decorator may allow or demand failures.
//! Source: `ConsoleReporter` of doctest 1.2 to 2.4. Compilers' own places look alike; they have no capitals.

use crate::budget::Count as _;
use crate::event::{
    Block, Class, Ended, Event, FailureKind, Level, Opened, Part, Place, Seen, Sink, TestId, Totals,
};
use crate::recognize::kit::scan;
use crate::recognize::kit::{Run, Runner, Spec};

/// The most lines of one message that tell why.
const WHY_LINES: usize = 20;
/// The longest name that is kept, in bytes.
const NAME_BYTES: usize = 2048;

/// The most messages of a case that are kept until it is known whether they make it fail, and the most bytes of one.
const MESSAGES: (usize, usize) = (64, 2048);

/// Words after the messages of a case that make it pass.
const NOT_FAILED: &str = "marking it as not failed";
/// Words after the messages of a case that make it fail.
const FAILED: [&str; 3] =
    ["Marking it as failed!", "so marking it as failed!", "Test case exceeded time limit of "];

/// What is open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Open {
    /// Nothing.
    #[default]
    Nothing,
    /// A ruler was read: file, suite and case follow.
    Head,
    /// A case's messages follow.
    Case,
    /// A message of a failure, of which so many lines were read.
    Message(usize),
    /// A message that is no failure.
    Remark,
}

/// doctest.
#[derive(Debug, Default)]
pub struct Doctest {
    running: bool,
    open: Open,
    suite: String,
    case: String,
    /// Whether the case has failed so far.
    failed: bool,
    /// Its messages, in case that it was allowed to fail.
    messages: Vec<String>,
}

impl Runner for Doctest {
    const SPEC: Spec = Spec {
        name: "doctest",
        reads: "doctest programs",
        starts: &["[doctest] ", "TEST CASE:  ", "TEST SUITE: "],
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        self.running || self.open != Open::Nothing
    }

    fn line(&mut self, (): &mut (), _text: &str, run: &mut Run<'_>) -> Seen {
        let line = run.line();
        let text = line.judged();
        if let Some(rest) = text.strip_prefix("[doctest] ") {
            return self.tagged(rest, run);
        }
        if scan::is_ruler(text, '=', 60) {
            self.close(run);
            self.open = Open::Head;
            self.suite.clear();
            return if self.running { Seen::Mine(Class::Noise) } else { Seen::No };
        }
        if let Some(suite) = text.strip_prefix("TEST SUITE: ") {
            keep(&mut self.suite, suite);
            self.open = Open::Head;
            return Seen::Mine(Class::Noise);
        }
        if let Some(case) = text.strip_prefix("TEST CASE:  ") {
            return self.case(case, run);
        }
        match self.open {
            Open::Nothing => Seen::No,
            Open::Head => self.head(text, run),
            Open::Case | Open::Message(_) | Open::Remark => self.below(text, run),
        }
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        self.close(run);
    }
}

impl Doctest {
    fn tagged(&mut self, rest: &str, sink: &mut dyn Sink) -> Seen {
        if rest.starts_with("doctest version is ") || rest.starts_with("run with \"--help\"") {
            if rest.starts_with('d') && self.running {
                self.close(sink);
                sink.emit(Event::SectionEnded(Ended::Crash));
                self.running = false;
            }
            self.begin(sink);
            return Seen::Mine(Class::Noise);
        }
        let totals = rest.strip_prefix("test cases:").and_then(totals);
        // The runner's own are below a ruler, which may be cut off with all that was before.
        let cut = |totals: &Totals| !self.running && totals.failed.is_some_and(|failed| failed > 0);
        if let Some(totals) = totals.filter(|totals| self.open == Open::Head || cut(totals)) {
            self.close(sink);
            self.begin(sink);
            sink.emit(Event::Declared { totals, level: Level::Section });
            self.running = false;
            return Seen::Mine(Class::Totals);
        }
        if rest.starts_with("assertions: ") || rest.starts_with("Status: ") {
            return Seen::Mine(Class::Totals);
        }
        Seen::Mine(Class::Noise)
    }

    fn begin(&mut self, sink: &mut dyn Sink) {
        if !self.running {
            sink.emit(Event::SectionStarted { opened: Opened::Own, announced: None, label: "" });
            self.running = true;
        }
    }

    /// Between a ruler and the case's name are its file and its description.
    fn head(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        // `SCENARIO` names its case itself.
        if text.starts_with("  Scenario:") {
            return self.case(text, sink);
        }
        let place = text.strip_suffix(':').is_some_and(|place| scan::place(place).is_some());
        if self.running && (place || text.starts_with("DESCRIPTION: ")) {
            return Seen::Mine(Class::Noise);
        }
        if !place {
            self.open = Open::Nothing;
        }
        Seen::No
    }

    fn case(&mut self, name: &str, sink: &mut dyn Sink) -> Seen {
        self.close(sink);
        keep(&mut self.case, name);
        self.open = Open::Case;
        self.failed = false;
        Seen::Mine(Class::Noise)
    }

    /// A line below a case's name.
    fn below(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        if let Some((place, severity, message)) = message(text) {
            if severity == Severity::Remark {
                self.open = Open::Remark;
                return Seen::Mine(Class::Other);
            }
            let crashed = message.starts_with("test case CRASHED: ");
            self.fail(if crashed { FailureKind::Crash } else { FailureKind::Test }, sink);
            sink.emit(Event::At { place, better: false });
            sink.emit(Event::Text(Part::Why));
            sink.emit(Event::Message(if message.is_empty() { text } else { message }));
            if self.messages.len() < MESSAGES.0 {
                self.messages.push(crate::text::head(text, MESSAGES.1).to_owned());
            }
            self.open = Open::Message(0);
            return Seen::Mine(Class::Detail);
        }
        if FAILED.iter().any(|words| text.contains(words)) && text.ends_with('!') {
            self.fail(FailureKind::Test, sink);
            sink.emit(Event::Text(Part::Why));
            sink.emit(Event::Message(text));
            return Seen::Mine(Class::Detail);
        }
        if text.trim_end_matches('!').ends_with(NOT_FAILED) {
            if self.failed {
                sink.emit(Event::Withdrawn(id(&self.suite, &self.case)));
                self.warn(text, sink);
            }
            self.failed = false;
            self.open = Open::Case;
            return Seen::Mine(Class::Other);
        }
        match &mut self.open {
            Open::Message(lines) if !text.trim().is_empty() => {
                lines.up(1);
                if let Some(message) = self.messages.last_mut()
                    && message.len().saturating_add(text.len()) < MESSAGES.1
                {
                    message.push('\n');
                    message.push_str(text);
                }
                sink.emit(Event::Text(if *lines < WHY_LINES { Part::Why } else { Part::Output }));
                Seen::Mine(Class::Detail)
            }
            Open::Message(_) | Open::Remark => {
                if text.trim().is_empty() {
                    self.open = Open::Case;
                }
                Seen::Inside(Class::Other)
            }
            _ => Seen::Inside(Class::Other),
        }
    }

    fn fail(&mut self, kind: FailureKind, sink: &mut dyn Sink) {
        let id = id(&self.suite, &self.case);
        sink.emit(Event::BlockOpened(Block::Test { id, kind }));
        if !self.failed {
            sink.emit(Event::Instead(&format!("TEST CASE:  {}", self.case)));
            sink.emit(Event::Heading);
        }
        self.failed = true;
    }

    /// The case was allowed to fail: what it printed is worth a look, and no failure.
    fn warn(&mut self, verdict: &str, sink: &mut dyn Sink) {
        for message in self.messages.drain(..) {
            let key = format!("{}: {message}", self.case);
            sink.emit(Event::BlockOpened(Block::Warning { key: &key }));
            sink.emit(Event::Decoded { part: Part::Why, text: &message });
            sink.emit(Event::BlockClosed);
        }
        let all = format!("TEST CASE:  {}: {}", self.case, verdict.trim());
        sink.emit(Event::BlockOpened(Block::Warning { key: &all }));
        sink.emit(Event::Decoded { part: Part::Why, text: &all });
        sink.emit(Event::BlockClosed);
    }

    fn close(&mut self, sink: &mut dyn Sink) {
        self.messages.clear();
        if self.failed {
            sink.emit(Event::BlockClosed);
        }
        self.failed = false;
        self.open = Open::Nothing;
    }
}

fn keep(slot: &mut String, text: &str) {
    slot.clear();
    slot.push_str(crate::text::head(text, NAME_BYTES).trim());
}

fn id<'a>(suite: &'a str, case: &'a str) -> TestId<'a> {
    if suite.is_empty() { TestId::bare(case) } else { TestId { module: suite, separator: " > ", name: case } }
}

/// How a message weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Severity {
    /// It makes the case fail.
    Error,
    /// It does not.
    Remark,
}

/// `a.cpp:3: ERROR: CHECK( x ) is NOT correct!`, and `a.cpp(3): ...` as Visual Studio likes it.
fn message(text: &str) -> Option<(Place<'_>, Severity, &str)> {
    let (place, rest) = scan::place(text)?;
    let rest = rest.strip_prefix(' ')?;
    let words = [
        ("ERROR:", Severity::Error),
        ("FATAL ERROR:", Severity::Error),
        ("WARNING:", Severity::Remark),
        ("MESSAGE:", Severity::Remark),
        ("SUCCESS:", Severity::Remark),
    ];
    words.iter().find_map(|(word, severity)| Some((place, *severity, rest.strip_prefix(word)?.trim())))
}

/// ` 23 |  4 passed | 19 failed | 2 skipped`.
fn totals(text: &str) -> Option<Totals> {
    let mut parts = text.split('|');
    let total = scan::whole_number(parts.next()?.trim())?;
    let mut totals = Totals { total: Some(total), ..Totals::default() };
    for part in parts.map(str::trim).filter(|part| !part.is_empty()) {
        let (number, word) = scan::number(part)?;
        match word.trim() {
            "passed" => totals.passed = Some(number),
            "failed" => totals.failed = Some(number),
            // Cases that the command line left out are none of the total.
            "skipped" => totals.skipped = Some(number),
            _ => return None,
        }
    }
    totals.total = totals.skipped.map(|skipped| total.saturating_add(skipped)).or(totals.total);
    totals.passed.is_some().then_some(totals)
}
