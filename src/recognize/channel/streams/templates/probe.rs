//! One reading of the first lines, as it would be: reported to nobody, and only its evidence is kept.

use super::super::Streams;
use crate::event::{Block, Class, Ended, Event, Listener, Opened, Outcome, Place, Runner, Totals};
use crate::recognize::unknown::generic::Generic;
use crate::text::Line;
use crate::text::channel::learned::Shape;

/// Who tells that processes died.
const DIED: Runner = Runner("process");

/// How much a reading of lines tells.
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

    /// Whether more was reported than by the other, and nothing less.
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
    /// The last line on which anything was reported, and a failure.
    last: (u64, u64),
    /// How many lines were claimed, passes aside.
    claimed: usize,
    /// How often a failure was reported or a sign of one, and the number of the line that was the first.
    failure_signals: u64,
    /// Whether one of them was more than a sign.
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
            self.failure_signals = self.failure_signals.saturating_add(1);
            self.first_failure_signal = self.first_failure_signal.or(line.map(|line| line.number));
            self.names |= runner != Generic::RUNNER;
        }
        // Applications log that others died, and go on.
        if runner == Generic::RUNNER || runner == DIED {
            return;
        }
        let number = line.map_or(0, |line| line.number);
        let failed = match event {
            Event::SectionStarted { opened, .. } => {
                let own = opened == Opened::Own;
                self.evidence.headers = self.evidence.headers.saturating_add(u32::from(own));
                false
            }
            Event::Finished { outcome, .. } => matches!(outcome, Outcome::Failed(_)),
            Event::BlockOpened(Block::Test { .. } | Block::Diagnostic { .. }) => true,
            Event::Declared { .. } | Event::Counted { .. } | Event::BlockOpened(_) => false,
            // Of what was reported on this line.
            Event::At { place: Place { line: Some(_), .. }, .. } if number == self.last.0 => true,
            _ => return,
        };
        let Evidence { failures, lines, .. } = &mut self.evidence;
        *lines = lines.saturating_add(u32::from(number > self.last.0));
        *failures = failures.saturating_add(u32::from(failed && number > self.last.1));
        self.last = (self.last.0.max(number), if failed { number } else { self.last.1 });
    }

    fn judged(&mut self, _: &Line<'_>, class: Class) {
        self.claimed =
            self.claimed.saturating_add(usize::from(!matches!(class, Class::Other | Class::Passed)));
    }
}

/// A reading of lines without what a shape says is no text of theirs; without a shape as they are.
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

    /// What was reported so far.
    pub(super) const fn evidence(&self) -> Evidence {
        self.counter.evidence
    }

    /// How many lines were claimed so far, passes aside.
    pub(super) const fn claimed(&self) -> usize {
        self.counter.claimed
    }

    /// The number of the first line that says of a failure, when that is before the line of this number.
    pub(super) fn failure_signal_before(&self, number: u64) -> Option<u64> {
        self.counter.first_failure_signal.filter(|first| *first < number)
    }

    /// Whether anything that failed was named so far, processes that died as well.
    pub(super) const fn names_failures(&self) -> bool {
        self.counter.names
    }

    /// Whether anything was reported on a line without the shape: then that is no part of the run's lines.
    pub(super) const fn reads_otherwise(&self) -> bool {
        self.otherwise
    }

    /// Reads a further line.
    pub(super) fn read(&mut self, line: &Line<'_>) {
        let Self { shape, streams, counter, otherwise } = self;
        let before = counter.evidence;
        let has = streams.after_shape(shape.as_ref().unwrap_or(&Shape::Bare), line, counter);
        *otherwise |= !has && counter.evidence != before;
    }

    /// Reads a further line; tells whether it says of a failure.
    pub(super) fn failure_signals_at(&mut self, line: &Line<'_>) -> bool {
        let before = self.counter.failure_signals;
        self.read(line);
        self.counter.failure_signals > before
    }
}
