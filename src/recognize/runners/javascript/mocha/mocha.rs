//! Mocha's runs.
//!
//! Mocha prints no header. A run is certain by a mark of a passed test below the title of a suite, by the first failure `1) name` there, or by
//! its closing numbers, `N passing (4ms)`; the other reporters have only these. After them is the list of failures, one for each
//! number while the tests ran. Closing numbers that contradict the marks that were counted were printed by a test.
//!
//! Neighbours: `mocha_lines` reads single lines, `list` the failures, `tail` those of a log that begins amid the list. The reporter `tap` is TAP's business, `json` and `xunit` are documents.

use super::exception::EXCEPTION;
use super::list::{LONGEST_TITLE, List, Printed, SEPARATOR};
use super::mocha_lines::{Count, MARKS, Status, count, failed_of, only_passes, shows_failure, status};
use super::tail::Beginning;
use crate::budget::Count as _;
use crate::event::{Class, Event, FailureKind, Level, Outcome, Seen, TestId, Totals};
use crate::recognize::kit::bounds::NAMES;
use crate::recognize::kit::frames::error_text::ErrorText;
use crate::recognize::kit::names::Names;
use crate::recognize::kit::{Run, Runner, Spec};

/// The deepest nesting of suites.
const MOST_SUITES: usize = 32;
/// How many failures may be before the first test that passed.
const MOST_MISSED: u64 = 256;
/// Above the first test of a whole log are blank lines and a title.
const TITLE_LINES: u64 = 2;

/// Where the recognizer is.
#[derive(Debug, Default)]
pub(super) enum State {
    /// Tests run, or nothing is known.
    #[default]
    Tests,
    /// Among the closing numbers.
    Numbers(Totals),
    /// In the list of failures.
    List(List, Totals),
    /// In the text of an exception that ended the run.
    Exception(ErrorText),
    /// Outside of a run, at what may be an entry of a list whose beginning was cut off.
    Beginning(Beginning),
    /// In the rest of such a list.
    Tail(List),
}

/// Mocha.
#[derive(Debug, Default)]
pub struct Mocha {
    pub(super) state: State,
    /// Titles of suites, and the blanks before them.
    suites: Vec<(usize, String)>,
    pub(super) passed: u64,
    pending: u64,
    pub(super) reported: Vec<String>,
    /// Failures by their numbers in a tree without suites, while no run is known.
    loose: Vec<String>,
    /// How often each name failed, as the list counts it.
    again: Names,
    /// Jest marks its tests in the same way, below the name of a file.
    jest: bool,
    /// The number of the current line.
    number: u64,
    /// The log begins amid the run: passes are missing.
    cut: bool,
    /// A blank line is after the numbers.
    parted: bool,
    /// Lines after whose beginning, printed without a line end, a passed test may be.
    glued: u64,
    /// A line above the first known one of the run shows a failed test, as the reporters `dot` and `list` do.
    failed_before: bool,
}

impl Runner for Mocha {
    const SPEC: Spec = Spec {
        name: "mocha",
        reads: "mocha: spec, dot, list, min and the other reporters with closing numbers",
        starts: &[
            "✔ ",
            "✓ ",
            "√ ",
            "✖ ",
            "× ",
            "Exception during run:",
            "PASS ",
            "FAIL ",
            "RUNS ",
            "!!",
            "!.",
            "!,",
            ".!",
            "..",
            ",!",
        ],
        numbered: &[" test complete (", " tests complete (", ") "],
        inside: &[" passing ("],
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        !matches!(self.state, State::Tests)
    }

    fn line(&mut self, (): &mut (), _text: &str, run: &mut Run<'_>) -> Seen {
        let line = run.line();
        let text = line.judged();
        self.number = line.number;
        match std::mem::take(&mut self.state) {
            State::Tests => self.tests(text, run),
            State::Numbers(totals) => self.numbers(totals, text, run),
            State::List(list, totals) => self.list(list, totals, text, run),
            State::Exception(error) => self.exception(error, text, run),
            State::Beginning(beginning) => self.beginning(beginning, text, run),
            State::Tail(list) => self.tail(list, text, run),
        }
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        match std::mem::take(&mut self.state) {
            // The numbers may have been cut off before those of failures, unless every pass was seen.
            State::Numbers(totals) if totals.failed.is_none() && !self.counts(totals) => {}
            State::Numbers(totals) => {
                self.name_loose(&List::default(), totals, run);
                self.declare(totals, run);
            }
            State::List(list, totals) => {
                list.end(run);
                self.name_loose(&list, totals, run);
                self.declare(totals, run);
            }
            State::Exception(error) => self.end_exception(&error, run),
            State::Tail(list) => list.end(run),
            State::Tests | State::Beginning(_) => {}
        }
    }
}

impl Mocha {
    pub(super) fn tests(&mut self, line: &str, run: &mut Run<'_>) -> Seen {
        let text = line.trim();
        let indent = line.len().saturating_sub(line.trim_start().len());
        self.failed_before &= !only_passes(text);
        if let Some((Count::Passing, number)) = count(text).filter(|_| (1..=4).contains(&indent)) {
            self.open(run);
            self.state = State::Numbers(Totals { passed: Some(number), ..Totals::default() });
            run.emit(Event::MayHaveEnded);
            return Seen::Mine(Class::Totals);
        }
        if let Some(seen) = self.closed(text, indent, run) {
            return seen;
        }
        if text.starts_with(EXCEPTION) {
            return self.begin_exception(text, run);
        }
        if !run.is_running() {
            return self.outside(line, run);
        }
        if indent < 2 || text.is_empty() {
            return if text.is_empty() { Seen::Mine(Class::Noise) } else { Seen::No };
        }
        match status(text) {
            Some(Status::Passed(name)) => {
                self.passed.up(1);
                run.emit(Event::Counted { passed: 1, failed: 0, skipped: 0, other: 0 });
                let suite = self.suites.iter().rfind(|(above, _)| *above < indent);
                let suite = suite.map_or("", |(_, title)| title);
                run.emit(Event::Named(TestId::of(suite, SEPARATOR, name), Outcome::Passed));
                Seen::Mine(Class::Passed)
            }
            Some(Status::Failed(number, name)) if self.comes_next(number) => self.failed(indent, name, run),
            Some(Status::Pending(name)) => {
                self.pending.up(1);
                let id = TestId::bare(name);
                run.emit(Event::finished(id, Outcome::Skipped));
                Seen::Mine(Class::Skipped)
            }
            _ => {
                if MARKS.iter().any(|mark| text.contains(mark)) {
                    self.glued.up(1);
                }
                self.suite(indent, text);
                Seen::No
            }
        }
    }

    /// The line that closes a run before mocha 1.11: all that ran when none failed, else how many did of all.
    fn closed(&mut self, text: &str, indent: usize, run: &mut Run<'_>) -> Option<Seen> {
        if indent != 2 {
            return None;
        }
        self.state = if let Some((failed, total)) = failed_of(text) {
            self.open(run);
            // A hook that failed counts among the failures and not among the tests.
            let total = Some(total).filter(|total| *total >= failed);
            State::List(List::new(failed), Totals { failed: Some(failed), total, ..Totals::default() })
        } else {
            let (Count::Complete, total) = count(text)? else { return None };
            self.open(run);
            State::Numbers(Totals { total: Some(total), ..Totals::default() })
        };
        run.emit(Event::MayHaveEnded);
        Some(Seen::Mine(Class::Totals))
    }

    /// A line while no run is known: a mark on its own level begins one.
    fn outside(&mut self, line: &str, run: &mut Run<'_>) -> Seen {
        let text = line.trim();
        let indent = line.len().saturating_sub(line.trim_start().len());
        if indent == 0 {
            // `PASS   : ` is QtTest's.
            let file =
                |word| text.strip_prefix(word).is_some_and(|file: &str| !file.trim_start().starts_with(':'));
            let jest = ["PASS ", "FAIL ", "RUNS "].into_iter().any(file);
            let marked =
                text.starts_with(['\u{2716}', '\u{d7}']) || MARKS.iter().any(|mark| begins(text, mark));
            if jest || marked {
                self.jest = jest;
            }
            return Seen::No;
        }
        self.failed_before |= shows_failure(text);
        self.note_loose(indent, text);
        if let Some(beginning) = Beginning::of(line) {
            self.state = State::Beginning(beginning);
            return Seen::No;
        }
        // Tests outside of suites are on the first level, where ava's are too: the closing numbers tell.
        let marked = indent >= 4 && indent.is_multiple_of(2) && MARKS.iter().any(|mark| begins(text, mark));
        if self.jest || !marked || text.ends_with(" ms)") || text.contains(" > ") {
            return Seen::No;
        }
        self.open(run);
        self.passed = 1;
        run.emit(Event::Counted { passed: 1, failed: 0, skipped: 0, other: 0 });
        if let Some(Status::Passed(name)) = status(text) {
            run.emit(Event::Named(TestId::bare(name), Outcome::Passed));
        }
        Seen::Mine(Class::Passed)
    }

    /// `  2) moors`, outside of any suite: the closing numbers tell whether it is a failure.
    fn note_loose(&mut self, indent: usize, text: &str) {
        let Some(Status::Failed(number, name)) = status(text).filter(|_| indent == 2) else { return };
        let next = u64::try_from(self.loose.len()).unwrap_or(u64::MAX).saturating_add(1);
        if number == 1 {
            self.loose.clear();
        }
        if (number == next || number == 1) && self.loose.len() < NAMES && name.len() <= LONGEST_TITLE {
            self.loose.push(name.to_owned());
        }
    }

    /// Names the failures that the tree shows, where no list does.
    fn name_loose(&mut self, list: &List, totals: Totals, run: &mut Run<'_>) {
        let loose = std::mem::take(&mut self.loose);
        let all = totals.failed == u64::try_from(loose.len()).ok();
        if all && list.is_empty() && self.reported.is_empty() {
            for name in &loose {
                run.emit(Event::finished(TestId::bare(name), Outcome::Failed(FailureKind::Test)));
            }
        }
    }

    pub(super) fn open(&mut self, run: &mut Run<'_>) {
        if !run.is_running() {
            (self.passed, self.pending) = (0, 0);
            (self.cut, self.parted, self.glued) = (self.number <= TITLE_LINES, false, 0);
            self.suites.clear();
            self.reported.clear();
            self.again = Names::default();
            run.begin(None);
        }
    }

    /// Whether a failure of this number can come now. The first that is seen need not be the first: a run may begin with one.
    fn comes_next(&mut self, number: u64) -> bool {
        let reported = u64::try_from(self.reported.len()).unwrap_or(u64::MAX);
        let missed = number.saturating_sub(reported.saturating_add(1));
        if reported == 0 && (1..=MOST_MISSED).contains(&missed) {
            self.reported.extend((0..missed).map(|_| String::new()));
            return true;
        }
        missed == 0 && number > reported
    }

    fn suite(&mut self, indent: usize, title: &str) {
        self.suites.retain(|(above, _)| *above < indent);
        if self.suites.len() < MOST_SUITES && title.len() <= LONGEST_TITLE && indent.is_multiple_of(2) {
            self.suites.push((indent, title.to_owned()));
        }
    }

    fn failed(&mut self, indent: usize, name: &str, run: &mut Run<'_>) -> Seen {
        self.suites.retain(|(above, _)| *above < indent);
        let titles: Vec<&str> = self.suites.iter().map(|(_, title)| title.as_str()).collect();
        let module = titles.join(SEPARATOR);
        let separator = if module.is_empty() { "" } else { SEPARATOR };
        let outcome = Outcome::Failed(FailureKind::Test);
        let name = self.again.next_of(TestId { module: &module, separator, name });
        let id = TestId { module: &module, separator, name: &name };
        run.emit(Event::finished(id, outcome));
        run.emit(Event::Heading);
        if self.reported.len() < NAMES {
            self.reported.push(format!("{module}{separator}{name}"));
        }
        Seen::Mine(Class::Detail)
    }

    fn numbers(&mut self, mut totals: Totals, line: &str, run: &mut Run<'_>) -> Seen {
        match count(line.trim()) {
            Some((Count::Pending, number)) => totals.skipped = Some(number),
            Some((Count::Failing, number)) if totals.passed.is_some() => totals.failed = Some(number),
            _ if line.trim().is_empty() && totals.failed.is_none() => {
                self.parted = true;
                self.state = State::Numbers(totals);
                return Seen::Mine(Class::Noise);
            }
            _ => {
                let failing = totals.failed.unwrap_or(0);
                if failing == 0 {
                    self.declare(totals, run);
                    return self.tests(line, run);
                }
                return self.list(List::new(failing), totals, line, run);
            }
        }
        self.state = State::Numbers(totals);
        run.emit(Event::MayHaveEnded);
        Seen::Mine(Class::Totals)
    }

    fn list(&mut self, mut list: List, totals: Totals, line: &str, run: &mut Run<'_>) -> Seen {
        match list.line(line, &self.reported, run) {
            Printed::Seen(seen) => {
                run.emit(Event::MayHaveEnded);
                self.state = State::List(list, totals);
                seen
            }
            Printed::Forged if !self.counts_those_before(totals) => {
                list.end(run);
                list.withdraw(&self.reported, run);
                self.tests(line, run)
            }
            Printed::Over | Printed::Forged => {
                list.end(run);
                self.name_loose(&list, totals, run);
                self.declare(totals, run);
                self.tests(line, run)
            }
        }
    }

    /// Whether numbers count all tests before them, or the log begins with them: they are the run's, whose list was cut off if
    /// more tests follow.
    fn counts_those_before(&self, totals: Totals) -> bool {
        if self.passed == 0 { self.cut } else { totals.passed == Some(self.passed) }
    }

    /// Whether numbers at the stream's end are the run's: every pass was seen, or none is reported by name and a blank line
    /// ends the numbers.
    fn counts(&self, totals: Totals) -> bool {
        let most = self.passed.saturating_add(self.glued);
        let seen = (self.passed..=most).contains(&self.completed(totals).passed.unwrap_or(0));
        // Before 1.11 numbers that tell no failure are complete.
        let whole = self.parted || totals.passed.is_none();
        seen || whole && (self.passed == 0 || self.cut)
    }

    /// Mocha's numbers; they end the run unless tests were seen that they do not count.
    fn declare(&mut self, totals: Totals, run: &mut Run<'_>) {
        if totals.failed.is_none() && (self.failed_before || !self.reported.is_empty()) {
            // Mocha would have counted the failures that it reported: the numbers were printed by a test, or cut off.
            return;
        }
        self.failed_before = false;
        let totals = self.completed(totals);
        run.emit(Event::Declared { totals, level: Level::Section });
        let reported = u64::try_from(self.reported.len()).ok();
        let whole = totals
            .passed
            .map_or(reported == Some(0) || reported == totals.failed, |passed| passed == self.passed);
        if self.passed == 0 || whole {
            run.forget();
            self.reported.clear();
        }
    }

    /// The numbers with what they leave out. Before mocha 1.11 tests that passed and pending ones were one number, and with
    /// failures only all tests were reported.
    fn completed(&self, mut totals: Totals) -> Totals {
        totals.failed = totals.failed.or(Some(0));
        if totals.passed.is_none() && totals.failed == Some(0) {
            totals.skipped = totals.skipped.or(Some(self.pending));
            totals.passed =
                totals.total.take().zip(totals.skipped).and_then(|(all, skipped)| all.checked_sub(skipped));
        } else if totals.passed.is_some() {
            totals.skipped = totals.skipped.or(Some(0));
        }
        totals
    }
}

/// Whether the line is one of this mark: a title follows at once. Nx sets its numbers of tasks further off.
fn begins(text: &str, mark: &str) -> bool {
    text.strip_prefix(mark).is_some_and(|title| !title.starts_with(' '))
}
