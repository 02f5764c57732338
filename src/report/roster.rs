//! Tests that did not fail, by name: kept only for documents that list them.
//!
//! Bounded: what is beyond is counted where all tests are, in the sections.

use super::names::{NameAt, Names};
use super::skips::reason;
use super::times::beside;
use crate::budget::Count as _;
use crate::event::{Outcome, Place, TestId};
use crate::text::head;

/// The most tests that are kept.
const TESTS: usize = 100_000;
/// The most bytes of their names, reasons and files.
const TEXT_BYTES: usize = 6 * 1024 * 1024;
/// The most bytes of a reason or a file.
const NOTE_BYTES: usize = 300;

/// A test that did not fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Test<'a> {
    /// The number of its section.
    pub section: usize,
    /// Its name.
    pub id: TestId<'a>,
    /// What became of it.
    pub outcome: Outcome,
    /// How long it took, in milliseconds.
    pub took_ms: Option<u32>,
    /// Why it was skipped, or empty.
    pub reason: &'a str,
    /// Where it is, when a report file says so.
    pub place: Option<Place<'a>>,
}

#[derive(Debug)]
struct Kept {
    section: u32,
    name: NameAt,
    outcome: Outcome,
    took_ms: Option<u32>,
    note: Option<Box<Note>>,
}

/// What few tests have.
#[derive(Debug, Default)]
struct Note {
    reason: Box<str>,
    place: Option<(Box<str>, Option<u64>)>,
}

/// The tests.
#[derive(Debug, Default)]
pub struct Roster {
    names: Names,
    tests: Vec<Kept>,
    bytes: usize,
    /// Whether what comes next may be of the last test.
    waits: bool,
}

impl Roster {
    /// A test finished that did not fail.
    pub(super) fn see(&mut self, section: usize, id: TestId<'_>, outcome: Outcome) {
        self.waits = false;
        let bytes = Names::length(id);
        if self.tests.len() >= TESTS || self.bytes.saturating_add(bytes) > TEXT_BYTES {
            return;
        }
        let Some(name) = self.names.add(id) else { return };
        self.bytes.up(bytes);
        let section = u32::try_from(section).unwrap_or(u32::MAX);
        self.tests.push(Kept { section, name, outcome, took_ms: None, note: None });
        self.waits = true;
    }

    /// What comes next is of no test that is kept.
    pub(super) const fn ends(&mut self) {
        self.waits = false;
    }

    /// The line of the last test is over. It may tell how long the test took, and why it was skipped.
    pub(super) fn line(&mut self, text: &str) {
        let Some(test) = self.tests.last().filter(|_| self.waits) else { return };
        if let Some(took) = beside(text, self.names.get(test.name).name) {
            self.took(took);
        }
        if let Some((reason, _)) = reason(text) {
            self.reason(reason);
        }
        self.waits = false;
    }

    /// The last test took so long.
    pub(super) fn took(&mut self, took_ms: u64) {
        if let Some(test) = self.tests.last_mut().filter(|_| self.waits) {
            test.took_ms = u32::try_from(took_ms).ok();
        }
    }

    /// Why the last test was skipped.
    pub(super) fn reason(&mut self, reason: &str) {
        let reason = head(reason, NOTE_BYTES);
        if let Some(note) = self.note(reason.len(), Outcome::Skipped) {
            note.reason = reason.into();
        }
    }

    /// Where the last test is.
    pub(super) fn place(&mut self, place: Place<'_>) {
        if place.file.len() <= NOTE_BYTES
            && let Some(outcome) = self.tests.last().map(|test| test.outcome)
            && let Some(note) = self.note(place.file.len(), outcome)
        {
            note.place = Some((place.file.into(), place.line));
        }
    }

    /// Room for a note on the last test, when it ended so.
    fn note(&mut self, bytes: usize, outcome: Outcome) -> Option<&mut Note> {
        let bytes = self.bytes.saturating_add(bytes).saturating_add(size_of::<Note>());
        let fits = self.waits && bytes <= TEXT_BYTES;
        let test = self.tests.last_mut().filter(|test| fits && test.outcome == outcome)?;
        self.bytes = bytes;
        Some(test.note.get_or_insert_default())
    }

    /// The last section became part of the one before it.
    pub(super) fn merged(&mut self, from: usize, into: usize) {
        let from = u32::try_from(from).unwrap_or(u32::MAX);
        let into = u32::try_from(into).unwrap_or(u32::MAX);
        for test in self.tests.iter_mut().rev().take_while(|test| test.section >= from) {
            test.section = into;
        }
    }

    /// How many there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.tests.len()
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.tests.is_empty()
    }

    /// One of them.
    #[must_use]
    pub fn get(&self, at: usize) -> Option<Test<'_>> {
        let test = self.tests.get(at)?;
        let note = test.note.as_deref();
        let place = note.and_then(|note| note.place.as_ref());
        Some(Test {
            section: usize::try_from(test.section).unwrap_or(usize::MAX),
            id: self.names.get(test.name),
            outcome: test.outcome,
            took_ms: test.took_ms,
            reason: note.map_or("", |note| &*note.reason),
            place: place.map(|(file, line)| Place { file, line: *line }),
        })
    }

    /// The reasons and the files, to hide what must not be shown.
    pub(super) fn texts_mut(&mut self) -> impl Iterator<Item = &mut Box<str>> {
        let notes = self.tests.iter_mut().filter_map(|test| test.note.as_deref_mut());
        notes.flat_map(|note| {
            let file = note.place.as_mut().map(|(file, _)| file);
            std::iter::once(&mut note.reason).chain(file)
        })
    }

    /// Gives tests other names where `of` has one.
    pub(super) fn rename(&mut self, mut of: impl FnMut(&str) -> Option<String>) {
        for test in &mut self.tests {
            if let Some(name) = of(self.names.shown(test.name))
                && let Some(name) = self.names.add(TestId::bare(&name))
            {
                test.name = name;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_tells_how_long_a_test_took_and_why_it_was_skipped() {
        let mut roster = Roster::default();
        roster.see(0, TestId::bare("adds"), Outcome::Passed);
        roster.line("ok adds (5 ms)");
        roster.line("other adds (9 ms)");
        roster.see(0, TestId::bare("lands"), Outcome::Skipped);
        roster.line("lands SKIPPED (no quay)");
        let reported = [0, 1].map(|at| roster.get(at).map(|test| (test.took_ms, test.reason.to_owned())));
        assert_eq!(reported, [Some((Some(5), String::new())), Some((None, "no quay".to_owned()))]);
    }

    #[test]
    fn tests_beyond_the_bound_are_not_kept_and_change_no_other() {
        let mut roster = Roster::default();
        for number in 0..=TESTS {
            roster.see(number, TestId::bare("t"), Outcome::Skipped);
        }
        roster.line("t SKIPPED (late)");
        assert_eq!((roster.len(), roster.get(TESTS - 1).unwrap().reason), (TESTS, ""));
        let mut roster = Roster::default();
        let long = "n".repeat(8 * 1024);
        (0..2000).for_each(|_| roster.see(0, TestId::bare(&long), Outcome::Passed));
        assert_eq!(roster.len(), TEXT_BYTES / long.len());
    }

    #[test]
    fn tests_of_a_section_that_was_merged_are_those_of_the_other() {
        let mut roster = Roster::default();
        [0, 1, 2, 2].iter().for_each(|section| roster.see(*section, TestId::bare("t"), Outcome::Passed));
        roster.merged(2, 1);
        let sections: Vec<usize> = (0..4).map(|at| roster.get(at).unwrap().section).collect();
        assert_eq!(sections, [0, 1, 1, 1]);
    }
}
