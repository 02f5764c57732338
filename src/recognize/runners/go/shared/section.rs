//! The tests of one package in text form: what was claimed of it, and how it closes.
//!
//! Go says a package's name last, so that everything is known of a package but its name until it ends. A failing package
//! that named no failed test has failed as a whole; a package that died takes its running tests with it. The lines are
//! read elsewhere (`go_test.rs`); here it is decided what they mean for the package.

use foldhash::HashSet;

use crate::budget::Count as _;
use crate::event::{Block, Event, FailureKind, Opened, Outcome, Part, Sink};

use super::held::{Held, Purse};
use super::judge::Judge;
use super::roster::{Roster, Test, is_below};
use super::shape::{self, Reported};

/// The most failed names that are remembered for `-count`.
const FAILED_NAMES: usize = 4096;
/// The most failed tests that are doubted.
const DOUBTFUL: usize = 1024;
/// The longest name of a test that is remembered, in bytes.
const NAME_BYTES: usize = 1024;
/// The deepest nesting of reported subtests that is followed.
const HEADS: usize = 32;
/// How many of the last lines of output are remembered for a package that dies without a word.
const TAIL_LINES: usize = 6;
/// The most bytes of such a line.
const TAIL_BYTES: usize = 512;

/// A `--- FAIL` line whose text follows it.
#[derive(Debug)]
pub struct Head {
    /// Its blanks.
    pub indent: usize,
    /// The test.
    pub name: String,
    line: String,
    counted: bool,
    own_text: bool,
    /// The same failure was reported before, with its text: another run of `-count`.
    pub again: bool,
}

/// The verdict that the test binary prints for itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bare {
    /// Nothing yet.
    #[default]
    None,
    /// `PASS`.
    Pass,
    /// `FAIL`.
    Fail,
}

/// What is known of the package whose lines are passing.
#[derive(Debug, Default)]
pub struct Section {
    /// Whether a section is open in the report.
    pub open: bool,
    /// Whether tests tell their start (`-v`).
    pub verbose: bool,
    /// The binary's own verdict.
    pub bare: Bare,
    /// Tests that began.
    pub roster: Roster,
    /// The failed tests whose text follows, outermost first.
    pub heads: Vec<Head>,
    /// The judge of all text.
    pub judge: Judge,
    /// A crash or a race that is nobody's yet.
    pub loose: Held,
    /// Whether a crash was reported as part of a failed test.
    pub crash_reported: bool,
    /// The test that prints at present, or empty.
    pub(super) owner: String,
    /// Whether it is known that no test of this name is on the roster.
    pub(super) ownerless: bool,
    /// The text of the test that prints, taken from the roster while it does: its lines need no search for it.
    pub(super) printed: Option<Held>,
    /// Whether the last line of that text waits to be judged, so that the judge does not know of it.
    pub waits: bool,
    /// A subtest that is being reported, taken from the roster when its status line was believed.
    pub(super) taken: Option<Test>,
    /// Failures that count.
    pub failures: u64,
    pub(super) failed: HashSet<Box<str>>,
    /// Failed tests that began while another one was running: that one, and they.
    pub(super) doubtful: Vec<(Box<str>, Box<str>)>,
    /// The last lines of output, a ring once it is full.
    tail: Vec<String>,
    /// Where the oldest of them is.
    oldest: usize,
    /// The room for held text.
    pub purse: Purse,
}

/// Whether the status line is a top-level test's.
fn is_at_the_top(reported: &Reported<'_>) -> bool {
    reported.indent == 0 && !reported.name.contains('/')
}

impl Section {
    /// The verbose form begins.
    pub fn begin_verbose(&mut self, sink: &mut dyn Sink) {
        if !self.open {
            self.begin_own(sink);
        }
        self.verbose = true;
    }

    #[cold]
    fn begin_own(&mut self, sink: &mut dyn Sink) {
        self.begin();
        sink.emit(Event::SectionStarted { opened: Opened::Own, announced: None, label: "" });
    }

    /// A test was reported. A verdict that came before the first one was the last word of another run.
    const fn begin(&mut self) {
        if !self.open {
            self.open = true;
            self.bare = Bare::None;
        }
    }

    /// Whether a status line may be believed.
    pub fn believes(&mut self, reported: &Reported<'_>) -> bool {
        if reported.indent > 0 {
            if self.heads.is_empty() {
                self.taken = self.roster.report_below_reported(reported.name);
                return self.taken.is_some()
                    || self.roster.expects_below_others(reported.name)
                    || (!self.verbose && reported.name.contains('/'));
            }
            let below = |head: &Head| {
                head.indent < reported.indent
                    && (head.name == reported.name || is_below(reported.name, &head.name))
            };
            return self.heads.iter().any(below) || self.roster.expects_below(reported.name);
        }
        if self.verbose {
            self.roster.expects(reported.name)
        } else {
            super::roster::is_test_name(reported.name)
        }
    }

    /// A test failed; the current line says so.
    #[inline(never)]
    pub fn failed(&mut self, reported: &Reported<'_>, line: &str, sink: &mut dyn Sink) {
        self.begin();
        if let Some(inside) = self.roster.inside(reported.name)
            && self.doubtful.len() < DOUBTFUL
            && reported.name.len() <= NAME_BYTES
        {
            self.doubtful.push((inside.into(), reported.name.into()));
        }
        let mut test = self.already_reported(reported, sink);
        let index =
            self.heads.iter().position(|head| head.indent >= reported.indent).unwrap_or(self.heads.len());
        self.heads.truncate(index);
        let again = self.heads.last().is_some_and(|above| above.name == reported.name);
        if let Some(above) = self.heads.last_mut().filter(|above| is_below(reported.name, &above.name))
            && above.counted
            && !above.own_text
        {
            sink.emit(Event::Withdrawn(shape::id(&above.name)));
            above.counted = false;
            self.failures.down(1);
        }
        let repeated = !again && self.failed.contains(reported.name);
        if repeated {
            test.held.clear(&mut self.purse);
        } else if again {
            // A fuzz test reports its failing input below itself, under its own name.
            sink.emit(Event::BlockOpened(Block::More { name: reported.name }));
        } else {
            self.claim(reported.name, sink);
            sink.emit(Event::Heading);
        }
        let own_text = test.held.has_why();
        test.held.emit(sink, &mut self.purse);
        if self.judge.crash().is_none() {
            self.loose.emit(sink, &mut self.purse);
        }
        self.settle();
        if self.heads.len() < HEADS {
            let line = crate::text::head(line, TAIL_BYTES).to_owned();
            self.heads.push(Head {
                indent: reported.indent,
                name: reported.name.to_owned(),
                line,
                counted: !repeated,
                own_text,
                again: repeated,
            });
        }
    }

    fn claim(&mut self, name: &str, sink: &mut dyn Sink) {
        self.failures.up(1);
        if self.failed.len() < FAILED_NAMES && name.len() <= NAME_BYTES {
            self.failed.insert(name.into());
        }
        sink.emit(Event::finished(shape::id(name), Outcome::Failed(FailureKind::Test)));
        sink.emit(Event::BlockOpened(Block::More { name }));
    }

    /// The failed tests of the package so far, of which only so many are remembered, and those that its crash names.
    pub fn failed_names(&self) -> impl Iterator<Item = &str> {
        let crashed = self.judge.crash().map(super::judge::Crash::tests).unwrap_or_default();
        self.failed.iter().map(|name| &**name).chain(crashed.iter().map(String::as_str))
    }

    /// A test passed or was skipped.
    pub fn finished(&mut self, reported: &Reported<'_>, outcome: Outcome, sink: &mut dyn Sink) {
        self.begin();
        let mut failed = !self.failed.is_empty() && self.failed.contains(reported.name);
        if failed && self.verbose && reported.indent == 0 && !self.roster.knows(reported.name) {
            failed = false;
            self.take_back(reported.name, sink);
        }
        let mut test = self.already_reported(reported, sink);
        let parent = test.parent;
        let skipped = outcome == Outcome::Skipped;
        let reason = if skipped { test.held.first_why().map(str::to_owned) } else { None };
        test.held.clear(&mut self.purse);
        if reported.indent == 0 {
            self.end_block(sink);
            self.settle();
        }
        // With `-count` a test that failed once has failed, whatever its other runs say.
        if !parent && !failed {
            let id = shape::id(reported.name);
            sink.emit(Event::finished(id, outcome));
            if let Some(reason) = reason {
                sink.emit(Event::Reason(reason.trim()));
            }
        }
    }

    /// A test failed and passed without having begun again: it had printed the failure itself.
    #[cold]
    fn take_back(&mut self, name: &str, sink: &mut dyn Sink) {
        self.failed.remove(name);
        sink.emit(Event::Withdrawn(shape::id(name)));
        self.failures.down(1);
    }

    fn already_reported(&mut self, reported: &Reported<'_>, sink: &mut dyn Sink) -> Test {
        if !self.doubtful.is_empty() && is_at_the_top(reported) {
            self.take_back_printed_by(reported.name, sink);
        }
        self.ended(reported)
    }

    /// Takes a test that is reported off the roster, with its text.
    pub(super) fn ended(&mut self, reported: &Reported<'_>) -> Test {
        if !is_at_the_top(reported) {
            self.give_back();
            let test = self.taken.take().or_else(|| self.roster.report_below(reported.name));
            return test.unwrap_or_default();
        }
        // What is judged from here on does not depend on the lines before.
        self.waits = false;
        let own = if self.owner == reported.name { self.printed.take() } else { None };
        self.own("");
        // The tests that seemed to run inside it were its output.
        self.roster.forget_inside(reported.name, &mut self.purse);
        let test = self.roster.report(reported.name, &mut self.purse);
        match (test, own) {
            (Some(mut test), Some(held)) => {
                test.held = held;
                test
            }
            (None, Some(held)) => self.unknown(held),
            (test, None) => test.unwrap_or_default(),
        }
    }

    /// Text of a test that is not on the roster.
    #[cold]
    fn unknown(&mut self, mut held: Held) -> Test {
        held.clear(&mut self.purse);
        Test::default()
    }

    /// A test ended: the failures of tests that seemed to run inside it were its output.
    #[inline(never)]
    fn take_back_printed_by(&mut self, name: &str, sink: &mut dyn Sink) {
        let failures = &mut self.failures;
        self.doubtful.retain(|(inside, printed)| {
            if **inside == *name {
                sink.emit(Event::Withdrawn(shape::id(printed)));
                failures.down(1);
            }
            **inside != *name
        });
    }

    /// Ends the block of a failed test whose text was following.
    pub fn end_block(&mut self, sink: &mut dyn Sink) {
        if !self.heads.is_empty() {
            self.end_open_block(sink);
        }
    }

    #[inline(never)]
    fn end_open_block(&mut self, sink: &mut dyn Sink) {
        sink.emit(Event::BlockClosed);
        self.heads.clear();
    }

    /// A crash follows a failed test: its text is new, even when the test failed before.
    pub fn begin_crash(&mut self, sink: &mut dyn Sink) {
        if let Some(head) = self.heads.last_mut().filter(|head| head.again) {
            head.again = false;
            sink.emit(Event::BlockOpened(Block::More { name: &head.name }));
        }
    }

    /// An indented line below failed tests: gives it to the one it belongs to.
    pub fn below(&mut self, text: &str, sink: &mut dyn Sink) {
        let logged = shape::logged(text);
        let indent = logged.map_or_else(|| shape::indent(text), |log| log.indent);
        // A log line is one level below its test; other lines go on with the test that logged last.
        let deepest = self.heads.iter().rposition(|head| head.indent.saturating_add(4) <= indent);
        if let (Some(index), Some(_)) = (deepest, logged) {
            let above = self.heads.len().saturating_sub(1);
            if index < above {
                self.heads.truncate(index.saturating_add(1));
            }
            if let Some(head) = self.heads.last_mut() {
                head.own_text = true;
                let revived = !head.counted && !head.again;
                head.counted |= revived;
                let (name, line) = (head.name.clone(), head.line.clone());
                if revived {
                    self.claim(&name, sink);
                    sink.emit(Event::Instead(&line));
                    sink.emit(Event::Heading);
                } else if index < above {
                    sink.emit(Event::BlockOpened(Block::More { name: &name }));
                }
            }
        }
        self.text(text, sink);
    }

    /// A line of the open block.
    pub fn text(&mut self, text: &str, sink: &mut dyn Sink) {
        self.catch_up();
        let judged = self.judge.judge(text);
        if self.heads.last().is_some_and(|head| head.again) {
            return;
        }
        if let Some(place) = judged.place {
            sink.emit(Event::At { place, better: false });
        }
        if !judged.noise {
            sink.emit(Event::Text(judged.part));
        }
    }

    /// Remembers a line of output that is nobody's.
    pub fn remember(&mut self, text: &str) {
        let text = if text.len() <= TAIL_BYTES { text } else { crate::text::head(text, TAIL_BYTES) };
        if self.tail.len() < TAIL_LINES {
            let mut line = String::with_capacity(TAIL_BYTES);
            line.push_str(text);
            self.tail.push(line);
            return;
        }
        if let Some(oldest) = self.tail.get_mut(self.oldest) {
            oldest.clear();
            oldest.push_str(text);
        }
        self.oldest =
            if self.oldest.saturating_add(1) < TAIL_LINES { self.oldest.saturating_add(1) } else { 0 };
    }

    /// Gives the last lines of output to the failure whose block is open.
    pub fn tell_tail(&mut self, sink: &mut dyn Sink) {
        let (newer, older) = self.tail.split_at_checked(self.oldest).unwrap_or_default();
        for text in older.iter().chain(newer).filter(|text| !text.trim().is_empty()) {
            sink.emit(Event::Decoded { part: Part::Why, text });
        }
        self.tail.clear();
        self.oldest = 0;
    }

    /// Whether the last line of output ends in a verdict that was glued to it.
    pub fn tail_ends_with(&self, verdict: &str) -> bool {
        let newest = self.oldest.checked_sub(1).unwrap_or(self.tail.len().saturating_sub(1));
        self.tail.get(newest).is_some_and(|line| line.ends_with(verdict))
    }
}
