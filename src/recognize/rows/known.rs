//! What is remembered of a run that rows read, within one bound for all tools and streams.

use std::collections::HashMap;

use regex::Captures;

use super::language::Verb;
use super::reader::place;
use crate::budget::Count as _;
use crate::event::{Event, Part, Place, TestId, Totals};
use crate::recognize::kit::clip::{clipped, key};
use crate::recognize::kit::emit::Run;
use crate::recognize::kit::held::Earlier;
use crate::recognize::kit::remembered::Remembered;
use crate::text::Line;

/// The most tests that began and have no result.
const MOST_STARTED: usize = 4096;
/// The most lines that are held back until it is known whether their test fails.
const MOST_HELD: usize = 50;
/// Bytes that all that is remembered may take, over all tools and streams.
pub(super) const ROOM: usize = 4 * 1024 * 1024;
/// What a remembered text or result takes besides its bytes.
const ENTRY_BYTES: usize = 48;

/// How much of [`ROOM`] is taken.
#[derive(Debug, Default)]
pub(super) struct Room(usize);

impl Room {
    /// Takes so many bytes, if they are left.
    fn take(&mut self, bytes: usize) -> bool {
        let taken = self.0.saturating_add(bytes);
        let fits = taken <= ROOM;
        if fits {
            self.0 = taken;
        }
        fits
    }

    /// How many bytes are taken.
    #[cfg(test)]
    pub(super) const fn taken(&self) -> usize {
        self.0
    }

    fn give(&mut self, bytes: usize) {
        self.0.down(bytes);
    }
}

/// What a text takes that is remembered.
const fn cost(text: &str) -> usize {
    text.len().saturating_add(ENTRY_BYTES)
}

/// What is known of the run that is open.
#[derive(Debug, Default)]
pub(super) struct Known {
    /// How many tests it announced.
    pub(super) announced: Option<u64>,
    /// The numbers that came and wait for the line with which the run ends.
    pub(super) totals: Option<Totals>,
    pub(super) tally: Tally,
    /// The tests that began and have no result yet: the module, a newline and the name.
    pub(super) started: Remembered<MOST_STARTED>,
    /// The one of them that had its result last.
    latest: Option<String>,
    /// What the lines below a heading are about.
    pub(super) module: String,
    pub(super) file: String,
    /// The open failure has a file and no line yet.
    lineless: bool,
    /// What came of the test that began last, before it is known whether it fails: lines, and what they say.
    held: Vec<Held>,
}

/// A line that may belong to a failure, the message and the place in it.
#[derive(Debug)]
struct Held {
    part: Part,
    line: Earlier,
    message: String,
    place: Option<(String, Option<u64>)>,
}

impl Held {
    fn bytes(&self) -> usize {
        let place = self.place.as_ref().map_or(0, |(file, _)| file.len());
        cost(self.line.text()).saturating_add(self.message.len()).saturating_add(place)
    }
}

/// A test's module and name in one.
fn joined(module: &str, name: &str) -> String {
    clipped(&format!("{module}\n{name}"))
}

/// The module and the name again.
fn split(joined: &str) -> (&str, &str) {
    joined.split_once('\n').unwrap_or(("", joined))
}

impl Known {
    /// The bytes that it takes of the room.
    pub(super) fn bytes(&self) -> usize {
        let started = self.started.iter().map(|name| cost(name));
        let results = self.tally.results.len().saturating_mul(ENTRY_BYTES);
        started.chain([self.held_bytes(), results]).fold(0, usize::saturating_add)
    }

    fn held_bytes(&self) -> usize {
        self.held.iter().map(Held::bytes).fold(0, usize::saturating_add)
    }

    /// Forgets the run for another.
    pub(super) fn renew(&mut self, announced: Option<u64>, room: &mut Room) {
        room.give(self.bytes());
        *self = Self { announced, ..Self::default() };
    }

    /// The test that a line is of, by its module and name: the one that began last where the line names none, or, for a further
    /// result, the one that had its result last. `None` when no test of the name began.
    pub(super) fn begun(&self, name: &str, module: &str, is_result: bool) -> Option<(String, String)> {
        let names = |key: &&String| split(key).1 == name && (module.is_empty() || split(key).0 == module);
        let known = if name.is_empty() {
            self.started.last().or(self.latest.as_ref().filter(|_| is_result))
        } else {
            self.started.iter().rev().find(names)
        };
        let (module, name) = split(known?);
        Some((module.to_owned(), name.to_owned()))
    }

    /// A test began.
    pub(super) fn start(&mut self, module: &str, name: &str, room: &mut Room) {
        self.let_go(room);
        let name = joined(module, name);
        if self.started.len() < MOST_STARTED && room.take(cost(&name)) {
            self.started.push(&name);
        } else {
            self.tally.lost = true;
        }
    }

    /// A test has its result.
    pub(super) fn finish(&mut self, module: &str, name: &str, room: &mut Room) {
        let name = joined(module, name);
        if let Some(started) = self.started.take(|started| *started == name) {
            room.give(cost(&started));
            self.latest = Some(started);
        }
    }

    /// Holds a line of the test that began last, while there is room.
    pub(super) fn hold(
        &mut self,
        part: Part,
        line: &Line<'_>,
        captures: &Captures<'_>,
        text: &str,
        room: &mut Room,
    ) {
        let place = place(captures, &self.file).map(|place| (clipped(place.file), place.line));
        let held = Held { part, line: Earlier::of(line), message: clipped(text), place };
        if !self.started.is_empty() && self.held.len() < MOST_HELD && room.take(held.bytes()) {
            self.held.push(held);
        }
    }

    /// No failure follows the lines that were held.
    pub(super) fn let_go(&mut self, room: &mut Room) {
        room.give(self.held_bytes());
        self.held.clear();
    }

    /// Says where the open failure is and why, with the lines that were held, when it failed by this line.
    pub(super) fn explain(
        &mut self,
        run: &mut Run<'_>,
        captures: &Captures<'_>,
        message: Option<&str>,
        failed: bool,
        room: &mut Room,
    ) {
        self.lineless &= !failed;
        if let Some(place) = place(captures, &self.file) {
            // A line in a file says more than the file of the failure's first line.
            match place.line {
                Some(_) if !failed && std::mem::take(&mut self.lineless) => {
                    run.emit(Event::At { place, better: true })
                }
                line => {
                    self.lineless = failed && line.is_none();
                    run.at(place);
                }
            }
        } else if failed && !self.file.is_empty() {
            self.lineless = true;
            run.at(Place { file: &self.file, line: None });
        }
        run.message(message.unwrap_or_default());
        for Held { part, line, message, place } in &self.held {
            if *part == Part::Why {
                run.message(message);
            }
            if let Some((file, line)) = place {
                run.at(Place { file, line: *line });
            }
            line.tell(*part, run);
        }
        self.let_go(room);
    }
}

/// How many tests have which result, each name once where equal names are one test.
#[derive(Debug, Default)]
pub(super) struct Tally {
    pub(super) passed: u64,
    pub(super) skipped: u64,
    pub(super) failed: u64,
    results: HashMap<u64, Verb>,
    /// Something came that could not be remembered or read: nothing is accounted for.
    pub(super) lost: bool,
}

impl Tally {
    fn slot(&mut self, result: &Verb) -> Option<&mut u64> {
        match result {
            Verb::Passes => Some(&mut self.passed),
            Verb::Skips => Some(&mut self.skipped),
            Verb::Fails(_) | Verb::Breaks(_) => Some(&mut self.failed),
            _ => None,
        }
    }

    /// Counts a result. Returns whether the same test had it already.
    pub(super) fn add(&mut self, id: TestId<'_>, result: &Verb, same: bool, room: &mut Room) -> bool {
        if same {
            let key = key(&format!("{}{}{}", id.module, id.separator, id.name));
            if !self.results.contains_key(&key) && !room.take(ENTRY_BYTES) {
                self.lost = true;
            } else if let Some(before) = self.results.insert(key, result.clone()) {
                if before == *result {
                    return true;
                }
                if let Some(slot) = self.slot(&before) {
                    slot.down(1);
                }
            }
        }
        if let Some(slot) = self.slot(result) {
            slot.up(1);
        }
        false
    }
}
