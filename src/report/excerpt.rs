//! What is kept of lines that no recognizer claims: the first, the last, and windows around signs of a failure.
//!
//! Bounded by the mode's own limits, twice: once for the beginning and the signs, once for the end. Most lines of a long
//! stream pass through the end alone, which therefore keeps them without a memory of their own until the stream ends.

use std::collections::VecDeque;

use super::endings::Endings;
use super::last_lines::LastLines;
use super::repeats::Repeats;
use super::reported_names::{Reported, ReportedNames};
use super::shelves::{Shelves, Window};
use super::stored::Stored;
use crate::budget::{Count as _, Limits};
use crate::event::{Class, Strength};
use crate::text::Line;

/// Lines kept before a sign.
const BEFORE: usize = 3;
/// Lines kept after a sign: of a cause, and of any other.
const AFTER: (u64, u64) = (8, 4);
/// Before how many ends of failed runs the signs are taken for causes.
const LIFTED: u8 = 4;
/// How many signs before such an end are taken for causes, and how many lines before it they may be at most.
const LAST_SIGNS: (usize, u64) = (3, 200);
/// The bounds, in bytes, of how much is kept of a line.
const LINE_BYTES: (usize, usize) = (512, 4096);
/// How many last bytes are kept of a longer line.
const TAIL: usize = 96;
/// How many lines after a word of failing without a name its name may follow.
const NAME_AFTER: u64 = 2;
/// How many last lines, and chars of them, are held beyond the room before they are dropped together.
const BATCH: (usize, u64) = (256, 16 * 1024);
/// The most lines that are kept, whatever the limits are.
const MOST_LINES: usize = 20_000;

/// What is kept of unclaimed lines.
#[derive(Debug)]
pub struct Excerpt {
    line_chars: u64,
    line_bytes: usize,
    head: Vec<Stored>,
    head_chars: u64,
    head_closed: bool,
    last: LastLines,
    last_chars: u64,
    /// The last lines, once the stream has ended.
    tail: VecDeque<Stored>,
    windows: Shelves,
    /// Until which line the lines after a sign are kept, with which strength, and for which section.
    after: Option<(u64, Strength, Option<usize>)>,
    lifted: u8,
    /// The lines before the ends of what failed.
    endings: Endings,
    room_chars: u64,
    room_lines: usize,
    last_window: u64,
    repeats: Repeats,
    names: ReportedNames,
    /// The number of the line with a word of failing and no name: one may follow.
    name_follows: Option<u64>,
}

/// What a kept line takes of the room: what is shown of it at most.
#[inline]
fn cost_within(bytes: usize, line_chars: u64) -> u64 {
    u64::try_from(bytes).unwrap_or(u64::MAX).min(line_chars).saturating_add(1)
}

/// At most the first `bytes` bytes, cut between chars.
fn before(text: &str, bytes: usize) -> &str {
    crate::text::head(text, bytes)
}

impl Excerpt {
    /// An excerpt for answers within these limits.
    #[must_use]
    pub fn new(limits: Limits) -> Self {
        let Limits { chars, lines, line_chars } = limits;
        let bytes = usize::try_from(line_chars).unwrap_or(LINE_BYTES.1).saturating_mul(4);
        Self {
            line_chars,
            line_bytes: bytes.clamp(LINE_BYTES.0, LINE_BYTES.1),
            head: Vec::new(),
            head_chars: 0,
            head_closed: false,
            last: LastLines::default(),
            last_chars: 0,
            tail: VecDeque::new(),
            windows: Shelves::new(chars, line_chars),
            after: None,
            lifted: 0,
            endings: Endings::default(),
            room_chars: chars,
            room_lines: usize::try_from(lines).unwrap_or(MOST_LINES).min(MOST_LINES),
            last_window: 0,
            repeats: Repeats::default(),
            names: ReportedNames::default(),
            name_follows: None,
        }
    }

    /// The line, cut to the text that can be shown of it.
    fn narrow<'a>(&self, line: &Line<'a>) -> Line<'a> {
        if line.text.len() <= self.line_bytes {
            return *line;
        }
        let head = before(line.text, self.line_bytes);
        let tail = if line.tail.is_empty() { line.text } else { line.tail };
        let tail = tail.get(before(tail, tail.len().saturating_sub(TAIL)).len()..).unwrap_or_default();
        Line { text: head, tail, ..*line }
    }

    /// Whether the beginning is full: from then on no empty line is kept.
    pub const fn is_past_its_head(&self) -> bool {
        self.head_closed
    }

    /// Keeps a line of a class that is shown as text: one that no recognizer claimed, and in a verbose answer a pass or
    /// totals.
    #[inline]
    pub fn add(&mut self, line: &Line<'_>, class: Class) {
        if matches!(line.text.as_bytes(), [b'$' | b'>' | b'[' | b'T', ..]) {
            self.endings.line(line);
        }
        let near = self.after.is_some() || self.name_follows.is_some();
        if !self.head_closed || near || line.text.len() > self.line_bytes {
            self.add_near(line, class);
        } else if !line.text.is_empty() {
            // Most lines of a long stream. Blank ones never push text out of the end.
            self.keep_last(line, class);
        }
    }

    /// Keeps a line of the beginning, a line after a sign, or a long one.
    #[inline(never)]
    fn add_near(&mut self, line: &Line<'_>, class: Class) {
        let line = &self.narrow(line);
        let number = line.number;
        let after = self.after;
        let at_head = !self.head_closed;
        let blank = line.text.is_empty();
        if blank && !at_head {
            // Blank lines never push text out of the end.
            return;
        }
        if let Some(word) = self.name_follows
            && !blank
            && word < number
        {
            self.name_follows = None;
            if number <= word.saturating_add(NAME_AFTER) {
                let (strength, section) = (Strength::Name, after.and_then(|(_, _, section)| section));
                let line = Stored::of(line, class);
                self.windows.keep(Window { line, strength, is_sign: true, section, in_crowd: false });
            }
        }
        if let Some((until, strength, section)) = after {
            if number <= until {
                self.windows.keep(Window {
                    line: Stored::of(line, class),
                    strength,
                    is_sign: false,
                    section,
                    in_crowd: false,
                });
            } else {
                self.after = None;
            }
        }
        let cost = self.keep_last(line, class);
        if at_head {
            if self.head_chars.saturating_add(cost) <= self.room_chars && self.head.len() < self.room_lines {
                self.head_chars.up(cost);
                self.head.push(Stored::of(line, class));
            } else {
                self.head_closed = true;
            }
        }
    }

    /// Keeps a line at the end. Returns what it takes of the room.
    #[inline]
    fn keep_last(&mut self, line: &Line<'_>, class: Class) -> u64 {
        let cost = cost_within(self.last.push(line, class), self.line_chars);
        self.last_chars.up(cost);
        // Older ones make room many at a time.
        if self.last.len() > self.room_lines.saturating_add(BATCH.0)
            || self.last_chars > self.room_chars.saturating_add(BATCH.1)
        {
            self.make_room();
        }
        cost
    }

    /// Drops the oldest last lines that there is no room for: what is left is the same however rarely this runs.
    #[inline(never)]
    fn make_room(&mut self) {
        let (mut chars, line_chars) = (self.last_chars, self.line_chars);
        let (room_chars, room_lines) = (self.room_chars, self.room_lines);
        self.last.pop_while(|left, bytes| {
            let goes = left > room_lines || (chars > room_chars && left > BEFORE);
            if goes {
                chars.down(cost_within(bytes, line_chars));
            }
            goes
        });
        self.last_chars = chars;
    }

    /// The last kept lines that no recognizer claimed, newest first, as long as they have these numbers.
    pub fn last_of(&self, numbers: impl Iterator<Item = u64>) -> Vec<(u64, Box<str>)> {
        let kept = self.last.newest_first().filter(|line| !line.text.is_empty());
        let run = kept
            .zip(numbers)
            .take_while(|(line, number)| line.number == *number && line.class == Class::Other);
        run.map(|(line, number)| (number, line.text)).collect()
    }

    /// The line of this number, if it is one of the last that are kept.
    pub fn kept(&self, number: u64) -> Option<Stored> {
        self.last.newest_first().take_while(|line| line.number >= number).find(|line| line.number == number)
    }

    /// The kept line of this number, one of the last, is a sign.
    pub fn last_word(&mut self, number: u64) {
        if let Some(line) = self.kept(number) {
            let strength = Strength::Word;
            self.windows.keep(Window { line, strength, is_sign: true, section: None, in_crowd: false });
        }
    }

    /// The stream ended: the last lines are known.
    pub fn finish(&mut self) {
        self.make_room();
        self.tail = self.last.newest_first().collect();
        self.tail.make_contiguous().reverse();
    }

    /// The current line is a sign: keeps it with the lines around it.
    pub fn sign(&mut self, line: &Line<'_>, class: Class, strength: Strength, section: Option<usize>) {
        if line.number == self.last_window && strength < Strength::Cause {
            return;
        }
        self.last_window = line.number;
        let reported = if strength == Strength::Name { self.names.tell(line.text) } else { Reported::New };
        let strength = match reported {
            Reported::New | Reported::Replay => strength,
            Reported::Nothing => {
                self.name_follows = Some(line.number);
                Strength::Cause
            }
        };
        let Some(in_crowd) = self.repeats.is_in_crowd(line.text, strength) else { return };
        let in_crowd = in_crowd || reported == Reported::Replay;
        if strength > Strength::Slight && !in_crowd {
            // Names are kept apart from the lines around them, so that many of them have room.
            let around = strength.min(Strength::Cause);
            for line in self.before(line.number, BEFORE) {
                self.windows.keep(Window { line, strength: around, is_sign: false, section, in_crowd });
            }
            let after = if around == Strength::Cause { AFTER.0 } else { AFTER.1 };
            // The lines after a cause are its own, even when they are signs themselves.
            let stronger = self.after.filter(|(until, kept, _)| *until >= line.number && *kept > around);
            if stronger.is_none() {
                self.after = Some((line.number.saturating_add(after), around, section));
            }
        }
        let line = Stored::of(&self.narrow(line), class);
        self.windows.keep(Window { line, strength, is_sign: true, section, in_crowd });
    }

    /// A line ends a run that failed: the lines before it, from the line `since` on, say why.
    pub fn ending(&mut self, line: u64, since: u64) {
        let before = self.last.newest_first().skip_while(|each| each.number >= line);
        self.endings.add(line, since, before);
        if self.lifted >= LIFTED {
            return;
        }
        self.lifted.up(1);
        let from = line.saturating_sub(LAST_SIGNS.1);
        for strength in [Strength::Word, Strength::Outcome] {
            self.windows.promote(strength, from, LAST_SIGNS.0);
        }
    }

    /// The lines just before a line, newest first.
    fn before(&mut self, number: u64, most: usize) -> Vec<Stored> {
        self.make_room();
        let near = u64::try_from(most).unwrap_or(u64::MAX).saturating_add(5);
        // Rules and rows of points say nothing, and the text that they end is above them.
        let says = |each: &Stored| each.number < number && each.text.contains(char::is_alphanumeric);
        let before = self.last.newest_first().filter(says).take(most);
        before.take_while(|each| each.number.saturating_add(near) >= number).collect()
    }

    /// A section reconciled: what looked like signs inside it was output, and its room is free again.
    pub fn forget_section(&mut self, section: usize) {
        if self.windows.is_empty() {
            return;
        }
        self.windows.forget_section(section);
        self.after.take_if(|(_, _, of)| *of == Some(section));
    }

    /// What was kept after a line of a section turned out to be outside of it.
    pub fn release(&mut self, section: usize, line: u64) {
        self.windows.release(section, line);
    }

    /// What was kept outside of sections from a line on turned out to be inside of one.
    pub fn adopt(&mut self, section: usize, line: u64) {
        self.windows.adopt(section, line);
        if let Some((_, _, of)) = &mut self.after {
            *of = of.or(Some(section));
        }
    }

    /// The first lines.
    #[must_use]
    pub fn head(&self) -> &[Stored] {
        &self.head
    }

    /// Everything that is kept, in runs of lines that follow one another, to hide what must not be shown.
    pub(super) fn kept_mut(&mut self) -> impl Iterator<Item = Vec<&mut Stored>> {
        let others =
            [self.head.iter_mut().collect(), self.tail.iter_mut().collect(), self.windows.lines_mut()];
        others.into_iter().chain(self.endings.lines_mut())
    }

    /// Whether the first lines are all lines.
    #[must_use]
    pub const fn head_is_whole(&self) -> bool {
        !self.head_closed
    }

    /// The last lines, oldest first; none before [`finish`](Self::finish).
    pub fn tail(&self) -> impl DoubleEndedIterator<Item = &Stored> {
        self.tail.iter()
    }

    /// The lines before the words with which failed runs ended, at most a few.
    pub fn last_words(&self) -> impl Iterator<Item = &Stored> {
        self.endings.last_words()
    }

    pub(super) const fn endings(&self) -> &Endings {
        &self.endings
    }

    /// The windows in the order of their lines.
    #[must_use]
    pub fn windows(&self) -> Vec<&Window> {
        self.windows.all()
    }

    /// The windows around signs of a strength, in the order of their lines.
    pub fn windows_of(&self, strength: Strength) -> impl DoubleEndedIterator<Item = &Window> {
        self.windows.of(strength, false)
    }

    /// The windows around signs of a strength whose lines are among these, those of the crowd or the others.
    pub(super) fn windows_within(
        &self,
        strength: Strength,
        in_crowd: bool,
        lines: std::ops::Range<u64>,
    ) -> impl DoubleEndedIterator<Item = &Window> {
        self.windows.within(strength, in_crowd, lines)
    }

    /// The signs of a strength that are like many before them, in the order of their lines.
    pub fn crowd_of(&self, strength: Strength) -> impl DoubleEndedIterator<Item = &Window> {
        self.windows.of(strength, true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn feed(excerpt: &mut Excerpt, number: u64, text: &str, strength: Option<Strength>) {
        let line = Line { number, ..Line::of(text) };
        if let Some(strength) = strength {
            excerpt.sign(&line, Class::Other, strength, None);
        }
        excerpt.add(&line, Class::Other);
    }

    #[test]
    fn a_sign_in_the_middle_is_kept_with_its_neighbours() {
        let mut excerpt = Excerpt::new(Limits { chars: 400, lines: 10, line_chars: 200 });
        for number in 1..=1000 {
            feed(&mut excerpt, number, &format!("line {number}"), (number == 500).then_some(Strength::Cause));
        }
        excerpt.finish();
        let numbers: Vec<u64> = excerpt.windows().iter().map(|window| window.line.number).collect();
        assert_eq!(numbers, [497, 498, 499, 500, 501, 502, 503, 504, 505, 506, 507, 508]);
        assert_eq!(excerpt.tail().next_back().unwrap().number, 1000);
        assert_eq!(excerpt.head()[0].number, 1);
        assert!(!excerpt.head_is_whole());
    }

    #[test]
    fn signs_that_differ_in_their_numbers_are_all_kept_and_the_first_with_their_neighbours() {
        let mut excerpt = Excerpt::new(Limits { chars: 40_000, lines: 800, line_chars: 200 });
        for number in 1..=3000 {
            let sign = number % 30 == 0;
            let text = if sign { format!("error: case {number} is bad") } else { format!("line {number}") };
            feed(&mut excerpt, number, &text, sign.then_some(Strength::Word));
        }
        let count = |windows: &mut dyn Iterator<Item = &Window>| windows.filter(|each| each.is_sign).count();
        assert_eq!(count(&mut excerpt.windows_of(Strength::Word)), 8);
        assert_eq!(count(&mut excerpt.crowd_of(Strength::Word)), 92);
        assert_eq!(excerpt.windows().len(), 8 * (3 + 1 + 4) + 92);
    }

    #[test]
    fn the_kept_text_does_not_grow_with_the_input() {
        let mut excerpt = Excerpt::new(Limits { chars: 5000, lines: 100, line_chars: 200 });
        for number in 1..=50_000 {
            feed(&mut excerpt, number, "error: again and again", Some(Strength::Word));
        }
        assert!(excerpt.head_chars <= 5000 && excerpt.last_chars <= 5100);
        assert!(excerpt.windows().len() <= 100);
    }
}
