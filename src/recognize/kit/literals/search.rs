//! The search for the first of several needles: vectorised, as soon as enough was searched for that to pay.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use aho_corasick::{AhoCorasick, Input, MatchKind, Span, packed};

/// So many bytes are searched by the needles' first bytes: it costs about as much to build the vectorised search.
const FEW_BYTES: usize = 8 * 1024;

/// In which order the vectorised search is given the needles: their places.
type Order = fn(&[&[u8]]) -> Vec<usize>;

/// A search for needles, which are passed in with each call and stay the same. When one begins with another, either may be
/// found.
#[derive(Debug)]
pub struct Search {
    order: Order,
    /// How many bytes were searched by first bytes.
    searched: AtomicUsize,
    firsts: OnceLock<Firsts>,
    quick: OnceLock<Quick>,
}

/// The needles by their first byte: for each byte the place of its first needle, for each needle that of the next one,
/// counted from 1. Zero is none.
#[derive(Debug)]
struct Firsts {
    first: [u16; 256],
    next: Vec<u16>,
}

/// How many needles are searched for at once.
#[derive(Debug)]
enum Quick {
    /// The search, and the places of its needles.
    Packed(packed::Searcher, Vec<usize>),
    /// Where the processor has no instructions for it.
    Automaton(AhoCorasick),
    Nothing,
}

impl Firsts {
    fn new(needles: &[impl AsRef<[u8]>]) -> Self {
        let (mut first, mut next) = ([0; 256], Vec::with_capacity(needles.len()));
        for (place, needle) in (1_u16..).zip(needles) {
            let slot = needle.as_ref().first().and_then(|byte| first.get_mut(usize::from(*byte)));
            next.push(slot.map_or(0, |slot| std::mem::replace(slot, place)));
        }
        Self { first, next }
    }

    fn next(&self, needles: &[impl AsRef<[u8]>], text: &[u8], start: usize) -> Option<(usize, usize)> {
        let rest = text.get(start..)?;
        rest.iter().enumerate().find_map(|(at, byte)| {
            let mut place = self.first.get(usize::from(*byte)).copied()?;
            while let Some(which) = usize::from(place).checked_sub(1) {
                if needles
                    .get(which)
                    .is_some_and(|needle| rest.get(at..).unwrap_or(&[]).starts_with(needle.as_ref()))
                {
                    return Some((which, start.saturating_add(at)));
                }
                place = self.next.get(which).copied().unwrap_or(0);
            }
            None
        })
    }
}

impl Quick {
    fn new(needles: &[impl AsRef<[u8]>], order: Order) -> Self {
        let needles: Vec<&[u8]> = needles.iter().map(AsRef::as_ref).collect();
        let order = order(&needles);
        // The crate's limit is meant for needles in any order.
        let config = packed::Config::new().heuristic_pattern_limits(false).clone();
        let kind = packed::MatchKind::LeftmostFirst;
        let ordered = order.iter().filter_map(|at| needles.get(*at));
        match config.clone().match_kind(kind).builder().extend(ordered).build() {
            Some(searcher) => Self::Packed(searcher, order),
            None => Self::automaton(&needles),
        }
    }

    fn automaton(needles: &[&[u8]]) -> Self {
        let builder = AhoCorasick::builder().match_kind(MatchKind::LeftmostFirst).build(needles);
        builder.map_or(Self::Nothing, Self::Automaton)
    }

    fn next(&self, text: &[u8], start: usize) -> Option<(usize, usize)> {
        match self {
            Self::Packed(searcher, order) => {
                let found = searcher.find_in(text, Span::from(start..text.len()))?;
                Some((*order.get(found.pattern().as_usize())?, found.start()))
            }
            Self::Automaton(searcher) => {
                let found = searcher.find(Input::new(text).range(start..))?;
                Some((found.pattern().as_usize(), found.start()))
            }
            Self::Nothing => None,
        }
    }
}

impl Search {
    /// A search whose needles are put into this order once.
    #[must_use]
    pub const fn new(order: Order) -> Self {
        Self { order, searched: AtomicUsize::new(0), firsts: OnceLock::new(), quick: OnceLock::new() }
    }

    /// The first needle that begins at `start` or later: which, and where, in bytes.
    pub fn first(&self, needles: &[impl AsRef<[u8]>], text: &[u8], start: usize) -> Option<(usize, usize)> {
        if start >= text.len() || needles.is_empty() {
            return None;
        }
        if let Some(quick) = self.quick.get() {
            return quick.next(text, start);
        }
        let searched = self.searched.load(Ordering::Relaxed);
        if searched.saturating_add(text.len().saturating_sub(start)) > FEW_BYTES {
            return self.quick.get_or_init(|| Quick::new(needles, self.order)).next(text, start);
        }
        let found = self.firsts.get_or_init(|| Firsts::new(needles)).next(needles, text, start);
        let end = found.map_or(text.len(), |(_, at)| at.saturating_add(1));
        self.searched.fetch_add(end.saturating_sub(start), Ordering::Relaxed);
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [&[u8]; 7] = [b"error:", b".py:", b"ror:", b"FAIL", b"(FAI", b"F", "\u{274c}".as_bytes()];

    /// Backwards, as an order must not matter.
    fn backwards(needles: &[&[u8]]) -> Vec<usize> {
        (0..needles.len()).rev().collect()
    }

    #[test]
    fn each_way_to_search_finds_a_needle_at_the_same_place() {
        let texts = ["", "error", "a.py::error: (FAIL)", "FAILED F \u{274c}", "no needle is in here: f"];
        let automaton = Quick::automaton(&ALL);
        for text in
            texts.iter().flat_map(|text| [(*text).to_owned(), format!("{text}{}{text}", "-".repeat(70))])
        {
            let text = text.as_bytes();
            for start in 0..=text.len() {
                let expected =
                    (start..text.len()).find(|at| ALL.iter().any(|needle| text[*at..].starts_with(needle)));
                let (few, many) = (Search::new(backwards), Search::new(backwards));
                many.searched.store(FEW_BYTES, Ordering::Relaxed);
                let found = [
                    few.first(&ALL, text, start),
                    many.first(&ALL, text, start),
                    automaton.next(text, start),
                ];
                for found in found {
                    assert_eq!(found.map(|(_, at)| at), expected);
                    assert!(found.is_none_or(|(which, at)| text[at..].starts_with(ALL[which])));
                }
            }
        }
    }

    #[test]
    fn long_texts_and_many_short_ones_are_searched_by_the_quick_way() {
        let search = Search::new(backwards);
        for _ in 0..2 * FEW_BYTES / 64 {
            assert_eq!(search.first(&ALL, &[b'-'; 64], 0), None);
        }
        assert!(search.quick.get().is_some());
        let search = Search::new(backwards);
        assert_eq!(search.first(&ALL, &[b'-'; FEW_BYTES + 1], 0), None);
        assert!(search.quick.get().is_some() && search.firsts.get().is_none());
        assert_eq!(Search::new(backwards).first(&[b"x"; 0], b"x", 0), None);
    }
}
