//! Japa, the test runner of AdonisJS: its list of errors and its numbers, below any of its reporters for people.
//!
//! ```text
//! ─────────────── ERRORS ───────────────
//!
//! ❯ Quay / moors
//!
//! ℹ AssertionError: expected 1 to equal 2
//!
//!  ⁃ at Object.executor (tests/quay.spec.js:2:57)
//! ──────────────────────────────[1/1]─
//!
//!  FAILED
//!
//! Tests  1 passed, 1 failed (2)
//!  Time  5ms
//! ```
//!
//! What its reporters print as tests end looks like that of other runners; it is left to whoever knows it. An error of a hook
//! fails the run and is in no number. Source of the format: logs that @japa/runner 5 printed, its `base_reporter` and
//! @japa/errors-printer.

use crate::event::{Class, Outcome, Part, Runner, Seen, Sink, TestId, Totals};
use crate::recognize::kit::run::Run;
use crate::recognize::kit::scan;
use crate::recognize::{Attention, Recognizer, Signs};
use crate::text::Line;

/// The most lines between the word for the result and the numbers.
const BETWEEN: u8 = 1;

/// The most lines between two tests of the list: what stands below one, an empty line, the title of a group.
const APART: u8 = 3;

/// Where a line stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Place {
    #[default]
    Outside,
    /// The list of tests, and the lines since the last one.
    Tests(u8),
    /// The list of errors, with the errors that were told.
    Errors(u64),
    /// Behind the word for the result: whether it is a good one, the errors that were told, and the lines since.
    Result(Outcome, u64, u8),
}

/// What stands before a test that passed.
const TICK: char = '\u{2714}';
/// What stands before one that failed.
const CROSS: char = '\u{2716}';
/// What stands before one that was skipped.
const BULLET: char = '\u{25cf}';
/// These, and what stands before one that is to come, and one that failed as it was expected to.
const MARKS: [char; 5] = [TICK, CROSS, '\u{2139}', BULLET, '\u{25fc}'];

/// Japa.
#[derive(Debug, Default)]
pub struct Japa {
    run: Run,
    place: Place,
    /// Tests that passed by their marks since the last numbers: without them these are no proof.
    ticks: u64,
    /// A test of the list was seen since then.
    listed: bool,
}

impl Recognizer for Japa {
    fn runner(&self) -> Runner {
        Runner("japa")
    }

    fn signs(&self) -> Signs {
        Signs {
            starts: &[
                "ERRORS",
                "PASSED",
                "FAILED",
                "\u{2500}\u{2500}\u{2500}\u{2500}",
                "\u{2714}",
                "\u{2716}",
            ],
            ..Signs::default()
        }
    }

    fn attention(&self) -> Attention {
        if self.place == Place::Outside { Attention::Signs } else { Attention::Every }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged().trim();
        if text.trim_matches(['\u{2500}', ' ']) == "ERRORS" {
            self.place = Place::Errors(0);
            return Seen::Inside(Class::Noise);
        }
        let told = if let Place::Errors(told) = self.place { told } else { 0 };
        let result = match text {
            "PASSED" => Some(Outcome::Passed),
            "FAILED" => Some(Outcome::Failed(crate::event::FailureKind::Test)),
            _ => None,
        };
        if let Some(result) = result {
            self.run.close(sink);
            self.place = Place::Result(result, told, 0);
            return Seen::Inside(Class::Noise);
        }
        match self.place {
            Place::Outside | Place::Tests(_) => self.test(text),
            Place::Errors(_) => self.error(told, text, sink),
            Place::Result(result, told, lines) => {
                let totals = numbers(text).filter(|totals| {
                    let failed = totals.failed.unwrap_or(0).max(told);
                    (result == Outcome::Passed) == (failed == 0)
                });
                if let Some(totals) = totals {
                    if std::mem::take(&mut self.ticks) == totals.passed.unwrap_or(0) && !self.run.is_running()
                    {
                        self.run.begin(None, sink);
                    }
                    self.run.open(sink);
                    let failed = totals.failed.map(|failed| failed.max(told));
                    self.run.declare(Totals { failed, ..totals }, sink);
                    *self = Self::default();
                    return Seen::Mine(Class::Totals);
                }
                let waits = text.is_empty() && lines < BETWEEN;
                self.place =
                    if waits { Place::Result(result, told, lines.saturating_add(1)) } else { Place::Outside };
                Seen::No
            }
        }
    }

    fn end(&mut self, sink: &mut dyn Sink) {
        self.run.close(sink);
    }
}

impl Japa {
    /// A line among the tests. Only a skipped test and its reason are nobody else's, behind a test of this list.
    fn test(&mut self, text: &str) -> Seen {
        let row = |mark: char| {
            let rest = text.strip_prefix(mark);
            rest.is_some_and(|rest| rest.starts_with(' ') && rest.ends_with("s)"))
        };
        let points = text.chars().filter(|each| *each == TICK).count();
        let passed = match () {
            () if row(TICK) => 1,
            () if text.chars().all(|each| MARKS.contains(&each)) => u64::try_from(points).unwrap_or(u64::MAX),
            () => 0,
        };
        self.ticks = self.ticks.saturating_add(passed);
        if passed > 0 || row(CROSS) {
            self.place = Place::Tests(0);
            self.listed = true;
            return Seen::No;
        }
        let Place::Tests(lines) = self.place else { return Seen::No };
        let skipped = row(BULLET);
        let apart = if skipped { 0 } else { lines.saturating_add(1) };
        self.place = if apart > APART { Place::Outside } else { Place::Tests(apart) };
        if skipped { Seen::Mine(Class::Skipped) } else { Seen::No }
    }

    /// A line of the list of errors.
    fn error(&mut self, told: u64, text: &str, sink: &mut dyn Sink) -> Seen {
        if self.run.is_open() {
            if ends(text) {
                self.run.close(sink);
                return Seen::Mine(Class::Noise);
            }
            if text.is_empty() {
                return Seen::Mine(Class::Noise);
            }
            if let Some(message) = text.strip_prefix("\u{2139} ") {
                self.run.why(message, sink);
            } else if let Some(frame) = text.strip_prefix("\u{2043} ") {
                if let Some(place) = own(frame) {
                    self.run.at(place, sink);
                }
                self.run.text(Part::Where, sink);
            } else {
                self.run.text(Part::Why, sink);
            }
            return Seen::Mine(Class::Detail);
        }
        // On Windows this mark stands for the other; npm prints it, too.
        let windows = text.strip_prefix("> ").filter(|_| self.listed);
        let title = text.strip_prefix("\u{276f} ").or(windows);
        if let Some(title) = title {
            self.run.open(sink);
            self.run.fail(TestId::bare(title), sink);
            self.place = Place::Errors(told.saturating_add(1));
            return Seen::Mine(Class::Detail);
        }
        if !text.is_empty() {
            self.place = Place::Outside;
        }
        Seen::No
    }
}

/// Whether it ends an error: `────[1/2]─`.
fn ends(text: &str) -> bool {
    let number = text.trim_matches('\u{2500}').strip_prefix('[').and_then(scan::number);
    let total = number.and_then(|(_, rest)| scan::number(rest.strip_prefix('/')?));
    total.is_some_and(|(_, rest)| rest == "]")
}

/// The place of a frame, `Object.executor (tests/quay.spec.js:2:57)`, unless it lies in a package or in Node.
fn own(frame: &str) -> Option<crate::event::Place<'_>> {
    let inside = frame.rsplit_once('(').and_then(|(_, place)| place.strip_suffix(')')).unwrap_or(frame);
    let inside = inside.strip_prefix("file://").unwrap_or(inside);
    let (place, _) = scan::place(inside)?;
    (!place.file.starts_with("node:") && !place.file.contains("node_modules")).then_some(place)
}

/// Reads `Tests  1 passed, 2 failed, 1 todo, 1 skipped, 1 regression (6)`.
fn numbers(text: &str) -> Option<Totals> {
    let (parts, total) = text.strip_prefix("Tests  ")?.strip_suffix(')')?.rsplit_once(" (")?;
    let mut totals =
        Totals { passed: Some(0), failed: Some(0), skipped: Some(0), other: Some(0), ..Totals::default() };
    let mut sum = 0_u64;
    for part in parts.split(", ") {
        let (number, word) = scan::number(part)?;
        let slot = match word {
            " passed" => &mut totals.passed,
            " failed" => &mut totals.failed,
            " skipped" => &mut totals.skipped,
            " todo" | " regression" => &mut totals.other,
            _ => return None,
        };
        *slot = slot.map(|before| before.saturating_add(number));
        sum = sum.saturating_add(number);
    }
    (total.parse() == Ok(sum)).then_some(totals)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::kit::scan::drive;

    fn all(text: &str) -> String {
        drive(&mut Japa::default(), text).join("\n")
    }

    const ERRORS: &str = " ERRORS \n\n❯ Quay / moors\n\n- 2\n+ 1\n\nℹ AssertionError: no\n\n ⁃ at equal (/a/node_modules/x.js:1:2)\n ⁃ at Object.executor (quay.js:2:57)\n[1/1]─\n";

    #[test]
    fn an_error_has_its_name_its_message_and_its_own_place() {
        let all = all(&format!("{ERRORS}\n FAILED \n\nTests  1 passed, 1 failed, 1 todo (3)\n Time  5ms\n"));
        assert!(all.contains("name: \"Quay / moors\""), "{all}");
        assert!(
            all.contains("Message(\"AssertionError: no\")") && all.contains("file: \"quay.js\""),
            "{all}"
        );
        assert!(all.contains("passed: Some(1), failed: Some(1)"), "{all}");
    }

    #[test]
    fn an_error_of_a_hook_is_in_no_number_and_fails() {
        let all = all(&format!("{ERRORS}\n FAILED \n\nTests  2 passed (2)\n"));
        assert!(all.contains("passed: Some(2), failed: Some(1)"), "{all}");
    }

    #[test]
    fn a_skipped_test_is_one_only_behind_others_of_the_list() {
        let run = "  ✔ a (1ms)\n  ✔ b (1.5s)\n\nQuay (a.js)\n  ● c (0ms)\n    └── storm\n\n PASSED \n\nTests  2 passed, 1 skipped (3)\n";
        let all = all(run);
        assert!(all.contains("5 Mine(Skipped)") && !all.contains("MayHaveBegunBefore"), "{all}");
        assert!(self::all("● c (0ms)\n").contains("No"));
    }

    #[test]
    fn what_npm_prints_below_such_a_word_is_no_error() {
        let npm = "ERRORS\n\n> quay@1.0.0 test\n> node test.js\n";
        assert!(!all(npm).contains("BlockOpened"));
        let windows = all(&format!("  ✔ a (1ms)\n{}", ERRORS.replace('❯', ">")));
        assert!(windows.contains("name: \"Quay / moors\""), "{windows}");
    }

    #[test]
    fn numbers_that_another_printed_are_not_read() {
        for text in [
            "PASSED\nTests  2 passed, 1 failed (3)\n",
            "Tests  2 passed (2)\n",
            "PASSED\n\n\n\nTests  2 passed (2)",
        ] {
            assert!(!all(text).contains("Declared"), "{text}");
        }
        assert!(numbers("Tests  2 passed (3)").is_none() && numbers("Tests  2 boats (2)").is_none());
        assert!(
            all("PASSED\n\nTests  2 passed, 1 skipped (3)\n").contains("passed: Some(2), failed: Some(0)")
        );
    }
}
