//! An upper estimate by the kinds of text.
//!
//! Tokenizers of today cut a text before they look anything up: into words with the sign before them, groups of three
//! digits, runs of marks, newlines, blanks. This walks through a text in the same way and adds up what each kind of piece
//! costs on average. The costs are in hundredths of a token; they were fitted to o200k over the logs and the code of this
//! project, and then raised a little, so that most texts are rather over than under. `testdata/tokens` holds texts with
//! their true counts.
//!
//! The parts of a text never cost less than the text, wherever it is divided, so a sum of parts can be trusted: a piece
//! that is divided costs more than the whole one, and what is cheaper after its neighbour costs more without it.

use crate::budget::Count as _;

/// A word of up to `SHORT` letters, with the one blank before it.
const WORD: u64 = 99;
const SHORT: u64 = 5;
const LETTER_BEYOND: u64 = 14;
/// A word in capitals has more pieces.
const CAPITALS_SHORT: u64 = 2;
const CAPITAL_BEYOND: u64 = 14;
/// Letters of hexadecimal numbers.
const HEX_SHORT: u64 = 2;
const HEX_BEYOND: u64 = 14;
/// A letter with an accent inside a word.
const ACCENT: u64 = 50;
/// One mark, or a tab, that a word begins with.
const PREFIX: u64 = 52;
/// Up to three digits.
const DIGITS: u64 = 114;
const DIGITS_AT_ONCE: u64 = 3;
/// The first of a run of marks, the next few that differ from the one before, all others that do, and equal ones.
const MARK: u64 = 104;
const MARKS_FEW: u64 = 3;
const MARK_OF_FEW: u64 = 22;
const MARK_BEYOND: u64 = 42;
const MARK_AGAIN: u64 = 2;
/// The sign that begins a colour is a token of its own.
const ESCAPE: u64 = 50;
/// Newlines, and newlines after marks, which hold them.
const NEWLINES: u64 = 158;
const NEWLINES_AFTER_MARKS: u64 = 5;
/// Blanks, but for the one that belongs to the word or mark after it.
const BLANKS: u64 = 102;
const BLANKS_AT_ONCE: u64 = 64;
/// Scripts, a letter.
const HAN: u64 = 85;
const KANA: u64 = 85;
const HANGUL: u64 = 85;
const CYRILLIC: u64 = 31;
const OTHER_LETTER: u64 = 75;
/// Other signs, emoji say; the same one again; and lines that are drawn with one sign.
const SIGN: u64 = 200;
const SIGN_AGAIN: u64 = 165;
const DRAWN_AGAIN: u64 = 15;

const WHOLE: u64 = 100;

/// What a char is to a tokenizer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Upper,
    Lower,
    Accented,
    Digit,
    Mark,
    Newline,
    Blank,
    /// A letter of a script in which a letter costs so much.
    Letter(u64),
    Sign,
}

impl Kind {
    const fn is_latin(self) -> bool {
        matches!(self, Self::Upper | Self::Lower | Self::Accented)
    }
}

fn kind(char: char) -> Kind {
    match char {
        'a'..='z' => Kind::Lower,
        'A'..='Z' => Kind::Upper,
        '0'..='9' => Kind::Digit,
        '\n' | '\r' => Kind::Newline,
        ' ' | '\t' | '\u{b}' | '\u{c}' => Kind::Blank,
        '\0'..='\u{7f}' => Kind::Mark,
        '\u{3040}'..='\u{30ff}' => Kind::Letter(KANA),
        '\u{ac00}'..='\u{d7af}' => Kind::Letter(HANGUL),
        '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{20000}'..='\u{31fff}' => Kind::Letter(HAN),
        '\u{400}'..='\u{52f}' => Kind::Letter(CYRILLIC),
        '\u{2010}'..='\u{205f}'
        | '\u{3000}'..='\u{303f}'
        | '\u{ff00}'..='\u{ff0f}'
        | '\u{ff1a}'..='\u{ff20}' => Kind::Mark,
        _ if char.is_whitespace() => Kind::Blank,
        _ if char.is_numeric() => Kind::Digit,
        '\u{80}'..='\u{24f}' if char.is_alphabetic() => Kind::Accented,
        _ if char.is_alphabetic() => Kind::Letter(OTHER_LETTER),
        _ => Kind::Sign,
    }
}

/// The tokens of `text`, rounded up.
pub(super) fn estimate(text: &str) -> u64 {
    let mut walk = Walk { rest: text };
    let mut hundredths = 0_u64;
    while let Some(cost) = walk.piece() {
        hundredths.up(cost);
    }
    hundredths.div_ceil(WHOLE)
}

/// What is left of the text.
struct Walk<'a> {
    rest: &'a str,
}

fn count(text: &str) -> u64 {
    u64::try_from(text.chars().count()).unwrap_or(u64::MAX)
}

/// `short` of `length` are free, each one beyond costs `price`.
const fn beyond(length: u64, short: u64, price: u64) -> u64 {
    length.saturating_sub(short).saturating_mul(price)
}

/// What the second of two signs costs.
fn next_sign((one, next): (char, char)) -> u64 {
    match next {
        _ if one != next => SIGN,
        '\u{2500}'..='\u{257f}' => DRAWN_AGAIN,
        _ => SIGN_AGAIN,
    }
}

impl<'a> Walk<'a> {
    fn next(&self) -> Option<Kind> {
        self.rest.chars().next().map(kind)
    }

    /// Takes the chars of these kinds.
    fn take(&mut self, wanted: impl Fn(Kind) -> bool) -> &'a str {
        let end = self.rest.find(|char| !wanted(kind(char))).unwrap_or(self.rest.len());
        let (run, rest) = self.rest.split_at_checked(end).unwrap_or((self.rest, ""));
        self.rest = rest;
        run
    }

    /// Takes the next piece; gives its cost.
    fn piece(&mut self) -> Option<u64> {
        let first = self.rest.chars().next()?;
        Some(match kind(first) {
            Kind::Upper | Kind::Lower | Kind::Accented => self.word(),
            Kind::Digit => {
                let digits = count(self.take(|kind| kind == Kind::Digit));
                digits.div_ceil(DIGITS_AT_ONCE).saturating_mul(DIGITS)
            }
            Kind::Mark => self.marks(),
            Kind::Newline => {
                self.take(|kind| kind == Kind::Newline);
                NEWLINES
            }
            Kind::Blank => self.blanks(),
            Kind::Letter(cost) => {
                let letters = count(self.take(|kind| kind == Kind::Letter(cost)));
                letters.saturating_mul(cost)
            }
            Kind::Sign => {
                let signs = self.take(|kind| kind == Kind::Sign);
                let pairs = signs.chars().zip(signs.chars().skip(1));
                pairs.fold(SIGN, |sum, pair| sum.saturating_add(next_sign(pair)))
            }
        })
    }

    /// Capitals and then small letters: the parts of `HTTPServerError` are `HTTPServer` and `Error`.
    fn word(&mut self) -> u64 {
        let whole = self.rest;
        let capitals = self.take(|kind| kind == Kind::Upper);
        let small = self.take(|kind| matches!(kind, Kind::Lower | Kind::Accented));
        let length = capitals.len().saturating_add(small.len());
        let word = whole.get(..length).unwrap_or(whole);
        let letters = count(word);
        let accents = word.chars().filter(|char| kind(*char) == Kind::Accented).count();
        let accents = u64::try_from(accents).unwrap_or(u64::MAX).saturating_mul(ACCENT);
        let more = if word.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            beyond(letters, HEX_SHORT, HEX_BEYOND)
        } else if small.is_empty() {
            beyond(letters, CAPITALS_SHORT, CAPITAL_BEYOND)
        } else {
            beyond(letters, SHORT, LETTER_BEYOND)
        };
        WORD.saturating_add(more).saturating_add(accents)
    }

    /// Marks, and the newlines after them.
    fn marks(&mut self) -> u64 {
        let marks = self.take(|kind| kind == Kind::Mark);
        if self.next().is_some_and(Kind::is_latin) && marks.chars().nth(1).is_none() {
            return PREFIX;
        }
        let escapes = marks.bytes().filter(|byte| *byte == 0x1b).count();
        let escapes = u64::try_from(escapes).unwrap_or(u64::MAX).saturating_mul(ESCAPE);
        let differ = marks.chars().zip(marks.chars().skip(1)).filter(|(one, next)| one != next).count();
        let differ = u64::try_from(differ).unwrap_or(u64::MAX);
        let again = count(marks).saturating_sub(1).saturating_sub(differ);
        let newlines = self.take(|kind| kind == Kind::Newline);
        let few = differ.min(MARKS_FEW);
        MARK.saturating_add(few.saturating_mul(MARK_OF_FEW))
            .saturating_add(differ.saturating_sub(few).saturating_mul(MARK_BEYOND))
            .saturating_add(again.saturating_mul(MARK_AGAIN))
            .saturating_add(escapes)
            .saturating_add(if newlines.is_empty() { 0 } else { NEWLINES_AFTER_MARKS })
    }

    fn blanks(&mut self) -> u64 {
        let blanks = self.take(|kind| kind == Kind::Blank);
        let length = count(blanks);
        match self.next() {
            // Newlines take the blanks before them along.
            Some(Kind::Newline) => 0,
            Some(next) if length == 1 && blanks == " " && next != Kind::Digit => 0,
            Some(next) if length == 1 && next.is_latin() => PREFIX,
            _ => length.div_ceil(BLANKS_AT_ONCE).saturating_mul(BLANKS),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_costs_nothing_and_a_word_costs_one() {
        assert_eq!(["", "a", "word", " word", "\n"].map(estimate), [0, 1, 1, 1, 2]);
    }

    #[test]
    fn a_hash_costs_more_than_half_of_its_chars() {
        let hash = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
        let tokens = estimate(hash);
        assert!((34..=50).contains(&tokens), "{tokens}");
    }

    #[test]
    fn a_letter_of_a_large_script_costs_nearly_a_token() {
        assert_eq!(estimate(&"堰".repeat(100)), 85);
        assert_eq!(estimate(&"ツ".repeat(100)), 85);
    }

    proptest::proptest! {
        #![proptest_config(proptest::prelude::ProptestConfig::with_cases(2000))]
        #[test]
        fn the_parts_of_a_text_never_cost_less_than_the_text(text in "([a-fA-F]{1,9}|[ \t]{1,3}|[0-9]{1,5}|[-=(){}.,:_]{1,8}|\\r?\\n|\\PC{1,3}|[a-zA-Z]{1,20}|é|堰|─{1,4}){0,12}") {
            let whole = estimate(&text);
            for (at, _) in text.char_indices() {
                let (one, other) = text.split_at(at);
                proptest::prop_assert!(estimate(one) + estimate(other) >= whole, "{one:?} {other:?}");
            }
        }

        #[test]
        fn any_text_is_estimated(text in "\\PC{0,200}") {
            proptest::prop_assert!(estimate(&text) <= 2 * u64::try_from(text.len()).unwrap());
        }
    }
}
