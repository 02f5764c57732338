//! Reports of several tests that are among one another's: `--jobs` and `--verbose` together.
//!
//! Nothing there tells whose a line is. The first lines of reports name the tests, even after what others left on their
//! line, and a check that failed begins with its place, which the last line of its report repeats. What failed is reported by
//! the closing list.

use std::collections::BTreeMap;

use super::autotest_lines::{self, Reported, Word};
use super::block::{self, Check, Text};
use super::run::{MOST_NAMES, NAME_BYTES};
use crate::budget::Count as _;
use crate::recognize::kit::scan;
use crate::text::head;

/// The most lines of differences that are kept.
const MOST_LINES: usize = 4096;

/// A test, as far as its report is known.
#[derive(Debug, Default)]
pub(super) struct Test {
    pub(super) name: String,
    pub(super) word: Option<Word>,
    /// Where it failed.
    pub(super) place: Option<(String, Option<u64>)>,
    /// What differed: a difference names the folder that has the test's number.
    pub(super) text: Text,
}

/// The tests.
#[derive(Debug, Default)]
pub(super) struct Mixed {
    pub(super) tests: BTreeMap<u64, Test>,
    /// What checks printed that failed, by their places without folders.
    printed: BTreeMap<String, String>,
    /// The first line of a difference, and the test whose difference is read.
    old: Option<String>,
    differs: Option<u64>,
    /// How many lines of differences were kept.
    kept: usize,
    /// The test whose last line was begun, and something else is in its place.
    begun: Option<u64>,
    /// Tests that failed as they were expected to, of which only the end of the last line is alone.
    expected: u64,
}

impl Mixed {
    /// The test whose report began before others'.
    pub(super) fn begin(&mut self, number: u64, name: &str, text: &Text) {
        self.name(number, name);
        text.each(|line| {
            self.difference(line);
            self.check(line);
        });
    }

    fn name(&mut self, number: u64, name: &str) {
        if self.tests.len() < MOST_NAMES {
            let test = self.tests.entry(number).or_default();
            test.name.clear();
            test.name.push_str(head(name, NAME_BYTES));
        }
    }

    /// Keeps what a check says that failed.
    fn check(&mut self, text: &str) {
        let Some(Check::Status(printed)) = block::check(text) else { return };
        let place = text.split(": ").next().unwrap_or_default();
        let place = place.rsplit('/').next().unwrap_or_default();
        if self.printed.len() < MOST_NAMES && text.len() <= NAME_BYTES {
            self.printed.insert(place.to_owned(), printed.to_owned());
        }
    }

    /// What the check at a place printed.
    pub(super) fn printed(&self, file: &str, line: u64) -> Option<&str> {
        self.printed.get(&format!("{file}:{line}")).map(String::as_str)
    }

    /// A line. When it is the first or the last of a report: whose, and what became of the test.
    pub(super) fn line(&mut self, bare: &str) -> Option<(u64, Option<Word>)> {
        if let Some((at, reported)) = autotest_lines::tail(bare) {
            self.reported(at.number, reported);
            return Some((at.number, Some(reported.word)));
        }
        let first = autotest_lines::head_inside(bare);
        if let Some(begun) =
            autotest_lines::tail_begins(bare).filter(|begun| first.is_none_or(|(at, _)| at != *begun))
            && self.tests.contains_key(&begun.number)
        {
            self.begun = Some(begun.number);
            if first.is_none() {
                return Some((begun.number, None));
            }
        }
        if let Some((at, name)) = first {
            self.name(at.number, name);
            return Some((at.number, None));
        }
        if let Some(reported) = autotest_lines::result(bare) {
            match self.begun.take() {
                Some(number) => self.reported(number, reported),
                None if reported.word == Word::ExpectedFailure => self.expected.up(1),
                None => {}
            }
        }
        self.difference(bare);
        self.check(bare);
        None
    }

    /// Keeps a line of a difference.
    fn difference(&mut self, bare: &str) {
        if bare.starts_with("--- ") && bare.contains('\t') {
            self.differs = None;
            self.old = Some(head(bare, NAME_BYTES).to_owned());
            return;
        }
        let old = self.old.take();
        if let Some(path) = bare.strip_prefix("+++ ").and_then(|rest| rest.split('\t').next()) {
            let number = path.rsplit_once("/at-groups/").and_then(|(_, rest)| scan::number(rest));
            self.differs = number.map(|(number, _)| number).filter(|_| old.is_some());
        } else if !bare.is_empty() && !bare.starts_with(['@', '+', '-', ' ', '\\']) {
            self.differs = None;
        }
        let test = self.differs.and_then(|number| self.tests.get_mut(&number));
        if let Some(test) = test.filter(|_| self.kept < MOST_LINES) {
            self.kept.up(1);
            for line in old.iter().map(String::as_str).chain([bare]) {
                test.text.push(line);
            }
        }
    }

    fn reported(&mut self, number: u64, reported: Reported<'_>) {
        if let Some(test) = self.tests.get_mut(&number) {
            test.word = Some(reported.word);
            test.place = reported.place.map(|place| (place.file.to_owned(), place.line));
        }
    }

    /// What became of the tests, as far as their last lines are whole.
    pub(super) fn words(&self) -> impl Iterator<Item = Word> {
        let alone = usize::try_from(self.expected).unwrap_or(usize::MAX);
        let whole = self.tests.values().filter_map(|test| test.word);
        whole.chain(std::iter::repeat_n(Word::ExpectedFailure, alone))
    }
}
