//! `make check`: a line for each test, and totals between rulers.
//!
//! `make  check-TESTS` begins the tests of a folder. The parallel harness puts what a test prints into its log, so nothing
//! of a test is among its lines; with the serial one all does, and the lines of result can be printed by tests. So
//! totals count: the last ones before make begins the tests of another folder. Where make is silent nothing heads the
//! lines of result, and they are nobody's before totals follow that are between rulers.

use super::automake_lines::{self, Made, Reported, Sum, Word};
use super::blocks::{Blocks, Found, is_advice};
use super::dump::{Dump, Whose};
use super::run::{End, Run};
use crate::budget::Count as _;
use crate::event::{Class, Ended, Event, FailureKind, Grade, Level, Opened, Seen, TestId, Totals};
use crate::recognize::kit::{self, EqualNames, Runner, Spec};
use crate::text::head;

/// The most failures that are kept before totals tell whose they are, and the most bytes of one.
const MOST_LOOSE: usize = 512;
const LOOSE_BYTES: usize = 400;
/// The most runs whose totals are remembered.
const MOST_REPORTED: usize = 64;
/// The longest label.
const LABEL_BYTES: usize = 200;

/// Lines of result that nothing heads.
#[derive(Debug, Default)]
struct Loose {
    all: u64,
    passed: u64,
    skipped: u64,
    expected: u64,
    failed: Vec<String>,
}

/// Automake's harnesses.
#[derive(Debug, Default)]
pub struct Automake {
    run: Option<Run>,
    blocks: Blocks,
    dump: Option<Dump>,
    loose: Loose,
    /// The folder that make checks, as it says itself.
    folder: String,
    /// The totals of the runs that ended.
    reported: Vec<Sum>,
}

impl Runner for Automake {
    const SPEC: Spec = Spec {
        name: "automake",
        reads: "make check of GNU Automake: both harnesses, TAP cases, and test-suite.log",
        starts: &[
            "make ",
            "gmake ",
            "/usr/bin/make ",
            "/usr/bin/gmake ",
            "/usr/local/bin/make ",
            "/usr/local/bin/gmake ",
            "make[",
            "gmake[",
            "Making check in ",
            "fatal: making ",
            "PASS: ",
            "FAIL: ",
            "SKIP: ",
            "XFAIL: ",
            "XPASS: ",
            "ERROR: ",
            "=============",
            "# TOTAL:",
        ],
        equal_names: EqualNames::Same,
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        self.run.is_some() || self.dump.is_some() || self.blocks.is_open()
    }

    fn line(&mut self, (): &mut (), text: &str, run: &mut kit::Run<'_>) -> Seen {
        if let Some(dump) = self.dump.take() {
            return self.dumped(dump, text, run);
        }
        self.outside(text, run)
    }

    fn end(&mut self, (): (), run: &mut kit::Run<'_>) {
        run.close();
        self.declare(run);
    }
}

impl Automake {
    /// A line outside of any log.
    fn outside(&mut self, text: &str, run: &mut kit::Run<'_>) -> Seen {
        match self.blocks.line(text) {
            Found::Sum(sum) => return self.sum(sum, run),
            Found::Log => return self.log(),
            Found::Part => return self.mine(Class::Totals),
            Found::Ruler => return self.mine(Class::Noise),
            Found::Nothing => {}
        }
        if text.is_empty() {
            return self.mine(Class::Noise);
        }
        if let Some(reported) = automake_lines::result(text) {
            return self.result(text, reported, run);
        }
        if automake_lines::is_begin(text) {
            return self.begins(run);
        }
        if let Some(folder) = text.strip_prefix("Making check in ") {
            self.folder.clear();
            self.folder.push_str(head(folder, LABEL_BYTES));
            return Seen::Mine(Class::Noise);
        }
        if let Some(made) = automake_lines::made(text) {
            return self.made(made, run);
        }
        if let Some((name, first)) = automake_lines::left_nothing(text) {
            if first {
                run.fail_as(TestId::split_last(name, "/"), FailureKind::Crash);
                run.message("left no result");
                run.close();
            }
            return Seen::Mine(Class::Detail);
        }
        let Some(tests) = &mut self.run else { return Seen::No };
        if tests.is_complete() {
            // Nothing of the run follows, for all that is known.
            return if is_advice(text) { Seen::Mine(Class::Noise) } else { Seen::No };
        }
        if !automake_lines::is_build(text) {
            tests.keep(text);
        }
        Seen::Inside(Class::Other)
    }

    /// A line of this class, when a run is open.
    fn mine(&self, class: Class) -> Seen {
        match &self.run {
            Some(tests) if class == Class::Noise && tests.is_complete() => Seen::No,
            Some(_) if class == Class::Noise => Seen::Inside(class),
            Some(_) => Seen::Mine(class),
            None => Seen::No,
        }
    }

    /// A line of result.
    fn result(&mut self, text: &str, reported: Reported<'_>, run: &mut kit::Run<'_>) -> Seen {
        if self.run.as_ref().is_some_and(Run::is_over) {
            // Another run, or nobody's: totals tell.
            self.declare(run);
        }
        let Some(tests) = &mut self.run else { return self.loose(text, reported, run) };
        tests.result(reported, run);
        Seen::Mine(match reported.word {
            Word::Pass => Class::Passed,
            Word::Skip => Class::Skipped,
            Word::ExpectedFail => Class::Other,
            Word::Fail | Word::UnexpectedPass | Word::Error => Class::Detail,
        })
    }

    /// A line of result that nothing heads.
    fn loose(&mut self, text: &str, reported: Reported<'_>, run: &mut kit::Run<'_>) -> Seen {
        let loose = &mut self.loose;
        if loose.all == 0 {
            run.emit(Event::MayHaveBegun);
        }
        loose.all.up(1);
        let slot = match reported.word {
            Word::Pass => &mut loose.passed,
            Word::Skip => &mut loose.skipped,
            Word::ExpectedFail => &mut loose.expected,
            Word::Fail | Word::UnexpectedPass | Word::Error => {
                if loose.failed.len() < MOST_LOOSE && text.len() <= LOOSE_BYTES {
                    loose.failed.push(text.to_owned());
                }
                return Seen::No;
            }
        };
        slot.up(1);
        Seen::No
    }

    /// `make  check-TESTS`
    fn begins(&mut self, run: &mut kit::Run<'_>) -> Seen {
        if let Some(tests) = &mut self.run {
            if !tests.is_complete() {
                if !tests.may_go_on() {
                    // A test printed it.
                    return Seen::Inside(Class::Other);
                }
                tests.another();
                return Seen::Mine(Class::Noise);
            }
            self.declare(run);
        }
        self.open(true, run);
        Seen::Mine(Class::Noise)
    }

    fn open(&mut self, headed: bool, run: &mut kit::Run<'_>) {
        let label = std::mem::take(&mut self.folder);
        let label = if label == "." { "" } else { label.as_str() };
        run.emit(Event::SectionStarted { opened: Opened::Own, announced: None, label });
        self.run = Some(Run::new(headed));
        self.loose = Loose::default();
    }

    /// A line of make's.
    fn made(&mut self, made: Made<'_>, run: &mut kit::Run<'_>) -> Seen {
        let Some(tests) = &mut self.run else {
            if made == Made::Breaks {
                // What is before it has no totals any more.
                self.loose = Loose::default();
            }
            return Seen::No;
        };
        let complete = tests.is_complete();
        if tests.make(made) {
            // There are no tests, of which the serial harness says nothing.
            self.run = None;
            let totals = Totals { passed: Some(0), failed: Some(0), ..Totals::default() };
            run.emit(Event::Declared { totals, level: Level::Section });
        }
        if complete || made == Made::Breaks { Seen::No } else { Seen::Inside(Class::Noise) }
    }

    /// Totals.
    fn sum(&mut self, sum: Sum, run: &mut kit::Run<'_>) -> Seen {
        if self.run.as_ref().is_some_and(Run::is_over) {
            self.declare(run);
        }
        if self.run.is_none() {
            if !sum.parallel && self.loose.all == 0 {
                // Anybody says so.
                return Seen::No;
            }
            self.late(sum, run);
        }
        if let Some(tests) = &mut self.run {
            tests.total(sum);
            run.may_have_ended();
        }
        Seen::Mine(Class::Totals)
    }

    /// Totals tell whose the lines of result were.
    fn late(&mut self, sum: Sum, run: &mut kit::Run<'_>) {
        let loose = std::mem::take(&mut self.loose);
        self.open(false, run);
        if loose.all > 0 {
            run.emit(Event::BeganThere);
        }
        let Some(tests) = &mut self.run else { return };
        tests.counted(loose.passed, loose.skipped, loose.expected);
        let most = usize::try_from(sum.failed).unwrap_or(usize::MAX);
        for text in loose.failed.iter().skip(loose.failed.len().saturating_sub(most)) {
            let Some(reported) = automake_lines::result(text) else { continue };
            tests.claim(reported, Grade::Line, run);
            run.instead(text);
            run.emit(Event::Heading);
            if let Some(message) = reported.message() {
                run.emit(Event::Message(message));
            }
        }
    }

    /// The title of a log.
    fn log(&mut self) -> Seen {
        let running = self.run.as_ref().is_some_and(|tests| !tests.is_complete());
        self.dump = Some(Dump::new(if running { Whose::Running } else { Whose::Unknown }));
        if self.run.is_some() { Seen::Mine(Class::Noise) } else { Seen::No }
    }

    /// A line while a log is read.
    fn dumped(&mut self, mut dump: Dump, text: &str, run: &mut kit::Run<'_>) -> Seen {
        if dump.sum().is_none() {
            if let Some(sum) = dump.head(text) {
                return self.decide(dump, sum, run);
            }
            self.dump = Some(dump);
            return self.mine(Class::Noise);
        }
        let found = self.blocks.line(text);
        if dump.whose == Whose::Running {
            if let Some(sum) = dump.over.take().filter(|_| text.starts_with("See ")) {
                run.close();
                self.sum(sum, run);
                return Seen::Mine(Class::Noise);
            }
            if let Found::Sum(sum) = found {
                // A test may print totals: the run's are the log's, and tell where it is.
                dump.over = dump.sum().filter(|known| *known == sum);
            }
        } else if automake_lines::is_begin(text) || found == Found::Log {
            run.close();
            return if found == Found::Log { self.log() } else { self.begins(run) };
        }
        if dump.whose == Whose::Running && matches!(found, Found::Part | Found::Sum(_)) {
            // The run's own totals are not far.
            self.dump = Some(dump);
            return Seen::Mine(Class::Totals);
        }
        let none = Run::default();
        let class = dump.line(text, self.run.as_ref().unwrap_or(&none), run);
        if dump.is_lost() {
            run.close();
        } else {
            self.dump = Some(dump);
        }
        if self.run.is_some() { Seen::Inside(class) } else { Seen::No }
    }

    /// The numbers of a log tell whose it is.
    fn decide(&mut self, mut dump: Dump, sum: Option<Sum>, run: &mut kit::Run<'_>) -> Seen {
        let Some(sum) = sum else { return Seen::No };
        if dump.whose == Whose::Unknown {
            let last = self.run.as_ref().and_then(Run::last_sum);
            dump.whose = if last == Some(sum) {
                Whose::Past
            } else if self.reported.contains(&sum) {
                Whose::Old
            } else {
                self.declare(run);
                self.open(false, run);
                if let Some(tests) = &mut self.run {
                    tests.total(sum);
                    run.may_have_ended();
                }
                Whose::Own
            };
        }
        self.dump = Some(dump);
        self.mine(Class::Totals)
    }

    /// The run is over.
    fn declare(&mut self, run: &mut kit::Run<'_>) {
        let Some(mut tests) = self.run.take() else { return };
        let End::Totals(sum) = tests.end(run) else {
            run.emit(Event::SectionEnded(Ended::Replaced));
            return;
        };
        if self.reported.len() < MOST_REPORTED {
            self.reported.extend(tests.last_sum());
        }
        let other = sum.expected.unwrap_or(0);
        let rest = sum.failed.saturating_add(sum.skipped).saturating_add(other);
        let totals = Totals {
            passed: Some(sum.total.saturating_sub(rest)),
            failed: Some(sum.failed),
            skipped: Some(sum.skipped),
            other: Some(other),
            ..Totals::default()
        };
        run.emit(Event::Counted { passed: totals.passed.unwrap_or(0), failed: 0, skipped: 0, other: 0 });
        run.emit(Event::Declared { totals, level: Level::Section });
    }
}
