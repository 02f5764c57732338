//! The log of failures: what failed, how sure that is, and the lines that say why. Bounded in names and in details.

use std::num::NonZeroU32;

use super::detail::Detail;
use super::inside::Telling;
use super::lookup::{Crowd, Identity, Lookup, Reported};
use super::names::{NameAt, Names};
use super::room::Room;
use super::stored::Stored;
use crate::budget::{Count as _, Limits};
use crate::event::{Attempt, FailureKind, Grade, Part, Place, TestId};

/// What a record takes up besides its name, in bytes: itself, its numbers in the index and in the section, its place in
/// the answer.
const RECORD: usize = size_of::<Failure>() + 40;
/// What a further key takes up, in bytes.
const FURTHER_KEY: usize = 24;

/// The most lines that say why, and the most chars of a message, of a failure for whose other lines there is no room.
const REASON_LINES: usize = 4;
const REASON_CHARS: usize = 300;

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
    /// The last attempt that was reported.
    attempt: u16,
    /// The column of a diagnostic, if one was reported.
    pub(super) column: Option<NonZeroU32>,
    /// Its lines, once its block was reported; a second block of a test without attempts adds to it.
    pub detail: Option<Box<Detail>>,
    /// Whether all of its lines were left out because a bound was reached: then it needs no detail.
    pub bare: bool,
    /// Whether it is in the answer already.
    pub written: bool,
    /// Whether the last run of the same command did not have it; only when there was one.
    pub fresh: bool,
    /// How long it took, in milliseconds, where its runner prints that beside its name.
    pub took_ms: Option<u32>,
}

/// All failures in the order of their first reports.
#[derive(Debug)]
pub struct FailureLog {
    pub(super) records: Vec<Failure>,
    names: Names,
    lookup: Lookup,
    crowd: Crowd,
    pub(super) room: Room,
    name_bytes: usize,
    pub(super) detail_bytes: usize,
    /// Whether there was no room for a failure.
    is_full: bool,
    pub(super) telling: Telling,
}

impl Failure {
    /// Whether anything says why it failed: lines of its block, or a message. A diagnostic, a crash and the like are their own
    /// reason.
    #[must_use]
    pub fn has_reason(&self) -> bool {
        let is_test = matches!(self.kind, FailureKind::Test | FailureKind::Setup | FailureKind::Suite);
        !is_test || self.detail.as_deref().is_some_and(Detail::says_why)
    }

    /// The column of a diagnostic, from 1, if one was reported.
    #[must_use]
    pub fn column(&self) -> Option<u64> {
        self.column.map(|column| u64::from(column.get()))
    }

    /// The last attempt that was reported.
    #[must_use]
    pub fn attempt(&self) -> Attempt {
        Attempt::from(self.attempt)
    }

    /// An attempt was reported.
    pub fn attempted(&mut self, attempt: Attempt) {
        self.attempt = u16::try_from(attempt).unwrap_or(u16::MAX);
    }
}

impl FailureLog {
    /// An empty log for an answer of these limits.
    #[must_use]
    pub fn new(limits: Limits) -> Self {
        Self {
            records: Vec::new(),
            names: Names::default(),
            lookup: Lookup::default(),
            crowd: Crowd::default(),
            room: Room::of(limits),
            name_bytes: 0,
            detail_bytes: 0,
            is_full: false,
            telling: Telling::default(),
        }
    }

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
        self.lookup.find(section, id)
    }

    /// Looks up by the name as shown.
    #[must_use]
    pub fn find_shown(&self, section: u32, shown: &str) -> Option<usize> {
        self.find(section, TestId::bare(shown))
    }

    fn add_name(&mut self, id: TestId<'_>, besides: usize) -> Option<NameAt> {
        let bytes = self.name_bytes.saturating_add(Names::length(id)).saturating_add(besides);
        let name = if bytes <= self.room.names { self.names.add(id) } else { None }?;
        self.name_bytes = bytes;
        Some(name)
    }

    /// Adds a claim. Returns `None` when the store of names is full.
    pub fn add(
        &mut self,
        section: u32,
        id: TestId<'_>,
        kind: FailureKind,
        grade: Grade,
        state: State,
    ) -> Option<usize> {
        let name = if self.is_full { None } else { self.add_name(id, RECORD) };
        // From the first one without room on, none gets any: a shorter name could be another name of the same failure.
        self.is_full = name.is_none();
        let name = name?;
        let at = self.records.len();
        let short = u32::try_from(at).ok()?;
        if at == self.records.capacity() {
            // To double the room would hold memory for tens of thousands that never come.
            self.records.reserve_exact(at.div_euclid(8).max(64));
        }
        self.records.push(Failure {
            section,
            name,
            kind,
            grade,
            state,
            attempt: 0,
            column: None,
            detail: None,
            bare: false,
            written: false,
            fresh: false,
            took_ms: None,
        });
        self.lookup.remember(section, id, short);
        Some(at)
    }

    /// A failure was reported for whose name there is no room.
    pub fn tell_beyond(&mut self, section: u32, id: TestId<'_>, identity: Identity<'_>) -> Reported {
        self.crowd.tell(section, id, identity)
    }

    /// The stream ended: no more failures come.
    pub(super) fn finish(&mut self) {
        self.crowd = Crowd::default();
    }

    /// A failure that has no record turned out not to be one. Returns whether it was counted.
    pub fn forget_beyond(&mut self, section: u32, id: TestId<'_>) -> bool {
        self.crowd.forget(section, id)
    }

    /// Makes a record findable under a further key, for keys that say more than the shown name.
    pub fn alias_key(&mut self, section: u32, extra: &str, at: usize) {
        if let Ok(short) = u32::try_from(at)
            && self.lookup.remember_extra(section, extra, short)
        {
            self.name_bytes.up(FURTHER_KEY);
        }
    }

    /// Looks up by a further key.
    #[must_use]
    pub fn find_key(&self, section: u32, extra: &str) -> Option<usize> {
        self.lookup.find_extra(section, extra)
    }

    /// Makes `other`, reported under `alias`, a part of `at`: its detail moves over, its claim is dropped, and the alias is
    /// free for the next block of that name.
    pub fn absorb(&mut self, at: usize, other: usize, section: u32, alias: &str) {
        let Some(gone) = self.records.get_mut(other) else { return };
        gone.state = State::Dropped;
        let (detail, bare, grade, kind) = (gone.detail.take(), gone.bare, gone.grade, gone.kind);
        let gone = detail.as_ref().map_or(0, |detail| detail.held());
        self.lookup.forget(section, TestId::bare(alias));
        let Some(kept) = self.records.get_mut(at) else { return };
        kept.grade = kept.grade.max(grade);
        kept.kind = if kept.kind == FailureKind::Test { kind } else { kept.kind };
        let held = |failure: &Failure| failure.detail.as_ref().map_or(0, |detail| detail.held());
        let before = held(kept).saturating_add(gone);
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
        self.detail_bytes = self.detail_bytes.saturating_add(held(kept)).saturating_sub(before);
    }

    /// Gives a record another name, by which alone it is found afterwards.
    pub fn rename(&mut self, at: usize, id: TestId<'_>) {
        let Some(record) = self.records.get(at) else { return };
        let (old, section) = (record.name, record.section);
        let Some(name) = self.add_name(id, 0) else { return };
        self.lookup.forget_at(section, self.names.get(old), at);
        if let Some(record) = self.records.get_mut(at) {
            record.name = name;
        }
        if let Ok(short) = u32::try_from(at) {
            self.lookup.remember(section, id, short);
        }
    }

    /// Moves a failure to another section, where it is found from now on.
    pub fn move_to(&mut self, at: usize, section: u32) {
        let (Some(record), Ok(short)) = (self.records.get(at), u32::try_from(at)) else { return };
        let id = self.names.get(record.name);
        self.lookup.forget_at(record.section, id, at);
        self.lookup.remember(section, id, short);
        if let Some(record) = self.records.get_mut(at) {
            record.section = section;
        }
    }

    fn detail_mut(&mut self, at: usize) -> Option<&mut Detail> {
        let record = self.records.get_mut(at)?;
        let shortened = std::mem::take(&mut record.bare);
        if record.detail.is_none() {
            self.detail_bytes.up(Detail::EMPTY);
        }
        let detail = record.detail.get_or_insert_with(Box::default);
        detail.shortened |= shortened;
        Some(detail)
    }

    /// Whether a failure has room for a line whose text has so many bytes. If not, remembers that a line was left
    /// out.
    pub fn has_room(&mut self, at: usize, part: Part, text: usize) -> bool {
        let bytes = text.saturating_add(size_of::<Stored>());
        let Some(record) = self.records.get_mut(at) else { return false };
        let cost = Detail::cost_of_line(record.detail.as_deref(), text);
        let held = self.detail_bytes.saturating_add(cost);
        let lines = record.detail.as_deref().map_or(0, |detail| detail.lines.len());
        let is_reason = part == Part::Why && lines < REASON_LINES && text <= REASON_CHARS;
        let room = held <= if is_reason { self.room.reasons } else { self.room.details };
        let Some(detail) = &mut record.detail else {
            let fits = room && bytes <= Detail::room(part);
            record.bare |= !fits;
            return fits;
        };
        let fits = |detail: &Detail| detail.bytes.saturating_add(bytes) <= Detail::room(part);
        if room && part == Part::Output && !fits(detail) {
            self.detail_bytes.down(detail.forget_old_output());
        }
        let fits = room && fits(detail);
        detail.shortened |= !fits;
        fits
    }

    /// Whether a failure has this line already.
    #[must_use]
    pub fn has_line(&self, at: usize, text: &str) -> bool {
        let detail = self.get(at).and_then(|failure| failure.detail.as_deref());
        detail.is_some_and(|detail| detail.lines.iter().any(|(_, line)| *line.text == *text))
    }

    /// Adds a line to a failure. When a bound is reached, leaves the line out and remembers that.
    pub fn add_line(&mut self, at: usize, part: Part, line: Stored) {
        if !self.has_room(at, part, line.text.len()) {
            return;
        }
        let held = Detail::cost_of_text(line.text.len());
        let bytes = line.bytes();
        let Some(detail) = self.detail_mut(at) else { return };
        detail.bytes.up(bytes);
        let grown = detail.push(part, line);
        self.detail_bytes = self.detail_bytes.saturating_add(held).saturating_add(grown);
    }

    /// Sets the heading; the last one wins.
    pub fn set_heading(&mut self, at: usize, line: Stored) {
        let held = Detail::cost_of_text(line.text.len());
        if self.detail_bytes.saturating_add(held) > self.room.details {
            return;
        }
        if let Some(detail) = self.detail_mut(at) {
            let before = detail.heading.replace(line);
            let before = before.map_or(0, |line| Detail::cost_of_text(line.text.len()));
            self.detail_bytes = self.detail_bytes.saturating_add(held).saturating_sub(before);
        }
    }

    /// Sets where a failure is.
    pub fn set_place(&mut self, at: usize, place: Place<'_>, better: bool) {
        let Some(most) = self.most_chars() else { return };
        if let Some(detail) = self.detail_mut(at)
            && (detail.place.is_none() || better)
        {
            let file: Box<str> = place.file.chars().take(most).collect::<String>().into();
            let held = Detail::cost_of_text(file.len());
            let before = detail.place.replace((file, place.line));
            let before = before.map_or(0, |(file, _)| Detail::cost_of_text(file.len()));
            self.detail_bytes = self.detail_bytes.saturating_add(held).saturating_sub(before);
        }
    }

    /// How many chars of a message or a place are kept, if there is room for one.
    fn most_chars(&self) -> Option<usize> {
        let most = if self.detail_bytes > self.room.details { REASON_CHARS } else { 1024 };
        (self.detail_bytes <= self.room.reasons).then_some(most)
    }

    /// Sets the message; the first one stays.
    pub fn set_message(&mut self, at: usize, message: &str) {
        let Some(most) = self.most_chars() else { return };
        if let Some(detail) = self.detail_mut(at)
            && detail.message.is_none()
        {
            let message: Box<str> = message.chars().take(most).collect::<String>().into();
            let held = Detail::cost_of_text(message.len());
            detail.message = Some(message);
            self.detail_bytes.up(held);
        }
    }

    /// Replaces the message of a failure, if it is `before`.
    pub fn restate(&mut self, at: usize, before: &str, message: &str) {
        let Some(detail) = self.detail_mut(at) else { return };
        if let Some(reported) = detail.message.take_if(|reported| **reported == *before) {
            self.detail_bytes.down(Detail::cost_of_text(reported.len()));
            self.set_message(at, message);
        }
    }

    /// Forgets the lines of a failure: it was dropped, or another attempt reports it again.
    pub fn forget_detail(&mut self, at: usize) {
        let Some(record) = self.records.get_mut(at) else { return };
        record.bare = false;
        if let Some(detail) = record.detail.take() {
            self.detail_bytes.down(detail.held());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::detail::DETAIL_BYTES;
    use super::*;
    use crate::budget::Mode;
    use crate::event::Class;
    use crate::text::Line;

    fn log_with(name: &str) -> (FailureLog, usize) {
        let mut log = FailureLog::new(Mode::Standard.limits());
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
        for number in 0..200 {
            let text = format!("{number} {}", "y".repeat(1000));
            log.add_line(at, Part::Output, Stored::of(&Line::of(&text), Class::Detail));
        }
        let detail = log.get(at).unwrap().detail.as_ref().unwrap();
        let room = Detail::room(Part::Output);
        assert!(detail.bytes <= room && detail.bytes > room / 2 - 1100 && room < DETAIL_BYTES);
        assert!(detail.shortened);
        // The end of it is what stays.
        assert!(detail.lines.last().unwrap().1.text.starts_with("199 "));
        log.add_line(at, Part::Why, Stored::of(&Line::of("why"), Class::Detail));
        let lines = &log.get(at).unwrap().detail.as_ref().unwrap().lines;
        assert_eq!(&*lines.last().unwrap().1.text, "why");
    }

    #[test]
    fn a_failure_keeps_its_reason_where_there_is_no_room_for_its_other_lines() {
        let mut log = FailureLog::new(Mode::Standard.limits());
        let text = "y".repeat(300);
        for number in 0..5000 {
            let name = format!("t{number}");
            let at = log.add(0, TestId::bare(&name), FailureKind::Test, Grade::Line, State::Live).unwrap();
            for part in [Part::Where, Part::Why, Part::Output] {
                log.add_line(at, part, Stored::of(&Line::of(&text), Class::Detail));
            }
            log.set_message(at, &format!("because of {number}"));
        }
        let last = log.records().last().unwrap().detail.as_deref().unwrap();
        assert_eq!(last.message.as_deref(), Some("because of 4999"));
        assert_eq!(last.lines.iter().map(|(part, _)| *part).collect::<Vec<_>>(), [Part::Why]);
        assert!(last.shortened && log.detail_bytes <= log.room.reasons);
    }

    #[test]
    fn all_details_together_hold_their_bound() {
        let mut log = FailureLog::new(Mode::Standard.limits());
        let text = "y".repeat(3000);
        for number in 0..3000 {
            let name = format!("t{number}");
            let at = log.add(0, TestId::bare(&name), FailureKind::Test, Grade::Line, State::Live).unwrap();
            log.add_line(at, Part::Why, Stored::of(&Line::of(&text), Class::Detail));
        }
        assert!(log.detail_bytes <= log.room.details);
        let held = log
            .records()
            .iter()
            .filter_map(|each| each.detail.as_ref())
            .map(|each| each.held())
            .sum::<usize>();
        assert_eq!(held, log.detail_bytes);
        let last = log.records().last().unwrap();
        assert!(last.bare && last.detail.is_none());
    }
}
