//! Deals the needles of the searches for secrets to the groups of packed searches, and writes them into `needles.rs`:
//! `WEIR_REGENERATE=1 cargo test --lib needles_are_current` after a rule was changed.
//!
//! Source of the groups: aho-corasick's `packed/teddy/generic.rs`. The order only decides the speed.

use super::needles::NEEDLES;
use super::search::{LITERALS, SEARCHES};

/// Bytes of a needle by which a packed search tells it from others. Shorter ones have a search of their own.
const NEEDLE_BYTES: usize = 4;
/// Groups of needles that a packed search tells apart at first.
const BUCKETS: usize = 16;
/// The most needles of a packed search.
const MOST: usize = 127;
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

/// A needle, and the literals that it may be part of: which, and how many bytes come before the needle.
type Dealt = (&'static [u8], Vec<(usize, usize)>);

/// The needles, none of which begins with another of its search, and the literals that each may be part of.
fn needles() -> Vec<Dealt> {
    let parts = LITERALS.iter().enumerate().map(|(which, (literal, _))| {
        let (before, needle) = needle(literal);
        (needle, (which, before))
    });
    let mut needles: Vec<(&'static [u8], (usize, usize))> = parts.collect();
    // A needle comes before those that begin with it.
    needles.sort_unstable();
    let mut shared: Vec<Dealt> = Vec::new();
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

/// The halves of the bytes at one place of a bucket's needles, a bit each: a packed search takes every byte whose lower and
/// upper half are among them.
type Halves = (u16, u16);

/// Needles that a packed search does not tell apart at first: it compares the halves of each byte alone, and takes those
/// of all its needles together.
#[derive(Clone, Default)]
struct Bucket {
    needles: Vec<usize>,
    places: [Halves; NEEDLE_BYTES],
    /// How often it makes a search look closer.
    stops: u64,
}

impl Bucket {
    /// The places, and how often the bucket stops a search, with a needle more.
    fn with(&self, needle: &[u8], often: &[u64; 256]) -> ([Halves; NEEDLE_BYTES], u64) {
        let mut places = self.places;
        let mut stops = 1_u64;
        for ((low, high), byte) in places.iter_mut().zip(needle) {
            (*low, *high) = (*low | 1 << (byte & 15), *high | 1 << (byte >> 4));
            let taken =
                (0..=u8::MAX).filter(|byte| *low & 1 << (byte & 15) != 0 && *high & 1 << (byte >> 4) != 0);
            stops *= 1 + taken.map(|byte| often[usize::from(byte)]).sum::<u64>();
        }
        (places, stops)
    }
}

/// Deals needles to buckets of equal size so that those come together that stop a search least, the most frequent ones
/// first.
fn dealt(all: &[&[u8]], mut needles: Vec<usize>, count: usize) -> Vec<Vec<usize>> {
    let most = needles.len().div_ceil(count);
    let often = std::array::from_fn(|byte| often(u8::try_from(byte).unwrap()));
    needles.sort_by_cached_key(|needle| std::cmp::Reverse(Bucket::default().with(all[*needle], &often).1));
    let mut buckets = vec![Bucket::default(); count];
    for needle in needles {
        let room = buckets.iter_mut().filter(|bucket| bucket.needles.len() < most);
        let more = |bucket: &&mut Bucket| bucket.with(all[needle], &often).1 - bucket.stops;
        let bucket = room.min_by_key(more).unwrap();
        (bucket.places, bucket.stops) = bucket.with(all[needle], &often);
        bucket.needles.push(needle);
    }
    buckets.into_iter().map(|bucket| bucket.needles).collect()
}

/// The needles of buckets in the order in which a packed search puts them there: to each bucket one in turn. A bucket that
/// has fewer gets one of its own again.
fn in_turn(buckets: &[Vec<usize>]) -> Vec<usize> {
    let mut buckets: Vec<&Vec<usize>> = buckets.iter().collect();
    buckets.sort_by_key(|bucket| std::cmp::Reverse(bucket.len()));
    let rounds = buckets[0].len();
    let round = |round: usize| {
        let last = round + 1 == rounds;
        let again = move |bucket: &Vec<usize>| if last { None } else { bucket.first().copied() };
        buckets.iter().filter_map(move |bucket| bucket.get(round).copied().or_else(|| again(bucket)))
    };
    (0..rounds).flat_map(round).collect()
}

/// The file with the needles of each search.
fn file() -> String {
    let needles = needles();
    let words: Vec<&[u8]> = needles.iter().map(|(needle, _)| *needle).collect();
    let (short, long) = (0..words.len()).partition(|at| words[*at].len() < NEEDLE_BYTES);
    let buckets = [dealt(&words, short, BUCKETS), dealt(&words, long, (SEARCHES - 1) * BUCKETS)].concat();
    let mut text = String::from(
        "//! The needles of each search for secrets, in the order in which `dealing` puts them. Written by its test.\n\n\
         /// A literal that a needle is part of: which of all rules, and how many of its bytes come before the needle.\n\
         pub(super) type Part = (u16, u16);\n\
         /// A needle, and the literals that it may be part of.\n\
         #[derive(Debug)]\n\
         pub(super) struct Needle(pub(super) &'static [u8], pub(super) &'static [Part]);\n\n\
         /// The needles of each search; some come twice, so that all buckets of a search have as many.\n\
         #[rustfmt::skip]\n\
         pub(super) static NEEDLES: [&[Needle]; super::search::SEARCHES] = [\n",
    );
    for buckets in buckets.chunks(BUCKETS) {
        text.push_str("    &[\n");
        let entries = in_turn(buckets).into_iter().map(|at| &needles[at]);
        let entries: Vec<String> = entries
            .map(|(needle, parts)| format!("Needle(b\"{}\", &{parts:?})", needle.escape_ascii()))
            .collect();
        for row in entries.chunks(3) {
            text.push_str(&format!("        {},\n", row.join(", ")));
        }
        text.push_str("    ],\n");
    }
    text.push_str("];\n");
    text
}

#[test]
fn the_needles_are_current() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/store/redact/needles.rs");
    let file = file();
    if std::env::var_os("WEIR_REGENERATE").is_some() {
        std::fs::write(path, &file).unwrap();
    }
    assert!(
        std::fs::read_to_string(path).unwrap() == file,
        "{path} is out of date; `WEIR_REGENERATE=1 cargo test --lib needles_are_current` writes it anew"
    );
}

#[test]
fn every_needle_is_searched_for_and_none_begins_with_another_of_its_search() {
    let mut literals: Vec<u16> = NEEDLES
        .iter()
        .flat_map(|group| group.iter())
        .flat_map(|needle| needle.1.iter().map(|(which, _)| *which))
        .collect();
    literals.sort_unstable();
    literals.dedup();
    assert_eq!(literals.len(), LITERALS.len());
    for group in NEEDLES {
        assert!(group.len() <= MOST);
        let begins = |one: &[u8], other: &[u8]| one != other && one.starts_with(other);
        assert!(!group.iter().any(|one| group.iter().any(|other| begins(one.0, other.0))));
    }
}
