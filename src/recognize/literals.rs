//! One search for many literals: which of them stand in a text, and whether it may begin with one.
//!
//! A vectorised searcher where the processor has one, an automaton elsewhere: the answer is the same. The first literal
//! wins where several begin at one place, and found literals do not overlap. Knows nothing of recognizers.

use aho_corasick::{AhoCorasick, Input, MatchKind, Span, packed};

/// A set of literals, searched for together.
#[derive(Debug)]
pub struct Literals {
    searcher: Searcher,
}

#[derive(Debug)]
enum Searcher {
    Nothing,
    Packed(packed::Searcher),
    Automaton(AhoCorasick),
}

impl Literals {
    /// Prepares the search. A literal is named by its place in the list afterwards.
    #[must_use]
    pub fn new(literals: &[&str]) -> Self {
        if literals.is_empty() {
            return Self { searcher: Searcher::Nothing };
        }
        let kind = packed::MatchKind::LeftmostFirst;
        let packed = packed::Config::new().match_kind(kind).builder().extend(literals).build();
        let searcher = match packed {
            Some(searcher) => Searcher::Packed(searcher),
            None => AhoCorasick::builder()
                .match_kind(MatchKind::LeftmostFirst)
                .build(literals)
                .map_or(Searcher::Nothing, Searcher::Automaton),
        };
        Self { searcher }
    }

    /// Calls `found` with the number of every literal that is found.
    pub fn each(&self, text: &str, mut found: impl FnMut(usize)) {
        match &self.searcher {
            Searcher::Nothing => {}
            Searcher::Packed(searcher) => {
                for hit in searcher.find_iter(text.as_bytes()) {
                    found(hit.pattern().as_usize());
                }
            }
            Searcher::Automaton(searcher) => {
                for hit in searcher.find_iter(text) {
                    found(hit.pattern().as_usize());
                }
            }
        }
    }

    /// Whether any literal stands in the text.
    #[must_use]
    pub fn any(&self, text: &str) -> bool {
        self.first(text, 0).is_some()
    }

    /// The first literal that is found in the text from `start` on: its number, and where it begins, in bytes.
    fn first(&self, text: &str, start: usize) -> Option<(usize, usize)> {
        let bytes = text.as_bytes();
        if start >= bytes.len() {
            return None;
        }
        let found = match &self.searcher {
            Searcher::Nothing => None,
            Searcher::Packed(searcher) => searcher.find_in(bytes, Span::from(start..bytes.len())),
            Searcher::Automaton(searcher) => searcher.find(Input::new(bytes).range(start..)),
        };
        found.map(|found| (found.pattern().as_usize(), found.start()))
    }
}

/// A set of groups of literals, one bit each.
pub type Groups = u32;

/// Which groups of literals have one in a text. Unlike [`Literals`] it also finds those that overlap.
#[derive(Debug)]
pub struct Grouped {
    literals: Literals,
    /// For every literal: its group, and those of the literals that it begins with.
    groups: Vec<Groups>,
    all: Groups,
}

impl Grouped {
    /// Prepares the search for the groups, of which there are at most 32; the first one is bit 0.
    #[must_use]
    pub fn new(groups: &[&[&'static str]]) -> Self {
        let mut literals: Vec<(&str, Groups)> = Vec::new();
        let mut bit: Groups = 1;
        let mut all = 0;
        for group in groups {
            literals.extend(group.iter().map(|literal| (*literal, bit)));
            all |= bit;
            bit = bit.wrapping_shl(1);
        }
        // The longest of those that begin at one place is found, and stands for the others.
        literals.sort_by_key(|(literal, _)| std::cmp::Reverse(literal.len()));
        let begun_with = |text: &str| {
            literals.iter().filter(|(each, _)| text.starts_with(each)).fold(0, |sum, (_, bit)| sum | bit)
        };
        let groups = literals.iter().map(|(literal, _)| begun_with(literal)).collect();
        let texts: Vec<&str> = literals.iter().map(|(literal, _)| *literal).collect();
        Self { literals: Literals::new(&texts), groups, all }
    }

    /// The groups that have a literal in the text.
    #[must_use]
    pub fn find(&self, text: &str) -> Groups {
        let (mut found, mut start) = (0, 0);
        while let Some((literal, at)) = self.literals.first(text, start) {
            found |= self.groups.get(literal).copied().unwrap_or(self.all);
            if found == self.all {
                break;
            }
            start = at.saturating_add(1);
        }
        found
    }
}

/// The first four bytes of a beginning: what most texts differ in that share two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Head {
    bytes: u32,
    mask: u32,
}

impl Head {
    /// The head of a beginning.
    #[must_use]
    pub fn new(beginning: &str) -> Self {
        let missing = 4_usize.saturating_sub(beginning.len());
        let bits = u32::try_from(missing).unwrap_or(0).saturating_mul(8);
        Self { bytes: Self::of(beginning), mask: u32::MAX.checked_shr(bits).unwrap_or(0) }
    }

    /// The first four bytes of a text as [`fits`](Self::fits) takes them; those that are missing are zero.
    #[must_use]
    pub fn of(text: &str) -> u32 {
        match text.as_bytes() {
            [first, second, third, fourth, ..] => u32::from_le_bytes([*first, *second, *third, *fourth]),
            [first, second, third] => u32::from_le_bytes([*first, *second, *third, 0]),
            [first, second] => u32::from_le_bytes([*first, *second, 0, 0]),
            [first] => u32::from(*first),
            [] => 0,
        }
    }

    /// Whether a text with these first bytes may have this beginning.
    #[must_use]
    pub const fn fits(self, text: u32) -> bool {
        text & self.mask == self.bytes
    }
}

/// A set of beginnings, looked up by their first two bytes.
#[derive(Debug)]
pub struct Beginnings {
    /// A bit for every pair of bytes.
    pairs: Box<[u64]>,
    /// By their pairs.
    beginnings: Vec<(usize, Head, &'static str)>,
}

impl Beginnings {
    /// Whether the text begins with one of them.
    #[must_use]
    pub fn begin(&self, text: &str) -> bool {
        let pair = Self::pair(text);
        if self.pairs.get(pair >> 6).is_none_or(|pairs| pairs & Self::bit(pair) == 0) {
            return false;
        }
        let head = Head::of(text);
        let from = self.beginnings.partition_point(|(each, _, _)| *each < pair);
        let same = self.beginnings.iter().skip(from).take_while(|(each, _, _)| *each == pair);
        same.into_iter().any(|(_, each, beginning)| each.fits(head) && text.starts_with(beginning))
    }

    /// The first two bytes as a number; a byte that is missing counts as a blank.
    fn pair(text: &str) -> usize {
        let byte = |at: usize| usize::from(text.as_bytes().get(at).copied().unwrap_or(b' '));
        (byte(0) << 8) | byte(1)
    }

    fn bit(pair: usize) -> u64 {
        1_u64.wrapping_shl(u32::try_from(pair & 63).unwrap_or(0))
    }
}

impl FromIterator<&'static str> for Beginnings {
    /// Takes beginnings of at least two bytes.
    fn from_iter<I: IntoIterator<Item = &'static str>>(beginnings: I) -> Self {
        let mut beginnings: Vec<(usize, Head, &str)> = beginnings
            .into_iter()
            .map(|beginning| (Self::pair(beginning), Head::new(beginning), beginning))
            .collect();
        beginnings.sort_unstable();
        let mut pairs = vec![0; 1 << 10].into_boxed_slice();
        for (pair, _, _) in &beginnings {
            if let Some(pairs) = pairs.get_mut(pair >> 6) {
                *pairs |= Self::bit(*pair);
            }
        }
        Self { pairs, beginnings }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(literals: &Literals, text: &str) -> Vec<usize> {
        let mut numbers = Vec::new();
        literals.each(text, |number| numbers.push(number));
        assert_eq!(literals.first(text, 0).map(|(number, _)| number), numbers.first().copied(), "{text}");
        numbers
    }

    #[test]
    fn every_literal_is_found_in_short_and_in_long_texts() {
        let literals = Literals::new(&["error:", ".py::"]);
        let padding = "-".repeat(100);
        for text in ["a.py::b error: c", &format!("{padding}a.py::b{padding}error:{padding}")] {
            assert_eq!(found(&literals, text), [1, 0], "{text}");
        }
        assert_eq!(found(&literals, "error"), [] as [usize; 0]);
        assert_eq!(found(&Literals::new(&[]), "error:"), [] as [usize; 0]);
    }

    #[test]
    fn the_automaton_answers_like_the_vectorised_search() {
        let list = ["error:", ".py::", "rror: x", "error: "];
        let automaton =
            AhoCorasick::builder().match_kind(MatchKind::LeftmostFirst).build(list).map(Searcher::Automaton);
        let plain = Literals { searcher: automaton.unwrap() };
        for text in ["error: x", "a.py::error: .py::", "rror: x"] {
            assert_eq!(found(&plain, text), found(&Literals::new(&list), text), "{text}");
        }
    }

    #[test]
    fn groups_are_found_where_their_literals_overlap() {
        let grouped = Grouped::new(&[&[" Error "], &["Error"], &["Errors", "code"], &[" Err"]]);
        for (text, groups) in [
            ("an Error here", 0b1011),
            ("Errors", 0b0110),
            ("Error", 0b0010),
            (" Errors", 0b1110),
            ("no code", 0b0100),
            ("nothing", 0),
        ] {
            assert_eq!(grouped.find(text), groups, "{text}");
        }
    }

    #[test]
    fn a_head_rules_out_no_beginning() {
        let texts = ["", "e", "er", "err", "erro", "error:", "ok", "ok ", "✗ a", "errx"];
        for beginning in texts {
            for text in texts {
                let fits = Head::new(beginning).fits(Head::of(text));
                assert!(fits || !text.starts_with(beginning), "{beginning:?} {text:?}");
            }
        }
        assert!(!Head::new("error:").fits(Head::of("errx")));
    }

    #[test]
    fn a_beginning_is_found_at_the_front_only() {
        let beginnings: Beginnings = ["error:", "error[", "✗ ", "ok"].into_iter().collect();
        for text in ["error: x", "error[E1]", "✗ a", "ok"] {
            assert!(beginnings.begin(text), "{text}");
        }
        for text in ["", "e", "error", "test", "ook", "✗"] {
            assert!(!beginnings.begin(text), "{text}");
        }
    }
}
