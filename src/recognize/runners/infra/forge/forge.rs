//! `forge test`: a suite for each contract, a line for each test, totals below them.
//!
//! `Ran 3 tests for test/Till.t.sol:TillTest` heads a suite, `[PASS]`, `[FAIL: REASON]` and `[SKIP]` tell its tests, and `Suite result: ...`
//! ends it. With `-vv` what a test logged is below its line, two blanks in, with `-vvv` its trace. After all suites those that
//! failed are reported again. What a test logs is between blanks and `Logs:`, so that the first column is forge's. See
//! `crates/forge/src/result.rs` and `crates/forge/src/cmd/test/mod.rs` of Foundry.

use super::forge_lines::{self, Reported};
use crate::budget::Count as _;
use crate::event::{
    Block, Class, Ended, Event, FailureKind, Level, Opened, Outcome, Part, Place, Seen, TestId, Totals,
};
use crate::recognize::kit::bounds::{LINE_BYTES, NAME_BYTES};
use crate::recognize::kit::scan;
use crate::recognize::kit::{Run, Runner, Spec};
use crate::text::head;

/// The most lines between a failure and its name.
const LINES: usize = 200;
/// For how many lines after a suite the list of all failures may follow.
const WATCHED_LINES: u32 = 400;

/// Whose lines are below a test's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Below {
    #[default]
    Nothing,
    /// A test's that did not fail.
    Passed,
    /// A failed test's, and what they are.
    Failed(Part),
}

/// `forge test`.
#[derive(Debug, Default)]
pub struct ForgeTest {
    /// `test/Till.t.sol:TillTest`
    suite: String,
    below: Below,
    /// A failure whose name was not reported yet: its line, and those below.
    nameless: Option<(String, Vec<String>)>,
    /// All failures are reported again.
    listing: bool,
    /// A failure was reported before that list.
    reported: bool,
    /// Failures that only the list reported.
    listed: bool,
    watched: u32,
    /// How many suites ended in the way of forge 0.3 since it last summed up all of them, which it does at the end.
    suites: u64,
}

impl Runner for ForgeTest {
    const SPEC: Spec = Spec {
        name: "forge test",
        reads: "forge test of Foundry",
        starts: &[
            "Ran ",
            "Running ",
            "[PASS] ",
            "[FAIL",
            "[SKIP",
            "Suite result: ",
            "Test result: ",
            "Encountered ",
        ],
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        self.watched > 0
    }

    fn line(&mut self, (): &mut (), text: &str, run: &mut Run<'_>) -> Seen {
        self.watched.down(1);
        if let Some(seen) = self.headed(text, run) {
            self.watched = WATCHED_LINES;
            return seen;
        }
        if let Some(reported) = forge_lines::reported(text) {
            self.end_block(run);
            self.watched = WATCHED_LINES;
            return self.result(reported, text, run);
        }
        if let Some(seen) = self.named(text, run) {
            return seen;
        }
        match self.below {
            Below::Nothing => {}
            _ if text.is_empty() => {
                // After it only what is set in goes on.
                if let Below::Failed(part) = &mut self.below {
                    *part = Part::Where;
                }
                return Seen::Inside(Class::Noise);
            }
            _ if matches!(text, "Logs:" | "Traces:" | "Backtrace:") || text.starts_with([' ', '\t']) => {
                return self.beneath(text, run);
            }
            // A log of several lines, whose others are not set in.
            Below::Failed(Part::Output) => return self.beneath(text, run),
            Below::Passed | Below::Failed(_) => {}
        }
        // Empty lines, and the table of an invariant's calls.
        let table = text.starts_with(['\u{256d}', '\u{2570}'])
            || text.starts_with("+=")
            || text.starts_with('|') && text.ends_with('|');
        if text.is_empty() && (run.is_running() || self.watched > 0) {
            return Seen::Inside(Class::Noise);
        }
        let own = run.is_running() && table;
        if own
            || (self.watched > 0 && (text.starts_with("Tip: Run `forge") || text.starts_with("Fuzz seed: ")))
        {
            return Seen::Mine(Class::Noise);
        }
        Seen::No
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        self.end_block(run);
        self.tell_nameless(run);
        if self.suites > 0 && !run.is_running() {
            // Other suites were to come, or the sum of all.
            run.emit(Event::SectionStarted { opened: Opened::Own, announced: None, label: "" });
        }
        *self = Self::default();
    }
}

impl ForgeTest {
    /// The lines round the tests of suites, and round the list after them.
    fn headed(&mut self, text: &str, run: &mut Run<'_>) -> Option<Seen> {
        if let Some(suite) = forge_lines::suite(text) {
            self.end_block(run);
            self.tell_nameless(run);
            head(suite.name, NAME_BYTES).clone_into(&mut self.suite);
            self.listing = false;
            let seen = run.begin(Some(suite.tests));
            run.emit(Event::SectionLabel(suite.name));
            return Some(seen);
        }
        if let Some(totals) = forge_lines::result(text) {
            self.end_block(run);
            self.tell_nameless(run);
            open(run);
            self.declare(totals, run);
            self.suites.up(u64::from(text.starts_with("Suite ")));
            return Some(Seen::Mine(Class::Totals));
        }
        if let Some(totals) = forge_lines::encountered(text) {
            self.end_block(run);
            if std::mem::take(&mut self.listed) {
                self.declare(totals, run);
            }
            (self.listing, self.reported) = (false, false);
            return Some(Seen::Mine(Class::Totals));
        }
        if let Some(rest) = text.strip_prefix("Encountered ")
            && let Some((_, name)) = rest.split_once(" in ")
            && rest.contains(" failing test")
        {
            self.end_block(run);
            head(name, NAME_BYTES).clone_into(&mut self.suite);
            self.listing = true;
            return Some(Seen::Mine(Class::Noise));
        }
        let sums =
            text.starts_with("Ran ") && text.contains(" test suite") && text.ends_with(" total tests)");
        if sums {
            let of = text.strip_prefix("Ran ").and_then(scan::number).map(|(number, _)| number);
            if of.is_some_and(|of| of < std::mem::take(&mut self.suites)) {
                // The run died to which the others belonged.
                run.emit(Event::SectionStarted { opened: Opened::Own, announced: None, label: "" });
                run.emit(Event::SectionEnded(Ended::Replaced));
            }
        }
        let heads = text == "Failing tests:" && self.watched > 0;
        (sums || heads).then_some(Seen::Mine(if sums { Class::Totals } else { Class::Noise }))
    }

    fn declare(&mut self, totals: Totals, run: &mut Run<'_>) {
        run.emit(Event::Declared { totals, level: Level::Section });
        run.forget();
        self.suite.clear();
    }

    fn result(&mut self, reported: Reported<'_>, text: &str, run: &mut Run<'_>) -> Seen {
        if let Reported::Fails { .. } = reported {
            if !run.is_running() && !self.listing {
                return Seen::No;
            }
            self.tell_nameless(run);
            self.nameless = Some((head(text, LINE_BYTES).to_owned(), Vec::new()));
            return Seen::Mine(Class::Detail);
        }
        if self.listing && self.reported {
            // It was reported with its suite.
            self.below = Below::Passed;
            return Seen::Mine(Class::Noise);
        }
        self.listed |= self.listing;
        open(run);
        let suite = self.suite.clone();
        let id = |name| TestId { module: &suite, separator: "::", name };
        match reported {
            Reported::Passed(name) => {
                run.emit(Event::finished(id(name), Outcome::Passed));
                self.below = Below::Passed;
                Seen::Mine(Class::Passed)
            }
            Reported::Skipped { name, reason } => {
                run.emit(Event::finished(id(name), Outcome::Skipped));
                if !reason.is_empty() {
                    run.emit(Event::Reason(reason));
                }
                self.below = Below::Passed;
                Seen::Mine(Class::Skipped)
            }
            Reported::Failed { name, reason } => {
                self.fails(id(name), reason, None, run);
                Seen::Mine(Class::Detail)
            }
            Reported::Fails { .. } => Seen::No,
        }
    }

    /// Opens a failure; `before` is its first line when that came before this one, with those between.
    fn fails(
        &mut self,
        id: TestId<'_>,
        reason: &str,
        before: Option<&(String, Vec<String>)>,
        run: &mut Run<'_>,
    ) {
        run.emit(Event::BlockOpened(Block::Test { id, kind: FailureKind::Test }));
        if let Some((first, _)) = before {
            run.emit(Event::Instead(first));
        }
        run.emit(Event::Heading);
        if let Some((file, _)) = self.suite.rsplit_once(':') {
            run.emit(Event::At { place: Place { file, line: None }, better: false });
        }
        if !reason.is_empty() {
            run.emit(Event::Message(&forge_lines::message(reason)));
        }
        if let Some((_, between)) = before {
            between.iter().for_each(|line| run.emit(Event::Decoded { part: Part::Why, text: line }));
            run.emit(Event::Text(Part::Why));
        }
        self.reported |= !self.listing;
        self.below = Below::Failed(Part::Where);
    }

    /// A line after a failure without a name: one more of it, or the name. `None` when there is no such failure.
    fn named(&mut self, text: &str, run: &mut Run<'_>) -> Option<Seen> {
        let (_, between) = self.nameless.as_mut()?;
        let Some(name) = text.strip_prefix(' ').and_then(forge_lines::named) else {
            if between.len() < LINES && text.starts_with('\t') {
                between.push(head(text, LINE_BYTES).to_owned());
                return Some(Seen::Mine(Class::Detail));
            }
            self.tell_nameless(run);
            return None;
        };
        let before = self.nameless.take()?;
        let reason = match forge_lines::reported(&before.0) {
            Some(Reported::Fails { reason }) => reason,
            _ => "",
        };
        if self.listing && self.reported {
            self.below = Below::Passed;
            return Some(Seen::Mine(Class::Noise));
        }
        self.listed |= self.listing;
        open(run);
        let suite = self.suite.clone();
        self.fails(TestId { module: &suite, separator: "::", name }, reason, Some(&before), run);
        Some(Seen::Mine(Class::Detail))
    }

    /// A failure whose name never came is the suite's.
    fn tell_nameless(&mut self, run: &mut Run<'_>) {
        let Some((first, between)) = self.nameless.take() else { return };
        if !run.is_running() {
            return;
        }
        let name = if self.suite.is_empty() { "a suite" } else { self.suite.as_str() };
        run.emit(Event::BlockOpened(Block::Whole { name, kind: FailureKind::Suite }));
        run.emit(Event::Message(&first));
        between.iter().for_each(|line| run.emit(Event::Decoded { part: Part::Why, text: line }));
        run.emit(Event::BlockClosed);
    }

    /// A line below a test's.
    fn beneath(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        let Below::Failed(part) = &mut self.below else { return Seen::Inside(Class::Other) };
        match text {
            "Logs:" => *part = Part::Output,
            "Traces:" | "Backtrace:" => *part = Part::Where,
            _ => {}
        }
        run.emit(Event::Text(*part));
        // The program may be gone, and another run's lines are there.
        Seen::Inside(Class::Detail)
    }

    fn end_block(&mut self, run: &mut Run<'_>) {
        if let Below::Failed(_) = std::mem::take(&mut self.below) {
            run.emit(Event::BlockClosed);
        }
    }
}

fn open(run: &mut Run<'_>) {
    if !run.is_running() {
        run.begin_as(Opened::Headless, None);
    }
}
