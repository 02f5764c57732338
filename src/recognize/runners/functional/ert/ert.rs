//! ERT in batch mode: a line for each test, before it a backtrace and the condition when it did not do as was expected,
//! totals, and lists.
//!
//! `Running 12 tests (2026-01-02 ...)` begins a run, `   FAILED  2/12  unloads (0.000093 sec)` ends a test, and the tests are numbered as they run.
//! `Ran 12 tests, 3 results as expected, 7 unexpected, 1 skipped (...)` closes a run; a test that was left is in none of its numbers. With
//! `ert-quiet` only what is unexpected is reported, and the totals. A test can print each of these: a line whose number is not the
//! next one's is output, totals are after the last number, of two lines with one number a failure stays, and a failure that
//! the closing list does not have was printed.

use crate::budget::Count as _;
use crate::event::{Block, Class, Ended, Event, FailureKind, Opened, Outcome, Part, Seen, TestId, Totals};
use crate::recognize::kit::bounds::{MESSAGE_BYTES, NAME_BYTES};
use crate::recognize::kit::{EqualNames, Run, Runner, Spec};
use crate::text::head;

use super::ert_lines::{self, Result, Says, Status, Sum};

/// The most lines of a failure.
const BLOCK_LINES: u32 = 400;
/// The most failures that can be taken back.
const MOST_REPORTED: usize = 64;

/// What a failure's lines are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Stage {
    #[default]
    Backtrace,
    Condition,
}

/// The last failure, which may be open.
#[derive(Debug, Default)]
struct Failure {
    name: String,
    stage: Stage,
    lines: u32,
    /// The condition so far.
    condition: String,
}

/// A test whose line came.
#[derive(Debug)]
struct Done {
    name: String,
    result: Result,
}

/// A failure.
#[derive(Debug)]
struct Reported {
    name: String,
    /// The closing list has it.
    listed: bool,
    /// It was left in the middle, which the totals do not count.
    left: bool,
}

/// ERT.
#[derive(Debug, Default)]
pub struct Ert {
    /// Its header did not come.
    headless: bool,
    /// How many tests there are; nothing when the runner is quiet.
    all: Option<u64>,
    /// The number of the last test that ended.
    last: u64,
    /// That test: its number may come again, and the first line was what it printed itself.
    done: Option<Done>,
    failure: Failure,
    reported: Vec<Reported>,
    /// Entries of the closing list.
    listed: u64,
    /// Totals: what follows tells whether they are ERT's.
    held: Option<Sum>,
}

impl Runner for Ert {
    const SPEC: Spec = Spec {
        name: "ert",
        reads: "ERT for Emacs Lisp, in batch mode, quiet too",
        starts: &[
            "Running ",
            "Ran ",
            "Aborted: Ran ",
            "Test ",
            "Debugger entered--Lisp error: (",
            "passed ",
            "failed ",
            "skipped ",
            "FAILED ",
            "PASSED ",
        ],
        equal_names: EqualNames::Same,
        ..Spec::NONE
    };

    type Zone = ();

    fn line(&mut self, (): &mut (), text: &str, run: &mut Run<'_>) -> Seen {
        if let Some(count) = ert_lines::begins(text) {
            return self.begins(count, run);
        }
        if let Some(status) = ert_lines::status(text) {
            return self.status(&status, run);
        }
        if let Some((says, name)) = ert_lines::says(text) {
            return self.says(says, name, text, run);
        }
        if let Some(sum) = ert_lines::sum(text) {
            return self.sum(sum, run);
        }
        if let Some(error) = ert_lines::died(text) {
            return self.died(error, run);
        }
        if let Some(seen) = self.after_sum(text, run) {
            return seen;
        }
        if let Some(seen) = self.in_failure(text, run) {
            return seen;
        }
        // What is after a lone result is anybody's.
        if run.is_running() && !self.headless { Seen::Inside(Class::Other) } else { Seen::No }
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        run.close();
        self.declare(run);
    }
}

impl Ert {
    fn open(&mut self, opened: Opened, announced: Option<u64>, run: &mut Run<'_>) {
        if !run.is_running() {
            self.headless = opened == Opened::Headless;
            run.begin_as(opened, announced);
        }
    }

    /// The header of a run.
    fn begins(&mut self, count: u64, run: &mut Run<'_>) -> Seen {
        if self.held.is_some() {
            run.close();
            self.declare(run);
            *self = Self::default();
        }
        if self.all.is_some() {
            // A test prints it, or the run died.
            return Seen::Inside(Class::Other);
        }
        if run.is_running() {
            // What came was another run's.
            run.end(Ended::Replaced);
            *self = Self::default();
        }
        self.open(Opened::Own, Some(count), run);
        self.all = Some(count);
        Seen::Mine(Class::Noise)
    }

    /// The line of a test that ended.
    fn status(&mut self, status: &Status<'_>, run: &mut Run<'_>) -> Seen {
        self.open(Opened::Headless, None, run);
        if self.all.is_none() && self.last == 0 {
            // The header was cut off.
            self.all = Some(status.of);
            self.last = status.position.saturating_sub(1);
        }
        let again = status.position == self.last && self.done.is_some();
        if self.all != Some(status.of) || !(again || status.position == self.last.saturating_add(1)) {
            // What a test prints, unless a failure of this name is open: then it is the line of another run.
            if self.is_open(status.name, run) {
                run.emit(Event::Heading);
                run.close();
            }
            return Seen::Inside(Class::Other);
        }
        self.held = None;
        let before = self.done.take().filter(|_| !again);
        self.last = status.position;
        self.done = Some(Done { name: head(status.name, NAME_BYTES).to_owned(), result: status.result });
        if !status.result.is_bad() {
            run.close();
            settle(before, run);
            let class = if status.result == Result::Skipped { Class::Skipped } else { Class::Passed };
            return Seen::Mine(class);
        }
        if self.is_open(status.name, run) {
            run.emit(Event::Heading);
        } else {
            self.fails(status.name, run);
        }
        if let Some(place) = status.place {
            run.at(place);
        }
        run.close();
        settle(before, run);
        if status.result == Result::Left
            && let Some(reported) = self.reported.iter_mut().find(|reported| reported.name == status.name)
        {
            reported.left = true;
        }
        Seen::Mine(Class::Detail)
    }

    /// Whether the failure of this test is open.
    fn is_open(&self, name: &str, run: &Run<'_>) -> bool {
        run.is_open() && self.failure.name == name
    }

    fn fails(&mut self, name: &str, run: &mut Run<'_>) {
        let id = TestId::bare(head(name, NAME_BYTES));
        run.fail(id);
        self.failure = Failure { name: id.name.to_owned(), ..Failure::default() };
        if self.reported.len() < MOST_REPORTED
            && !self.reported.iter().any(|reported| reported.name == id.name)
        {
            self.reported.push(Reported { name: id.name.to_owned(), listed: false, left: false });
        }
    }

    /// What is printed of a test before its line.
    fn says(&mut self, says: Says, name: &str, text: &str, run: &mut Run<'_>) -> Seen {
        if !run.is_running() && says != Says::Backtrace && says != Says::PassedUnexpectedly {
            return Seen::No;
        }
        self.open(Opened::Headless, None, run);
        self.held = None;
        if !self.is_open(name, run) {
            self.fails(name, run);
        }
        match says {
            Says::Backtrace => {}
            Says::Condition => self.failure.stage = Stage::Condition,
            Says::PassedUnexpectedly => run.message("passed unexpectedly"),
            Says::Left => run.message(text),
        }
        Seen::Mine(Class::Detail)
    }

    /// A line while a failure is open.
    fn in_failure(&mut self, text: &str, run: &mut Run<'_>) -> Option<Seen> {
        let failure = &mut self.failure;
        if !run.is_open() || failure.lines >= BLOCK_LINES || !text.starts_with([' ', '\t']) {
            return None;
        }
        failure.lines.up(1);
        if failure.stage == Stage::Backtrace {
            return Some(run.text(Part::Where));
        }
        let printed = text.trim_start();
        let room = MESSAGE_BYTES.saturating_mul(2).saturating_sub(failure.condition.len());
        if room > 4 {
            if !failure.condition.is_empty() {
                failure.condition.push(' ');
            }
            failure.condition.push_str(head(printed, room));
            run.message_otherwise(head(ert_lines::bare(&failure.condition), MESSAGE_BYTES));
        }
        Some(run.text(Part::Why))
    }

    /// Totals.
    fn sum(&mut self, sum: Sum, run: &mut Run<'_>) -> Seen {
        // Without lines of tests the runner is quiet.
        let reported = self.all == Some(sum.all) && (self.last == sum.all || sum.aborted);
        if self.all.is_some() && !reported {
            return Seen::Inside(Class::Other);
        }
        run.close();
        if let Some(held) = self.held.filter(|held| self.all.is_none() && held.bad() > sum.bad()) {
            // Another quiet run: what failed before stays.
            self.held = Some(held);
            self.declare(run);
            *self = Self::default();
        }
        if !run.is_running() {
            // A quiet run of which nothing failed: what its tests printed is before.
            run.emit(Event::MayHaveBegunBefore);
            self.open(Opened::Own, None, run);
            run.emit(Event::BeganThere);
        }
        self.held = Some(sum);
        run.may_have_ended();
        Seen::Mine(Class::Totals)
    }

    /// A line after totals: how many failures were expected, and lists.
    fn after_sum(&mut self, text: &str, run: &mut Run<'_>) -> Option<Seen> {
        let held = self.held.as_mut()?;
        if let Some(failures) = ert_lines::failures(text) {
            held.failures = failures;
        } else if let Some((_, name)) = ert_lines::listed(text) {
            self.listed.up(1);
            if let Some(reported) = self.reported.iter_mut().find(|reported| reported.name == name) {
                reported.listed = true;
            }
        } else if !ert_lines::is_list(text) && !text.is_empty() {
            return None;
        }
        if !text.is_empty() {
            run.may_have_ended();
        }
        Some(Seen::Mine(Class::Totals))
    }

    /// The totals are ERT's.
    fn declare(&mut self, run: &mut Run<'_>) {
        let Some(sum) = self.held.take() else { return };
        settle(self.done.take(), run);
        let left = self.reported.iter().filter(|reported| reported.left).count();
        let mut left = u64::try_from(left).unwrap_or(u64::MAX);
        let many = u64::try_from(self.reported.len()).unwrap_or(u64::MAX);
        if many > sum.unexpected.saturating_add(left) && self.listed >= sum.unexpected {
            for reported in self.reported.iter().filter(|reported| !reported.listed && !reported.left) {
                run.emit(Event::Withdrawn(TestId::bare(&reported.name)));
            }
        }
        if sum.aborted && self.reported.is_empty() {
            let (name, kind) = ("the run was aborted", FailureKind::Suite);
            run.emit(Event::BlockOpened(Block::Whole { name, kind }));
            run.emit(Event::BlockClosed);
            left = 1;
        }
        let mut not_run = sum.uncounted().saturating_sub(left);
        if !sum.aborted {
            // It ran all of them: those without a result were left, above where the log is cut.
            left.up(std::mem::take(&mut not_run));
        }
        run.totals(Totals {
            passed: Some(sum.expected.saturating_sub(sum.failures)),
            failed: Some(sum.unexpected.saturating_add(left)),
            skipped: Some(sum.skipped),
            other: Some(sum.failures.saturating_add(not_run)),
            ..Totals::default()
        });
    }

    /// Emacs died of an error that nobody caught.
    fn died(&mut self, error: &str, run: &mut Run<'_>) -> Seen {
        if run.is_running() && self.held.is_none() {
            // A test prints it, or lets its debugger do so.
            return Seen::Inside(Class::Other);
        }
        run.close();
        self.declare(run);
        *self = Self::default();
        let name = head(error, NAME_BYTES);
        run.fail_whole_at_once(name, FailureKind::Crash, name)
    }
}

/// The test is over: its line is ERT's.
fn settle(done: Option<Done>, run: &mut Run<'_>) {
    let Some(done) = done else { return };
    let outcome = match done.result {
        Result::Passed => Outcome::Passed,
        Result::Skipped => Outcome::Skipped,
        Result::Expected => Outcome::Other,
        Result::Failed | Result::Surprising | Result::Left => return,
    };
    run.report(TestId::bare(&done.name), outcome);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_have_their_exact_shape() {
        let status = ert_lines::status("   FAILED   2/12  a-b (0.000093 sec) at quay.el:3").unwrap();
        assert_eq!((status.position, status.of, status.name), (2, 12, "a-b"));
        assert_eq!(status.place.map(|place| (place.file, place.line)), Some(("quay.el", Some(3))));
        assert_eq!(ert_lines::status("FAILED 2/12 a-b (0.1 sec)"), None);
        assert_eq!(ert_lines::status("   FAILED  2/1  a-b (0.1 sec)"), None);
        assert_eq!(ert_lines::begins("Running 2 tests (2026-01-02 03:04:05+0000)"), Some(2));
        assert_eq!(ert_lines::begins("Running 2 tests (all)"), None);
        let sum = ert_lines::sum(
            "Aborted: Ran 5 tests, 2 results as expected, 1 unexpected, 1 skipped (2026-01-02 03:04:05+0000, 0.7 sec)",
        );
        assert_eq!(
            sum.map(|sum| (sum.aborted, sum.all, sum.expected, sum.unexpected, sum.skipped)),
            Some((true, 5, 2, 1, 1))
        );
        assert_eq!(ert_lines::sum("Ran 5 tests in 0.1s"), None);
        assert_eq!(ert_lines::says("Test the quay condition: bad"), None);
        assert_eq!(ert_lines::bare("(ert-test-failed \"no tide\")"), "no tide");
        assert_eq!(ert_lines::bare("(error \"no tide\")"), "(error \"no tide\")");
        assert_eq!(ert_lines::listed("   FAILED  a-b  \"no tide\""), Some((Result::Failed, "a-b")));
    }
}
