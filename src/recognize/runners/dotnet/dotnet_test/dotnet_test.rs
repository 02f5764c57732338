//! `dotnet test` and `vstest.console`, with xUnit, NUnit and MSTest below.
//!
//! `Test run for A.dll` begins the run of a project. Projects, and the target frameworks of one project, run side by
//! side: their failures come mixed and do not say whose they are, so all of them are one section, which ends when
//! as many totals as headers were read. A test that fails under two frameworks is reported twice and counts twice.
//!
//! A failure is `Failed NAME [TIME]` with `Error Message:` and `Stack Trace:` below. What xUnit prints of it beside that
//! (`[xUnit.net 00:00:01.00]`) says the same earlier. The compiler's errors are read by `msbuild`.

use super::dotnet_test_lines::{self, Word};
use super::held::Held;
use crate::budget::Count as _;
use crate::event::{Class, Event, FailureKind, Part, Seen, TestId, Totals};
use crate::recognize::PassShape;
use crate::recognize::kit::names::Names;
use crate::recognize::kit::scan;
use crate::recognize::kit::{EqualNames, EveryLine, FAILED, Run, Runner, Spec};

/// The most lines of an error message that tell why.
pub const WHY_LINES: usize = 40;

/// Which part of a failed test's text is being read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Open {
    /// None.
    #[default]
    Nothing,
    /// Below the heading, before any part.
    Head,
    /// `Error Message:`, so many lines.
    Message(usize),
    /// `Stack Trace:`, and whether a place was found.
    Stack,
    /// Captured output.
    Output,
    /// A failure whose place was reported; its name follows.
    Unnamed,
    /// A failure of the platform or of the terminal logger: message and frames follow without titles.
    Untitled(usize),
    /// The reason of an aborted run follows.
    Aborted,
    /// Totals are one below the other.
    Totals,
}

/// `dotnet test`.
#[derive(Debug, Default)]
pub struct DotnetTest {
    /// Headers without totals so far.
    pending: u64,
    sum: Totals,
    pub(super) column: Totals,
    /// What an unnamed failure is called until its name comes.
    pub(super) alias: String,
    names: Names,
    held: Held,
    /// A run of VSTest began, as versions before 15.9 and the SDKs 1 and 2 tell it: without times, and its totals on one line.
    pub(super) old: bool,
    /// These totals, until the verdict below them.
    old_totals: Option<Totals>,
    /// A failure was reported, before any header maybe.
    failed: bool,
}

impl Runner for DotnetTest {
    const SPEC: Spec = Spec {
        name: "dotnet test",
        reads: "dotnet test and vstest.console, with xUnit, NUnit and MSTest",
        starts: &[
            "Test run for ",
            "Starting test execution, please wait",
            "A total of ",
            "VSTest version ",
            "Microsoft (R) Test Execution Command Line Tool",
            "[xUnit.net ",
            "Failed ",
            "Skipped ",
            "Passed   ",
            "Total tests: ",
            "X ",
            "! ",
            "failed ",
            "skipped ",
            "Failed! ",
            "Passed! ",
            "Skipped! ",
            // In German, French, Spanish, Chinese and Japanese.
            "Fehler!",
            "Bestanden!",
            "\u{c9}chec!",
            "R\u{e9}ussi!",
            "Con error!",
            "Correctas!",
            "\u{5931}\u{8d25}!",
            "\u{5df2}\u{901a}\u{8fc7}!",
            "\u{5931}\u{6557}!",
            "\u{6210}\u{529f}!",
            "Test Run Failed.",
            "Test Run Successful.",
            "Test Run Aborted",
            "The active test run was aborted.",
            "Test summary: ",
            "Test run summary: ",
            "Running tests from ",
            "No test is available in ",
            "NUnit Adapter ",
            "Results File: ",
        ],
        passes: &[
            PassShape { start: "Passed ", end: "s]" },
            PassShape { start: "V ", end: "s]" },
            PassShape { start: "passed ", end: "s)" },
        ],
        places: Some(&["cs"]),
        every_line: EveryLine::InZone,
        equal_names: EqualNames::Same,
        ..Spec::NONE
    };

    type Zone = Open;

    fn line(&mut self, open: &mut Open, _text: &str, run: &mut Run<'_>) -> Seen {
        let line = run.line();
        let text = line.judged();
        if let Some(seen) = self.frame(text, open, run) {
            return seen;
        }
        if let Some((word, name)) = dotnet_test_lines::result(text)
            && (run.is_running() || word == Word::Failed || text.starts_with("  "))
        {
            return self.result(word, name, open, run);
        }
        if let Some((word, name)) = dotnet_test_lines::old_result(text).filter(|_| self.old) {
            run.begin_once();
            return self.result(word, name, open, run);
        }
        if *open != Open::Nothing {
            return self.below(text, open, run);
        }
        // `/src/a.cs(10): error TESTERROR:`
        if let Some((place, rest)) = scan::place(text.trim_start())
            && rest.trim() == "error TESTERROR:"
        {
            run.begin_once();
            let name = format!("{}:{}", place.file, place.line.unwrap_or(0));
            run.fail(TestId::bare(&name));
            run.at(place);
            self.alias = name;
            *open = Open::Unnamed;
            return run.text(Part::Why);
        }
        Seen::No
    }

    fn end(&mut self, mut open: Open, run: &mut Run<'_>) {
        self.leave(&mut open, run);
        self.held.tell(run);
    }
}

impl DotnetTest {
    /// A line around the tests: headers, totals, the runner's own noise.
    fn frame(&mut self, text: &str, open: &mut Open, run: &mut Run<'_>) -> Option<Seen> {
        if let Some(totals) =
            dotnet_test_lines::totals(text).or_else(|| dotnet_test_lines::foreign_totals(text))
        {
            self.leave(open, run);
            self.join(run);
            self.totals(&totals, open, run);
            return Some(Seen::Mine(Class::Totals));
        }
        if let Some(totals) = dotnet_test_lines::summary(text) {
            self.leave(open, run);
            self.join(run);
            self.pending = 1;
            self.totals(&totals, open, run);
            return Some(Seen::Mine(Class::Totals));
        }
        if let Some(rest) = dotnet_test_lines::xunit(text) {
            return Some(self.xunit(rest, run));
        }
        let begins = |begin: &str| text.starts_with(begin);
        if begins("Test run for ") || begins("Running tests from ") {
            self.leave(open, run);
            run.begin_once();
            self.pending.up(u64::from(begins("Test run for ")));
            return Some(Seen::Mine(Class::Noise));
        }
        if let Some(totals) = dotnet_test_lines::old_totals(text) {
            self.leave(open, run);
            self.old_totals = Some(totals);
            return Some(Seen::Mine(Class::Totals));
        }
        if (begins("Test Run Failed.") || begins("Test Run Successful."))
            && let Some(totals) = self.old_totals.take()
        {
            self.join(run);
            self.totals(&totals, open, run);
            return Some(Seen::Mine(Class::Totals));
        }
        if begins("Test Run Failed.") || begins("Test Run Successful.") || begins("Test run summary: ") {
            self.leave(open, run);
            self.join(run);
            *open = Open::Totals;
            self.column = Totals::default();
            return Some(Seen::Mine(Class::Totals));
        }
        if begins("The active test run was aborted.") || begins("Test Run Aborted") {
            self.column_ends(open, run);
            let reason = text.split_once("Reason: ").map_or(text, |(_, reason)| reason);
            if begins("Test Run Aborted") {
                // Totals of what ran until then may follow; they are none of the run's.
                run.consequence("test run aborted", FailureKind::Crash);
                return Some(Seen::Mine(Class::Detail));
            }
            run.begin_once();
            *open = Open::Aborted;
            let seen = run.fail_whole(reason.trim(), FailureKind::Crash);
            run.message(reason);
            return Some(seen);
        }
        let noise = [
            "Starting test execution, please wait",
            "A total of ",
            "VSTest version ",
            "Microsoft (R) Test Execution Command Line Tool",
            "NUnit Adapter ",
            "Results File: ",
        ];
        let own = noise.iter().any(|begin| begins(begin))
            && (!begins("A total of ") || text.contains(" test files"));
        self.old |= begins("Starting test execution, please wait");
        own.then_some(Seen::Mine(Class::Noise))
    }

    /// Begins a run at its totals, unless it failed before: quiet runs have no header, and in another language it is not known.
    fn join(&mut self, run: &mut Run<'_>) {
        if !self.failed {
            run.begin_once();
        }
    }

    /// One project's totals; the last ones end the section.
    fn totals(&mut self, totals: &Totals, open: &mut Open, run: &mut Run<'_>) {
        self.sum = dotnet_test_lines::add(self.sum, totals);
        self.pending.down(1);
        if self.pending == 0 {
            self.held.tell(run);
            run.totals(self.sum);
            // What the line holds besides belongs to the next run.
            run.forget();
            (*self, *open) = Default::default();
        }
    }

    /// The totals that was one below the other are complete.
    pub(super) fn column_ends(&mut self, open: &mut Open, run: &mut Run<'_>) {
        if *open == Open::Totals {
            *open = Open::Nothing;
            let totals = std::mem::take(&mut self.column);
            if totals.total.is_some() {
                let totals =
                    Totals { passed: totals.passed.or(Some(0)), failed: totals.failed.or(Some(0)), ..totals };
                self.totals(&totals, open, run);
            }
        }
    }

    /// xUnit's own word on a test, which comes before the failure's block.
    fn xunit(&mut self, rest: &str, run: &mut Run<'_>) -> Seen {
        let bare = rest.trim();
        if let Some(name) = bare.strip_suffix(" [FAIL]") {
            run.emit(Event::finished(dotnet_test_lines::id(name), FAILED));
            self.held.begin(name);
            self.failed = true;
            return Seen::Mine(Class::Detail);
        }
        if self.held.line(rest) {
            return Seen::Mine(Class::Detail);
        }
        if bare.starts_with("Catastrophic failure") || bare.contains(": Catastrophic failure") {
            return run.fail_whole_at_once(bare, FailureKind::Suite, "");
        }
        Seen::Mine(Class::Noise)
    }

    fn result(&mut self, word: Word, name: &str, open: &mut Open, run: &mut Run<'_>) -> Seen {
        self.leave(open, run);
        let id = dotnet_test_lines::id(name);
        match word {
            Word::Passed => run.pass(id),
            Word::Skipped => run.skip(id),
            Word::Failed => {
                self.held.reported(name);
                self.failed = true;
                let name = self.names.next(name);
                *open = Open::Head;
                run.fail(dotnet_test_lines::id(&name))
            }
        }
    }

    /// What is open is over.
    pub(super) fn leave(&mut self, open: &mut Open, run: &mut Run<'_>) {
        self.column_ends(open, run);
        *open = Open::Nothing;
        run.close();
    }
}
