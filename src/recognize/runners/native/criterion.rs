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

use crate::event::{Class, Event, FailureKind, Grade, Outcome, Part, Seen, TestId, Totals};
use crate::recognize::kit::{EqualNames, EveryLine, Run, Runner, Shape, Spec, of_start, scan, shape};

/// The most lines, and bytes of a line, that wait for the test that they are about.
const MOST_HELD: usize = 64;
const HELD_BYTES: usize = 1024;

/// Criterion.
#[derive(Debug, Default)]
pub struct Criterion {
    /// What assertions printed since the last test ended, without the mark.
    held: Vec<String>,
}

const RUNNING: Shape = shape("Running {number} test{s} from {any}");
const SYNTHESIS: Shape =
    shape("Synthesis: Tested: {total} | Passing: {passed} | Failing: {failed} | Crashing: {errors}");

/// What became of a test, by what is after its name.
const KINDS: [(&str, FailureKind); 3] =
    [("CRASH", FailureKind::Crash), ("Timed out", FailureKind::Timeout), ("(", FailureKind::Test)];

impl Runner for Criterion {
    const SPEC: Spec = Spec {
        name: "criterion",
        reads: "Criterion programs, quiet and verbose",
        starts: &["[----] ", "[====] ", "[FAIL] ", "[PASS] ", "[SKIP] ", "[RUN ] "],
        every_line: EveryLine::Never,
        equal_names: EqualNames::Same,
        ..Spec::NONE
    };

    type Zone = ();

    fn line(&mut self, (): &mut (), text: &str, run: &mut Run<'_>) -> Seen {
        let Some((mark, rest)) = text.split_at_checked("[----] ".len()) else {
            return if text == "[----]" && run.is_running() { Seen::Mine(Class::Detail) } else { Seen::No };
        };
        match mark {
            "[----] " => self.assertion(rest, run.is_running()),
            "[====] " => ended(rest, run),
            "[RUN ] " if run.is_running() && is_test(rest) => Seen::Mine(Class::Noise),
            "[FAIL] " => self.failed(rest, run),
            // Others draw their passes like this, too: only a run that was seen to begin has some.
            "[PASS] " | "[SKIP] " if run.is_running() => match test(rest) {
                Some((id, _)) if mark == "[SKIP] " => run.skip(id),
                Some((id, how)) if how.is_none_or(|how| how.starts_with('(')) => run.pass(id),
                _ => Seen::No,
            },
            _ => Seen::No,
        }
    }
}

impl Criterion {
    /// What an assertion prints: `tests/quay.c:12: Assertion failed: ...`, and further lines of it.
    fn assertion(&mut self, rest: &str, running: bool) -> Seen {
        if self.held.is_empty() && scan::place(rest).is_none() {
            return if running { Seen::Mine(Class::Other) } else { Seen::No };
        }
        if self.held.len() < MOST_HELD {
            self.held.push(crate::text::head(rest, HELD_BYTES).to_owned());
        }
        Seen::Mine(Class::Detail)
    }

    /// `quay::moors: (0.00s)`
    fn failed(&mut self, rest: &str, run: &mut Run<'_>) -> Seen {
        let Some((id, how)) = test(rest) else { return Seen::No };
        let kind = how.map_or(Some(FailureKind::Test), |how| of_start(&KINDS, how).map(|(kind, _)| kind));
        let Some(kind) = kind else { return Seen::No };
        begin(run);
        let outcome = Outcome::Failed(kind);
        run.emit(Event::Finished { id, outcome, grade: Grade::Block, attempt: 0, alias: "" });
        let seen = run.more(&format!("{}{}{}", id.module, id.separator, id.name));
        run.emit(Event::Heading);
        self.reason(run);
        run.close();
        seen
    }

    /// What the assertions printed: the place, and what is after it or on the next lines.
    fn reason(&mut self, run: &mut Run<'_>) {
        let mut message = String::new();
        for line in std::mem::take(&mut self.held) {
            let (place, text) =
                scan::place(&line).map_or((None, line.as_str()), |(place, text)| (Some(place), text));
            if let Some(place) = place {
                run.emit(Event::At { place, better: false });
            }
            let text = text.trim();
            let general = message.is_empty() || message.eq_ignore_ascii_case("assertion failed");
            if general && !text.is_empty() {
                if !message.is_empty() {
                    message.push_str(": ");
                }
                message.push_str(text);
            }
            if !line.trim().is_empty() {
                run.emit(Event::Decoded { part: Part::Why, text: &line });
            }
        }
        run.message(&message);
    }
}

fn begin(run: &mut Run<'_>) {
    if !run.is_running() {
        run.open();
        run.emit(Event::BeganThere);
    }
}

/// A line of the runner: how many tests will run, and the numbers.
fn ended(rest: &str, run: &mut Run<'_>) -> Seen {
    if RUNNING.fits(rest) {
        begin(run);
        return Seen::Mine(Class::Noise);
    }
    let Some(totals) = synthesis(rest) else { return Seen::No };
    begin(run);
    run.totals(totals)
}

/// Splits `quay::moors: (0.00s)` into the test and what became of it.
fn test(rest: &str) -> Option<(TestId<'_>, Option<&str>)> {
    let (name, how) = rest.split_once(": ").map_or((rest, None), |(name, how)| (name, Some(how)));
    is_test(name).then(|| (TestId::split_last(name, "::"), how))
}

/// Whether the text names a test: its suite, and its name.
fn is_test(name: &str) -> bool {
    let word = |text: &str| {
        !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    };
    name.split_once("::").is_some_and(|(suite, test)| word(suite) && word(test))
}

/// Reads `Synthesis: Tested: 6 | Passing: 4 | Failing: 2 | Crashing: 1`. What crashed is among what failed.
fn synthesis(rest: &str) -> Option<Totals> {
    let read = SYNTHESIS.read(rest)?;
    let agree = read.passed?.checked_add(read.failed?) == read.total && read.errors <= read.failed;
    agree.then_some(Totals { errors: None, ..read.totals()? })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::kit::Driven;
    use crate::recognize::kit::scan::feed;

    #[test]
    fn what_assertions_say_is_held_while_there_is_room() {
        let mut criterion = Driven::<Criterion>::default();
        feed(&mut criterion, &format!("[----] a.c:1: {}\n", "x".repeat(4000)).repeat(99));
        assert_eq!(
            (criterion.runner.held.len(), criterion.runner.held.iter().map(String::len).max()),
            (MOST_HELD, Some(HELD_BYTES))
        );
    }
}
