//! Words in messages: safe to print, and near to one that was meant.

use std::ffi::OsString;

use crate::text::is_safe;
pub(super) use crate::text::words::{nearest, shown};

/// A command as one would type it, for people to read: words with anything unusual in them are in quotes.
pub(super) fn command_line(words: &[OsString]) -> String {
    let plain = |each: char| each.is_ascii_alphanumeric() || "/._-+@%,:=".contains(each);
    let word = |word: &OsString| {
        let word = word.to_string_lossy();
        if !word.is_empty() && word.chars().all(plain) { word.into_owned() } else { shown(&word) }
    };
    words.iter().map(word).collect::<Vec<String>>().join(" ")
}

/// Whether a terminal shows `word` as it is: no control, invisible or direction-changing characters.
pub(super) fn is_printable(word: &str) -> bool {
    is_safe(word)
        && word.chars().all(|char| matches!(char, '\'' | '"' | '\\') || char.escape_debug().count() == 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_shown_as_one_would_type_it() {
        let words = ["cargo", "test", "--", "a b", "", "x\u{1b}"].map(OsString::from);
        assert_eq!(command_line(&words), r"cargo test -- 'a b' '' 'x\u{1b}'");
    }

    #[test]
    fn a_word_with_a_character_that_a_terminal_obeys_is_not_printable() {
        assert!(["", "a b.log", "it's", "a\\b", "\"", "été"].into_iter().all(is_printable));
        for word in ["a\nb", "a\u{1b}b", "a\u{202e}b", "a\u{200b}b"] {
            assert!(!is_printable(word), "{word:?}");
        }
    }
}
