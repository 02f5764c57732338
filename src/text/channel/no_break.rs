//! No-break spaces before lines, which web pages have instead of blanks: `a b` of a console is `a&nbsp;b` there.
//!
//! They are blanks when one of the first lines begins with them. A single one before the first line is before all other
//! lines too, and is dropped. When one of the first lines has them instead of all blanks, they are blanks everywhere;
//! else those inside of a line are its text.

use crate::budget::Count as _;

/// Among how many lines with text the first one is looked for.
const LINES: u8 = 32;
/// A line with so many of them and no blank has them instead of all blanks.
const ALL: usize = 3;

const NO_BREAK: char = '\u{a0}';

/// The no-break spaces of a log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct NoBreak {
    state: State,
    /// In how many lines they were replaced.
    lines: u64,
}

/// What is known of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    /// There are none, or none are looked for anymore.
    #[default]
    Never,
    /// They are looked for in so many more lines.
    Looking(u8),
    /// Those before a line are blanks, except for the first so many bytes, which are dropped.
    Before(usize),
    /// All are blanks.
    All,
}

impl NoBreak {
    /// Nothing is known yet.
    pub(crate) const fn looking() -> Self {
        Self { state: State::Looking(LINES), lines: 0 }
    }

    /// Whether lines stay unchanged.
    #[inline]
    pub(crate) const fn is_never(self) -> bool {
        matches!(self.state, State::Never)
    }

    /// In how many lines they were blanks.
    pub(crate) const fn lines(self) -> u64 {
        self.lines
    }

    /// The line with blanks instead of them, if there are any.
    pub(crate) fn replace(&mut self, text: &str) -> Option<String> {
        let rest = text.trim_start_matches([' ', NO_BREAK]);
        let (before, _) = text.split_at_checked(text.len().checked_sub(rest.len())?)?;
        if let State::Looking(lines) = &mut self.state {
            if !text.contains(' ') && text.matches(NO_BREAK).count() >= ALL && !rest.is_empty() {
                self.state = State::All;
            } else if before.contains(NO_BREAK) {
                let alone = *lines == LINES && text.chars().take_while(|each| *each == NO_BREAK).count() == 1;
                self.state = State::Before(if alone { NO_BREAK.len_utf8() } else { 0 });
            } else {
                lines.down(u8::from(!text.is_empty()));
                if *lines == 0 {
                    self.state = State::Never;
                }
            }
        }
        let replaced = match self.state {
            State::Before(nothing) if before.contains(NO_BREAK) => {
                before.get(nothing..).unwrap_or_default().replace(NO_BREAK, " ") + rest
            }
            State::All if text.contains(NO_BREAK) => text.replace(NO_BREAK, " "),
            _ => return None,
        };
        self.lines.up(1);
        Some(replaced)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn replaced(lines: &[&str]) -> Vec<String> {
        let mut blanks = NoBreak::looking();
        lines.iter().map(|line| blanks.replace(line).unwrap_or_else(|| (*line).to_owned())).collect()
    }

    #[test]
    fn those_before_a_line_are_blanks_and_those_inside_are_text() {
        assert_eq!(
            replaced(&["a\u{a0}b", "\u{a0} c\u{a0}d e", "f\u{a0}g"]),
            ["a\u{a0}b", "  c\u{a0}d e", "f\u{a0}g"]
        );
    }

    #[test]
    fn in_place_of_all_blanks_they_are_all_blanks() {
        assert_eq!(replaced(&["c\u{a0}\u{a0}\u{a0}d", "\u{a0}f\u{a0}g"]), ["c   d", " f g"]);
    }

    #[test]
    fn one_before_the_first_line_is_before_all_lines() {
        assert_eq!(
            replaced(&["\u{a0} c d", "\u{a0}", "\u{a0}  e", "\u{a0}\u{a0}f"]),
            [" c d", "", "  e", " f"]
        );
        assert_eq!(replaced(&["a b", "\u{a0}c d"]), ["a b", " c d"]);
    }

    #[test]
    fn they_are_looked_for_among_the_first_lines() {
        let mut lines = vec!["a"; usize::from(LINES) - 1];
        lines.push("\u{a0}b");
        assert_eq!(replaced(&lines).last().unwrap(), " b");
        lines.insert(0, "a");
        assert_eq!(replaced(&lines).last().unwrap(), "\u{a0}b");
    }
}
