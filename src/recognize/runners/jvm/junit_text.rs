//! JUnit's own text runners: JUnit 4's `JUnitCore`, which Bazel's runner and Android's instrumentation print like, and
//! JUnit 3's `junit.textui`.
//!
//! A run shows a point for each test, then its time, lists of problems with their traces, and the totals. JUnit 4 says
//! its name first; the others begin with points alone, so that their run is known by its time and what is below.
//! A test may print all of that: in a run that began with its name, totals that do not fit the points before them are a
//! test's when they tell of no failure, or when points or another time follow. Failures that fit stay, whatever follows.
//! A device that loses its process says so instead of totals.
//!
//! Sources: `org.junit.internal.TextListener`, `junit.textui.ResultPrinter`, androidx's `InstrumentationResultPrinter`.
//! Not handled: the statuses of `am instrument -r` one by one; the lists and totals after them say the same.

mod junit_text_lines;

use crate::event::{Block, Class, Event, FailureKind, Level, Seen, Totals};
use crate::recognize::kit::frames::jvm::Trace;
use crate::recognize::kit::points;
use crate::recognize::kit::points::Points;
use crate::recognize::kit::reported_problems::{Points as Confirmed, ReportedProblems};
use crate::recognize::kit::{Run, Runner, Spec};
use junit_text_lines::{Sum, failed, id, is_list, is_name, is_time, item, passed};

use crate::budget::Count as _;

/// Points: begun, failed or not well, ignored.
const POINTS: &str = ".EFI";

/// Where the recognizer is.
#[derive(Debug, Default)]
enum State {
    /// Tests run, or there is no run.
    #[default]
    Run,
    /// Below the time of a run: its lists or its totals follow.
    Timed,
    /// In a list, after the problem of this number.
    List(u64),
    /// In the trace of a problem.
    Problem(u64, Trace),
    /// After the word above the totals of a run that failed.
    Failed,
}

/// JUnit 3 and 4.
#[derive(Debug, Default)]
pub struct JunitText {
    state: State,
    /// JUnit's names: its own, if the run began with it, and those of runs inside of this one that did not end.
    names: u32,
    points: Points,
    /// The points of all lines, wherever they are: what a test prints without a line end hides those after it.
    most: u64,
    reported: ReportedProblems,
    /// Problems of the last lists that are no test's, but a whole class's.
    whole: u64,
    /// Totals that the next line confirms, unless it goes on with the run.
    pending: Option<Sum>,
    /// Totals were reported, and how many points there were then.
    declared: Option<u64>,
    /// The test that a device began last.
    test: String,
}

impl Runner for JunitText {
    const SPEC: Spec = Spec {
        name: "junit",
        reads: "JUnit 4's and 3's text runners, also on Android and under Bazel",
        starts: &[
            "JUnit version ",
            "JUnit4 Test Runner",
            "Time: ",
            "There was 1 failure:",
            "There was 1 error:",
            "There were ",
            "INSTRUMENTATION_RESULT: ",
            "INSTRUMENTATION_FAILED: ",
            "INSTRUMENTATION_STATUS: test=",
        ],
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        !matches!(self.state, State::Run)
    }

    fn line(&mut self, (): &mut (), _text: &str, run: &mut Run<'_>) -> Seen {
        let line = run.line();
        let text = line.counted().trim_end();
        if self.pending.is_some() && !text.is_empty() {
            let goes_on = points::begins(text, POINTS) || is_time(text);
            self.settle(!goes_on, run);
        }
        if let Some(seen) = self.device(text, run) {
            return seen;
        }
        match std::mem::take(&mut self.state) {
            State::Run => self.run(text, run),
            State::Timed => self.timed(text, run),
            State::List(last) => self.list(last, text, run),
            State::Problem(number, trace) => self.problem(number, trace, text, run),
            State::Failed => match failed(text) {
                Some(sum) => self.totals(sum, run),
                None => self.run(text, run),
            },
        }
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        if matches!(self.state, State::Problem(..)) {
            run.emit(Event::BlockClosed);
        }
        self.settle(true, run);
        if !run.is_running() {
            return;
        }
        match self.declared {
            // Tests ran on after the totals, and no others came: the run died.
            Some(points) if points < self.points.all() => {
                run.begin(None);
            }
            Some(_) => {}
            None if self.reported.count() == 0 => self.count(run),
            None => {}
        }
    }
}

impl JunitText {
    fn run(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        if is_name(text) {
            if self.names > 0 && self.declared.is_none() {
                self.names.up(1);
                return Seen::No;
            }
            *self = Self { names: 1, ..Self::default() };
            return run.begin(None);
        }
        if is_time(text) {
            self.state = State::Timed;
            if !run.is_running() {
                run.emit(Event::MayHaveBegun);
                return Seen::No;
            }
            return Seen::Mine(Class::Noise);
        }
        if !run.is_running() && is_list(text) {
            // The log may be cut in front; PHPUnit says the same above other items.
            self.state = State::List(0);
            run.emit(Event::MayHaveBegun);
            return Seen::No;
        }
        if !run.is_running() || self.names > 1 {
            return Seen::No;
        }
        let dots = memchr::memchr_iter(b'.', text.as_bytes()).count();
        self.most.up(u64::try_from(dots).unwrap_or(u64::MAX));
        if points::begins(text, POINTS) {
            self.points.read(text, POINTS);
            let rest = text.trim_start_matches(|each| POINTS.contains(each));
            self.names.up(u32::from(self.names > 0 && is_name(rest)));
            return if rest.is_empty() { Seen::Mine(Class::Noise) } else { Seen::No };
        }
        Seen::No
    }

    /// Below the time.
    fn timed(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        if text.is_empty() {
            self.state = State::Timed;
            return if run.is_running() { Seen::Mine(Class::Noise) } else { Seen::No };
        }
        if let Some(runs) = passed(text) {
            self.begin(run);
            return self.totals(Sum { runs, bad: 0 }, run);
        }
        if is_list(text) {
            self.begin(run);
            self.reported.begin_list();
            self.whole = 0;
            self.state = State::List(0);
            return Seen::Mine(Class::Noise);
        }
        self.run(text, run)
    }

    /// The end of a run shows that there is one.
    fn begin(&mut self, run: &mut Run<'_>) {
        if !run.is_running() {
            *self = Self::default();
            run.open();
            run.emit(Event::BeganThere);
        }
    }

    /// In a list, before a problem.
    fn list(&mut self, last: u64, text: &str, run: &mut Run<'_>) -> Seen {
        if let Some((number, name, trace)) = item(text)
            && number == last.saturating_add(1)
            && (run.is_running() || id(name).module.contains('.'))
        {
            self.begin(run);
            return self.open(number, name, trace, run);
        }
        self.run(text, run)
    }

    fn open(&mut self, number: u64, name: &str, first: &str, run: &mut Run<'_>) -> Seen {
        let id = id(name);
        if id.module.is_empty() {
            self.whole.up(1);
        }
        self.reported.listed(name);
        run.emit(Event::BlockOpened(Block::Test { id, kind: FailureKind::Test }));
        run.emit(Event::Heading);
        let mut trace = Trace::of(id.module);
        if !first.is_empty() {
            trace.line(first, run);
        }
        self.state = State::Problem(number, trace);
        Seen::Mine(Class::Detail)
    }

    /// In the trace of a problem.
    fn problem(&mut self, number: u64, mut trace: Trace, text: &str, run: &mut Run<'_>) -> Seen {
        let next = item(text).filter(|(next, ..)| *next == number.saturating_add(1) && trace.framed());
        if text == "FAILURES!!!" || is_list(text) || next.is_some() {
            run.emit(Event::BlockClosed);
        }
        if text == "FAILURES!!!" {
            self.state = State::Failed;
            return Seen::Mine(Class::Totals);
        }
        if is_list(text) {
            // JUnit 3 lists what broke before what failed, and counts anew.
            self.state = State::List(0);
            return Seen::Mine(Class::Noise);
        }
        if let Some((next, name, first)) = next {
            return self.open(next, name, first, run);
        }
        if !text.is_empty() {
            trace.line(text, run);
        }
        self.state = State::Problem(number, trace);
        Seen::Mine(Class::Detail)
    }

    fn totals(&mut self, sum: Sum, run: &mut Run<'_>) -> Seen {
        match self.names {
            0 => return run.totals(self.as_totals(sum)),
            1 => {
                self.pending = Some(sum);
                run.may_have_ended();
            }
            _ => self.names.down(1),
        }
        Seen::Mine(Class::Totals)
    }

    /// The line after totals tells whether they were the run's.
    fn settle(&mut self, own: bool, run: &mut Run<'_>) {
        let Some(sum) = self.pending.take() else { return };
        let begun = self.points.of(POINTS, '.');
        let fits = begun <= sum.runs && sum.runs <= self.most;
        if !fits && (sum.bad == 0 || !own) {
            return;
        }
        if !own {
            if sum.bad > 0 {
                self.declare(sum, run);
                *self = Self { names: 1, ..Self::default() };
                run.begin(None);
            }
            return;
        }
        // Without further points totals are another run's.
        let ran = self.declared != Some(self.points.all());
        let confirmed = ran && begun == sum.runs;
        if confirmed || self.declared.is_none() {
            let points = if confirmed { Confirmed::Exact } else { Confirmed::Passes };
            self.reported.forget_others(sum.bad, points, id, run);
        } else {
            run.begin(None);
        }
        self.declare(sum, run);
        self.declared = Some(self.points.all());
    }

    fn declare(&self, sum: Sum, run: &mut Run<'_>) {
        run.emit(Event::Declared { totals: self.as_totals(sum), level: Level::Section });
    }

    fn as_totals(&self, sum: Sum) -> Totals {
        // What a test printed hides the points after it.
        let confirmed = self.points.of(POINTS, '.') == sum.runs;
        let tests = sum.bad.saturating_sub(self.whole);
        Totals {
            passed: Some(sum.runs.saturating_sub(tests)),
            failed: Some(sum.bad),
            skipped: confirmed.then(|| self.points.of(POINTS, 'I')),
            ..Totals::default()
        }
    }

    /// The points of a run that died.
    fn count(&self, run: &mut Run<'_>) {
        let of = |kind| self.points.of(POINTS, kind);
        let failed = of('E').saturating_add(of('F'));
        if self.points.all() > 0 {
            let passed = of('.').saturating_sub(failed);
            run.emit(Event::Counted { passed, failed, skipped: of('I'), other: 0 });
        }
    }

    /// What a device says of a run: its tests under `-r`, and that its process died.
    fn device(&mut self, text: &str, run: &mut Run<'_>) -> Option<Seen> {
        let printed = text.strip_prefix("INSTRUMENTATION_")?;
        if let Some(test) = printed.strip_prefix("STATUS: test=") {
            test.clone_into(&mut self.test);
            return Some(Seen::Mine(Class::Noise));
        }
        let message =
            printed.strip_prefix("RESULT: shortMsg=").or_else(|| printed.strip_prefix("FAILED: "))?;
        let name = if self.test.is_empty() { "instrumentation" } else { &self.test };
        run.emit(Event::BlockOpened(Block::Whole { name, kind: FailureKind::Crash }));
        run.emit(Event::Heading);
        run.emit(Event::Message(message));
        run.emit(Event::BlockClosed);
        Some(Seen::Mine(Class::Detail))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_are_tests_or_classes_and_junit_3_goes_on_with_the_trace() {
        assert_eq!(item("2) b(a.T)"), Some((2, "b(a.T)", "")));
        assert_eq!(item("2) b[0: f(x) (y)](a.T)"), Some((2, "b[0: f(x) (y)](a.T)", "")));
        assert_eq!(item("12) a.T"), Some((12, "a.T", "")));
        assert_eq!(item("1) b(a.T)java.lang.Error: f(x)"), Some((1, "b(a.T)", "java.lang.Error: f(x)")));
        assert_eq!(item("1) b(a.T)java.lang.Error"), Some((1, "b(a.T)", "java.lang.Error")));
        assert_eq!(item("1) no test at all"), None);
        assert_eq!((id("b(a.T)").module, id("b(a.T)").name), ("a.T", "b"));
        assert_eq!((id("a.T").module, id("a.T").name), ("", "a.T"));
    }

    #[test]
    fn times_are_numbers_alone() {
        assert!(is_time("Time: 0.012") && is_time("Time: 1,234.5"));
        for text in ["Time: 00:00.010, Memory: 6.00 MB", "Time: ", "Time: .", "Time: 3 s"] {
            assert!(!is_time(text), "{text}");
        }
    }
}
