//! Unity, the test framework for C of ThrowTheSwitch: alone and under ESP-IDF, Ceedling and PlatformIO.
//!
//! A program prints `FILE:LINE:NAME:PASS`, `:FAIL: MESSAGE` or `:IGNORE: REASON` for each test, then a ruler, `3 Tests 1 Failures 0 Ignored` and
//! `OK` or `FAIL`. Ceedling keeps that to itself and prints lists under headings, the last of which has the numbers. PlatformIO writes its
//! own words after each test, and closes with `3 test cases: 1 failed, 2 succeeded in TIME` between rulers.
//! See Unity's `src/unity.c` (`UnityConcludeTest`, `UnityEnd`), Ceedling's plugins `report_tests_*_stdout`, and PlatformIO's `test/`.

use crate::budget::Count as _;
use crate::event::{
    Block, Class, Ended, Event, FailureKind, Level, Opened, Outcome, Place, Seen, Sink, TestId, Totals,
};
use crate::recognize::kit::scan;
use crate::recognize::kit::{self, Runner, Spec};

use super::unity_lines::{self, List, Reported, Status};

/// The ruler below PlatformIO's heading is as wide as its terminal: at least so many characters.
const SHORTEST_BAR: usize = 20;

/// Who prints.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Run {
    #[default]
    None,
    /// A program with Unity.
    Program,
    /// Ceedling, under one of its headings.
    Ceedling(List),
    /// PlatformIO; whether it announced itself.
    PlatformIo,
}

/// Unity.
#[derive(Debug, Default)]
pub struct Unity {
    run: Run,
    /// Tests reported by the program so far, and how many of them passed.
    tests: u64,
    passed: u64,
    /// The line before was the ruler in front of a program's numbers.
    ruled: bool,
    /// The line before may have been the first of PlatformIO's headings.
    headed: bool,
    /// The file and the test of Ceedling's lists.
    file: String,
    test: String,
    /// PlatformIO's suite, whether it has ended, and how many could not be built or ended with a status of their own.
    suite: String,
    ended: bool,
    errored: u64,
    /// Ceedling's numbers so far.
    totals: Totals,
}

impl Runner for Unity {
    const SPEC: Spec = Spec {
        name: "unity",
        reads: "Unity for C, with Ceedling, PlatformIO and ESP-IDF",
        starts: &[
            "-------------------",
            "FAILED TEST SUMMARY",
            "IGNORED TEST SUMMARY",
            "OVERALL TEST SUMMARY",
            "❌ FAILED TEST SUMMARY",
            "❌ OVERALL TEST SUMMARY",
            "✅ OVERALL TEST SUMMARY",
            "🚫 IGNORED TEST SUMMARY",
            "GCOV: FAILED TEST SUMMARY",
            "GCOV: IGNORED TEST SUMMARY",
            "GCOV: OVERALL TEST SUMMARY",
            "Unit test failures.",
            "Processing ",
        ],
        places: Some(&[]),
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        self.run != Run::None || self.ruled || self.headed
    }

    fn line(&mut self, (): &mut (), _text: &str, run: &mut kit::Run<'_>) -> Seen {
        let line = run.line();
        let text = line.judged().trim();
        let ruled = std::mem::replace(&mut self.ruled, unity_lines::is_ruler(text));
        let headed = std::mem::replace(&mut self.headed, unity_lines::is_processing(text));
        if self.headed {
            let suite = text.strip_prefix("Processing ").unwrap_or(text);
            self.suite = unity_lines::head(suite.strip_suffix(" environment").unwrap_or(suite)).to_owned();
        }
        if let Some(reported) = unity_lines::reported(text) {
            return self.reported(reported, run);
        }
        if let Some(totals) = unity_lines::program_totals(text).filter(|_| ruled) {
            return self.program_totals(totals, run);
        }
        if let Some(list) = unity_lines::list(text).filter(|_| ruled) {
            self.open(Run::Ceedling(list), run);
            return Seen::Mine(Class::Noise);
        }
        if text == "Unit test failures." && ruled {
            run.emit(Event::Consequence { name: text, kind: FailureKind::Suite });
            return Seen::Mine(Class::Totals);
        }
        if self.headed && self.run != Run::PlatformIo {
            run.emit(Event::MayHaveBegun);
            return Seen::No;
        }
        // Anything may print the sentence alone.
        if headed && scan::is_ruler(text, '-', SHORTEST_BAR) {
            let inside = self.run != Run::None;
            self.open(Run::PlatformIo, run);
            if !inside {
                run.emit(Event::BeganThere);
            }
            self.ended = false;
            run.emit(Event::ScopeBegins);
            return Seen::Mine(Class::Noise);
        }
        match self.run {
            Run::Ceedling(list) => self.ceedling(list, text, run),
            Run::PlatformIo if self.headed => Seen::Mine(Class::Noise),
            Run::PlatformIo => self.platform_io(text, run),
            Run::Program | Run::None => Seen::No,
        }
    }
}

impl Unity {
    /// Anything may print totals and headings: they claim nothing that is before them.
    fn open(&mut self, run: Run, sink: &mut dyn Sink) {
        if self.run == Run::None {
            sink.emit(Event::SectionStarted { opened: Opened::Own, announced: None, label: "" });
        }
        self.run = run;
    }

    fn reported(&mut self, reported: Reported<'_>, sink: &mut dyn Sink) -> Seen {
        if self.run == Run::None {
            // The first test's output is before its line.
            sink.emit(Event::MayHaveBegunBefore);
            self.open(Run::Program, sink);
            sink.emit(Event::BeganThere);
        }
        let Reported { place, name, status, says } = reported;
        self.tests.up(1);
        self.passed.up(u64::from(status == Status::Pass));
        let id = TestId { module: place.file, separator: ":", name };
        match status {
            Status::Pass => {
                sink.emit(Event::finished(id, Outcome::Passed));
                Seen::Mine(Class::Passed)
            }
            Status::Ignore => {
                sink.emit(Event::finished(id, Outcome::Skipped));
                if !says.is_empty() {
                    sink.emit(Event::Reason(says));
                }
                Seen::Mine(Class::Skipped)
            }
            Status::Fail => {
                fail(id, place, says, sink);
                Seen::Mine(Class::Detail)
            }
        }
    }

    fn program_totals(&mut self, totals: Totals, sink: &mut dyn Sink) -> Seen {
        if self.run == Run::PlatformIo {
            // One program of several; PlatformIO tells the sum.
            sink.emit(Event::Declared { totals, level: Level::Suite });
            return Seen::Mine(Class::Totals);
        }
        // Only the fixture extension is silent about what passed: elsewhere other numbers are a test's output.
        if self.passed > 0 && totals.total != Some(self.tests) {
            return Seen::No;
        }
        self.open(Run::Program, sink);
        sink.emit(Event::Declared { totals, level: Level::Section });
        *self = Self::default();
        Seen::Mine(Class::Totals)
    }

    /// A line under one of Ceedling's headings.
    fn ceedling(&mut self, list: List, text: &str, sink: &mut dyn Sink) -> Seen {
        if unity_lines::is_ruler(text) || text.is_empty() || scan::is_ruler(text, '-', 10) {
            return Seen::Mine(Class::Noise);
        }
        if list == List::Overall {
            return self.overall(text, sink);
        }
        if let Some(file) = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            self.file.clear();
            self.file.push_str(unity_lines::head(file));
            return Seen::Mine(Class::Detail);
        }
        if let Some(test) = text.strip_prefix("Test: ") {
            self.test.clear();
            self.test.push_str(unity_lines::head(test));
            return Seen::Mine(Class::Detail);
        }
        if let Some((line, says)) = text.strip_prefix("At line (").and_then(|rest| rest.split_once(')'))
            && let Some(line) = scan::whole_number(line)
        {
            let (file, test) = (std::mem::take(&mut self.file), std::mem::take(&mut self.test));
            let says = says.strip_prefix(": ").unwrap_or(says).trim_matches('"');
            let place = Place { file: &file, line: Some(line) };
            let seen = self.listed(list, place, &test, says, sink);
            self.file = file;
            return seen;
        }
        // The form for editors: `FILE:LINE:NAME: "MESSAGE"`.
        if let Some((place, rest)) = scan::place(text)
            && let Some((name, says)) = rest.split_once(": ")
        {
            return self.listed(list, place, name, says.trim_matches('"'), sink);
        }
        Seen::No
    }

    fn listed(&mut self, list: List, place: Place<'_>, name: &str, says: &str, sink: &mut dyn Sink) -> Seen {
        let id = TestId { module: place.file, separator: ":", name };
        if list == List::Ignored {
            sink.emit(Event::finished(id, Outcome::Skipped));
            sink.emit(Event::Reason(says));
            return Seen::Mine(Class::Skipped);
        }
        fail(id, place, says, sink);
        Seen::Mine(Class::Detail)
    }

    /// `TESTED:`, `PASSED:`, `FAILED:` and `IGNORED:`, in this order.
    fn overall(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        let read = |text: &str| {
            text.split_once(':')
                .and_then(|(word, number)| Some((word.to_owned(), scan::whole_number(number.trim())?)))
        };
        let Some((word, number)) = read(text) else { return Seen::No };
        match word.as_str() {
            "TESTED" => self.totals.total = Some(number),
            "PASSED" => self.totals.passed = Some(number),
            "FAILED" => self.totals.failed = Some(number),
            "IGNORED" if self.totals.failed.is_some() && self.totals.passed.is_some() => {
                let totals = Totals { skipped: Some(number), ..self.totals };
                sink.emit(Event::Declared { totals, level: Level::Section });
                *self = Self::default();
            }
            _ => return Seen::No,
        }
        Seen::Mine(Class::Totals)
    }

    /// A line of PlatformIO.
    fn platform_io(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        if let Some(inner) = scan::ruled(text, '=') {
            return self.platform_io_sums(inner, sink);
        }
        if let Some(inner) = scan::ruled(text, '-')
            && let Some((name, rest)) = inner.split_once(" [")
            && let Some((status, _)) = rest.split_once("] Took ")
        {
            return self.suite_ended(name, status, sink);
        }
        Seen::No
    }

    /// What is between PlatformIO's thicker rulers: all numbers, and what became of a suite before 6.0.
    fn platform_io_sums(&mut self, inner: &str, sink: &mut dyn Sink) -> Seen {
        if let Some((status, _)) = inner.strip_prefix('[').and_then(|rest| rest.split_once("] Took "))
            && matches!(status, "PASSED" | "FAILED")
        {
            let name = std::mem::take(&mut self.suite);
            return self.suite_ended(&name, status, sink);
        }
        let Some((parts, _)) = inner.rsplit_once(" in ") else { return Seen::No };
        let cases = scan::number(parts)
            .and_then(|(number, rest)| Some((number, rest.strip_prefix(" test cases: ")?)));
        let zero = Totals { failed: Some(0), skipped: Some(0), ..Totals::default() };
        let read = |parts: &str| parts.split(", ").try_fold(zero, unity_lines::part);
        if let Some((number, parts)) = cases {
            let Some(totals) = read(parts) else { return Seen::No };
            // A program that died counts as a case, and so does one that failed; what became of it says its suite.
            let total = Some(number.saturating_sub(self.errored));
            sink.emit(Event::Declared { totals: Totals { total, ..totals }, level: Level::Section });
        } else {
            // Before 6.0 it counted its suites alone.
            let Some(suites) = read(parts).filter(|_| self.ended) else { return Seen::No };
            let failed = suites.failed.is_some_and(|failed| failed > 0);
            sink.emit(Event::SectionEnded(if failed { Ended::Failed } else { Ended::Passed }));
        }
        *self = Self::default();
        Seen::Mine(Class::Totals)
    }

    fn suite_ended(&mut self, name: &str, status: &str, sink: &mut dyn Sink) -> Seen {
        self.ended = true;
        // The tests of a suite that failed are reported; of one that could not be built or died nothing else may be.
        if status == "ERRORED" || status == "FAILED" {
            self.errored.up(u64::from(status == "ERRORED"));
            sink.emit(Event::Consequence { name, kind: FailureKind::Suite });
            return Seen::Mine(Class::Detail);
        }
        sink.emit(Event::ScopeEnds);
        Seen::Mine(Class::Noise)
    }
}

fn fail(id: TestId<'_>, place: Place<'_>, says: &str, sink: &mut dyn Sink) {
    sink.emit(Event::BlockOpened(Block::Test { id, kind: FailureKind::Test }));
    sink.emit(Event::Heading);
    sink.emit(Event::At { place, better: false });
    if !says.is_empty() {
        sink.emit(Event::Message(says));
    }
    sink.emit(Event::BlockClosed);
}

#[cfg(test)]
mod tests {
    use super::unity_lines::reported;
    use super::*;

    #[test]
    fn other_lines_with_a_place_are_nobodys_tests() {
        for text in [
            "src/a.c:12: warning: FAIL",
            "src/a.c:12:5: error: x:FAIL: y",
            "src/a.c:12:some words:PASS",
            "12:PASS",
            "a.c:1:x:FAILED",
        ] {
            assert_eq!(reported(text), None, "{text}");
        }
        let fixture = reported("test/a.c:12:TEST(Led, Off):FAIL: Expected 1 Was 0").unwrap();
        assert_eq!((fixture.name, fixture.status), ("TEST(Led, Off)", Status::Fail));
        assert_eq!(reported("test/a.c:12:test_total\t[IGNORED]").unwrap().status, Status::Ignore);
    }
}
