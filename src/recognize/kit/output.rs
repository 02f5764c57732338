//! The output of a program that a test runner only started: which of its lines say why it failed.
//!
//! CTest and Bazel run any program. Its first lines, lines that begin or sound like a failure, and the lines right below
//! them say why; the rest is output. Nothing here is a verdict: the runner has already reported that the program failed.

use std::collections::HashSet;
use std::hash::BuildHasher;

use super::{crash, scan};
use crate::budget::Count as _;

/// How many first lines say why, when nothing shows what they are.
const FIRST_LINES: u32 = 4;
/// How many lines below a sign of a failure say why with it.
const LINES_BELOW: u32 = 6;
/// The most lines that say why.
const WHY_LINES: u32 = 60;
/// Beginnings of lines, after blanks, that say nothing of a failure: the frame of a test framework's report.
const FRAME: [&str; 14] = [
    "Running main() from ",
    "[====",
    "[----",
    "[ RUN ",
    "[       OK ]",
    "[  PASSED",
    "Note: ",
    "Test command: ",
    "Working Directory: ",
    "Test timeout computed",
    "Environment variables:",
    "~~~~",
    "Run with -? ",
    "[doctest] ",
];

/// Words in lines of a failure, in whatever program prints them.
const WORDS: [&str; 14] = [
    "FAILED", "failed", "Failure", "failure", "FAIL", "rror:", "ERROR", "Assert", "assert", "xception",
    "xpected", "Actual", "actual", "abort",
];

/// Reads the output of one failed test line by line.
#[derive(Debug, Default)]
pub struct Reader {
    first: u32,
    below: u32,
    why: u32,
    signs: u32,
    /// Whether the first sign announced its message: then it is the next line.
    announced: bool,
    names: Names,
    /// Whether the names of many tests that failed inside are reported by [`further`](Self::further).
    lists: bool,
    /// The names that were on a line that says why, at most [`LISTED_FROM`].
    reported: Vec<String>,
}

/// Tests that failed inside, as frameworks name them on lines of their own.
#[derive(Debug, Default)]
pub struct Names {
    shown: Vec<String>,
    /// Hashes of all names, each of which frameworks print again in their closing list.
    known: HashSet<u64>,
    more: u64,
}

/// The most names of tests that failed inside that one line of an answer holds, and the most bytes of one.
const NAMES: (usize, usize) = (16, 120);
/// The most names that are held, and the most that are distinguished: beyond that, each occurrence counts. Many programs
/// may run at once, each with names of its own.
const HELD_NAMES: (usize, usize) = (512, 4096);
/// For how many tests that failed inside the reasons are shown, when their names are listed.
const LISTED_FROM: usize = 8;
/// How long a line of listed names may be, in bytes.
const LISTED_BYTES: usize = 160;

impl Names {
    /// Reads a line, which may name a test that failed.
    pub fn line(&mut self, text: &str) {
        if let Some(name) = named(text.trim()) {
            self.add(name);
        }
    }

    fn add(&mut self, name: &str) {
        let name = crate::text::head(name, NAMES.1);
        let hash = self.known.hasher().hash_one(name);
        if self.known.contains(&hash) {
            return;
        }
        if self.known.len() < HELD_NAMES.1 {
            self.known.insert(hash);
        }
        if self.shown.len() < HELD_NAMES.0 {
            self.shown.push(name.to_owned());
        } else {
            self.more.up(1);
        }
    }
}

/// The name on a line that reports one failed test: googletest, Go, Rust, TAP, pytest.
fn named(bare: &str) -> Option<&str> {
    let name = if let Some(rest) = bare.strip_prefix("[  FAILED  ] ") {
        let name = rest.split([',', ' ']).next()?;
        // `[  FAILED  ] 3 tests, listed below:`
        (!rest.contains("listed below") && name.contains('.')).then_some(name)?
    } else if let Some(rest) = bare.strip_prefix("--- FAIL: ") {
        rest.split(' ').next()?
    } else if let Some(rest) = bare.strip_prefix("test ") {
        rest.strip_suffix(" ... FAILED")?
    } else if let Some(rest) = bare.strip_prefix("not ok ") {
        if rest.contains(" # TODO") || rest.contains(" # SKIP") {
            return None;
        }
        let (_, rest) = scan::number(rest)?;
        rest.trim_start().trim_start_matches("- ")
    } else {
        let rest = bare.strip_prefix("FAILED ")?;
        let id = rest.split(" - ").next()?;
        (id.contains("::") && !id.contains(' ')).then_some(id)?
    };
    (!name.is_empty()).then_some(name)
}

/// What a line of output is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reported {
    /// The first line that sounds like a failure: the message.
    Message,
    /// It says why.
    Why,
    /// It is output.
    Output,
}

impl Reader {
    /// A reader of a failure with these failed tests inside. It lists them when they are many: the reasons of all would
    /// leave no room for their names.
    #[must_use]
    pub fn listing(names: Names) -> Self {
        Self { names, lists: true, ..Self::default() }
    }

    /// Lines with the names of tests that failed inside and have no line that says why.
    pub fn further(&self) -> impl Iterator<Item = String> {
        let mut lines: Vec<String> = Vec::new();
        let listed = self.lists && self.reported.len() >= LISTED_FROM;
        for name in self.names.shown.iter().filter(|name| listed && !self.reported.contains(name)) {
            match lines.last_mut().filter(|line| line.len().saturating_add(name.len()) < LISTED_BYTES) {
                Some(line) => {
                    line.push_str(", ");
                    line.push_str(name);
                }
                None => lines.push(format!("failed too: {name}")),
            }
        }
        lines.into_iter()
    }

    /// Several tests that failed inside, in one line: the message of a program that ran them all.
    #[must_use]
    pub fn inside(&self) -> Option<String> {
        let Names { shown, more, .. } = &self.names;
        let all = u64::try_from(shown.len()).unwrap_or(u64::MAX).saturating_add(*more);
        let first = shown.get(..NAMES.0).unwrap_or(shown);
        (all > 1).then(|| format!("{all} failed: {}", first.join(", ")))
    }

    /// Judges the next line.
    pub fn line(&mut self, text: &str) -> Reported {
        let bare = text.trim();
        let listed = self.reported.len() >= LISTED_FROM;
        if let Some(name) = named(bare) {
            self.names.add(name);
            let name = crate::text::head(name, NAMES.1);
            if self.lists
                && self.reported.len() < LISTED_FROM
                && !self.reported.iter().any(|reported| reported == name)
            {
                self.reported.push(name.to_owned());
            }
        }
        if listed || bare.is_empty() {
            self.below = 0;
            return Reported::Output;
        }
        if std::mem::take(&mut self.announced) {
            self.why.up(1);
            return Reported::Message;
        }
        let frame = FRAME.iter().any(|begin| bare.starts_with(begin)) || is_ruler(bare);
        if self.why >= WHY_LINES {
            return Reported::Output;
        }
        if !frame && sign(bare) {
            self.why.up(1);
            self.below = LINES_BELOW;
            self.signs.up(1);
            // `a.cc:3: Failure` and `a.cc:3: FAILED:` say where; what follows says why.
            let heads = bare.ends_with(": Failure") || bare.ends_with(':');
            self.announced = heads && self.signs == 1;
            return if self.signs == 1 && !heads { Reported::Message } else { Reported::Why };
        }
        if frame {
            self.below = 0;
            return Reported::Output;
        }
        let below = self.below > 0;
        self.below.down(1);
        if below || (self.first < FIRST_LINES && self.signs == 0) {
            self.first.up(u32::from(!below));
            self.why.up(1);
            return Reported::Why;
        }
        Reported::Output
    }
}

fn sign(bare: &str) -> bool {
    let place = scan::place(bare).is_some_and(|(place, _)| place.file.contains('.'));
    place || WORDS.iter().any(|word| bare.contains(word)) || crash::sign(bare).is_some()
}

fn is_ruler(bare: &str) -> bool {
    let Some(first) = bare.chars().next() else { return false };
    !first.is_alphanumeric() && scan::is_ruler(bare, first, 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inside(text: &str) -> Option<String> {
        let mut reader = Reader::default();
        for line in text.lines() {
            reader.line(line);
        }
        reader.inside()
    }

    #[test]
    fn tests_that_failed_inside_are_named_once_when_there_are_several() {
        let several = "[  FAILED  ] Cart.Adds (0 ms)\n[  FAILED  ] 2 tests, listed below:\n\
                       [  FAILED  ] Cart.Adds\n[  FAILED  ] Cart.Sums/1, where GetParam() = 3\n";
        assert_eq!(inside(several).as_deref(), Some("2 failed: Cart.Adds, Cart.Sums/1"));
        let others = "--- FAIL: TestAdd (0.00s)\ntest a::b ... FAILED\nnot ok 3 - sums\nnot ok 4 later # TODO\n\
                      FAILED tests/test_a.py::test_x - assert 1\nFAILED (failures=1)\n";
        let names = "4 failed: TestAdd, a::b, sums, tests/test_a.py::test_x";
        assert_eq!(inside(others).as_deref(), Some(names));
    }

    #[test]
    fn names_that_the_closing_list_repeats_are_counted_once() {
        let text: String = (0..40).map(|number| format!("[  FAILED  ] Cart.Adds{}\n", number % 20)).collect();
        assert!(inside(&text).is_some_and(|reported| reported.starts_with("20 failed: ")));
    }

    #[test]
    fn however_many_failed_inside_what_is_held_of_them_is_bounded() {
        let mut names = Names::default();
        for number in 0..3 * HELD_NAMES.1 {
            names.line(&format!("[  FAILED  ] Cart.Adds{number}{} (0 ms)", "s".repeat(200)));
        }
        let held = (names.shown.len(), names.known.len());
        assert_eq!(held, HELD_NAMES);
        assert!(names.shown.iter().all(|name| name.len() <= NAMES.1));
    }

    #[test]
    fn where_many_failed_inside_all_are_named_and_a_few_tell_why() {
        let mut names = Names::default();
        names.line("[  FAILED  ] Cart.Early (0 ms)");
        let mut reader = Reader::listing(names);
        let reported = |reader: &mut Reader, number: u32| {
            reader.line(&format!("cart.cc:{number}: Failure"));
            reader.line(&format!("[  FAILED  ] Cart.Adds{number} (0 ms)"))
        };
        assert!((0..8).all(|number| reported(&mut reader, number) != Reported::Output));
        assert!((8..30).all(|number| reported(&mut reader, number) == Reported::Output));
        let lines: Vec<String> = reader.further().collect();
        assert!(
            lines[0].starts_with("failed too: Cart.Early, Cart.Adds8, ") && lines.len() == 3,
            "{lines:?}"
        );
        assert!(lines[2].ends_with("Cart.Adds29") && !lines.concat().contains("Adds7,"), "{lines:?}");
        let mut few = Reader::listing(Names::default());
        assert!(
            (0..7).all(|number| reported(&mut few, number) != Reported::Output) && few.further().count() == 0
        );
    }

    #[test]
    fn one_test_that_failed_inside_leaves_its_reason_as_the_message() {
        assert_eq!(inside("[  FAILED  ] Cart.Adds (0 ms)\n[  FAILED  ] Cart.Adds\n"), None);
    }

    #[test]
    fn more_names_than_a_line_holds_are_counted() {
        let text: String = (0..20).map(|number| format!("--- FAIL: Test{number} (0.00s)\n")).collect();
        assert!(inside(&text).is_some_and(
            |reported| reported.starts_with("20 failed: Test0, ") && reported.ends_with("Test15")
        ));
    }
}
