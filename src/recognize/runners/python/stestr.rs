//! stestr, `ostestr` and `subunit-trace`: a line for each test after the number of its worker, what a failed one left
//! below it, all failures again, and totals.
//!
//! ```text
//! {0} tests.test_a.Crane.test_lifts [0.000066s] ... FAILED
//! Captured traceback:
//! ~~~~~~~~~~~~~~~~~~~
//!     Traceback (most recent call last):
//! ```
//!
//! A test that was to fail is `ok` in its line and an `Expected Fail` in the totals, so passes wait for the totals. One whose
//! worker died is `inprogress`, and the totals count it in their sum alone. Source of the format: stestr's `subunit_trace.py`.

use crate::budget::Count as _;
use crate::event::{Block, Class, Event, FailureKind, Grade, Level, Outcome, Part, Seen, TestId, Totals};
use crate::recognize::kit::frames::python;
use crate::recognize::kit::scan;
use crate::recognize::kit::{EqualNames, EveryLine, Run, Runner, Spec};

/// How many frames of the user's code tell why.
const TELLING_FRAMES: u8 = 4;
/// The most bytes of a name.
const NAME_BYTES: usize = 1024;

/// Where the recognizer is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    /// Outside of a run.
    #[default]
    Outside,
    /// The points of the short form are above.
    Points,
    Tests,
    /// Among all failures again.
    Replay,
    /// Among the totals.
    Numbers,
}

/// stestr.
#[derive(Debug, Default)]
pub struct Stestr {
    state: State,
    /// Passes that no totals counted.
    passed: u64,
    /// Tests whose worker died.
    died: u64,
    /// How many tests the totals count in all.
    ran: u64,
    totals: Totals,
    /// What was captured is output of the test, not its traceback.
    output: bool,
    /// The column of the last frame while its source may follow.
    frame: Option<usize>,
    frames: u8,
    /// What failed tests left is below their lines, and need not be read again.
    read: bool,
    /// The line above in the list of all failures, which is a name when a rule follows.
    above: String,
}

impl Runner for Stestr {
    const SPEC: Spec = Spec {
        name: "stestr",
        reads: "stestr and ostestr, as they print for people", // The short form has points for its tests: its first line is that of the failures, or of the totals.
        starts: &[
            "{0", "{1", "{2", "{3", "{4", "{5", "{6", "{7", "{8", "{9", "Failed ", "Ran: ", "======", "..",
            ".S", ".F", "S.", "F.", "SS", "FF",
        ],
        every_line: EveryLine::Never,
        equal_names: EqualNames::Same,
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        self.state != State::Outside
    }

    fn line(&mut self, (): &mut (), _text: &str, run: &mut Run<'_>) -> Seen {
        let line = run.line();
        let text = line.judged();
        if let Some((name, result)) = status(text)
            && let Some(seen) = self.result(text, name, result, run)
        {
            return seen;
        }
        let content = text.trim();
        let heads = text.starts_with("Failed ") && content.ends_with(" tests - output below:");
        let ran = sum(text);
        if heads || ran.is_some() {
            self.ran = ran.unwrap_or(0);
            run.close();
            if heads || self.state == State::Points {
                run.open();
            }
            // Totals without a run before them prove nothing.
            self.state = if heads { State::Replay } else { State::Numbers };
            return Seen::Mine(if heads { Class::Noise } else { Class::Totals });
        }
        match self.state {
            State::Outside | State::Points => {
                // What is between points and the totals.
                let between = content.is_empty() || scan::is_ruler(content, '=', 6) || content == "Totals";
                let points = is_points(content) || self.state == State::Points && between;
                self.state = if points { State::Points } else { State::Outside };
                Seen::No
            }
            State::Tests if !run.is_open() => Seen::No,
            State::Tests => self.below(text, run),
            State::Replay => self.again(text, run),
            State::Numbers => self.number(text, run),
        }
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        if self.passed > 0 {
            self.count(self.passed, run);
        }
    }
}

impl Stestr {
    /// The line of a test. `None`: it tells no result.
    fn result(&mut self, line: &str, name: &str, result: &str, run: &mut Run<'_>) -> Option<Seen> {
        let outcome = match result {
            "ok" => Outcome::Passed,
            "FAILED" => Outcome::Failed(FailureKind::Test),
            "inprogress" => Outcome::Failed(FailureKind::Crash),
            _ if result == "SKIPPED" || result.starts_with("SKIPPED: ") => Outcome::Skipped,
            _ => return None,
        };
        run.close();
        run.open();
        self.state = State::Tests;
        let id = id(name);
        Some(match outcome {
            Outcome::Failed(kind) => {
                if kind == FailureKind::Crash {
                    self.died.up(1);
                }
                self.begin(id, kind, line, run);
                Seen::Mine(Class::Detail)
            }
            Outcome::Skipped => run.skip(id),
            _ => {
                self.passed.up(1);
                Seen::Mine(Class::Passed)
            }
        })
    }

    fn begin(&mut self, id: TestId<'_>, kind: FailureKind, heading: &str, run: &mut Run<'_>) {
        run.close();
        let grade = if self.state == State::Replay { Grade::Listed } else { Grade::Line };
        let outcome = Outcome::Failed(kind);
        run.emit(Event::Finished { id, outcome, grade, attempt: 0, alias: "" });
        if self.state == State::Replay && self.read {
            return;
        }
        run.instead(heading);
        run.emit(Event::Heading);
        run.more(&format!("{}{}{}", id.module, id.separator, id.name));
        (self.output, self.frame, self.frames) = (false, None, 0);
    }

    /// A line of the list of all failures. What was below the tests' own lines is not read again.
    fn again(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        let content = text.trim_end();
        let above = std::mem::take(&mut self.above);
        if scan::is_ruler(content, '-', 1) && content.len() == above.len() {
            self.begin(id(&above), FailureKind::Test, &above, run);
            return Seen::Mine(Class::Noise);
        }
        if !text.starts_with(' ') && content.len() <= NAME_BYTES {
            content.clone_into(&mut self.above);
        }
        if run.is_open() && (text.starts_with(' ') || is_captured(content)) {
            return self.below(text, run);
        }
        Seen::Inside(Class::Detail)
    }

    /// What was captured of a failed test.
    fn below(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        let content = text.trim();
        if content.is_empty() || scan::is_ruler(content, '~', 10) {
            self.frame = None;
            return Seen::Mine(Class::Noise);
        }
        self.read |= self.state == State::Tests;
        if is_captured(content) {
            self.output = content != "Captured traceback:";
            return run.text(if self.output { Part::Output } else { Part::Where });
        }
        let column = text.len().saturating_sub(text.trim_start().len());
        if column == 0 {
            run.close();
            return Seen::No;
        }
        let part = if self.output { Part::Output } else { self.traceback(column, content, run) };
        if part == Part::Output { run.below(part) } else { run.text(part) }
    }

    fn traceback(&mut self, column: usize, content: &str, run: &mut Run<'_>) -> Part {
        if let Some((place, _)) = python::frame(content) {
            let own = python::is_own(place.file);
            run.emit(Event::At { place, better: own });
            self.frame = Some(column);
            if own && self.frames < TELLING_FRAMES {
                self.frames.up(1);
                return Part::Why;
            }
            return Part::Where;
        }
        // The source is right below its frame, in some versions further to the left; marks may follow it.
        let marks = content.bytes().all(|byte| matches!(byte, b'^' | b'~' | b' '));
        let source = self.frame.is_some_and(|frame| column > frame || !python::is_exception(content));
        if marks || source || content == "Traceback (most recent call last):" {
            return Part::Where;
        }
        if python::is_exception(content) {
            run.message(content);
        }
        Part::Why
    }

    /// ` - Passed: 60`, the last of which tells how many failed.
    fn number(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        let named = text.strip_prefix(" - ").and_then(|text| text.split_once(": "));
        let number = named.and_then(|(name, number)| Some((name, scan::whole_number(number.trim_end())?)));
        let Some((name, number)) = number else {
            return Seen::No;
        };
        match name {
            "Passed" => self.totals.passed = Some(number),
            "Skipped" => self.totals.skipped = Some(number),
            "Expected Fail" => self.totals.other = Some(number),
            // A failure is reported these in the tests' lines, too.
            "Unexpected Success" => self.totals.errors = Some(number),
            "Failed" => {
                self.totals.failed = Some(number);
                self.declare(run);
            }
            _ => return Seen::No,
        }
        Seen::Mine(Class::Totals)
    }

    fn declare(&mut self, run: &mut Run<'_>) {
        let mut totals = std::mem::take(&mut self.totals);
        // In the short form nothing else tells of tests whose worker died.
        let reported = [totals.passed, totals.failed, totals.errors, totals.skipped, totals.other];
        let reported = reported.iter().fold(0_u64, |sum, each| sum.saturating_add(each.unwrap_or(0)));
        let lost = self.ran.saturating_sub(reported).saturating_sub(self.died);
        if lost > 0 {
            let name = format!("without a result: {lost}");
            run.emit(Event::BlockOpened(Block::Whole { name: &name, kind: FailureKind::Crash }));
            run.emit(Event::BlockClosed);
        }
        let without = self.died.saturating_add(lost);
        totals.errors = Some(totals.errors.unwrap_or(0).saturating_add(without));
        let counted = totals.passed.unwrap_or(0).min(self.passed);
        self.count(counted, run);
        run.emit(Event::Declared { totals, level: Level::Section });
        let expected = totals.other.unwrap_or(0);
        let passed = self.passed.saturating_sub(counted.saturating_add(expected));
        // Passes beyond those that the totals count: a test printed them, and the run goes on.
        if passed == 0 {
            run.forget();
        }
        *self = Self { passed, ..Self::default() };
    }

    fn count(&self, passed: u64, run: &mut Run<'_>) {
        run.emit(Event::Counted { passed, failed: 0, skipped: 0, other: 0 });
    }
}

/// `..S...F.`
fn is_points(content: &str) -> bool {
    content.len() > 1 && content.bytes().all(|byte| matches!(byte, b'.' | b'S' | b'F'))
}

/// `Captured traceback:`, `Captured stdout:`.
fn is_captured(content: &str) -> bool {
    content.starts_with("Captured ") && content.ends_with(':')
}

/// Reads `Ran: 66 tests in 0.0199 sec.`
fn sum(text: &str) -> Option<u64> {
    let (number, rest) = scan::number(text.strip_prefix("Ran: ")?)?;
    (rest.starts_with(" tests in ") && rest.trim_end().ends_with(" sec.")).then_some(number)
}

/// Reads `{0} tests.test_a.Crane.test_lifts [0.000066s] ... FAILED`: the name, and the result after the dots.
fn status(text: &str) -> Option<(&str, &str)> {
    let (_, rest) = scan::number(text.strip_prefix('{')?)?;
    let (test, result) = rest.strip_prefix("} ")?.split_once(" ... ")?;
    let name = match test.strip_suffix(']').and_then(|test| test.rsplit_once(" [")) {
        Some((name, time)) if time.is_empty() || time.ends_with('s') => name,
        _ => test,
    };
    (!name.is_empty() && name.len() <= NAME_BYTES).then_some((name, result.trim_end()))
}

/// Module and name; what is in brackets after it is part of the name.
fn id(name: &str) -> TestId<'_> {
    let end = name.find(['(', '[']).unwrap_or(name.len());
    let Some(at) = name.get(..end).and_then(|path| path.rfind('.')) else { return TestId::bare(name) };
    match (name.get(..at), name.get(at.saturating_add(1)..)) {
        (Some(module), Some(name)) if !name.is_empty() => TestId { module, separator: ".", name },
        _ => TestId::bare(name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_in_brackets_is_part_of_a_name() {
        assert_eq!(id("a.T.test_x(b.c)"), TestId { module: "a.T", separator: ".", name: "test_x(b.c)" });
        assert_eq!(id("setUpClass (a.T)"), TestId::bare("setUpClass (a.T)"));
    }
}
