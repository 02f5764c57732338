//! A trial reading of the first lines: nothing is reported, and only the evidence is kept.

use super::super::Streams;
use crate::budget::Count as _;
use crate::event::{Block, Class, Ended, Event, Listener, Opened, Outcome, Place, Runner, Totals};
use crate::recognize::unknown::generic::Generic;
use crate::text::Line;
use crate::text::channel::learned::Shape;

/// The runner that reports processes that died.
const DIED: Runner = Runner("process");

/// How much was reported in a reading of lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Evidence {
    /// How many runs began with a header of their own.
    pub(super) headers: u32,
    /// On how many lines a test failed or an error was at a place.
    pub(super) failures: u32,
    /// On how many lines anything was reported of a run.
    pub(super) lines: u32,
}

impl Evidence {
    /// Whether nothing was reported.
    pub(super) const fn is_none(self) -> bool {
        self.headers == 0 && self.lines == 0
    }

    /// Whether more was reported than by the other, and nothing was reported less often.
    pub(super) const fn exceeds(self, other: Self) -> bool {
        let less = self.headers < other.headers || self.failures < other.failures || self.lines < other.lines;
        let more = self.headers > other.headers || self.failures > other.failures || self.lines > other.lines;
        more && !less
    }
}

/// Counts what is reported.
#[derive(Debug, Default)]
struct Counter {
    evidence: Evidence,
    /// The numbers of the last line on which anything was reported, and of the last with a failure.
    last: (u64, u64),
    /// How many lines were claimed, not counting passes.
    claimed: usize,
    /// How often a failure or a sign of one was reported.
    failure_signals: u64,
    /// Whether one of them was more than a sign: it named a failure.
    names: bool,
    first_failure_signal: Option<u64>,
}

impl Listener for Counter {
    fn event(&mut self, _: usize, runner: Runner, line: Option<&Line<'_>>, event: Event<'_>) {
        let failure_signals = matches!(
            event,
            Event::Sign(_)
                | Event::CommandFailed
                | Event::Finished { outcome: Outcome::Failed(_), .. }
                | Event::Counted { failed: 1.., .. }
                | Event::Declared { totals: Totals { failed: Some(1..), .. }, .. }
                | Event::Declared { totals: Totals { errors: Some(1..), .. }, .. }
                | Event::SectionEnded(Ended::Failed | Ended::Crash)
                | Event::Consequence { .. }
                | Event::BlockOpened(_)
        );
        if failure_signals {
            self.failure_signals.up(1);
            self.first_failure_signal = self.first_failure_signal.or(line.map(|line| line.number));
            self.names |= runner != Generic::RUNNER;
        }
        // Applications log that other processes died, and go on.
        if runner == Generic::RUNNER || runner == DIED {
            return;
        }
        let number = line.map_or(0, |line| line.number);
        let failed = match event {
            Event::SectionStarted { opened, .. } => {
                let own = opened == Opened::Own;
                self.evidence.headers.up(u32::from(own));
                false
            }
            Event::Finished { outcome, .. } => matches!(outcome, Outcome::Failed(_)),
            Event::BlockOpened(Block::Test { .. } | Block::Diagnostic { .. }) => true,
            Event::Declared { .. } | Event::Counted { .. } | Event::BlockOpened(_) => false,
            // The place of what was reported on this line.
            Event::At { place: Place { line: Some(_), .. }, .. } if number == self.last.0 => true,
            _ => return,
        };
        let Evidence { failures, lines, .. } = &mut self.evidence;
        lines.up(u32::from(number > self.last.0));
        failures.up(u32::from(failed && number > self.last.1));
        self.last = (self.last.0.max(number), if failed { number } else { self.last.1 });
    }

    fn judged(&mut self, _: &Line<'_>, class: Class) {
        self.claimed.up(usize::from(!matches!(class, Class::Other | Class::Passed)));
    }
}

/// Reads lines without the prefix of a shape; unchanged when there is no shape.
#[derive(Debug)]
pub(super) struct Probe {
    pub(super) shape: Option<Shape>,
    streams: Streams,
    counter: Counter,
    otherwise: bool,
}

impl Probe {
    pub(super) fn new(shape: Option<Shape>, streams: Streams) -> Self {
        Self { shape, streams, counter: Counter::default(), otherwise: false }
    }

    pub(super) const fn evidence(&self) -> Evidence {
        self.counter.evidence
    }

    /// How many lines were claimed so far, not counting passes.
    pub(super) const fn claimed(&self) -> usize {
        self.counter.claimed
    }

    /// The number of the first line that reports a failure, when it is before the line of this number.
    pub(super) fn failure_signal_before(&self, number: u64) -> Option<u64> {
        self.counter.first_failure_signal.filter(|first| *first < number)
    }

    /// Whether any failure was named so far, or a process that died.
    pub(super) const fn names_failures(&self) -> bool {
        self.counter.names
    }

    /// Whether anything was reported on a line without the shape: then the shape is not part of the run's lines.
    pub(super) const fn reads_otherwise(&self) -> bool {
        self.otherwise
    }

    pub(super) fn read(&mut self, line: &Line<'_>) {
        let Self { shape, streams, counter, otherwise } = self;
        let before = counter.evidence;
        let has = streams.after_shape(shape.as_ref().unwrap_or(&Shape::Bare), line, counter);
        *otherwise |= !has && counter.evidence != before;
    }

    /// Reads a further line. Returns whether it reports a failure.
    pub(super) fn failure_signals_at(&mut self, line: &Line<'_>) -> bool {
        let before = self.counter.failure_signals;
        self.read(line);
        self.counter.failure_signals > before
    }
}
