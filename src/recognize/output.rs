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
    /// Judges the next line.
    pub fn line(&mut self, text: &str) -> Told {
        let bare = text.trim();
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
