//! Words in messages: safe to print, and near to one that was meant.

use crate::text::is_safe;
pub(super) use crate::text::words::{command_line, nearest, shown};

/// Whether a terminal shows `word` as it is: no control, invisible or direction-changing characters.
pub(super) fn is_printable(word: &str) -> bool {
    is_safe(word)
        && word.chars().all(|char| matches!(char, '\'' | '"' | '\\') || char.escape_debug().count() == 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_with_a_character_that_a_terminal_obeys_is_not_printable() {
        assert!(["", "a b.log", "it's", "a\\b", "\"", "été"].into_iter().all(is_printable));
        for word in ["a\nb", "a\u{1b}b", "a\u{202e}b", "a\u{200b}b"] {
            assert!(!is_printable(word), "{word:?}");
        }
    }
}
