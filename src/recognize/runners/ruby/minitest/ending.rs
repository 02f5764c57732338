//! How a run of minitest ends: its totals, and which problems are its own.

use super::minitest::{Minitest, POINTS};
use super::minitest_lines::{self, Sum};
use crate::budget::Count as _;
use crate::event::{Class, Event, Level, Opened, Seen, Sink};
use crate::recognize::kit::points::Held;
use crate::recognize::kit::reported_problems::Points;

impl Minitest {
    pub(super) fn totals(&mut self, sum: Sum, sink: &mut dyn Sink) -> Seen {
        let bad = sum.bad();
        if bad == 0 && !self.finished {
            // Minitest says how long it took before it says that all went well.
            return Seen::Mine(Class::Totals);
        }
        if self.inner > 0 {
            self.inner.down(1);
            if bad > 0 {
                self.held = Some(Held { sum, points: self.points, inner: self.inner });
            } else if let Some(held) = &mut self.held {
                // The run that began after the totals ended well.
                held.points = self.points;
            }
            return Seen::Mine(Class::Totals);
        }
        // Where the totals are reported later, or were a test's, the run reaches to the last of them.
        sink.emit(Event::MayHaveEnded);
        let points = self.points;
        let exact = points.of(POINTS, 'F') == sum.failures
            && points.of(POINTS, 'E') == sum.errors
            && points.of(POINTS, 'S') == sum.skips
            && points.all() == sum.runs;
        let points_say = if exact { Points::Exact } else { self.points_of(sum) };
        self.reported.forget_others(bad, points_say, minitest_lines::id, sink);
        let unlisted = self.reported.count() < bad && points.all() != sum.runs;
        if points.all() > sum.runs || unlisted || self.reported.count() > bad {
            // Somebody printed it, or the problems were not shown; if nothing follows it counts.
            self.held = Some(Held { sum, points, inner: self.inner });
            return Seen::Mine(Class::Totals);
        }
        if exact {
            self.count(sink);
            sink.emit(Event::Declared { totals: sum.totals(), level: Level::Section });
            *self = Self::default();
        } else {
            self.pending = Some(sum);
            self.held = None;
        }
        Seen::Mine(Class::Totals)
    }

    /// What the points say of totals that they do not confirm.
    fn points_of(&self, sum: Sum) -> Points {
        let passed = self.points.of(POINTS, '.') >= sum.totals().passed.unwrap_or(0);
        if passed { Points::Passes } else { Points::Unsure }
    }

    /// Totals tell of no failure, and points do: they are reported too, for those totals may be a test's.
    fn contradict(&self, sum: Sum, sink: &mut dyn Sink) {
        let failed = self.points.of(POINTS, 'F').saturating_add(self.points.of(POINTS, 'E'));
        let passed = self.points.of(POINTS, '.');
        // Points of another number than the tests are not this run's: a test printed them.
        let own = passed.saturating_add(failed) == sum.totals().passed.unwrap_or(0);
        if sum.bad() == 0 && failed > 0 && own && self.reported.count() == 0 {
            self.count(sink);
        }
    }

    /// The log ends after totals that somebody may have printed.
    pub(super) fn settle_held(&mut self, held: Held<Sum>, sink: &mut dyn Sink) {
        self.reported.forget_others(held.sum.bad(), self.points_of(held.sum), minitest_lines::id, sink);
        self.contradict(held.sum, sink);
        sink.emit(Event::Declared { totals: held.sum.totals(), level: Level::Section });
        if let Some(points) = held.died_after(&self.points, self.inner) {
            sink.emit(Event::SectionStarted { opened: Opened::Own, announced: None, label: "" });
            self.points = points;
            self.count(sink);
        }
    }

    /// The line after totals that nothing confirms tells whether they were the run's.
    pub(super) fn settle(&mut self, own: bool, sink: &mut dyn Sink) {
        let Some(sum) = self.pending.take().filter(|_| own) else { return };
        sink.emit(Event::Declared { totals: sum.totals(), level: Level::Section });
        self.declared = Some(self.points.all());
    }
}
