//! What a program printed that a test runner only started: which of its lines tell why it failed.
//!
//! CTest and Bazel run any program. Its first lines, lines that begin or sound like a failure, and what stands right
//! below them tell why; the rest is output. Nothing here is a verdict: the runner has said that the program failed.

use super::{crash, scan};

/// First lines that tell why, when nothing says what they are.
const FIRST_LINES: u32 = 4;
/// Lines below a sign of a failure that tell why with it.
const LINES_BELOW: u32 = 6;
/// The most lines that tell why.
const WHY_LINES: u32 = 60;
/// Beginnings of lines, after blanks, that tell nothing of a failure: the frame of a test framework's report.
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

/// Words that a line of a failure holds, whoever prints it.
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
    /// The first sign announced its message: it is the next line.
    announced: bool,
    names: Names,
}

/// Tests that failed inside, as frameworks name them on lines of their own.
#[derive(Debug, Default)]
struct Names {
    shown: Vec<String>,
    more: u64,
}

/// The most names of tests that failed inside, and the most bytes of one: as many as one line of an answer holds.
const NAMES: (usize, usize) = (16, 120);

impl Names {
    fn add(&mut self, name: &str) {
        let name = name.get(..NAMES.1).unwrap_or(name);
        if self.shown.iter().any(|known| known == name) {
            return;
        }
        if self.shown.len() < NAMES.0 && name.len() <= NAMES.1 {
            self.shown.push(name.to_owned());
        } else {
            self.more = self.more.saturating_add(1);
        }
    }
}

/// The name on a line that tells of one failed test: googletest, Go, Rust, TAP, pytest.
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
pub enum Told {
    /// The first line that sounds like a failure: the message.
    Message,
    /// It tells why.
    Why,
    /// It is output.
    Output,
}

impl Reader {
    /// Several tests that failed inside, in one line: the message of a program that ran them all.
    #[must_use]
    pub fn inside(&self) -> Option<String> {
        let Names { shown, more } = &self.names;
        let all = u64::try_from(shown.len()).unwrap_or(u64::MAX).saturating_add(*more);
        (all > 1).then(|| format!("{all} failed: {}", shown.join(", ")))
    }

    /// Judges the next line.
    pub fn line(&mut self, text: &str) -> Told {
        let bare = text.trim();
        if let Some(name) = named(bare) {
            self.names.add(name);
        }
        if bare.is_empty() {
            self.below = 0;
            return Told::Output;
        }
        if std::mem::take(&mut self.announced) {
            self.why = self.why.saturating_add(1);
            return Told::Message;
        }
        let frame = FRAME.iter().any(|begin| bare.starts_with(begin)) || is_ruler(bare);
        if self.why >= WHY_LINES {
            return Told::Output;
        }
        if !frame && sign(bare) {
            self.why = self.why.saturating_add(1);
            self.below = LINES_BELOW;
            self.signs = self.signs.saturating_add(1);
            // `a.cc:3: Failure` and `a.cc:3: FAILED:` tell where; what follows tells why.
            let heads = bare.ends_with(": Failure") || bare.ends_with(':');
            self.announced = heads && self.signs == 1;
            return if self.signs == 1 && !heads { Told::Message } else { Told::Why };
        }
        if frame {
            self.below = 0;
            return Told::Output;
        }
        let below = self.below > 0;
        self.below = self.below.saturating_sub(1);
        if below || (self.first < FIRST_LINES && self.signs == 0) {
            self.first = self.first.saturating_add(u32::from(!below));
            self.why = self.why.saturating_add(1);
            return Told::Why;
        }
        Told::Output
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
    fn one_test_that_failed_inside_leaves_its_reason_as_the_message() {
        assert_eq!(inside("[  FAILED  ] Cart.Adds (0 ms)\n[  FAILED  ] Cart.Adds\n"), None);
    }

    #[test]
    fn more_names_than_a_line_holds_are_counted() {
        let text: String = (0..20).map(|number| format!("--- FAIL: Test{number} (0.00s)\n")).collect();
        assert!(
            inside(&text)
                .is_some_and(|told| told.starts_with("20 failed: Test0, ") && told.ends_with("Test15"))
        );
    }
}
