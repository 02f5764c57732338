//! GNU Autotest: the suites of Bison, Autoconf, tar, Libtool, Open vSwitch.
//!
//! A suite begins with its title in a box ([`Boxes`]), what it prints ([`Run`]) as what it writes into its log ([`Log`]):
//! there the command line follows. A run's totals are in a sentence at its end. A test of a verbose run may print all of
//! this, so a run is over when another one begins or nothing follows.

use super::autotest_lines;
use super::boxes::{Boxes, Found, is_suite, label};
use super::log::{Log, Whose};
use super::run::Run;
use super::sum::Sum;
use super::tell::{self, id};
use crate::event::{Class, Event, Opened, Seen};
use crate::recognize::kit::{self, EqualNames, Runner, Spec};

/// The most runs whose totals are remembered.
const MOST_REPORTED: usize = 64;

/// What a line below a suite's title shows.
enum Next {
    /// A run.
    Begins,
    /// The run before goes on: a test printed the title.
    GoesOn,
    Unknown,
}

/// Autotest.
#[derive(Debug, Default)]
pub struct Autotest {
    boxes: Boxes,
    /// The title of a suite of which it is not known yet whether it is a run or a log, and whether a blank line followed.
    title: Option<(String, bool)>,
    run: Option<Run>,
    log: Option<Log>,
    /// The runs that ended.
    reported: Vec<(String, Sum)>,
    /// The last test of the run before: its number, its place and its name.
    before: Option<(u64, String, String)>,
}

impl Runner for Autotest {
    const SPEC: Spec = Spec {
        name: "autotest",
        reads: "GNU Autotest: `testsuite`, also verbose, traced and with several jobs, and testsuite.log",
        starts: &["## "],
        equal_names: EqualNames::Same,
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        self.boxes.is_open() || self.title.is_some() || self.run.is_some() || self.log.is_some()
    }

    fn line(&mut self, (): &mut (), _text: &str, run: &mut kit::Run<'_>) -> Seen {
        let line = run.line();
        let text = line.judged();
        let silent = self.log.is_none() && self.run.as_ref().map_or(self.title.is_some(), Run::may_be_silent);
        let glued = if silent { autotest_lines::glued(text) } else { None };
        let Some((test, rest)) = glued.and_then(|at| text.split_at_checked(at)) else {
            return self.judge(text, run);
        };
        // The run was killed, and what follows it is on its last line.
        self.judge(test, run);
        match self.judge(rest, run) {
            Seen::No => Seen::Inside(Class::Other),
            seen => seen,
        }
    }

    fn end(&mut self, (): (), run: &mut kit::Run<'_>) {
        if let Some((title, _)) = self.title.take() {
            self.begin(&title, run);
        }
        self.leave(run);
        self.declare(run);
    }
}

impl Autotest {
    fn judge(&mut self, text: &str, run: &mut kit::Run<'_>) -> Seen {
        let bare = text.trim_end();
        let found = self.boxes.line(bare);
        if let Some((title, blank)) = self.title.take() {
            if bare.is_empty() && !blank {
                self.title = Some((title, true));
                return Seen::Mine(Class::Noise);
            }
            if blank && bare.ends_with(": command line was:") {
                return self.begin_log(title, run);
            }
            match self.next(text, bare, &found) {
                Next::Begins => self.begin(&title, run),
                Next::GoesOn => {}
                Next::Unknown => self.title = Some((title, true)),
            }
        }
        if let Found::Title(title) = &found
            && is_suite(title)
            && self.may_begin()
        {
            run.emit(Event::MayHaveBegun);
            self.title = Some((title.clone(), false));
            return Seen::Mine(Class::Noise);
        }
        if self.log.is_some() {
            return self.logged(bare, &found, run);
        }
        let Some(tests) = &mut self.run else { return Seen::No };
        if tests.is_broken_off(bare) {
            self.declare(run);
            return Seen::No;
        }
        if let Some(seen) = self.late(bare, run) {
            return seen;
        }
        self.run.as_mut().map_or(Seen::No, |tests| tests.line(text, &found, run))
    }

    /// What the line below a title shows. Where the last test of a verbose run may have printed it, and what seemed that
    /// test's end, the title is not to be believed before something of a run follows.
    fn next(&self, text: &str, bare: &str, found: &Found) -> Next {
        let last = self.run.as_ref().filter(|_| self.log.is_none()).and_then(Run::last);
        let Some((number, place, _)) = last else { return Next::Begins };
        if autotest_lines::tail_begins(bare).is_some_and(|at| at.number == number && at.place == place) {
            return Next::GoesOn;
        }
        match autotest_lines::head(bare) {
            Some((at, _)) if at.number > number => Next::GoesOn,
            Some(_) => Next::Begins,
            None if matches!(found, Found::Title(_))
                || autotest_lines::numbered(text).is_some()
                || autotest_lines::signal(bare).is_some()
                || autotest_lines::error(bare).is_some() =>
            {
                Next::Begins
            }
            None => Next::Unknown,
        }
    }

    fn may_begin(&self) -> bool {
        match &self.log {
            Some(log) => log.may_end(),
            None => self.run.as_ref().is_none_or(Run::may_end),
        }
    }

    /// A run begins.
    fn begin(&mut self, title: &str, run: &mut kit::Run<'_>) {
        self.leave(run);
        self.declare(run);
        run.emit(Event::SectionStarted { opened: Opened::Own, announced: None, label: &label(title) });
        run.emit(Event::BeganThere);
        self.run = Some(Run::new(title));
    }

    /// A log begins: of the run that is open, for all that is known, or of one of which nothing was reported.
    fn begin_log(&mut self, title: String, run: &mut kit::Run<'_>) -> Seen {
        self.leave(run);
        let known = self.run.as_ref().map(|tests| &tests.title).into_iter();
        let known = known.chain(self.reported.iter().map(|(title, _)| title)).any(|known| *known == title);
        let mut log = Log::new(title);
        if !known {
            self.open_log(&mut log, run);
            run.emit(Event::BeganThere);
            log.whose = Whose::Open;
        }
        self.log = Some(log);
        self.seen(Class::Noise)
    }

    /// The last test of the run before this one goes on: it printed what seemed that run's end, and this one's beginning.
    fn late(&mut self, bare: &str, run: &mut kit::Run<'_>) -> Option<Seen> {
        let (number, place, name) = self.before.as_ref()?;
        let (at, reported) = autotest_lines::tail(bare)?;
        if at.number != *number || at.place != place || !reported.word.fails() {
            return None;
        }
        if self
            .run
            .as_ref()
            .is_some_and(|tests| tests.last().is_some_and(|last| last.0 == at.number && last.1 == at.place))
        {
            return None;
        }
        let shown = number.to_string();
        let seen = run.fail(id(&shown, name));
        tell::place(reported.place, run);
        run.close();
        if let Some(tests) = &mut self.run {
            tests.broken = true;
        }
        Some(seen)
    }

    /// A line of a log.
    fn logged(&mut self, bare: &str, found: &Found, run: &mut kit::Run<'_>) -> Seen {
        let Some(mut log) = self.log.take() else { return Seen::No };
        let class = log.line(bare, found, self.run.as_mut(), run);
        if log.is_to_be_decided() {
            self.decide(&mut log, run);
        } else if log.whose == Whose::Open && log.is_reported() {
            self.fill(&mut log, run);
        }
        self.log = Some(log);
        class.map_or(Seen::No, |class| self.seen(class))
    }

    /// A line of a log, when a run is open.
    fn seen(&self, class: Class) -> Seen {
        if self.run.is_some() { Seen::Inside(class) } else { Seen::No }
    }

    /// The totals of a log tell whose it is.
    fn decide(&mut self, log: &mut Log, run: &mut kit::Run<'_>) {
        let Some(sum) = log.reader.sum() else { return };
        let same = self.run.as_mut().filter(|tests| tests.title == log.title);
        log.whose = match same {
            Some(tests) if tests.sum() == Some(sum) => Whose::Open,
            // What the run itself printed of failures went elsewhere. That all is well is not taken from a log.
            Some(tests) if tests.sum().is_none() && sum.failed > 0 => {
                tests.adopt(std::mem::take(&mut log.reader));
                Whose::Open
            }
            Some(tests) if tests.sum().is_none() => Whose::Past,
            _ if self.reported.iter().any(|(title, reported)| *title == log.title && *reported == sum) => {
                Whose::Past
            }
            _ => {
                self.open_log(log, run);
                Whose::Open
            }
        };
        if self.run.as_ref().is_some_and(|tests| tests.sum().is_some()) {
            run.may_have_ended();
        }
    }

    /// A log is a run of its own.
    fn open_log(&mut self, log: &mut Log, run: &mut kit::Run<'_>) {
        self.declare(run);
        run.emit(Event::SectionStarted { opened: Opened::Own, announced: None, label: &label(&log.title) });
        self.run = Some(Run::of_log(&log.title));
        self.fill(log, run);
    }

    /// What a log reported tests that did not fail, and its totals.
    fn fill(&mut self, log: &mut Log, run: &mut kit::Run<'_>) {
        let Some(tests) = self.run.as_mut().filter(|tests| tests.is_of_log()) else { return };
        tests.located.passed = log.passed;
        for text in std::mem::take(&mut log.skipped) {
            let Some(logged) = autotest_lines::logged(&text) else { continue };
            let number = logged.at.number.to_string();
            run.skip(id(&number, logged.name));
            run.emit(Event::Reason(&text));
        }
        if log.reader.sum().is_some() {
            tests.adopt(std::mem::take(&mut log.reader));
            run.may_have_ended();
        }
    }

    /// The log is over.
    fn leave(&mut self, run: &mut kit::Run<'_>) {
        let Some(mut log) = self.log.take() else { return };
        if log.whose == Whose::Unknown && log.reader.sum().is_some() {
            self.decide(&mut log, run);
        }
        if log.whose == Whose::Open {
            self.fill(&mut log, run);
        }
        log.tell(None, self.run.as_mut(), run);
        if log.whose == Whose::Unknown
            && self.run.is_none()
            && self.reported.iter().all(|(title, _)| *title != log.title)
        {
            // The log of a run that did not end.
            self.open_log(&mut log, run);
        }
    }

    /// The run is over.
    fn declare(&mut self, run: &mut kit::Run<'_>) {
        let Some(tests) = self.run.take() else { return };
        self.before = tests.last();
        if let Some(sum) = tests.sum().filter(|_| self.reported.len() < MOST_REPORTED) {
            self.reported.push((tests.title.clone(), sum));
        }
        tests.end(run);
    }
}
