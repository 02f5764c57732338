//! What is kept of lines that no recognizer claims: the first, the last, and windows round signs of a failure.
//!
//! Bounded by the mode's own size, twice: once for the beginning and the signs, once for the end. Most lines of a long
//! stream pass through the end alone, which therefore keeps them without a memory of their own until the stream ends.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::hash::{DefaultHasher, Hash, Hasher};

use super::last_lines::LastLines;
use super::stored::Stored;
use crate::budget::Limits;
use crate::event::Class;
use crate::text::Line;

/// Lines kept before a sign.
const BEFORE: usize = 3;
/// Lines kept after a sign.
const AFTER: u64 = 6;
/// The least and the most bytes that are kept of a line.
const LINE_BYTES: (usize, usize) = (512, 4096);
/// Last bytes that are kept of a line that is longer.
const TAIL: usize = 96;
/// How often a sign of equal text gets a window.
const SAME_SIGN: u8 = 3;
/// How many different signs are counted.
const DIFFERENT_SIGNS: usize = 4096;
/// Most lines that are kept whatever the limits are.
const MOST_LINES: usize = 20_000;

/// How much a sign says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rank {
    /// The bare words of failing.
    Weak,
    /// What the rest-recognizer takes for a failure.
    Strong,
}

/// A kept line and why.
#[derive(Clone, Debug)]
pub struct Window {
    /// The line.
    pub line: Stored,
    /// The rank of the sign that it surrounds.
    pub rank: Rank,
    /// Whether it is the sign itself.
    pub is_sign: bool,
    /// The own section in which it stands; when that reconciles it was output.
    pub section: Option<usize>,
}

/// The excerpt.
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
    windows: BTreeMap<u64, Window>,
    window_chars: [u64; 2],
    after: Option<(u64, Rank, Option<usize>)>,
    room_chars: u64,
    room_lines: usize,
    last_window: u64,
    /// How often each sign was told.
    times: HashMap<u64, u8>,
}

fn cost_within(bytes: usize, line_chars: u64) -> u64 {
    u64::try_from(bytes).unwrap_or(u64::MAX).min(line_chars).saturating_add(1)
}

/// At most the first `bytes` bytes, cut between chars.
fn before(text: &str, bytes: usize) -> &str {
    let mut end = bytes.min(text.len());
    while !text.is_char_boundary(end) {
        end = end.saturating_sub(1);
    }
    text.get(..end).unwrap_or_default()
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
            windows: BTreeMap::new(),
            window_chars: [0; 2],
            after: None,
            room_chars: chars,
            room_lines: usize::try_from(lines).unwrap_or(MOST_LINES).min(MOST_LINES),
            last_window: 0,
            times: HashMap::new(),
        }
    }

    /// What a kept line takes of the room: what is shown of it at most.
    fn cost(&self, bytes: usize) -> u64 {
        cost_within(bytes, self.line_chars)
    }

    /// The line with no more text than can be shown of it.
    fn narrow<'a>(&self, line: &Line<'a>) -> Line<'a> {
        if line.text.len() <= self.line_bytes {
            return *line;
        }
        let head = before(line.text, self.line_bytes);
        let tail = if line.tail.is_empty() { line.text } else { line.tail };
        let tail = tail.get(before(tail, tail.len().saturating_sub(TAIL)).len()..).unwrap_or_default();
        Line { text: head, tail, ..*line }
    }

    /// Keeps a line that nobody claimed.
    pub fn add(&mut self, line: &Line<'_>, class: Class) {
        if self.head_closed && self.after.is_none() && line.text.len() <= self.line_bytes {
            // Most lines of a long stream. Blank ones never push text out of the end.
            if !line.text.is_empty() {
                self.keep_last(line, class);
            }
            return;
        }
        let line = &self.narrow(line);
        let number = line.number;
        let after = self.after;
        let at_head = !self.head_closed;
        let blank = line.text.is_empty();
        if blank && !at_head {
            // Blank lines never push text out of the end.
            return;
        }
        if let Some((until, rank, section)) = after {
            if number <= until {
                self.keep_window(&Stored::of(line, class), rank, false, section);
            } else {
                self.after = None;
            }
        }
        let cost = self.keep_last(line, class);
        if at_head {
            if self.head_chars.saturating_add(cost) <= self.room_chars && self.head.len() < self.room_lines {
                self.head_chars = self.head_chars.saturating_add(cost);
                self.head.push(Stored::of(line, class));
            } else {
                self.head_closed = true;
            }
        }
    }

    /// Keeps a line at the end, where older ones make room for it. Returns what it takes of the room.
    fn keep_last(&mut self, line: &Line<'_>, class: Class) -> u64 {
        let cost = cost_within(self.last.push(line, class), self.line_chars);
        self.last_chars = self.last_chars.saturating_add(cost);
        while self.last.len() > self.room_lines
            || (self.last_chars > self.room_chars && self.last.len() > BEFORE)
        {
            let Some(gone) = self.last.pop() else { break };
            self.last_chars = self.last_chars.saturating_sub(self.cost(gone));
        }
        cost
    }

    /// The stream ended: the last lines are known.
    pub fn finish(&mut self) {
        self.tail = self.last.newest_first().collect();
        self.tail.make_contiguous().reverse();
    }

    fn keep_window(&mut self, line: &Stored, rank: Rank, is_sign: bool, section: Option<usize>) {
        if line.number == 0 {
            return;
        }
        let slot = usize::from(rank == Rank::Strong);
        let spent = self.window_chars.get(slot).copied().unwrap_or(u64::MAX);
        let room = if rank == Rank::Strong { self.room_chars } else { self.room_chars.div_euclid(2) };
        if let Some(window) = self.windows.get_mut(&line.number) {
            window.rank = window.rank.max(rank);
            window.is_sign |= is_sign;
            return;
        }
        let cost = self.cost(line.text.len());
        if spent.saturating_add(cost) > room || self.windows.len() >= MOST_LINES {
            return;
        }
        if let Some(spent) = self.window_chars.get_mut(slot) {
            *spent = spent.saturating_add(cost);
        }
        self.windows.insert(line.number, Window { line: line.clone(), rank, is_sign, section });
    }

    /// The current line is a sign: keeps it with the lines round it.
    pub fn sign(&mut self, line: &Line<'_>, class: Class, rank: Rank, section: Option<usize>) {
        if line.number == self.last_window && rank == Rank::Weak {
            return;
        }
        self.last_window = line.number;
        if self.is_repeated(line.text) {
            return;
        }
        let before: Vec<Stored> = self
            .last
            .newest_first()
            .filter(|each| each.number != line.number)
            .take(BEFORE)
            .take_while(|each| each.number.saturating_add(8) >= line.number)
            .collect();
        for each in before.iter().rev() {
            self.keep_window(each, rank, false, section);
        }
        self.keep_window(&Stored::of(&self.narrow(line), class), rank, true, section);
        self.after = Some((line.number.saturating_add(AFTER), rank, section));
    }

    /// Whether the same sign was kept often enough: a line that comes again and again must not take all the room.
    fn is_repeated(&mut self, text: &str) -> bool {
        let mut hasher = DefaultHasher::new();
        text.hash(&mut hasher);
        let full = self.times.len() >= DIFFERENT_SIGNS;
        let times = match self.times.entry(hasher.finish()) {
            Entry::Vacant(_) if full => return false,
            entry => entry.or_insert(0),
        };
        *times = times.saturating_add(1);
        *times > SAME_SIGN
    }

    /// A section reconciled: what looked like signs inside it was output, and its room is free again.
    pub fn forget_section(&mut self, section: usize) {
        let Self { windows, window_chars, after, line_chars, .. } = self;
        if windows.is_empty() {
            return;
        }
        windows.retain(|_, window| {
            let stays = window.section != Some(section);
            if !stays && let Some(spent) = window_chars.get_mut(usize::from(window.rank == Rank::Strong)) {
                *spent = spent.saturating_sub(cost_within(window.line.text.len(), *line_chars));
            }
            stays
        });
        if after.is_some_and(|(_, _, of)| of == Some(section)) {
            *after = None;
        }
    }

    /// What was kept behind a line of a section turned out to be outside of it.
    pub fn release(&mut self, section: usize, line: u64) {
        for (_, window) in self.windows.range_mut(line.saturating_add(1)..) {
            if window.section == Some(section) {
                window.section = None;
            }
        }
    }

    /// What was kept outside of sections from a line on turned out to stand inside of one.
    pub fn adopt(&mut self, section: usize, line: u64) {
        for (_, window) in self.windows.range_mut(line..) {
            window.section = window.section.or(Some(section));
        }
        if let Some((_, _, of)) = &mut self.after {
            *of = of.or(Some(section));
        }
    }

    /// The first lines.
    #[must_use]
    pub fn head(&self) -> &[Stored] {
        &self.head
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

    /// The windows in the order of their lines.
    pub fn windows(&self) -> impl Iterator<Item = &Window> {
        self.windows.values()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn feed(excerpt: &mut Excerpt, number: u64, text: &str, rank: Option<Rank>) {
        let line = Line { number, ..Line::of(text) };
        if let Some(rank) = rank {
            excerpt.sign(&line, Class::Other, rank, None);
        }
        excerpt.add(&line, Class::Other);
    }

    #[test]
    fn a_sign_in_the_middle_is_kept_with_its_neighbours() {
        let mut excerpt = Excerpt::new(Limits { chars: 400, lines: 10, line_chars: 200 });
        for number in 1..=1000 {
            feed(&mut excerpt, number, &format!("line {number}"), (number == 500).then_some(Rank::Strong));
        }
        excerpt.finish();
        let numbers: Vec<u64> = excerpt.windows().map(|window| window.line.number).collect();
        assert_eq!(numbers, [497, 498, 499, 500, 501, 502, 503, 504, 505, 506]);
        assert_eq!(excerpt.tail().next_back().unwrap().number, 1000);
        assert_eq!(excerpt.head()[0].number, 1);
        assert!(!excerpt.head_is_whole());
    }

    #[test]
    fn the_kept_text_does_not_grow_with_the_input() {
        let mut excerpt = Excerpt::new(Limits { chars: 5000, lines: 100, line_chars: 200 });
        for number in 1..=50_000 {
            feed(&mut excerpt, number, "error: again and again", Some(Rank::Strong));
        }
        assert!(excerpt.head_chars <= 5000 && excerpt.last_chars <= 5100);
        assert!(excerpt.window_chars.iter().sum::<u64>() <= 10_000);
    }
}
