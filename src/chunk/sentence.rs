//! Where a text may be cut within a line: after a sentence, at a blank, between characters.

use unicode_segmentation::UnicodeSegmentation as _;

/// The longest cluster of characters that is kept together, in bytes.
const CLUSTER_BYTES: usize = 128;

/// The end of the last sentence of `text`, the blanks after it included, when it is beyond `least` bytes. A sentence ends
/// with a full stop, a question or an exclamation mark, and closing quotes or brackets, before a blank or a line end; or
/// with a full-width one before anything.
pub(super) fn last_end(text: &str, least: usize) -> Option<usize> {
    let mut end = None;
    let mut ending = false;
    let mut blank = false;
    for (at, character) in text.char_indices() {
        match character {
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
        from = from.saturating_sub(1);
    }
    let mut to = fits.saturating_add(CLUSTER_BYTES).min(text.len());
    while !text.is_char_boundary(to) {
        to = to.saturating_sub(1);
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
    fn a_line_is_cut_after_a_sentence_else_at_a_blank_else_between_characters() {
        assert_eq!(cut_within("One two. Three four", 12), 9);
        assert_eq!(cut_within("one two three four five", 20), 19);
        assert_eq!(cut_within("abcdefgh", 5), 5);
        assert_eq!(cut_within("aaae\u{301}b", 4), 3);
        assert_eq!(cut_within(&format!("a{}", "\u{301}".repeat(200)), 300 + 1), 301);
    }
}
