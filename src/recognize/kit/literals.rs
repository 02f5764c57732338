//! One search for many literals: which of them are in a text.
//!
//! Each literal is looked for by its rarest few bytes, and compared where they are found: a vectorised search for bytes
//! that are common in names of tests would stop at every name. On a processor without such a search an automaton gives
//! the same answers. Short texts that follow one another are searched together, by [`Clean`]. Knows
//! nothing of recognizers.

pub use edges::{Beginnings, Head, Tail};
pub use search::Search;

use crate::text::{Line, Together};

/// By how many bytes a literal is looked for: as many as the vectorised search compares.
const WINDOW: usize = 4;

/// A set of literals, searched for together.
#[derive(Debug)]
pub struct Literals {
    search: Search,
    windows: Vec<Window>,
}

/// A literal, and where its window is in it.
#[derive(Clone, Debug)]
struct Windowed {
    number: usize,
    text: Box<[u8]>,
    before: usize,
}

impl Windowed {
    fn new(number: usize, text: &str) -> Self {
        let text = text.as_bytes();
        let cost = |at: &usize| {
            text.get(*at..).unwrap_or_default().iter().take(WINDOW).map(|byte| commonness(*byte)).sum::<u32>()
        };
        let last = text.len().saturating_sub(WINDOW);
        let before = (0..=last).min_by_key(cost).unwrap_or(0);
        Self { number, text: text.into(), before }
    }

    fn window(&self) -> &[u8] {
        let rest = self.text.get(self.before..).unwrap_or_default();
        rest.get(..WINDOW).unwrap_or(rest)
    }

    /// Whether the literal is around its window, which was found here.
    fn is_at(&self, text: &[u8], window: usize) -> bool {
        let from = window.checked_sub(self.before);
        from.and_then(|from| text.get(from..)).is_some_and(|text| text.starts_with(&self.text))
    }
}

/// How common a byte is in what test runners print: names, numbers, and few words. Its sum chooses where a literal is looked
/// for. The frequencies of `dealing`, multiplied, choose worse there: they stop half as often again at real text.
const fn commonness(byte: u8) -> u32 {
    match byte {
        b'e' | b't' | b'a' | b'o' | b'i' | b'n' | b's' | b'r' => 9,
        b'j' | b'q' | b'x' | b'z' => 4,
        b'a'..=b'z' => 7,
        b' ' | b'_' | b'0'..=b'9' => 6,
        b'.' | b':' | b'-' | b'/' | b'=' => 5,
        b'A'..=b'Z' => 3,
        _ => 2,
    }
}

/// A window, and the literals that may be at the place where it is found.
#[derive(Debug)]
struct Window {
    bytes: Box<[u8]>,
    literals: Vec<Windowed>,
}

impl AsRef<[u8]> for Window {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

impl Literals {
    /// Prepares the search. A literal is named by its place in the list afterwards.
    #[must_use]
    pub fn new(literals: &[&str]) -> Self {
        let literals: Vec<Windowed> =
            literals.iter().enumerate().map(|(number, text)| Windowed::new(number, text)).collect();
        let mut windows: Vec<&[u8]> = literals.iter().map(Windowed::window).collect();
        windows.sort_unstable();
        windows.dedup();
        let related = |window: &[u8]| {
            let begins = |each: &&Windowed| each.window().first() == window.first();
            let may_be =
                |each: &&Windowed| each.window().starts_with(window) || window.starts_with(each.window());
            literals.iter().filter(begins).filter(may_be).cloned().collect()
        };
        let windows =
            windows.into_iter().map(|bytes| Window { bytes: bytes.into(), literals: related(bytes) });
        Self { search: Search::new(dealing::deal), windows: windows.collect() }
    }

    /// Calls `found` with the number of every literal in the text, each time it is found.
    pub fn each(&self, text: &str, mut found: impl FnMut(usize)) {
        self.until(text, |literal| {
            found(literal);
            false
        });
    }

    /// Whether any literal is in the text.
    #[must_use]
    pub fn any(&self, text: &str) -> bool {
        self.until(text, |_| true)
    }

    /// Calls `ends` with the number of every literal in the text, until it returns true.
    fn until(&self, text: &str, mut ends: impl FnMut(usize) -> bool) -> bool {
        let text = text.as_bytes();
        let mut start = 0;
        while let Some((window, at)) = self.search.first(&self.windows, text, start) {
            if self.at(window, text, at).any(|literal| ends(literal.number)) {
                return true;
            }
            start = at.saturating_add(1);
        }
        false
    }

    /// The literals around a window that was found.
    fn at<'a>(&'a self, window: usize, text: &'a [u8], at: usize) -> impl Iterator<Item = &'a Windowed> {
        let literals = self.windows.get(window).map_or(&[][..], |window| &window.literals);
        literals.iter().filter(move |literal| literal.is_at(text, at))
    }

    /// Where the first window in the text is, if it is in the first `looked` bytes: a line that ends before it holds no
    /// literal.
    fn first_window(&self, text: &str, looked: usize) -> Option<usize> {
        let text = text.as_bytes();
        let part = text.get(..looked).unwrap_or(text);
        let mut start = 0;
        loop {
            let (window, at) = self.search.first(&self.windows, part, start)?;
            if self.at(window, text, at).next().is_some() {
                return Some(at);
            }
            start = at.saturating_add(1);
        }
    }
}

/// The part of a stream that is known to hold none of a set of literals.
///
/// When line after line asks, the lines after it are searched with it; when few lines ask, each is searched alone.
#[derive(Clone, Copy, Debug, Default)]
pub struct Clean {
    from: u64,
    to: u64,
    /// Whether something was found at `to`.
    is_at: bool,
    /// Where the line ended that asked last.
    asked: u64,
    /// How many bytes after a line are searched with it.
    ahead: usize,
}

/// How many bytes are searched after a line: at first, and at most.
const AHEAD: (usize, usize) = (256, 4096);
/// Two lines that ask are near when there are no more bytes than this between them.
const NEAR: u64 = 64;

impl Clean {
    /// Whether the line certainly holds none of the literals.
    pub fn holds_none(&mut self, line: &Line<'_>, literals: &Literals) -> bool {
        self.is_free(line, |text, looked| literals.first_window(text, looked))
    }

    /// How many bytes from a line's beginning on are known to hold nothing of what `first` finds, once that has looked at
    /// its whole block.
    #[inline]
    pub fn reach(&mut self, line: &Line<'_>, first: impl Fn(&str, usize) -> Option<usize>) -> usize {
        let Some(Together { text, position, .. }) = line.together else { return 0 };
        let ends = position.saturating_add(bytes(text.len()));
        if !(self.from <= position && position <= self.to && (self.is_at || self.to >= ends)) {
            let found = first(text, text.len());
            self.is_at = found.is_some();
            (self.from, self.to) = (position, position.saturating_add(bytes(found.unwrap_or(text.len()))));
        }
        usize::try_from(self.to.saturating_sub(position)).unwrap_or(usize::MAX)
    }

    /// Whether the line certainly holds nothing of what `first` finds. `first` gets a text and how many of its bytes to
    /// search, and returns the first place.
    #[inline]
    pub fn is_free(&mut self, line: &Line<'_>, first: impl Fn(&str, usize) -> Option<usize>) -> bool {
        let Some(Together { text, length, position, .. }) = line.together else { return false };
        let end = position.saturating_add(bytes(length));
        let near = position.saturating_sub(self.asked) <= NEAR;
        self.asked = end;
        if self.from <= position && end <= self.to {
            return true;
        }
        if self.from <= position && position <= self.to && self.is_at {
            return false;
        }
        self.ahead = if near { self.ahead.saturating_mul(2).clamp(AHEAD.0, AHEAD.1) } else { 0 };
        let looked = length.saturating_add(self.ahead).min(text.len());
        let found = first(text, looked);
        self.is_at = found.is_some();
        let clean = found.unwrap_or(looked);
        (self.from, self.to) = (position, position.saturating_add(bytes(clean)));
        length <= clean
    }
}

fn bytes(count: usize) -> u64 {
    u64::try_from(count).unwrap_or(u64::MAX)
}

/// A set of groups of literals, one bit each.
pub type Groups = u32;

/// Which groups of literals have one in a text.
#[derive(Debug)]
pub struct Grouped {
    literals: Literals,
    /// For every literal: its group.
    groups: Vec<Groups>,
    all: Groups,
}

impl Grouped {
    /// Prepares the search for the groups, of which there are at most 32; the first one is bit 0.
    #[must_use]
    pub fn new(groups: &[&[&'static str]]) -> Self {
        let mut literals: Vec<&str> = Vec::new();
        let mut of_literals: Vec<Groups> = Vec::new();
        let mut bit: Groups = 1;
        let mut all = 0;
        for group in groups {
            literals.extend(*group);
            of_literals.resize(literals.len(), bit);
            all |= bit;
            bit = bit.wrapping_shl(1);
        }
        Self { literals: Literals::new(&literals), groups: of_literals, all }
    }

    /// The groups that have a literal in the line's [judged](Line::judged) text.
    #[must_use]
    pub fn find(&self, line: &Line<'_>, clean: &mut Clean) -> Groups {
        if clean.holds_none(line, &self.literals) { 0 } else { self.find_in(line.judged()) }
    }

    fn find_in(&self, text: &str) -> Groups {
        let mut found = 0;
        self.literals.each(text, |literal| {
            found |= self.groups.get(literal).copied().unwrap_or(self.all);
        });
        found
    }
}

mod dealing;
mod edges;
mod search;
#[cfg(test)]
mod tests;
