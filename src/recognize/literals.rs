//! One search for many literals: which of them stand in a text, and whether it may begin with one.
//!
//! A vectorised searcher where the processor has one, an automaton elsewhere: the answer is the same. The first literal
//! wins where several begin at one place, and found literals do not overlap. Knows nothing of recognizers.

use aho_corasick::{AhoCorasick, MatchKind, packed};

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

    /// Whether any literal is found.
    #[must_use]
    pub fn any(&self, text: &str) -> bool {
        match &self.searcher {
            Searcher::Nothing => false,
            Searcher::Packed(searcher) => searcher.find(text.as_bytes()).is_some(),
            Searcher::Automaton(searcher) => searcher.is_match(text),
        }
    }
}

/// The first two bytes of a set of beginnings, to rule out quickly that a text begins with one.
#[derive(Debug)]
pub struct Beginnings {
    /// A bit for every pair of bytes.
    pairs: Box<[u64]>,
}

impl Beginnings {
    /// Whether the text could begin with one of them: it does with its first two bytes.
    #[must_use]
    pub fn may_begin(&self, text: &str) -> bool {
        let (slot, bit) = Self::place(text);
        self.pairs.get(slot).is_some_and(|pairs| pairs & bit != 0)
    }

    /// Slot and bit of the first two bytes; a byte that is missing counts as a blank.
    fn place(text: &str) -> (usize, u64) {
        let byte = |at: usize| usize::from(text.as_bytes().get(at).copied().unwrap_or(b' '));
        let pair = (byte(0) << 8) | byte(1);
        (pair >> 6, 1_u64.wrapping_shl(u32::try_from(pair & 63).unwrap_or(0)))
    }
}

impl FromIterator<&'static str> for Beginnings {
    /// Takes beginnings of at least two bytes.
    fn from_iter<I: IntoIterator<Item = &'static str>>(beginnings: I) -> Self {
        let mut pairs = vec![0; 1 << 10].into_boxed_slice();
        for beginning in beginnings {
            let (slot, bit) = Self::place(beginning);
            if let Some(pairs) = pairs.get_mut(slot) {
                *pairs |= bit;
            }
        }
        Self { pairs }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(literals: &Literals, text: &str) -> Vec<usize> {
        let mut numbers = Vec::new();
        literals.each(text, |number| numbers.push(number));
        assert_eq!(literals.any(text), !numbers.is_empty(), "{text}");
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
    fn a_beginning_is_ruled_out_by_its_first_two_bytes_only() {
        let beginnings: Beginnings = ["error:", "✗ ", "ok"].into_iter().collect();
        for text in ["error: x", "er", "✗ a", "ok"] {
            assert!(beginnings.may_begin(text), "{text}");
        }
        for text in ["", "e", "o", "test", "ook"] {
            assert!(!beginnings.may_begin(text), "{text}");
        }
    }
}
