//! EUnit, as it prints itself and as `rebar3 eunit` does.
//!
//! With `verbose` a run begins with a header and tells each test; otherwise only failures are told, and the closing numbers. A failure is
//! followed by its frames, `**error:REASON` and the output. Tests that are cancelled (a set-up broke, a time ran out) are not in the
//! numbers. rebar3 prints points, then `Failures:` with a numbered block for each, `Pending:` for what was cancelled, and
//! `3 tests, 1 failures`. See `lib/eunit/src/eunit_tty.erl` of OTP and rebar3's `eunit_progress`.

use super::eunit_lines::{self as lines, Result, Told};
use crate::event::{
    Block, Class, Ended, Event, FailureKind, Level, Opened, Outcome, Part, Place, Runner, Seen, Sink, TestId,
    Totals,
};
use crate::recognize::{Attention, PassShape, Recognizer, Signs};
use crate::text::Line;

/// The longest reason that is put together, in bytes.
const LONGEST_REASON: usize = 300;

/// Where a run stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    #[default]
    Idle,
    /// Tests run.
    Running,
    /// In rebar3's list of failures.
    Failures,
    /// In rebar3's list of what was cancelled.
    Pending,
}

/// What the open block's line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum In {
    Frames,
    Reason,
    /// A term of rebar3's with a stack.
    Stack,
    Output,
}

/// EUnit.
#[derive(Debug, Default)]
pub struct Eunit {
    state: State,
    rebar: bool,
    open: Option<In>,
    /// The module of the open block, whose own frames are the best.
    module: String,
    placed: bool,
    file: String,
    /// The reason of the open block, which has several lines.
    reason: String,
    /// The name of what was cancelled, until its reason tells whether it is a failure of its own.
    held: Option<String>,
    /// The first failed test of a quiet run, until its frames confirm it: others may wait for a line before it is told.
    waiting: Option<String>,
    /// The line before was the bar in front of the numbers.
    barred: bool,
    cancelled: u64,
}

impl Recognizer for Eunit {
    fn runner(&self) -> Runner {
        Runner("eunit")
    }

    fn signs(&self) -> Signs {
        Signs {
            starts: lines::STARTS,
            inside: &[],
            // No passes, but the ends tell failures where the beginnings cannot.
            passes: &[
                PassShape { start: "", end: "...*failed*" },
                PassShape { start: "", end: "...*timed out*" },
            ],
            path: false,
        }
    }

    fn attention(&self) -> Attention {
        if self.state == State::Idle && self.waiting.is_none() { Attention::Signs } else { Attention::Every }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let whole = line.judged().trim_end();
        let text = whole.trim_start();
        let bar = whole.starts_with("=====") && whole.bytes().all(|byte| byte == b'=');
        let barred = std::mem::replace(&mut self.barred, bar);
        if whole.starts_with("======================== EUnit =") {
            if self.state == State::Idle || !self.rebar {
                self.start(Opened::Own, false, sink);
            }
            return Seen::Mine(Class::Noise);
        }
        if whole.starts_with("===> Performing EUnit tests") {
            self.start(Opened::Own, true, sink);
            return Seen::Mine(Class::Noise);
        }
        if whole.starts_with("===> Error running tests") {
            self.leave(Some(Ended::Failed), sink);
            sink.emit(Event::Consequence { name: "rebar3 eunit", kind: FailureKind::Suite });
            return Seen::Mine(Class::Detail);
        }
        if whole == "One or more tests were cancelled." {
            sink.emit(Event::Consequence { name: whole, kind: FailureKind::Suite });
            return Seen::Mine(Class::Totals);
        }
        if let Some(heading) = self.waiting.take()
            && (text.starts_with("in function ")
                || text.starts_with("in call from ")
                || text.starts_with("**"))
            && let Some(told) = lines::told(&heading)
        {
            self.start_late(sink);
            sink.emit(Event::Instead(&heading));
            self.told(told, sink);
            return self.body(text, sink);
        }
        if let Some(told) = lines::told(text) {
            if self.state == State::Idle && told.result != Result::Passed {
                // Until its reason follows it is a sign as anybody's.
                self.waiting = Some(text.to_owned());
                return Seen::No;
            }
            return self.told(told, sink);
        }
        if text == "*** context setup failed ***" || text == "*** context cleanup failed ***" {
            return self.context(text.trim_matches(['*', ' ']), sink);
        }
        if let Some(totals) = lines::totals(whole).filter(|_| barred || self.state == State::Idle) {
            return self.totals(totals, 0, sink);
        }
        match self.state {
            State::Idle => Seen::No,
            _ if self.rebar => self.rebar_line(whole, text, sink),
            _ => self.body(text, sink),
        }
    }

    fn end(&mut self, sink: &mut dyn Sink) {
        self.close(sink);
    }
}

impl Eunit {
    fn start(&mut self, opened: Opened, rebar: bool, sink: &mut dyn Sink) {
        self.close(sink);
        *self = Self { state: State::Running, rebar, ..Self::default() };
        sink.emit(Event::SectionStarted { opened, announced: None, label: "" });
    }

    /// Without a header nothing tells where a run began.
    fn start_late(&mut self, sink: &mut dyn Sink) {
        sink.emit(Event::MayHaveBegunBefore);
        self.start(Opened::Own, false, sink);
        sink.emit(Event::BeganThere);
    }

    fn close(&mut self, sink: &mut dyn Sink) {
        if self.open.take().is_some() {
            if !self.reason.is_empty() {
                sink.emit(Event::Message(&self.reason));
            }
            self.reason.clear();
            sink.emit(Event::BlockClosed);
        }
    }

    fn add_reason(&mut self, text: &str) {
        if self.reason.len().saturating_add(text.len()) < LONGEST_REASON {
            if !self.reason.is_empty() {
                self.reason.push(' ');
            }
            self.reason.push_str(text);
        }
    }

    fn leave(&mut self, ended: Option<Ended>, sink: &mut dyn Sink) {
        self.close(sink);
        if let Some(ended) = ended.filter(|_| self.state != State::Idle) {
            sink.emit(Event::SectionEnded(ended));
        }
        *self = Self::default();
    }

    fn totals(&mut self, totals: Totals, cancelled: u64, sink: &mut dyn Sink) -> Seen {
        if self.state == State::Idle {
            // Anything may print such a line: it claims nothing that stands before it.
            self.start(Opened::Own, false, sink);
        }
        self.close(sink);
        // What was cancelled is in no number, or told in fewer places than it counts.
        let errors = if cancelled > 0 && self.cancelled == 0 { cancelled } else { self.cancelled };
        sink.emit(Event::Declared {
            totals: Totals { errors: Some(errors), ..totals },
            level: Level::Section,
        });
        *self = Self::default();
        Seen::Mine(Class::Totals)
    }

    fn told(&mut self, told: Told<'_>, sink: &mut dyn Sink) -> Seen {
        if self.state == State::Idle {
            self.start_late(sink);
        }
        self.close(sink);
        let Told { module, name, result } = told;
        let id = TestId { module, separator: ":", name };
        let kind = match result {
            Result::Passed => {
                sink.emit(Event::finished(id, Outcome::Passed));
                return Seen::Mine(Class::Passed);
            }
            Result::Skipped => {
                sink.emit(Event::finished(id, Outcome::Skipped));
                return Seen::Mine(Class::Skipped);
            }
            Result::Failed => FailureKind::Test,
            Result::Cancelled => {
                self.cancelled = self.cancelled.saturating_add(1);
                FailureKind::Timeout
            }
        };
        self.open_block(Block::Test { id, kind }, In::Frames, module, sink);
        Seen::Mine(Class::Detail)
    }

    fn open_block(&mut self, block: Block<'_>, begins: In, module: &str, sink: &mut dyn Sink) {
        self.close(sink);
        sink.emit(Event::BlockOpened(block));
        sink.emit(Event::Heading);
        module.clone_into(&mut self.module);
        self.placed = false;
        self.file.clear();
        self.open = Some(begins);
    }

    fn context(&mut self, says: &str, sink: &mut dyn Sink) -> Seen {
        if self.state == State::Idle {
            self.start_late(sink);
        }
        self.cancelled = self.cancelled.saturating_add(1);
        let name = if self.cancelled > 1 { format!("{says} ({})", self.cancelled) } else { says.to_owned() };
        self.open_block(
            Block::Test { id: TestId::bare(&name), kind: FailureKind::Setup },
            In::Frames,
            "",
            sink,
        );
        Seen::Mine(Class::Detail)
    }

    fn body(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        let known = text.starts_with("module '")
            || text.starts_with("[done in ")
            || text.starts_with("application '")
            || text.starts_with("=====");
        if known && self.open != Some(In::Reason) {
            self.close(sink);
            return Seen::Mine(Class::Noise);
        }
        let Some(inside) = self.open else { return Seen::No };
        if text.is_empty() {
            return Seen::Mine(Class::Noise);
        }
        if let Some(place) = lines::frame(text) {
            let stem = |file: &str| {
                file.rsplit(['/', '\\']).next().map(|name| name.trim_end_matches(".erl").to_owned())
            };
            let own = self.module.is_empty() || stem(place.file).as_deref() == Some(self.module.as_str());
            if own && !self.placed {
                self.placed = true;
                sink.emit(Event::At { place, better: true });
            }
            sink.emit(Event::Text(Part::Where));
            return Seen::Mine(Class::Detail);
        }
        if ["**error:", "**exit:", "**throw:"].iter().any(|start| text.starts_with(start)) {
            self.open = Some(In::Reason);
            self.add_reason(text.trim_start_matches('*'));
            sink.emit(Event::Text(Part::Why));
            return Seen::Mine(Class::Detail);
        }
        if text.starts_with("output:<<") {
            self.open = Some(In::Output);
            if text == "output:<<\"\">>" {
                self.close(sink);
                return Seen::Mine(Class::Noise);
            }
        }
        if self.open == Some(In::Reason) {
            self.add_reason(text);
        }
        sink.emit(Event::Text(match inside {
            In::Reason if self.open == Some(In::Reason) => Part::Why,
            In::Frames | In::Stack => Part::Where,
            _ => Part::Output,
        }));
        if self.open == Some(In::Output) && text.ends_with("\">>") {
            self.close(sink);
        }
        Seen::Inside(Class::Detail)
    }

    /// A line of rebar3's report.
    fn rebar_line(&mut self, whole: &str, text: &str, sink: &mut dyn Sink) -> Seen {
        match whole {
            "Failures:" => {
                self.close(sink);
                self.state = State::Failures;
                return Seen::Mine(Class::Noise);
            }
            "Pending:" => {
                self.close(sink);
                self.state = State::Pending;
                return Seen::Mine(Class::Noise);
            }
            _ if whole.starts_with("Finished in ") && whole.ends_with(" seconds") => {
                self.close(sink);
                self.state = State::Running;
                return Seen::Mine(Class::Noise);
            }
            _ => {}
        }
        if let Some((totals, cancelled)) = lines::rebar_totals(whole) {
            return self.totals(totals, cancelled, sink);
        }
        if self.state == State::Failures
            && let Some(shown) = lines::numbered(whole)
        {
            let (module, name) = shown.split_once(':').unwrap_or(("", shown));
            let separator = if module.is_empty() { "" } else { ":" };
            let block = Block::Test { id: TestId { module, separator, name }, kind: FailureKind::Test };
            self.open_block(block, In::Reason, module, sink);
            return Seen::Mine(Class::Detail);
        }
        if self.state == State::Pending
            && let Some(name) =
                whole.strip_prefix("  ").filter(|name| !name.starts_with(' ') && !name.is_empty())
        {
            self.close(sink);
            self.held = Some(name.to_owned());
            return Seen::Mine(Class::Detail);
        }
        if let Some(name) = self.held.take() {
            if text.contains("{blame,") {
                // Given up because of another that is told.
                return Seen::Mine(Class::Detail);
            }
            self.cancelled = self.cancelled.saturating_add(1);
            let shown = if name == "undefined" { format!("cancelled {}", self.cancelled) } else { name };
            sink.emit(Event::BlockOpened(Block::Test { id: TestId::bare(&shown), kind: FailureKind::Setup }));
            sink.emit(Event::Instead(&shown));
            sink.emit(Event::Heading);
            self.module.clear();
            self.file.clear();
            self.placed = false;
            self.open = Some(In::Reason);
        }
        if self.open.is_none() || !matches!(self.state, State::Failures | State::Pending) {
            return if self.open.is_some() { self.body(text, sink) } else { Seen::No };
        }
        if text.is_empty() {
            return Seen::Mine(Class::Noise);
        }
        self.term(text, sink);
        Seen::Inside(Class::Detail)
    }

    /// A line of a failure in rebar3's list.
    fn term(&mut self, text: &str, sink: &mut dyn Sink) {
        if let Some(file) =
            lines::term_file(text, &self.module).filter(|file| file.len() <= lines::LONGEST_NAME)
        {
            file.clone_into(&mut self.file);
        }
        if let Some(line) = lines::term_line(text)
            && !self.placed
            && !self.file.is_empty()
        {
            self.placed = true;
            sink.emit(Event::At { place: Place { file: &self.file, line: Some(line) }, better: false });
        }
        let inside = match self.open {
            _ if text.starts_with("Output: ") || text == "Output:" => In::Output,
            Some(In::Reason) if text.starts_with("{eunit_") || text.starts_with("%% eunit_") => In::Stack,
            Some(inside) => inside,
            None => return,
        };
        self.open = Some(inside);
        sink.emit(Event::Text(match inside {
            In::Reason => Part::Why,
            In::Frames | In::Stack => Part::Where,
            In::Output => Part::Output,
        }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::scan::drive;

    fn rows(text: &str) -> Vec<String> {
        drive(&mut Eunit::default(), text)
    }

    fn holds(rows: &[String], words: &str) -> usize {
        rows.iter().map(|row| row.matches(words).count()).sum()
    }

    #[test]
    fn a_quiet_run_tells_its_failures_and_numbers() {
        let rows = rows(
            "cart_tests: total_test...*failed*\nin call from lists:sum/1 (lists.erl, line 9)\nin function cart_tests:total_test/0 (test/cart_tests.erl, line 6)\n**error:{assertEqual,[{module,cart_tests},\n              {value,3}]}\n  output:<<\"a\n\nb\">>\n\n\
             =======================================================\n  Failed: 1.  Skipped: 0.  Passed: 2.\n",
        );
        assert!(rows[1].starts_with("2 Mine(Detail) MayHaveBegunBefore | SectionStarted"), "{rows:#?}");
        assert!(rows[1].contains("Test { id: TestId { module: \"cart_tests\", separator: \":\", name: \"total_test\" }, kind: Test }"));
        assert!(rows[1].ends_with("| Heading | Text(Where)"), "{rows:#?}");
        assert_eq!(
            rows[2],
            "3 Mine(Detail) At { place: Place { file: \"test/cart_tests.erl\", line: Some(6) }, better: true } | Text(Where)"
        );
        assert_eq!(rows[4], "5 Inside(Detail) Text(Why)");
        assert_eq!(
            rows[7],
            "8 Inside(Detail) Text(Output) | Message(\"error:{assertEqual,[{module,cart_tests}, {value,3}]}\") | BlockClosed"
        );
        assert!(
            rows[10].contains("passed: Some(2), failed: Some(1), errors: Some(0), skipped: Some(0)"),
            "{rows:#?}"
        );
    }

    #[test]
    fn what_was_cancelled_is_counted_beside_the_numbers() {
        let rows = rows(
            "======================== EUnit ========================\n  undefined\n  *** context setup failed ***\n**in function a:f/0 (test/a.erl, line 2)\n**error:no\n\n  a: b_test...*timed out*\nundefined\n\
             =======================================================\n  Failed: 0.  Skipped: 0.  Passed: 2.\nOne or more tests were cancelled.\n",
        );
        assert_eq!(
            (holds(&rows, "kind: Setup"), holds(&rows, "kind: Timeout"), holds(&rows, "errors: Some(2)")),
            (1, 1, 1),
            "{rows:#?}"
        );
    }

    #[test]
    fn rebar_lists_failures_behind_its_points() {
        let rows = rows(
            "===> Performing EUnit tests...\n.FF\nFailures:\n\n  1) cart_tests:total_test/0\n     Failure/Error: ?assertEqual(4, total())\n       expected: 4\n            got: 3\n     %% eunit_proc.erl:346:in `x`\n     Output: \n\
             \u{20} 2) cart_tests:crash_test/0\n     Failure/Error: {error,no_till,\n                        [{cart_tests,crash_test,0,\n                             [{file,\"test/cart_tests.erl\"},\n                              {line,12}]},\n                         {eunit_test,run,1,\n\nFinished in 0.1 seconds\n3 tests, 2 failures\n===> Error running tests\n",
        );
        assert_eq!(holds(&rows, "Text(Why)"), 7, "{rows:#?}");
        assert_eq!(holds(&rows, "At { place: Place { file: \"test/cart_tests.erl\", line: Some(12) }"), 1);
        assert_eq!(holds(&rows, "passed: Some(1), failed: Some(2), errors: Some(0)"), 1);
        assert_eq!(rows[19], "20 Mine(Detail) Consequence { name: \"rebar3 eunit\", kind: Suite }");
    }

    #[test]
    fn a_run_that_passed_has_one_line() {
        for text in ["  All 12 tests passed.", "  Test passed."] {
            assert_eq!(holds(&rows(text), "Declared"), 1, "{text}");
        }
        for text in ["All 12 tests passed.", "  All tests passed.", "  a: b...ko", "Failed: 1."] {
            assert_eq!(holds(&rows(text), "|"), 0, "{text}");
        }
    }
}
