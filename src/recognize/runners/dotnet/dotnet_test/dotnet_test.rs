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
use crate::event::{
    Block, Class, Event, FailureKind, Level, Opened, Outcome, Part, Seen, Sink, TestId, Totals,
};
use crate::recognize::PassShape;
use crate::recognize::kit::names::Names;
use crate::recognize::kit::scan;
use crate::recognize::kit::{Run, Runner, Spec};

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
    pub(super) open: Open,
    /// Headers without totals so far.
    pending: u64,
    running: bool,
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
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        self.open != Open::Nothing
    }

    fn line(&mut self, (): &mut (), _text: &str, run: &mut Run<'_>) -> Seen {
        let line = run.line();
        let text = line.judged();
        if let Some(seen) = self.frame(text, run) {
            return seen;
        }
        if let Some((word, name)) = dotnet_test_lines::result(text)
            && (self.running || word == Word::Failed || text.starts_with("  "))
        {
            return self.result(word, name, run);
        }
        if let Some((word, name)) = dotnet_test_lines::old_result(text).filter(|_| self.old) {
            self.begin(run);
            return self.result(word, name, run);
        }
        if self.open != Open::Nothing {
            return self.below(text, run);
        }
        // `/src/a.cs(10): error TESTERROR:`
        if let Some((place, rest)) = scan::place(text.trim_start())
            && rest.trim() == "error TESTERROR:"
        {
            self.begin(run);
            let name = format!("{}:{}", place.file, place.line.unwrap_or(0));
            run.emit(Event::BlockOpened(Block::Test { id: TestId::bare(&name), kind: FailureKind::Test }));
            run.emit(Event::Heading);
            run.emit(Event::At { place, better: false });
            run.emit(Event::Text(Part::Why));
            self.alias = name;
            self.open = Open::Unnamed;
            return Seen::Mine(Class::Detail);
        }
        Seen::No
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        self.column_ends(run);
        self.close(run);
        self.held.tell(run);
    }
}

impl DotnetTest {
    /// A line around the tests: headers, totals, the runner's own noise.
    fn frame(&mut self, text: &str, sink: &mut dyn Sink) -> Option<Seen> {
        if let Some(totals) = dotnet_test_lines::totals(text) {
            self.close(sink);
            self.join(sink);
            self.totals(&totals, sink);
            return Some(Seen::Mine(Class::Totals));
        }
        if let Some(totals) = dotnet_test_lines::foreign_totals(text) {
            self.close(sink);
            self.join(sink);
            self.totals(&totals, sink);
            return Some(Seen::Mine(Class::Totals));
        }
        if let Some(totals) = dotnet_test_lines::summary(text) {
            self.close(sink);
            self.join(sink);
            self.pending = 1;
            self.totals(&totals, sink);
            return Some(Seen::Mine(Class::Totals));
        }
        if let Some(rest) = dotnet_test_lines::xunit(text) {
            return Some(self.xunit(rest, sink));
        }
        let begins = |begin: &str| text.starts_with(begin);
        if begins("Test run for ") || begins("Running tests from ") {
            self.close(sink);
            self.begin(sink);
            self.pending.up(u64::from(begins("Test run for ")));
            return Some(Seen::Mine(Class::Noise));
        }
        if let Some(totals) = dotnet_test_lines::old_totals(text) {
            self.close(sink);
            self.old_totals = Some(totals);
            return Some(Seen::Mine(Class::Totals));
        }
        if (begins("Test Run Failed.") || begins("Test Run Successful."))
            && let Some(totals) = self.old_totals.take()
        {
            self.join(sink);
            self.totals(&totals, sink);
            return Some(Seen::Mine(Class::Totals));
        }
        if begins("Test Run Failed.") || begins("Test Run Successful.") || begins("Test run summary: ") {
            self.close(sink);
            self.join(sink);
            self.open = Open::Totals;
            self.column = Totals::default();
            return Some(Seen::Mine(Class::Totals));
        }
        if begins("The active test run was aborted.") || begins("Test Run Aborted") {
            self.column_ends(sink);
            let reason = text.split_once("Reason: ").map_or(text, |(_, reason)| reason);
            if begins("Test Run Aborted") {
                // Totals of what ran until then may follow; they are none of the run's.
                sink.emit(Event::Consequence { name: "test run aborted", kind: FailureKind::Crash });
                return Some(Seen::Mine(Class::Detail));
            }
            self.begin(sink);
            sink.emit(Event::BlockOpened(Block::Whole { name: reason.trim(), kind: FailureKind::Crash }));
            sink.emit(Event::Heading);
            sink.emit(Event::Message(reason));
            self.open = Open::Aborted;
            return Some(Seen::Mine(Class::Detail));
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

    fn begin(&mut self, sink: &mut dyn Sink) {
        if !self.running {
            sink.emit(Event::SectionStarted { opened: Opened::Own, announced: None, label: "" });
            self.running = true;
        }
    }

    /// Begins a run at its totals, unless it failed before: quiet runs have no header, and in another language it is not known.
    fn join(&mut self, sink: &mut dyn Sink) {
        if !self.failed {
            self.begin(sink);
        }
    }

    /// One project's totals; the last ones end the section.
    fn totals(&mut self, totals: &Totals, sink: &mut dyn Sink) {
        self.sum = dotnet_test_lines::add(self.sum, totals);
        self.pending.down(1);
        if self.pending == 0 {
            self.held.tell(sink);
            sink.emit(Event::Declared { totals: self.sum, level: Level::Section });
            *self = Self::default();
        }
    }

    /// The totals that was one below the other are complete.
    pub(super) fn column_ends(&mut self, sink: &mut dyn Sink) {
        if self.open == Open::Totals {
            self.open = Open::Nothing;
            let totals = std::mem::take(&mut self.column);
            if totals.total.is_some() {
                let totals =
                    Totals { passed: totals.passed.or(Some(0)), failed: totals.failed.or(Some(0)), ..totals };
                self.totals(&totals, sink);
            }
        }
    }

    /// xUnit's own word on a test, which comes before the failure's block.
    fn xunit(&mut self, rest: &str, sink: &mut dyn Sink) -> Seen {
        let bare = rest.trim();
        if let Some(name) = bare.strip_suffix(" [FAIL]") {
            let id = dotnet_test_lines::id(name);
            let outcome = Outcome::Failed(FailureKind::Test);
            sink.emit(Event::finished(id, outcome));
            self.held.begin(name);
            self.failed = true;
            return Seen::Mine(Class::Detail);
        }
        if self.held.line(rest) {
            return Seen::Mine(Class::Detail);
        }
        if bare.starts_with("Catastrophic failure") || bare.contains(": Catastrophic failure") {
            sink.emit(Event::BlockOpened(Block::Whole { name: bare, kind: FailureKind::Suite }));
            sink.emit(Event::Heading);
            sink.emit(Event::BlockClosed);
            return Seen::Mine(Class::Detail);
        }
        Seen::Mine(Class::Noise)
    }

    fn result(&mut self, word: Word, name: &str, sink: &mut dyn Sink) -> Seen {
        self.column_ends(sink);
        self.close(sink);
        let id = dotnet_test_lines::id(name);
        let finished = |outcome: Outcome| Event::finished(id, outcome);
        match word {
            Word::Passed => {
                sink.emit(finished(Outcome::Passed));
                Seen::Mine(Class::Passed)
            }
            Word::Skipped => {
                sink.emit(finished(Outcome::Skipped));
                Seen::Mine(Class::Skipped)
            }
            Word::Failed => {
                self.held.reported(name);
                self.failed = true;
                let name = self.names.next(name);
                let id = dotnet_test_lines::id(&name);
                sink.emit(Event::BlockOpened(Block::Test { id, kind: FailureKind::Test }));
                sink.emit(Event::Heading);
                self.open = Open::Head;
                Seen::Mine(Class::Detail)
            }
        }
    }

    pub(super) fn close(&mut self, sink: &mut dyn Sink) {
        self.column_ends(sink);
        if !matches!(std::mem::take(&mut self.open), Open::Nothing | Open::Totals) {
            sink.emit(Event::BlockClosed);
        }
    }
}
