//! How a run of ExUnit ends: its totals, and whether they are a test's.

use super::exunit::{Exunit, POINTS, State};
use super::exunit_lines;
use crate::budget::Count as _;
use crate::event::{Class, Event, Level, Seen, TestId};
use crate::recognize::kit::Run;

impl Exunit {
    /// After `Finished in`: the totals, perhaps after the slowest tests, or somebody printed the line.
    pub(super) fn finished(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        let Some(sum) = exunit_lines::sum(text) else {
            let slowest = text.starts_with("Top ") || text.starts_with("  * ") || text.trim().is_empty();
            if slowest || exunit_lines::is_module(text.trim_end()) {
                self.state = State::Finished;
                return Seen::Mine(Class::Noise);
            }
            if exunit_lines::is_logged(text) {
                // The other stream.
                self.state = State::Finished;
                return Seen::No;
            }
            return self.run(text, run);
        };
        let ran = sum.tests.saturating_sub(sum.excluded);
        // Points on both sides of earlier totals show that those were printed amid the run.
        let amid = !self.declared || self.points.all() > self.fresh.all();
        let whole = amid && self.points.all().saturating_add(sum.failures) == ran;
        let points = if whole { self.points } else { self.fresh };
        let exact = self.modules == 0 && (whole || points.all().saturating_add(sum.failures) == ran);
        if exact && sum.failures == 0 {
            // A test printed a report; what came before totals that agree is another run's.
            self.withdraw(|fresh| whole || fresh, run);
        } else if exact && whole && self.failures == sum.failures {
            self.withdraw(|fresh| !fresh, run);
        }
        // Modules whose `setup_all` failed count as failures, with all their tests, or not at all.
        let alone = self.failures.saturating_sub(self.modules);
        let agrees =
            alone == sum.failures || self.modules > 0 && sum.invalid == 0 && self.failures <= sum.failures;
        let seen = self.fresh.all().saturating_add(self.traced.div_euclid(2));
        if !agrees || seen > sum.tests {
            self.held = Some(sum);
            return Seen::Mine(Class::Totals);
        }
        self.open(run);
        self.tell_calm(run);
        if exact && self.traced == 0 {
            let of = |kind| points.of(POINTS, kind);
            run.emit(Event::Counted { passed: of('.'), failed: 0, skipped: of('*'), other: of('?') });
        }
        let mut totals = sum.totals();
        if self.modules > 0 {
            // Every test of a module whose `setup_all` failed is invalid or a failure; the module is reported once.
            if sum.failures < self.failures {
                totals.errors = Some(self.failures.saturating_sub(sum.failures));
            } else {
                run.emit(Event::Counted { passed: 0, failed: sum.failures, skipped: 0, other: 0 });
            }
        }
        run.emit(Event::Declared { totals, level: Level::Section });
        let application = std::mem::take(&mut self.application);
        let mut next = Self { application, over: true, state: State::Closing, ..Self::default() };
        let traced = self.traced > 0 && self.traced.div_euclid(2) >= ran;
        if !(exact || traced) {
            // Totals that nothing confirms may be a test's.
            let reported =
                std::mem::take(&mut self.reported).into_iter().map(|(module, name, _)| (module, name, false));
            let (points, top) = (self.points, self.top);
            next = Self { points, top, reported: reported.collect(), marked: true, declared: true, ..next };
        } else {
            run.forget();
        }
        *self = next;
        Seen::Mine(Class::Totals)
    }

    /// Another run begins after totals before which nothing was: the log is cut in front, and they are a run's.
    pub(super) fn tell_cut(&mut self, run: &mut Run<'_>) {
        let cut = !run.is_running() && self.points.all() == 0 && self.failures == 0;
        if let Some(sum) = self.held.take_if(|_| cut) {
            self.open(run);
            run.emit(Event::Declared { totals: sum.totals(), level: Level::Section });
            self.forget(run);
        }
    }

    /// Takes back those failures of which `which` says so, reported whether they came since the last totals.
    pub(super) fn withdraw(&mut self, which: impl Fn(bool) -> bool, run: &mut Run<'_>) {
        for (module, name, fresh) in std::mem::take(&mut self.reported) {
            if !which(fresh) {
                self.reported.push((module, name, fresh));
                continue;
            }
            run.emit(Event::Withdrawn(TestId { module: &module, separator: " ", name: &name }));
            if fresh {
                self.failures.down(1);
            }
        }
    }
}
