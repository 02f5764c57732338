//! The log of failures: who failed, how sure that is, and the lines that tell why. Bounded in names and in details.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use super::names::{NameAt, Names};
use super::stored::Stored;
use crate::event::{Attempt, FailureKind, Grade, Part, Place, TestId};

/// The most bytes of one failure's detail.
pub const DETAIL_BYTES: usize = 64 * 1024;
/// The most bytes of all details together.
pub const ALL_DETAIL_BYTES: usize = 4 * 1024 * 1024;

/// What became of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// A failure, unless its section says otherwise when it closes.
    Live,
    /// A consequence: a failure only when nothing else explains it.
    Consequence,
    /// A consequence of another failure: shown once, not counted.
    Explained,
    /// It failed first and passed later.
    Flaky,
    /// It turned out to be output, a duplicate or explained.
    Dropped,
}

/// What is known of one failure besides its name.
#[derive(Clone, Debug, Default)]
pub struct Detail {
    /// The line that names what can be rerun.
    pub heading: Option<Stored>,
    /// The lines of the blocks, in order.
    pub lines: Vec<(Part, Stored)>,
    /// Where it failed.
    pub place: Option<(Box<str>, Option<u64>)>,
    /// The message that the recognizer named.
    pub message: Option<Box<str>>,
    bytes: usize,
    /// Whether lines were left out because a bound was reached.
    pub shortened: bool,
}

/// One failure.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The number of its section.
    pub section: u32,
    name: NameAt,
    /// How it failed.
    pub kind: FailureKind,
    /// How sure that is.
    pub grade: Grade,
    /// What became of it.
    pub state: State,
    /// The last attempt that was told.
    pub attempt: Attempt,
    /// Whether its block was told; a second block of a test without attempts is more text of the same.
    pub detail: Option<Box<Detail>>,
    /// Whether all of its lines were left out because a bound was reached: then it needs no detail.
    pub bare: bool,
    /// Whether it is in the answer already.
    pub written: bool,
    /// Whether the last run of the same command did not have it; only when there was one.
    pub fresh: bool,
}

/// All failures in the order of their first telling.
#[derive(Debug, Default)]
pub struct FailureLog {
    records: Vec<Failure>,
    names: Names,
    index: HashMap<u64, u32>,
    /// A bit for every [`trait_of`] a name that is in the index: most tests that are looked up never failed.
    seen: Vec<u64>,
    detail_bytes: usize,
}

/// A number from 0 to 4095 that a name has however it is split: of its length and its last bytes.
fn trait_of(id: TestId<'_>) -> usize {
    let parts = [id.name, id.separator, id.module];
    let length = parts.iter().fold(0_usize, |sum, part| sum.wrapping_add(part.len()));
    if let Some(last) = id.name.as_bytes().last_chunk::<4>() {
        return last.iter().rev().fold(length, trait_of_byte) & 0xfff;
    }
    let last = parts.iter().flat_map(|part| part.bytes().rev()).take(4);
    last.fold(length, |number, byte| trait_of_byte(number, &byte)) & 0xfff
}

fn trait_of_byte(number: usize, byte: &u8) -> usize {
    number.wrapping_mul(31).wrapping_add(usize::from(*byte))
}

fn key(section: u32, parts: [&str; 3]) -> u64 {
    let mut hasher = DefaultHasher::new();
    section.hash(&mut hasher);
    for part in parts {
        hasher.write(part.as_bytes());
    }
    hasher.finish()
}

fn id_key(section: u32, id: TestId<'_>) -> u64 {
    key(section, [id.module, id.separator, id.name])
}

impl FailureLog {
    /// Every record, also of claims that were dropped.
    #[must_use]
    pub fn records(&self) -> &[Failure] {
        &self.records
    }

    /// One record.
    #[must_use]
    pub fn get(&self, at: usize) -> Option<&Failure> {
        self.records.get(at)
    }

    /// One record, to be changed.
    pub fn get_mut(&mut self, at: usize) -> Option<&mut Failure> {
        self.records.get_mut(at)
    }

    /// The split name of a record.
    #[must_use]
    pub fn id(&self, failure: &Failure) -> TestId<'_> {
        self.names.get(failure.name)
    }

    /// The shown name of a record.
    #[must_use]
    pub fn shown(&self, failure: &Failure) -> &str {
        self.names.shown(failure.name)
    }

    /// Looks up a test of a section.
    #[must_use]
    pub fn find(&self, section: u32, id: TestId<'_>) -> Option<usize> {
        let number = trait_of(id);
        if self.seen.get(number >> 6)?.wrapping_shr(u32::try_from(number & 63).unwrap_or(0)) & 1 == 0 {
            return None;
        }
        self.index.get(&id_key(section, id)).and_then(|at| usize::try_from(*at).ok())
    }

    /// Looks up by the name as shown.
    #[must_use]
    pub fn find_shown(&self, section: u32, shown: &str) -> Option<usize> {
        self.find(section, TestId::bare(shown))
    }

    fn remember(&mut self, section: u32, id: TestId<'_>, at: u32) {
        let number = trait_of(id);
        self.seen.resize(64, 0);
        if let Some(bits) = self.seen.get_mut(number >> 6) {
            *bits |= 1_u64.wrapping_shl(u32::try_from(number & 63).unwrap_or(0));
        }
        self.index.insert(id_key(section, id), at);
    }

    /// Adds a claim. `None` when the store of names is full.
    pub fn add(
        &mut self,
        section: u32,
        id: TestId<'_>,
        kind: FailureKind,
        grade: Grade,
        state: State,
    ) -> Option<usize> {
        let name = self.names.add(id)?;
        let at = self.records.len();
        let short = u32::try_from(at).ok()?;
        self.records.push(Failure {
            section,
            name,
            kind,
            grade,
            state,
            attempt: 0,
            detail: None,
            bare: false,
            written: false,
            fresh: false,
        });
        self.remember(section, id, short);
        Some(at)
    }

    /// Makes a record findable under a further key; used where the key says more than the shown name.
    pub fn alias_key(&mut self, section: u32, extra: &str, at: usize) {
        if let Ok(short) = u32::try_from(at) {
            self.index.insert(key(section, ["\u{1f}", extra, ""]), short);
        }
    }

    /// Looks up by a further key.
    #[must_use]
    pub fn find_key(&self, section: u32, extra: &str) -> Option<usize> {
        self.index.get(&key(section, ["\u{1f}", extra, ""])).and_then(|at| usize::try_from(*at).ok())
    }

    /// Makes `other`, told under `alias`, a part of `at`: its detail moves over, its claim is dropped, and the alias is
    /// free for the next block of that name.
    pub fn absorb(&mut self, at: usize, other: usize, section: u32, alias: &str) {
        let Some(gone) = self.records.get_mut(other) else { return };
        gone.state = State::Dropped;
        let (detail, bare, grade, kind) = (gone.detail.take(), gone.bare, gone.grade, gone.kind);
        self.index.remove(&id_key(section, TestId::bare(alias)));
        let Some(kept) = self.records.get_mut(at) else { return };
        kept.grade = kept.grade.max(grade);
        kept.kind = if kept.kind == FailureKind::Test { kind } else { kept.kind };
        match (&mut kept.detail, detail) {
            (Some(own), Some(more)) if own.lines.is_empty() => {
                own.lines = more.lines;
                own.place = own.place.take().or(more.place);
                own.message = own.message.take().or(more.message);
                own.shortened |= more.shortened;
            }
            (slot @ None, more) => {
                *slot = more;
                kept.bare |= bare;
            }
            (Some(own), None) if own.lines.is_empty() => own.shortened |= bare,
            (Some(_), _) => {}
        }
    }

    /// Gives a record another name, by which alone it is found afterwards.
    pub fn rename(&mut self, at: usize, id: TestId<'_>) {
        let Some(record) = self.records.get(at) else { return };
        let old = self.names.get(record.name);
        let old_key = id_key(record.section, old);
        let section = record.section;
        let Some(name) = self.names.add(id) else { return };
        if let Some(record) = self.records.get_mut(at) {
            record.name = name;
        }
        if self.index.get(&old_key).and_then(|found| usize::try_from(*found).ok()) == Some(at) {
            self.index.remove(&old_key);
        }
        if let Ok(short) = u32::try_from(at) {
            self.remember(section, id, short);
        }
    }

    /// Moves a failure to another section, where it is found from now on.
    pub fn move_to(&mut self, at: usize, section: u32) {
        let (Some(record), Ok(short)) = (self.records.get(at), u32::try_from(at)) else { return };
        let id = self.names.get(record.name);
        let (old, new) = (id_key(record.section, id), id_key(section, id));
        if self.index.get(&old) == Some(&short) {
            self.index.remove(&old);
        }
        self.index.insert(new, short);
        if let Some(record) = self.records.get_mut(at) {
            record.section = section;
        }
    }

    fn detail_mut(&mut self, at: usize) -> Option<&mut Detail> {
        let record = self.records.get_mut(at)?;
        let shortened = std::mem::take(&mut record.bare);
        let detail = record.detail.get_or_insert_with(Box::default);
        detail.shortened |= shortened;
        Some(detail)
    }

    /// Whether a failure has room for a line of these bytes; when not, it is remembered that one was left out.
    pub fn has_room(&mut self, at: usize, bytes: usize) -> bool {
        let room = self.detail_bytes.saturating_add(bytes) <= ALL_DETAIL_BYTES;
        let Some(record) = self.records.get_mut(at) else { return false };
        let Some(detail) = &mut record.detail else {
            let fits = room && bytes <= DETAIL_BYTES;
            record.bare |= !fits;
            return fits;
        };
        let fits = room && detail.bytes.saturating_add(bytes) <= DETAIL_BYTES;
        detail.shortened |= !fits;
        fits
    }

    /// Adds a line to a failure; a bound that is reached leaves it out and is remembered.
    pub fn add_line(&mut self, at: usize, part: Part, line: Stored) {
        let bytes = line.bytes();
        if !self.has_room(at, bytes) {
            return;
        }
        let Some(detail) = self.detail_mut(at) else { return };
        detail.bytes = detail.bytes.saturating_add(bytes);
        detail.lines.push((part, line));
        self.detail_bytes = self.detail_bytes.saturating_add(bytes);
    }

    /// Sets the heading; the last one wins.
    pub fn set_heading(&mut self, at: usize, line: Stored) {
        let bytes = line.bytes();
        if self.detail_bytes.saturating_add(bytes) > ALL_DETAIL_BYTES {
            return;
        }
        self.detail_bytes = self.detail_bytes.saturating_add(bytes);
        if let Some(detail) = self.detail_mut(at) {
            detail.heading = Some(line);
        }
    }

    /// Says where a failure is.
    pub fn set_place(&mut self, at: usize, place: Place<'_>, better: bool) {
        if self.detail_bytes > ALL_DETAIL_BYTES {
            return;
        }
        let cost = place.file.len().saturating_add(32);
        if let Some(detail) = self.detail_mut(at)
            && (detail.place.is_none() || better)
        {
            detail.place = Some((place.file.chars().take(1024).collect::<String>().into(), place.line));
            self.detail_bytes = self.detail_bytes.saturating_add(cost);
        }
    }

    /// Sets the message; the first one stays.
    pub fn set_message(&mut self, at: usize, message: &str) {
        if self.detail_bytes > ALL_DETAIL_BYTES {
            return;
        }
        let message: String = message.chars().take(1024).collect();
        let cost = message.len();
        if let Some(detail) = self.detail_mut(at)
            && detail.message.is_none()
        {
            detail.message = Some(message.into());
            self.detail_bytes = self.detail_bytes.saturating_add(cost);
        }
    }

    /// Forgets the lines of a failure: it was dropped, or another attempt tells it again.
    pub fn forget_detail(&mut self, at: usize) {
        let Some(record) = self.records.get_mut(at) else { return };
        record.bare = false;
        if let Some(detail) = record.detail.take() {
            self.detail_bytes = self.detail_bytes.saturating_sub(detail.bytes);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::Class;
    use crate::text::Line;

    fn log_with(name: &str) -> (FailureLog, usize) {
        let mut log = FailureLog::default();
        let at =
            log.add(0, TestId::split_last(name, "::"), FailureKind::Test, Grade::Line, State::Live).unwrap();
        (log, at)
    }

    #[test]
    fn a_failure_is_found_by_its_shown_name_however_it_is_split() {
        let (log, at) = log_with("a::b::c");
        assert_eq!(log.find_shown(0, "a::b::c"), Some(at));
        assert_eq!(log.find_shown(1, "a::b::c"), None);
    }

    #[test]
    fn a_renamed_failure_is_found_by_its_new_name_only() {
        let (mut log, at) = log_with("TestCart.test_x");
        log.rename(at, TestId::split_last("tests/a.py::TestCart::test_x", "::"));
        assert_eq!(log.find_shown(0, "TestCart.test_x"), None);
        assert_eq!(log.find_shown(0, "tests/a.py::TestCart::test_x"), Some(at));
    }

    #[test]
    fn a_detail_holds_its_bound_and_no_more() {
        let (mut log, at) = log_with("x");
        let text = "y".repeat(1000);
        for _ in 0..200 {
            log.add_line(at, Part::Output, Stored::of(&Line::of(&text), Class::Detail));
        }
        let detail = log.get(at).unwrap().detail.as_ref().unwrap();
        assert!(detail.bytes <= DETAIL_BYTES && detail.bytes > DETAIL_BYTES - 1100);
        assert!(detail.shortened);
    }

    #[test]
    fn all_details_together_hold_their_bound() {
        let mut log = FailureLog::default();
        let text = "y".repeat(3000);
        for number in 0..3000 {
            let name = format!("t{number}");
            let at = log.add(0, TestId::bare(&name), FailureKind::Test, Grade::Line, State::Live).unwrap();
            log.add_line(at, Part::Why, Stored::of(&Line::of(&text), Class::Detail));
        }
        assert!(log.detail_bytes <= ALL_DETAIL_BYTES);
        let last = log.records().last().unwrap();
        assert!(last.bare && last.detail.is_none());
    }
}
