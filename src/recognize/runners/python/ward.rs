//! ward: a line or a point for each test, a report of each failed one after a rule with its name, and a box of numbers.
//!
//! ```text
//! Found 64 tests and 0 fixtures in 0.01 seconds.
//!  FAIL  test_a:5 weighs                                                    95%
//! ────────────────────────────────── weighs ────────────────────────────────────
//!   Failed at ward/test_a.py:6 - weight is wrong
//! │   2  Failures           (3.1%)   │
//! ───────────────────────────── FAILED in 0.10 seconds ─────────────────────────
//! ```
//!
//! A test that passed although it was to fail is a failure to ward. Source of the format: ward's `_terminal.py`.

use crate::event::{Class, Event, Grade, Outcome, Part, Place, Seen, TestId, Totals};
use crate::recognize::kit::bounds::NAMES;
use crate::recognize::kit::{FAILED, Fields, Run, Runner, Shape, Spec, first, of_word, scan, shape};

/// The most bytes of failed tests that wait for their reports.
const WAITING_BYTES: usize = 256 * 1024;

/// ward.
#[derive(Debug, Default)]
pub struct Ward {
    /// Failed tests whose reports did not come: the title, and the name with its place.
    waiting: Vec<(String, String)>,
    waiting_bytes: usize,
}

const FOUND: Shape = shape("Found {total} test{s} and {number} fixture{s} in {any..} seconds.");

/// The rows of the box.
const NUMBERS: [Shape; 8] = [
    shape("{passed}  Passes  {any}"),
    shape("{failed}  Failures  {any}"),
    shape("{errors}  Unexpected Passes  {any}"),
    shape("{skipped}  Skips  {any}"),
    shape("{other}  Expected Failures  {any}"),
    shape("{total}  Tests Encountered  {any}"),
    shape("{total}  Test Encountered  {any}"),
    shape("{total}  Dry-runs  {any}"),
];

/// What became of a test.
const OUTCOMES: [(&str, Outcome); 5] = [
    ("PASS", Outcome::Passed),
    ("FAIL", FAILED),
    ("XPAS", FAILED),
    ("SKIP", Outcome::Skipped),
    ("XFAI", Outcome::Other),
];

impl Runner for Ward {
    const SPEC: Spec = Spec { name: "ward", reads: "ward", starts: &["Found "], ..Spec::NONE };

    type Zone = ();

    fn line(&mut self, (): &mut (), text: &str, run: &mut Run<'_>) -> Seen {
        if let Some(found) = FOUND.read(text) {
            *self = Self::default();
            run.forget();
            run.emit(Event::MayHaveBegunBefore);
            return run.begin(found.total);
        }
        if !run.is_running() {
            return Seen::No;
        }
        let content = text.trim_start();
        if let Some(title) = scan::ruled(content, '─') {
            return self.ruled(title, run);
        }
        if scan::is_ruler(content, '─', 20) {
            run.close();
            return Seen::Mine(Class::Noise);
        }
        if let Some((outcome, test)) = result(text).filter(|_| !run.is_open()) {
            return self.result(outcome, test, run);
        }
        if let Some(numbers) = row(content) {
            return run.collect(&numbers);
        }
        if run.is_open() { body(content, run) } else { Seen::No }
    }
}

impl Ward {
    /// The line of a test.
    fn result(&mut self, outcome: Outcome, test: &str, run: &mut Run<'_>) -> Seen {
        let (place, title) = test.split_once(' ').unwrap_or(("", test));
        let (module, line) = place.rsplit_once(':').unwrap_or((place, ""));
        let title = title.trim();
        let id = TestId::of(module, " > ", title);
        if outcome == Outcome::Passed {
            run.emit(Event::Counted { passed: 1, failed: 0, skipped: 0, other: 0 });
            return Seen::Mine(Class::Passed);
        }
        if outcome != FAILED {
            return run.report(id, outcome);
        }
        let shown = run.failed(id);
        if let Some(line) = scan::whole_number(line) {
            run.emit(Event::At { place: Place { file: module, line: Some(line) }, better: false });
        }
        let bytes = self.waiting_bytes.saturating_add(title.len()).saturating_add(shown.len());
        if self.waiting.len() < NAMES && bytes <= WAITING_BYTES {
            self.waiting_bytes = bytes;
            self.waiting.push((title.to_owned(), shown));
        }
        Seen::Mine(Class::Detail)
    }

    /// A rule with words in it: a failed test's title, or the last line of the run.
    fn ruled(&mut self, title: &str, run: &mut Run<'_>) -> Seen {
        run.close();
        if is_last(title) {
            let numbers = run.collected();
            if let Some(totals) = numbers.totals().filter(|_| numbers != Fields::default()) {
                let (passed, failed) = (totals.passed.or(Some(0)), totals.failed.or(Some(0)));
                return run.totals(Totals { passed, failed, total: None, ..totals });
            }
            *self = Self::default();
            run.forget();
            return Seen::Mine(Class::Totals);
        }
        if title.starts_with("Captured ") {
            return Seen::Mine(Class::Noise);
        }
        let Some(at) = self.waiting.iter().position(|(each, _)| each == title) else {
            // Where each test has a point only, its report is the first to name it.
            return run.fail(TestId::bare(title));
        };
        let (_, shown) = self.waiting.remove(at);
        let id = TestId::split_last(&shown, " > ");
        run.emit(Event::Finished { id, outcome: FAILED, grade: Grade::Block, attempt: 0, alias: "" });
        let seen = run.more(&shown);
        run.emit(Event::Heading);
        seen
    }
}

/// A line of a report.
fn body(content: &str, run: &mut Run<'_>) -> Seen {
    if content.is_empty() {
        return Seen::Mine(Class::Noise);
    }
    if let Some(failed) = content.strip_prefix("Failed at ") {
        let (path, message) = failed.split_once(" - ").unwrap_or((failed, ""));
        if let Some((place, "")) = scan::place(path) {
            run.emit(Event::At { place, better: true });
        }
        return run.why(message);
    }
    // The frames are in a box; the exception is the first line after it.
    let drawn = content.starts_with(['│', '╭', '╰', '❱']) || scan::number(content).is_some();
    if !drawn {
        return run.why(content);
    }
    let frame = content.trim_matches(['│', ' ']).rsplit_once(" in ");
    if let Some((place, "")) = frame.and_then(|(path, _)| scan::place(path)) {
        run.emit(Event::At { place, better: true });
    }
    run.text(Part::Where)
}

/// Reads ` FAIL  test_a:5 weighs                          95%`: what became of it, and place and title.
fn result(text: &str) -> Option<(Outcome, &str)> {
    // In the form that is drawn over, a spinner or a mark is before it.
    let text = text
        .trim_start()
        .trim_start_matches(['✔', '✘', '⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏', ' ']);
    let (word, rest) = text.split_once("  ")?;
    let outcome = of_word(&OUTCOMES, word)?;
    let (test, percent) = rest.strip_suffix('%')?.rsplit_once(' ')?;
    scan::whole_number(percent)?;
    let test = test.trim_end();
    let (place, _) = test.split_once(' ')?;
    scan::whole_number(place.rsplit_once(':')?.1)?;
    // The reason of a skip is in a column of its own.
    let test = if outcome == FAILED { test } else { test.split("   ").next().unwrap_or(test) };
    Some((outcome, test))
}

/// Reads `│   2  Failures           (3.1%)   │`.
fn row(content: &str) -> Option<Fields<'_>> {
    first(&NUMBERS, content.strip_prefix('│')?.strip_suffix('│')?.trim_start())
}

/// Reads `FAILED in 0.10 seconds`, the words of the run's last rule.
fn is_last(title: &str) -> bool {
    title.strip_suffix(" seconds").and_then(|title| title.rsplit_once(" in ")).is_some_and(|(word, time)| {
        word.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b' ')
            && time.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::kit::Driven;
    use crate::recognize::kit::scan::feed;

    #[test]
    fn names_that_wait_for_their_reports_are_held_while_there_is_room() {
        let mut ward = Driven::<Ward>::default();
        let title = "x".repeat(4000);
        let line = format!(" FAIL  test_a:5 {title} 95%\n");
        feed(&mut ward, &format!("Found 99 tests and 0 fixtures in 0.01 seconds.\n{}", line.repeat(99)));
        let Ward { waiting, waiting_bytes } = ward.runner;
        assert_eq!((waiting.len(), waiting_bytes <= WAITING_BYTES), (32, true));
    }
}
