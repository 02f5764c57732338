//! How a run of PHPUnit ends: its totals, and which problems are its own.

use super::lines::{self, Sum};
use super::recognizer::{POINTS, Phpunit};
use crate::event::{Class, Event, Level, Seen, Sink};

impl Phpunit {
    pub(super) fn totals(&mut self, sum: Sum, sink: &mut dyn Sink) -> Seen {
        let bad = sum.bad();
        if bad == 0 && !self.finished {
            // PHPUnit says how long it took before it says that all went well.
            return Seen::Mine(Class::Totals);
        }
        if self.inner > 0 {
            self.inner = self.inner.saturating_sub(1);
            if bad > 0 {
                self.held = Some(sum);
            }
            return Seen::Mine(Class::Totals);
        }
        let points = self.points;
        let exact = points.of(POINTS, 'F') == sum.failures
            && points.of(POINTS, 'E') == sum.errors
            && points.all() == sum.tests;
        self.forget_others(bad, exact, sink);
        let unlisted = self.problems() < bad && points.all() != sum.tests;
        if points.all() > sum.tests.max(bad) || unlisted || self.problems() > bad {
            // Somebody printed it, or the problems were not shown; if nothing follows it counts.
            self.held = Some(sum);
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

    /// The line behind totals that nothing confirms tells whether they were the run's.
    pub(super) fn settle(&mut self, own: bool, sink: &mut dyn Sink) {
        let Some(sum) = self.pending.take().filter(|_| own) else { return };
        sink.emit(Event::Declared { totals: sum.totals(), level: Level::Section });
        self.declared = Some(self.points.all());
    }

    pub(super) fn problems(&self) -> u64 {
        u64::try_from(self.told.len()).unwrap_or(u64::MAX).saturating_add(self.nameless)
    }

    /// The list of problems stands right above the totals: those of other lists were printed by tests. `exact` tells
    /// that the points confirm the totals.
    pub(super) fn forget_others(&mut self, bad: u64, exact: bool, sink: &mut dyn Sink) {
        if self.problems() == bad || self.nameless > 0 {
            return;
        }
        let last = self.told.iter().filter(|(_, list)| *list == self.list && *list > 0).count();
        let last = u64::try_from(last).unwrap_or(u64::MAX);
        let list = self.list;
        if bad == 0 {
            self.withdraw(|each| exact || each > 0, sink);
        } else if last == bad {
            self.withdraw(|each| each != list && (exact || each > 0), sink);
        }
    }

    pub(super) fn withdraw(&mut self, which: impl Fn(u32) -> bool, sink: &mut dyn Sink) {
        for (name, list) in std::mem::take(&mut self.told) {
            if which(list) {
                sink.emit(Event::Withdrawn(lines::id(&name)));
            } else {
                self.told.push((name, list));
            }
        }
    }
}
