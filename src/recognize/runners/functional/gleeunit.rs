//! gleeunit of Gleam, since version 1.3: a point for each test that passes, a block for each that fails, and the numbers.
//!
//! ```text
//! ..
//! assert test/quay_test.gleam:12
//!  test: quay_test.sinks_test
//!  code: assert boats == 3
//!  left: 2
//! right: literal
//!  info: Assertion failed.
//! .
//! 3 tests, 1 failures
//! ```
//!
//! The first number counts the tests that passed. A test may print such numbers: those count behind which no test ran. Source of the format: gleeunit's `internal/reporting.gleam`.

use crate::event::{Class, Event, Part, Place, Runner, Seen, Sink, TestId, Totals};
use crate::recognize::kit::run::Run;
use crate::recognize::kit::scan;
use crate::recognize::{Attention, Recognizer, Signs};
use crate::text::Line;

/// What heads the block of a test that failed.
const KINDS: [&str; 4] = ["assert ", "let assert ", "panic ", "todo "];

/// Where the recognizer stands.
#[derive(Debug, Default)]
enum State {
    #[default]
    Between,
    /// A head came: the name has to follow.
    Head { heading: String, file: String, line: u64 },
    /// In a block.
    Block,
}

/// gleeunit.
#[derive(Debug, Default)]
pub struct Gleeunit {
    run: Run,
    state: State,
    /// The numbers that came last, unless tests ran behind them.
    last: Option<Totals>,
    /// The line was read that names the program: points are counted, those on lines of their own and others.
    headed: bool,
    points: u64,
    glued: u64,
}

/// What names the program.
const RUNNING: &str = "Running ";

impl Recognizer for Gleeunit {
    fn runner(&self) -> Runner {
        Runner("gleeunit")
    }

    fn signs(&self) -> Signs {
        Signs {
            starts: &[KINDS[0], KINDS[1], KINDS[2], KINDS[3], RUNNING],
            numbered: &[" tests, no failures", " passed, no failures", " tests, 0 failures, "],
            ..Signs::default()
        }
    }

    fn attention(&self) -> Attention {
        let open = self.headed || self.run.is_running() || !matches!(self.state, State::Between);
        if open { Attention::Every } else { Attention::Signs }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged().trim_end();
        match std::mem::take(&mut self.state) {
            State::Head { heading, file, line } => {
                if let Some((module, name)) =
                    text.strip_prefix(" test: ").and_then(|name| name.rsplit_once('.'))
                {
                    self.run.open(sink);
                    sink.emit(Event::Instead(&heading));
                    self.run.fail(TestId { module, separator: ".", name }, sink);
                    self.run.at(Place { file: &file, line: Some(line) }, sink);
                    self.run.text(Part::Why, sink);
                    self.state = State::Block;
                    return Seen::Mine(Class::Detail);
                }
            }
            State::Block => {
                if let Some(seen) = self.block(text, sink) {
                    return seen;
                }
            }
            State::Between => {}
        }
        if let Some((file, number)) = head(text) {
            self.run.close(sink);
            self.last = None;
            self.state = State::Head { heading: text.to_owned(), file: file.to_owned(), line: number };
            return Seen::Inside(Class::Detail);
        }
        if let Some(totals) = numbers(text, self.run.is_running()).filter(|totals| self.counts(totals)) {
            self.run.open(sink);
            sink.emit(Event::MayHaveEnded);
            self.last = Some(totals);
            return Seen::Mine(Class::Totals);
        }
        if text.starts_with("    Running ") && text.ends_with("_test.main") {
            self.end(sink);
            *self = Self { headed: true, ..Self::default() };
            return Seen::No;
        }
        self.points(text)
    }

    fn end(&mut self, sink: &mut dyn Sink) {
        self.run.close(sink);
        if let Some(totals) = self.last.take() {
            self.run.declare(totals, sink);
        }
    }
}

impl Gleeunit {
    /// Whether the points let the numbers be those of the run: a test may print points, too, and stands before one when it
    /// prints no line end.
    fn counts(&self, totals: &Totals) -> bool {
        let most = self.points.saturating_add(self.glued);
        !self.headed || totals.passed.is_some_and(|passed| (self.points..=most).contains(&passed))
    }

    /// Counts the points of a line.
    fn points(&mut self, text: &str) -> Seen {
        let rest = text.trim_start_matches('.');
        let before = text.len().saturating_sub(rest.len());
        let behind = rest.len().saturating_sub(rest.trim_end_matches('.').len());
        let (before, behind) = (u64::try_from(before).unwrap_or(0), u64::try_from(behind).unwrap_or(0));
        if rest.is_empty() && before > 0 {
            self.points = self.points.saturating_add(before);
            self.last = None;
            return if self.run.is_running() { Seen::Mine(Class::Noise) } else { Seen::No };
        }
        self.glued = self.glued.saturating_add(before).saturating_add(behind);
        Seen::No
    }

    /// A line below the name; `None` when the block is over.
    fn block(&mut self, text: &str, sink: &mut dyn Sink) -> Option<Seen> {
        let (label, said) = text.split_once(": ").unwrap_or((text, ""));
        let label = label.trim_start();
        let known = ["code", "left", "right", "value", "info"].contains(&label)
            || scan::whole_number(label).is_some();
        let points = text.bytes().all(|byte| byte == b'.');
        if text.is_empty() || points || head(text).is_some() || numbers(text, true).is_some() {
            self.run.close(sink);
            return None;
        }
        if label == "info" {
            self.run.message(said, sink);
        }
        self.run.text(Part::Why, sink);
        self.state = State::Block;
        Some(if known { Seen::Mine(Class::Detail) } else { Seen::Inside(Class::Detail) })
    }
}

/// Reads `assert test/quay_test.gleam:12`, perhaps behind the points of its line.
fn head(text: &str) -> Option<(&str, u64)> {
    let place = KINDS.iter().find_map(|kind| text.strip_prefix(kind))?;
    let (file, line) = place.rsplit_once(':')?;
    (file.ends_with(".gleam") && !file.contains(' ')).then_some((file, scan::whole_number(line)?))
}

/// Reads `3 tests, no failures`, `3 tests, 1 failures`, `3 tests, 0 failures, 1 skipped`. Others print the second too.
fn numbers(text: &str, running: bool) -> Option<Totals> {
    let (passed, rest) = scan::number(text)?;
    let rest = rest.strip_prefix(" tests, ").or_else(|| rest.strip_prefix(" passed, "))?;
    if rest == "no failures" {
        return Some(Totals { passed: Some(passed), failed: Some(0), ..Totals::default() });
    }
    let (failed, rest) = scan::number(rest)?;
    let rest = rest.strip_prefix(" failures").or_else(|| rest.strip_prefix(" failure"))?;
    // The number of skipped tests is missing beside failures.
    let skipped = match rest {
        "" if running && failed > 0 => Some(0),
        ",  skipped" if running => None,
        _ => {
            let (number, " skipped") = scan::number(rest.strip_prefix(", ")?)? else { return None };
            Some(number)
        }
    };
    let known = running && failed > 0 || failed == 0 && skipped.is_some_and(|skipped| skipped > 0) && running;
    known.then_some(Totals { passed: Some(passed), failed: Some(failed), skipped, ..Totals::default() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::kit::scan::drive;

    fn all(text: &str) -> String {
        drive(&mut Gleeunit::default(), text).join("\n")
    }

    const BLOCK: &str = "assert test/quay_test.gleam:12\n test: quay_test.sinks_test\n code: assert boats == 3\n left: 2\nright: literal\n info: Assertion failed.\n";

    #[test]
    fn a_block_is_a_failure_with_its_place() {
        let all = all(&format!("..\n{BLOCK}.\n3 tests, 1 failures\n"));
        assert!(
            all.contains("module: \"quay_test\", separator: \".\", name: \"sinks_test\" }, kind: Test }"),
            "{all}"
        );
        assert!(all.contains("line: Some(12)") && all.contains("Message(\"Assertion failed.\")"), "{all}");
        assert!(all.contains("passed: Some(3), failed: Some(1)"), "{all}");
    }

    #[test]
    fn only_its_own_words_tell_a_run_without_a_failure() {
        assert!(all("...\n3 tests, no failures\n").contains("passed: Some(3), failed: Some(0)"));
        for text in [
            "3 tests, 1 failures\n",
            "3 tests, 0 failures\n",
            "3 tests, 0 failures, 1 skipped\n",
            "3 tests, no failures found\n",
        ] {
            assert!(!all(text).contains("Declared"), "{text}");
        }
    }

    #[test]
    fn numbers_behind_which_tests_ran_were_printed() {
        let forged = all("99 tests, no failures\n..\n");
        assert!(forged.contains("SectionStarted") && !forged.contains("Declared"), "{forged}");
        let all = all("99 tests, no failures\n..\n2 tests, no failures\n    Running quay_test.main\n");
        assert!(all.contains("4 No Declared") && all.contains("passed: Some(2)"), "{all}");
    }

    #[test]
    fn points_tell_whose_numbers_they_are() {
        let head = "    Running quay_test.main\n";
        for text in [".\n99 tests, no failures\n", "99 tests, no failures\n", "..\n1 tests, no failures\n"] {
            assert!(!all(&format!("{head}{text}")).contains("Declared"), "{text}");
        }
        for text in ["..\n2 tests, no failures\n", ".a boat\nfloats.\n2 tests, no failures\n"] {
            assert!(all(&format!("{head}{text}")).contains("Declared"), "{text}");
        }
    }

    #[test]
    fn a_head_without_a_name_is_nobodys() {
        assert!(!all("panic src/quay.gleam:12\nother\n").contains("Section"));
        assert!(!all("assert boats == 3\n").contains("Inside"));
        assert!(!all(BLOCK).contains("Declared"));
    }
}
