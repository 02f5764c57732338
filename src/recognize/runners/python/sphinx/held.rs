//! What a build reported and what only its end makes a failure: warnings, links, examples.

use super::sphinx_lines::Reported;
use crate::budget::Count as _;
use crate::event::{Event, FailureKind, Part, Place};
use crate::recognize::kit::Run;
use crate::recognize::kit::frames::python;
use crate::text::head;

/// The most that are held, the most lines of one, and the most bytes of a line.
const MOST: usize = 2048;
const LINES: usize = 24;
const BYTES: usize = 1024;

/// What was reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Warning,
    /// A link or an example: it fails the build by itself.
    Failure,
}

#[derive(Debug)]
struct One {
    kind: Kind,
    /// What is before the message, and what of it is a place.
    location: String,
    file: String,
    line: Option<u64>,
    message: String,
    heading: String,
    below: Vec<String>,
}

/// All of a build.
#[derive(Debug, Default)]
pub(super) struct Held {
    all: Vec<One>,
    /// How many of each kind there was no room for.
    beyond: (u64, u64),
}

impl Held {
    pub(super) fn push(&mut self, kind: Kind, reported: Reported<'_>) {
        if self.all.len() >= MOST {
            let slot = if kind == Kind::Warning { &mut self.beyond.0 } else { &mut self.beyond.1 };
            slot.up(1);
            return;
        }
        let own = |text| head(text, BYTES).to_owned();
        let (location, file, line) = (own(reported.location), own(reported.place.file), reported.place.line);
        let (message, heading) = (own(reported.message), own(reported.text));
        self.all.push(One { kind, location, file, line, message, heading, below: Vec::new() });
    }

    /// A further line of the one reported last.
    pub(super) fn below(&mut self, text: &str) {
        if self.beyond != (0, 0) {
            return;
        }
        if let Some(one) = self.all.last_mut().filter(|one| one.below.len() < LINES) {
            one.below.push(head(text, BYTES).to_owned());
        }
    }

    /// The example of the group that was reported last.
    pub(super) fn example(&mut self, text: &str) {
        if let Some(one) = self.all.last_mut().filter(|_| self.beyond == (0, 0)) {
            let message = format!("failed example in {}: {text}", one.message);
            head(&message, BYTES).clone_into(&mut one.message);
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Whether something was reported that fails a build by itself.
    pub(super) fn fails(&self) -> bool {
        self.beyond.1 > 0 || self.all.iter().any(|one| one.kind == Kind::Failure)
    }

    /// Tells all: what fails a build by itself as failures, and the warnings too where they do. Gives the failures' names.
    pub(super) fn tell(&self, warnings_fail: bool, run: &mut Run<'_>) -> Failures {
        let mut reported = Failures::default();
        for one in &self.all {
            if one.kind == Kind::Failure || warnings_fail {
                reported.names.push(one.fail(run));
            } else {
                one.warn(run);
            }
        }
        let warnings = if warnings_fail { self.beyond.0 } else { 0 };
        reported.beyond = self.beyond.1.saturating_add(warnings);
        reported
    }

    /// Tells all as warnings.
    pub(super) fn warn(&self, run: &mut Run<'_>) {
        self.all.iter().for_each(|one| one.warn(run));
    }
}

/// Failures that were reported.
#[derive(Debug, Default)]
pub(super) struct Failures {
    pub(super) names: Vec<String>,
    /// How many there are of which nothing is held.
    pub(super) beyond: u64,
}

impl One {
    /// Tells a failure, and its name.
    fn fail(&self, run: &mut Run<'_>) -> String {
        let name = match (&*self.location, &*self.file, self.line) {
            ("", "", _) => self.message.clone(),
            ("", file, Some(line)) => format!("{file}:{line}: {}", self.message),
            ("", file, None) => format!("{file}: {}", self.message),
            (location, ..) => format!("{location}: {}", self.message),
        };
        run.instead(&self.heading);
        run.fail_whole(&name, FailureKind::Diagnostic);
        if !self.file.is_empty() {
            run.at(Place { file: &self.file, line: self.line });
        }
        run.message(&self.printed());
        self.tell_below(run);
        name
    }

    /// The message, and what it announces: an exception below, or the next line.
    fn printed(&self) -> String {
        let below = || {
            let exception = self.below.iter().rev().find(|line| python::is_exception(line));
            exception.or(self.below.first()).filter(|line| !line.starts_with('['))
        };
        match below().filter(|_| self.message.ends_with(':')) {
            Some(below) => format!("{} {below}", self.message),
            None => self.message.clone(),
        }
    }

    fn warn(&self, run: &mut Run<'_>) {
        run.warn_earlier(&self.heading, &self.heading);
        self.tell_below(run);
    }

    fn tell_below(&self, run: &mut Run<'_>) {
        let below = self.below.join("\n");
        if !below.trim().is_empty() {
            run.emit(Event::Decoded { part: Part::Why, text: below.trim_end() });
        }
        run.close();
    }
}
