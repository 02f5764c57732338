//! Failures of many logs, kept for the documents until all logs are judged. Bounded: further ones are counted.

use std::borrow::Cow;

use super::annotations::clipped_to_line;
use super::model::{Entries, Entry, Model, Problem};
use super::of_report::clean;
use super::suites::Suites;
use crate::budget::Count as _;
use crate::report::{Counts, Verdict};

/// How many bytes the failures and the problems of all logs take up at most.
const HELD_BYTES: usize = 16 * 1024 * 1024;

/// The most problems that are named, and the most bytes of one.
const PROBLEMS: usize = 50;
const PROBLEM_BYTES: usize = 400;

/// One failure of a log.
#[derive(Debug)]
struct One {
    log: usize,
    id: Box<str>,
    kind: &'static str,
    file: Option<Box<str>>,
    line: Option<u64>,
    message: Option<Box<str>>,
}

/// The failures and problems of many logs.
#[derive(Debug, Default)]
pub struct Held {
    logs: Vec<String>,
    failures: Vec<One>,
    problems: Vec<Problem>,
    bytes: usize,
    /// How many failures had no room, or are only in numbers.
    unlisted: u64,
    /// How many problems had no room.
    more_problems: u64,
}

impl Held {
    /// Another log begins: what comes next belongs to it.
    pub fn log(&mut self, name: String) {
        self.logs.push(name);
    }

    /// Adds a failure of the last log: its name, how it failed, where, and why.
    pub fn failure(
        &mut self,
        id: &str,
        kind: &'static str,
        place: (Option<&str>, Option<u64>),
        message: Option<&str>,
    ) {
        let (file, line) = place;
        let text = |text: Option<&str>| text.map_or(0, str::len);
        let bytes = size_of::<One>()
            .saturating_add(id.len())
            .saturating_add(text(file))
            .saturating_add(text(message));
        if !self.has_room(bytes) {
            self.unlisted.up(1);
            return;
        }
        self.failures.push(One {
            log: self.logs.len().saturating_sub(1),
            id: clean(id).into(),
            kind,
            file: file.map(|file| clean(file).into()),
            line,
            message: message.map(|message| clean(message).into()),
        });
    }

    /// Counts failures of the last log without a name.
    pub const fn unlisted(&mut self, number: u64) {
        self.unlisted = self.unlisted.saturating_add(number);
    }

    /// Adds a problem of the last log besides its failures.
    pub fn problem(&mut self, name: &'static str, message: &str) {
        let log = self.logs.last().map_or("", String::as_str);
        let message = clean(&format!("{log}: {message}")).into_owned();
        let message = clipped_to_line(&message, PROBLEM_BYTES);
        if self.problems.len() < PROBLEMS {
            self.problems.push(Problem::new(name, message));
        } else {
            self.more_problems.up(1);
        }
    }

    fn has_room(&mut self, bytes: usize) -> bool {
        let fits = self.bytes.saturating_add(bytes) <= HELD_BYTES;
        self.bytes = if fits { self.bytes.saturating_add(bytes) } else { self.bytes };
        fits
    }

    pub(super) const fn len(&self) -> usize {
        self.failures.len()
    }

    pub(super) fn suite(&self, at: usize) -> Cow<'_, str> {
        let log = self.failures.get(at).and_then(|one| self.logs.get(one.log));
        log.map_or(Cow::Borrowed(""), |log| clean(log))
    }

    pub(super) fn entry(&self, at: usize) -> Entry<'_> {
        let Some(one) = self.failures.get(at) else { return Entry::default() };
        Entry {
            suite: self.suite(at),
            name: Cow::Borrowed(&one.id),
            kind: one.kind,
            file: one.file.as_deref().map(Cow::Borrowed),
            line: one.line,
            message: one.message.as_deref().map(Cow::Borrowed),
            ..Entry::default()
        }
    }

    /// The model of all logs, with these numbers.
    #[must_use]
    pub fn model(&self, verdict: Verdict, headline: String, counts: Counts, began_ms: u64) -> Model<'_> {
        let mut problems = self.problems.clone();
        if self.more_problems > 0 {
            let message = format!("{} more logs did not pass", self.more_problems);
            problems.push(Problem::new("unlisted", message));
        }
        Model {
            verdict,
            headline,
            counts,
            duration_ms: None,
            problems,
            flaky: Vec::new(),
            unlisted: self.unlisted,
            rest: None,
            rerun: None,
            input: Model::name_of_input(None),
            began_ms,
            command: None,
            exit: None,
            compared: None,
            warnings: Vec::new(),
            suites: Suites::default(),
            entries: Entries::Held(self),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_no_room_is_counted() {
        let mut held = Held::default();
        held.log("a.log".to_owned());
        let long = "x".repeat(HELD_BYTES / 3);
        for _ in 0..4 {
            held.failure(&long, "test", (Some("a.py"), Some(7)), None);
        }
        held.problem("incomplete", &long);
        held.unlisted(3);
        let model = held.model(Verdict::Failed, "FAILED".to_owned(), Counts::default(), 0);
        assert_eq!((model.len(), model.unlisted, model.problems(0).len()), (2, 5, 2));
        assert_eq!(model.entry(1, 100).suite, "a.log");
    }
}
