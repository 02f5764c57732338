//! For tests: what a report would make of a recognizer's events, in a few lines of text.
//!
//! One row per section, `LABEL ENDED passed N skipped N`, and below it one row per live failure with its kind, its place
//! and its first line that tells why. It is far simpler than the report and knows nothing of totals.

use crate::budget::Count as _;
use crate::event::{Block, Ended, Event, FailureKind, Outcome, Part, Sink, TestId};
use crate::recognize::kit::{Driven, Runner};
use crate::text::Line;

#[derive(Debug, Default)]
struct Failure {
    name: String,
    kind: Option<FailureKind>,
    weak: bool,
    dropped: bool,
    place: String,
    why: String,
}

/// Collects events.
#[derive(Debug, Default)]
pub struct Summary {
    rows: Vec<String>,
    label: String,
    open: bool,
    passed: u64,
    skipped: u64,
    failures: Vec<Failure>,
    current: Option<usize>,
    line: String,
}

fn shown(id: TestId<'_>) -> String {
    [id.module, id.separator, id.name].concat()
}

impl Summary {
    fn claim(&mut self, name: String, kind: FailureKind, weak: bool) {
        let known = self.failures.iter().position(|each| each.name == name);
        self.current = known.or(Some(self.failures.len()));
        match known.and_then(|at| self.failures.get_mut(at)) {
            Some(failure) => (failure.dropped, failure.weak) = (false, failure.weak && weak),
            None => {
                self.failures.push(Failure { name, kind: Some(kind), weak, ..Failure::default() });
            }
        }
    }

    fn current(&mut self) -> Option<&mut Failure> {
        self.current.and_then(|at| self.failures.get_mut(at))
    }

    fn add_section(&mut self, how: &str) {
        let label = if self.label.is_empty() { "-" } else { &self.label };
        self.rows.push(format!("{label} {how} passed {} skipped {}", self.passed, self.skipped));
        for failure in self.failures.drain(..) {
            let void = how == "Passed" && failure.weak;
            if !failure.dropped && !void {
                let kind = failure.kind.map(|kind| format!("{kind:?}")).unwrap_or_default();
                let row = format!("  {} {kind} {} {}", failure.name, failure.place, failure.why.trim());
                self.rows.push(row.trim_end().to_owned());
            }
        }
        *self = Self { rows: std::mem::take(&mut self.rows), ..Self::default() };
    }

    fn why(&mut self, part: Part, text: &str) {
        if let Some(failure) = self.current()
            && part == Part::Why
            && failure.why.is_empty()
        {
            text.clone_into(&mut failure.why);
        }
    }
}

impl Sink for Summary {
    fn emit(&mut self, event: Event<'_>) {
        if let Event::SectionStarted { label, .. } = event {
            if self.open {
                self.add_section("Replaced");
            }
            label.clone_into(&mut self.label);
        }
        self.open = true;
        match event {
            Event::SectionLabel(label) => label.clone_into(&mut self.label),
            Event::Finished { id, outcome, grade, .. } => match outcome {
                Outcome::Passed => self.passed.up(1),
                Outcome::Skipped => self.skipped.up(1),
                Outcome::Failed(kind) => self.claim(shown(id), kind, grade == crate::event::Grade::Line),
                Outcome::Other => {}
            },
            Event::Counted { passed, skipped, .. } => {
                self.passed.up(passed);
                self.skipped.up(skipped);
            }
            Event::BlockOpened(Block::Test { id, kind }) => self.claim(shown(id), kind, false),
            Event::BlockOpened(Block::Whole { name, kind }) => self.claim(name.to_owned(), kind, false),
            Event::BlockOpened(Block::More { name }) => {
                self.current = self.failures.iter().position(|each| each.name == name);
                assert!(self.current.is_some(), "more of what was never told: {name}");
            }
            Event::BlockOpened(Block::Diagnostic { place, message, .. }) => {
                let name = format!("{}:{}", place.file, place.line.unwrap_or(0));
                self.claim(name, FailureKind::Diagnostic, false);
                self.why(Part::Why, message);
            }
            Event::Consequence { name, .. } => self.rows.push(format!("consequence {name}")),
            Event::Withdrawn(id) => {
                let name = shown(id);
                let at = self.failures.iter().position(|each| each.name == name);
                assert!(at.is_some(), "withdrawn, but never told: {name}");
                self.failures[at.unwrap_or(0)].dropped = true;
            }
            Event::Text(part) => {
                let line = self.line.clone();
                self.why(part, &line);
            }
            Event::Decoded { part, text } => self.why(part, text),
            Event::At { place, .. } => {
                if let Some(failure) = self.current().filter(|failure| failure.place.is_empty()) {
                    failure.place = format!("{}:{}", place.file, place.line.unwrap_or(0));
                }
            }
            Event::BlockClosed => self.current = None,
            Event::SectionEnded(how) => self.add_section(match how {
                Ended::Passed => "Passed",
                Ended::Failed => "Failed",
                Ended::Crash => "Crash",
                Ended::Replaced => "Replaced",
            }),
            Event::Declared { .. } => self.add_section("Declared"),
            _ => {}
        }
    }
}

/// The summary of a text that one runner reads whole.
pub fn summary(runner: &mut Driven<impl Runner>, text: &str) -> Vec<String> {
    let mut summary = Summary::default();
    for line in text.lines() {
        line.clone_into(&mut summary.line);
        runner.read(&Line::of(line), &mut summary);
    }
    runner.finish(&mut summary);
    if summary.open {
        summary.add_section("open");
    }
    summary.rows
}
