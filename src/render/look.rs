//! The colours that weir gives to lines of failures where the tool printed none: headings, what differs, marks below a
//! source, places.

use crate::event::Part;
use crate::report::{Detail, Stored};

/// What a line is for its failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// It names the failure.
    Heading,
    /// It says why.
    Why,
    /// It is source, or a frame.
    Where,
}

const RED: &str = "31";
const GREEN: &str = "32";
const YELLOW: &str = "33";
const CYAN: &str = "36";
const BOLD_RED: &str = "1;31";

/// The lines of a failure that have colours, each with what it is.
pub(super) fn looks(detail: &Detail) -> impl Iterator<Item = (u64, Look)> + '_ {
    let number = |stored: &Stored| Some(stored.number).filter(|number| *number > 0);
    let lines = detail.lines.iter().filter_map(move |(part, stored)| {
        let look = match part {
            Part::Why => Look::Why,
            Part::Where => Look::Where,
            Part::Output => return None,
        };
        Some((number(stored)?, look))
    });
    let heading = detail.heading.as_ref().and_then(number);
    lines.chain(heading.map(|number| (number, Look::Heading)))
}

/// A line in its colours; nothing when it has none.
pub(super) fn painted(text: &str, look: Look) -> Option<String> {
    let base = match look {
        Look::Heading => Some(BOLD_RED),
        Look::Why => differs(text),
        Look::Where => None,
    };
    let inner = match look {
        Look::Heading => None,
        Look::Why | Look::Where => mark(text).or_else(|| severity(text)).or_else(|| place(text)),
    };
    if let (Some(base), None) = (base, inner) {
        return Some(format!("\u{1b}[{base}m{text}\u{1b}[0m"));
    }
    let (start, end, color) = inner?;
    let (before, rest) = text.split_at_checked(start)?;
    let (inside, after) = rest.split_at_checked(end.checked_sub(start)?)?;
    let again = base.map_or_else(String::new, |base| format!("\u{1b}[{base}m"));
    let end = if base.is_some() { "\u{1b}[0m" } else { "" };
    Some(format!("{again}{before}\u{1b}[0;{color}m{inside}\u{1b}[0m{again}{after}{end}"))
}

/// The colour of a line that says what differs.
fn differs(text: &str) -> Option<&'static str> {
    let (base, text) = match text.strip_prefix("E ") {
        Some(rest) => (Some(RED), rest),
        None => (None, text),
    };
    let text = text.trim_start();
    match text.as_bytes() {
        [b'-', next, ..] if *next != b'-' => Some(RED),
        [b'+', next, ..] if *next != b'+' => Some(GREEN),
        _ => base,
    }
}

/// A run of `^` and `~` below what it marks.
fn mark(text: &str) -> Option<(usize, usize, &'static str)> {
    let start = text.find(['^', '~'])?;
    let before = text.get(..start)?;
    let bare =
        |char: char| char.is_ascii_digit() || matches!(char, ' ' | '\t' | '|' | '>' | 'E' | '\u{2502}');
    let run = text.get(start..)?.bytes().take_while(|byte| matches!(byte, b'^' | b'~' | b'-')).count();
    let end = start.saturating_add(run);
    let is_mark = before.chars().all(bare) && text.get(start..end)?.contains('^');
    is_mark.then_some((start, end, BOLD_RED))
}

/// `error[E0308]:` at the beginning.
fn severity(text: &str) -> Option<(usize, usize, &'static str)> {
    let end = text.find(':')?;
    let word = text.get(..end)?;
    let color = match word.split_once('[').map_or(word, |(word, _)| word) {
        "error" => BOLD_RED,
        "warning" => YELLOW,
        _ => return None,
    };
    Some((0, end.saturating_add(1), color))
}

/// The first `path:line`, with its column, or `File "path", line N`.
fn place(text: &str) -> Option<(usize, usize, &'static str)> {
    let digits =
        |from: usize| text.get(from..).map_or(0, |rest| rest.bytes().take_while(u8::is_ascii_digit).count());
    if let Some(at) = text.find("File \"") {
        let start = at.saturating_add("File ".len());
        let line = text.get(start..)?.find("\", line ")?.saturating_add("\", line ".len());
        let number = start.saturating_add(line);
        return Some((start, number.saturating_add(digits(number)), CYAN)).filter(|_| digits(number) > 0);
    }
    for (at, _) in text.match_indices(':') {
        let number = at.saturating_add(1);
        let length = digits(number);
        let path = text.get(..at)?;
        let start =
            path.rfind([' ', '\t', '(', '[', '"', '\'', '<', '=']).map_or(0, |blank| blank.saturating_add(1));
        let name = path.get(start..)?;
        let is_path =
            name.contains('.') && name.bytes().any(|byte| byte.is_ascii_alphabetic()) && !name.ends_with('.');
        if length == 0 || !is_path {
            continue;
        }
        let mut end = number.saturating_add(length);
        if text.get(end..)?.starts_with(':') && digits(end.saturating_add(1)) > 0 {
            end = end.saturating_add(1).saturating_add(digits(end.saturating_add(1)));
        }
        return Some((start, end, CYAN));
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// With `{31}` for the sequence of a colour.
    fn shown(text: &str, look: Look) -> Option<String> {
        painted(text, look).map(|text| text.replace("\u{1b}[", "{").replace('m', "}"))
    }

    #[test]
    fn each_line_of_a_failure_has_the_colours_of_what_it_says() {
        for (text, look, expected) in [
            ("--- a ---", Look::Heading, "{1;31}--- a ---{0}"),
            ("E   1 == 2", Look::Why, "{31}E   1 == 2{0}"),
            ("E     - a", Look::Why, "{31}E     - a{0}"),
            ("E     + a", Look::Why, "{32}E     + a{0}"),
            ("  + a", Look::Why, "{32}  + a{0}"),
            ("E        ^^^", Look::Why, "{31}E        {0;1;31}^^^{0}{31}{0}"),
            ("  |    ~~^~~ the x", Look::Where, "  |    {0;1;31}~~^~~{0} the x"),
            (" at a/b.rs:3:14", Look::Why, " at {0;36}a/b.rs:3:14{0}"),
            ("  File \"a b.py\", line 3, in f", Look::Where, "  File {0;36}\"a b.py\", line 3{0}, in f"),
            ("error[E0308]: no", Look::Why, "{0;1;31}error[E0308]:{0} no"),
            ("\u{e9} (a\u{e9}.js:7)", Look::Where, "\u{e9} ({0;36}a\u{e9}.js:7{0})"),
        ] {
            assert_eq!(shown(text, look).as_deref(), Some(expected), "{text}");
        }
    }

    #[test]
    fn another_line_has_none() {
        for text in ["", "left: 3", "at 12:30", "a = b ^ c", "--- expected", "x: 3.5:", "errors: 3 of a"] {
            assert_eq!(shown(text, Look::Where), None, "{text}");
        }
        assert_eq!(shown("--- expected", Look::Why), None);
    }
}
