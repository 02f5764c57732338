//! gotestsum: what it sums up after a run of `go test`.
//!
//! While tests run it prints a line for each package or test (`✓  berth (3ms)`, `PASS berth.TestMoor (0.00s)`), and in some forms what
//! `go test` itself prints. Then `=== Failed` lists every failed test with its output (`=== FAIL: berth TestMoor (0.00s)`), `=== Errors` what
//! kept packages from being built, and `DONE 5 tests, 1 failure in 0.5s` ends it. What it sums up was reported above in pieces: the
//! section reaches back to the first of those lines.
//!
//! With `--rerun-fails` each attempt but the last ends with such a line alone, and the list has every attempt that failed:
//! `=== FAIL: berth TestMoor (re-run 1) (0.00s)`. Only what failed in the last one has failed. See `testjson/summary.go`.

use crate::budget::Count as _;
use crate::event::{Class, Event, FailureKind, Grade, Opened, Outcome, Part, Seen, TestId, Totals};
use crate::recognize::kit::bounds::NAMES;
use crate::recognize::kit::names::Names;
use crate::recognize::kit::scan;
use crate::recognize::kit::{EqualNames, EveryLine, Run, Runner, Spec};

/// The marks of packages and tests, with two blanks after them.
const MARKS: [&str; 3] = ["\u{2713}  ", "\u{2716}  ", "\u{2205}  "];

/// Which part of a summary is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Summary {
    /// None.
    #[default]
    None,
    /// The skipped tests.
    Skipped,
    /// The failed tests.
    Failed,
    /// What kept packages from being built.
    Errors,
}

/// A failed attempt of the list.
#[derive(Debug)]
struct Reported {
    package: String,
    name: String,
    run: u64,
}

/// gotestsum.
#[derive(Debug, Default)]
pub struct Gotestsum {
    /// A line came with which the run may have begun.
    marked: bool,
    /// Something failed while the tests ran.
    crossed: bool,
    reported: Vec<Reported>,
    /// The names of the first attempt: with `-count` a test runs more than once.
    names: Names,
    /// How many failures the list reported.
    listed: u64,
    /// Packages that failed without a failed test, and errors.
    wholes: u64,
    /// The open block has reported why, in a line of `t.Error`.
    logged: bool,
    /// The stacks of a panic have begun.
    stacks: bool,
    /// An attempt ended, and another may follow.
    held: Option<Done>,
    /// No summary was before it.
    alone: bool,
}

/// What the last line counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Done {
    runs: u64,
    tests: u64,
    skipped: u64,
    failures: u64,
    errors: u64,
}

impl Runner for Gotestsum {
    const SPEC: Spec = Spec {
        name: "gotestsum",
        reads: "gotestsum: its summary of go test",
        starts: &[
            "=== Failed",
            "=== Skipped",
            "=== Errors",
            "=== RUN   ",
            "\u{2713}  ",
            "\u{2716}  ",
            "\u{2205}  ",
            "PASS ",
            "FAIL ",
            "ok  \t",
            "FAIL\t",
            "DONE ",
        ],
        every_line: EveryLine::InZone,
        equal_names: EqualNames::Same,
        ..Spec::NONE
    };

    type Zone = Summary;

    fn line(&mut self, summary: &mut Summary, text: &str, run: &mut Run<'_>) -> Seen {
        if let Some(done) = done(text) {
            return self.done(done, *summary == Summary::None, run);
        }
        if let Some(headed) = heading(text) {
            if *summary == Summary::None {
                self.open(Opened::Own, run);
            }
            run.close();
            (self.logged, self.stacks) = (false, false);
            *summary = headed;
            return Seen::Mine(Class::Noise);
        }
        match *summary {
            Summary::None => self.live(text, run),
            Summary::Skipped => skipped(text, run),
            Summary::Failed => self.failed(text, run),
            Summary::Errors => self.error(text, run),
        }
    }

    fn end(&mut self, summary: Summary, run: &mut Run<'_>) {
        if let Some(done) = self.held.take() {
            if summary == Summary::None {
                self.open(Opened::Own, run);
            }
            self.declare(done, run);
        }
    }
}

impl Gotestsum {
    /// A line while tests run.
    fn live(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        if text.starts_with("ok  \t") || text.starts_with("FAIL\t") {
            // `go test` itself ended a package: what is before is its own.
            self.marked = false;
            return Seen::No;
        }
        let marked = MARKS.iter().any(|mark| text.starts_with(mark));
        let worded = text.strip_prefix("PASS ").or_else(|| text.strip_prefix("FAIL ")).is_some_and(is_test);
        if !marked && !worded && !text.starts_with("=== RUN   ") {
            return Seen::No;
        }
        self.crossed |= text.starts_with(MARKS[1]) || text.starts_with("FAIL ");
        if !std::mem::replace(&mut self.marked, true) {
            run.emit(Event::MayHaveBegun);
        }
        Seen::No
    }

    fn open(&self, opened: Opened, run: &mut Run<'_>) {
        run.begin_as(opened, None);
        if self.marked && opened == Opened::Own {
            run.emit(Event::SumsUp);
        }
    }

    /// In the list of failed tests.
    fn failed(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        if let Some(case) = text.strip_prefix("=== FAIL: ").and_then(case) {
            (self.logged, self.stacks) = (false, false);
            self.listed.up(1);
            let id = TestId { module: case.package, separator: ".", name: case.name };
            let name = if case.run == 0 { self.names.next_of(id) } else { case.name.to_owned() };
            if case.name.is_empty() {
                self.wholes.up(u64::from(case.run == 0));
                run.fail_whole(case.package, FailureKind::Suite);
            } else {
                run.fail(TestId { name: &name, ..id });
            }
            if self.reported.len() < NAMES {
                let name = if case.name.is_empty() { String::new() } else { name };
                self.reported.push(Reported { package: case.package.to_owned(), name, run: case.run });
            }
            return Seen::Mine(Class::Detail);
        }
        if text.is_empty() || text.trim_start().starts_with("--- FAIL: ") {
            return Seen::Mine(Class::Noise);
        }
        let part = self.part(text, run);
        run.text(part);
        // What a test that is named above died of is reported here alone.
        let died = self.stacks || text.starts_with("panic: ") || text.starts_with("fatal error: ");
        if died { Seen::Mine(Class::Detail) } else { Seen::Inside(Class::Detail) }
    }

    /// Which part of a failure's text the line is: what `t.Error` and `panic` printed tells why, the rest was printed.
    fn part(&mut self, text: &str, run: &mut Run<'_>) -> Part {
        let content = text.trim_start();
        self.stacks |= content.starts_with("goroutine ") && content.ends_with("]:");
        if self.stacks {
            return Part::Where;
        }
        let indented = text.starts_with("    ") || text.starts_with('\t');
        if let Some((place, message)) = scan::place(content)
            && indented
            && place.file.ends_with(".go")
            && let Some(message) = message.strip_prefix(' ')
        {
            self.logged = true;
            run.at(place);
            run.message(message);
            return Part::Why;
        }
        let panics = content.starts_with("panic: ") || content.starts_with("fatal error: ");
        if panics || (self.logged && indented) { Part::Why } else { Part::Output }
    }

    /// Below `=== Errors`: the compiler's messages, or what a process printed before it died.
    fn error(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        if text.is_empty() {
            return Seen::Mine(Class::Noise);
        }
        match scan::place(text) {
            Some((place, message)) if !text.starts_with([' ', '\t']) => {
                self.wholes.up(1);
                run.diagnostic(place, "", message.trim_start())
            }
            _ if !run.is_open() => {
                self.wholes.up(1);
                run.fail_whole(text, FailureKind::Build)
            }
            _ => run.text(Part::Why),
        }
    }

    /// The last line of an attempt.
    fn done(&mut self, done: Done, alone: bool, run: &mut Run<'_>) -> Seen {
        let reported = if alone { done.errors } else { self.listed };
        if reported != done.failures || (alone && reported > 0) {
            // Another attempt follows, a failed test printed it, or the summary was not asked for.
            self.alone = alone;
            self.held = Some(done);
            return Seen::Mine(Class::Totals);
        }
        // No attempts were counted before this line: what waited alone was another run's, of which nothing else is there.
        let cut = self.held.take_if(|_| done.runs <= 1 && self.alone);
        if alone {
            let sure = self.marked && (!self.crossed || done.runs > 1);
            self.open(if sure { Opened::Own } else { Opened::Headless }, run);
        }
        let seen = self.declare(done, run);
        if let Some(held) = cut {
            *self = Self::default();
            run.begin_as(Opened::Headless, None);
            self.declare(held, run);
        }
        seen
    }

    fn declare(&mut self, done: Done, run: &mut Run<'_>) -> Seen {
        let last = done.runs.saturating_sub(1);
        let mut failed = done.failures;
        if done.runs > 1 {
            // What failed before the last attempt and not in it has passed there.
            let fails = |reported: &Reported| {
                self.reported.iter().any(|other| {
                    other.run == last && other.package == reported.package && other.name == reported.name
                })
            };
            for reported in self.reported.iter().filter(|reported| !fails(reported)) {
                let id = TestId { module: &reported.package, separator: ".", name: &reported.name };
                if reported.name.is_empty() {
                    run.emit(Event::Withdrawn(TestId::bare(&reported.package)));
                    self.wholes.down(1);
                } else {
                    let (outcome, attempt) = (Outcome::Passed, u32::try_from(done.runs).unwrap_or(u32::MAX));
                    run.emit(Event::Finished { id, outcome, grade: Grade::Listed, attempt, alias: "" });
                }
            }
            failed = u64::try_from(self.reported.iter().filter(|reported| reported.run == last).count())
                .unwrap_or(u64::MAX);
            // What the list does not have may have failed in the last attempt.
            failed.up(done.failures.saturating_sub(self.listed));
        }
        let packages = self.reported.iter().filter(|reported| reported.name.is_empty()).count();
        let packages = u64::try_from(packages).unwrap_or(u64::MAX);
        let of_tests = done.failures.saturating_sub(packages);
        run.totals(Totals {
            passed: Some(done.tests.saturating_sub(of_tests).saturating_sub(done.skipped)),
            failed: Some(failed.saturating_sub(packages)),
            errors: Some(self.wholes),
            skipped: Some(done.skipped),
            ..Totals::default()
        })
    }
}

/// In the list of skipped tests.
fn skipped(text: &str, run: &mut Run<'_>) -> Seen {
    match text.strip_prefix("=== SKIP: ").and_then(case) {
        Some(case) => run.skip(TestId { module: case.package, separator: ".", name: case.name }),
        None => Seen::Mine(if text.is_empty() { Class::Noise } else { Class::Skipped }),
    }
}

/// The headings of a summary.
fn heading(text: &str) -> Option<Summary> {
    match text.strip_prefix("=== ")? {
        "Skipped" => Some(Summary::Skipped),
        "Failed" => Some(Summary::Failed),
        "Errors" => Some(Summary::Errors),
        _ => None,
    }
}

/// A test of a list: `berth TestMoor/at_night (re-run 1) (0.00s)`; without a name it is a package.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Case<'a> {
    package: &'a str,
    name: &'a str,
    run: u64,
}

fn case(text: &str) -> Option<Case<'_>> {
    let (text, time) = text.strip_suffix(')')?.rsplit_once(" (")?;
    let timed = time == "unknown"
        || time
            .strip_suffix('s')
            .is_some_and(|time| time.bytes().all(|byte| b"0123456789.-".contains(&byte)));
    let (text, run) = match text.strip_suffix(')').and_then(|text| text.rsplit_once(" (re-run ")) {
        Some((text, run)) => (text, scan::whole_number(run)?),
        None => (text, 0),
    };
    let (package, name) = text.split_once(' ').unwrap_or((text, ""));
    let name = name.trim_end();
    (timed && !package.is_empty() && !name.contains(' ')).then_some(Case { package, name, run })
}

/// Whether what follows a word of passing or failing is a test of a package: `berth/quay.TestMoor (0.00s)`.
fn is_test(text: &str) -> bool {
    let name = text.trim_start().split(' ').next().unwrap_or_default();
    [".Test", ".Example", ".Fuzz", ".Benchmark"].iter().any(|kind| name.contains(kind))
}

/// Reads `DONE 2 runs, 12 tests, 1 skipped, 6 failures, 1 error in 1.021s`.
fn done(text: &str) -> Option<Done> {
    let (counts, time) = text.strip_prefix("DONE ")?.rsplit_once(" in ")?;
    if !time.ends_with('s') || !time.starts_with(|first: char| first.is_ascii_digit()) {
        return None;
    }
    let mut done = Done { runs: 1, ..Done::default() };
    let mut tests = None;
    for part in counts.split(", ") {
        let (number, word) = scan::number(part)?;
        match word {
            " runs" if tests.is_none() => done.runs = number,
            " tests" | " test" if tests.is_none() => tests = Some(number),
            " skipped" => done.skipped = number,
            " failure" | " failures" => done.failures = number,
            " error" | " errors" => done.errors = number,
            _ => return None,
        }
    }
    Some(Done { tests: tests?, ..done })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_line_is_read_strictly() {
        assert_eq!(
            done("DONE 2 runs, 12 tests, 1 skipped, 6 failures, 1 error in 1.021s"),
            Some(Done { runs: 2, tests: 12, skipped: 1, failures: 6, errors: 1 })
        );
        assert_eq!(done("DONE 5 tests in 0.512s"), Some(Done { runs: 1, tests: 5, ..Done::default() }));
        for text in ["DONE 5 tests", "DONE in 3s", "DONE 5 things in 3s", "DONE all tests in 3s"] {
            assert_eq!(done(text), None, "{text}");
        }
    }

    #[test]
    fn a_case_has_a_package_and_may_have_a_name_and_an_attempt() {
        let case = |text| case(text).map(|case| (case.package, case.name, case.run));
        assert_eq!(case("a/berth TestMoor/at_night (0.00s)"), Some(("a/berth", "TestMoor/at_night", 0)));
        assert_eq!(case("berth TestMoor (re-run 2) (0.00s)"), Some(("berth", "TestMoor", 2)));
        assert_eq!(case("berth TestMoor (unknown)"), Some(("berth", "TestMoor", 0)));
        assert_eq!(case("berth  (0.00s)"), Some(("berth", "", 0)));
        assert_eq!(case("berth TestMoor"), None);
        assert_eq!(case("it fails for now (0.00s)"), None);
    }
}
