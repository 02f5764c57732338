//! What a host writes before each line of a log that it shows: git's `remote: ` (Heroku), `3:04:05 PM: ` (Netlify), a stamp
//! and a tab (Cloudflare) or two blanks (`vercel inspect`), `[unit:12] ` (Drone and Woodpecker), the number of a line before the
//! step of BuildKit (`93#14 1.999 text` of a web page), the seconds alone that BuildKit writes when it repeats a failed
//! step, a clock in a column of its own (`columns`), numbers of lines and seconds since 1970 (`counters`).
//!
//! The first lines show the form: nearly all of them begin with it. `stamps`, `gh_run` and `names` read stamps that
//! several hosts write, the columns of `gh run view --log` and the names of streams.

use super::columns::Parted;
use super::counters::{Counter, Mark, What};
use crate::budget::Count as _;

/// One in so many lines may lack it.
const LACKING: usize = 10;
/// The fewest lines.
const FEWEST: usize = 2;
/// The longest prefix, in bytes.
const LONGEST: usize = 80;
/// The blanks that Heroku writes before what a build prints.
const INDENT: &[u8] = b"       ";

/// What is written before lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// `remote: `, and Heroku's blanks after it.
    Remote { indented: bool },
    /// `3:04:05 PM: `
    Meridiem,
    /// `2026-03-04T05:06:07.891Z` and a tab.
    Tabbed,
    /// The same stamp and two blanks.
    Spaced,
    /// `[unit:12] `
    Numbered,
    /// `93#14 `: only the number is taken, what follows is a step.
    Counted,
    /// `149.9 `
    Seconds,
    /// `17:27:42.617 | `
    Column(Parted),
    /// `  12: `
    Counter(Counter),
}

impl Form {
    const fn name(self) -> &'static str {
        match self {
            Self::Remote { .. } => "prefix:remote",
            Self::Meridiem | Self::Column(_) => "prefix:clock",
            Self::Tabbed | Self::Spaced => "prefix:stamp",
            Self::Numbered => "prefix:step",
            Self::Counted | Self::Counter(Counter { what: What::Lines, .. }) => "prefix:number",
            Self::Seconds | Self::Counter(Counter { what: What::Time, .. }) => "prefix:seconds",
        }
    }

    /// What follows it.
    fn after(self, line: &[u8]) -> Option<&[u8]> {
        match self {
            Self::Remote { indented } => {
                let rest = line.strip_prefix(b"remote:")?;
                let rest = rest.strip_prefix(b" ").unwrap_or(rest);
                Some(rest.strip_prefix(INDENT).filter(|_| indented).unwrap_or(rest))
            }
            Self::Meridiem => {
                let rest = number(line, 1..=2)?.strip_prefix(b":")?;
                let rest = number(number(rest, 2..=2)?.strip_prefix(b":")?, 2..=2)?.strip_prefix(b" ")?;
                let rest =
                    rest.strip_prefix(b"AM").or_else(|| rest.strip_prefix(b"PM"))?.strip_prefix(b":")?;
                ended(rest, b' ')
            }
            Self::Column(parted) => parted.after(line),
            Self::Counter(counter) => counter.after(line),
            Self::Tabbed => ended(after_stamp(line, b'\t')?, b'\t'),
            Self::Spaced => {
                let rest = after_stamp(line, b' ')?;
                if rest.trim_ascii().is_empty() { Some(b"") } else { rest.strip_prefix(b"  ") }
            }
            Self::Counted => {
                let step = number(line, 1..=9)?;
                number(step.strip_prefix(b"#")?, 1..=6)?.starts_with(b" ").then_some(step)
            }
            Self::Seconds => seconds(line).map(|(_, rest)| rest),
            Self::Numbered => step(line).map(|(_, _, rest)| rest),
        }
    }
}

/// `[unit:12] text`, `[unit:L12:3s] text`: the step, the number of its line, and what follows.
fn step(line: &[u8]) -> Option<(&[u8], u64, &[u8])> {
    let near = line.get(..LONGEST).unwrap_or(line);
    let end = near.iter().position(|byte| *byte == b']')?;
    let name = line.get(1..end).filter(|_| line.starts_with(b"["))?;
    let (name, number) = name.split_at_checked(name.iter().position(|byte| *byte == b':')?)?;
    let number = number.strip_prefix(b":")?;
    let digits = number.strip_prefix(b"L").unwrap_or(number);
    let rest = self::number(digits, 1..=9)?;
    let timed = rest.strip_prefix(b":").and_then(|rest| self::number(rest, 1..=9));
    let counted = rest.is_empty() || (number.starts_with(b"L") && timed == Some(b"s"));
    let named = !name.is_empty()
        && name.iter().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(byte))
        && name.iter().any(u8::is_ascii_alphabetic);
    let text = ended(line.get(end.saturating_add(1)..)?, b' ')?;
    (counted && named).then_some((name, value(digits, rest), text))
}

/// The number that is before the rest of a text.
fn value(text: &[u8], rest: &[u8]) -> u64 {
    let digits = text.get(..text.len().saturating_sub(rest.len())).unwrap_or_default();
    let digit =
        |sum: u64, byte: &u8| sum.saturating_mul(10).saturating_add(u64::from(byte.saturating_sub(b'0')));
    digits.iter().filter(|byte| byte.is_ascii_digit()).fold(0, digit)
}

/// Whether the numbers of the first step's lines grow: names of programs that write in turns may look the same.
fn is_counted<'a>(lines: impl Iterator<Item = &'a [u8]>) -> bool {
    let mut steps = lines.filter_map(step).peekable();
    let first = steps.peek().map(|(name, ..)| *name);
    let own = steps.filter(|(name, ..)| Some(*name) == first).map(|(_, number, _)| number);
    own.is_sorted_by(|one, other| one < other)
}

/// Whether two blanks separate the stamps from the text, and not one blank and an indented text: some text begins right
/// after them, and no empty line has one blank alone.
fn is_spaced(text: &[u8]) -> bool {
    let rests = || {
        let lines = text.split(|byte| *byte == b'\n').map(|line| line.strip_suffix(b"\r").unwrap_or(line));
        lines.filter_map(|line| after_stamp(line, b' '))
    };
    let begins = |rest: &[u8]| {
        rest.strip_prefix(b"  ").is_some_and(|rest| rest.first().is_some_and(|byte| *byte != b' '))
    };
    rests().any(begins) && !rests().any(|rest| rest == b" ")
}

/// What follows the stamp `2026-03-04T05:06:07.891Z` up to this byte, or nothing.
fn after_stamp(line: &[u8], with: u8) -> Option<&[u8]> {
    let near = line.get(..LONGEST).unwrap_or(line);
    let end = near.iter().position(|byte| *byte == with).unwrap_or(line.len());
    let (stamp, rest) = line.split_at_checked(end)?;
    let stamped = stamp.len() >= "2026-03-04T05:06:07Z".len()
        && stamp.ends_with(b"Z")
        && stamp.get(10) == Some(&b'T')
        && stamp.iter().all(|byte| byte.is_ascii_digit() || b"-T:.Z".contains(byte));
    stamped.then_some(rest)
}

/// `149.9 text`: the time in thousandths of a second, and what follows.
fn seconds(line: &[u8]) -> Option<(u64, &[u8])> {
    let parted = number(line, 1..=6)?.strip_prefix(b".")?;
    let rest = number(parted, 1..=3)?;
    let decimals = parted.len().saturating_sub(rest.len());
    let value = value(line, rest);
    let scale = [100, 10, 1].get(decimals.saturating_sub(1)).copied().unwrap_or(1);
    Some((value.saturating_mul(scale), ended(rest, b' ')?))
}

/// The fewest lines with seconds alone.
const FEWEST_SECONDS: usize = 3;

/// Whether these lines begin with seconds that never fall: another column of numbers is not a time.
fn is_time<'a>(lines: impl Iterator<Item = &'a [u8]>) -> bool {
    let times: Vec<u64> = lines.filter_map(seconds).map(|(time, _)| time).collect();
    times.len() >= FEWEST_SECONDS && times.is_sorted()
}

/// What follows the digits, when there are so many and no more.
fn number(text: &[u8], digits: std::ops::RangeInclusive<usize>) -> Option<&[u8]> {
    let count = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    if digits.contains(&count) { text.get(count..) } else { None }
}

/// What follows this byte, or the end of the line.
fn ended(rest: &[u8], with: u8) -> Option<&[u8]> {
    if rest.is_empty() || rest == b"\r" { Some(rest) } else { rest.strip_prefix(&[with]) }
}

/// Takes the prefix off lines.
#[derive(Debug)]
pub(super) struct Hosts {
    form: Form,
    /// The beginning of a line.
    held: Vec<u8>,
    /// Whether the beginning of the present line was checked.
    inside: bool,
    lines: u64,
}

const fn counter(what: What, mark: Mark) -> Form {
    Form::Counter(Counter { what, mark })
}

const FORMS: [Form; 19] = [
    Form::Remote { indented: false },
    Form::Meridiem,
    Form::Tabbed,
    Form::Spaced,
    Form::Numbered,
    Form::Counted,
    Form::Seconds,
    Form::Column(Parted::Bar),
    Form::Column(Parted::Tab),
    Form::Column(Parted::Blanks),
    Form::Column(Parted::Blank),
    counter(What::Lines, Mark::Tab),
    counter(What::Lines, Mark::Bar),
    counter(What::Lines, Mark::Colon),
    counter(What::Lines, Mark::Glued),
    counter(What::Lines, Mark::Blank),
    counter(What::Time, Mark::Tab),
    counter(What::Time, Mark::Colon),
    counter(What::Time, Mark::Blank),
];

impl Hosts {
    /// Whether a first line may have a prefix, which more lines have to show.
    pub(super) fn may_begin(line: &[u8]) -> bool {
        FORMS.iter().any(|form| form.after(line).is_some())
    }

    /// Finds what is written before these first lines.
    pub(super) fn find(text: &[u8]) -> Option<Self> {
        let lines = || text.split(|byte| *byte == b'\n').filter(|line: &&[u8]| !line.trim_ascii().is_empty());
        let (first, all) = (lines().next()?, lines().count());
        if all < FEWEST {
            return None;
        }
        let remote = Form::Remote { indented: false };
        let form = FORMS.into_iter().find(|form| {
            // The last line may be incomplete.
            let lacking = lines().filter(|line| form.after(line).is_none()).count();
            let fits = match form {
                Form::Seconds => is_time(lines()),
                Form::Numbered => is_counted(lines()),
                Form::Spaced => is_spaced(text),
                Form::Column(parted) => parted.fits(lines()),
                Form::Counter(counter) => counter.fits(lines()),
                _ => true,
            };
            form.after(first).is_some() && lacking.saturating_mul(LACKING) <= all && fits
        })?;
        // Heroku's own lines have arrows, all others are indented.
        let indented = |line: &[u8]| {
            let rest = form.after(line).unwrap_or_default();
            rest.trim_ascii().is_empty()
                || rest.starts_with(INDENT)
                || rest.starts_with(b"-----> ")
                || rest.starts_with(b" !")
        };
        let form = if form == remote { Form::Remote { indented: lines().all(indented) } } else { form };
        Some(Self { form, held: Vec::new(), inside: false, lines: 0 })
    }

    /// Takes the next bytes, and adds them without the prefixes.
    pub(super) fn add(&mut self, bytes: &[u8], into: &mut Vec<u8>) {
        let mut left = bytes;
        while !left.is_empty() {
            let end = memchr::memchr(b'\n', left).map(|at| at.saturating_add(1));
            let (now, rest) = left.split_at_checked(end.unwrap_or(left.len())).unwrap_or((left, &[]));
            left = rest;
            if self.inside {
                into.extend_from_slice(now);
            } else {
                self.held.extend_from_slice(now);
                if end.is_some() || self.held.len() > LONGEST {
                    self.begin(into);
                    self.inside = true;
                }
            }
            if end.is_some() {
                self.inside = false;
            }
        }
    }

    /// The text ended.
    pub(super) fn finish(&mut self, into: &mut Vec<u8>) {
        self.begin(into);
        self.inside = false;
    }

    fn begin(&mut self, into: &mut Vec<u8>) {
        let line = self.held.strip_suffix(b"\n").unwrap_or(&self.held);
        let after = match &mut self.form {
            Form::Column(parted) => parted.later(line),
            Form::Counter(counter) => counter.later(line),
            form => form.after(line),
        };
        match after {
            Some(rest) => {
                self.lines.up(1);
                let from = line.len().saturating_sub(rest.len());
                into.extend_from_slice(self.held.get(from..).unwrap_or_default());
            }
            None => into.extend_from_slice(&self.held),
        }
        self.held.clear();
    }

    /// Whether the prefixes are numbers of lines, or times.
    pub(super) const fn are_counters(&self) -> bool {
        matches!(self.form, Form::Counter(_))
    }

    /// The name of the prefix, and how many lines had it.
    pub(super) const fn receipt(&self) -> (&'static str, u64) {
        (self.form.name(), self.lines)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn without(text: &str) -> Option<(String, u64)> {
        let whole = |piece: usize| {
            let mut before = Hosts::find(text.as_bytes())?;
            let mut into = Vec::new();
            text.as_bytes().chunks(piece).for_each(|piece| before.add(piece, &mut into));
            before.finish(&mut into);
            Some((String::from_utf8(into).unwrap(), before.receipt().1))
        };
        assert_eq!(whole(1), whole(usize::MAX));
        whole(7)
    }

    #[test]
    fn what_hosts_write_is_taken_from_each_line() {
        let long = "x".repeat(200);
        for (prefix, first) in [
            ("remote: ", "a"),
            ("remote:        ", "a"),
            ("3:04:05 PM: ", "a"),
            ("12:04:05 AM: ", "  a"),
            ("2026-03-04T05:06:07.891234Z\t", "a"),
            ("2026-03-04T05:06:07.891Z  ", "a"),
            ("149.9 ", "a"),
            ("0.123 ", "  a"),
            ("17:27:42.617 | ", "a"),
            ("17:27:42.617\t", "a"),
            ("17:27:42  ", "a"),
            ("Mar 04 05:06:07 PM  ", "a"),
        ] {
            let text = format!("{prefix}{first}\r\n{prefix}  b {long}\n{}\n{prefix}c", prefix.trim_end());
            let clean = format!("{first}\r\n  b {long}\n\nc");
            assert_eq!(without(&text), Some((clean, 4)), "{prefix}");
        }
        for log in [
            "[unit-test:12] a\n[unit-test:13]   b\n[unit-test:14] c\n",
            "[build:L3:1s] a\n[build:L4:1s]   b\n[build:L5:2s] c\n",
        ] {
            assert_eq!(without(log), Some(("a\n  b\nc\n".to_owned(), 3)), "{log}");
        }
        let heroku = "remote: -----> Node.js app detected\nremote:        > test\nremote:          1 failing\nremote:  !     Push rejected.\n";
        assert_eq!(
            without(heroku).unwrap().0,
            "-----> Node.js app detected\n> test\n  1 failing\n !     Push rejected.\n"
        );
    }

    #[test]
    fn the_number_of_a_line_before_a_step_is_taken_alone() {
        let text = "93#14 1.999 no rope\n94#14 2.002 no pier\n95#14 2.002\n";
        assert_eq!(without(text), Some(("#14 1.999 no rope\n#14 2.002 no pier\n#14 2.002\n".to_owned(), 3)));
    }

    #[test]
    fn other_lines_have_none() {
        for text in [
            "remote: a\nb\n",
            "remote: a\n",
            "12:04:05 a\n12:04:06 b\n",
            "[12:04:05] a\n[12:04:06] b\n",
            "[1:2] a\n[1:3] b\n",
            "a\tb\nc\td\n",
            "2026-03-04T05:06:07.891Z a\n2026-03-04T05:06:07.891Z   b\n",
            "[INFO] a\n[INFO] b\n",
            "0.2 a\n0.1 b\n0.3 c\n",
            "0.1 a\n0.2 b\n",
            "1.2.3 a\n1.2.4 b\n1.2.5 c\n",
            "93# a\n94# b\n95# c\n",
            "[hull.proto:2:5] a\n[hull.proto:3:5] b\n",
            "2026-03-04T05:06:07.891Z   a\n2026-03-04T05:06:07.892Z     b\n",
            "2026-03-04T05:06:07.891Z  a\n2026-03-04T05:06:07.891Z \n2026-03-04T05:06:07.892Z  b\n",
            "",
        ] {
            assert_eq!(without(text), None, "{text}");
        }
    }
}
