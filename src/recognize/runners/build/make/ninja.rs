//! ninja: its progress, the commands that failed, and its own errors.

use std::collections::VecDeque;

use super::make::{How, Make, Open};
use crate::event::{Class, Event, FailureKind, Part, Seen};
use crate::recognize::kit::held::Earlier;
use crate::recognize::kit::{Run, scan};
use crate::text::Line;

/// The most bytes of a name that are kept.
const NAME_BYTES: usize = 4096;
/// The most lines of a failed command's output that tell why: the first and the last ones.
const OUTPUT_LINES: (usize, usize) = (6, 14);

/// A command that failed: what it is called, what was run, and what that printed.
#[derive(Debug, Default)]
pub(super) struct Failed {
    name: String,
    command: Option<Earlier>,
    first: Vec<Earlier>,
    last: VecDeque<Earlier>,
}

impl Failed {
    /// The command itself is on the line below its name.
    pub(super) fn ran(&mut self, line: &Line<'_>) {
        self.command = Some(Earlier::of(line));
    }

    fn printed(&mut self, line: &Line<'_>) {
        if self.first.len() < OUTPUT_LINES.0 {
            self.first.push(Earlier::of(line));
            return;
        }
        if self.last.len() >= OUTPUT_LINES.1 {
            self.last.pop_front();
        }
        self.last.push_back(Earlier::of(line));
    }
}

impl Make {
    /// `FAILED: a.o`: ninja's right below the progress of its command.
    pub(super) fn begins_failed(&self, text: &str, number: u64) -> bool {
        let here = self.step.is_some_and(|step| step.saturating_add(1) == number);
        here && text.starts_with("FAILED: ")
    }

    /// A command failed; it is on the next line, and what it printed below that.
    pub(super) fn fails(&mut self, text: &str, run: &mut Run<'_>) {
        self.tell_failed(run);
        self.open = Open::Command;
        let name = crate::text::head(text.trim_end(), NAME_BYTES).to_owned();
        self.failed = Some(Box::new(Failed { name, ..Failed::default() }));
        // The command's output follows, whoever wrote it.
        run.emit(Event::ScopeBegins);
    }

    /// Tells the command that failed last, which only failures in its own output explain. When nobody knows one there, what
    /// it printed is the reason.
    pub(super) fn tell_failed(&mut self, run: &mut Run<'_>) {
        let Some(failed) = self.failed.take() else { return };
        self.is_reported_by("ninja", How::Cause, run);
        run.consequence(&failed.name, FailureKind::Build);
        run.instead(&failed.name);
        run.emit(Event::Heading);
        if let Some(command) = &failed.command {
            command.tell(Part::Where, run);
        }
        for line in failed.first.iter().chain(&failed.last) {
            line.tell(Part::Why, run);
        }
        if let Some(first) = failed.first.first() {
            run.emit(Event::Message(first.text().trim()));
        }
        self.reported = true;
    }

    /// A line of what the command printed that ninja says failed.
    pub(super) fn output(&mut self, line: &Line<'_>) -> Seen {
        let text = line.judged();
        let Some(failed) = &mut self.failed else { return Seen::No };
        if !text.trim().is_empty() {
            failed.printed(line);
        }
        if scan::place(text).is_some() { Seen::No } else { Seen::Inside(Class::Other) }
    }

    /// A line of ninja.
    pub(super) fn ninja(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        let rest = text.strip_prefix("ninja: ").unwrap_or(text);
        if rest.starts_with("build stopped: ") {
            run.emit(Event::Stopped(text));
            self.tell_failed(run);
            if !std::mem::take(&mut self.reported) {
                self.is_reported_by("ninja", How::Consequence, run);
                run.consequence(text, FailureKind::Build);
            }
            return Seen::Mine(Class::Noise);
        }
        if let Some(warned) = rest.strip_prefix("warning: ") {
            return run.warn_at_once(warned);
        }
        let own = rest.strip_prefix("error: ").or_else(|| rest.strip_prefix("fatal: "));
        let Some(message) = own else { return Seen::Mine(Class::Noise) };
        self.is_reported_by("ninja", How::Cause, run);
        let seen = run.fail_whole_at_once(message, FailureKind::Build, "");
        if let Some((place, _)) = scan::place(message) {
            run.emit(Event::At { place, better: false });
        }
        seen
    }
}

/// Progress: `[3/7] Building C object a.o`, `[ 20%] Building CXX object a.o`.
pub(super) fn is_step(text: &str) -> bool {
    let Some((_, rest)) = text.strip_prefix('[').and_then(|rest| scan::number(rest.trim_start())) else {
        return false;
    };
    let after = match rest.strip_prefix('/') {
        Some(rest) => scan::number(rest).and_then(|(_, rest)| after_time(rest)),
        None => rest.strip_prefix("%] "),
    };
    after.is_some_and(|what| !what.contains("FAIL") && !what.contains("error:"))
}

/// What is after `]`, or after the time that has passed and that: ` 0.4s] `.
fn after_time(rest: &str) -> Option<&str> {
    let (inside, rest) = rest.split_once("] ")?;
    let time = inside.strip_prefix(' ').and_then(|time| time.strip_suffix('s'));
    let timed = |time: &str| time.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    (inside.is_empty() || time.is_some_and(timed)).then_some(rest)
}
