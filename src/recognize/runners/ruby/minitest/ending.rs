//! How a run of minitest ends: its totals, and which problems are its own.

use super::minitest::{Minitest, POINTS};
use super::minitest_lines::{self, Sum};
use crate::budget::Count as _;
use crate::event::{Class, Event, Level, Seen};
use crate::recognize::kit::Run;
use crate::recognize::kit::points::Held;
use crate::recognize::kit::reported_problems::Points;

impl Minitest {
    pub(super) fn totals(&mut self, sum: Sum, run: &mut Run<'_>) -> Seen {
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
        run.emit(Event::MayHaveEnded);
        let points = self.points;
        let exact = points.of(POINTS, 'F') == sum.failures
            && points.of(POINTS, 'E') == sum.errors
            && points.of(POINTS, 'S') == sum.skips
            && points.all() == sum.runs;
        let points_say = if exact { Points::Exact } else { self.points_of(sum) };
        self.reported.forget_others(bad, points_say, minitest_lines::id, run);
        let unlisted = self.reported.count() < bad && points.all() != sum.runs;
        if points.all() > sum.runs || unlisted || self.reported.count() > bad {
            // Somebody printed it, or the problems were not shown; if nothing follows it counts.
            self.held = Some(Held { sum, points, inner: self.inner });
            return Seen::Mine(Class::Totals);
        }
        if exact {
            self.count(run);
            return run.totals(sum.totals());
        }
        self.pending = Some(sum);
        self.held = None;
        Seen::Mine(Class::Totals)
    }

    /// What the points say of totals that they do not confirm.
    fn points_of(&self, sum: Sum) -> Points {
        let passed = self.points.of(POINTS, '.') >= sum.totals().passed.unwrap_or(0);
        if passed { Points::Passes } else { Points::Unsure }
    }

    /// Totals tell of no failure, and points do: they are reported too, for those totals may be a test's.
    fn contradict(&self, sum: Sum, run: &mut Run<'_>) {
        let failed = self.points.of(POINTS, 'F').saturating_add(self.points.of(POINTS, 'E'));
        let passed = self.points.of(POINTS, '.');
        // Points of another number than the tests are not this run's: a test printed them.
        let own = passed.saturating_add(failed) == sum.totals().passed.unwrap_or(0);
        if sum.bad() == 0 && failed > 0 && own && self.reported.count() == 0 {
            self.count(run);
        }
    }

    /// The log ends after totals that somebody may have printed.
    pub(super) fn settle_held(&mut self, held: Held<Sum>, run: &mut Run<'_>) {
        self.reported.forget_others(held.sum.bad(), self.points_of(held.sum), minitest_lines::id, run);
        self.contradict(held.sum, run);
        run.emit(Event::Declared { totals: held.sum.totals(), level: Level::Section });
        if let Some(points) = held.died_after(&self.points, self.inner) {
            run.begin(None);
            self.points = points;
            self.count(run);
        }
    }

    /// The line after totals that nothing confirms tells whether they were the run's.
    pub(super) fn settle(&mut self, own: bool, run: &mut Run<'_>) {
        let Some(sum) = self.pending.take().filter(|_| own) else { return };
        run.emit(Event::Declared { totals: sum.totals(), level: Level::Section });
        self.declared = Some(self.points.all());
    }
}
