//! Counters before each line of a log that another tool printed: the numbers of its lines (`cat -n`, `nl`, `less -N`,
//! `bat`, `grep -n`, also with the name of the log), and the seconds since 1970 (`1767225600.123 `, `[1767225600] `).
//!
//! Numbers of lines grow by one on the first lines, as no other numbers do; times never fall.

/// The fewest lines that are enough, and the fewest when only a blank separates the number from the text.
const FEWEST: (usize, usize) = (3, 5);
/// The blanks before a number that show that it is a line's.
const COLUMN: &[u8] = b"    ";
/// How the name of a log ends.
const LOGS: [&[u8]; 4] = [b".log", b".txt", b".out", b"(standard input)"];
/// How many digits there are in seconds, milliseconds, microseconds and nanoseconds since 1970.
const DIGITS: [usize; 4] = [10, 13, 16, 19];

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    Lines,
    Time,
}

/// What separates the number from the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    Tab,
    /// ` | `, or with a bar of a box.
    Bar,
    /// `: `
    Colon,
    /// `:`, or the `-` of lines around those that `grep` found.
    Glued,
    Blank,
}

/// A number before each line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Counter {
    pub(super) what: What,
    pub(super) mark: Mark,
}

/// A number that a line begins with.
struct Count<'a> {
    /// What is before it: a log's name.
    log: &'a [u8],
    number: u64,
    rest: &'a [u8],
}

impl Counter {
    /// What follows it.
    pub(super) fn after(self, line: &[u8]) -> Option<&[u8]> {
        self.count(line).map(|count| count.rest)
    }

    /// The same for later lines: a line without a blank shows that the blanks before belong to the texts.
    pub(super) fn later<'a>(&mut self, line: &'a [u8]) -> Option<&'a [u8]> {
        self.after(line).or_else(|| {
            let glued = Self { mark: Mark::Glued, ..*self };
            let rest =
                glued.after(line).filter(|_| *self == Self { mark: Mark::Colon, what: What::Lines })?;
            *self = glued;
            Some(rest)
        })
    }

    /// Whether the numbers of these lines are a counter.
    pub(super) fn fits<'a>(self, lines: impl Iterator<Item = &'a [u8]>) -> bool {
        let lines: Vec<&[u8]> = lines.collect();
        let counts: Vec<Count<'_>> = lines.iter().filter_map(|line| self.count(line)).collect();
        let column = lines.iter().skip(1).all(|line| line.starts_with(COLUMN));
        let bare = |line: &&[u8]| {
            self.count(line).is_some_and(|count| count.rest.is_empty()) && line.ends_with(b":")
        };
        if self == (Self { what: What::Lines, mark: Mark::Colon }) && lines.iter().any(bare) {
            // The blanks of other lines belong to the texts.
            return false;
        }
        let fewest = match (self.what, self.mark) {
            (What::Lines, Mark::Blank) if !column => FEWEST.1,
            (What::Lines, _) => FEWEST.0,
            (What::Time, _) => 2,
        };
        let grows = |(one, other): (&Count<'_>, &Count<'_>)| match self.what {
            What::Lines => one.number.checked_add(1) == Some(other.number) && one.log == other.log,
            What::Time => one.number <= other.number,
        };
        // A list of numbers would lose everything.
        let some_text = counts.iter().any(|count| !count.rest.trim_ascii().is_empty());
        some_text && counts.len() >= fewest && counts.iter().zip(counts.iter().skip(1)).all(grows)
    }

    fn count(self, line: &[u8]) -> Option<Count<'_>> {
        let (log, number, rest) = match self.what {
            What::Lines => numbered(line, self.mark)?,
            What::Time => time(line)?,
        };
        let rest = match self.mark {
            Mark::Tab => rest.strip_prefix(b"\t"),
            Mark::Bar => {
                let text = rest.strip_prefix(" \u{2502}".as_bytes()).or_else(|| rest.strip_prefix(b" |"))?;
                parted(text)
            }
            Mark::Colon => rest.strip_prefix(b":").and_then(parted),
            Mark::Glued => {
                let text = rest.strip_prefix(b":").or_else(|| rest.strip_prefix(b"-"));
                text.filter(|text| !is_of_date(text))
            }
            Mark::Blank => parted(rest),
        };
        Some(Count { log, number, rest: rest? })
    }
}

/// Whether what follows a number is the rest of a date or of a clock: two digits, and the separator from the next two.
fn is_of_date(rest: &[u8]) -> bool {
    matches!(rest, [b'0'..=b'9', b'0'..=b'9', b'-' | b':', ..])
}

/// What follows a blank, or the end of the line.
fn parted(rest: &[u8]) -> Option<&[u8]> {
    if rest.trim_ascii_end().is_empty() { Some(rest.trim_ascii_start()) } else { rest.strip_prefix(b" ") }
}

/// The number of a line, perhaps after the name of the log that has the same mark.
fn numbered(line: &[u8], mark: Mark) -> Option<(&[u8], u64, &[u8])> {
    let digits = line.trim_ascii_start();
    if let [b'0'..=b'9', ..] = digits {
        let (number, _, rest) = number(digits)?;
        return Some((&[], number, rest));
    }
    if mark != Mark::Glued {
        return None;
    }
    let end = LOGS.iter().find_map(|log| Some(memchr::memmem::find(line, log)?.saturating_add(log.len())))?;
    let (log, rest) = line.split_at_checked(end)?;
    let (parts, digits) = rest.split_first()?;
    let (number, _, rest) = number(digits)?;
    (matches!(parts, b':' | b'-') && rest.first() == Some(parts)).then_some((log, number, rest))
}

/// Seconds since 1970.
fn time(line: &[u8]) -> Option<(&[u8], u64, &[u8])> {
    let inner = line.strip_prefix(b"[");
    let (number, digits, rest) = number(inner.unwrap_or(line))?;
    if !DIGITS.contains(&digits) {
        return None;
    }
    let fraction = rest.strip_prefix(b".").and_then(self::number).map_or(rest, |(.., rest)| rest);
    let rest = if inner.is_some() { fraction.strip_prefix(b"]")? } else { fraction };
    Some((&[], number, rest))
}

/// A number, how many digits it has, and what follows.
fn number(text: &[u8]) -> Option<(u64, usize, &[u8])> {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (number, rest) = text.split_at_checked(digits)?;
    Some((std::str::from_utf8(number).ok()?.parse().ok()?, digits, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Mark; 5] = [Mark::Tab, Mark::Bar, Mark::Colon, Mark::Glued, Mark::Blank];

    /// The texts after the counters of these lines.
    fn texts<'a>(what: What, lines: &[&'a str]) -> Option<Vec<&'a str>> {
        let mut counter = ALL.into_iter().map(|mark| Counter { what, mark }).find(|counter| {
            let all = lines.iter().all(|line| counter.after(line.as_bytes()).is_some());
            all && counter.fits(lines.iter().map(|line| line.as_bytes()))
        })?;
        lines.iter().map(|line| std::str::from_utf8(counter.later(line.as_bytes())?).ok()).collect()
    }

    #[test]
    fn numbers_of_lines_grow_by_one() {
        for mark in ["\t", " | ", " \u{2502} ", ": ", ":", " "] {
            let lines: Vec<String> =
                [8, 9, 10, 11, 12].iter().map(|at| format!("{at:6}{mark}a  b")).collect();
            let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
            assert_eq!(texts(What::Lines, &lines), Some(vec!["a  b"; 5]), "{mark}");
            let others = [lines[0], lines[1], lines[3], lines[4], lines[2]];
            assert_eq!(texts(What::Lines, &others), None, "{mark}");
        }
        assert_eq!(texts(What::Lines, &["a.log:7:x", "a.log-8-y", "a.log:9:"]), Some(vec!["x", "y", ""]));
        assert_eq!(texts(What::Lines, &["7:", "8:  x", "9: y"]), Some(vec!["", "  x", " y"]));
        assert_eq!(texts(What::Lines, &["7: ", "8:   x", "9: y"]), Some(vec!["", "  x", "y"]));
        assert_eq!(texts(What::Lines, &["7 x", "     8 y", "     9   z"]), Some(vec!["x", "y", "  z"]));
        assert_eq!(Counter { what: What::Lines, mark: Mark::Glued }.after(b"2026-01-02 a"), None);
        for lines in [["1 a", "2 b", "3 c"], ["a.c:1: x", "a.c:2: x", "a.c:3: x"], ["1) a", "2) b", "3) c"]] {
            assert_eq!(texts(What::Lines, &lines), None, "{lines:?}");
        }
    }

    #[test]
    fn times_never_fall() {
        for [open, close] in [["", " "], ["", ".123 "], ["", ".123456: "], ["[", "] "], ["", "\t"]] {
            let line = |time: &str, text: &str| format!("{open}{time}{close}{text}");
            let lines = [line("1767225600", "a"), line("1767225600", "  b"), line("1767225601", "")];
            let lines = lines.each_ref().map(String::as_str);
            assert_eq!(texts(What::Time, &lines), Some(vec!["a", "  b", ""]), "{lines:?}");
            assert_eq!(texts(What::Time, &[lines[2], lines[0]]), None, "{lines:?}");
        }
        assert_eq!(texts(What::Time, &["176722560 a", "176722560 b"]), None);
    }
}
