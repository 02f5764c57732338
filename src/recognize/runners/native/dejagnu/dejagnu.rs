//! DejaGnu's `runtest`, as GCC, GDB and binutils use it: a line for each test that failed, for all of them with `-a`.
//!
//! `Test run by ...` and `=== tool tests ===` begin a run, `Running a.exp ...` a file of tests, and the numbers below
//! `=== tool Summary ===` end it. A test can print each of these lines: the numbers that count are the last ones, after
//! which no test and no file follows. An error of a test's script is reported before the test that it leaves unresolved, which
//! only `-a` names. See `framework.exp` and `runtest.exp`.

use crate::budget::Count as _;
use crate::event::{Class, Ended, Event, FailureKind, Level, Opened, Outcome, Part, Seen, Totals};
use crate::recognize::kit::bounds::NAME_BYTES;
use crate::recognize::kit::scan;
use crate::recognize::kit::{EqualNames, Run, Runner, Spec};
use crate::text::head;

use super::dejagnu_lines::{Of, count, id, is_date, is_file, result, summary, tcl_place, tests};

/// The most names of failures that can be taken back.
const MOST_NAMES: usize = 1024;
/// The most runs whose lines are among one another's.
const MOST_RUNS: usize = 64;
/// The most lines that tell of an error.
const ERROR_LINES: u32 = 40;

/// The numbers of a summary.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Sum {
    passed: u64,
    failed: u64,
    skipped: u64,
    other: u64,
}

/// What is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum At {
    /// Tests.
    #[default]
    Tests,
    /// What is below an error, and how many lines so far.
    Error(u32),
    /// The numbers of one target of several, which are summed up later.
    Target,
    /// The numbers of the run.
    Summary,
}

/// DejaGnu.
#[derive(Debug, Default)]
pub struct Dejagnu {
    /// How many runs began whose numbers are summed up.
    runs: usize,
    at: At,
    /// The beginning is lost, and the tools whose numbers came.
    headless: bool,
    tools: Vec<String>,
    sums: Vec<Sum>,
    /// The last numbers cannot lack those of failures: they are before some that came, or something follows.
    settled: bool,
    /// Failures that are after the last numbers, and whether errors are reported once more there.
    loose: Vec<String>,
    again: bool,
    /// Something of a run came after the last numbers.
    since: bool,
    /// Failures, and the names of the first ones.
    failed: u64,
    names: Vec<String>,
    passed: u64,
    /// The error that the next test's result is about, and the name that it was reported by.
    error: Option<String>,
    /// The target that the tests run for, and how many there were.
    target: String,
    targets: u32,
    /// The run was announced by its first line, and the second is to come.
    announced: bool,
}

impl Runner for Dejagnu {
    const SPEC: Spec = Spec {
        name: "dejagnu",
        reads: "DejaGnu's runtest, with and without -a, as GCC and GDB use it",
        starts: &["Test run by ", "=== ", "Running "],
        equal_names: EqualNames::Same,
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        self.runs > 0
    }

    fn line(&mut self, (): &mut (), text: &str, run: &mut Run<'_>) -> Seen {
        if let Some(tool) = tests(text) {
            return self.begin(tool, run);
        }
        if let Some((_, date)) = text.strip_prefix("Test run by ").and_then(|rest| rest.split_once(" on ")) {
            if !is_date(date) {
                return Seen::No;
            }
            self.begin("", run);
            self.announced = true;
            return Seen::Mine(Class::Noise);
        }
        if self.runs == 0 {
            if !is_file(text) && summary(text).is_none() {
                return Seen::No;
            }
            // Its beginning is lost, or a test printed an end.
            self.begin("", run);
            self.headless = true;
        }
        if let Some((of, tool)) = summary(text) {
            return self.summed(of, tool, run);
        }
        if let Some((label, number)) = count(text) {
            return self.number(label, number, run);
        }
        if self.is_complete()
            && let Some(seen) = self.after(text, run)
        {
            return seen;
        }
        self.test(text, run)
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        self.declare(run);
    }
}

impl Dejagnu {
    fn is_complete(&self) -> bool {
        !self.since && !self.sums.is_empty() && self.sums.len() >= self.runs
    }

    /// A run begins.
    fn begin(&mut self, tool: &str, run: &mut Run<'_>) -> Seen {
        if std::mem::take(&mut self.announced) && self.runs > 0 {
            run.emit(Event::SectionLabel(tool));
            return Seen::Mine(Class::Noise);
        }
        if self.is_complete() {
            self.declare(run);
        }
        if self.runs == 0 {
            run.emit(Event::SectionStarted { opened: Opened::Own, announced: None, label: tool });
        }
        self.runs = self.runs.saturating_add(1).min(MOST_RUNS);
        Seen::Mine(Class::Noise)
    }

    /// The head of numbers.
    fn summed(&mut self, of: Of, tool: &str, run: &mut Run<'_>) -> Seen {
        self.error = None;
        self.recall(run);
        if of == Of::Target {
            self.at = At::Target;
            return Seen::Mine(Class::Totals);
        }
        self.at = At::Summary;
        (self.since, self.settled) = (false, false);
        self.sums.push(Sum::default());
        // Without beginnings the tools' names alone tell runs apart.
        if self.headless && self.tools.iter().all(|known| known != tool) && self.tools.len() < MOST_RUNS {
            self.tools.push(head(tool, NAME_BYTES).to_owned());
            self.runs = self.tools.len();
        }
        if self.sums.len() > self.runs {
            // A test printed the earlier ones.
            self.sums.remove(0);
        }
        run.may_have_ended();
        Seen::Mine(Class::Totals)
    }

    /// A number.
    fn number(&mut self, label: &str, number: u64, run: &mut Run<'_>) -> Seen {
        let Some(sum) = self.sums.last_mut().filter(|_| self.at == At::Summary) else {
            return Seen::Inside(Class::Other);
        };
        self.settled |= matches!(label, "untested testcases" | "unsupported tests");
        let slot = match label {
            "expected passes" => &mut sum.passed,
            "unexpected failures" | "unexpected successes" | "unknown successes" | "unresolved testcases" => {
                &mut sum.failed
            }
            "expected failures" | "known failures" => &mut sum.other,
            "untested testcases" | "unsupported tests" => &mut sum.skipped,
            // Notes on names, errors that left a test unresolved.
            _ => return Seen::Mine(Class::Totals),
        };
        slot.up(number);
        run.may_have_ended();
        Seen::Mine(Class::Totals)
    }

    /// A line after the numbers; `None` when the run goes on with it.
    fn after(&mut self, text: &str, run: &mut Run<'_>) -> Option<Seen> {
        self.settled |= self.sums.last() != Some(&Sum::default());
        if ["make ", "make[", "make: ", "gmake"].iter().any(|begin| text.starts_with(begin)) {
            self.declare(run);
            return Some(Seen::No);
        }
        if is_file(text) {
            self.recall(run);
            return None;
        }
        // It tells the errors once more, between two lines of dashes.
        let dashes = text.strip_prefix("ERROR: ").unwrap_or(text);
        if scan::is_ruler(dashes, '-', 40) {
            self.again = text != dashes && !self.again;
            return Some(Seen::Mine(Class::Noise));
        }
        if self.again {
            return Some(Seen::Inside(Class::Noise));
        }
        if result(text).is_some_and(|(word, _)| matches!(word, "FAIL" | "XPASS" | "KPASS" | "UNRESOLVED"))
            && self.loose.len() < MOST_NAMES
            && text.len() <= NAME_BYTES
        {
            // Anybody prints such a line: it is the run's when more of it follows.
            self.loose.push(text.to_owned());
        }
        Some(Seen::No)
    }

    /// The run goes on after numbers that a test printed.
    fn recall(&mut self, run: &mut Run<'_>) {
        for text in std::mem::take(&mut self.loose) {
            if let Some((_, name)) = result(&text) {
                self.claim(name, FailureKind::Test, Some(&text), run);
            }
        }
    }

    /// A line of tests.
    fn test(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        if let Some(target) = text.strip_prefix("Running target ") {
            self.targets.up(1);
            self.target.clear();
            self.target.push_str(head(target, NAME_BYTES));
            return Seen::Mine(Class::Noise);
        }
        if is_file(text) {
            self.leave(run);
            self.since = true;
            return Seen::Mine(Class::Noise);
        }
        let Some((word, name)) = result(text) else {
            return self.below(text, run);
        };
        if word == "ERROR" {
            return self.error(name, run);
        }
        self.leave(run);
        self.since = true;
        let outcome = match word {
            "PASS" => {
                // Reported with the totals: a test may print imitations.
                self.passed.up(1);
                self.error = None;
                return Seen::Mine(Class::Passed);
            }
            "WARNING" => {
                return run.warn_at_once(name);
            }
            "XFAIL" | "KFAIL" => Outcome::Other,
            "UNTESTED" | "UNSUPPORTED" => Outcome::Skipped,
            _ => Outcome::Failed(FailureKind::Test),
        };
        if matches!(outcome, Outcome::Failed(_)) {
            self.failure(word, name, run)
        } else {
            run.report(id(name), outcome)
        }
    }

    /// A test failed.
    fn failure(&mut self, word: &str, name: &str, run: &mut Run<'_>) -> Seen {
        let message = match word {
            "XPASS" | "KPASS" => Some("passed, but was expected to fail".to_owned()),
            "UNRESOLVED" => self.error.take().map(|error| {
                // The test tells it by its name.
                run.emit(Event::Withdrawn(id(&error)));
                self.failed.down(1);
                self.names.retain(|each| *each != error);
                error
            }),
            _ => None,
        };
        let seen = self.claim(name, FailureKind::Test, None, run);
        run.message(&message.unwrap_or_default());
        run.close();
        seen
    }

    fn claim(&mut self, name: &str, kind: FailureKind, shown: Option<&str>, run: &mut Run<'_>) -> Seen {
        // The same name for another target.
        let again = self.targets > 1 && self.names.iter().any(|each| each == name);
        let other = if again { format!("{name} [{}]", self.target) } else { String::new() };
        let name = if again { other.as_str() } else { name };
        if self.names.iter().all(|each| each != name) {
            self.failed.up(1);
            if self.names.len() < MOST_NAMES && name.len() <= NAME_BYTES {
                self.names.push(name.to_owned());
            }
        }
        if let Some(shown) = shown {
            run.instead(shown);
        }
        run.fail_by_line(id(name), kind)
    }

    /// An error of a script. It may have several lines that begin so.
    fn error(&mut self, printed: &str, run: &mut Run<'_>) -> Seen {
        if matches!(self.at, At::Error(_)) && self.error.is_some() {
            return run.text(Part::Why);
        }
        self.since = true;
        let name = head(printed.trim_end_matches('.'), NAME_BYTES).to_owned();
        let seen = self.claim(&name, FailureKind::Setup, None, run);
        run.message(&name);
        self.error = Some(name);
        self.at = At::Error(0);
        seen
    }

    /// A line of no result.
    fn below(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        match self.at {
            At::Error(lines) if !text.is_empty() && lines < ERROR_LINES => {
                self.at = At::Error(lines.saturating_add(1));
                if let Some(place) = tcl_place(text.trim_start()) {
                    run.at(place);
                }
                run.text(Part::Where)
            }
            At::Error(_) => {
                self.leave(run);
                Seen::Inside(Class::Noise)
            }
            _ if text.is_empty() => Seen::Inside(Class::Noise),
            _ => Seen::Inside(Class::Other),
        }
    }

    /// The text of an error ends.
    fn leave(&mut self, run: &mut Run<'_>) {
        self.at = At::Tests;
        run.close();
    }

    /// The run is over.
    fn declare(&mut self, run: &mut Run<'_>) {
        self.leave(run);
        let complete = self.is_complete();
        let ended = std::mem::take(self);
        if ended.runs == 0 {
            return;
        }
        let sum = ended.sums.iter().fold(Sum::default(), |all, sum| Sum {
            passed: all.passed.saturating_add(sum.passed),
            failed: all.failed.saturating_add(sum.failed),
            skipped: all.skipped.saturating_add(sum.skipped),
            other: all.other.saturating_add(sum.other),
        });
        let cut = sum.failed == 0 && ended.failed > 0 && !ended.settled;
        if !complete || cut {
            run.emit(Event::Counted { passed: ended.passed, failed: 0, skipped: 0, other: 0 });
            run.emit(Event::SectionEnded(Ended::Replaced));
            return;
        }
        if sum.failed == 0 {
            for name in &ended.names {
                run.emit(Event::Withdrawn(id(name)));
            }
        }
        // Unresolved tests are counted, and named with `-a` only.
        run.emit(Event::Counted { passed: sum.passed, failed: sum.failed, skipped: 0, other: 0 });
        let totals = Totals {
            passed: Some(sum.passed),
            failed: Some(sum.failed),
            skipped: Some(sum.skipped),
            other: Some(sum.other),
            ..Totals::default()
        };
        run.emit(Event::Declared { totals, level: Level::Section });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BEGIN: &str =
        "Test run by me on Mon Nov 23 03:50:47 2026\n\t\t=== harbour tests ===\nRunning a/b.exp ...\n";

    #[test]
    fn heads_numbers_and_results_have_their_shape() {
        assert_eq!(summary("\t\t=== gcc Summary ==="), Some((Of::Run, "gcc")));
        assert_eq!(summary("\t\t=== gcc Summary for unix ==="), Some((Of::Target, "gcc")));
        assert_eq!(summary("=== gcc Summary ==="), None);
        assert_eq!(count("# of expected passes\t\t12"), Some(("expected passes", 12)));
        assert_eq!(result("KPASS: a b"), Some(("KPASS", "a b")));
        assert!(result("FAILED: a").is_none() && result("FAIL:").is_none());
        assert_eq!(
            tcl_place("(file \"a.exp\" line 4)").map(|place| (place.file, place.line)),
            Some(("a.exp", Some(4)))
        );
        assert!(is_date("Mon Nov 23 03:50:47 2026") && !is_date("a machine"));
    }

    #[test]
    fn names_are_kept_up_to_their_bound() {
        let mut dejagnu = crate::recognize::kit::Driven::<Dejagnu>::default();
        let log: String = (0..=MOST_NAMES).map(|number| format!("FAIL: t{number}\n")).collect();
        for line in format!("{BEGIN}{log}").lines() {
            dejagnu.read(&crate::text::Line::of(line), &mut Vec::<String>::new());
        }
        assert_eq!((dejagnu.runner.names.len(), dejagnu.runner.failed), (MOST_NAMES, 1025));
    }
}
