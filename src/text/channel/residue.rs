//! The rests of colours whose escapes were lost: `[32mok[0m` in a log that was copied out of a web page, or was written
//! by `cat -v` or as a string of some language (`^[[32m`, `\u001b[32m`).
//!
//! A test of colours may print the same. So they are only taken out of a log when one of its first lines sets a colour
//! and resets it, or one of its later lines begins with an escape that is written out and resets it.
//!
//! Some services write the name of a newline, `nl`, instead of a line end: it is taken off where it is repeated.

use crate::budget::Count as _;

/// Among how many lines with text the first one with colours is looked for.
const LINES: u8 = 32;
/// The name of a newline, and after how many such lines in a row it is taken off.
const NEWLINE: &str = "nl";
const NEWLINES: u8 = 3;
/// The most bytes between the bracket and the letter.
const PARAMETERS: usize = 24;
/// How the escape is written out.
const ESCAPES: [&str; 9] =
    ["^[", "\\u001b", "\\u001B", "\\x1b", "\\x1B", "\\033", "\\e", "\u{241b}", "\u{2190}"];
/// The choice of a character set that is before some resets, without its escape.
const CHARSET: &str = "(B";

/// The rests of a log's colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Residue {
    state: State,
    /// How many lines had some.
    lines: u64,
    /// How many lines in a row were the name of a newline, up to [`NEWLINES`]: then it is taken off.
    newlines: u8,
    /// Whether the last line was one.
    after_newline: bool,
}

/// What is known of the rests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    /// There are none, or they are not looked for anymore.
    #[default]
    Never,
    /// They are looked for in so many more lines.
    Looking(u8),
    /// They are taken out.
    Removed,
}

/// One sequence without its escape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sequence {
    Sets,
    Resets,
    Erases,
}

impl Residue {
    /// Nothing is known yet.
    pub(crate) const fn looking() -> Self {
        Self { state: State::Looking(LINES), lines: 0, newlines: 0, after_newline: false }
    }

    /// Whether a line stays unchanged, and the next one does not depend on it.
    #[inline]
    pub(crate) fn passes(self, text: &str) -> bool {
        let begins =
            matches!(text.as_bytes(), [b'^' | b'\\', ..] | [0xe2, 0x86, 0x90, ..] | [b'n', b'l', ..]);
        matches!(self.state, State::Never) && !self.after_newline && !begins
    }

    /// How many lines had some.
    pub(crate) const fn lines(self) -> u64 {
        self.lines
    }

    /// The line without the rests of its colours, if it has any.
    pub(crate) fn remove(&mut self, text: &str) -> Option<String> {
        if let Some(rest) = self.newline(text) {
            return Some(self.of_colours(rest).unwrap_or_else(|| rest.to_owned()));
        }
        let text = self.of_colours(text)?;
        self.lines.up(1);
        Some(text)
    }

    /// What follows the name of a newline, if that is taken off.
    fn newline<'a>(&mut self, text: &'a str) -> Option<&'a str> {
        let again = self.newlines >= NEWLINES;
        let rest = text.strip_prefix(NEWLINE);
        let after = std::mem::replace(&mut self.after_newline, rest == Some(""));
        if !again {
            self.newlines = if self.after_newline { self.newlines.saturating_add(1) } else { 0 };
        }
        rest.filter(|rest| again && (after || rest.is_empty()))
    }

    fn of_colours(&mut self, text: &str) -> Option<String> {
        match &mut self.state {
            State::Never => {
                let written = ESCAPES.iter().any(|escape| text.starts_with(escape));
                let (text, takes_back) = written.then(|| cleaned(text)).flatten()?;
                takes_back.then(|| {
                    self.state = State::Removed;
                    text
                })
            }
            State::Removed => Some(cleaned(text)?.0),
            State::Looking(lines) => match cleaned(text) {
                Some((text, true)) => {
                    self.state = State::Removed;
                    Some(text)
                }
                _ => {
                    let blank = text.trim_ascii().is_empty();
                    lines.down(u8::from(!blank));
                    if *lines == 0 {
                        self.state = State::Never;
                    }
                    None
                }
            },
        }
    }
}

/// The text without its sequences, and whether one of them reset what another one set. `None` when there are no
/// sequences.
fn cleaned(text: &str) -> Option<(String, bool)> {
    let mut cleaned = String::new();
    let (mut sets, mut takes_back, mut any) = (false, false, false);
    let (mut left, mut looked) = (text, 0);
    while let Some(at) = left.get(looked..).and_then(|rest| memchr::memchr(b'[', rest.as_bytes())) {
        let at = at.saturating_add(looked);
        let Some((sequence, length)) = sequence(left.get(at..).unwrap_or_default(), at == 0 && any) else {
            looked = at.saturating_add(1);
            continue;
        };
        any = true;
        sets |= sequence == Sequence::Sets;
        takes_back |= sets && sequence == Sequence::Resets;
        cleaned.push_str(left.get(..at).unwrap_or_default());
        lose_escapes(&mut cleaned);
        left = left.get(at.saturating_add(length)..).unwrap_or_default();
        looked = 0;
    }
    if !any {
        return None;
    }
    cleaned.push_str(left);
    Some((cleaned, takes_back))
}

/// Removes a written escape from the end of a text, and the choice of a character set before it.
fn lose_escapes(text: &mut String) {
    let escape = |text: &str| {
        let escape = ESCAPES.iter().find(|escape| text.ends_with(**escape));
        escape.map_or(0, |escape| escape.len())
    };
    text.truncate(text.len().saturating_sub(escape(text)));
    if text.ends_with(CHARSET) {
        text.truncate(text.len().saturating_sub(CHARSET.len()));
        text.truncate(text.len().saturating_sub(escape(text)));
    }
}

/// The sequence that a text begins with, and its length in bytes. A sequence that erases has no number only right after
/// another sequence.
fn sequence(text: &str, after: bool) -> Option<(Sequence, usize)> {
    let parameters = text.strip_prefix('[')?;
    let end = parameters.bytes().take(PARAMETERS).position(|byte| !matches!(byte, b'0'..=b'9' | b';'))?;
    let (numbers, letter) = (parameters.get(..end)?, parameters.as_bytes().get(end)?);
    let length = end.saturating_add(2);
    match letter {
        b'm' => {
            let resets = numbers.split(';').all(|number| {
                matches!(
                    number,
                    "" | "0" | "00" | "22" | "23" | "24" | "25" | "27" | "28" | "29" | "39" | "49"
                )
            });
            Some((if resets { Sequence::Resets } else { Sequence::Sets }, length))
        }
        b'K' if matches!(numbers, "0" | "1" | "2") || (numbers.is_empty() && after) => {
            Some((Sequence::Erases, length))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn removed(text: &str) -> Option<String> {
        Residue::looking().remove(text)
    }

    #[test]
    fn what_is_left_of_colours_is_taken_out() {
        for (line, text) in [
            (
                " [32m\u{2713}[39m a.test.js[2m > [22mharbour[2m > [22mmoors",
                " \u{2713} a.test.js > harbour > moors",
            ),
            ("[0;32m[==========] [mRunning 3 tests", "[==========] Running 3 tests"),
            ("test moors ... [32mok(B[m", "test moors ... ok"),
            ("^[[1m^[[31mFAIL^[[0m a", "FAIL a"),
            ("\\u001b[31mFAIL\\u001b[39m a", "FAIL a"),
            ("\\033[31mFAIL\\033(B\\033[m a", "FAIL a"),
            ("\u{2190}[38;5;1mFAIL\u{2190}[0m a", "FAIL a"),
            ("[01m[Ka.c:1:2:[m[K [01;31m[Kerror: [m[Kno", "a.c:1:2: error: no"),
        ] {
            assert_eq!(removed(line).as_deref(), Some(text), "{line}");
        }
    }

    #[test]
    fn other_brackets_are_none() {
        for line in [
            "[100%]",
            "a[1] [2m",
            "[0m",
            "[31m",
            "list[3m]",
            "[Kotlin]",
            "[2K",
            "[",
            "[1;",
            "[12:00:00m[",
            "",
        ] {
            assert_eq!(removed(line), None, "{line}");
        }
        assert!(removed(&"[".repeat(10_000)).is_none());
        assert!(removed(&format!("[{}m x [0m", "1;".repeat(20))).is_none());
    }

    #[test]
    fn they_are_looked_for_in_the_first_lines_and_taken_out_of_all_after_one() {
        let mut residue = Residue::looking();
        assert_eq!(residue.remove("[31m"), None);
        assert_eq!(residue.remove("[31mno[0m").as_deref(), Some("no"));
        assert_eq!(residue.remove("[31m").as_deref(), Some(""));
        assert_eq!(residue.remove("[Kotlin] \u{20ac}[K"), None);
        let mut residue = Residue::looking();
        for _ in 0..LINES {
            assert!(!residue.passes("a line"));
            assert_eq!(residue.remove(""), None);
            assert_eq!(residue.remove("a line"), None);
        }
        assert!(residue.passes("a line"));
        assert_eq!(residue.remove("[31mno[0m"), None);
    }

    #[test]
    fn escapes_that_are_written_out_are_taken_out_wherever_they_begin() {
        for (line, text) in
            [("^[[31m\u{2577}^[[0m no rope", "\u{2577} no rope"), ("\\e[1mFAIL\\e[0m", "FAIL")]
        {
            let mut residue = Residue::looking();
            for _ in 0..LINES {
                residue.remove("a line");
            }
            assert_eq!(residue.remove("a ^[[31mno^[[0m"), None);
            assert!(!residue.passes(line));
            assert_eq!(residue.remove(line).as_deref(), Some(text));
            assert_eq!(residue.remove("a ^[[31mno^[[0m").as_deref(), Some("a no"));
        }
    }

    #[test]
    fn the_name_of_a_newline_is_taken_off_when_it_comes_again_and_again() {
        let mut residue = Residue::looking();
        let printed = |residue: &mut Residue, lines: &[&str]| -> Vec<Option<String>> {
            lines.iter().map(|line| residue.remove(line)).collect()
        };
        assert_eq!(
            printed(&mut residue, &["nl", "nl", "pl", "nlohmann", "nl"]),
            [None, None, None, None, None]
        );
        let lines = printed(&mut residue, &["nl", "nl", "nl  1) moors:", "nlohmann", "nl"]);
        let text = |text: &str| Some(text.to_owned());
        assert_eq!(lines, [None, None, text("  1) moors:"), None, text("")]);
    }
}
