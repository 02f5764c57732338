//! A clock in a column of its own, which web pages of hosts show before each line: `17:27:42.617 | text`, the same with a
//! tab or two blanks, `Sep 10 05:27:42 PM  text` (Render).
//!
//! A clock with one blank after it is not read here: a runner's own lines may begin with one, and `stamps` reads it from
//! its second line on. A clock of twelve hours is read here, since only hosts write it.

use super::applications::{is_logged, is_stream};
use super::clocks::{clock, digits, fraction, moment};

/// What separates a clock from the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Parted {
    /// ` | `
    Bar,
    /// A tab.
    Tab,
    /// Two blanks.
    Blanks,
    /// One blank, after a clock of twelve hours.
    Blank,
}

impl Parted {
    /// What follows a clock and its separator.
    pub(super) fn after(self, line: &[u8]) -> Option<&[u8]> {
        let (rest, halved) =
            time(line).or_else(|| Some((moment(line).filter(|_| self == Self::Bar)?, false)))?;
        if rest.trim_ascii().is_empty() {
            return Some(b"");
        }
        match self {
            Self::Bar => barred(rest),
            Self::Tab => rest.strip_prefix(b"\t"),
            Self::Blanks => rest.strip_prefix(b"  "),
            Self::Blank => rest.strip_prefix(b" ").filter(|_| halved),
        }
    }

    /// The same for later lines: a line with one blank shows that the separator is one blank.
    pub(super) fn later<'a>(&mut self, line: &'a [u8]) -> Option<&'a [u8]> {
        self.after(line).or_else(|| {
            let rest = time(line)?.0.strip_prefix(b" ").filter(|_| *self == Self::Blanks)?;
            *self = Self::Blank;
            Some(rest)
        })
    }

    /// Whether the lines are those of a host: after the clock, an application's own logger has a level or a thread, and a
    /// tool that runs several programs has their names.
    pub(super) fn fits<'a>(self, lines: impl Iterator<Item = &'a [u8]> + Clone) -> bool {
        let texts =
            lines.clone().filter_map(|line| self.after(line)).filter(|text| !text.trim_ascii().is_empty());
        let own = |text: &&[u8]| !is_logged(text) && !is_stream(text);
        // Of two blanks one may belong to the text: then no text begins right after them.
        let begins = |text: &[u8]| !text.starts_with(b" ");
        let blank_alone = |line: &[u8]| time(line).is_some_and(|(rest, _)| rest == b" " || rest == b" \r");
        let owned = texts.clone().filter(own).count();
        owned > 0
            && owned.saturating_mul(2) >= texts.clone().count()
            && (self != Self::Blanks || (texts.clone().any(begins) && !lines.clone().any(blank_alone)))
    }
}

/// What follows a bar after a clock.
#[inline]
pub(super) fn barred(rest: &[u8]) -> Option<&[u8]> {
    let text = rest.strip_prefix(b" |")?;
    if text.is_empty() || text == b"\r" { Some(text) } else { text.strip_prefix(b" ") }
}

/// What follows a clock, perhaps after a date, and whether it is a clock of twelve hours.
fn time(line: &[u8]) -> Option<(&[u8], bool)> {
    let dated = match line {
        [b'A'..=b'S', b'a'..=b'z', b'a'..=b'z', b' ', rest @ ..] => {
            let day = rest.trim_ascii_start();
            Some(digits(day, 2).or_else(|| digits(day, 1))?.strip_prefix(b" ")?)
        }
        _ => None,
    };
    let rest = fraction(clock(dated.unwrap_or(line))?);
    let halved = rest.strip_prefix(b" AM").or_else(|| rest.strip_prefix(b" PM"));
    Some((halved.unwrap_or(rest), halved.is_some()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_goes_with_all_that_parts_it_from_the_text() {
        for (line, parted, text) in [
            ("17:27:42.617 |   moored", Parted::Bar, "  moored"),
            ("17:27:42 |", Parted::Bar, ""),
            ("17:27:42 |  ", Parted::Bar, " "),
            ("2026-03-04T05:06:07.891Z | moored", Parted::Bar, "moored"),
            ("17:27:42.617\t\tmoored", Parted::Tab, "\tmoored"),
            ("17:27:42    moored", Parted::Blanks, "  moored"),
            ("17:27:42", Parted::Blanks, ""),
            ("Mar 4 05:06:07 PM  moored", Parted::Blanks, "moored"),
            ("Mar 04 05:06:07 AM moored", Parted::Blank, "moored"),
        ] {
            assert_eq!(parted.after(line.as_bytes()), Some(text.as_bytes()), "{line}");
        }
        for (line, parted) in [
            ("17:27:42 moored", Parted::Blank),
            ("17:27:42 moored", Parted::Blanks),
            ("17:27:42 |moored", Parted::Bar),
            ("17:27 | moored", Parted::Bar),
            ("7 | moored", Parted::Bar),
            ("Moor 4 05:06:07 PM  moored", Parted::Blanks),
        ] {
            assert_eq!(parted.after(line.as_bytes()), None, "{line}");
        }
    }

    #[test]
    fn a_later_line_with_one_blank_says_that_there_was_never_more() {
        let mut parted = Parted::Blanks;
        assert_eq!(parted.later(b"17:27:42   moored"), Some(&b" moored"[..]));
        assert_eq!(parted.later(b"17:27:42 moored"), Some(&b"moored"[..]));
        assert_eq!(parted, Parted::Blank);
    }

    #[test]
    fn a_logger_of_an_application_is_no_host() {
        for (lines, parted) in [
            (["17:27:42  INFO moored", "17:27:43  ERROR no rope"], Parted::Blanks),
            (["17:27:42 | INFO | moored", "17:27:43 | WARN | no rope"], Parted::Bar),
            (["17:27:42  web.1 | moored", "17:27:43  api.1 | moored"], Parted::Blanks),
            (["17:27:42   moored", "17:27:43   no rope"], Parted::Blanks),
            (["17:27:42  moored", "17:27:43 "], Parted::Blanks),
        ] {
            assert!(!parted.fits(lines.iter().map(|line| line.as_bytes())), "{lines:?}");
        }
        let lines = ["17:27:42  ERROR in ./quay.js", "17:27:42  no rope"];
        assert!(Parted::Blanks.fits(lines.iter().map(|line| line.as_bytes())));
    }
}
