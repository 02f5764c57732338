//! Alcotest for OCaml, full and compact: a line or a point for each test, boxes with what failed, and the numbers.
//!
//! ```text
//! Testing `Harbour'.
//! This run has ID `4M1WSC3B'.
//!
//!   [OK]          berths          0   counts.
//! > [FAIL]        berths          1   moors a ferry.
//! │ [FAIL]        berths          1   moors a ferry.      │
//! ASSERT berths
//! FAIL berths
//!    Expected: `3'
//! 1 failure! in 0.002s. 2 tests run.
//! ```
//!
//! Only the first failure is shown in a box, unless all were asked for. Source of the format: Alcotest's expected outputs in
//! `test/e2e` and its `pp.ml`.

use crate::event::{
    Block, Class, Event, FailureKind, Grade, Level, Opened, Outcome, Part, Place, Runner, Seen, Sink, TestId,
    Totals,
};
use crate::recognize::kit::scan;
use crate::recognize::{Attention, Recognizer, Signs};
use crate::text::Line;

/// The longest message that is put together from what was expected and what came.
const LONGEST_MESSAGE: usize = 400;

/// Alcotest.
#[derive(Debug, Default)]
pub struct Alcotest {
    /// `Testing ...` just came.
    announced: bool,
    running: bool,
    /// A box was drawn: the text of its failure is reported, and so is its message so far.
    block: Option<String>,
    /// Tests of the list.
    passed: u64,
    skipped: u64,
    failed: u64,
}

impl Recognizer for Alcotest {
    fn runner(&self) -> Runner {
        Runner("alcotest")
    }

    fn signs(&self) -> Signs {
        const FAILED: [&str; 4] = [" failure! in ", " failures! in ", " error! in ", " errors! in "];
        Signs { starts: &["Testing `", "Testing "], numbered: &FAILED, ..Signs::default() }
    }

    fn attention(&self) -> Attention {
        if self.running || self.announced { Attention::Every } else { Attention::Signs }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged();
        let content = text.trim();
        let announced = std::mem::take(&mut self.announced);
        if content.starts_with("Testing ") && content.ends_with('.') {
            self.announced = true;
            if !self.running {
                return Seen::No;
            }
        }
        if announced && content.starts_with("This run has ID `") {
            self.close(sink);
            *self = Self { running: true, ..Self::default() };
            sink.emit(Event::MayHaveBegunBefore);
            sink.emit(Event::SectionStarted { opened: Opened::Own, announced: None, label: "" });
            return Seen::Mine(Class::Noise);
        }
        if !self.running {
            // A log may begin at the numbers; those without a failure prove nothing alone.
            let Some((failed, _)) = numbers(content).filter(|(failed, _)| *failed > 0) else {
                return Seen::No;
            };
            let totals = Totals { failed: Some(failed), ..Totals::default() };
            sink.emit(Event::Declared { totals, level: Level::Section });
            return Seen::Mine(Class::Totals);
        }
        if let Some((outcome, suite, name)) =
            content.strip_prefix('│').and_then(|row| test(row.trim_end_matches('│')))
            && matches!(outcome, Outcome::Failed(_))
        {
            self.close(sink);
            return self.boxed(&shown(suite, name), sink);
        }
        if let Some((outcome, suite, name)) = test(text).filter(|_| self.block.is_none()) {
            return self.test(outcome, &shown(suite, name), sink);
        }
        if let Some((failed, run)) = numbers(content) {
            self.close(sink);
            return self.declare(failed, run, sink);
        }
        if self.block.is_some() { self.body(content, sink) } else { Seen::No }
    }

    fn end(&mut self, sink: &mut dyn Sink) {
        self.close(sink);
    }
}

impl Alcotest {
    fn test(&mut self, outcome: Outcome, name: &str, sink: &mut dyn Sink) -> Seen {
        sink.emit(Event::finished(TestId::split_last(name, " > "), outcome));
        let (slot, class) = match outcome {
            Outcome::Passed => (&mut self.passed, Class::Passed),
            Outcome::Skipped | Outcome::Other => (&mut self.skipped, Class::Skipped),
            Outcome::Failed(_) => {
                sink.emit(Event::Heading);
                (&mut self.failed, Class::Detail)
            }
        };
        *slot = slot.saturating_add(1);
        Seen::Mine(class)
    }

    /// The heading of a failure's text, in a box.
    fn boxed(&mut self, name: &str, sink: &mut dyn Sink) -> Seen {
        let outcome = Outcome::Failed(FailureKind::Test);
        let id = TestId::split_last(name, " > ");
        sink.emit(Event::Finished { id, outcome, grade: Grade::Listed, attempt: 0, alias: "" });
        sink.emit(Event::BlockOpened(Block::More { name }));
        sink.emit(Event::Heading);
        self.block = Some(String::new());
        Seen::Mine(Class::Detail)
    }

    /// A line of a failure's text.
    fn body(&mut self, content: &str, sink: &mut dyn Sink) -> Seen {
        if content.is_empty() || scan::is_ruler(content.trim_matches(['┌', '┐', '└', '┘']), '─', 20)
        {
            if content.starts_with('─') {
                self.close(sink);
            }
            return Seen::Mine(Class::Noise);
        }
        let Some(message) = &mut self.block else { return Seen::No };
        if content.starts_with("Logs saved to `") {
            sink.emit(Event::Text(Part::Where));
            return Seen::Mine(Class::Detail);
        }
        if content.starts_with("Raised at ")
            || content.starts_with("Called from ")
            || content.starts_with("Re-raised at ")
        {
            sink.emit(Event::Text(Part::Where));
            return Seen::Mine(Class::Detail);
        }
        if let Some(place) = content.strip_prefix("File \"").and_then(located) {
            sink.emit(Event::At { place, better: true });
            sink.emit(Event::Text(Part::Why));
            return Seen::Mine(Class::Detail);
        }
        let passed = content.starts_with("ASSERT ");
        let reported =
            content.strip_prefix("FAIL ").or_else(|| content.strip_prefix("[failure] ")).unwrap_or(content);
        let value = content.starts_with("Expected: ") || content.starts_with("Received: ");
        let first = content.starts_with("FAIL ")
            || content.starts_with("[failure] ")
            || content.starts_with("[exception] ");
        // What the test printed is before its failure.
        if first {
            message.clear();
        }
        if (first || value || (message.is_empty() && !passed))
            && message.len().saturating_add(reported.len()) < LONGEST_MESSAGE
        {
            if !message.is_empty() {
                message.push_str(if message.contains("Expected: ") { ", " } else { ": " });
            }
            message.push_str(reported);
        }
        sink.emit(Event::Text(if passed { Part::Output } else { Part::Why }));
        Seen::Inside(Class::Detail)
    }

    fn declare(&mut self, failed: u64, run: u64, sink: &mut dyn Sink) -> Seen {
        let listed = self.passed.saturating_add(self.failed).saturating_add(self.skipped);
        // What is skipped counts as run to some versions.
        let skipped = if listed == run { self.skipped } else { 0 };
        let totals = Totals {
            passed: Some(run.saturating_sub(failed).saturating_sub(skipped)),
            failed: Some(failed),
            skipped: Some(self.skipped),
            ..Totals::default()
        };
        sink.emit(Event::Declared { totals, level: Level::Section });
        *self = Self::default();
        Seen::Mine(Class::Totals)
    }

    fn close(&mut self, sink: &mut dyn Sink) {
        if let Some(message) = self.block.take() {
            if !message.is_empty() {
                sink.emit(Event::Message(&message));
            }
            sink.emit(Event::BlockClosed);
        }
    }
}

/// The name without the columns between its parts.
fn shown(suite: &str, test: &str) -> String {
    let (number, words) = test.split_once(' ').unwrap_or((test, ""));
    format!("{suite} > {number} {}", words.trim().trim_end_matches('.'))
}

/// Reads `> [FAIL]        berths          1   moors a ferry.`: what became of it, its suite, and its number and words.
fn test(text: &str) -> Option<(Outcome, &str, &str)> {
    let text = text.trim();
    let (mark, rest) = text.strip_prefix("> ").unwrap_or(text).strip_prefix('[')?.split_once(']')?;
    let outcome = match mark {
        "OK" => Outcome::Passed,
        "FAIL" | "ERROR" => Outcome::Failed(FailureKind::Test),
        "SKIP" | "TODO" => Outcome::Skipped,
        _ => return None,
    };
    let rest = rest.strip_prefix("   ")?.trim();
    let (suite, test) = rest.split_once("  ")?;
    let test = test.trim_start();
    let (_, words) = scan::number(test)?;
    words.starts_with("   ").then_some((outcome, suite, test))
}

/// Reads `lib/test.ml", line 20, characters 3-4:`.
fn located(text: &str) -> Option<Place<'_>> {
    let (file, rest) = text.split_once("\", line ")?;
    let (line, _) = scan::number(rest)?;
    Some(Place { file, line: Some(line) })
}

/// Reads `2 failures! in 0.002s. 4 tests run.` and `Test Successful in 0.001s. 2 tests run.`: failures, and tests that ran.
fn numbers(content: &str) -> Option<(u64, u64)> {
    let (reported, run) = content.split_once(" in ")?;
    let (time, run) = run.split_once("s. ")?;
    let (run, rest) = scan::number(run)?;
    if !matches!(rest, " tests run." | " test run.")
        || !time.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
    {
        return None;
    }
    if reported == "Test Successful" {
        return Some((0, run));
    }
    let (failed, word) = scan::number(reported)?;
    (matches!(word, " failure!" | " failures!" | " error!" | " errors!") && failed <= run)
        .then_some((failed, run))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::kit::scan::drive;

    fn all(text: &str) -> String {
        drive(&mut Alcotest::default(), text).join("\n")
    }

    const BEGUN: &str = "Testing `Harbour'.\nThis run has ID `4M1WSC3B'.\n\n";

    #[test]
    fn numbers_alone_count_when_something_failed() {
        assert!(all("2 failures! in 0.002s. 4 tests run.\n").contains("passed: None, failed: Some(2)"));
        assert!(!all("Test Successful in 0.002s. 4 tests run.\n").contains("Declared"));
    }

    #[test]
    fn a_failure_has_its_box_and_is_reported_once() {
        let all = all(&format!(
            "{BEGUN}  [OK]          berths          0   counts.\n> [FAIL]        berths          1   moors a ferry.\n\n┌────────────────────────────┐\n\
             │ [FAIL]        berths          1   moors a ferry.     │\n└────────────────────────────┘\nASSERT berths\nFAIL berths\n\n   Expected: `3'\n   Received: `4'\n\n\
             Raised at A in file \"a.ml\"\n ──────────────────────\n\n1 failure! in 0.002s. 2 tests run.\n"
        ));
        assert!(all.contains("Message(\"berths: Expected: `3', Received: `4'\")"), "{all}");
        assert!(all.contains("More { name: \"berths > 1 moors a ferry\" }"), "{all}");
        assert!(all.contains("passed: Some(1), failed: Some(1)"), "{all}");
    }

    #[test]
    fn a_run_that_is_cut_tells_no_numbers() {
        let all = all(&format!("{BEGUN}  [OK]          berths          0   counts.\n"));
        assert!(all.contains("outcome: Passed") && !all.contains("Declared"), "{all}");
    }

    #[test]
    fn others_words_are_nobodys() {
        for text in [
            "Testing the rope.\nIt holds.\n",
            "Test Successful in 0.1s. 3 tests run.\n",
            "  [OK]      a     0   b.\n",
        ] {
            assert!(!all(text).contains("Started"), "{text}");
        }
        for text in
            ["Test Successful in a day. 3 tests run.", "4 failures! in 0.1s. 3 tests run.", "[OK] fine"]
        {
            let all = all(&format!("{BEGUN}{text}\n"));
            assert!(!all.contains("Declared") && !all.contains("Finished"), "{text}");
        }
    }
}
