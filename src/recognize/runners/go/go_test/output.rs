//! Lines that are none of `go test`'s own: what tests and other programs print, and the text of failed tests.

use super::{CRASH_LINES, GoTest, WATCHED_LINES};
use crate::budget::Count as _;
use crate::event::{Class, Event, Part, Seen, Sink};
use crate::recognize::runners::go::shared::builds::Builds;
use crate::recognize::runners::go::shared::judge::Judge;
use crate::recognize::runners::go::shared::shape;
use crate::text::{JUDGED_BYTES, Line};

/// So many lines after one of the package's own the log of a test may be of which the roster knows nothing.
const LOST_LINES: u32 = 4;

impl GoTest {
    /// Whether the line is output that belongs to nothing known, for sure: most of what others print after a run that
    /// died. To read it closely comes to the same.
    #[inline]
    pub(super) fn is_no_matter(&self, line: &Line<'_>) -> bool {
        let text = line.text;
        let (Some(first), Some(last)) = (text.as_bytes().first(), text.as_bytes().last()) else {
            return false;
        };
        let begins = match first {
            b' ' => match text.trim_ascii_start().as_bytes() {
                [b'-', more @ ..] => more.starts_with(b"-- "),
                [first, ..] => *first == b'<' || self.is_lost_log(text, self.watched),
                [] => true,
            },
            b'o' => text.starts_with("ok  \t"),
            b's' => text.starts_with("signal: "),
            b't' => text.starts_with("testing: "),
            b'#' => Builds::begins(text),
            b'-' | b'<' | b'=' | b'?' | b'F' | b'P' | b'S' | b'W' | b'e' | b'f' | b'p' | b'r' => true,
            _ => false,
        };
        !begins
            && *last != b')'
            && self.section.open
            && self.section.is_quiet()
            && self.section.heads.is_empty()
            && !self.builds.waits()
            && line.tail.is_empty()
            && text.len() <= JUDGED_BYTES
            && shape::glued_run(text).is_none()
    }

    /// Any other line, which perhaps tells a pass of a test that did not begin.
    pub(super) fn text(&mut self, line: &Line<'_>, passes: bool, sink: &mut dyn Sink) -> Seen {
        let text = line.judged();
        if !self.section.heads.is_empty()
            && let Some(seen) = self.block(text, sink)
        {
            return seen;
        }
        let section = &mut self.section;
        if section.is_quiet() && !Judge::begins(text) && !shape::is_exit(text) {
            // Most output that is no test's says nothing to the judge.
            section.waits = false;
            return self.unheard(text);
        }
        self.printed(line, text, passes, sink)
    }

    /// What a test prints, or a process that dies.
    #[inline(never)]
    fn printed(&mut self, line: &Line<'_>, text: &str, passes: bool, sink: &mut dyn Sink) -> Seen {
        let section = &mut self.section;
        if section.wait(text) {
            // No other run begins with a line of a test's log, or with a pass of a test that did not begin.
            let own = passes || shape::is_log(text);
            return if own { Seen::Mine(Class::Other) } else { Seen::Inside(Class::Other) };
        }
        self.judged(line, text, sink)
    }

    /// What has to be judged at once.
    #[inline(never)]
    fn judged(&mut self, line: &Line<'_>, text: &str, sink: &mut dyn Sink) -> Seen {
        let section = &mut self.section;
        section.catch_up();
        let before = section.judge.crash().is_some();
        let judged = if section.is_ownerless() || shape::is_plain(line) {
            section.judge.glance(text)
        } else {
            section.judge.judge(text)
        };
        if section.judge.in_crash() || section.judge.in_race() {
            self.since_crash = 0;
            if !judged.noise {
                section.loose.push(judged.part, text, &mut section.purse);
            }
            if let Some(place) = judged.place {
                section.loose.at(place);
            }
            let certain = section.judge.crash().is_some() || section.judge.in_race();
            return if certain { Seen::Mine(Class::Detail) } else { Seen::Inside(Class::Other) };
        }
        if before {
            self.since_crash.up(1);
            let exit = text.starts_with("exit status ");
            if !section.open && (self.since_crash > CRASH_LINES || exit) {
                if exit {
                    section.loose.push(Part::Why, text, &mut section.purse);
                }
                section.abandoned(sink);
                return Seen::Mine(Class::Detail);
            }
        } else if !section.loose.is_empty() && !section.judge.raced() {
            // What looked like a crash has no goroutines.
            section.settle();
        }
        if shape::is_exit(text) {
            section.remember(text);
            return if section.open { Seen::Mine(Class::Noise) } else { Seen::No };
        }
        if section.hold(&judged, text) {
            return Seen::Inside(Class::Other);
        }
        self.unheard(text)
    }

    /// A line of output that belongs to nothing known.
    fn unheard(&mut self, text: &str) -> Seen {
        if self.section.open || self.watched > 0 {
            self.section.remember(text);
        }
        if self.is_lost_log(text, self.watched.saturating_add(1)) {
            self.watched = WATCHED_LINES;
            return Seen::Mine(Class::Other);
        }
        if text.starts_with("-test.shuffle ") || text.starts_with("testing: warning: no tests to run") {
            return Seen::Mine(Class::Noise);
        }
        Seen::No
    }

    /// Whether the line is one of a test's log, but not of one that is known to run: right after a verdict, where it was
    /// before Go 1.14, or where tests run of which the roster knows nothing any more. `watched` as before the line.
    #[inline]
    pub(super) fn is_lost_log(&self, text: &str, watched: u32) -> bool {
        let after = WATCHED_LINES.saturating_sub(watched);
        let near = after == 0 || (after < LOST_LINES && self.section.roster.is_full());
        near && self.section.open && self.section.verbose && shape::is_log(text)
    }

    /// A line while the text of a failed test follows; `None` when it is none of it.
    #[inline(never)]
    fn block(&mut self, text: &str, sink: &mut dyn Sink) -> Option<Seen> {
        let section = &mut self.section;
        let again = section.heads.last().is_some_and(|head| head.again);
        if self.example {
            if !again {
                sink.emit(Event::Text(Part::Why));
            }
            return Some(Seen::Inside(Class::Detail));
        }
        if text.starts_with("got:")
            && section.heads.last().is_some_and(|head| head.name.starts_with("Example"))
        {
            self.example = true;
            if !again {
                sink.emit(Event::Text(Part::Why));
            }
            return Some(Seen::Mine(Class::Detail));
        }
        if section.judge.in_crash() || Judge::begins_crash(text) {
            section.begin_crash(sink);
            section.text(text, sink);
            if section.judge.in_crash() {
                let certain = section.judge.crash().is_some();
                section.crash_reported |= certain;
                // Without goroutines it may be a test's word, and what follows another's run.
                return Some(if certain { Seen::Mine(Class::Detail) } else { Seen::Inside(Class::Detail) });
            }
            section.end_block(sink);
            return Some(Seen::No);
        }
        if text.starts_with("    ") || text.starts_with('\t') {
            let trimmed = text.trim_start();
            if trimmed.starts_with("go test -run=") {
                sink.emit(Event::Rerun);
            } else if trimmed.starts_with("Failing input written to ") && !again {
                sink.emit(Event::Text(Part::Why));
            } else {
                section.below(text, sink);
            }
            return Some(Seen::Mine(Class::Detail));
        }
        if text.is_empty() {
            return Some(Seen::Mine(Class::Noise));
        }
        section.end_block(sink);
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lines of which some are no matter; each is put after each.
    const LINES: [&str; 40] = [
        "",
        "   ",
        "ok 3 - adds",
        "ok  \ta.com/b\t0.01s",
        "ok",
        "# Subtest: adds",
        "# a.com/b",
        "  ---",
        "  duration_ms: 0.98",
        "  ...",
        "\t--- PASS: TestA (0.00s)",
        "    --- PASS: TestA/b (0.00s)",
        "    a_test.go:7: boom",
        "step 7",
        "signal: killed",
        "exit status 2",
        "testing: warning: no tests to run",
        "test a ... ok",
        "-test.shuffle 17",
        "loading...--- FAIL: TestA (0.00s)",
        "loading (3s)",
        "loading...=== RUN   TestZ",
        "=== RUN   TestB",
        "=== RUN   TestB/c",
        "=== PAUSE TestB",
        "=== CONT  TestB",
        "--- PASS: TestB (0.00s)",
        "--- FAIL: TestB (0.00s)",
        "--- FAIL: TestA (0.00s)",
        "PASS",
        "FAIL",
        "FAIL\ta.com/b\t0.01s",
        "FAIL\ta.com/b [build failed]",
        "?   \ta.com/b\t[no test files]",
        "panic: no",
        "goroutine 7 [running]:",
        "WARNING: DATA RACE",
        "==================",
        "./a.go:3:5: undefined: x",
        "\u{e9}t\u{e9}",
    ];

    /// Whether all lines come to the same, read closely or not; and how many of them were no matter.
    fn reported(lines: &[&str]) -> usize {
        let (mut quick, mut close) = (GoTest::default(), GoTest::default());
        let mut passed_over = 0;
        for (at, text) in lines.iter().enumerate() {
            let line = Line::of(text);
            passed_over += usize::from(quick.section.is_ownerless() && quick.is_no_matter(&line));
            let mut reported: [Vec<String>; 2] = [Vec::new(), Vec::new()];
            let seen = [quick.line(&line, &mut reported[0]), close.closely(&line, &mut reported[1])];
            assert_eq!(seen[0], seen[1], "{:?}", &lines[..=at]);
            assert_eq!(reported[0], reported[1], "{:?}", &lines[..=at]);
            assert_eq!(quick.waits(), close.waits(), "{:?}", &lines[..=at]);
        }
        let mut ends: [Vec<String>; 2] = [Vec::new(), Vec::new()];
        quick.end(&mut ends[0]);
        close.end(&mut ends[1]);
        assert_eq!(ends[0], ends[1], "{lines:?}");
        passed_over
    }

    #[test]
    fn a_line_of_a_running_tests_log_is_its_own_and_other_output_may_be_anybodys() {
        let mut go = GoTest::default();
        let mut seen = |text: &str| go.line(&Line::of(text), &mut Vec::<String>::new());
        assert_eq!(seen("    a_test.go:7: boom"), Seen::No);
        seen("=== RUN   TestA");
        for text in ["    a_test.go:7: boom", "--- PASS: TestZ (0.00s)", "    --- PASS: TestZ/FAILED (0.00s)"]
        {
            assert_eq!(seen(text), Seen::Mine(Class::Other), "{text}");
        }
        for text in ["--- PASS: TestZ (a s)", "--- PASS: the last (0.00s)", "--- FAIL: TestZ (0.00s)"] {
            assert_eq!(seen(text), Seen::Inside(Class::Other), "{text}");
        }
        for text in ["a_test.go:7: boom", "    a.go:7: boom", "ok 3 - adds", "./a.go:3:5: undefined: x"] {
            assert_eq!(seen(text), Seen::Inside(Class::Other), "{text}");
        }
        seen("--- PASS: TestA (0.00s)");
        assert_eq!(seen("    a_test.go:7: boom"), Seen::Mine(Class::Other), "where Go 1.13 printed it");
        assert_eq!(seen("    a_test.go:9: boom"), Seen::Mine(Class::Other));
        for text in ["    a.go:7: boom", "=== FAIL: b TestA (0.00s)", "    a_test.go:7: boom"] {
            assert_eq!(seen(text), Seen::No, "{text}");
        }
        seen("ok  \ta.com/b\t0.01s");
        assert_eq!(seen("    a_test.go:7: boom"), Seen::No);
    }

    #[test]
    fn what_is_no_matter_comes_to_the_same_read_closely() {
        let mut passed_over = 0;
        for begin in [&["=== RUN   TestA", "--- PASS: TestA (0.00s)"][..], &["=== RUN   TestA"], &[]] {
            for first in LINES {
                for second in LINES {
                    for third in ["ok 4 - more", "=== RUN   TestC", "panic: no", "FAIL\ta.com/b\t0.01s"] {
                        let lines: Vec<&str> = begin.iter().copied().chain([first, second, third]).collect();
                        passed_over += reported(&lines);
                    }
                }
            }
        }
        assert!(passed_over > 3000, "{passed_over}");
    }
}
