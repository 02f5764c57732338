//! QtTest: programs that test one class each and print a line for each of its functions and rows of data.
//!
//! A run lies between `Start testing of` and `Finished testing of` the class; with `-silent` only its failures and its
//! totals are printed below `Testing Tide`. Each line has its class: what another one's is in the middle of a run is
//! a function's output, and so are totals after which the class goes on. The totals count what passed, failed, also by
//! passing unexpectedly, and was skipped. See `qplaintestlogger.cpp`.

mod qttest_lines;

use crate::event::{Class, Ended, Event, FailureKind, Level, Opened, Part, Seen, TestId, Totals};
use crate::recognize::kit::bounds::NAMES;
use crate::recognize::kit::clip::clipped;
use crate::recognize::kit::{EqualNames, Run, Runner, Spec};
use qttest_lines::{Reported, framed, is_class, location, reported, totals};

use crate::budget::Count as _;

/// The most lines of a failure that tell why.
const WHY_LINES: usize = 40;
/// The most lines that a function printed through Qt that are kept.
const PRINTED: usize = 20;

/// QtTest.
#[derive(Debug, Default)]
pub struct QtTest {
    /// The class that is tested, while a run is open.
    class: Option<String>,
    /// Another class, whose run began in the middle of this one's.
    nested: Option<String>,
    /// `Testing X` was read.
    armed: Option<String>,
    passed: Vec<String>,
    /// How many passed, beyond the names that are remembered too.
    passes: u64,
    /// What failed: class and name.
    failed: Vec<(String, String)>,
    /// How many lines of the open failure were read.
    lines: usize,
    /// What the function of this name printed.
    statement: (String, Vec<String>),
    fatal: String,
    totals: Option<Totals>,
}

impl Runner for QtTest {
    const SPEC: Spec = Spec {
        name: "qttest",
        reads: "QtTest programs, quiet and verbose",
        starts: &[
            "********* Start testing of ",
            "********* Finished testing of ",
            "Testing ",
            "FAIL!  : ",
            "XPASS  : ",
            "Totals: ",
        ],
        equal_names: EqualNames::Same,
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        self.class.is_some()
    }

    fn line(&mut self, (): &mut (), text: &str, run: &mut Run<'_>) -> Seen {
        if let Some(class) = framed(text, "Start") {
            return self.start(class, run);
        }
        if let Some(class) = text.strip_prefix("Testing ").filter(|class| is_class(class)) {
            run.close();
            if self.totals.is_some() {
                // The silent form has no other end.
                self.declare(run);
            }
            self.armed = Some(clipped(class));
            run.emit(Event::MayHaveBegun);
            return Seen::No;
        }
        if let Some(reported) = reported(text) {
            let reported = self.of_program(reported);
            return self.reported(&reported, text, run);
        }
        if let Some(totals) = totals(text) {
            return self.totals(totals, run);
        }
        let Some(class) = &self.class else { return Seen::No };
        if let Some(finished) = framed(text, "Finished") {
            let own = finished == class;
            run.close();
            return if own { Seen::Mine(Class::Noise) } else { Seen::No };
        }
        if text.starts_with("Config: Using QtTest library ") {
            return Seen::Mine(Class::Noise);
        }
        if text.starts_with("Unknown test function: '") || text.starts_with("Unknown testdata: '") {
            return run.fail_whole_at_once(class, FailureKind::Collection, text);
        }
        self.text(text, run)
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        run.close();
        self.declare(run);
    }
}

impl QtTest {
    fn start(&mut self, class: &str, run: &mut Run<'_>) -> Seen {
        run.close();
        if self.class.is_some() && self.totals.is_none() {
            // The process before died, or a function printed it: which shows when its class goes on.
            self.nested = Some(clipped(class));
            return Seen::Inside(Class::Other);
        }
        self.declare(run);
        self.begin(class, run);
        Seen::Mine(Class::Noise)
    }

    fn begin(&mut self, class: &str, run: &mut Run<'_>) {
        *self = Self { class: Some(clipped(class)), ..Self::default() };
        run.emit(Event::SectionStarted { opened: Opened::Own, announced: None, label: class });
    }

    /// A test of QML has its program's name before its own: what is tested is the program.
    fn of_program<'a>(&self, reported: Reported<'a>) -> Reported<'a> {
        if self.nested.as_deref() == Some(reported.class) {
            return reported;
        }
        let own = self.class.as_ref().or(self.armed.as_ref());
        own.and_then(|own| {
            let function = reported.whole.strip_prefix(own.as_str())?.strip_prefix("::")?;
            let class = reported.class.get(..own.len())?;
            (reported.class.len() > own.len()).then_some(Reported { class, function, ..reported })
        })
        .unwrap_or(reported)
    }

    /// A line of a function.
    fn reported(&mut self, reported: &Reported<'_>, text: &str, run: &mut Run<'_>) -> Seen {
        run.close();
        if !self.belongs(reported, run) {
            return Seen::Inside(Class::Other);
        }
        // The class goes on: its totals were a function's output.
        (self.totals, self.nested) = (None, None);
        let name = reported.name();
        match reported.word {
            "PASS" => {
                self.passes.up(1);
                if self.passed.len() < NAMES {
                    self.passed.push(clipped(name));
                }
                Seen::Mine(Class::Passed)
            }
            "SKIP" => {
                let seen = run.skip(reported.id());
                run.emit(Event::Reason(&format!("{}::{name}: {}", reported.class, reported.message)));
                seen
            }
            "FAIL!" | "XPASS" => self.fail(reported, run),
            "QDEBUG" | "QINFO" | "QWARN" | "QSYSTEM" | "QCRITICAL" | "QFATAL" => {
                if self.statement.0 != name {
                    self.statement = (clipped(name), Vec::new());
                }
                if self.statement.1.len() < PRINTED {
                    self.statement.1.push(clipped(text));
                }
                if reported.word == "QFATAL" {
                    self.fatal = clipped(reported.message);
                }
                Seen::Inside(Class::Other)
            }
            _ => Seen::Mine(Class::Noise),
        }
    }

    /// Whether the line is of the class that is tested; begins a run when its header is not in the log.
    fn belongs(&mut self, reported: &Reported<'_>, run: &mut Run<'_>) -> bool {
        if let Some(class) = &self.class {
            if class == reported.class {
                return true;
            }
            if self.nested.as_deref() != Some(reported.class) || !matches!(reported.word, "FAIL!" | "XPASS") {
                return false;
            }
            // Perhaps the process before died. A failure is never left out; what it was shows later.
            return true;
        }
        match self.armed.take().filter(|armed| armed == reported.class) {
            Some(class) => {
                self.begin(&class, run);
                run.emit(Event::BeganThere);
                true
            }
            None if matches!(reported.word, "FAIL!" | "XPASS") => {
                self.class = Some(clipped(reported.class));
                true
            }
            None => false,
        }
    }

    fn fail(&mut self, reported: &Reported<'_>, run: &mut Run<'_>) -> Seen {
        let name = (clipped(reported.class), clipped(reported.name()));
        let fatal = reported.message == "Received a fatal error." && !self.fatal.is_empty();
        let hook = matches!(reported.name(), "initTestCase" | "cleanupTestCase" | "init" | "cleanup");
        let kind = match (fatal, hook) {
            (true, _) => FailureKind::Crash,
            (false, true) => FailureKind::Setup,
            (false, false) => FailureKind::Test,
        };
        let seen = run.fail_as(reported.id(), kind);
        run.emit(Event::Message(if fatal { &self.fatal } else { reported.message }));
        if self.statement.0 == reported.name() {
            for line in &self.statement.1 {
                let part = if line.starts_with("QFATAL") { Part::Why } else { Part::Output };
                run.emit(Event::Decoded { part, text: line });
            }
        }
        if self.failed.len() < NAMES && !self.failed.contains(&name) {
            self.failed.push(name);
        }
        self.lines = 0;
        seen
    }

    /// A line that is no function's: more of the failure that is open.
    fn text(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        if !run.is_open() {
            return Seen::No;
        }
        if let Some(place) = location(text) {
            if place.line != Some(0) {
                run.emit(Event::At { place, better: true });
            }
            let seen = run.text(Part::Why);
            run.close();
            return seen;
        }
        if self.lines >= WHY_LINES {
            run.close();
            return Seen::No;
        }
        self.lines.up(1);
        run.text(Part::Why)
    }

    fn totals(&mut self, totals: Totals, run: &mut Run<'_>) -> Seen {
        run.close();
        if self.nested.is_some() {
            return Seen::Inside(Class::Other);
        }
        if self.class.is_none() {
            let Some(class) = self.armed.take() else { return Seen::No };
            self.begin(&class, run);
            run.emit(Event::BeganThere);
        }
        self.totals = Some(totals);
        run.may_have_ended();
        Seen::Mine(Class::Totals)
    }

    /// Tells the totals after which nothing of the class came.
    fn declare(&mut self, run: &mut Run<'_>) {
        let Some(class) = self.class.take() else { return };
        // A function that prints totals has not passed yet, and nor have those after it.
        let short = |totals: &Totals| totals.failed == Some(0) && self.passes < totals.passed.unwrap_or(0);
        let totals = self.totals.take().filter(|totals| self.passes == 0 || !short(totals));
        let Some(totals) = totals else {
            run.emit(Event::Counted { passed: self.passes, failed: 0, skipped: 0, other: 0 });
            run.emit(Event::SectionEnded(Ended::Replaced));
            return;
        };
        let most = usize::try_from(totals.failed.unwrap_or(0)).unwrap_or(usize::MAX);
        if self.failed.len() > most {
            for (module, name) in &self.failed {
                let id = TestId { module, separator: "::", name };
                let own = *module == class;
                // A function does not fail and pass: what says so was printed by one.
                if most == 0 || !own || self.passed.iter().any(|passed| passed == id.name) {
                    run.emit(Event::Withdrawn(id));
                }
            }
        }
        run.emit(Event::Counted { passed: totals.passed.unwrap_or(0), failed: 0, skipped: 0, other: 0 });
        run.emit(Event::Declared { totals, level: Level::Section });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_functions_have_words_of_one_width() {
        let read = |text| {
            reported(text).map(|reported| (reported.word, reported.class, reported.name(), reported.message))
        };
        assert_eq!(read("XPASS  : a::B::c() no"), Some(("XPASS", "a::B", "c", "no")));
        assert_eq!(read("PASS : B::c()"), None);
        assert_eq!(read("PASS   : it works (today)"), None);
    }
}
