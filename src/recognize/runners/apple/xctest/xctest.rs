//! The recognizer of XCTest: which test runs, which suites are open, and where a section begins and ends.
//!
//! A section is one test process: its outermost suite (`All tests`, `Selected tests`) opens it and the totals of
//! that suite close it. A process that xcodebuild started anew after a crash goes on with the same section, since
//! its totals include those of the launches before. A parallel run prints no suites and no totals, but a header per
//! class and xcodebuild's closing marker: the first header opens the section, `** TEST SUCCEEDED **` ends it.
//!
//! XCTest runs one test at a time and prints nothing of its own while it runs but failures. So suites, totals and
//! ends of other tests that appear while a test runs are that test's output, and are left alone.
//!
//! `failure.rs` judges what tells why a test failed, `closing.rs` what xcodebuild says at the end. Swift Testing's
//! verdicts are noted here (for that end) and left to their own recognizer, which is asked later.

use super::failed::Failed;
use super::formatted::Formatted;
use super::name::key;
use super::open::{Reach, RunningTests, Suites, is_whole};
use super::tally::{Ending, Tally};
use super::xctest_lines::{Executed, Phase, Status, Suite, Verb, Voice, executed, status, suite};
use crate::event::{Class, Ended, Event, FailureKind, Grade, Level, Opened, Outcome, Seen, Sink};
use crate::recognize::kit::scan;
use crate::recognize::kit::{Run, Runner, Spec};
use crate::recognize::recognizer::PassShape;

/// XCTest, as xcodebuild and swift test print it.
#[derive(Debug, Default)]
pub struct Xctest {
    pub(super) section: Section,
    pub(super) suites: Suites,
    ended: Option<Reach>,
    /// The suite that ended last, and the line of its end.
    pub(super) over: (String, String),
    /// An outermost suite began; its section opens with the first suite or test inside it, because a process whose
    /// tests all belong to Swift Testing prints the suite and nothing in it.
    pub(super) announced: bool,
    /// The suite that ended last began before the log does.
    pub(super) headless: bool,
    /// A suite ended or began before.
    pub(super) parted: bool,
    pub(super) running: RunningTests,
    pub(super) block: Option<OpenBlock>,
    pub(super) tally: Tally,
    pub(super) failed: Failed,
    pub(super) restarted: bool,
    pub(super) listing: bool,
    pub(super) closing: bool,
    pub(super) succeeded: bool,
    pub(super) formatted: Formatted,
}

/// Which section is open, as far as this recognizer can know.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Section {
    /// None: before the first header, and after totals.
    #[default]
    None,
    /// Opened by an outermost suite.
    Process,
    /// Tests without a header.
    Loose,
    /// A parallel run.
    Parallel,
    /// Failures that only xcodebuild's closing list reported.
    Listed,
}

/// The block of a failed test that still runs.
#[derive(Clone, Copy, Debug)]
pub struct OpenBlock {
    /// The test.
    pub key: u64,
    /// How it failed.
    pub kind: FailureKind,
    /// How many more lines are taken for its message.
    pub left: u32,
    /// Whether one of its lines heads it already.
    pub headed: bool,
}

impl Runner for Xctest {
    const SPEC: Spec = Spec {
        name: "xctest",
        reads: "XCTest in xcodebuild test and swift test",
        starts: &[
            "Test Case '",
            "Test case '",
            "Test Suite ",
            "Test suite '",
            "Test session results",
            "Testing failed:",
            "Executed ",
            "Failing tests:",
            "Restarting after unexpected exit",
            "Command line invocation:",
            "** TEST ",
            "error: Exited with",
            "error: Process '",
            "Exited with unexpected signal",
            "Fatal error",
            "Precondition failed",
            "Assertion failed",
            "*** Terminating app",
            "libc++abi",
            "<unknown>:0: error: ",
            "<EXPR>:0: error: ",
            "t = ",
            "<U+200B>",
            "\u{2718} Test ",
            "\u{d7} Test ",
            "\u{100884}",
            "\u{2717} ",
            "\u{2716} ",
            "\u{2298} ",
            "\u{29d6} ",
            "\u{25f7} ",
            "Tests Passed: ",
            "Tests Failed: ",
            "Test Succeeded",
            "\u{25b8} Test ",
        ],
        inside: &["Test Case '", ": error: "],
        passes: &[
            PassShape { start: "Test Case '", end: " seconds)." },
            PassShape { start: "Test Case '", end: " seconds)" },
            PassShape { start: "Test case '", end: " seconds)" },
            PassShape { start: "\u{2713} ", end: " seconds)" },
            PassShape { start: "\u{2714} ", end: " seconds)" },
        ],
        places: Some(&[]),
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        self.block.is_some() || self.listing || self.formatted.is_attentive()
    }

    fn line(&mut self, (): &mut (), _text: &str, run: &mut Run<'_>) -> Seen {
        let line = run.line();
        let text = line.judged();
        let trimmed = text.trim_start();
        if self.listing
            && let Some(seen) = self.entry(text, run)
        {
            return seen;
        }
        let reported = match trimmed.as_bytes().first() {
            Some(b'T') => self.reported(trimmed, run),
            Some(b'E') => executed(trimmed).and_then(|totals| self.totals(&totals, run)),
            _ => None,
        };
        reported
            .or_else(|| self.formatted(text, run))
            .or_else(|| self.ending(text, run))
            .or_else(|| self.failure(text, trimmed, run))
            .or_else(|| self.glued(text, run))
            .or_else(|| self.apart(text, trimmed))
            .or_else(|| self.continued(text, run))
            .unwrap_or(Seen::No)
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        // Buffered apart, the marker can precede the tests that it speaks of.
        if self.section == Section::Parallel && self.succeeded && self.tally.failing() == 0 {
            run.emit(Event::SectionEnded(Ended::Passed));
        }
    }
}

impl Xctest {
    fn reported(&mut self, text: &str, sink: &mut dyn Sink) -> Option<Seen> {
        if let Some(read) = status(text) {
            return match read.voice {
                Voice::Process => self.status(&read, sink),
                Voice::Parallel => Some(self.parallel(&read, sink)),
            };
        }
        suite(text).and_then(|read| self.suite(&read, text, sink))
    }

    /// A status line after output that did not end its line: only of a test that runs, or of the next one.
    fn glued(&mut self, text: &str, sink: &mut dyn Sink) -> Option<Seen> {
        let at = scan::find(text, "Test Case '").filter(|at| *at > 0)?;
        let read = status(text.get(at..)?)?;
        let own = if read.verb == Verb::Started {
            self.running.is_empty() && self.section != Section::None
        } else {
            self.running.holds(key(&read.id))
        };
        if own { self.status(&read, sink) } else { None }
    }

    fn status(&mut self, read: &Status<'_>, sink: &mut dyn Sink) -> Option<Seen> {
        let key = key(&read.id);
        if read.verb == Verb::Started {
            self.close_block(sink);
            self.open_announced(sink);
            // Inside another test it may be that test's output: it can end, but is not missed when it does not.
            if self.running.is_empty() {
                sink.emit(Event::Started(read.id));
            }
            self.running.begin(&read.id, read.attempt);
            self.open_loose();
            return Some(Seen::Mine(Class::Noise));
        }
        let alone = self.running.iter().count() == 1;
        let held = self.running.end(key);
        if held.is_none() && !self.running.is_empty() {
            return None;
        }
        self.open_loose();
        let (attempt, expected) = held.unwrap_or_default();
        let attempt = attempt.max(read.attempt);
        let sure = alone && held.is_some();
        let (outcome, ending, class) = match read.verb {
            Verb::Failed => (Outcome::Failed(self.block_kind(key)), Ending::Failed, Class::Detail),
            Verb::Skipped => (Outcome::Skipped, Ending::Skipped, Class::Skipped),
            _ if expected => (Outcome::Other, Ending::Expected, Class::Passed),
            _ => (Outcome::Passed, Ending::Passed, Class::Passed),
        };
        self.tally.end(key, ending, attempt);
        if ending != Ending::Failed && self.block.is_some_and(|block| block.key == key) {
            // What looked like its failure was its output.
            sink.emit(Event::Withdrawn(read.id));
        }
        let failed = ending == Ending::Failed;
        let grade = if failed && sure { Grade::Block } else { Grade::Line };
        sink.emit(Event::Finished { id: read.id, outcome, grade, attempt, alias: "" });
        if failed {
            if !self.block.is_some_and(|block| block.key == key && block.headed) {
                sink.emit(Event::Heading);
            }
            self.failed.test(&read.id);
        }
        self.close_block(sink);
        Some(Seen::Mine(class))
    }

    fn parallel(&mut self, read: &Status<'_>, sink: &mut dyn Sink) -> Seen {
        self.open_parallel(sink);
        let (outcome, ending, class) = match read.verb {
            Verb::Started => return Seen::Mine(Class::Noise),
            Verb::Passed => (Outcome::Passed, Ending::Passed, Class::Passed),
            Verb::Skipped => (Outcome::Skipped, Ending::Skipped, Class::Skipped),
            Verb::Failed => (Outcome::Failed(FailureKind::Test), Ending::Failed, Class::Detail),
        };
        self.tally.end(key(&read.id), ending, read.attempt);
        sink.emit(Event::Finished {
            id: read.id,
            outcome,
            grade: Grade::Line,
            attempt: read.attempt,
            alias: "",
        });
        if ending == Ending::Failed {
            sink.emit(Event::Heading);
            self.failed.test(&read.id);
        }
        Seen::Mine(class)
    }

    fn suite(&mut self, read: &Suite<'_>, text: &str, sink: &mut dyn Sink) -> Option<Seen> {
        if read.voice == Voice::Parallel {
            self.open_parallel(sink);
            return Some(Seen::Mine(Class::Noise));
        }
        if !self.running.is_empty() {
            return None;
        }
        self.close_block(sink);
        if read.phase == Phase::End {
            // Its beginning was cut off, and with it tests that ended before the first line.
            let first = self.suites.is_empty() && !is_whole(read.name) && !self.parted;
            self.headless = first && matches!(self.section, Section::None | Section::Loose);
            self.parted = true;
            self.ended = self.suites.end(read.name);
            self.suite_ended(read.name, text);
            return Some(Seen::Mine(Class::Totals));
        }
        self.ended = None;
        self.parted = true;
        self.formatted.enter(read.name);
        if self.suites.is_outermost(read.name) {
            self.suites.clear();
            if self.restarted {
                self.restarted = false;
            } else {
                self.announced = true;
            }
        }
        if !self.suites.is_empty() || read.name.ends_with(".xctest") {
            self.open_announced(sink);
        }
        if read.name.ends_with(".xctest") {
            sink.emit(Event::SectionLabel(read.name));
        }
        self.suites.begin(read.name);
        Some(Seen::Mine(Class::Noise))
    }

    fn totals(&mut self, totals: &Executed, sink: &mut dyn Sink) -> Option<Seen> {
        if !self.running.is_empty() {
            return None;
        }
        self.failed_suite(totals, sink);
        self.cut_suite(totals, sink);
        let whole = match self.ended.take() {
            Some(reach) => reach == Reach::Whole,
            // Without any suite: a log without its beginning, or somebody else's summary of the same run.
            None => self.suites.is_empty(),
        };
        let nothing_ran = std::mem::take(&mut self.announced) && totals.tests == 0 && totals.failures == 0;
        if whole && !nothing_ran {
            self.close(totals, sink);
        }
        Some(Seen::Mine(Class::Totals))
    }

    /// The outermost suite ended: whatever its totals say, nothing more comes of this process.
    pub(super) fn close(&mut self, totals: &Executed, sink: &mut dyn Sink) {
        self.end_listed(sink);
        let declared = self.tally.declared(totals);
        sink.emit(Event::Declared { totals: declared, level: Level::Section });
        if matches!(self.section, Section::Process | Section::Loose) {
            let failing = self.tally.failing();
            let agrees = declared.failed == Some(failing) && declared.passed >= Some(self.tally.passed());
            sink.emit(Event::SectionEnded(match (agrees, failing) {
                (true, 0) => Ended::Passed,
                (true, _) => Ended::Failed,
                (false, _) => Ended::Replaced,
            }));
        }
        self.section = Section::None;
        self.tally = Tally::default();
        self.restarted = false;
        self.formatted.end_section();
    }

    /// The process whose outermost suite began has something to run.
    fn open_announced(&mut self, sink: &mut dyn Sink) {
        if std::mem::take(&mut self.announced) {
            self.open(Section::Process, sink);
        }
    }

    /// A section by its own header.
    pub(super) fn open(&mut self, section: Section, sink: &mut dyn Sink) {
        if matches!(self.section, Section::Process | Section::Parallel) {
            sink.emit(Event::SectionEnded(Ended::Replaced));
        }
        sink.emit(Event::SectionStarted { opened: Opened::Own, announced: None, label: "" });
        self.formatted = Formatted::default();
        self.section = section;
        self.tally = Tally::default();
    }

    pub(super) fn open_parallel(&mut self, sink: &mut dyn Sink) {
        if !matches!(self.section, Section::Parallel | Section::Listed) {
            self.open(Section::Parallel, sink);
        }
    }

    /// Tests without a header open a headless section by themselves.
    pub(super) fn open_loose(&mut self) {
        if self.section == Section::None {
            self.section = Section::Loose;
            self.tally = Tally::default();
            self.formatted.summed = false;
        }
    }

    pub(super) fn close_block(&mut self, sink: &mut dyn Sink) {
        if self.block.take().is_some() {
            sink.emit(Event::BlockClosed);
        }
    }

    fn block_kind(&self, key: u64) -> FailureKind {
        self.block.filter(|block| block.key == key).map_or(FailureKind::Test, |block| block.kind)
    }
}
