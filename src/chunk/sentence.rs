//! Where a text may be cut within a line: after a sentence, at a blank, between characters.

use unicode_segmentation::UnicodeSegmentation as _;

use crate::budget::Count as _;

/// The longest cluster of characters that is kept together, in bytes.
const CLUSTER_BYTES: usize = 128;

/// Abbreviations whose full stop ends no sentence, in small letters.
const SHORT: [&str; 42] = [
    "al", "approx", "bzw", "ca", "cf", "ch", "co", "corp", "dept", "dr", "ed", "eds", "e.g", "eq", "eqs",
    "etc", "fig", "figs", "hr", "i.e", "inc", "jr", "ltd", "mr", "mrs", "ms", "nos", "nr", "p", "pp", "prof",
    "ref", "refs", "sec", "sr", "st", "usw", "viz", "vol", "vs", "z.b", "d.h",
];

/// Those that are words, too, unless a number follows.
const SHORT_OF_A_NUMBER: [&str; 2] = ["art", "no"];

/// Bytes in which a word ends that is looked at.
const WORD_BYTES: usize = 24;

/// The last bytes of a text, from a boundary of chars on.
fn last_bytes(text: &str) -> &str {
    let mut from = text.len().saturating_sub(WORD_BYTES);
    while !text.is_char_boundary(from) {
        from.up(1);
    }
    text.get(from..).unwrap_or(text)
}

/// Whether a text before a full stop ends with an abbreviation, or with the initial of a name. `after` comes after it.
fn is_short(text: &str, after: &str) -> bool {
    let begins = |char: char| char.is_whitespace() || matches!(char, '(' | '[' | '"' | '\'' | '“' | '‘');
    let word = text.rsplit(begins).next().unwrap_or_default();
    let mut chars = word.chars();
    let is_initial = chars.next().is_some_and(char::is_uppercase) && chars.next().is_none() && word != "I";
    let word = word.to_lowercase();
    let numbers = after.trim_start().starts_with(|char: char| char.is_ascii_digit());
    is_initial || SHORT.contains(&word.as_str()) || numbers && SHORT_OF_A_NUMBER.contains(&word.as_str())
}

/// Whether the last line of a text may end here: not after an abbreviation.
pub(super) fn may_end(line: &[u8]) -> bool {
    let from = line.len().saturating_sub(WORD_BYTES);
    let end = String::from_utf8_lossy(line.get(from..).unwrap_or(line)).into_owned();
    end.trim_end().strip_suffix('.').is_none_or(|before| !is_short(before, ""))
}

/// The end of the last sentence of `text`, the blanks after it included, when it is beyond `least` bytes. A sentence ends
/// with a full stop, a question or an exclamation mark, and closing quotes or brackets, before a blank or a line end; or
/// with a full-width one before anything.
pub(super) fn last_end(text: &str, least: usize) -> Option<usize> {
    let mut end = None;
    let mut ending = false;
    let mut blank = false;
    for (at, character) in text.char_indices() {
        match character {
            '.' if text.split_at_checked(at).is_some_and(|(before, after)| {
                is_short(last_bytes(before), after.get(1..).unwrap_or_default())
            }) =>
            {
                (ending, blank) = (false, false);
            }
            '.' | '!' | '?' => (ending, blank) = (true, false),
            '。' | '！' | '？' => {
                (ending, blank) = (true, true);
                end = Some(at.saturating_add(character.len_utf8()));
            }
            '"' | '\'' | ')' | ']' | '”' | '’' | '»' if ending && !blank => {}
            _ if character.is_whitespace() && ending => {
                blank = true;
                end = Some(at.saturating_add(character.len_utf8()));
            }
            _ => (ending, blank) = (false, false),
        }
    }
    end.filter(|end| *end > least)
}

/// Where a line that does not fit is cut: at most at `fits` bytes, a boundary of characters, and beyond 0.
pub(super) fn cut_within(text: &str, fits: usize) -> usize {
    let held = text.get(..fits).unwrap_or(text);
    let three_quarters = held.len().saturating_sub(held.len().div_euclid(4));
    if let Some(end) = last_end(held, held.len().div_euclid(2)) {
        return end;
    }
    if let Some(blank) =
        held.rfind([' ', '\t']).map(|at| at.saturating_add(1)).filter(|at| *at > three_quarters)
    {
        return blank;
    }
    whole_clusters(text, held.len())
}

/// The last boundary of clusters at or before `fits`, unless the cluster is too long to be kept together.
fn whole_clusters(text: &str, fits: usize) -> usize {
    let mut from = fits.saturating_sub(CLUSTER_BYTES);
    while !text.is_char_boundary(from) {
        from.down(1);
    }
    let mut to = fits.saturating_add(CLUSTER_BYTES).min(text.len());
    while !text.is_char_boundary(to) {
        to.down(1);
    }
    let near = text.get(from..to).unwrap_or_default();
    let mut boundaries = near.grapheme_indices(true).map(|(at, _)| at.saturating_add(from));
    boundaries.rfind(|at| *at <= fits && *at > from).unwrap_or(fits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_ends_before_a_blank() {
        assert_eq!(last_end("One. Two 3.4 is", 0), Some(5));
        assert_eq!(last_end("He said \"no.\"  Then", 0), Some(15));
        assert_eq!(last_end("One.\nTwo?\r\nthree", 0), Some(11));
        assert_eq!(last_end("一。二", 0), Some(6));
        assert_eq!((last_end("v1.2.3", 0), last_end("One. Two", 5), last_end("", 0)), (None, None, None));
    }

    #[test]
    fn an_abbreviation_or_an_initial_ends_no_sentence() {
        assert_eq!(last_end("One. By Dr. Who", 0), Some(5));
        assert_eq!(last_end("One. Smith et al. say, e.g. this", 0), Some(5));
        assert_eq!(last_end("One. J. R. Smith, No. 5 of Fig. 2", 0), Some(5));
        assert_eq!(last_end("So did I. Then", 0), Some(10));
        assert!(!may_end(b"by Dr.\n") && may_end(b"the end.\n") && may_end(b"a word\n"));
    }

    #[test]
    fn a_line_is_cut_after_a_sentence_else_at_a_blank_else_between_characters() {
        assert_eq!(cut_within("One two. Three four", 12), 9);
        assert_eq!(cut_within("one two three four five", 20), 19);
        assert_eq!(cut_within("abcdefgh", 5), 5);
        assert_eq!(cut_within("aaae\u{301}b", 4), 3);
        assert_eq!(cut_within(&format!("a{}", "\u{301}".repeat(200)), 300 + 1), 301);
    }
}
