//! Where a secret may begin: packed searches for the literals of all rules, over whole blocks.
//!
//! A packed search compares halves of as many bytes as its shortest needle has, and only where those fit it looks closer.
//! So the needles of three bytes have a search of their own; of a longer literal four rare bytes are searched for; and
//! needles come into one bucket that stop the search least together. That makes it ten times as fast.

use std::ops::Range;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use aho_corasick::{AhoCorasick, MatchKind, packed};

use super::escapes::has;
use super::named::values;
use super::plain::Plain;
use super::rules::{Matcher, all};
use super::shapes::Secret;

/// What was found at a literal.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// Secrets, which were added to the others.
    Secrets,
    /// The words `PRIVATE KEY` end before this byte.
    KeyWords(usize),
    /// The line before those of a key: its words begin and end there.
    KeyLines(usize, usize),
}

/// Every literal and what decides at it.
static LITERALS: LazyLock<Vec<(&'static str, Matcher)>> = LazyLock::new(|| {
    all().flat_map(|rule| rule.literals.iter().map(|literal| (*literal, rule.by))).collect()
});

/// Bytes of a needle by which a packed search tells it from others. Shorter ones have a search of their own.
const NEEDLE_BYTES: usize = 4;
/// Groups of needles that a packed search tells apart at first.
const BUCKETS: usize = 16;
/// The most needles of a packed search.
#[cfg(test)]
const MOST: usize = 127;
/// How many searches there are: one for short needles, the others share the rest.
const SEARCHES: usize = 3;
/// What logs have more often than their single bytes say.
const COMMON: [&[u8]; 5] = [b"PASS", b"test", b"est_", b"host", b"open"];

/// What is searched for to find a literal: its part that begins with its rarest bytes. Gives how many bytes of the literal
/// come before that.
fn needle(literal: &'static str) -> (usize, &'static [u8]) {
    let bytes = literal.as_bytes();
    let rarity = |window: &[u8]| {
        if COMMON.contains(&window) { u64::MAX } else { window.iter().map(|byte| often(*byte)).product() }
    };
    let windows = bytes.windows(NEEDLE_BYTES.min(bytes.len())).enumerate();
    let from = windows.min_by_key(|(_, window)| rarity(window)).map_or(0, |(from, _)| from);
    (from, bytes.get(from..).unwrap_or(bytes))
}

/// A literal that a needle is part of: which, and how many of its bytes come before the needle.
type Part = (usize, usize);

/// The needles, none of which begins with another of its search, and the literals that each may be part of.
static NEEDLES: LazyLock<Vec<(&'static [u8], Vec<Part>)>> = LazyLock::new(|| {
    let parts = LITERALS.iter().enumerate().map(|(which, (literal, _))| {
        let (before, needle) = needle(literal);
        (needle, (which, before))
    });
    let mut needles: Vec<(&'static [u8], Part)> = parts.collect();
    // A needle comes before those that begin with it.
    needles.sort_unstable();
    let mut shared: Vec<(&'static [u8], Vec<Part>)> = Vec::new();
    for (needle, part) in needles {
        match shared.last_mut() {
            Some((shorter, literals))
                if needle.starts_with(shorter)
                    && (shorter.len() >= NEEDLE_BYTES) == (needle.len() >= NEEDLE_BYTES) =>
            {
                literals.push(part);
            }
            _ => shared.push((needle, vec![part])),
        }
    }
    shared
});

/// How literals are searched for.
enum Search {
    Packed(packed::Searcher),
    /// Where the processor has no instructions for it.
    Automaton(AhoCorasick),
    /// Never: the literals are fixed and fit.
    Nothing,
}

/// A search and what it searches for: places in the list of needles.
struct Group {
    search: Search,
    needles: Vec<usize>,
}

/// The searches that are quick, as their needles are dealt. To deal them costs more than a short answer takes to search.
static GROUPS: LazyLock<Vec<Group>> = LazyLock::new(|| {
    let short = dealt(wanted(false), BUCKETS);
    let long = dealt(wanted(true), SEARCHES.saturating_sub(1).saturating_mul(BUCKETS));
    [short, long].concat().chunks(BUCKETS).map(|buckets| Group::new(in_turn(buckets))).collect()
});

/// The same searches with the needles as they come: for the first bytes of a process.
static PLAIN_GROUPS: LazyLock<Vec<Group>> = LazyLock::new(|| {
    let long = wanted(true);
    let half = long.len().div_ceil(SEARCHES.saturating_sub(1));
    std::iter::once(wanted(false)).chain(long.chunks(half).map(<[usize]>::to_vec)).map(Group::new).collect()
});

/// So many bytes are searched with [`PLAIN_GROUPS`].
const PLAIN_BYTES: usize = 128 * 1024;

/// The needles that have, or have not, [`NEEDLE_BYTES`].
fn wanted(long: bool) -> Vec<usize> {
    let fits = |needle: &[u8]| (needle.len() >= NEEDLE_BYTES) == long;
    NEEDLES.iter().enumerate().filter(|(_, (needle, _))| fits(needle)).map(|(at, _)| at).collect()
}

/// The searches for a text of so many bytes.
fn groups(bytes: usize) -> &'static [Group] {
    /// Bytes that were searched so far, up to [`PLAIN_BYTES`].
    static SEARCHED: AtomicUsize = AtomicUsize::new(0);
    let before = SEARCHED.load(Ordering::Relaxed);
    if before >= PLAIN_BYTES {
        return &GROUPS;
    }
    SEARCHED.fetch_add(bytes.min(PLAIN_BYTES), Ordering::Relaxed);
    if before.saturating_add(bytes) < PLAIN_BYTES { &PLAIN_GROUPS } else { &GROUPS }
}

/// How often a byte comes in logs, as far as one byte tells: in a thousand.
fn often(byte: u8) -> u64 {
    /// Letters, the most frequent ones first, and how often each comes.
    const LETTERS: &[u8; 26] = b"etasonirlduchmpgfbwyvkxjqz";
    const OFTEN: [u64; 26] =
        [60, 55, 51, 47, 43, 40, 37, 34, 31, 29, 27, 25, 23, 21, 19, 18, 16, 15, 14, 13, 12, 11, 10, 9, 9, 8];
    match byte {
        b'a'..=b'z' => {
            let rank = LETTERS.iter().position(|letter| *letter == byte);
            rank.and_then(|rank| OFTEN.get(rank)).copied().unwrap_or(1)
        }
        b' ' => 90,
        b':' | b'.' | b'"' => 16,
        b'0'..=b'9' => 15,
        b'-' | b'/' | b'=' => 8,
        b'A'..=b'Z' => 7,
        b'_' => 4,
        _ => 2,
    }
}

/// The bytes that have the same halves as those at one place of a bucket's needles: a packed search takes each of them.
#[derive(Clone, Copy, Default)]
struct Place {
    /// The lower and the upper halves, a bit each.
    halves: (u16, u16),
    /// How often these bytes come, all together.
    often: u64,
}

/// Needles that a packed search does not tell apart at first: it compares the halves of each byte alone, and takes those
/// of all its needles together.
#[derive(Clone, Default)]
struct Bucket {
    needles: Vec<usize>,
    places: [Place; NEEDLE_BYTES],
    /// How often it makes a search look closer.
    stops: u64,
}

/// The numbers of the bits that are set.
fn bits(mut set: u16) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = set.trailing_zeros();
        set &= set.wrapping_sub(1);
        (bit < u16::BITS).then_some(bit)
    })
}

impl Place {
    /// The place with a byte more. Only what that byte adds is summed up: this runs at each start of the program.
    fn with(self, byte: u8, often: &[u64]) -> Self {
        let Self { halves: (low, high), often: mut sum } = self;
        let of = |high: u32, low: u32| {
            usize::try_from(high << 4 | low).ok().and_then(|byte| often.get(byte)).copied().unwrap_or(0)
        };
        let (lower, upper) = (u32::from(byte & 0xf), u32::from(byte >> 4));
        let (more_low, more_high) = (low | 1_u16.wrapping_shl(lower), high | 1_u16.wrapping_shl(upper));
        if more_low != low {
            sum = sum.saturating_add(bits(high).map(|high| of(high, lower)).sum());
        }
        if more_high != high {
            sum = sum.saturating_add(bits(more_low).map(|low| of(upper, low)).sum());
        }
        Self { halves: (more_low, more_high), often: sum }
    }
}

impl Bucket {
    /// The places, and how often the bucket stops a search, with a needle more.
    fn with(&self, needle: &[u8], often: &[u64]) -> ([Place; NEEDLE_BYTES], u64) {
        let mut places = self.places;
        let mut stops = 1_u64;
        for (place, byte) in places.iter_mut().zip(needle) {
            *place = place.with(*byte, often);
            stops = stops.saturating_mul(place.often.saturating_add(1));
        }
        (places, stops)
    }
}

/// Deals needles to buckets of equal size so that those come together that stop a search least, the most frequent ones
/// first.
fn dealt(mut needles: Vec<usize>, count: usize) -> Vec<Vec<usize>> {
    let most = needles.len().div_ceil(count.max(1));
    let often: Vec<u64> = (0..=u8::MAX).map(often).collect();
    let bytes = |at: usize| NEEDLES.get(at).map_or(&[][..], |(needle, _)| *needle);
    needles.sort_by_cached_key(|needle| std::cmp::Reverse(Bucket::default().with(bytes(*needle), &often).1));
    let mut buckets = vec![Bucket::default(); count];
    for needle in needles {
        let room = buckets.iter_mut().filter(|bucket| bucket.needles.len() < most);
        let more = |bucket: &&mut Bucket| bucket.with(bytes(needle), &often).1.saturating_sub(bucket.stops);
        if let Some(bucket) = room.min_by_key(more) {
            (bucket.places, bucket.stops) = bucket.with(bytes(needle), &often);
            bucket.needles.push(needle);
        }
    }
    buckets.into_iter().map(|bucket| bucket.needles).collect()
}

/// The needles of buckets in the order in which a packed search puts them there: to each bucket one in turn. A bucket that
/// has fewer gets one of its own again.
fn in_turn(buckets: &[Vec<usize>]) -> Vec<usize> {
    let mut buckets: Vec<&Vec<usize>> = buckets.iter().collect();
    buckets.sort_by_key(|bucket| std::cmp::Reverse(bucket.len()));
    let rounds = buckets.first().map_or(0, |bucket| bucket.len());
    let mut needles = Vec::new();
    for round in 0..rounds {
        let last = round.saturating_add(1) == rounds;
        for bucket in &buckets {
            let again = if last { None } else { bucket.first() };
            needles.extend(bucket.get(round).or(again));
        }
    }
    needles
}

impl Group {
    fn new(needles: Vec<usize>) -> Self {
        let words = || needles.iter().filter_map(|at| NEEDLES.get(*at)).map(|(needle, _)| needle);
        let mut builder = packed::Config::new()
            .match_kind(packed::MatchKind::LeftmostFirst)
            .heuristic_pattern_limits(false)
            .builder();
        let search = match builder.extend(words()).build() {
            Some(searcher) => Search::Packed(searcher),
            None => AhoCorasick::builder()
                .match_kind(MatchKind::LeftmostFirst)
                .build(words())
                .map_or(Search::Nothing, Search::Automaton),
        };
        Self { search, needles }
    }

    /// The next needle from `from` on: which, and where it begins.
    fn next(&self, text: &[u8], from: usize) -> Option<(usize, usize)> {
        let (which, start) = match &self.search {
            Search::Packed(searcher) => {
                let span = aho_corasick::Span { start: from, end: text.len() };
                let found = searcher.find_in(text, span)?;
                (found.pattern().as_usize(), found.start())
            }
            Search::Automaton(automaton) => {
                let found = automaton.find(aho_corasick::Input::new(text).range(from..))?;
                (found.pattern().as_usize(), found.start())
            }
            Search::Nothing => return None,
        };
        Some((*self.needles.get(which)?, start))
    }
}

/// What a group has next.
#[derive(Clone, Copy, Debug)]
enum Ahead {
    Unknown,
    Is(usize, usize),
    Nothing,
}

/// The places of one text at which secrets begin, from its beginning to its end.
pub(super) struct Places<'a> {
    text: &'a [u8],
    groups: &'static [Group],
    /// What each group has next; it is searched for again only when it was passed.
    ahead: [Ahead; SEARCHES],
}

impl<'a> Places<'a> {
    pub(super) fn new(text: &'a [u8]) -> Self {
        Self::within(text, groups(text.len()))
    }

    const fn within(text: &'a [u8], groups: &'static [Group]) -> Self {
        Self { text, groups, ahead: [Ahead::Unknown; SEARCHES] }
    }

    /// Where the next needles of all groups begin, from `from` on.
    fn needle(&mut self, from: usize) -> Option<usize> {
        let mut first: Option<usize> = None;
        for (group, ahead) in self.groups.iter().zip(&mut self.ahead) {
            if matches!(ahead, Ahead::Unknown) || matches!(ahead, Ahead::Is(_, start) if *start < from) {
                *ahead = group
                    .next(self.text, from)
                    .map_or(Ahead::Nothing, |(which, start)| Ahead::Is(which, start));
            }
            if let Ahead::Is(_, start) = ahead
                && first.is_none_or(|first| *start < first)
            {
                first = Some(*start);
            }
        }
        first
    }

    /// Literals whose needles begin at a position.
    fn literals(&self, at: usize) -> impl Iterator<Item = Part> + use<> {
        let needles = self.ahead.map(|ahead| match ahead {
            Ahead::Is(which, start) if start == at => NEEDLES.get(which),
            Ahead::Is(..) | Ahead::Unknown | Ahead::Nothing => None,
        });
        needles.into_iter().flatten().flat_map(|(_, literals)| literals.iter().copied())
    }

    /// Adds the next secrets from `from` on, that begin before `limit`, to the hidden ones. Gives where the search goes
    /// on after them. `from` never goes back.
    pub(super) fn next(
        &mut self,
        from: usize,
        limit: usize,
        hidden: &mut Vec<Secret>,
    ) -> Option<(Found, usize)> {
        let (text, mut from) = (self.text, from);
        while from < limit {
            let at = self.needle(from).filter(|start| *start < limit)?;
            let known = hidden.len();
            // What was looked at may hold the beginning of another.
            from = at.saturating_add(1);
            for (which, before) in self.literals(at) {
                let Some((literal, matcher)) = LITERALS.get(which) else { continue };
                let Some(start) = at.checked_sub(before) else { continue };
                if !has(text, start, literal.as_bytes()) {
                    continue;
                }
                let end = start.saturating_add(literal.len());
                match matcher {
                    Matcher::KeyBlock => return Some((Found::KeyWords(end), end)),
                    Matcher::KeyLines => return Some((Found::KeyLines(start, end), end)),
                    matcher => {
                        matcher.decide(text, start..end, hidden);
                        // A colour may be within the secret.
                        if let Some(plain) = Plain::near(text, &(start..end)) {
                            let known = hidden.len();
                            matcher.decide(&plain.text, plain.place(start)..plain.place(end), hidden);
                            for secret in hidden.iter_mut().skip(known) {
                                secret.at = plain.original(&secret.at);
                            }
                        }
                    }
                }
            }
            if let Some(first) = hidden.get(known) {
                // What is far from its name has others before it.
                let between = text.get(at..first.at.start).unwrap_or_default();
                let near = memchr::memchr(b'\n', between).is_none();
                return Some((Found::Secrets, if near { first.at.end.max(from) } else { from }));
            }
        }
        None
    }
}

impl Matcher {
    /// Adds the secrets that are at a literal.
    fn decide(&self, text: &[u8], literal: Range<usize>, hidden: &mut Vec<Secret>) {
        let Range { start, end } = literal;
        match self {
            Self::Token(token) => hidden.extend(token.at(text, start, end)),
            Self::Shape(shape) => hidden.extend(shape(text, start, end)),
            Self::Several(several) => several(text, start, end, hidden),
            Self::Named(word) => values(text, start, end, *word, hidden),
            Self::KeyBlock | Self::KeyLines => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_searches_as_are_looked_ahead_for() {
        for groups in [&GROUPS, &PLAIN_GROUPS] {
            assert_eq!(groups.len(), SEARCHES);
            assert!(groups.iter().all(|group| group.needles.len() <= MOST));
        }
    }

    #[test]
    fn a_place_sums_up_each_byte_with_the_halves_of_its_bytes_once() {
        let often: Vec<u64> = (0..=u8::MAX).map(often).collect();
        let mut place = Place::default();
        for byte in *b"ak_-9 kZ" {
            place = place.with(byte, &often);
            let (low, high) = place.halves;
            let all = bits(high).flat_map(|high| bits(low).map(move |low| high << 4 | low));
            assert_eq!(place.often, all.map(|byte| often[byte as usize]).sum::<u64>());
        }
    }

    #[test]
    fn every_needle_is_searched_for_once_and_none_begins_with_another_of_its_search() {
        for groups in [&GROUPS, &PLAIN_GROUPS] {
            let mut dealt: Vec<usize> = groups.iter().flat_map(|group| group.needles.clone()).collect();
            dealt.sort_unstable();
            dealt.dedup();
            assert!(dealt.into_iter().eq(0..NEEDLES.len()));
            let mut literals: Vec<usize> =
                NEEDLES.iter().flat_map(|(_, literals)| literals.iter().map(|(which, _)| *which)).collect();
            literals.sort_unstable();
            assert!(literals.into_iter().eq(0..LITERALS.len()));
            for group in groups.iter() {
                let needles: Vec<&[u8]> = group.needles.iter().map(|at| NEEDLES[*at].0).collect();
                let begins = |one: &[u8], other: &[u8]| one != other && one.starts_with(other);
                assert!(!needles.iter().any(|one| needles.iter().any(|other| begins(one, other))));
            }
        }
    }

    #[test]
    fn every_needle_is_found_where_it_is_and_the_nearest_one_first() {
        for (blanks, groups) in
            [0, 1, 100].into_iter().flat_map(|blanks| [(blanks, &GROUPS), (blanks, &PLAIN_GROUPS)])
        {
            let gap = " ".repeat(blanks);
            let text: Vec<u8> =
                NEEDLES.iter().flat_map(|(needle, _)| [gap.as_bytes(), needle, b"\n"].concat()).collect();
            let (mut places, mut from, mut start) = (Places::within(&text, groups), 0, 0);
            for (which, (needle, _)) in NEEDLES.iter().enumerate() {
                start += gap.len();
                // Within a needle another one may begin.
                while places.needle(from).unwrap() < start {
                    from = places.needle(from).unwrap() + 1;
                }
                assert_eq!(places.needle(from), Some(start));
                let literals: Vec<Part> = places.literals(start).collect();
                assert!(NEEDLES[which].1.iter().all(|literal| literals.contains(literal)));
                from = start + 1;
                start += needle.len() + 1;
            }
        }
    }
}
