//! The recognizer of Swift Testing.
//!
//! A run opens a section (`Test run started.`) and its closing sentence ends it. That sentence counts tests and
//! issues, never failed tests; their number follows from the tests located. Tests run side by side, so a line
//! belongs to the test that it names and only the lines right below an issue belong to it.
//!
//! A process that dies leaves tests that began and never ended. Which of them died is known when xcodebuild says so
//! or when only one ran; the last words of the runtime are kept as that test's message, because tests that expect
//! another process to die print such words and pass.

use super::death::LastWords;
use super::instances::{Instances, Telling, clipped};
use super::swift_testing_lines::{Fact, Run, Sentence, Subject, Symbol, run, sentence, symbol};
use crate::budget::Count as _;
use crate::event::{
    Block, Class, Ended, Event, FailureKind, Grade, Level, Opened, Outcome, Part, Place, Seen, Sink, TestId,
    Totals,
};
use crate::recognize::kit::{self, Runner, Spec};
use crate::recognize::recognizer::PassShape;
use crate::recognize::runners::apple::shared::runtime::{Fatal, is_restart, is_signal_exit, log_message};

/// How many lines below an issue are taken for its message.
const MESSAGE_LINES: u32 = 16;
/// Swift Testing, the package with the test macros.
#[derive(Debug, Default)]
pub struct SwiftTesting {
    pub(super) open: bool,
    pub(super) restarted: bool,
    pub(super) names: Instances,
    /// Tests that ended in this process.
    pub(super) ended: u64,
    /// Tests of processes that died before this one.
    pub(super) before: u64,
    pub(super) failed: u64,
    skipped: u64,
    known: u64,
    issues: u64,
    after: After,
    pub(super) last_words: Option<LastWords>,
}

/// What the lines without a sentence of their own belong to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum After {
    /// Nothing.
    #[default]
    Nothing,
    /// The open block of an issue or a warning: how many more plain lines are its message.
    Block { left: u32 },
    /// A failed test's closing sentence: comments only.
    Test,
}

impl Runner for SwiftTesting {
    const SPEC: Spec = Spec {
        name: "swift testing",
        reads: "Swift Testing in xcodebuild test and swift test",
        starts: &[
            "\u{25c7} ",
            "\u{25ca} ",
            "\u{1007c8}",
            "\u{279c} ",
            "\u{10065f}",
            "\u{2714}",
            "\u{221a} ",
            "\u{10105b}",
            "\u{2501} ",
            "\u{100882}",
            "\u{2718} ",
            "\u{d7} ",
            "\u{100884}",
            "\u{b1} ",
            "\u{10017a}",
            "\u{26a0}",
            "\u{25b2} ",
            "\u{1001ff}",
            "\u{21b3} ",
            "\u{100135}",
            "- Test ",
            "<U+200B>",
            "Restarting after unexpected exit",
            "error: Exited with",
            "error: Process '",
            "Exited with unexpected signal",
            "Fatal error",
            "Precondition failed",
            "Assertion failed",
        ],
        passes: &[
            PassShape { start: "\u{2714} Test ", end: " seconds." },
            PassShape { start: "\u{10105b}  Test ", end: " seconds." },
            PassShape { start: "\u{221a} Test ", end: " seconds." },
        ],
        // Last words are after a path.
        places: Some(&[]),
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        // While tests run, one that prints without ending its line may hide the end of another after its text.
        matches!(self.after, After::Block { .. }) || (self.open && self.names.running() > 0)
    }

    fn line(&mut self, (): &mut (), _text: &str, sink: &mut kit::Run<'_>) -> Seen {
        let line = sink.line();
        let text = line.judged();
        let Some((symbol, rest)) = symbol(text) else {
            return self.glued(line, sink).unwrap_or_else(|| self.plain(text, sink));
        };
        if rest == "Test run started." {
            return self.begin(sink);
        }
        if let Some(run) = run(rest) {
            return self.totals(run, sink);
        }
        match symbol {
            Symbol::Details | Symbol::Difference => self.detail(symbol, sink),
            _ => match sentence(rest) {
                Some(read) => self.sentence(&read, sink),
                None => self.other(symbol, rest, sink),
            },
        }
    }

    fn end(&mut self, (): (), run: &mut kit::Run<'_>) {
        self.lost(run);
    }
}

impl SwiftTesting {
    fn begin(&mut self, sink: &mut dyn Sink) -> Seen {
        if self.open && !self.restarted && self.names.running() > 0 {
            // A test that prints what a run prints.
            return Seen::No;
        }
        self.close_block(sink);
        if self.restarted {
            self.restarted = false;
        } else {
            if self.open {
                sink.emit(Event::SectionEnded(Ended::Replaced));
            }
            sink.emit(Event::SectionStarted { opened: Opened::Own, announced: None, label: "" });
            *self = Self { open: true, ..Self::default() };
        }
        self.after = After::Nothing;
        Seen::Mine(Class::Noise)
    }

    fn totals(&mut self, run: Run, sink: &mut dyn Sink) -> Seen {
        if self.names.running() > 0 {
            return Seen::No;
        }
        self.close_block(sink);
        let missing = run.tests.saturating_sub(self.ended);
        let unseen = run.issues.saturating_sub(self.issues);
        let failed = if !run.failed {
            self.before_failed()
        } else if missing == 0 {
            self.failed.max(1)
        } else {
            self.failed.saturating_add(unseen.min(missing))
        };
        let total = run.tests.saturating_add(self.before);
        let passed = total.saturating_sub(failed).saturating_sub(self.skipped).saturating_sub(self.known);
        let totals = Totals {
            passed: Some(passed),
            failed: Some(failed),
            errors: None,
            skipped: Some(self.skipped),
            other: (self.known > 0).then_some(self.known),
            total: Some(total),
        };
        sink.emit(Event::Declared { totals, level: Level::Section });
        let agrees = self.failed == failed;
        sink.emit(Event::SectionEnded(match (agrees, failed) {
            (true, 0) => Ended::Passed,
            (true, _) => Ended::Failed,
            (false, _) => Ended::Replaced,
        }));
        *self = Self::default();
        Seen::Mine(Class::Totals)
    }

    /// Failures of processes that died before; a passing closing sentence knows nothing of them.
    fn before_failed(&self) -> u64 {
        if self.before > 0 { self.failed } else { 0 }
    }

    pub(super) fn sentence(&mut self, read: &Sentence<'_>, sink: &mut dyn Sink) -> Seen {
        self.close_block(sink);
        if read.subject == Subject::Suite {
            return self.suite(read, sink);
        }
        let id = TestId::bare(unquoted(read.name));
        match read.fact {
            Fact::Started => {
                if self.names.begin(read.name) {
                    sink.emit(Event::Started(id));
                }
                Seen::Mine(Class::Noise)
            }
            Fact::Passed { known } => {
                self.ended.up(1);
                let outcome = if known { Outcome::Other } else { Outcome::Passed };
                if self.names.pass(read.name) == Telling::Named {
                    sink.emit(Event::finished(id, outcome));
                    self.known.up(u64::from(known));
                }
                Seen::Mine(Class::Passed)
            }
            Fact::Skipped => {
                self.ended.up(1);
                if self.names.pass(read.name) == Telling::Named {
                    let outcome = Outcome::Skipped;
                    sink.emit(Event::finished(id, outcome));
                    self.skipped.up(1);
                }
                Seen::Mine(Class::Skipped)
            }
            Fact::Failed => self.fail(read.name, sink),
            Fact::Issue { place, message } => {
                self.issues.up(1);
                let kind = if message.starts_with("Time limit was exceeded") {
                    FailureKind::Timeout
                } else {
                    FailureKind::Test
                };
                let head = if self.names.head(read.name) { Event::Heading } else { Event::Text(Part::Why) };
                self.block(Block::Test { id, kind }, head, place, message, sink)
            }
            Fact::KnownIssue => Seen::Mine(Class::Other),
            Fact::Warning => self.warning(read.name, sink),
        }
    }

    fn suite(&mut self, read: &Sentence<'_>, sink: &mut dyn Sink) -> Seen {
        match read.fact {
            Fact::Issue { place, message } => {
                self.issues.up(1);
                self.failed.up(1);
                let block = Block::Whole { name: unquoted(read.name), kind: FailureKind::Suite };
                self.block(block, Event::Heading, place, message, sink)
            }
            Fact::Skipped => Seen::Mine(Class::Skipped),
            Fact::Warning => self.warning(read.name, sink),
            Fact::Passed { .. } => Seen::Mine(Class::Passed),
            Fact::Failed => Seen::Mine(Class::Totals),
            Fact::Started | Fact::KnownIssue => Seen::Mine(Class::Noise),
        }
    }

    fn fail(&mut self, name: &str, sink: &mut dyn Sink) -> Seen {
        self.ended.up(1);
        self.failed.up(1);
        let shown = unquoted(name);
        let numbered;
        let headed = self.names.is_headed(name);
        let telling = self.names.fail(name);
        let shown = match telling {
            Telling::Numbered(number) => {
                numbered = format!("{} #{number}", clipped(shown));
                &numbered
            }
            _ => shown,
        };
        let outcome = Outcome::Failed(FailureKind::Test);
        let id = TestId::bare(shown);
        sink.emit(Event::Finished { id, outcome, grade: Grade::Block, attempt: 0, alias: "" });
        if !headed || matches!(telling, Telling::Numbered(_)) {
            sink.emit(Event::Heading);
        }
        self.after = After::Test;
        // xcodebuild's closing list needs to know of it, too.
        Seen::Inside(Class::Detail)
    }

    fn block(
        &mut self,
        block: Block<'_>,
        head: Event<'_>,
        place: Option<Place<'_>>,
        message: &str,
        sink: &mut dyn Sink,
    ) -> Seen {
        sink.emit(Event::BlockOpened(block));
        sink.emit(head);
        if let Some(place) = place {
            sink.emit(Event::At { place, better: false });
        }
        if !message.is_empty() {
            sink.emit(Event::Message(message));
        }
        self.after = After::Block { left: MESSAGE_LINES };
        Seen::Mine(Class::Detail)
    }

    fn warning(&mut self, name: &str, sink: &mut dyn Sink) -> Seen {
        sink.emit(Event::BlockOpened(Block::Warning { key: name }));
        sink.emit(Event::Text(Part::Why));
        self.after = After::Block { left: 0 };
        Seen::Mine(Class::Warning)
    }

    /// A comment or a difference belongs to the line above it.
    fn detail(&mut self, symbol: Symbol, sink: &mut dyn Sink) -> Seen {
        match self.after {
            After::Block { .. } => {
                sink.emit(Event::Text(Part::Why));
                Seen::Mine(Class::Detail)
            }
            After::Test => {
                sink.emit(Event::Text(Part::Where));
                Seen::Mine(Class::Detail)
            }
            // An arrow alone is anybody's.
            After::Nothing if self.open || symbol == Symbol::Difference => Seen::Mine(Class::Noise),
            After::Nothing => Seen::No,
        }
    }

    /// `Passing 1 argument x → 3 to f()`, `Test case passing 1 argument x → 3 to f() started.`, attachments, notes.
    fn other(&mut self, symbol: Symbol, text: &str, sink: &mut dyn Sink) -> Seen {
        let ours = text.starts_with("Passing ")
            || text.starts_with("Test case passing ")
            || text.starts_with("Attached ")
            || text.starts_with("Iteration ");
        if !self.open || !ours {
            return self.plain(text, sink);
        }
        self.close_block(sink);
        if symbol == Symbol::Default
            && text.starts_with("Iteration ")
            && text.trim_end().ends_with("started.")
        {
            self.names.clear();
        }
        Seen::Mine(Class::Noise)
    }

    fn plain(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        let trimmed = text.trim_start();
        if self.open && (is_restart(trimmed) || is_signal_exit(trimmed)) {
            return self.died(trimmed, sink);
        }
        if self.names.running() > 0
            && let Some(fatal) = Fatal::read(trimmed)
        {
            // The system log repeats last words without knowing more.
            if self.last_words.is_none() || log_message(trimmed).is_none() {
                let place = fatal.place.and_then(|place| Some((clipped(place.file).to_owned(), place.line?)));
                let (line, message) = (clipped(trimmed).to_owned(), clipped(fatal.message).to_owned());
                self.last_words = Some(LastWords { line, message, place });
            }
            return Seen::Mine(Class::Other);
        }
        let After::Block { left } = &mut self.after else { return Seen::No };
        if trimmed.is_empty() {
            return Seen::Inside(Class::Noise);
        }
        if *left == 0 {
            self.close_block(sink);
            return Seen::No;
        }
        left.down(1);
        sink.emit(Event::Text(Part::Why));
        Seen::Inside(Class::Detail)
    }

    pub(super) fn close_block(&mut self, sink: &mut dyn Sink) {
        if matches!(self.after, After::Block { .. }) {
            sink.emit(Event::BlockClosed);
        }
        self.after = After::Nothing;
    }
}

pub(super) fn unquoted(name: &str) -> &str {
    name.strip_prefix('"')
        .and_then(|name| name.strip_suffix('"'))
        .filter(|name| !name.is_empty())
        .unwrap_or(name)
}
