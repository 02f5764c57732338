//! Criterion, the test framework for C and C++: what its assertions say, and a line for each test that failed.
//!
//! ```text
//! [----] tests/quay.c:12: Assertion failed: berth is taken
//! [FAIL] quay::moors: (0.00s)
//! [FAIL] quay::lifts: CRASH!
//! [====] Synthesis: Tested: 6 | Passing: 4 | Failing: 2 | Crashing: 1
//! ```
//!
//! What crashed counts among what failed. A run without failures prints its last line alone, unless it is verbose. Source of
//! the format: the expected outputs of Criterion's samples and its `src/log/normal.c`.

use crate::event::{
    Class, Event, FailureKind, Grade, Level, Opened, Outcome, Part, Runner, Seen, Sink, TestId, Totals,
};
use crate::recognize::kit::scan;
use crate::recognize::{Attention, Recognizer, Signs};
use crate::text::Line;

/// The most lines, and bytes of a line, that wait for the test that they tell of.
const MOST_HELD: usize = 64;
const HELD_BYTES: usize = 1024;

/// Criterion.
#[derive(Debug, Default)]
pub struct Criterion {
    running: bool,
    /// What assertions printed since the last test ended, without the mark.
    held: Vec<String>,
}

impl Recognizer for Criterion {
    fn runner(&self) -> Runner {
        Runner("criterion")
    }

    fn signs(&self) -> Signs {
        const STARTS: [&str; 6] = ["[----] ", "[====] ", "[FAIL] ", "[PASS] ", "[SKIP] ", "[RUN ] "];
        Signs { starts: &STARTS, ..Signs::default() }
    }

    fn attention(&self) -> Attention {
        Attention::Signs
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged().trim_end();
        let Some((mark, rest)) = text.split_at_checked("[----] ".len()) else {
            return if text == "[----]" && self.running { Seen::Mine(Class::Detail) } else { Seen::No };
        };
        match mark {
            "[----] " => self.printed(rest),
            "[====] " => self.reported(rest, sink),
            "[RUN ] " if self.running && is_test(rest) => Seen::Mine(Class::Noise),
            "[FAIL] " | "[PASS] " | "[SKIP] " => self.test(mark, rest, sink),
            _ => Seen::No,
        }
    }
}

impl Criterion {
    fn open(&mut self, sink: &mut dyn Sink) {
        if !self.running {
            self.running = true;
            sink.emit(Event::MayHaveBegunBefore);
            sink.emit(Event::SectionStarted { opened: Opened::Own, announced: None, label: "" });
            sink.emit(Event::BeganThere);
        }
    }

    /// What an assertion says: `tests/quay.c:12: Assertion failed: ...`, and further lines of it.
    fn printed(&mut self, rest: &str) -> Seen {
        let placed = scan::place(rest).is_some();
        if !placed && self.held.is_empty() {
            return if self.running { Seen::Mine(Class::Other) } else { Seen::No };
        }
        if self.held.len() < MOST_HELD {
            self.held.push(crate::text::head(rest, HELD_BYTES).to_owned());
        }
        Seen::Mine(Class::Detail)
    }

    /// A line of the runner: how many tests will run, and the numbers.
    fn reported(&mut self, rest: &str, sink: &mut dyn Sink) -> Seen {
        if let Some(rest) = rest.strip_prefix("Running ").and_then(scan::number).map(|(_, rest)| rest)
            && (rest.starts_with(" tests from ") || rest.starts_with(" test from "))
        {
            self.open(sink);
            return Seen::Mine(Class::Noise);
        }
        let Some(totals) = synthesis(rest) else { return Seen::No };
        self.open(sink);
        sink.emit(Event::Declared { totals, level: Level::Section });
        *self = Self::default();
        Seen::Mine(Class::Totals)
    }

    /// `[FAIL] quay::moors: (0.00s)`.
    fn test(&mut self, mark: &str, rest: &str, sink: &mut dyn Sink) -> Seen {
        let Some((name, how)) = test(rest) else { return Seen::No };
        let id = TestId::split_last(name, "::");
        if mark != "[FAIL] " {
            // Others draw their passes like this, too: only a run that was seen to begin has some.
            if !self.running || how.is_some_and(|how| mark == "[PASS] " && !how.starts_with('(')) {
                return Seen::No;
            }
            let skipped = mark == "[SKIP] ";
            sink.emit(Event::finished(id, if skipped { Outcome::Skipped } else { Outcome::Passed }));
            return Seen::Mine(if skipped { Class::Skipped } else { Class::Passed });
        }
        let kind = match how {
            Some(how) if how.starts_with("CRASH") => FailureKind::Crash,
            Some(how) if how.starts_with("Timed out") => FailureKind::Timeout,
            Some(how) if !how.starts_with('(') => return Seen::No,
            Some(_) | None => FailureKind::Test,
        };
        self.open(sink);
        let outcome = Outcome::Failed(kind);
        sink.emit(Event::Finished { id, outcome, grade: Grade::Block, attempt: 0, alias: "" });
        sink.emit(Event::BlockOpened(crate::event::Block::More { name }));
        sink.emit(Event::Heading);
        self.tell(sink);
        sink.emit(Event::BlockClosed);
        Seen::Mine(Class::Detail)
    }

    /// Tells what the assertions printed: the place, and what is after it or on the next lines.
    fn tell(&mut self, sink: &mut dyn Sink) {
        let held = std::mem::take(&mut self.held);
        let mut message = String::new();
        for line in &held {
            let printed = match scan::place(line) {
                Some((place, printed)) => {
                    sink.emit(Event::At { place, better: false });
                    printed.trim()
                }
                None => line.trim(),
            };
            let general = message.is_empty() || message.eq_ignore_ascii_case("assertion failed");
            if general && !printed.is_empty() {
                if !message.is_empty() {
                    message.push_str(": ");
                }
                message.push_str(printed);
            }
            if !line.trim().is_empty() {
                sink.emit(Event::Decoded { part: Part::Why, text: line });
            }
        }
        if !message.is_empty() {
            sink.emit(Event::Message(&message));
        }
    }
}

/// Splits `quay::moors: (0.00s)` into the test and what became of it.
fn test(rest: &str) -> Option<(&str, Option<&str>)> {
    let (name, how) = match rest.split_once(": ") {
        Some((name, how)) => (name, Some(how)),
        None => (rest, None),
    };
    is_test(name).then_some((name, how))
}

/// Whether the text names a test: its suite, and its name.
fn is_test(name: &str) -> bool {
    let word = |text: &str| {
        !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    };
    name.split_once("::").is_some_and(|(suite, test)| word(suite) && word(test))
}

/// Reads `Synthesis: Tested: 6 | Passing: 4 | Failing: 2 | Crashing: 1`.
fn synthesis(rest: &str) -> Option<Totals> {
    let mut fields = rest.strip_prefix("Synthesis: ")?.split(" | ");
    let mut next = |word: &str| {
        let number = fields.next()?.strip_prefix(word)?.strip_prefix(": ")?;
        scan::whole_number(number.trim_end())
    };
    let (total, passed, failed, crashed) =
        (next("Tested")?, next("Passing")?, next("Failing")?, next("Crashing")?);
    (passed.checked_add(failed) == Some(total) && crashed <= failed).then_some(Totals {
        passed: Some(passed),
        failed: Some(failed),
        total: Some(total),
        ..Totals::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::kit::scan::drive;

    fn all(text: &str) -> String {
        drive(&mut Criterion::default(), text).join("\n")
    }

    #[test]
    fn a_failed_test_has_what_its_assertions_printed() {
        let all = all(
            "[----] a/quay.c:12: Assertion Failed\n[----]   \n[----]   berth is taken\n[FAIL] quay::moors: (0.00s)\n[FAIL] quay::lifts: CRASH!\n\
                       [====] Synthesis: Tested: 3 | Passing: 1 | Failing: 2 | Crashing: 1 \n",
        );
        assert!(all.contains("file: \"a/quay.c\", line: Some(12)"), "{all}");
        assert!(all.contains("Message(\"Assertion Failed: berth is taken\")"), "{all}");
        assert!(all.contains("name: \"lifts\" }, outcome: Failed(Crash)"), "{all}");
        assert!(all.contains("passed: Some(1), failed: Some(2), errors: None"), "{all}");
    }

    #[test]
    fn a_run_that_passed_prints_its_numbers_alone() {
        let all = all("[====] Synthesis: Tested: 3 | Passing: 3 | Failing: 0 | Crashing: 0 \n");
        assert!(all.contains("SectionStarted") && all.contains("passed: Some(3), failed: Some(0)"), "{all}");
    }

    #[test]
    fn a_verbose_run_tells_its_passes() {
        let all = all(
            "[====] Running 2 tests from quay:\n[RUN ] quay::opens\n[PASS] quay::opens: (0.00s)\n[SKIP] quay::later: Test is disabled\n",
        );
        assert_eq!(all.matches("outcome: Passed").count(), 1, "{all}");
        assert_eq!(all.matches("outcome: Skipped").count(), 1, "{all}");
        assert!(!all.contains("Declared"), "{all}");
    }

    #[test]
    fn what_others_draw_in_brackets_is_no_test() {
        for text in [
            "[FAIL] quay moors",
            "[FAIL] quay::moors: reverted",
            "[PASS] quay::moors: (0.00s)",
            "[----] 3 tests from Quay",
            "[====] Synthesis: Tested: 9 | Passing: 3 | Failing: 0 | Crashing: 0",
            "[====] Synthesis: done",
        ] {
            assert!(!all(text).contains("Started") && !all(text).contains("Finished"), "{text}");
        }
    }

    #[test]
    fn what_assertions_say_is_held_while_there_is_room() {
        let mut criterion = Criterion::default();
        drive(&mut criterion, &format!("[----] a.c:1: {}\n", "x".repeat(4000)).repeat(99));
        assert_eq!(
            (criterion.held.len(), criterion.held.iter().map(String::len).max()),
            (MOST_HELD, Some(HELD_BYTES))
        );
    }
}
