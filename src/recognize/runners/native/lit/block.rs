//! What a failed test printed, as lit shows it: the commands of its script, each with its output and its end.
//!
//! Since LLVM 17 output is after `# | `, and `# RUN: at line 3` before its command; earlier there were `$ "RUN: at
//! line 3"` and `# command stderr:`. A test that the system's shell runs shows its trace.

use crate::event::{Part, Place, Seen};
use crate::recognize::kit::Run;
use crate::recognize::kit::output::{Reader, Reported};
use crate::recognize::kit::scan;
use crate::text::head;

/// The most bytes of a message, or of a path, that are kept.
const KEPT_BYTES: usize = 512;

/// How much a line tells of why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    /// What is first, or last, in a standard error.
    Printed,
    /// It sounds like a failure.
    Sign,
    /// An error at a place in a file.
    Placed,
}

/// Why a command failed.
#[derive(Clone, Debug)]
struct Reason {
    rank: Rank,
    message: String,
    place: Option<(String, Option<u64>)>,
}

/// The output of one failed test.
#[derive(Debug, Default)]
pub(super) struct Block {
    /// It passed, though it was expected to fail.
    passed: bool,
    /// Its script is shown, which was not run yet.
    script: bool,
    errors: bool,
    /// The line of the script whose command ran last.
    line: Option<u64>,
    /// Of the command that ran last, and of the one that failed.
    last: Option<Reason>,
    reason: Option<Reason>,
    /// `Timeout: Reached timeout of 1 seconds`, `Exit Code: 4`, or the first line.
    timeout: Option<String>,
    first: Option<String>,
    reader: Reader,
}

impl Block {
    pub(super) fn new(code: &str) -> Self {
        Self { passed: code == "XPASS", ..Self::default() }
    }

    /// Reads a line.
    pub(super) fn line(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        if self.first.is_none() && !text.trim().is_empty() && !text.starts_with("Exit Code: 0") {
            self.first = Some(head(text.trim(), KEPT_BYTES).to_owned());
        }
        let part = self.part(text);
        run.text(part)
    }

    fn part(&mut self, text: &str) -> Part {
        match text {
            "Script:" => {
                self.script = true;
                return Part::Output;
            }
            "Command Output (stdout):" | "# command output:" => self.errors = false,
            "Command Output (stderr):" | "# command stderr:" => {
                self.errors = true;
                return Part::Output;
            }
            _ => {}
        }
        if let Some(status) = text.strip_prefix("Exit Code: ") {
            self.script = false;
            if status != "0" {
                self.first = Some(format!("exit code {status}"));
            }
            return Part::Why;
        }
        if text.starts_with("Timeout: Reached timeout of ") {
            self.timeout = Some(head(text, KEPT_BYTES).to_owned());
            return Part::Why;
        }
        if self.script {
            return Part::Output;
        }
        if let Some(line) = at_line(text) {
            (self.line, self.last, self.reason) = (Some(line), None, None);
            self.reader = Reader::default();
            self.errors &= !text.starts_with('#') && !text.starts_with('$');
            return Part::Where;
        }
        if text.starts_with("# executed command: ") || text.starts_with("$ \"") {
            self.last = None;
            self.reader = Reader::default();
            return Part::Where;
        }
        let bare = text.strip_prefix("# ").unwrap_or(text);
        if let Some(status) = bare.strip_prefix("error: command failed with exit status: ") {
            if self.reason.is_none() {
                self.reason = self.last.take().or_else(|| {
                    let message = format!("command failed with exit status: {}", head(status, KEPT_BYTES));
                    Some(Reason { rank: Rank::Printed, message, place: None })
                });
            }
            return Part::Why;
        }
        if bare.starts_with("error: command reached timeout: ") {
            return Part::Why;
        }
        if let Some(stream) = bare.strip_prefix(".---command ") {
            self.errors = stream.starts_with("stderr");
            return Part::Output;
        }
        if bare.starts_with("`----") || bare.starts_with("note: command had no output") || text == "--" {
            return Part::Output;
        }
        self.printed(text.strip_prefix("# | ").unwrap_or(text), text.starts_with("# |"))
    }

    /// A line that a command printed.
    fn printed(&mut self, text: &str, framed: bool) -> Part {
        let bare = text.trim();
        // The shell's trace.
        if bare.is_empty() || !framed && text.starts_with("+ ") {
            return Part::Output;
        }
        let reported = self.reader.line(text);
        let placed = scan::place(text).filter(|(_, rest)| {
            let rest = rest.trim_start();
            rest.starts_with("error: ") || rest.starts_with("fatal error: ")
        });
        let reason = if let Some((place, rest)) = placed {
            let file = head(place.file, KEPT_BYTES).to_owned();
            Some((Rank::Placed, rest.trim_start(), Some((file, place.line))))
        } else if reported == Reported::Message {
            Some((Rank::Sign, bare, None))
        } else if self.errors {
            Some((Rank::Printed, bare, None))
        } else {
            None
        };
        if let Some((rank, message, place)) = reason {
            // Below a trace the last line tells most, in the frame of a command the first.
            let better = self
                .last
                .as_ref()
                .is_none_or(|last| rank > last.rank || rank == Rank::Printed && last.rank == rank && !framed);
            if better {
                self.last = Some(Reason { rank, message: head(message, KEPT_BYTES).to_owned(), place });
            }
        }
        if reported == Reported::Output { Part::Output } else { Part::Why }
    }

    /// At its end: why the test failed, and where.
    pub(super) fn tell(self, name: &str, run: &mut Run<'_>) {
        let reason = self.reason.or(self.last);
        if let Some(inside) = self.reader.inside() {
            run.message(&inside);
        } else if self.passed {
            run.message("passed, but was expected to fail");
        } else if let Some(timeout) = &self.timeout {
            run.message(timeout);
        } else if let Some(reason) = &reason {
            run.message(&reason.message);
        } else if let Some(first) = &self.first {
            run.message(first);
        }
        let file = name.split_once(" :: ").map_or(name, |parts| parts.1);
        match reason.as_ref().and_then(|reason| reason.place.as_ref()).filter(|_| !self.passed) {
            Some((file, line)) => run.at(Place { file, line: *line }),
            None if self.line.is_some() => run.at(Place { file, line: self.line }),
            None => {}
        }
    }
}

/// Reads `# RUN: at line 3`, `$ ":" "RUN: at line 3"`, `+ : 'RUN: at line 3'` and `RUN: at line 3: true`.
fn at_line(text: &str) -> Option<u64> {
    const BEGINS: [&str; 4] =
        ["# RUN: at line ", "$ \":\" \"RUN: at line ", "+ : 'RUN: at line ", "RUN: at line "];
    let rest = BEGINS.iter().find_map(|begin| text.strip_prefix(begin))?;
    let (line, _) = scan::number(rest)?;
    Some(line)
}
