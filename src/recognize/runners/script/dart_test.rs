//! `dart test` and `flutter test`: the compact, the expanded and the GitHub reporter.
//!
//! The first two print `MM:SS +PASSED ~SKIPPED -FAILED: NAME` when a test begins or fails; `[E]` after the name tells a
//! failure, whose text is indented below. The last such line says how all went. Flutter tells what was thrown in a box
//! before that line. The GitHub reporter marks each test and sums up in words. Source: the package `test_core`,
//! `runner/reporter/compact.dart`, `expanded.dart`, `github.dart`; Flutter, `flutter_test/lib/src/binding.dart`.

mod boxes;
mod starts;

use crate::event::{
    Attempt, Block, Class, Event, FailureKind, Grade, Opened, Outcome, Part, Place, Seen, TestId, Totals,
};
use crate::recognize::kit::bounds::TELLING_LINES;
use crate::recognize::kit::scan;
use crate::recognize::kit::{Run, Runner, Spec};
use boxes::Boxes;

use crate::budget::Count as _;

/// dart does not number attempts.
const ATTEMPT: Attempt = 0;

/// The numbers of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Counts {
    passed: u64,
    skipped: u64,
    failed: u64,
}

impl Counts {
    const fn sum(self) -> u64 {
        self.passed.saturating_add(self.skipped).saturating_add(self.failed)
    }
}

/// Where the recognizer is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    #[default]
    Run,
    /// In the text of a failure; lines so far, and whether its place is known.
    Body(u32, bool),
    /// In Flutter's box.
    Boxed,
    /// In a group of the GitHub reporter that holds a failure.
    Group(u32, bool),
}

/// dart test and flutter test.
#[derive(Debug, Default)]
pub struct DartTest {
    state: State,
    counts: Counts,
    /// The test of the last line, while it may run.
    flight: String,
    /// The seconds that the last line with counts reported.
    clock: u64,
    /// Flutter's boxes, until the failure is named.
    boxes: Boxes,
    /// Tests that the GitHub reporter marked.
    marked: Counts,
}

impl Runner for DartTest {
    const SPEC: Spec =
        Spec { name: "dart test", reads: "dart test and flutter test", starts: starts::STARTS, ..Spec::NONE };

    type Zone = ();

    fn line(&mut self, (): &mut (), _text: &str, run: &mut Run<'_>) -> Seen {
        let line = run.line();
        let text = line.judged();
        if let Some((clock, counts, what)) = progress(text)
            && (run.is_running() || counts == Counts::default() || is_left_of_a_run(counts, what))
        {
            if clock < self.clock && counts == Counts::default() && !self.flight.is_empty() {
                // The clock begins anew: the run above it has no end.
                self.over(run);
                run.forget();
                *self = Self::default();
            }
            self.clock = clock;
            return self.progress(counts, what, run);
        }
        match std::mem::take(&mut self.state) {
            State::Run => self.run(text, run),
            State::Body(lines, placed) => self.body(lines, placed, text, run),
            State::Boxed => self.boxed(text),
            State::Group(lines, placed) => {
                if text.trim_end() == "::endgroup::" {
                    run.emit(Event::BlockClosed);
                    return Seen::Mine(Class::Noise);
                }
                let (seen, placed) = tell(text, lines, placed, run);
                self.state = State::Group(lines.saturating_add(1), placed);
                seen
            }
        }
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        self.over(run);
    }
}

impl DartTest {
    /// The run is over, or the log.
    fn over(&mut self, run: &mut Run<'_>) {
        if run.is_running() && !self.flight.is_empty() {
            let flight = std::mem::take(&mut self.flight);
            if self.boxes.holds(&flight) {
                // Flutter prints what a test threw once it has failed; the line with `[E]` is below it.
                run.emit(Event::BlockOpened(Block::Test { id: id(&flight), kind: FailureKind::Test }));
                run.emit(Event::Instead(&flight));
                run.emit(Event::Heading);
                self.boxes.tell(run);
                run.emit(Event::BlockClosed);
            } else {
                run.emit(Event::Started(id(&flight)));
            }
        }
    }

    fn open(&mut self, opened: Opened, run: &mut Run<'_>) {
        if !run.is_running() {
            *self = Self::default();
            run.begin_as(opened, None);
        }
    }

    /// A line with counts.
    fn progress(&mut self, counts: Counts, what: &str, run: &mut Run<'_>) -> Seen {
        let before = self.counts;
        if counts.passed < before.passed || counts.failed < before.failed || counts.skipped < before.skipped {
            // Another run, or a run inside of a test.
            return Seen::No;
        }
        self.open(if before == counts || run.is_running() { Opened::Own } else { Opened::Headless }, run);
        if self.state != State::Run {
            run.emit(Event::BlockClosed);
            self.state = State::Run;
        }
        self.counts = counts;
        let what = what.trim_end();
        if is_verdict(what) {
            return self.verdict(counts, before, run);
        }
        if let Some(name) = what.strip_suffix(" [E]") {
            self.flight.clear();
            return self.failure(name, run);
        }
        let loads = what.starts_with("loading ") || what.starts_with('(');
        if loads {
            self.flight.clear()
        } else {
            what.clone_into(&mut self.flight)
        }
        Seen::Mine(Class::Noise)
    }

    fn failure(&mut self, name: &str, run: &mut Run<'_>) -> Seen {
        match name.strip_prefix("loading ") {
            Some(file) => {
                run.emit(Event::BlockOpened(Block::Whole { name: file, kind: FailureKind::Collection }));
            }
            None => {
                let setup = name.ends_with("(setUpAll)") || name.ends_with("(tearDownAll)");
                let kind = if setup { FailureKind::Setup } else { FailureKind::Test };
                run.emit(Event::BlockOpened(Block::Test { id: id(name), kind }));
            }
        }
        run.emit(Event::Heading);
        self.state = State::Body(0, false);
        if std::mem::take(&mut self.boxes).tell(run) {
            self.state = State::Body(1, true);
        }
        Seen::Mine(Class::Detail)
    }

    /// The last line of a run.
    fn verdict(&mut self, counts: Counts, before: Counts, run: &mut Run<'_>) -> Seen {
        let totals = Totals {
            passed: Some(counts.passed),
            failed: Some(counts.failed),
            errors: None,
            skipped: Some(counts.skipped),
            other: None,
            total: Some(counts.sum()),
        };
        // The line before counted all tests but the last.
        if before.sum().saturating_add(1) >= counts.sum() {
            let Counts { passed, skipped, failed } = counts;
            run.emit(Event::Counted { passed, failed, skipped, other: 0 });
        }
        run.totals(totals)
    }

    fn run(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        if let Some(seen) = self.github(text, run) {
            return seen;
        }
        if run.is_running() && text.starts_with("══╡ EXCEPTION CAUGHT BY ") {
            self.state = State::Boxed;
            self.boxes.begin(&self.flight);
            return Seen::Mine(Class::Detail);
        }
        if run.is_running() && text.starts_with("Another exception was thrown: ") {
            self.boxes.begin(&self.flight);
            self.boxes.hold(text.trim_end());
            return Seen::Mine(Class::Detail);
        }
        if run.is_running() && text.starts_with("To run this test again: ") {
            return Seen::Mine(Class::Noise);
        }
        if run.is_running() && text.starts_with("  Skip: ") {
            return Seen::Mine(Class::Skipped);
        }
        Seen::No
    }

    /// In Flutter's box.
    fn boxed(&mut self, text: &str) -> Seen {
        let line = text.trim_end();
        if !scan::is_ruler(line, '═', 20) {
            self.boxes.hold(line);
            self.state = State::Boxed;
        }
        Seen::Mine(Class::Detail)
    }

    /// In the text of a failure: indented by two blanks.
    fn body(&mut self, lines: u32, placed: bool, text: &str, run: &mut Run<'_>) -> Seen {
        if text.trim().is_empty() || text.starts_with("  ") {
            let (seen, placed) = tell(text, lines, placed, run);
            self.state = State::Body(lines.saturating_add(1), placed);
            return seen;
        }
        run.emit(Event::BlockClosed);
        self.run(text, run)
    }

    /// A line of the GitHub reporter.
    fn github(&mut self, text: &str, run: &mut Run<'_>) -> Option<Seen> {
        let line = text.trim_end();
        if let Some(totals) = sentence(line) {
            let number = totals.total.unwrap_or(0);
            if !run.is_running() && number == 0 {
                return None;
            }
            self.open(Opened::Own, run);
            if self.marked.sum() == number {
                let Counts { passed, failed, skipped } = self.marked;
                run.emit(Event::Counted { passed, failed, skipped, other: 0 });
            }
            return Some(run.totals(totals));
        }
        let (grouped, marked) = match line.strip_prefix("::group::") {
            Some(marked) => (true, marked),
            None => (false, line),
        };
        if let Some(name) = marked.strip_prefix("❌ ").and_then(|rest| rest.strip_suffix(" (failed)")) {
            self.open(Opened::Own, run);
            self.marked.failed.up(1);
            let seen = self.failure(name, run);
            self.state = if grouped { State::Group(0, false) } else { State::Run };
            return Some(seen);
        }
        if !run.is_running() {
            return None;
        }
        if let Some(name) = marked.strip_prefix("❎ ").and_then(|rest| rest.strip_suffix(" (skipped)")) {
            self.marked.skipped.up(1);
            let outcome = Outcome::Skipped;
            run.emit(Event::Finished {
                id: id(name),
                outcome,
                grade: Grade::Line,
                attempt: ATTEMPT,
                alias: "",
            });
            return Some(Seen::Mine(Class::Skipped));
        }
        marked.strip_prefix("✅ ").map(|_| {
            self.marked.passed.up(1);
            Seen::Mine(Class::Passed)
        })
    }
}

/// A line of a failure's text; whether its place is known now.
fn tell(text: &str, lines: u32, placed: bool, run: &mut Run<'_>) -> (Seen, bool) {
    let content = text.trim();
    let seen = Seen::Mine(Class::Detail);
    if content.is_empty() {
        return (seen, placed);
    }
    if let Some((place, foreign)) = frame(content) {
        let own = !foreign && !placed;
        if own {
            run.emit(Event::At { place, better: true });
        }
        run.emit(Event::Text(if own { Part::Why } else { Part::Where }));
        return (seen, placed || own);
    }
    if lines == 0 {
        run.emit(Event::Message(content));
    }
    let source =
        content.starts_with("package:") || content.starts_with("dart:") || content.starts_with("=====");
    run.emit(Event::Text(if source || lines > TELLING_LINES { Part::Where } else { Part::Why }));
    (seen, placed)
}

/// Reads `00:01 +3 ~1 -1: test/a_test.dart: name`.
fn progress(text: &str) -> Option<(u64, Counts, &str)> {
    let (minutes, rest) = scan::number(text)?;
    let (seconds, rest) = scan::number(rest.strip_prefix(':')?)?;
    let (passed, mut rest) = scan::number(rest.strip_prefix(" +")?)?;
    let mut counts = Counts { passed, ..Counts::default() };
    if minutes > 100_000 {
        return None;
    }
    if let Some((skipped, more)) = rest.strip_prefix(" ~").and_then(scan::number) {
        (counts.skipped, rest) = (skipped, more);
    }
    if let Some((failed, more)) = rest.strip_prefix(" -").and_then(scan::number) {
        (counts.failed, rest) = (failed, more);
    }
    Some((minutes.saturating_mul(60).saturating_add(seconds), counts, rest.strip_prefix(": ")?))
}

/// Whether a line with counts tells a failure: it stands for its run in a log that is cut in front. What went well does not.
fn is_left_of_a_run(counts: Counts, what: &str) -> bool {
    let what = what.trim_end();
    counts.failed > 0 && (what.ends_with(" [E]") || what == "Some tests failed.")
}

fn is_verdict(text: &str) -> bool {
    matches!(text, "All tests passed!" | "Some tests failed." | "All tests skipped." | "No tests ran.")
}

/// Reads `🎉 12 tests passed.` and `::error::10 tests passed, 1 failed, 1 skipped.`
fn sentence(text: &str) -> Option<Totals> {
    let rest = text.strip_prefix("🎉 ").or_else(|| text.strip_prefix("::error::"))?;
    let (passed, rest) = scan::number(rest.strip_suffix('.')?)?;
    let rest = rest.strip_prefix(" tests passed").or_else(|| rest.strip_prefix(" test passed"))?;
    let mut totals = Totals { passed: Some(passed), failed: Some(0), skipped: Some(0), ..Totals::default() };
    for part in rest.split(", ").filter(|part| !part.is_empty()) {
        match scan::number(part)? {
            (number, " failed") => totals.failed = Some(number),
            (number, " skipped") => totals.skipped = Some(number),
            _ => return None,
        }
    }
    let parts = [totals.passed, totals.failed, totals.skipped];
    totals.total = Some(parts.iter().flatten().fold(0, |sum: u64, part| sum.saturating_add(*part)));
    Some(totals)
}

/// Reads `test/a_test.dart 12:5   main.<fn>`, or `#4  main (file:///home/user/a_test.dart:12:5)`; whether it is a package's.
fn frame(content: &str) -> Option<(Place<'_>, bool)> {
    if content.starts_with('#') {
        let inner = content.strip_suffix(')')?.rsplit_once('(')?.1;
        let (place, _) = scan::place(inner.strip_prefix("file://").unwrap_or(inner))?;
        return Some((place, inner.starts_with("package:") || inner.starts_with("dart:")));
    }
    let (file, rest) = content.split_once(' ')?;
    let (line, rest) = scan::number(rest.trim_start())?;
    (file.ends_with(".dart") && rest.starts_with(':')).then_some((
        Place { file, line: Some(line) },
        file.starts_with("package:") || file.starts_with("dart:"),
    ))
}

/// `test/a_test.dart: group name` when there are several files.
fn id(name: &str) -> TestId<'_> {
    match name.split_once(": ") {
        Some((module, rest)) if module.ends_with(".dart") && !rest.is_empty() => {
            TestId { module, separator: ": ", name: rest }
        }
        _ => TestId::bare(name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_with_counts_is_read_strictly() {
        let counts = Counts { passed: 3, skipped: 1, failed: 2 };
        assert_eq!(progress("00:01 +3 ~1 -2: a test"), Some((1, counts, "a test")));
        assert_eq!(progress("12:30 +5 hours: a test"), None);
    }

    #[test]
    fn the_github_reporter_sums_up_in_words() {
        let read = sentence("::error::10 tests passed, 1 failed, 2 skipped.");
        assert_eq!(read.and_then(|totals| totals.total), Some(13));
        assert_eq!(sentence("🎉 1 test passed.").and_then(|totals| totals.passed), Some(1));
        assert_eq!(sentence("::error::no route"), None);
    }

    #[test]
    fn frames_of_packages_are_foreign() {
        let read = |text| frame(text).map(|(place, foreign)| (place.line, foreign));
        assert_eq!(read("test/a_test.dart 12:5   main.<fn>"), Some((Some(12), false)));
        assert_eq!(read("package:matcher/src/expect.dart 149:31  fail"), Some((Some(149), true)));
        assert_eq!(
            read("#4      main.<anonymous closure> (file:///a/w_test.dart:19:5)"),
            Some((Some(19), false))
        );
    }
}
