//! doctest, the C++ framework.
//!
//! A run begins with lines tagged `[doctest]` and ends with three of them: test cases, assertions, status. Between them
//! only cases that log something are reported, each below a ruler: file, suite, `TEST CASE:  NAME`, subcases, and then its
//! messages, `FILE:LINE: ERROR: ...`. What a case printed without failing has no mark at all.
//!
//! Which cases failed in the end is reported by words after the messages: a decorator may allow or demand failures.
//! Source: `ConsoleReporter` of doctest 1.2 to 2.4. Compilers' own places look alike; they have no capitals.

use crate::budget::Count as _;
use crate::event::{Block, Class, Ended, Event, FailureKind, Part, Place, Seen, TestId, Totals};
use crate::recognize::kit::scan;
use crate::recognize::kit::{EqualNames, Run, Runner, Spec};

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
pub enum Open {
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
    suite: String,
    case: String,
    /// Its messages, in case that it was allowed to fail.
    messages: Vec<String>,
}

impl Runner for Doctest {
    const SPEC: Spec = Spec {
        name: "doctest",
        reads: "doctest programs",
        starts: &["[doctest] ", "TEST CASE:  ", "TEST SUITE: "],
        equal_names: EqualNames::Same,
        ..Spec::NONE
    };

    type Zone = Open;

    fn line(&mut self, open: &mut Open, _text: &str, run: &mut Run<'_>) -> Seen {
        let text = run.line().judged();
        if let Some(rest) = text.strip_prefix("[doctest] ") {
            return self.tagged(rest, open, run);
        }
        if scan::is_ruler(text, '=', 60) {
            run.close();
            *open = Open::Head;
            self.suite.clear();
            return if run.is_running() { Seen::Mine(Class::Noise) } else { Seen::No };
        }
        if let Some(suite) = text.strip_prefix("TEST SUITE: ") {
            keep(&mut self.suite, suite);
            *open = Open::Head;
            return Seen::Mine(Class::Noise);
        }
        if let Some(case) = text.strip_prefix("TEST CASE:  ") {
            return self.case(case, open, run);
        }
        match *open {
            Open::Nothing => Seen::No,
            Open::Head => self.head(text, open, run),
            Open::Case | Open::Message(_) | Open::Remark => self.below(text, open, run),
        }
    }
}

impl Doctest {
    fn tagged(&mut self, rest: &str, open: &mut Open, run: &mut Run<'_>) -> Seen {
        if rest.starts_with("doctest version is ") || rest.starts_with("run with \"--help\"") {
            if rest.starts_with('d') && run.is_running() {
                *open = Open::Nothing;
                run.end(Ended::Crash);
            }
            begin(run);
            return Seen::Mine(Class::Noise);
        }
        let totals = rest.strip_prefix("test cases:").and_then(totals);
        // The runner's own are below a ruler, which may be cut off with all that was before.
        let cut = |totals: &Totals| !run.is_running() && totals.failed.is_some_and(|failed| failed > 0);
        if let Some(totals) = totals.filter(|totals| *open == Open::Head || cut(totals)) {
            begin(run);
            return run.totals(totals);
        }
        if rest.starts_with("assertions: ") || rest.starts_with("Status: ") {
            return Seen::Mine(Class::Totals);
        }
        Seen::Mine(Class::Noise)
    }

    /// Between a ruler and the case's name are its file and its description.
    fn head(&mut self, text: &str, open: &mut Open, run: &mut Run<'_>) -> Seen {
        // `SCENARIO` names its case itself.
        if text.starts_with("  Scenario:") {
            return self.case(text, open, run);
        }
        let place = text.strip_suffix(':').is_some_and(|place| scan::place(place).is_some());
        if run.is_running() && (place || text.starts_with("DESCRIPTION: ")) {
            return Seen::Mine(Class::Noise);
        }
        if !place {
            *open = Open::Nothing;
        }
        Seen::No
    }

    fn case(&mut self, name: &str, open: &mut Open, run: &mut Run<'_>) -> Seen {
        run.close();
        keep(&mut self.case, name);
        *open = Open::Case;
        Seen::Mine(Class::Noise)
    }

    /// A line below a case's name.
    fn below(&mut self, text: &str, open: &mut Open, run: &mut Run<'_>) -> Seen {
        if let Some((place, severity, message)) = message(text) {
            if severity == Severity::Remark {
                *open = Open::Remark;
                return Seen::Mine(Class::Other);
            }
            let crashed = message.starts_with("test case CRASHED: ");
            self.fail(if crashed { FailureKind::Crash } else { FailureKind::Test }, run);
            run.at(place);
            if self.messages.len() < MESSAGES.0 {
                self.messages.push(crate::text::head(text, MESSAGES.1).to_owned());
            }
            *open = Open::Message(0);
            return run.why(if message.is_empty() { text } else { message });
        }
        if FAILED.iter().any(|words| text.contains(words)) && text.ends_with('!') {
            self.fail(FailureKind::Test, run);
            return run.why(text);
        }
        if text.trim_end_matches('!').ends_with(NOT_FAILED) {
            if run.is_open() {
                run.close();
                run.emit(Event::Withdrawn(id(&self.suite, &self.case)));
                self.warn(text, run);
            }
            *open = Open::Case;
            return Seen::Mine(Class::Other);
        }
        match open {
            Open::Message(lines) if !text.trim().is_empty() => {
                lines.up(1);
                if let Some(message) = self.messages.last_mut()
                    && message.len().saturating_add(text.len()) < MESSAGES.1
                {
                    message.push('\n');
                    message.push_str(text);
                }
                run.text(if *lines < WHY_LINES { Part::Why } else { Part::Output })
            }
            Open::Message(_) | Open::Remark => {
                if text.trim().is_empty() {
                    *open = Open::Case;
                }
                Seen::Inside(Class::Other)
            }
            _ => Seen::Inside(Class::Other),
        }
    }

    fn fail(&mut self, kind: FailureKind, run: &mut Run<'_>) {
        let id = id(&self.suite, &self.case);
        if run.is_open() {
            run.emit(Event::BlockOpened(Block::Test { id, kind }));
        } else {
            self.messages.clear();
            run.instead(&format!("TEST CASE:  {}", self.case));
            run.fail_as(id, kind);
        }
    }

    /// The case was allowed to fail: what it printed is worth a look, and no failure.
    fn warn(&mut self, verdict: &str, run: &mut Run<'_>) {
        for message in self.messages.drain(..) {
            let key = format!("{}: {message}", self.case);
            run.emit(Event::BlockOpened(Block::Warning { key: &key }));
            run.emit(Event::Decoded { part: Part::Why, text: &message });
            run.emit(Event::BlockClosed);
        }
        let all = format!("TEST CASE:  {}: {}", self.case, verdict.trim());
        run.emit(Event::BlockOpened(Block::Warning { key: &all }));
        run.emit(Event::Decoded { part: Part::Why, text: &all });
        run.emit(Event::BlockClosed);
    }
}

fn begin(run: &mut Run<'_>) {
    if !run.is_running() {
        run.begin(None);
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
