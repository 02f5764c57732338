//! Common Test, alone and under `rebar3 ct`.
//!
//! rebar3 tells a failed test as `%%% cart_SUITE ==> total: FAILED` and its reason on the next lines, up to an empty one, and closes with
//! `Failed 1 tests. Passed 3 tests.` or `All 3 tests passed.` Common Test itself has `cart_SUITE:total failed on line 9` between two
//! dotted rulers and closes with `TEST COMPLETE, 3 ok, 1 failed of 4 test cases`; with `-v` both are printed, and the latter counts.
//! See rebar3's `cth_readable` and `lib/common_test/src/test_server_ctrl.erl` of OTP.

use super::eunit_lines::{term_file, term_line};
use crate::event::{
    Block, Class, Ended, Event, FailureKind, Level, Opened, Outcome, Part, Place, Runner, Seen, Sink, TestId,
    Totals,
};
use crate::recognize::{Attention, Recognizer, Signs, scan};
use crate::text::Line;

/// The longest file that is held, in bytes.
const LONGEST_FILE: usize = 400;

/// What follows on the next lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Open {
    /// A failed test of rebar3: whether its stack began.
    Failure(bool),
    /// The reason of a skip.
    Skip,
    /// A block of Common Test between its rulers.
    Ruled,
    /// What rebar3 says of a failure that was told before.
    Again,
}

/// Common Test.
#[derive(Debug, Default)]
pub struct CommonTest {
    running: bool,
    /// Common Test prints for itself.
    verbose: bool,
    open: Option<Open>,
    suite: String,
    file: String,
    placed: bool,
    failures: u64,
}

impl Recognizer for CommonTest {
    fn runner(&self) -> Runner {
        Runner("common test")
    }

    fn signs(&self) -> Signs {
        Signs {
            starts: &[
                "===> Running Common Test suites",
                "Common Test starting (cwd is",
                "===> Failures occurred running tests",
                "%%% ",
            ],
            ..Signs::default()
        }
    }

    fn attention(&self) -> Attention {
        if self.running { Attention::Every } else { Attention::Signs }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged().trim_end();
        if text.starts_with("===> Running Common Test suites") {
            self.start(Opened::Own, sink);
            return Seen::Mine(Class::Noise);
        }
        if text.starts_with("Common Test starting (cwd is") {
            if !self.running {
                self.start(Opened::Own, sink);
            }
            self.verbose = true;
            return Seen::Mine(Class::Noise);
        }
        if text.starts_with("===> Failures occurred running tests") {
            self.close(sink);
            if std::mem::take(&mut self.running) {
                sink.emit(Event::SectionEnded(Ended::Failed));
            }
            sink.emit(Event::Consequence { name: "rebar3 ct", kind: FailureKind::Suite });
            return Seen::Mine(Class::Detail);
        }
        if let Some(rest) = text.strip_prefix("%%% ") {
            return self.marked(rest, sink);
        }
        if !self.running {
            return Seen::No;
        }
        if let Some(totals) = totals(text) {
            return self.totals(totals, sink);
        }
        if let Some((suite, test, line)) = failed_on_line(text) {
            self.verbose = true;
            self.failure(suite, test, Open::Ruled, sink);
            sink.emit(Event::At { place: Place { file: &format!("{suite}.erl"), line }, better: false });
            return Seen::Mine(Class::Detail);
        }
        self.body(text, sink)
    }

    fn end(&mut self, sink: &mut dyn Sink) {
        self.close(sink);
    }
}

impl CommonTest {
    fn start(&mut self, opened: Opened, sink: &mut dyn Sink) {
        self.close(sink);
        *self = Self { running: true, ..Self::default() };
        sink.emit(Event::SectionStarted { opened, announced: None, label: "" });
    }

    fn close(&mut self, sink: &mut dyn Sink) {
        if matches!(self.open.take(), Some(Open::Failure(_) | Open::Ruled)) {
            sink.emit(Event::BlockClosed);
        }
    }

    fn totals(&mut self, totals: Totals, sink: &mut dyn Sink) -> Seen {
        self.close(sink);
        // What broke in a set-up is in no number.
        let errors = self.failures.saturating_sub(totals.failed.unwrap_or(0));
        sink.emit(Event::Declared {
            totals: Totals { errors: Some(errors), ..totals },
            level: Level::Section,
        });
        *self = Self::default();
        Seen::Mine(Class::Totals)
    }

    fn failure(&mut self, suite: &str, test: &str, open: Open, sink: &mut dyn Sink) {
        self.close(sink);
        let setup = test.contains("init_per_") || test.contains("end_per_");
        let kind = if setup { FailureKind::Setup } else { FailureKind::Test };
        sink.emit(Event::BlockOpened(Block::Test {
            id: TestId { module: suite, separator: ":", name: test },
            kind,
        }));
        sink.emit(Event::Heading);
        suite.clone_into(&mut self.suite);
        self.file.clear();
        self.placed = false;
        self.failures = self.failures.saturating_add(1);
        self.open = Some(open);
    }

    /// What rebar3 says: `SUITE: ...`, `SUITE ==> TEST: FAILED`, `SUITE ==> REASON`.
    fn marked(&mut self, rest: &str, sink: &mut dyn Sink) -> Seen {
        let Some((suite, says)) = rest.split_once(" ==> ") else {
            // The points of a suite.
            let points = rest
                .split_once(": ")
                .is_some_and(|(suite, points)| is_atom(suite) && points.bytes().all(|byte| byte == b'.'));
            return if points && self.running { Seen::Mine(Class::Passed) } else { Seen::No };
        };
        if !is_atom(suite) {
            return Seen::No;
        }
        if let Some(test) = says.strip_suffix(": FAILED") {
            if !self.running {
                self.start(Opened::Headless, sink);
            }
            if self.verbose {
                self.close(sink);
                self.open = Some(Open::Again);
            } else {
                self.failure(suite, test, Open::Failure(false), sink);
            }
            return Seen::Mine(Class::Detail);
        }
        if let Some(test) = says.strip_suffix(": SKIPPED").filter(|_| self.running) {
            self.close(sink);
            sink.emit(Event::finished(
                TestId { module: suite, separator: ":", name: test },
                Outcome::Skipped,
            ));
            self.open = Some(Open::Skip);
            return Seen::Mine(Class::Skipped);
        }
        if let Some(test) = says.strip_suffix(": OK").filter(|_| self.running) {
            self.close(sink);
            sink.emit(Event::finished(TestId { module: suite, separator: ":", name: test }, Outcome::Passed));
            return Seen::Mine(Class::Passed);
        }
        match self.open {
            Some(Open::Skip) => {
                sink.emit(Event::Reason(says));
                Seen::Mine(Class::Skipped)
            }
            Some(_) => {
                if self.open == Some(Open::Failure(false)) {
                    sink.emit(Event::Message(says.trim_end_matches(',')));
                }
                self.body(says, sink)
            }
            None => Seen::No,
        }
    }

    fn body(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        let plain = text.trim_start();
        match self.open {
            None => Seen::No,
            Some(Open::Ruled) if text.starts_with("- - - -") => {
                self.close(sink);
                Seen::Mine(Class::Noise)
            }
            Some(Open::Ruled) => {
                sink.emit(Event::Text(Part::Why));
                Seen::Inside(Class::Detail)
            }
            Some(_) if plain.is_empty() => {
                self.close(sink);
                Seen::Mine(Class::Noise)
            }
            Some(Open::Again) => Seen::Inside(Class::Detail),
            Some(Open::Skip) => Seen::Inside(Class::Skipped),
            Some(Open::Failure(stack)) => {
                if let Some(file) = term_file(plain, &self.suite).filter(|file| file.len() <= LONGEST_FILE) {
                    file.clone_into(&mut self.file);
                }
                if let Some(line) = term_line(plain)
                    && !self.placed
                    && !self.file.is_empty()
                {
                    self.placed = true;
                    sink.emit(Event::At {
                        place: Place { file: &self.file, line: Some(line) },
                        better: false,
                    });
                }
                let stack = stack || plain.starts_with("{test_server,");
                self.open = Some(Open::Failure(stack));
                sink.emit(Event::Text(if stack { Part::Where } else { Part::Why }));
                Seen::Inside(Class::Detail)
            }
        }
    }
}

fn is_atom(text: &str) -> bool {
    !text.is_empty()
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'@' | b'.'))
}

/// Reads `cart_SUITE:total failed on line 9`.
fn failed_on_line(text: &str) -> Option<(&str, &str, Option<u64>)> {
    let (test, rest) = text.split_once(" failed on line ")?;
    let (suite, name) = test.split_once(':')?;
    (is_atom(suite) && is_atom(name)).then_some((suite, name, scan::whole_number(rest)))
}

/// Reads `Failed 3 tests. Skipped 1 (1, 0) tests. Passed 3 tests.`, `All 2 tests passed.` and
/// `Testing lib.shop: TEST COMPLETE, 3 ok, 3 failed, 1 skipped of 7 test cases`.
fn totals(text: &str) -> Option<Totals> {
    let none = Totals { passed: Some(0), failed: Some(0), skipped: Some(0), ..Totals::default() };
    if let Some(number) = text.strip_prefix("All ").and_then(|rest| rest.strip_suffix(" tests passed.")) {
        return Some(Totals { passed: Some(scan::whole_number(number)?), ..none });
    }
    let mut totals = none;
    if let Some((_, parts)) = text.split_once(": TEST COMPLETE, ").filter(|_| text.starts_with("Testing ")) {
        let (parts, all) = parts.rsplit_once(" of ")?;
        totals.total = Some(scan::whole_number(
            all.strip_suffix(" test cases").or_else(|| all.strip_suffix(" test case"))?,
        )?);
        for part in parts.split(", ") {
            let (number, word) = scan::number(part)?;
            match word {
                " ok" => totals.passed = Some(number),
                " failed" => totals.failed = Some(number),
                " skipped" => totals.skipped = Some(number),
                _ => return None,
            }
        }
        return Some(totals);
    }
    let mut parts = 0_u32;
    for part in text.split_inclusive(" tests.") {
        let words = part.trim().strip_suffix(" tests.")?;
        let (word, rest) = words.split_once(' ')?;
        let (number, rest) = scan::number(rest)?;
        match (word, rest) {
            ("Failed", "") => totals.failed = Some(number),
            ("Passed", "") => totals.passed = Some(number),
            ("Skipped", rest) if rest.is_empty() || rest.starts_with(" (") => totals.skipped = Some(number),
            _ => return None,
        }
        parts = parts.saturating_add(1);
    }
    (parts > 0).then_some(totals)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::scan::drive;

    fn rows(text: &str) -> Vec<String> {
        drive(&mut CommonTest::default(), text)
    }

    fn holds(rows: &[String], words: &str) -> usize {
        rows.iter().map(|row| row.matches(words).count()).sum()
    }

    #[test]
    fn rebar_tells_failures_skips_and_numbers() {
        let rows = rows(
            "===> Running Common Test suites...\n%%% cart_SUITE: .\n%%% cart_SUITE ==> g.total: FAILED\n%%% cart_SUITE ==> {{badmatch,3},\n [{cart_SUITE,total,1,[{file,\"/p/test/cart_SUITE.erl\"},{line,9}]},\n  {test_server,ts_tc,3,[{file,\"test_server.erl\"},{line,1782}]}\n\n\
             %%% cart_SUITE ==> skips: SKIPPED\n%%% cart_SUITE ==> {tc_user_skip,\"no warehouse\"}\n\nFailed 1 tests. Skipped 1 (1, 0) tests. Passed 3 tests. \n===> Failures occurred running tests: 1\n",
        );
        assert!(
            rows[2].contains(
                "TestId { module: \"cart_SUITE\", separator: \":\", name: \"g.total\" }, kind: Test }"
            ),
            "{rows:#?}"
        );
        assert_eq!(rows[3], "4 Inside(Detail) Message(\"{{badmatch,3}\") | Text(Why)");
        assert_eq!(
            rows[4],
            "5 Inside(Detail) At { place: Place { file: \"/p/test/cart_SUITE.erl\", line: Some(9) }, better: false } | Text(Why)"
        );
        assert_eq!(rows[5], "6 Inside(Detail) Text(Where)");
        assert_eq!(rows[8], "9 Mine(Skipped) Reason(\"{tc_user_skip,\\\"no warehouse\\\"}\")");
        assert!(
            rows[10].contains("passed: Some(3), failed: Some(1), errors: Some(0), skipped: Some(1)"),
            "{rows:#?}"
        );
        assert_eq!(rows[11], "12 Mine(Detail) Consequence { name: \"rebar3 ct\", kind: Suite }");
    }

    #[test]
    fn common_test_tells_failures_between_rulers() {
        let rows = rows(
            "Common Test starting (cwd is /p)\n\nTesting lib.shop: Starting test, 7 test cases\n- - - - - - - -\ncart_SUITE:total failed on line 9\nReason: {badmatch,3}\n- - - - - - - -\n\n\
             Testing lib.shop: *** FAILED test case 2 of 7 ***\n%%% cart_SUITE ==> total: FAILED\n%%% cart_SUITE ==> {{badmatch,3},\n\nTesting lib.shop: TEST COMPLETE, 6 ok, 1 failed of 7 test cases\n",
        );
        assert_eq!(holds(&rows, "BlockOpened"), 1, "{rows:#?}");
        assert_eq!(rows[5], "6 Inside(Detail) Text(Why)");
        assert_eq!(rows[6], "7 Mine(Noise) BlockClosed");
        assert_eq!(holds(&rows, "passed: Some(6), failed: Some(1)"), 1);
    }

    #[test]
    fn numbers_outside_of_a_run_are_somebody_elses() {
        assert_eq!(holds(&rows("All 3 tests passed.\nFailed 1 tests. Passed 3 tests.\n"), "Declared"), 0);
        assert_eq!(totals("Failed 1 tests. Passed a lot."), None);
    }
}
