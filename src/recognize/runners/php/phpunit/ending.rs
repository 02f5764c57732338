//! How a run of PHPUnit ends: its totals, and which problems are its own.

use super::phpunit::{POINTS, Phpunit};
use crate::budget::Count as _;
use crate::event::{Class, Event, FailureKind, Level, Seen};
use crate::recognize::kit::Run;
use crate::recognize::kit::points::Held;
use crate::recognize::kit::reported_problems::Points;
use crate::recognize::runners::php::shared::phpunit_lines;
use crate::recognize::runners::php::shared::phpunit_lines::Sum;

/// What fails a run in which every test passed.
const OWN_WARNINGS: &str = "PHPUnit's warnings";

impl Phpunit {
    pub(super) fn totals(&mut self, sum: Sum, run: &mut Run<'_>) -> Seen {
        let bad = sum.bad();
        if bad == 0 && !self.finished {
            // PHPUnit says how long it took before it says that all went well.
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
        let warned = if self.version < 10 { points.of(POINTS, 'W').saturating_sub(sum.warnings) } else { 0 };
        let exact = points.of(POINTS, 'F').saturating_add(warned) == sum.failures
            && points.of(POINTS, 'E') == sum.errors
            && points.all() == sum.tests;
        let points_say = if exact { Points::Exact } else { self.points_of(sum) };
        self.reported.forget_others(bad, points_say, phpunit_lines::id, run);
        let unlisted = self.reported.count() < bad && points.all() != sum.tests;
        if points.all() > sum.tests.max(bad) || unlisted || self.reported.count() > bad {
            // Somebody printed it, or the problems were not shown; if nothing follows it counts.
            self.held = Some(Held { sum, points, inner: self.inner });
            return Seen::Mine(Class::Totals);
        }
        if exact {
            // A point tells one thing of a test, and may tell `D` of one that was skipped: the totals know.
            let totals = sum.totals();
            let (passed, skipped) = (totals.passed.unwrap_or(0), sum.skipped);
            let other = totals.other.unwrap_or(0);
            run.emit(Event::Counted { passed, failed: bad, skipped, other });
            self.tell_own_warnings(sum, run);
            return run.totals(totals);
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
        let all_passed = self.points.of(POINTS, '.') >= sum.totals().passed.unwrap_or(0);
        if sum.bad() == 0 && failed > 0 && !all_passed && self.reported.count() == 0 {
            self.count(run);
        }
    }

    /// PHPUnit says `OK, but there were issues!` above totals that count warnings of its own, and ends with a failure.
    fn tell_own_warnings(&mut self, sum: Sum, run: &mut Run<'_>) {
        if sum.own_warnings > 0 && sum.bad() == 0 {
            self.own_warnings_fail(run);
        }
    }

    /// The run fails for what PHPUnit itself warned of.
    pub(super) fn own_warnings_fail(&self, run: &mut Run<'_>) {
        run.emit(Event::Consequence { name: OWN_WARNINGS, kind: FailureKind::Suite });
        if let Some(warning) = &self.own_warning {
            run.emit(Event::Message(warning));
        }
    }

    /// The log ends after totals that somebody may have printed.
    pub(super) fn settle_held(&mut self, held: Held<Sum>, run: &mut Run<'_>) {
        self.reported.forget_others(held.sum.bad(), self.points_of(held.sum), phpunit_lines::id, run);
        self.contradict(held.sum, run);
        self.tell_own_warnings(held.sum, run);
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
        self.contradict(sum, run);
        self.tell_own_warnings(sum, run);
        run.emit(Event::Declared { totals: sum.totals(), level: Level::Section });
        self.declared = Some(self.points.all());
    }
}
