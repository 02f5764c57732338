//! `go test -v`, when a test is a suite of Ginkgo's.
//!
//! With `-v` Go says of each test that it began, and all that follows is that test's output. A suite is reported by Ginkgo's
//! own recognizer, spec by spec; so when the line after the one that began a package's first test is a suite's header,
//! what began there is closed as a run of no tests, and Go's recognizer reads the package as it does without `-v`.

use crate::event::{Class, Ended, Event, Level, Seen, Sink, TestId, Totals};
use crate::recognize::kit::{Run, Runner, Spec};
use crate::recognize::runners::go::go_test;
use crate::text::Line;

/// The longest line that is remembered, in bytes.
const LINE_BYTES: usize = 1024;

/// `go test` in text form.
#[derive(Debug, Default)]
pub struct GoTest {
    go: go_test::GoTest,
    /// The line before says that the package's first test began.
    first: bool,
    /// That line.
    name: String,
    /// A suite runs, so that what looks like a test's result is a spec's output or the suite's own.
    suite: bool,
    /// A test of this package began in the verbose form.
    verbose: bool,
}

impl Runner for GoTest {
    const SPEC: Spec = go_test::GoTest::SPEC;

    type Zone = ();

    fn waits(&self) -> bool {
        self.go.waits()
    }

    fn passed<'a>(&mut self, line: &Line<'a>) -> Option<TestId<'a>> {
        if self.first || self.suite { None } else { self.go.plain_pass(line) }
    }

    fn read_on(
        &mut self,
        line: &Line<'_>,
        sink: &mut dyn Sink,
        free: &mut dyn FnMut() -> bool,
    ) -> Option<Class> {
        // The first test of a package may be a suite.
        if self.first || self.suite || !self.verbose { None } else { self.go.goes_on(line, sink, free) }
    }

    fn line(&mut self, (): &mut (), _text: &str, run: &mut Run<'_>) -> Seen {
        let line = run.line();
        let text = line.judged();
        let reported = matches!(text.as_bytes().first(), Some(b'=' | b'o' | b'F'));
        if !self.first && !self.suite && !reported {
            // Most lines of most packages.
            return self.go.line(line, run);
        }
        if std::mem::take(&mut self.first) && text.starts_with("Running Suite: ") {
            (self.suite, self.verbose) = (true, false);
            let none = Some(0);
            let totals = Totals { passed: none, failed: none, skipped: none, ..Totals::default() };
            run.emit(Event::Declared { totals, level: Level::Section });
            run.emit(Event::SectionEnded(Ended::Replaced));
            self.go = go_test::GoTest::default();
            return Seen::No;
        }
        if self.suite {
            if text.starts_with("--- ") && text.ends_with("s)") {
                self.suite = !self.is_own(text);
                return Seen::No;
            }
            // Mostly the suite's own recognizer takes its result, and another test shows that it is over.
            self.suite = !["ok  \t", "FAIL\t", "=== RUN   "].iter().any(|begin| text.starts_with(begin));
        }
        let begins = text.starts_with("=== RUN   ");
        if begins && !self.verbose && !text.contains('/') && text.len() <= LINE_BYTES {
            self.first = true;
            text.clone_into(&mut self.name);
        }
        let seen = self.go.line(line, run);
        let closes = text.starts_with("ok  \t") || text.starts_with("FAIL\t");
        self.verbose = begins || self.verbose && !(closes && seen != Seen::No);
        seen
    }

    fn passes_over(&mut self, line: &Line<'_>) -> bool {
        let reported = matches!(line.text.as_bytes().first(), Some(b'=' | b'o' | b'F'));
        // Of `ok` it matters which test runs only while one does that is a suite, or may be.
        !self.first
            && !self.suite
            && (!reported || line.text.starts_with("ok ") && !line.text.starts_with("ok  \t"))
            && self.go.passes_over(line)
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        self.go.end(run);
    }
}

impl GoTest {
    /// Whether the line tells the result of the test that is a suite.
    fn is_own(&self, text: &str) -> bool {
        let result = text.split_once(": ").and_then(|(_, rest)| rest.split_once(' '));
        let name = self.name.strip_prefix("=== RUN   ").map(str::trim_end);
        result.is_some_and(|(reported, _)| name == Some(reported))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::kit::Driven;
    use crate::text::Line;

    const LINES: [&str; 22] = [
        "=== RUN   TestA",
        "=== RUN   TestA/b",
        "Running Suite: A Suite - /a",
        "--- PASS: TestA (0.00s)",
        "    --- PASS: TestA/b (0.00s)",
        "--- FAIL: TestA (0.00s)",
        "PASS",
        "FAIL",
        "ok  \ta.com/b\t0.01s",
        "FAIL\ta.com/b\t0.01s",
        "ok 3 - adds",
        "ok",
        "# Subtest: adds",
        "  ---",
        "  --- PASS: TestA (0.00s)",
        "  duration_ms: 0.98",
        "  ...",
        "    a_test.go:7: boom",
        "step 7",
        "panic: no",
        "goroutine 7 [running]:",
        "",
    ];

    #[test]
    fn what_is_passed_over_comes_to_the_same_as_reading_it() {
        let mut state = 7_u64;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            usize::try_from(state >> 33).unwrap()
        };
        let mut over = 0;
        for _ in 0..20_000 {
            let (mut quick, mut close) = (Driven::<GoTest>::default(), Driven::<GoTest>::default());
            let (mut printed, mut of_close) = (Vec::new(), Vec::new());
            for _ in 0..2 + next() % 16 {
                let line = Line::of(LINES[next() % LINES.len()]);
                let passed_over = quick.runner.passes_over(&line);
                over += usize::from(passed_over);
                let seen = if passed_over { Seen::No } else { quick.read(&line, &mut printed) };
                assert_eq!(seen, close.read(&line, &mut of_close), "{}", line.text);
                assert_eq!(quick.runner.waits(), close.runner.waits(), "{}", line.text);
            }
            quick.finish(&mut printed);
            close.finish(&mut of_close);
            assert_eq!(printed, of_close);
        }
        assert!(over > 10_000, "{over}");
    }
}
