//! The lines that most of a package is in the verbose form: a test begins, it logs, it passes. A short way round
//! [`closely`](GoTest::closely), which reads the same out of them and reads all others.

use super::{GoTest, WATCHED_LINES};
use crate::budget::Count as _;
use crate::event::{Class, Sink, TestId};
use crate::recognize::runners::go::shared::shape;
use crate::recognize::runners::go::shared::shape::Verb;
use crate::text::{JUDGED_BYTES, Line};

impl GoTest {
    /// Whether the line is among tests, and all of it is judged.
    #[inline]
    fn is_among_tests(&self, line: &Line<'_>) -> bool {
        self.section.is_even()
            && self.pending.is_none()
            && !self.builds.waits()
            && line.tail.is_empty()
            && line.text.len() <= JUDGED_BYTES
    }

    /// The test that a status line tells to have passed, when that is all it says.
    pub fn plain_pass<'a>(&mut self, line: &Line<'a>) -> Option<TestId<'a>> {
        if !self.is_among_tests(line) {
            return None;
        }
        let (reported, after) = shape::perhaps_passed(line.text)?;
        if !self.section.may_pass(&reported) || !shape::is_duration(after) {
            return None;
        }
        self.section.pass(&reported);
        (self.between, self.example, self.watched) = (false, false, WATCHED_LINES);
        Some(shape::id(reported.name))
    }

    /// A line after one of the package's own, when it is a test's beginning or a line of its log for sure.
    #[inline]
    pub fn goes_on(
        &mut self,
        line: &Line<'_>,
        sink: &mut dyn Sink,
        free: &mut dyn FnMut() -> bool,
    ) -> Option<Class> {
        let text = line.text;
        match text.as_bytes().first()? {
            b'=' if self.is_among_tests(line) => {
                let (_, name) = shape::frame(text).filter(|(verb, _)| *verb == Verb::Run && free())?;
                (self.between, self.example, self.watched) = (false, false, WATCHED_LINES);
                self.section.run(name, sink);
                Some(Class::Noise)
            }
            b' ' if self.is_among_tests(line) => {
                let lost = self.section.is_ownerless();
                let own = if lost {
                    self.is_lost_log(text, self.watched)
                } else {
                    shape::is_log(text) && self.section.may_wait(text)
                };
                if !own || shape::glued_run(text).is_some() || !free() {
                    return None;
                }
                self.between = false;
                if lost {
                    (self.section.waits, self.watched) = (false, WATCHED_LINES);
                    self.section.remember(text);
                } else {
                    self.watched.down(1);
                    let waits = self.section.wait(text);
                    debug_assert!(waits, "a line that had room was not kept");
                }
                Some(Class::Other)
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::{Event, Outcome, Seen};

    /// Lines that are printed in many orders, so that each is after each.
    const LINES: [&str; 41] = [
        "=== RUN   TestA",
        "=== RUN   TestA/b",
        "=== RUN   TestA/b/c",
        "=== RUN   TestA/d",
        "=== RUN   TestB",
        "=== RUN   TestB/c",
        "=== RUN   TestC",
        "=== RUN   Test C",
        "=== RUN   TestC ",
        "=== RUN   ",
        "=== PAUSE TestA",
        "=== CONT  TestA",
        "=== NAME  TestB",
        "--- PASS: TestA (0.00s)",
        "--- PASS: TestA (0.00s) ",
        "--- PASS: TestB (1.20s)",
        "--- PASS: TestC (0.00s)",
        "--- PASS: TestA/b (0.00s)",
        "    --- PASS: TestA/b (0.00s)",
        "    --- PASS: TestA/d (0.00s)",
        "        --- PASS: TestA/b/c (0.00s)",
        "\t--- PASS: TestA/d (0.00s)",
        "    --- PASS: TestB/c (0.00s)",
        "    --- SKIP: TestB/c (0.00s)",
        "    --- FAIL: TestA/b (0.00s)",
        "--- FAIL: TestA (0.00s)",
        "--- FAIL: TestC (0.00s)",
        "--- SKIP: TestC (0.00s)",
        "    a_test.go:7: boom",
        "    a_test.go:7: boom=== RUN   TestZ",
        "        a_test.go:9: below",
        "    a.go:9: elsewhere",
        "step 7",
        "",
        "panic: no",
        "==================",
        "PASS",
        "FAIL",
        "ok  \ta.com/b\t0.01s",
        "FAIL\ta.com/b\t0.01s",
        "# a.com/b",
    ];

    /// Reads the line on, if it is one of those that are. Where somebody else has to see it nothing is printed.
    fn read_on(go: &mut GoTest, line: &Line<'_>, reported: &mut Vec<String>) -> Option<Class> {
        let (mut asked, mut printed) = (0, Vec::new());
        let barred = go.goes_on(line, &mut printed, &mut || {
            asked += 1;
            false
        });
        assert!(barred.is_none() && printed.is_empty() && asked < 2, "{line:?}");
        go.goes_on(line, reported, &mut || true)
    }

    /// What is reported the lines, by the short ways where one is asked for and can be gone, and how often it was.
    fn reported(lines: &[&str], short: bool) -> (Vec<String>, usize) {
        reported_after(GoTest::default(), lines, short)
    }

    fn reported_after(mut go: GoTest, lines: &[&str], short: bool) -> (Vec<String>, usize) {
        let (mut reported, mut gone) = (Vec::<String>::new(), 0);
        for text in lines {
            let line = Line::of(text);
            let passes = text.trim_start().starts_with("--- PASS: ") && text.trim_end().ends_with("s)");
            let mut seen = None;
            if short && passes {
                seen = go.plain_pass(&line).map(|id| {
                    reported.emit(Event::finished(id, Outcome::Passed));
                    Class::Passed
                });
            } else if short {
                seen = read_on(&mut go, &line, &mut reported);
            }
            gone += usize::from(seen.is_some());
            let seen = seen.map_or_else(|| go.closely(&line, &mut reported), Seen::Mine);
            reported.push(format!("{seen:?} {:?}", go.waits()));
        }
        go.end(&mut reported);
        (reported, gone)
    }

    /// So many of the lines, most of them of tests that begin, log and pass.
    fn some_lines(count: usize, next: &mut impl FnMut() -> usize) -> Vec<&'static str> {
        (0..count)
            .map(|_| if next().is_multiple_of(3) { LINES[next() % LINES.len()] } else { LINES[next() % 23] })
            .collect()
    }

    fn numbers() -> impl FnMut() -> usize {
        let mut state = 7_u64;
        move || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize
        }
    }

    #[test]
    fn the_short_ways_come_to_the_same_as_to_read_closely() {
        let (mut next, mut gone) = (numbers(), 0);
        for _ in 0..40_000 {
            let lines = some_lines(2 + next() % 16, &mut next);
            let (long, none) = reported(&lines, false);
            let (short, ways) = reported(&lines, true);
            assert_eq!(short, long, "{lines:#?}");
            assert_eq!(none, 0);
            gone += ways;
        }
        assert!(gone > 40_000, "{gone}");
    }

    #[test]
    fn they_do_so_when_more_tests_began_than_are_remembered() {
        let mut next = numbers();
        let full = || {
            let mut go = GoTest::default();
            (0..17_000).for_each(|number| {
                go.closely(&Line::of(&format!("=== RUN   TestZ{number}")), &mut Vec::<String>::new());
            });
            go
        };
        for _ in 0..10 {
            let lines = some_lines(400, &mut next);
            let (short, ways) = reported_after(full(), &lines, true);
            assert_eq!(short, reported_after(full(), &lines, false).0, "{lines:#?}");
            assert!(ways > 20, "{ways}");
        }
    }

    #[test]
    fn what_most_of_a_package_is_goes_a_short_way() {
        let lines = [
            "=== RUN   TestA",
            "=== RUN   TestA/b",
            "    a_test.go:7: begins",
            "=== RUN   TestA/d",
            "--- PASS: TestA (0.00s)",
            "    --- PASS: TestA/b (0.00s)",
            "    --- PASS: TestA/d (0.00s)",
            "=== RUN   TestB",
            "--- PASS: TestB (0.00s)",
        ];
        // The first line opens the section, and a test with others below it is none that counts.
        assert_eq!(reported(&lines, true).1, lines.len() - 2);
    }
}
