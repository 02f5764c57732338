//! What a test's report says, between its first line and its last.

use std::collections::VecDeque;

use super::autotest_lines;
use crate::budget::Count as _;
use crate::event::{Event, Part, Sink};
use crate::recognize::kit::output::{Reader, Reported};
use crate::text::head;

/// The most lines that are kept of earlier checks, of the beginning of the last one, and of its end.
const EARLIER: usize = 60;
const BEGINNING: usize = 240;
const END: usize = 40;
/// The most bytes of one.
const LINE_BYTES: usize = 500;
/// The most bytes of a line of a difference in a message.
const SHOWN_BYTES: usize = 120;
/// The most lines of differences that tell why.
const WHY_LINES: u32 = 60;

/// The lines of one test. A test ends with the first check that fails, so the last one tells why.
#[derive(Debug, Default)]
pub(super) struct Text {
    earlier: VecDeque<String>,
    beginning: Vec<String>,
    end: VecDeque<String>,
}

impl Text {
    /// Keeps a line.
    pub(super) fn push(&mut self, text: &str) {
        let line = head(text, LINE_BYTES).to_owned();
        if matches!(check(text), Some(Check::Command)) {
            self.earlier.extend(self.beginning.drain(..));
            self.earlier.extend(self.end.drain(..));
            while self.earlier.len() > EARLIER {
                self.earlier.pop_front();
            }
        }
        if self.beginning.len() < BEGINNING {
            self.beginning.push(line);
            return;
        }
        if self.end.len() >= END {
            self.end.pop_front();
        }
        self.end.push_back(line);
    }

    /// Tells the lines of the open block, and gives the message.
    pub(super) fn tell(&self, sink: &mut dyn Sink) -> Option<String> {
        for text in &self.earlier {
            let part = if check(text).is_some() { Part::Where } else { Part::Output };
            sink.emit(Event::Decoded { part, text });
        }
        let mut why = Why::default();
        for text in self.beginning.iter().chain(&self.end) {
            let part = why.line(text);
            sink.emit(Event::Decoded { part, text });
        }
        why.message()
    }

    /// Each line.
    pub(super) fn each(&self, mut take: impl FnMut(&str)) {
        for text in self.earlier.iter().chain(&self.beginning).chain(&self.end) {
            take(text);
        }
    }
}

/// A line that begins with a check's place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Check<'a> {
    /// What is run there.
    Command,
    /// What was wrong with its exit status.
    Status(&'a str),
}

/// Reads `./basics.at:12: exit code was 4, expected 0`.
pub(super) fn check(text: &str) -> Option<Check<'_>> {
    let from = text.find(".at:")?;
    let (file, rest) = text.split_at_checked(from)?;
    if file.contains([' ', '\t']) {
        return None;
    }
    let (line, rest) = rest.strip_prefix(".at:")?.split_once(':')?;
    if line.is_empty() || !line.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let printed = rest.trim();
    let status = printed == "hard failure"
        || (printed.starts_with("exit code was ") && printed.contains(", expected "));
    Some(if status { Check::Status(printed) } else { Check::Command })
}

/// Where in a difference a line is.
#[derive(Debug, Default)]
enum Diff {
    /// Outside.
    #[default]
    Nothing,
    /// Below its first line, and the expected output's.
    Old,
    /// In it.
    Inside,
}

/// Reads the lines of the check that failed.
#[derive(Debug, Default)]
struct Why {
    diff: Diff,
    /// What differs: `stdout`, `stderr`.
    stream: String,
    reported: u32,
    status: Option<String>,
    /// The first line that differs, and the one in its place.
    first: Option<String>,
    second: Option<String>,
    settled: bool,
    reader: Reader,
}

impl Why {
    fn line(&mut self, text: &str) -> Part {
        if let Some(part) = self.difference(text) {
            return part;
        }
        self.diff = Diff::Nothing;
        match check(text) {
            Some(Check::Status(printed)) => {
                self.status = Some(printed.to_owned());
                Part::Why
            }
            Some(Check::Command) => Part::Where,
            // What the program itself printed.
            None if text.starts_with("++ ") || text.starts_with("+ ") => Part::Output,
            None if matches!(text, "stdout:" | "stderr:") || autotest_lines::head(text).is_some() => {
                Part::Output
            }
            None if self.reader.line(text) == Reported::Output => Part::Output,
            None => Part::Why,
        }
    }

    fn difference(&mut self, text: &str) -> Option<Part> {
        match self.diff {
            Diff::Nothing | Diff::Inside if text.starts_with("--- ") && text.contains('\t') => {
                self.settled |= self.first.is_some();
                self.diff = Diff::Old;
                return Some(Part::Output);
            }
            Diff::Old => {
                let path = text.strip_prefix("+++ ")?.split('\t').next().unwrap_or_default();
                self.stream = path.rsplit('/').next().unwrap_or_default().to_owned();
                self.diff = Diff::Inside;
                return Some(Part::Output);
            }
            Diff::Nothing => return None,
            Diff::Inside => {}
        }
        match text.bytes().next() {
            Some(b'-') if self.first.is_none() => self.first = Some(self.shown(text)),
            Some(b'+') if !self.settled && self.first.is_none() => {
                self.first = Some(self.shown(text));
                self.settled = true;
            }
            Some(b'+') if !self.settled => {
                self.second = Some(head(text, SHOWN_BYTES).to_owned());
                self.settled = true;
            }
            Some(b'-' | b'+') => {}
            Some(b' ' | b'@' | b'\\') => {
                self.settled |= self.first.is_some();
                return Some(Part::Output);
            }
            // The shown text lost a blank at its end.
            None => return Some(Part::Output),
            Some(_) => return None,
        }
        self.reported.up(1);
        Some(if self.reported <= WHY_LINES { Part::Why } else { Part::Output })
    }

    fn shown(&self, text: &str) -> String {
        format!("{}: {}", self.stream, head(text, SHOWN_BYTES))
    }

    fn message(self) -> Option<String> {
        let difference = match (self.first, self.second) {
            (Some(first), Some(second)) => Some(format!("{first} {second}")),
            (first, _) => first,
        };
        message(self.status, difference)
    }
}

/// What was wrong with an exit status, and the first difference.
pub(super) fn message(status: Option<String>, difference: Option<String>) -> Option<String> {
    match (status, difference) {
        (Some(status), Some(difference)) => Some(format!("{status}; {difference}")),
        (status, difference) => status.or(difference),
    }
}
