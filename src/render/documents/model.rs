//! What all documents are made of: the verdict, its numbers, the failures in the order of their causes, and what else is
//! wrong with a run.

use std::borrow::Cow;

use super::held::Held;
use super::of_report::Reported;
use crate::report::{Counts, Verdict};

/// Finds files of failures in the workspace of the CI.
pub trait Places {
    /// The path of a file below the workspace, with slashes; `None` when the workspace has no such file.
    fn below_workspace(&self, file: &str) -> Option<String>;
}

/// Places without a workspace: no file is in it.
#[derive(Clone, Copy, Debug)]
pub struct Unplaced;

impl Places for Unplaced {
    fn below_workspace(&self, _file: &str) -> Option<String> {
        None
    }
}

/// Something besides the failures because of which a run did not pass. It has an entry of its own in every document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// What it is, in one word, for example `incomplete`.
    pub name: &'static str,
    /// The problem in one line.
    pub message: String,
    /// What the log says of it, or empty.
    pub text: String,
}

impl Problem {
    /// A problem of which nothing else is known.
    #[must_use]
    pub const fn new(name: &'static str, message: String) -> Self {
        Self { name, message, text: String::new() }
    }

    /// Message and text together.
    pub(super) fn whole(&self) -> String {
        let between = if self.text.is_empty() { "" } else { "\n" };
        format!("{}{between}{}", self.message, self.text)
    }
}

/// One failure.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entry<'a> {
    /// The runner, and what its run is about; with many logs, the log.
    pub suite: Cow<'a, str>,
    /// The first part of the name, or empty.
    pub module: Cow<'a, str>,
    /// The whole name as shown.
    pub name: Cow<'a, str>,
    /// How it failed, as in the answer in JSON.
    pub kind: &'static str,
    /// Where it failed.
    pub file: Option<Cow<'a, str>>,
    /// The line in that file.
    pub line: Option<u64>,
    /// Why, in one line.
    pub message: Option<Cow<'a, str>>,
    /// All that is known of it, line by line; only when it is wanted.
    pub text: Option<String>,
    /// How many later failures have the same cause.
    pub others: u64,
    /// How long it took, in milliseconds.
    pub took_ms: Option<u32>,
}

/// Where the failures are.
#[derive(Debug)]
pub(super) enum Entries<'a> {
    Nowhere,
    Report(Reported<'a>),
    Held(&'a Held),
}

/// A result, as all documents see it.
#[derive(Debug)]
pub struct Model<'a> {
    /// The verdict.
    pub verdict: Verdict,
    /// The verdict line without `weir: `.
    pub headline: String,
    /// The numbers.
    pub counts: Counts,
    /// How long it ran.
    pub duration_ms: Option<u64>,
    /// What is wrong besides the failures.
    pub problems: Vec<Problem>,
    /// Tests that failed and then passed.
    pub flaky: Vec<String>,
    /// How many failures are only in numbers.
    pub unlisted: u64,
    /// The command that shows the rest.
    pub rest: Option<String>,
    /// The command that runs again what failed.
    pub rerun: Option<String>,
    /// The name of the input, for hosts that need a file for each finding.
    pub input: String,
    /// When it began, in milliseconds since the epoch.
    pub began_ms: u64,
    pub(super) entries: Entries<'a>,
}

/// The name of an input without a name.
const STANDARD_INPUT: &str = "standard-input";

impl Model<'static> {
    /// The model of the document that exists until the run has ended: its reader knows that the run did not end.
    #[must_use]
    pub fn of_a_run_that_has_not_ended() -> Self {
        let headline = "INCOMPLETE the run has not ended, or weir was stopped before it had".to_owned();
        Self {
            verdict: Verdict::Incomplete,
            problems: vec![Problem::new("incomplete", headline.clone())],
            headline,
            counts: Counts::default(),
            duration_ms: None,
            flaky: Vec::new(),
            unlisted: 0,
            rest: None,
            rerun: None,
            input: STANDARD_INPUT.to_owned(),
            began_ms: 0,
            entries: Entries::Nowhere,
        }
    }
}

impl<'a> Model<'a> {
    /// Whether the run passed.
    #[must_use]
    pub fn passed(&self) -> bool {
        self.verdict == Verdict::Passed
    }

    /// The number of failures that can be listed.
    #[must_use]
    pub fn len(&self) -> usize {
        match &self.entries {
            Entries::Nowhere => 0,
            Entries::Report(reported) => reported.len(),
            Entries::Held(held) => held.len(),
        }
    }

    /// Whether no failure can be listed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// One failure, with at most `text_bytes` bytes of text.
    #[must_use]
    pub fn entry(&self, at: usize, text_bytes: usize) -> Entry<'_> {
        match &self.entries {
            Entries::Nowhere => Entry::default(),
            Entries::Report(reported) => reported.entry(at, text_bytes),
            Entries::Held(held) => held.entry(at),
        }
    }

    pub(super) fn suite(&self, at: usize) -> Cow<'_, str> {
        match &self.entries {
            Entries::Nowhere => Cow::Borrowed(""),
            Entries::Report(reported) => reported.suite(at),
            Entries::Held(held) => held.suite(at),
        }
    }

    /// What is wrong besides the failures, in a document that leaves `left_out` of them out. A run that did not pass has
    /// a failure or one of these.
    #[must_use]
    pub fn problems(&self, left_out: u64) -> Vec<Problem> {
        let mut problems = self.problems.clone();
        let more = self.unlisted.saturating_add(left_out);
        if more > 0 {
            problems.push(Problem::new("unlisted", self.more(more)));
        }
        if problems.is_empty() && self.is_empty() && !self.passed() {
            problems.push(Problem::new(self.verdict.lower(), self.headline.clone()));
        }
        problems
    }

    /// How many failures are not listed, and where they are.
    pub(super) fn more(&self, more: u64) -> String {
        let number =
            if more == 1 { "1 more failure is".to_owned() } else { format!("{more} more failures are") };
        match &self.rest {
            Some(command) => format!("{number} not listed here: {command}"),
            None => format!("{number} not listed here"),
        }
    }

    /// The name of the input, or a name for an input without one.
    pub(super) fn name_of_input(name: Option<&str>) -> String {
        name.filter(|name| !name.is_empty()).unwrap_or(STANDARD_INPUT).to_owned()
    }
}
