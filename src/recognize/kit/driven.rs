//! A runner: its own file reads one line at a time, and what all runners have in common is here.
//!
//! [`Runner::SPEC`] says what the runner is called, what it reads and which lines it has to see. [`Runner::line`] says what a
//! line means and emits it through a [`Run`], which owns the open failure and the open run: what is open is closed when the
//! log ends, and nothing of one run is kept in the next one.

use std::fmt::Debug;

use super::emit::{Run, State};
use super::shape::begins;
use crate::event::{self, Class, Seen, Sink, TestId};
use crate::recognize::recognizer::{Attention, Recognizer, Signs};
use crate::recognize::{Ahead, PassShape};
use crate::text::Line;

/// The constant description of a runner.
#[derive(Clone, Copy, Debug)]
pub struct Spec {
    /// Its name, as the verdict line prints it.
    pub name: &'static str,
    /// Which of its output is read, in a few words.
    pub reads: &'static str,
    /// How the lines begin that it has to see while no run is open, after blanks and a CI's prefix: each of at least 2 bytes.
    pub starts: &'static [&'static str],
    /// What is after the whole number with which such a line begins: each of at least 2 bytes (`) Failure:`).
    pub numbered: &'static [&'static str],
    /// Literals inside such lines, case-sensitive, each of at least 4 bytes and specific. All runners share 32.
    pub inside: &'static [&'static str],
    /// How the lines of passing tests begin and end.
    pub passes: &'static [PassShape],
    /// It has to see lines that begin with a path and a line number (`src/a.c:12:`): in files of which of the `ENDINGS`, besides
    /// those in files of any other ending.
    pub places: Option<&'static [&'static str]>,
    /// Whether the line that begins its run comes once in each: where it comes again, word for word, the run above it died.
    pub one_header: bool,
    /// How the header begins that each of its runs has once, whatever follows on its line.
    pub heads: &'static [&'static str],
    /// How the lines begin that are a header: another run begins, and nothing of the one before is remembered. They are among
    /// the `starts`.
    pub begins: &'static [&'static str],
    /// When it has to see every line, and not only those with a sign.
    pub every_line: EveryLine,
    /// What two tests of one name in one run are.
    pub equal_names: EqualNames,
}

/// When a runner has to see every line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EveryLine {
    /// While a run is open, and in a zone.
    #[default]
    InRun,
    /// In a zone that is not the default one.
    InZone,
    /// Below a failure.
    BelowFailure,
    /// Never: all of its lines have a sign.
    Never,
}

/// What two tests of one name in one run are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EqualNames {
    /// Two tests: the second is called `name (2)`.
    #[default]
    Numbered,
    /// The same test, reported again.
    Same,
}

impl Spec {
    /// The defaults of a runner's description.
    pub const NONE: Self = Self {
        name: "",
        reads: "",
        starts: &[],
        numbered: &[],
        inside: &[],
        passes: &[],
        places: None,
        one_header: true,
        heads: &[],
        begins: &[],
        every_line: EveryLine::InRun,
        equal_names: EqualNames::Numbered,
    };
}

/// A runner, as its own file describes it: a state machine of bounded size. It never fails, never drops a line and never sees
/// a limit.
pub trait Runner: Debug + Default {
    /// Its constant description.
    const SPEC: Spec;

    /// The part of its output in which a line is: a list, a report, numbers. The default is outside of everything.
    type Zone: Copy + Debug + Default + PartialEq;

    /// Reads a line and emits what it means. `text` is the line without blanks at its end; [`Run::line`] is the whole line.
    fn line(&mut self, zone: &mut Self::Zone, text: &str, run: &mut Run<'_>) -> Seen;

    /// Whether it has to see every line now, besides when `SPEC` says so.
    fn waits(&self) -> bool {
        false
    }

    /// The test that passed, when a line of one of its pass shapes says this to it and nothing else: a short way round
    /// [`line`](Self::line) for the line that most logs are made of. Comes to the same as `Event::finished` there, no
    /// further event and `Seen::Mine(Class::Passed)`. `None` says and changes nothing.
    fn passed<'a>(&mut self, line: &Line<'a>) -> Option<TestId<'a>> {
        let _ = line;
        None
    }

    /// The passes right after one that [`passed`](Self::passed) reported: what that would tell of each of these lines, one
    /// after the other.
    fn passes(&mut self, ahead: &mut Ahead<'_>, reported: &mut dyn FnMut(TestId<'_>)) {
        while let Some(line) = ahead.line() {
            let Some(id) = self.passed(&line) else { return };
            reported(id);
            ahead.take();
        }
    }

    /// Reads a line after one that it claimed, when the line is its own for sure: a short way round
    /// [`line`](Self::line) for what most of a run is made of. Comes to the same as that with `Seen::Mine`, and ends no run.
    /// `free` tells whether nobody else has to see the line; it is asked last, and once. `None` says and changes nothing.
    fn read_on(
        &mut self,
        line: &Line<'_>,
        sink: &mut dyn Sink,
        free: &mut dyn FnMut() -> bool,
    ) -> Option<Class> {
        let _ = (line, sink, free);
        None
    }

    /// Passes over a line that another runner claims, when it says nothing to this one. Comes to the same as `Seen::No`
    /// of [`line`](Self::line) without an event; `false` changes nothing.
    fn passes_over(&mut self, line: &Line<'_>) -> bool {
        let _ = line;
        false
    }

    /// A step of a CI begins with this line, by the names before it or by the CI's own mark. The line itself comes too.
    fn step_begins(&mut self, line: &Line<'_>, run: &mut Run<'_>) {
        let _ = (line, run);
    }

    /// A CI marked this line as an error, and nobody claimed it.
    fn marked(&mut self, line: &Line<'_>, run: &mut Run<'_>) -> Seen {
        let _ = (line, run);
        Seen::No
    }

    /// The run ended with its totals: drops what the next run must not see, and returns the zone of the next line. By
    /// default nothing is kept.
    fn ended(&mut self) -> Self::Zone {
        *self = Self::default();
        Self::Zone::default()
    }

    /// The stream ends: emits what comes before the end of the open failure and the held totals. There is no line.
    fn end(&mut self, zone: Self::Zone, run: &mut Run<'_>) {
        let _ = (zone, run);
    }
}

/// A [`Runner`] over one log.
#[derive(Debug, Default)]
pub struct Driven<R: Runner> {
    pub(in crate::recognize) runner: R,
    zone: R::Zone,
    state: State,
}

impl<R: Runner> Driven<R> {
    /// Reads a line.
    pub fn read(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let mut run = Run::new(&mut self.state, R::SPEC.equal_names, line, sink);
        let text = line.judged().trim_end();
        if begins(text, R::SPEC.begins) {
            (self.runner, self.zone) = Default::default();
            return run.begin(None);
        }
        let seen = self.runner.line(&mut self.zone, text, &mut run);
        if self.state.take_ended() {
            self.zone = self.runner.ended();
        }
        seen
    }

    /// The log ends.
    pub fn finish(&mut self, sink: &mut dyn Sink) {
        let none = Line::plain("", 0);
        let mut run = Run::new(&mut self.state, R::SPEC.equal_names, &none, sink);
        self.runner.end(self.zone, &mut run);
        run.release();
        run.close();
    }
}

impl<R: Runner> Recognizer for Driven<R> {
    fn runner(&self) -> event::Runner {
        event::Runner(R::SPEC.name)
    }

    fn signs(&self) -> Signs {
        let Spec { starts, numbered, inside, passes, places, .. } = R::SPEC;
        Signs { starts, numbered, inside, passes, path: places.is_some() }
    }

    fn reads(&self, ending: &str) -> bool {
        R::SPEC.places.is_some_and(|places| places.contains(&ending))
    }

    fn has_one_header(&self) -> bool {
        R::SPEC.one_header
    }

    fn heads(&self) -> &'static [&'static str] {
        R::SPEC.heads
    }

    fn attention(&self) -> Attention {
        let in_zone = self.zone != R::Zone::default();
        let every = match R::SPEC.every_line {
            EveryLine::InRun => in_zone || self.state.is_running(),
            EveryLine::InZone => in_zone,
            EveryLine::BelowFailure => self.state.is_open(),
            EveryLine::Never => false,
        };
        if every || self.runner.waits() { Attention::Every } else { Attention::Signs }
    }

    fn passed<'a>(&mut self, line: &Line<'a>) -> Option<TestId<'a>> {
        self.runner.passed(line)
    }

    fn passes(&mut self, ahead: &mut Ahead<'_>, reported: &mut dyn FnMut(TestId<'_>)) {
        self.runner.passes(ahead, reported);
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        self.read(line, sink)
    }

    fn read_on(
        &mut self,
        line: &Line<'_>,
        sink: &mut dyn Sink,
        free: &mut dyn FnMut() -> bool,
    ) -> Option<Class> {
        self.runner.read_on(line, sink, free)
    }

    fn passes_over(&mut self, line: &Line<'_>) -> bool {
        self.runner.passes_over(line)
    }

    fn step_begins(&mut self, line: &Line<'_>, sink: &mut dyn Sink) {
        self.runner.step_begins(line, &mut Run::new(&mut self.state, R::SPEC.equal_names, line, sink));
    }

    fn marked(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        self.runner.marked(line, &mut Run::new(&mut self.state, R::SPEC.equal_names, line, sink))
    }

    fn end(&mut self, sink: &mut dyn Sink) {
        self.finish(sink);
    }
}
