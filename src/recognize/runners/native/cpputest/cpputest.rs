//! CppUTest: a point for each test, or with `-v` a line, a block for each failure where it happens, and totals.
//!
//! `fail.cpp:12: error: Failure in TEST(Group, name)` begins a failure, perhaps with a line for the place in a helper, and an
//! empty line ends it. With `-v` `TEST(Group, name)` begins a test and ` - 3 ms` ends it, after whatever it printed.
//! `OK (4 tests, 3 ran, 3 checks, 1 ignored, 0 filtered out, 2 ms)` or `Errors (2 failures, 4 tests, ...)` closes a run. A test
//! can print each of these: totals are after the points or after a test that ended, and those that tell fewer failures
//! than came are believed only when nothing of the run follows. See `TestOutput.cpp` and `TestFailure.cpp`.

use crate::budget::Count as _;
use crate::event::{Class, Event, FailureKind, Outcome, Part, Seen, TestId, Totals};
use crate::recognize::kit::bounds::NAME_BYTES;
use crate::recognize::kit::scan;
use crate::recognize::kit::{EqualNames, Run, Runner, Spec, passed_failed};
use crate::text::head;

use super::cpputest_lines::{
    self, Begun, Reported, Sum, begun, check, ends, failed, id, is_end, is_points, sum,
};

/// The most lines of a failure.
const BLOCK_LINES: u32 = 40;
/// How many points are on a line.
const POINTS: usize = 50;
/// The most failures of other tests that are remembered.
const MOST_FOREIGN: usize = 64;
/// For how many lines a lone name may be the first test of a run.
const PENDING_LINES: u32 = 100;

/// What was on the line before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Before {
    #[default]
    Other,
    /// It ends with a point.
    Point,
    /// A whole line of points, and the empty line after it.
    Row,
}

/// The test that runs, as `-v` tells.
#[derive(Debug, Default)]
struct Running {
    name: String,
    ignored: bool,
    failed: bool,
    ended: bool,
}

/// CppUTest.
#[derive(Debug, Default)]
pub struct CppUTest {
    before: Before,
    running: Option<Running>,
    /// A name that may begin a run, and the lines that it has been so.
    pending: Option<(String, u32)>,
    /// Failures that came, and how many of them were another one of the same test.
    failures: u64,
    repeated: u64,
    /// Of those the ones of other tests than the one that runs: it printed them, or died and another program runs.
    foreign: Vec<String>,
    /// Tests that were reported so far: points on lines of nothing else, and those that began.
    tests: u64,
    /// A test ended whose name was not seen.
    cut: bool,
    /// The test that failed last.
    last: String,
    /// Lines of the open failure.
    lines: u32,
}

impl Runner for CppUTest {
    const SPEC: Spec = Spec {
        name: "cpputest",
        reads: "CppUTest programs, quiet and verbose",
        starts: &[
            "TEST(",
            "IGNORE_TEST(",
            "OK (",
            "Errors (",
            "Test run ",
            "LONGS_EQUAL(",
            "UNSIGNED_LONGS_EQUAL(",
            "CHECK_EQUAL(",
            "STRCMP_EQUAL(",
            "DOUBLES_EQUAL(",
            "POINTERS_EQUAL(",
            "MEMCMP_EQUAL(",
            "BYTES_EQUAL(",
        ],
        places: Some(&[]),
        equal_names: EqualNames::Same,
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        self.pending.is_some()
    }

    fn line(&mut self, (): &mut (), text: &str, run: &mut Run<'_>) -> Seen {
        let before = self.before;
        self.before = match text {
            "" if before == Before::Row => Before::Row,
            _ if is_points(text) && text.len().is_multiple_of(POINTS) => Before::Row,
            _ if text.ends_with(['.', '!']) => Before::Point,
            _ => Before::Other,
        };
        if let Some(seen) = self.in_block(text, run) {
            return seen;
        }
        if let Some(reported) = failed(text) {
            return self.failed(reported, run);
        }
        if let Some(begun) = begun(text) {
            return self.begins(begun, run);
        }
        if let Some(sum) = sum(text) {
            return self.sum(sum, before, run);
        }
        if self.pending.is_some() {
            self.wait(text, run);
        }
        if !run.is_running() {
            return self.without_head(text, run);
        }
        if let Some(running) = &mut self.running {
            running.ended |= ends(text);
            return if is_end(text) { Seen::Mine(Class::Noise) } else { Seen::Inside(Class::Other) };
        }
        self.cut |= is_end(text);
        if is_points(text) {
            run.drop_totals();
            self.tests.up(u64::try_from(text.len()).unwrap_or(u64::MAX));
            return Seen::Inside(Class::Noise);
        }
        if text.starts_with("Test run ") {
            // Nothing of the run followed the totals that were doubted.
            run.release();
        }
        Seen::Inside(if text.is_empty() { Class::Noise } else { Class::Other })
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        if self.running.as_ref().is_some_and(|running| running.ended) {
            self.settle(run);
        }
    }
}

impl CppUTest {
    /// A line while a failure is open; `None` when it is none of it.
    fn in_block(&mut self, text: &str, run: &mut Run<'_>) -> Option<Seen> {
        if !run.is_open() {
            return None;
        }
        if text.is_empty() || self.lines >= BLOCK_LINES || failed(text).is_some() || begun(text).is_some() {
            run.close();
            return text.is_empty().then_some(Seen::Mine(Class::Noise));
        }
        self.lines.up(1);
        // The place in a helper, where the check is.
        if let Some((place, rest)) = scan::place(text)
            && rest.trim() == "error:"
        {
            run.emit(Event::At { place, better: true });
        } else if let Some(printed) = text.strip_prefix('\t') {
            say(printed, run);
        }
        let leak =
            text.starts_with("    ") || text.starts_with("\tMemory: ") || text.starts_with("Alloc num ");
        Some(run.text(if leak { Part::Where } else { Part::Why }))
    }

    /// What a check says, whose line above is missing: the log is cut in front, and whose failure it is nobody knows.
    fn without_head(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        let Some(printed) = check(text) else { return Seen::No };
        self.lines = 0;
        let seen = run.fail_whole(printed, FailureKind::Test);
        say(printed, run);
        seen
    }

    /// The head of a failure.
    fn failed(&mut self, reported: Reported<'_>, run: &mut Run<'_>) -> Seen {
        let whole = format!("{}, {}", reported.group, reported.name);
        if self.pending.as_ref().is_some_and(|(name, _)| *name == whole) {
            self.confirm(run);
        }
        match &mut self.running {
            Some(running) if running.name == whole => running.failed = true,
            Some(running) if !running.ended => {
                let room = self.foreign.len() < MOST_FOREIGN;
                self.foreign.extend(room.then(|| head(&whole, NAME_BYTES).to_owned()));
            }
            // Without names of those that begin: the line was a test's output.
            Some(_) => self.settle(run),
            None => {}
        }
        open(run);
        run.drop_totals();
        self.failures.up(1);
        let again = self.last == whole;
        self.repeated.up(u64::from(again));
        self.last.clear();
        self.last.push_str(head(&whole, NAME_BYTES));
        let id = TestId { module: reported.group, separator: ".", name: reported.name };
        self.lines = 0;
        let seen = run.fail(id);
        run.at(reported.place);
        seen
    }

    /// `TEST(Group, name)` at the beginning of a line.
    fn begins(&mut self, begun: Begun<'_>, run: &mut Run<'_>) -> Seen {
        if self.running.as_ref().is_some_and(|running| !running.ended && !running.failed) {
            // A test prints it, or it was left by a failure of another kind: what is known of it stays.
            return Seen::Inside(Class::Other);
        }
        if !run.is_running()
            && !begun.rest.is_empty()
            && !is_end(begun.rest)
            && cpputest_lines::begun(begun.rest).is_none()
        {
            return Seen::No;
        }
        let name = head(begun.name, NAME_BYTES).to_owned();
        if let Some(next) = cpputest_lines::begun(begun.rest) {
            // The program died in this test, and the next one's first test is right after.
            self.run(name, begun.ignored, false, run);
            *self = Self::default();
            run.forget();
            return self.begins(next, run);
        }
        if !run.is_running() && begun.rest.is_empty() {
            // Anything may print it.
            self.pending = Some((name, 0));
            return Seen::No;
        }
        self.run(name, begun.ignored, ends(begun.rest), run);
        Seen::Mine(Class::Noise)
    }

    /// A line after a name that may begin a run.
    fn wait(&mut self, text: &str, run: &mut Run<'_>) {
        if is_end(text) {
            self.confirm(run);
            return;
        }
        self.pending = self.pending.take().filter(|(_, lines)| *lines < PENDING_LINES);
        if let Some((_, lines)) = &mut self.pending {
            lines.up(1);
        }
    }

    /// The name that waits began a run.
    fn confirm(&mut self, run: &mut Run<'_>) {
        if let Some((name, _)) = self.pending.take() {
            self.run(name, false, false, run);
        }
    }

    fn run(&mut self, name: String, ignored: bool, ended: bool, run: &mut Run<'_>) {
        self.pending = None;
        open(run);
        run.drop_totals();
        self.settle(run);
        self.tests.up(1);
        if !ended && let Some(id) = id(&name) {
            run.start(id);
        }
        self.running = Some(Running { name, ignored, failed: false, ended });
    }

    /// The test that ran is over.
    fn settle(&mut self, run: &mut Run<'_>) {
        run.close();
        let Some(running) = self.running.take() else { return };
        if let Some(id) = id(&running.name).filter(|_| !running.failed) {
            run.emit(Event::finished(id, if running.ignored { Outcome::Skipped } else { Outcome::Passed }));
        }
    }

    /// A line of totals.
    fn sum(&mut self, sum: Sum, before: Before, run: &mut Run<'_>) -> Seen {
        let own = match &self.running {
            Some(running) => running.ended,
            // Where the end of a test was seen and no name the log is cut in front.
            None => !run.is_running() || before != Before::Other || (self.cut && self.tests == 0),
        };
        if !own {
            return Seen::Inside(Class::Other);
        }
        open(run);
        self.settle(run);
        let all = sum.ran.saturating_add(sum.ignored);
        if self.tests > all {
            // An earlier program died without totals, and these are not all's: what failed stays reported.
            *self = Self::default();
            run.forget();
            return Seen::Mine(Class::Totals);
        }
        let foreign = u64::try_from(self.foreign.len()).unwrap_or(u64::MAX);
        if self.tests == all && sum.failures < self.failures {
            // Every test began on a line of its own: one of them printed those.
            for name in std::mem::take(&mut self.foreign) {
                id(&name).into_iter().for_each(|id| run.emit(Event::Withdrawn(id)));
            }
            self.failures.down(foreign);
        }
        let mut failed = sum.failures.saturating_sub(self.repeated);
        let passed = sum.ran.saturating_sub(failed);
        if sum.nothing {
            run.fail_whole("no test ran", FailureKind::Suite);
            failed = 1;
        }
        let totals = Totals { skipped: Some(sum.ignored), ..passed_failed(passed, failed) };
        // Fewer failures than came: they may be what a test printed.
        if sum.failures < self.failures { run.hold_totals(totals) } else { run.totals(totals) }
    }
}

fn open(run: &mut Run<'_>) {
    if !run.is_running() {
        // What the first tests printed is before their lines.
        run.open();
        run.emit(Event::BeganThere);
    }
}

/// A line of what a check says goes to the message: what was checked, both values, a sentence.
fn say(printed: &str, run: &mut Run<'_>) {
    let tells = !printed.starts_with([' ', '\t'])
        && !printed.starts_with("difference starts ")
        && !printed.starts_with("Memory: ");
    if tells {
        run.message_piece(printed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OK: &str = "OK (3 tests, 2 ran, 2 checks, 1 ignored, 0 filtered out, 0 ms)\n";
    const BAD: &str = "Errors (1 failures, 3 tests, 3 ran, 2 checks, 0 ignored, 0 filtered out, 0 ms)\n";

    #[test]
    fn heads_names_and_totals_have_their_exact_shape() {
        let head = |text| {
            failed(text)
                .map(|reported| (reported.place.file, reported.place.line, reported.group, reported.name))
        };
        assert_eq!(
            head("a.cpp:8: error: Failure in TEST(Berth, holds)"),
            Some(("a.cpp", Some(8), "Berth", "holds"))
        );
        assert_eq!(
            head("a.cpp(8): error: Failure in IGNORE_TEST(Berth, holds)"),
            Some(("a.cpp", Some(8), "Berth", "holds"))
        );
        assert_eq!(head("a.cpp:8: error: Failure in TEST(Berth, holds) {"), None);
        assert!(begun("TEST(Berth, holds) - 3 ms").is_some_and(|begun| is_end(begun.rest)));
        assert!(begun("TEST(Berth)").is_none() && begun("TEST(a b, c)").is_none());
        assert_eq!(sum(OK.trim_end()), Some(Sum { failures: 0, nothing: false, ran: 2, ignored: 1 }));
        assert_eq!(sum(BAD.trim_end()).map(|sum| sum.failures), Some(1));
        assert_eq!(sum("OK (3 tests, 5 assertions)"), None);
    }
}
