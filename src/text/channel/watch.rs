//! Looks for the width of a console while lines pass, and holds them only where one may have been broken.
//!
//! Most lines pass at once, so that a user who watches sees a failure as soon as its line came. A line that is as long as
//! a console is wide waits for the next one; when that one looks like its rest, all lines wait until the width is known
//! or a longer line comes. After a PowerShell record all lines of the first piece wait.

use super::records;
use super::width::{self, Starts, Width};

/// How many bytes are checked together.
const PIECE_BYTES: usize = 64 * 1024;
/// After so many lines that were broken at the width of most consoles, the width is known before the piece ends.
const ENOUGH: usize = 12;

/// After so many shorter lines a single line of an unusual width was not broken.
const SINCE: usize = 8;

/// Lines on their way.
#[derive(Debug, Default)]
pub(super) struct Watch {
    /// The piece that is checked.
    piece: Vec<u8>,
    /// How many of its bytes passed, and how many were checked.
    passed: usize,
    looked: usize,
    /// Where its last line began.
    last: usize,
    longest: usize,
    hold: Hold,
    /// How many lines came after the last one that seems to be broken.
    since: usize,
}

/// Why lines wait.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Hold {
    /// They do not wait.
    #[default]
    No,
    /// The last line has this many columns.
    Long(usize),
    /// Lines seem to be broken at this width; the second number is how many.
    Broken(usize, usize),
    /// There is a PowerShell record, or the stream is UTF-16, as PowerShell writes it into files.
    All,
}

/// What happens to lines.
pub(super) enum Passed<'a> {
    /// These pass.
    Text(&'a [u8]),
    /// From here on they are joined, except those that begin like other lines.
    Join(Width, Starts),
}

impl Watch {
    /// Makes lines wait until the end of the piece.
    pub(super) const fn hold_all(&mut self) {
        self.hold = Hold::All;
    }

    /// Takes text, and calls `pass` with what passes.
    pub(super) fn add(&mut self, text: &[u8], pass: &mut dyn FnMut(Passed<'_>)) {
        let mut left = text;
        while !left.is_empty() {
            let room = PIECE_BYTES.saturating_sub(self.piece.len()).min(left.len());
            let (now, later) = left.split_at_checked(room).unwrap_or((left, &[]));
            left = later;
            self.piece.extend_from_slice(now);
            self.look(pass);
            if self.piece.len() >= PIECE_BYTES {
                self.end_piece(pass);
            }
        }
    }

    /// The text ended.
    pub(super) fn finish(&mut self, pass: &mut dyn FnMut(Passed<'_>)) {
        self.end_piece(pass);
    }

    /// Checks the lines that are complete.
    fn look(&mut self, pass: &mut dyn FnMut(Passed<'_>)) {
        while let Some(rest) = self.piece.get(self.looked..) {
            let Some(end) = memchr::memchr(b'\n', rest) else { break };
            let (begin, end) = (self.looked, self.looked.saturating_add(end).saturating_add(1));
            self.looked = end;
            self.line(begin, end, pass);
            self.last = begin;
        }
        if self.hold == Hold::No {
            self.release(self.looked, pass);
        }
    }

    fn line(&mut self, begin: usize, end: usize, pass: &mut dyn FnMut(Passed<'_>)) {
        let whole = |from: usize, to: usize| {
            let line = self.piece.get(from..to).unwrap_or_default();
            std::str::from_utf8(line).unwrap_or_default().trim_end_matches(['\r', '\n'])
        };
        let line = whole(begin, end);
        let long = width::columns(line);
        let hold = match self.hold {
            Hold::All => Hold::All,
            Hold::Long(width) | Hold::Broken(width, _) if long > width => Hold::No,
            Hold::Long(width) if width::is_rest(whole(self.last, begin), line, width) => {
                Hold::Broken(width, 1)
            }
            Hold::Broken(width, lines) if width::is_rest(whole(self.last, begin), line, width) => {
                Hold::Broken(width, lines.saturating_add(1))
            }
            // A log that was broken at any other width has lines of that width everywhere.
            Hold::Broken(width, 1) if !width::is_usual(width) && self.since >= SINCE && long < width => {
                Hold::No
            }
            Hold::Broken(width, lines) => Hold::Broken(width, lines),
            Hold::Long(_) | Hold::No => Hold::No,
        };
        let hold = match hold {
            Hold::No if records::ends_record(line) => Hold::All,
            Hold::No if long >= self.longest && width::may_be_broken(line, long, long == self.longest) => {
                Hold::Long(long)
            }
            hold => hold,
        };
        self.since = match hold {
            Hold::Broken(width, _) if long < width => self.since.saturating_add(1),
            _ => 0,
        };
        self.longest = self.longest.max(long);
        let before = std::mem::replace(&mut self.hold, hold);
        // Lines that nothing holds pass together, when all that came was looked at.
        if before != Hold::All && matches!(hold, Hold::Long(_)) || before == Hold::No && hold != Hold::No {
            self.release(begin, pass);
        }
        if matches!(hold, Hold::Broken(width, ENOUGH) if width::is_usual(width)) {
            self.decide(pass);
        }
    }

    /// Decides by the piece so far.
    fn decide(&mut self, pass: &mut dyn FnMut(Passed<'_>)) {
        let text = self.piece.get(..self.looked).unwrap_or_default();
        let found = std::str::from_utf8(text).ok().and_then(width::find);
        let fits = |width: Width| width.columns >= self.longest || width.is_between_words();
        if let Some((width, starts)) = found.filter(|(width, _)| fits(*width)) {
            pass(Passed::Join(width, starts));
            self.hold = Hold::No;
        }
    }

    fn end_piece(&mut self, pass: &mut dyn FnMut(Passed<'_>)) {
        if self.hold != Hold::No {
            self.looked = self.piece.len();
            self.decide(pass);
        }
        self.hold = Hold::No;
        self.release(self.piece.len(), pass);
        *self = Self { longest: self.longest, ..Self::default() };
    }

    fn release(&mut self, to: usize, pass: &mut dyn FnMut(Passed<'_>)) {
        if let Some(text) = self.piece.get(self.passed..to).filter(|text| !text.is_empty()) {
            pass(Passed::Text(text));
        }
        self.passed = self.passed.max(to);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What passes as soon as each line came.
    fn passed(lines: &[&str]) -> Vec<String> {
        let mut watch = Watch::default();
        let one = |line: &&str| {
            let mut out = String::new();
            watch.add(format!("{line}\n").as_bytes(), &mut |passed| match passed {
                Passed::Text(text) => out.push_str(std::str::from_utf8(text).unwrap()),
                Passed::Join(width, _) => out.push_str(&format!("({})", width.columns)),
            });
            out
        };
        lines.iter().map(one).collect()
    }

    #[test]
    fn lines_pass_at_once() {
        let lines = ["a", "", "FAIL b at 12", &"word ".repeat(30), "c", &format!("{:=^80}", " d "), "e"];
        let whole: Vec<String> = lines.iter().map(|line| format!("{line}\n")).collect();
        assert_eq!(passed(&lines), whole);
    }

    #[test]
    fn one_long_line_before_what_looks_like_its_rest_holds_a_few_lines_and_not_all() {
        let long = format!("platform quay -- {}", "harbour/".repeat(9));
        let mut lines = vec![long.as_str(), "rootdir: /quay"];
        lines.extend(["t PASSED"; 9]);
        lines.push("t FAILED");
        let passed = passed(&lines);
        assert_eq!(passed[..SINCE + 1].concat(), "");
        assert_eq!(passed.concat(), format!("{}\n", lines.join("\n")));
    }

    #[test]
    fn a_line_as_long_as_a_console_is_wide_waits_for_the_next_one() {
        let long = format!("FAIL src/{}", "harbour/".repeat(9).get(..71).unwrap());
        assert_eq!(long.len(), 80);
        assert_eq!(
            passed(&["a", &long, "    at b", "c"]),
            ["a\n", "", &format!("{long}\n    at b\n"), "c\n"]
        );
        let longer = "x y ".repeat(40);
        let all = format!("{long}\nour/moors.rs\nb\n{longer}\n");
        assert_eq!(passed(&[&long, "our/moors.rs", "b", &longer]), ["", "", "", &all]);
    }
}
