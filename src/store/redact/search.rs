//! Where a secret may begin: packed searches for the literals of all rules, over whole blocks.
//!
//! A packed search compares halves of as many bytes as its shortest needle has, and only where those fit it looks closer.
//! So the needles of three bytes have a search of their own; of a longer literal four rare bytes are searched for; and
//! needles come into one bucket that stop the search least together. That makes it ten times as fast. Which needles those
//! are is known before weir runs: `dealing` writes them into `needles`.

use std::ops::Range;
use std::sync::LazyLock;

use super::escapes::has;
use super::named::values;
use super::needles::{NEEDLES, Needle, Part};
use super::plain::Plain;
use super::rules::{Matcher, all};
use super::shapes::Secret;
use crate::recognize::kit::literals::Search;

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
pub(super) static LITERALS: LazyLock<Vec<(&'static str, Matcher)>> = LazyLock::new(|| {
    all().flat_map(|rule| rule.literals.iter().map(|literal| (*literal, rule.by))).collect()
});

/// How many searches there are: one for short needles, the others share the rest.
pub(super) const SEARCHES: usize = 3;
/// The searches, each for the needles at the same place of [`NEEDLES`].
static ALL: [Search; SEARCHES] = [const { Search::new(as_they_are) }; SEARCHES];

/// The needles are in the best order.
fn as_they_are(needles: &[&[u8]]) -> Vec<usize> {
    (0..needles.len()).collect()
}

/// What a search has next.
#[derive(Clone, Copy, Debug)]
enum Ahead {
    Unknown,
    Is(&'static Needle, usize),
    Nothing,
}

/// The places of one text at which secrets begin, from its beginning to its end.
pub(super) struct Places<'a> {
    text: &'a [u8],
    /// What each search has next; it is searched for again only when it was passed.
    ahead: [Ahead; SEARCHES],
}

impl<'a> Places<'a> {
    pub(super) const fn new(text: &'a [u8]) -> Self {
        Self { text, ahead: [Ahead::Unknown; SEARCHES] }
    }

    /// Where the next needles of all searches begin, from `from` on.
    fn needle(&mut self, from: usize) -> Option<usize> {
        let mut first: Option<usize> = None;
        for ((search, needles), ahead) in ALL.iter().zip(NEEDLES).zip(&mut self.ahead) {
            if matches!(ahead, Ahead::Unknown) || matches!(ahead, Ahead::Is(_, start) if *start < from) {
                let found = search.first(needles, self.text, from);
                *ahead = found
                    .and_then(|(which, start)| Some(Ahead::Is(needles.get(which)?, start)))
                    .unwrap_or(Ahead::Nothing);
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
            Ahead::Is(Needle(_, parts), start) if start == at => *parts,
            Ahead::Is(..) | Ahead::Unknown | Ahead::Nothing => &[],
        });
        needles.into_iter().flatten().copied()
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
                let Some((literal, matcher)) = LITERALS.get(usize::from(which)) else { continue };
                let Some(start) = at.checked_sub(usize::from(before)) else { continue };
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

impl AsRef<[u8]> for Needle {
    fn as_ref(&self) -> &[u8] {
        self.0
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
    fn every_needle_is_found_where_it_is_and_the_nearest_one_first() {
        for blanks in [0, 1, 100] {
            let gap = " ".repeat(blanks);
            let needles: Vec<&Needle> = NEEDLES.into_iter().flatten().collect();
            let text: Vec<u8> =
                needles.iter().flat_map(|needle| [gap.as_bytes(), needle.0, b"\n"].concat()).collect();
            let (mut places, mut from, mut start) = (Places::new(&text), 0, 0);
            for Needle(needle, parts) in needles {
                start += gap.len();
                // Within a needle another one may begin.
                while places.needle(from).unwrap() < start {
                    from = places.needle(from).unwrap() + 1;
                }
                assert_eq!(places.needle(from), Some(start));
                let found: Vec<Part> = places.literals(start).collect();
                assert!(parts.iter().all(|part| found.contains(part)));
                from = start + 1;
                start += needle.len() + 1;
            }
        }
    }
}
