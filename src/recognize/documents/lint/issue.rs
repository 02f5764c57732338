//! One finding of a linter: an error is a failure, a warning is a warning, a note is nothing that is reported.

use crate::budget::Count as _;
use crate::event::{Block, Ended, Event, FailureKind, Opened, Part, Place, Sink};
use crate::recognize::documents::failure;
use crate::recognize::documents::failure::Reported;

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// It fails the run.
    Error,
    /// It does not.
    Warning,
    /// It is worth a note, or was suppressed.
    Note,
}

/// A finding.
#[derive(Debug, Default)]
pub struct Issue {
    /// The file, or empty.
    pub file: String,
    /// The line, from 1.
    pub line: Option<u64>,
    /// The column, from 1.
    pub column: Option<u64>,
    /// The rule.
    pub rule: String,
    /// What is printed.
    pub message: String,
}

/// The findings of one run of a tool.
#[derive(Debug, Default)]
pub struct Issues {
    open: bool,
    errors: u64,
}

impl Issues {
    /// Opens the run's section, unless it is open.
    pub fn open(&mut self, label: &str, sink: &mut dyn Sink) {
        if !std::mem::replace(&mut self.open, true) {
            let label = failure::one_line(label);
            sink.emit(Event::SectionStarted { opened: Opened::Own, announced: None, label: &label });
            self.errors = 0;
        }
    }

    /// Whether an error was reported.
    pub fn any(&self) -> bool {
        self.errors > 0
    }

    /// Tells a finding.
    pub fn tell(&mut self, severity: Severity, issue: &Issue, sink: &mut dyn Sink) {
        self.open("", sink);
        let first =
            issue.message.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or("no message");
        let first = failure::one_line(first);
        let place = Place { file: &issue.file, line: issue.line };
        let shown = shown(issue);
        match severity {
            Severity::Note => return,
            Severity::Warning => sink.emit(Event::BlockOpened(Block::Warning { key: &shown })),
            Severity::Error => {
                self.errors.up(1);
                if let Some(column) = issue.column {
                    sink.emit(Event::Column(column));
                }
                let block = Block::Diagnostic { place, code: &issue.rule, message: &first };
                sink.emit(Event::BlockOpened(block));
            }
        }
        sink.emit(Event::Decoded { part: Part::Why, text: &shown });
        sink.emit(Event::BlockClosed);
    }

    /// Tells that the tool itself failed.
    pub fn broke(&mut self, name: &str, message: &str, sink: &mut dyn Sink) {
        self.open("", sink);
        self.errors.up(1);
        let name = if name.trim().is_empty() { "analysis" } else { name };
        failure::emit_whole(sink, name, FailureKind::Build, &[Reported::message(message)], "");
    }

    /// Ends the run: its end was seen.
    pub fn close(&mut self, sink: &mut dyn Sink) {
        self.open("", sink);
        let ended = if self.errors > 0 { Ended::Failed } else { Ended::Passed };
        sink.emit(Event::SectionEnded(ended));
        self.open = false;
    }
}

/// `file:line:column: message [rule]`, as linters print it.
fn shown(issue: &Issue) -> String {
    let mut shown = issue.file.clone();
    for number in [issue.line, issue.line.and(issue.column)].into_iter().flatten() {
        shown = format!("{shown}:{number}");
    }
    if !shown.is_empty() {
        shown.push_str(": ");
    }
    shown.push_str(issue.message.trim());
    if !issue.rule.is_empty() && !issue.message.contains(&issue.rule) {
        let (first, rest) = match shown.split_once('\n') {
            Some((first, rest)) => (first, format!("\n{rest}")),
            None => (shown.as_str(), String::new()),
        };
        shown = format!("{first} [{}]{rest}", issue.rule);
    }
    shown
}
