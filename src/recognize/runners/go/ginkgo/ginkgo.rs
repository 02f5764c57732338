//! Ginkgo's runs: suites, one after the other.
//!
//! A suite says its name and how many specs it has. Most of its specs are marks without names; those that fail, are
//! skipped or are pending have a block. Its end is a list of failures and its numbers. They may be a spec's output until
//! something follows that only the end has after it: then they are reported (`ending`).
//!
//! A suite is one test of Go. What `go test` says of that test after the suite's end is the same failure once more and is
//! taken here; what it says of other tests goes to `go_test`. See `default_reporter.go` and `stenographer.go`.

use super::block::{Block, Early};
use super::ending::Ending;
use super::ginkgo_lines::{self, Reported};
use crate::budget::Count as _;
use crate::event::{Class, Ended, Event, FailureKind, Opened, Seen, TestId};
use crate::recognize::kit::bounds::NAMES;
use crate::recognize::kit::clip::clipped;
use crate::recognize::kit::{EqualNames, EveryLine, Run, Runner, Spec};

/// What is between blocks.
const RULER: &str = "------------------------------";
/// The name of what the command `ginkgo` says last.
const FAILED: &str = "Test Suite Failed";

/// What `go test` has printed after a suite's end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum OfGo {
    /// Nothing.
    #[default]
    Nothing,
    /// That the suite's test failed.
    Test,
    /// That another one did, too.
    More,
}

/// Ginkgo.
#[derive(Debug, Default)]
pub struct Ginkgo {
    running: bool,
    /// A header was read whose number of specs follows.
    headed: bool,
    pub(super) suite: String,
    total: u64,
    /// Prints all on one line.
    short: bool,
    block: Option<Block>,
    early: Early,
    reported: Vec<String>,
    ending: Ending,
    /// The line before printed how many specs ran, of how many.
    ran: Option<u64>,
    /// A status whose numbers follow.
    status: Option<(bool, String)>,
    of_go: OfGo,
    /// How many marks of specs that passed were seen.
    marks: u64,
    /// Go's last words, until it is known whether it died.
    pub(super) words: Option<String>,
    /// The suite's process died: its goroutines follow.
    pub(super) died: bool,
    /// A spec printed a header, or the suite died: that one's number of specs, once it was read.
    nested: Option<Option<u64>>,
    /// Somebody printed that the suite failed, before its numbers came.
    consequence: bool,
}

impl Runner for Ginkgo {
    const SPEC: Spec = Spec {
        name: "ginkgo",
        reads: "ginkgo 1 and 2, by its command and under go test",
        starts: &[
            "Running Suite: ",
            // Seeds of suites in the short form.
            "[1",
            "[2",
            "[3",
            "[4",
            "[5",
            "[6",
            "[7",
            "[8",
            "[9",
            "• Failure",
            "•! Panic",
            "•... Timeout",
            "• [",
            "Summarizing ",
            "Ran ",
            "SUCCESS! -- ",
            "FAIL! -",
            "Ginkgo ran ",
            "Test Suite Failed",
            "Test Suite Passed",
            "Detected Programmatic Focus",
            "There were failures detected in the following suites:",
        ],
        every_line: EveryLine::Never,
        equal_names: EqualNames::Same,
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        self.running || self.headed || self.ran.is_some()
    }

    fn line(&mut self, (): &mut (), text: &str, run: &mut Run<'_>) -> Seen {
        let line = run.line();
        if self.running {
            self.marks.up(ginkgo_lines::count_marks(line.text));
        }
        if let Some(seen) = self.header(text, run) {
            return seen;
        }
        let ran = self.ran.take();
        if let Some(seen) = self.numbers(text, ran, run) {
            return seen;
        }
        if let Some(seen) = self.command(text, run) {
            return seen;
        }
        if self.ending.is_whole() {
            return self.after(text, run);
        }
        if !self.running {
            return self.outside(text, run);
        }
        self.inside(text, run)
    }

    /// A suite that died may go on.
    fn ended(&mut self) {}

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        self.leave(run);
        self.declare(run);
    }
}

impl Ginkgo {
    /// A suite's header.
    fn header(&mut self, text: &str, run: &mut Run<'_>) -> Option<Seen> {
        if let Some(name) = ginkgo_lines::banner(text) {
            if self.running && !self.ending.is_whole() {
                // A spec printed it: a suite that died is reported by whoever ran it.
                self.nested = Some(None);
                return None;
            }
            self.begin(name, run);
            self.headed = true;
            return Some(Seen::Mine(Class::Noise));
        }
        if self.headed
            && let Some(total) = ginkgo_lines::will_run(text)
        {
            (self.headed, self.total) = (false, total);
            return Some(Seen::Mine(Class::Noise));
        }
        if let Some(None) = self.nested
            && let Some(total) = ginkgo_lines::will_run(text)
        {
            self.nested = Some(Some(total));
            return None;
        }
        let header = ginkgo_lines::short_header(text)?;
        if self.running && !self.ending.is_whole() {
            // The suite before died: in this form they are one below the other.
            if !self.short {
                return None;
            }
            self.leave(run);
            run.end(Ended::Crash);
            self.running = false;
        }
        self.begin(header.name, run);
        (self.total, self.short) = (header.total, true);
        self.marks = ginkgo_lines::count_marks(text);
        if let Some(marks) = ginkgo_lines::short_success(header.rest)
            && ginkgo_lines::are_marks(marks)
        {
            // All of it is on this line: nothing goes on after it.
            self.ending.short = Some((Some(ginkgo_lines::passed_marks(marks)), self.total));
            self.declare(run);
        } else {
            self.short_end(header.rest, run);
        }
        Some(Seen::Mine(Class::Noise))
    }

    fn begin(&mut self, name: &str, run: &mut Run<'_>) {
        self.leave(run);
        self.declare(run);
        *self = Self { running: true, suite: clipped(name), ..Self::default() };
        run.begin_as(Opened::Own, None);
        run.emit(Event::SectionLabel(&self.suite));
    }

    /// The end of a suite in the short form, which tells its numbers by marks alone.
    fn short_end(&mut self, text: &str, run: &mut Run<'_>) -> bool {
        let Some(marks) = ginkgo_lines::short_success(text) else { return false };
        self.leave(run);
        let passed = ginkgo_lines::are_marks(marks).then(|| ginkgo_lines::passed_marks(marks));
        self.ending.short = Some((passed, self.total));
        run.may_have_ended();
        true
    }

    /// `Ran 8 of 10 Specs in 0.001 seconds`, and the line after it.
    fn numbers(&mut self, text: &str, ran: Option<u64>, run: &mut Run<'_>) -> Option<Seen> {
        if let Some(total) = ginkgo_lines::ran(text) {
            self.leave(run);
            self.ran = Some(total);
            return Some(Seen::Mine(Class::Totals));
        }
        if let Some((passed, reason)) = self.status.take() {
            let counts = ginkgo_lines::counts(text.strip_prefix("-- ").unwrap_or(text))?;
            return Some(self.ended(Some(counts), passed, &reason, run));
        }
        let total = ran?;
        let status = ginkgo_lines::status(text)?;
        let other = total != self.total && (status.passed || self.nested == Some(Some(total)));
        if self.running && other {
            // Of another run that a spec printed.
            return None;
        }
        if !self.running {
            self.begin("", run);
            self.total = total;
        }
        if status.counts.is_empty() {
            self.status = Some((status.passed, clipped(status.reason)));
            return Some(Seen::Mine(Class::Totals));
        }
        let counts = ginkgo_lines::counts(status.counts);
        if counts.is_none() && !status.counts.starts_with("A BeforeSuite node failed") {
            return None;
        }
        Some(self.ended(counts, status.passed, status.reason, run))
    }

    fn ended(
        &mut self,
        counts: Option<ginkgo_lines::Counts>,
        passed: bool,
        reason: &str,
        run: &mut Run<'_>,
    ) -> Seen {
        self.take_back(run);
        self.ending.numbers(counts, passed, reason);
        self.of_go = OfGo::Nothing;
        run.may_have_ended();
        Seen::Mine(Class::Totals)
    }

    /// What the command `ginkgo` says after its suites.
    fn command(&mut self, text: &str, run: &mut Run<'_>) -> Option<Seen> {
        let ran = text.strip_prefix("Ginkgo ran ").is_some_and(|rest| rest.contains(" suite"));
        let fails = text == "Test Suite Failed"
            || text.starts_with("Detected Programmatic Focus - setting exit status");
        if fails && !self.ending.failed() {
            // Either the suite died or a spec printed it, or something else is wrong with what went well.
            self.declare(run);
            self.consequence = self.running;
            run.consequence(FAILED, FailureKind::Suite);
        }
        (ran || fails || text == "Test Suite Passed").then_some(Seen::Mine(Class::Noise))
    }

    /// The suite goes on after what printed that it failed.
    fn take_back(&mut self, run: &mut Run<'_>) {
        if std::mem::take(&mut self.consequence) {
            run.emit(Event::Withdrawn(TestId::bare(FAILED)));
        }
    }

    /// A line after a suite's numbers.
    fn after(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        if ginkgo_lines::goes_on(text) || ginkgo_lines::summarizing(text).is_some() {
            // The numbers were a spec's output.
            self.ending = Ending::default();
            return self.inside(text, run);
        }
        let own = if self.ending.failed() { "--- FAIL: " } else { "--- PASS: " };
        let of_test = ["--- FAIL: ", "--- PASS: ", "--- SKIP: "].iter().any(|begin| text.starts_with(begin));
        if of_test && text.ends_with("s)") {
            let first = self.of_go == OfGo::Nothing && text.starts_with(own);
            self.of_go = if first { OfGo::Test } else { OfGo::More };
            return if first { Seen::Mine(Class::Noise) } else { Seen::No };
        }
        let alone = self.of_go == OfGo::Test;
        let closes = if self.ending.failed() { "FAIL\t" } else { "ok  \t" };
        if text.starts_with("FAIL\t") || text.starts_with("ok  \t") {
            let own = alone && text.starts_with(closes);
            self.declare(run);
            return if own { Seen::Mine(Class::Noise) } else { Seen::No };
        }
        if text.starts_with("=== RUN   ") {
            self.declare(run);
            return Seen::No;
        }
        let of_go = ["PASS", "PASS | FOCUSED", "FAIL"].contains(&text) || text.starts_with("exit status ");
        match (of_go, alone) {
            (true, true) => Seen::Mine(Class::Noise),
            (true, false) => Seen::Inside(Class::Noise),
            (false, _) => Seen::No,
        }
    }

    /// A line outside of any suite.
    fn outside(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        let failed = matches!(ginkgo_lines::block(text), Some(Reported::Failed(_)));
        let marked = ginkgo_lines::DENOTERS.iter().any(|denoter| text.starts_with(denoter));
        if failed && marked || ginkgo_lines::summarizing(text).is_some() {
            // The log begins in the middle of a suite, or one goes on after what a spec printed.
            self.running = true;
            return self.inside(text, run);
        }
        Seen::No
    }

    /// A line inside of a suite.
    fn inside(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        if let Some(reported) = ginkgo_lines::block(text) {
            self.leave(run);
            self.take_back(run);
            self.ending = Ending::default();
            self.block = Some(Block::new(reported));
            return Seen::Mine(if reported == Reported::Other { Class::Other } else { Class::Detail });
        }
        if let Some(printed) = ginkgo_lines::summarizing(text) {
            self.leave(run);
            self.ending.summarizing(printed);
            return Seen::Mine(Class::Noise);
        }
        if self.ending.listing && self.ending.listed(text) {
            return Seen::Mine(Class::Noise);
        }
        if text == RULER {
            self.leave(run);
            return Seen::Mine(Class::Noise);
        }
        if let Some(block) = &mut self.block {
            if let Some(name) = block.line(text, &mut self.early, run) {
                self.remember(name);
            }
            return Seen::Mine(Class::Detail);
        }
        if text.starts_with("FAIL\t") || text.starts_with("ok  \t") || text.starts_with("=== RUN   ") {
            // The suite died. Whose closing line follows has no more to tell than that.
            let reported = self.died && text.starts_with("FAIL\t");
            self.leave(run);
            run.end(Ended::Crash);
            self.running = false;
            return if reported { Seen::Mine(Class::Noise) } else { Seen::No };
        }
        // The suite's own test has not ended: a spec printed its result.
        if self.crash(text, run) || text.starts_with("--- ") && text.ends_with("s)") {
            return Seen::Mine(if self.died { Class::Detail } else { Class::Other });
        }
        if self.short && self.short_end(text, run) {
            return Seen::Mine(Class::Totals);
        }
        self.early.line(text);
        if ginkgo_lines::goes_on(text) {
            self.take_back(run);
        }
        if text.starts_with("Random Seed: ") || text.chars().all(|mark| matches!(mark, '•' | '=' | 'S' | 'P'))
        {
            return Seen::Mine(Class::Noise);
        }
        Seen::No
    }

    pub(super) fn remember(&mut self, name: String) {
        if self.reported.len() < NAMES {
            self.reported.push(name);
        }
    }

    /// What is open is over.
    pub(super) fn leave(&mut self, run: &mut Run<'_>) {
        self.died = false;
        if let Some(block) = self.block.take()
            && let Some(name) = block.end(&mut self.early, run)
        {
            self.remember(name);
        }
        run.close();
    }

    /// Tells what the suite came to, when its end was seen.
    fn declare(&mut self, run: &mut Run<'_>) {
        // A spec that prints numbers of a pass has no mark yet, and nor have those after it.
        let marked = self.marks == 0 || self.ending.passes().is_none_or(|passes| passes <= self.marks);
        if !self.ending.is_whole() || !marked {
            return;
        }
        let suite = if self.suite.is_empty() { "ginkgo" } else { &self.suite };
        std::mem::take(&mut self.ending).declare(suite, self.total, &self.reported, run);
        *self = Self::default();
    }
}
