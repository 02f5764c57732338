//! GoogleTest, with its printer's full and brief forms.
//!
//! A run begins with `[==========] Running N tests` and ends with `[==========] N tests ran`, its totals and the list of
//! what failed. One test runs at a time, between `[ RUN      ]` and a line of result with the same name: a line of
//! result with another name is output of the test. A test program inside a test has a header of its own; the run
//! around it waits. When a process dies its test never ends: the last lines that it printed tell what is known, and a
//! crash's own lines are taken as the test's, not as somebody else's.
//!
//! The brief form has neither header nor `[ RUN      ]`: a failed test is told by `FILE:LINE: Failure` and the line of
//! result below. A line of result with nothing of GoogleTest before it is left alone, since anybody can print it.

use super::lines::{self, Closing, PartKind, Said};
use super::section::{About, LastLines, Open, Run};
use crate::event::{
    Block, Class, Ended, Event, FailureKind, Grade, Level, Opened, Outcome, Part, Runner, Seen, Sink,
};
use crate::recognize::{Attention, PassShape, Recognizer, Signs, crash};
use crate::text::Line;

/// The most runs that can stand inside one another.
const DEPTH: usize = 8;
/// The most lines after a `Failure` without a running test that may pass before its line of result.
const BRIEF_LINES: u64 = 200;
/// The most lines of such a failure that are kept.
const BRIEF_KEPT: usize = 40;
const NAME_BYTES: usize = 2048;

/// A failure of the brief form, until its test's name comes.
#[derive(Debug, Default)]
struct Brief {
    lines: Vec<String>,
    seen: u64,
}

/// GoogleTest.
#[derive(Debug, Default)]
pub struct GoogleTest {
    run: Run,
    outer: Vec<Run>,
    brief: Option<Brief>,
    /// The closing list of a run that has ended may follow.
    listing: bool,
}

impl Recognizer for GoogleTest {
    fn runner(&self) -> Runner {
        Runner("googletest")
    }

    fn signs(&self) -> Signs {
        Signs {
            starts: &[
                "[==========] ",
                "[----------]",
                "[ RUN      ] ",
                "[       OK ] ",
                "[  FAILED  ] ",
                "[  PASSED  ] ",
                "[  SKIPPED ] ",
                "[ DISABLED ] ",
                "unknown file: ",
                "Running main() from ",
                "Note: Google Test filter = ",
                "Note: Randomizing tests' orders",
                "Note: This is test shard ",
                "Repeating all tests (iteration ",
                "YOU HAVE ",
            ],
            inside: &[],
            passes: &[PassShape { start: "[       OK ] ", end: " ms)" }],
            path: true,
        }
    }

    fn reads(&self, _ending: &str) -> bool {
        false
    }

    fn attention(&self) -> Attention {
        let run = &self.run;
        let every = run.running.is_some()
            || run.open.about.is_some()
            || run.open.skip.is_some()
            || run.closing.is_some()
            || self.listing
            || self.brief.is_some();
        if every { Attention::Every } else { Attention::Signs }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged();
        if let Some(said) = lines::said(text) {
            return self.said(said, text, sink);
        }
        if let Some(running) = &self.run.running
            && let Some((said, _)) = lines::glued(line.ending(), running)
        {
            let name = running.clone();
            self.keep(text, sink);
            return match said {
                Said::Ok(_) => self.passed(&name, sink),
                Said::Skipped(_) => self.was_skipped(&name, sink),
                _ => self.failed(&name, line.ending(), sink),
            };
        }
        if self.run.closing.is_some() {
            self.declare(sink);
        }
        if let Some((place, kind, rest)) = lines::part(text) {
            return self.part(place, kind, rest, text, sink);
        }
        if self.run.running.is_some() || self.run.open.about.is_some() {
            return self.below(text, sink);
        }
        if let Some(reason) = &mut self.run.open.skip {
            if reason.is_empty() {
                reason.push_str(super::section::clipped(text.trim(), NAME_BYTES));
            }
            return Seen::Inside(Class::Other);
        }
        if let Some(brief) = &mut self.brief {
            brief.seen = brief.seen.saturating_add(1);
            if brief.lines.len() < BRIEF_KEPT {
                brief.lines.push(super::section::clipped(text, NAME_BYTES).to_owned());
            }
            if brief.seen > BRIEF_LINES {
                self.brief = None;
            }
            return Seen::Inside(Class::Other);
        }
        if self.listing {
            if lines::closing_count(text).is_some() {
                return Seen::Mine(Class::Totals);
            }
            if !text.trim().is_empty() {
                self.listing = false;
            }
            return Seen::No;
        }
        let noise = ["Running main() from ", "Note: ", "Repeating all tests (iteration ", "YOU HAVE "];
        let bare = text.trim_start();
        if noise.iter().any(|begin| bare.starts_with(begin)) { Seen::Mine(Class::Noise) } else { Seen::No }
    }

    fn end(&mut self, sink: &mut dyn Sink) {
        loop {
            if self.run.closing.is_some() {
                self.declare(sink);
            }
            self.died(sink);
            let Some(outer) = self.outer.pop() else { break };
            if self.run.headed {
                sink.emit(Event::SectionEnded(Ended::Crash));
            }
            self.run = outer;
        }
    }
}

impl GoogleTest {
    /// A line with a tag.
    fn said(&mut self, said: Said<'_>, text: &str, sink: &mut dyn Sink) -> Seen {
        let totals = matches!(said, Said::PassedTotal(_) | Said::SkippedTotal(_) | Said::FailedTotal(_));
        if self.run.closing.is_some() && !totals {
            self.declare(sink);
        }
        match said {
            Said::Running(announced) => self.begin(announced, sink),
            Said::Run(name) => self.started(name, sink),
            Said::Ok(name) => self.passed(name, sink),
            Said::Skipped(name) => self.was_skipped(name, sink),
            Said::Failed(name) => self.failed(name, text, sink),
            Said::SuiteFailed(name) => {
                self.whole(name, sink);
                sink.emit(Event::Heading);
                Seen::Mine(Class::Detail)
            }
            Said::Rule(rest) => self.rule(rest, sink),
            Said::Ran(number) => self.ran(number, sink),
            Said::PassedTotal(number) => {
                // It belongs to the line above it; alone it says nothing of how many ran.
                let Some(closing) = &mut self.run.closing else { return Seen::Mine(Class::Totals) };
                closing.passed = Some(number);
                Seen::Mine(Class::Totals)
            }
            Said::SkippedTotal(number) => {
                if let Some(closing) = &mut self.run.closing {
                    closing.skipped = Some(number);
                }
                Seen::Mine(Class::Totals)
            }
            Said::FailedTotal(number) => {
                if self.run.running.is_some() {
                    return self.below(text, sink);
                }
                match &mut self.run.closing {
                    Some(closing) => closing.failed = Some(number),
                    None if !self.listing => {
                        self.run.closing = Some(Closing { failed: Some(number), ..Closing::default() });
                    }
                    None => {}
                }
                if self.run.closing.is_some() {
                    self.declare(sink);
                }
                self.listing = true;
                Seen::Mine(Class::Totals)
            }
            Said::Other => Seen::Mine(Class::Noise),
        }
    }

    /// A header: a new run, inside of one whose test still runs unless that one's process died.
    fn begin(&mut self, announced: u64, sink: &mut dyn Sink) -> Seen {
        self.brief = None;
        self.listing = false;
        let inside = self.run.running.is_some() && self.run.open.died.is_none();
        if inside && self.outer.len() < DEPTH {
            self.outer.push(std::mem::take(&mut self.run));
        } else {
            self.died(sink);
            if self.run.headed {
                sink.emit(Event::SectionEnded(Ended::Crash));
            }
        }
        self.run = Run { headed: true, ..Run::default() };
        sink.emit(Event::SectionStarted { opened: Opened::Own, announced: Some(announced), label: "" });
        Seen::Mine(Class::Noise)
    }

    fn started(&mut self, name: &str, sink: &mut dyn Sink) -> Seen {
        if self.run.running.is_some() && self.run.open.died.is_none() {
            // One test runs at a time: what is printed inside of it is not this run's.
            return Seen::Inside(Class::Other);
        }
        self.died(sink);
        self.close(sink);
        self.brief = None;
        self.listing = false;
        self.run.headless |= !self.run.headed;
        self.run.running = Some(name.to_owned());
        self.run.last.clear();
        Seen::Mine(Class::Noise)
    }

    fn passed(&mut self, name: &str, sink: &mut dyn Sink) -> Seen {
        match &self.run.running {
            Some(running) if running != name => return Seen::Inside(Class::Other),
            // Anybody can print it where nothing of a run was seen; another runner's log may hold it.
            None if !self.run.headed => return Seen::No,
            _ => {}
        }
        if self.run.open.about.is_some() {
            // What looked like a crash or a failure was only printed.
            sink.emit(Event::Withdrawn(lines::id(name)));
        }
        sink.emit(Event::Finished {
            id: lines::id(name),
            outcome: Outcome::Passed,
            grade: Grade::Line,
            attempt: 0,
            alias: "",
        });
        self.finished();
        Seen::Mine(Class::Passed)
    }

    fn was_skipped(&mut self, name: &str, sink: &mut dyn Sink) -> Seen {
        if self.run.running.as_deref().is_some_and(|running| running != name) {
            return Seen::Inside(Class::Other);
        }
        if self.run.running.is_none() {
            // The closing list of what was skipped.
            return Seen::Mine(Class::Noise);
        }
        sink.emit(Event::Finished {
            id: lines::id(name),
            outcome: Outcome::Skipped,
            grade: Grade::Line,
            attempt: 0,
            alias: "",
        });
        if let Some(reason) = self.run.open.skip.take().filter(|reason| !reason.is_empty()) {
            sink.emit(Event::Reason(&format!("{name}: {reason}")));
        }
        self.run.skipped = self.run.skipped.saturating_add(1);
        self.finished();
        Seen::Mine(Class::Skipped)
    }

    /// A line of result, or of the closing list, that says failed.
    fn failed(&mut self, name: &str, text: &str, sink: &mut dyn Sink) -> Seen {
        let finished = |grade: Grade| Event::Finished {
            id: lines::id(name),
            outcome: Outcome::Failed(FailureKind::Test),
            grade,
            attempt: 0,
            alias: "",
        };
        if self.listing {
            sink.emit(finished(Grade::Listed));
            return Seen::Mine(Class::Detail);
        }
        match &self.run.running {
            Some(running) if running != name => {
                self.keep(text, sink);
                return Seen::Inside(Class::Other);
            }
            Some(_) => {}
            None => return self.failed_alone(name, sink),
        }
        sink.emit(finished(Grade::Line));
        sink.emit(Event::Heading);
        match self.run.open.told.in_one_line() {
            "" => {
                if let Some(text) = self.run.last.take() {
                    sink.emit(Event::Decoded { part: Part::Output, text: &text });
                }
            }
            message => sink.emit(Event::Message(message)),
        }
        self.finished();
        Seen::Mine(Class::Detail)
    }

    /// The brief form: the failure's text came before anybody knew whose it is.
    fn failed_alone(&mut self, name: &str, sink: &mut dyn Sink) -> Seen {
        let Some(brief) = self.brief.take() else { return Seen::No };
        self.run.headless |= !self.run.headed;
        sink.emit(Event::BlockOpened(Block::Test { id: lines::id(name), kind: FailureKind::Test }));
        sink.emit(Event::Heading);
        let mut told = super::failure::Told::default();
        let mut placed = false;
        for text in &brief.lines {
            let part = match lines::part(text) {
                Some((place, _, rest)) => {
                    told.begin(rest);
                    if let Some(place) = place.filter(|_| !placed) {
                        sink.emit(Event::At { place, better: false });
                        placed = true;
                    }
                    Part::Why
                }
                None if told.tells_why(text) => Part::Why,
                None => Part::Output,
            };
            sink.emit(Event::Decoded { part, text });
        }
        sink.emit(Event::Message(told.in_one_line()));
        sink.emit(Event::BlockClosed);
        Seen::Mine(Class::Detail)
    }

    /// A line with dashes: a suite's begin or end, or the global environment's.
    fn rule(&mut self, rest: &str, sink: &mut dyn Sink) -> Seen {
        if self.run.running.is_some() {
            return Seen::Inside(Class::Other);
        }
        self.close(sink);
        self.run.open = Open::default();
        let suite = rest.split_once(" from ").map_or("", |(_, suite)| suite);
        let suite = suite.split([',', ' ']).next().unwrap_or_default();
        self.run.suite.clear();
        self.run.suite.push_str(super::section::clipped(suite, NAME_BYTES));
        Seen::Mine(Class::Noise)
    }

    /// `[==========] 3 tests from 2 test suites ran.`
    fn ran(&mut self, number: u64, sink: &mut dyn Sink) -> Seen {
        if self.run.running.is_some() {
            // Only a run with a header of its own ends inside of a running test; and then no test of it runs.
            return Seen::Inside(Class::Other);
        }
        self.close(sink);
        self.run.open = Open::default();
        self.brief = None;
        if !self.run.headed && !self.run.headless && self.outer.is_empty() {
            // The brief form has no other header.
            let announced = Some(number);
            sink.emit(Event::SectionStarted { opened: Opened::Own, announced, label: "" });
        }
        self.run.closing = Some(Closing { ran: Some(number), ..Closing::default() });
        Seen::Mine(Class::Totals)
    }

    /// Tells the totals as far as they were read, and returns to the run around this one.
    fn declare(&mut self, sink: &mut dyn Sink) {
        let Some(closing) = self.run.closing.take() else { return };
        let partial = closing.ran.is_some() && closing.passed.is_none();
        if !partial {
            let totals = closing.totals(self.run.skipped, self.run.suites);
            sink.emit(Event::Declared { totals, level: Level::Section });
        }
        self.listing = true;
        self.run = self.outer.pop().unwrap_or_default();
    }

    /// `FILE:LINE: Failure` or `FILE:LINE: Skipped`.
    fn part(
        &mut self,
        place: Option<crate::event::Place<'_>>,
        kind: PartKind,
        rest: &str,
        text: &str,
        sink: &mut dyn Sink,
    ) -> Seen {
        let whose = self.whose();
        if kind == PartKind::Skipped {
            if self.run.headed || self.run.running.is_some() {
                self.run.open.skip = Some(String::new());
                return Seen::Mine(Class::Other);
            }
            return Seen::No;
        }
        let Some(about) = whose else {
            if text.contains("): ") {
                // A compiler's, unless a test is open.
                return Seen::No;
            }
            let brief = self.brief.get_or_insert_default();
            if brief.lines.len() < BRIEF_KEPT {
                brief.lines.push(super::section::clipped(text, NAME_BYTES).to_owned());
            }
            return Seen::Inside(Class::Other);
        };
        self.open_block(&about, FailureKind::Test, sink);
        if let Some(place) = place {
            sink.emit(Event::At { place, better: false });
        }
        sink.emit(Event::Text(Part::Why));
        self.run.open.told.begin(rest);
        Seen::Mine(Class::Detail)
    }

    /// Whose an assertion is: the running test's, or the set-up's of a suite or of the environment.
    fn whose(&self) -> Option<About> {
        match &self.run.running {
            Some(name) => Some(About::Test(name.clone())),
            None if !self.run.headed => None,
            None if self.run.suite.is_empty() => Some(About::Whole("global test environment".to_owned())),
            None => Some(About::Whole(format!("{}: SetUpTestSuite or TearDownTestSuite", self.run.suite))),
        }
    }

    fn open_block(&mut self, about: &About, kind: FailureKind, sink: &mut dyn Sink) {
        if self.run.open.about.as_ref() == Some(about) {
            return;
        }
        self.run.open.about = Some(about.clone());
        match about {
            About::Test(name) => {
                sink.emit(Event::BlockOpened(Block::Test { id: lines::id(name), kind }));
            }
            About::Whole(name) => self.whole(name, sink),
        }
    }

    /// A set-up or tear-down failed; told once.
    fn whole(&mut self, name: &str, sink: &mut dyn Sink) {
        // Before 1.10 a suite was called a case.
        let old = name.strip_suffix("SetUpTestCase or TearDownTestCase");
        let renamed = old.map(|suite| format!("{suite}SetUpTestSuite or TearDownTestSuite"));
        let name = renamed.as_deref().unwrap_or(name);
        sink.emit(Event::BlockOpened(Block::Whole { name, kind: FailureKind::Setup }));
        self.run.suites = self.run.suites.saturating_add(1);
    }

    /// A line of output while a test runs or below an assertion.
    fn below(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        if let Some(reason) = &mut self.run.open.skip
            && reason.is_empty()
        {
            reason.push_str(super::section::clipped(text.trim(), NAME_BYTES));
            return Seen::Inside(Class::Other);
        }
        if self.run.running.is_some()
            && let Some(crash) = crash::sign(text).filter(|crash| fatal(*crash, text))
        {
            return self.crashed(crash, text, sink);
        }
        if self.run.open.died.is_some() {
            sink.emit(Event::Text(Part::Where));
            return Seen::Inside(Class::Detail);
        }
        if self.run.open.about.is_some() {
            if text.trim().is_empty() {
                let _ = self.run.open.told.tells_why(text);
                return Seen::Inside(Class::Detail);
            }
            if self.run.open.told.tells_why(text) {
                sink.emit(Event::Text(Part::Why));
                return Seen::Mine(Class::Detail);
            }
            sink.emit(Event::Text(Part::Output));
            return Seen::Inside(Class::Detail);
        }
        self.run.last.keep(text);
        Seen::Inside(Class::Other)
    }

    /// The process that runs the test tells that it died.
    fn crashed(&mut self, crash: crash::Crash<'_>, text: &str, sink: &mut dyn Sink) -> Seen {
        let Some(name) = self.run.running.clone() else { return Seen::No };
        let kind = crash.what.kind();
        let first = self.run.open.died.is_none();
        if self.run.open.about.is_none() {
            let about = About::Test(name.clone());
            self.open_block(&about, kind, sink);
            sink.emit(Event::Instead(&format!("[ RUN      ] {name}")));
            sink.emit(Event::Heading);
            if let Some(text) = self.run.last.take() {
                sink.emit(Event::Decoded { part: Part::Output, text: &text });
            }
        }
        sink.emit(Event::Text(Part::Why));
        if first && self.run.open.told.in_one_line().is_empty() {
            sink.emit(Event::Message(crash.message));
        }
        let _ = text;
        self.run.open.died = Some(kind);
        Seen::Mine(Class::Detail)
    }

    /// The running test will not end any more.
    fn died(&mut self, sink: &mut dyn Sink) {
        if let Some(name) = self.run.running.take()
            && self.run.open.died.is_none()
        {
            let kind = FailureKind::Unfinished;
            let opened = self.run.open.about.is_some();
            if opened {
                sink.emit(Event::Message(self.run.open.told.in_one_line()));
            } else {
                sink.emit(Event::BlockOpened(Block::Test { id: lines::id(&name), kind }));
            }
            sink.emit(Event::Instead(&format!("[ RUN      ] {name}")));
            sink.emit(Event::Heading);
            if let Some(text) = self.run.last.take() {
                sink.emit(Event::Decoded { part: Part::Output, text: &text });
            }
        }
        self.close(sink);
        self.run.open = Open::default();
    }

    fn close(&mut self, sink: &mut dyn Sink) {
        if self.run.open.about.take().is_some() {
            let message = self.run.open.told.in_one_line();
            if !message.is_empty() {
                sink.emit(Event::Message(message));
            }
            sink.emit(Event::BlockClosed);
        }
    }

    fn finished(&mut self) {
        self.run.running = None;
        self.run.open = Open::default();
        self.run.last = LastLines::default();
    }

    /// Keeps the text before a line of result that stands behind it.
    fn keep(&mut self, text: &str, sink: &mut dyn Sink) {
        if self.run.open.about.is_some() {
            sink.emit(Event::Text(Part::Output));
        } else {
            self.run.last.keep(text);
        }
    }
}

/// Whether a process that says so is dead: sanitizers that go on and exceptions that somebody may catch are not meant.
fn fatal(crash: crash::Crash<'_>, text: &str) -> bool {
    use crash::What;
    match crash.what {
        What::Sanitizer => text.contains("==ERROR: ") || text.starts_with("AddressSanitizer:DEADLYSIGNAL"),
        What::Signal | What::Memory | What::Timeout => true,
        What::Exception => text.starts_with("terminate called ") || text.starts_with("libc++abi: "),
        What::Runtime | What::Panic | What::RustPanic | What::Exit => false,
    }
}
