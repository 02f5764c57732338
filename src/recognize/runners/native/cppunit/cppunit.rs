//! CppUnit: a point for each test or a line with its result, and totals with a block for each failure.
//!
//! Its text outputter tells totals first and lists the failures after them: `Run:  3   Failures: 1   Errors: 1` below
//! `!!!FAILURES!!!`, then `1) test: Quay::holds (F) line: 17 quay.cpp` and the message; `OK (3 tests)` when all passed. Its
//! outputter for compilers does it the other way round: `quay.cpp:17:Assertion`, `Test name: Quay::holds`, the message, then
//! `Run: 3   Failure total: 2   Failures: 1   Errors: 1` below `Failures !!!`, or `OK (3)`. Both come when all tests are
//! through. A passing run is known by its progress too, since others print such a line; as many points or results as the
//! totals tell tests confirm them. See `TextOutputter.cpp`, `CompilerOutputter.cpp` and `BriefTestProgressListener.cpp`.

use crate::budget::Count as _;
use crate::event::{Class, Event, Level, Part, Place, Seen};
use crate::recognize::PassShape;
use crate::recognize::kit::bounds::NAME_BYTES;
use crate::recognize::kit::points::Points;
use crate::recognize::kit::{EqualNames, Run, Runner, Spec, passed_failed};
use crate::text::head;

use super::cppunit_lines::{
    NOWHERE, POINTS, Sum, ended, ends, failures, failures_of_compiler, id, is_head, is_progress, item,
    passed, place_of,
};

/// For how many lines progress waits for totals.
const PENDING_LINES: u32 = 2000;
/// The most lines of a message.
const BLOCK_LINES: u32 = 40;
/// The most failures that are remembered.
const MOST_REPORTED: usize = 256;
/// What is printed after the name of a test that its program died in.
const DEATHS: [&str; 6] = ["Aborted", "Segmentation fault", "Killed", "Terminated", "make: ***", "make["];

/// What the line before was.
#[derive(Debug, Default)]
enum Before {
    #[default]
    Other,
    /// `!!!FAILURES!!!`, and whether `Test Results:` followed.
    Failures(bool),
    /// `Failures !!!`
    Compiler,
    /// The head of a failure, for compilers.
    Head(String),
}

/// CppUnit.
#[derive(Debug, Default)]
pub struct CppUnit {
    before: Before,
    points: Points,
    /// Tests that have a line of their own.
    lines: u64,
    /// The name of a test that is alone on the last line.
    alone: Option<String>,
    /// Those that failed, by such a line.
    failed: u64,
    /// Lines since the last progress.
    waits: u32,
    /// The names of failures that were reported.
    reported: Vec<String>,
    /// Totals that nothing of the run follows yet.
    sum: Option<Sum>,
    /// How many tests had run before them.
    before_sum: u64,
    /// How many failures were listed after them.
    listed: u64,
    /// Lines of the open failure.
    block: u32,
}

impl Runner for CppUnit {
    const SPEC: Spec = Spec {
        name: "cppunit",
        reads: "CppUnit programs: text and compiler outputters, points and names",
        starts: &["!!!FAILURES!!!", "Failures !!!", "..", ".F", ".E", "OK (", NOWHERE],
        passes: &[
            PassShape { start: "", end: " : OK" },
            PassShape { start: "", end: " : assertion" },
            PassShape { start: "", end: " : error" },
        ],
        places: Some(&[]),
        equal_names: EqualNames::Same,
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        self.ran() > 0 || self.sum.is_some() || !matches!(self.before, Before::Other)
    }

    fn line(&mut self, (): &mut (), text: &str, run: &mut Run<'_>) -> Seen {
        if let Some(seen) = self.in_block(text, run) {
            return seen;
        }
        if !text.is_empty() && !DEATHS.iter().any(|death| text.starts_with(death)) {
            self.alone = None;
        }
        match std::mem::take(&mut self.before) {
            Before::Failures(false) if text == "Test Results:" => {
                self.before = Before::Failures(true);
                return Seen::Mine(Class::Totals);
            }
            Before::Failures(true) => {
                if let Some(sum) = failures(text) {
                    return self.totals(sum, false, run);
                }
            }
            Before::Compiler => {
                if let Some(sum) = failures_of_compiler(text) {
                    return self.totals(sum, true, run);
                }
            }
            Before::Head(head) => {
                if let Some(name) = text.strip_prefix("Test name: ").filter(|name| !name.is_empty()) {
                    return self.fails(name, place_of(&head), &format!("{head}, {text}"), run);
                }
            }
            Before::Other | Before::Failures(false) => {}
        }
        self.outside(text, run)
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        run.close();
        if self.sum.is_some() {
            self.declare(run);
        } else if let Some(name) = self.alone.take().filter(|_| self.lines > 0) {
            // It died in this test.
            open(run);
            let passed = self.lines.saturating_sub(self.failed);
            run.emit(Event::Counted { passed, failed: 0, skipped: 0, other: 0 });
            run.start(id(&name));
        }
    }
}

impl CppUnit {
    /// A line outside of a failure's message.
    fn outside(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        if let Some(listed) = item(text).filter(|item| self.sum.is_some() && item.number == self.next()) {
            self.listed = listed.number;
            let seen = self.fails(listed.name, listed.place, text, run);
            run.may_have_ended();
            return seen;
        }
        if is_progress(text) {
            self.goes_on(run);
            self.points.read(text, POINTS);
        }
        match text {
            "" => return if run.is_running() { Seen::Inside(Class::Noise) } else { Seen::No },
            "!!!FAILURES!!!" => self.before = Before::Failures(false),
            "Failures !!!" => self.before = Before::Compiler,
            _ if is_head(text) => self.before = Before::Head(head(text, NAME_BYTES).to_owned()),
            _ => {}
        }
        if !matches!(self.before, Before::Other) || is_progress(text) {
            return Seen::No;
        }
        if self.lines > 0 && ended(text).is_none() && ends(text) {
            // After what the test printed.
            self.lines.up(1);
            return Seen::No;
        }
        if let Some(ended) = ended(text) {
            self.goes_on(run);
            if ended.ended {
                self.lines.up(1);
                if !ended.passed && (self.lines > 1 || text.ends_with(" : assertion")) {
                    // What it says may come at the end.
                    self.failed.up(1);
                    open(run);
                    let seen = run.fail(id(ended.name));
                    run.close();
                    return seen;
                }
            } else {
                self.alone = Some(head(text, NAME_BYTES).to_owned());
            }
            return Seen::No;
        }
        if let Some(sum) = passed(text) {
            // Such a line alone may be anybody's; nobody else counts one test so.
            let own = self.ran() > 0 || text == "OK (1 tests)";
            return if own { self.totals(sum, false, run) } else { Seen::No };
        }
        if text.starts_with("Time: ") && self.sum.is_none() {
            // The points were JUnit's.
            (self.points, self.lines) = (Points::default(), 0);
        }
        self.waits.up(1);
        if self.waits > PENDING_LINES && self.sum.is_none() {
            (self.points, self.lines, self.waits) = (Points::default(), 0, 0);
        }
        Seen::No
    }

    /// Tests that were reported to have run.
    fn ran(&self) -> u64 {
        self.points.of(POINTS, '.').saturating_add(self.lines)
    }

    /// The number of the next failure in the list.
    const fn next(&self) -> u64 {
        self.listed.saturating_add(1)
    }

    /// Tests run after totals: confirmed ones were another program's, others may have been printed.
    fn goes_on(&mut self, run: &mut Run<'_>) {
        self.waits = 0;
        // Where nothing ran before failing totals the log is cut in front: progress is before what a test prints.
        let own = |sum: Sum| sum.tests == self.before_sum || (self.before_sum == 0 && sum.bad() > 0);
        if self.sum.is_some_and(own) {
            self.declare(run);
        }
    }

    fn fails(&mut self, name: &str, place: Option<Place<'_>>, shown: &str, run: &mut Run<'_>) -> Seen {
        open(run);
        if self.reported.len() < MOST_REPORTED {
            self.reported.push(head(name, NAME_BYTES).to_owned());
        }
        run.instead(shown);
        let seen = run.fail(id(name));
        if let Some(place) = place {
            run.at(place);
        }
        self.block = 0;
        seen
    }

    /// A line while a failure is open; `None` when it is none of it.
    fn in_block(&mut self, text: &str, run: &mut Run<'_>) -> Option<Seen> {
        if !run.is_open() {
            return None;
        }
        // More follows: a message may hold empty lines.
        let more = self.sum.is_none_or(|sum| self.listed < sum.bad());
        let next = item(text).is_some_and(|item| item.number == self.next());
        let over = next || is_head(text) || is_progress(text) || text == "Failures !!!";
        if over || self.block >= BLOCK_LINES || text.is_empty() && !more {
            run.close();
            return text.is_empty().then_some(Seen::Mine(Class::Noise));
        }
        self.block.up(1);
        if text.is_empty() {
            return Some(Seen::Mine(Class::Noise));
        }
        // The first line says what failed, those after a dash with which values.
        match text.strip_prefix("- ") {
            _ if run.otherwise().is_empty() => run.message_piece(text),
            Some(part) => run.message_piece(part),
            None => {}
        }
        Some(run.text(Part::Why))
    }

    /// Totals; failures are right above those for compilers.
    fn totals(&mut self, sum: Sum, above: bool, run: &mut Run<'_>) -> Seen {
        let mut ran = self.ran();
        if self.sum.is_some() && ran != sum.tests {
            let since = ran.saturating_sub(self.before_sum);
            if since == sum.tests || ran == 0 {
                // Another program's.
                let reported = if above { std::mem::take(&mut self.reported) } else { Vec::new() };
                self.declare(run);
                (self.reported, self.lines, ran) = (reported, since, since);
            }
        }
        open(run);
        if ran == sum.tests && self.reported.len() < MOST_REPORTED {
            // All is known of the run: other failures were printed by a test.
            let own = if above { usize::try_from(sum.bad()).unwrap_or(usize::MAX) } else { 0 };
            self.forget(own, run);
        }
        (self.sum, self.before_sum, self.listed) = (Some(sum), ran, 0);
        run.may_have_ended();
        Seen::Mine(Class::Totals)
    }

    /// Takes back all failures but so many of the last.
    fn forget(&mut self, keep: usize, run: &mut Run<'_>) {
        let kept = self.reported.split_off(self.reported.len().saturating_sub(keep));
        for name in std::mem::replace(&mut self.reported, kept) {
            if !self.reported.contains(&name) {
                run.emit(Event::Withdrawn(id(&name)));
            }
        }
    }

    fn declare(&mut self, run: &mut Run<'_>) {
        run.close();
        let Some(sum) = self.sum.take() else { return };
        let mut names = self.reported.clone();
        names.sort_unstable();
        names.dedup();
        // A test whose tear-down fails too has two failures.
        let again = self.reported.len().saturating_sub(names.len());
        let reported = sum.bad().saturating_sub(u64::try_from(again).unwrap_or(u64::MAX));
        let mut failed = reported;
        if self.before_sum != sum.tests {
            // Nothing shows that a test printed those that the totals do not tell.
            failed = failed.max(u64::try_from(names.len()).unwrap_or(u64::MAX));
        }
        let passed = sum.tests.saturating_sub(reported);
        run.emit(Event::Declared { totals: passed_failed(passed, failed), level: Level::Section });
        // What follows is another run's.
        run.forget();
        *self = Self::default();
    }
}

fn open(run: &mut Run<'_>) {
    if !run.is_running() {
        run.open();
        run.emit(Event::BeganThere);
    }
}

#[cfg(test)]
mod tests {

    use super::*;

    #[test]
    fn heads_items_and_totals_have_their_exact_shape() {
        let read = |text| item(text).map(|item| (item.number, item.name, item.place.map(|place| place.file)));
        assert_eq!(read("2) test: a::b (F) line: 7 x y.cpp"), Some((2, "a::b", Some("x y.cpp"))));
        assert_eq!(read("2) test: a::b (E)"), Some((2, "a::b", None)));
        assert_eq!(read("2) a::b (F)"), None);
        assert!(is_head("a.cpp:17:Assertion") && is_head("##Failure Location unknown## : Error"));
        assert!(is_head("a.cpp(17) : error : Assertion") && !is_head("a.cpp:17: Syntax Error"));
        assert_eq!(passed("OK (3 tests)").map(|sum| sum.tests), Some(3));
        assert_eq!(passed("OK (3 tests, 5 assertions)"), None);
        let ended = |text| super::ended(text).map(|ended| (ended.name, ended.ended, ended.passed));
        assert_eq!(ended("ns::Quay<int>::holds : OK"), Some(("ns::Quay<int>::holds", true, true)));
        assert_eq!(ended("Quay::holds : assertion : assertion"), Some(("Quay::holds", true, false)));
        assert!(is_progress("..F.said") && !is_progress("../a.cpp:17:Assertion"));
        assert_eq!(ended("Quay::holds"), Some(("Quay::holds", false, false)));
        assert_eq!((ended("the quay : OK"), ended("a::b : no")), (None, None));
    }
}
