//! A driven runner: its own file reads one line at a time, and what all runners have in common is here.
//!
//! [`Runner::SPEC`] says what the runner is called, what it reads and which lines it has to see. [`Runner::line`] says what a
//! line means and emits it through a [`Run`]. Only `Run` opens and closes failures and runs, so a runner cannot leave a
//! failure open at the end, or keep the state of one run in the next one.

use std::fmt::Debug;

use super::emit::{Run, State};
use super::shape::begins;
use crate::event::{self, Seen, Sink};
use crate::recognize::{Attention, PassShape, Recognizer, Signs};
use crate::text::Line;

/// The constant description of a runner.
#[derive(Clone, Copy, Debug)]
pub struct Spec {
    /// Its name, as the verdict line prints it.
    pub name: &'static str,
    /// Which of its output is read, in a few words.
    pub reads: &'static str,
    /// How the lines begin that it has to see while no run is open. See [`Signs::starts`].
    pub starts: &'static [&'static str],
    /// What is after a number that begins such a line. See [`Signs::numbered`].
    pub numbered: &'static [&'static str],
    /// What such a line holds. See [`Signs::inside`].
    pub inside: &'static [&'static str],
    /// How such a line begins and ends. See [`Signs::passes`].
    pub passes: &'static [PassShape],
    /// Endings of files: it has to see lines that begin with a place in such a file. Empty when it needs no such lines.
    pub files: &'static [&'static str],
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
        files: &[],
        begins: &[],
        every_line: EveryLine::InRun,
        equal_names: EqualNames::Numbered,
    };
}

/// A runner of tests, as its own file describes it.
pub trait Runner: Debug + Default {
    /// Its constant description.
    const SPEC: Spec;

    /// The part of its output in which a line is: a list, a report, numbers. The default is outside of everything.
    type Zone: Copy + Debug + Default + PartialEq;

    /// Reads a line and emits what it means. `text` is the line without blanks at its end.
    fn line(&mut self, zone: &mut Self::Zone, text: &str, run: &mut Run<'_>) -> Seen;

    /// The run ended with its totals: drops what the next run must not see, and returns the zone of the next line. By
    /// default nothing is kept.
    fn ended(&mut self) -> Self::Zone {
        *self = Self::default();
        Self::Zone::default()
    }

    /// The stream ends: emits what comes before the end of the open failure and the held totals.
    fn end(&mut self, zone: Self::Zone, run: &mut Run<'_>) {
        let _ = (zone, run);
    }
}

/// The recognizer of a [`Runner`].
#[derive(Debug, Default)]
pub struct Driven<R: Runner> {
    pub(in crate::recognize) runner: R,
    zone: R::Zone,
    state: State,
}

impl<R: Runner> Recognizer for Driven<R> {
    fn runner(&self) -> event::Runner {
        event::Runner(R::SPEC.name)
    }

    fn signs(&self) -> Signs {
        let Spec { starts, numbered, inside, passes, files, .. } = R::SPEC;
        Signs { starts, numbered, inside, passes, path: !files.is_empty() }
    }

    fn reads(&self, ending: &str) -> bool {
        R::SPEC.files.contains(&ending)
    }

    fn attention(&self) -> Attention {
        let in_zone = self.zone != R::Zone::default();
        let every = match R::SPEC.every_line {
            EveryLine::InRun => in_zone || self.state.is_running(),
            EveryLine::InZone => in_zone,
            EveryLine::BelowFailure => self.state.is_open(),
            EveryLine::Never => false,
        };
        if every { Attention::Every } else { Attention::Signs }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let mut run = Run::new(&mut self.state, R::SPEC.equal_names, sink);
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

    fn end(&mut self, sink: &mut dyn Sink) {
        let mut run = Run::new(&mut self.state, R::SPEC.equal_names, sink);
        self.runner.end(self.zone, &mut run);
        run.release();
        run.close();
    }
}
