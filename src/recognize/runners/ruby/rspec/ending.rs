//! How a run of RSpec ends: its totals, whose they are, and the closing list.

use super::rspec::{ATTEMPT, POINTS, Rspec, State, count, id};
use super::rspec_lines::{self, Sum};
use crate::event::{Class, Event, FailureKind, Grade, Level, Outcome, Place, Seen};
use crate::recognize::kit::Run;
use crate::recognize::kit::bounds::NAME_BYTES;
use crate::recognize::kit::bounds::NAMES;
use crate::recognize::kit::names::Names;
use crate::recognize::kit::points::Points;

impl Rspec {
    /// After `Finished in`: the totals, or the line was printed by somebody.
    pub(super) fn finished(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        let Some(sum) = rspec_lines::sum(text) else {
            if text.trim().is_empty() && !self.timed && !run.is_running() {
                // RSpec 1 sets its totals off.
                self.state = State::Finished;
                return Seen::No;
            }
            if !run.is_running() || self.declared {
                self.leave(run);
            }
            return self.run(text, run);
        };
        if std::mem::take(&mut self.repeats) && self.last == Some(sum) {
            // Its list names the same examples.
            self.listed = Names::default();
            self.state = State::Closing;
            return Seen::Mine(Class::Totals);
        }
        self.shown = false;
        let latest = u64::try_from(self.latest.len()).unwrap_or(u64::MAX);
        let confirmed = |points: &Points| {
            points.of(POINTS, 'F') == sum.failures
                && points.of(POINTS, '*') == sum.pending
                && points.all() == sum.examples
        };
        // Points on both sides of earlier totals show that those were printed amid the run.
        let whole = confirmed(&self.points) && (!self.declared || self.points.all() > self.fresh.all());
        let exact = whole || confirmed(&self.fresh);
        let list = !self.declared && sum.failures < self.blocks && latest == sum.failures;
        if !self.parallel && (list || whole && latest >= sum.failures) {
            // A test printed a report of its own before: RSpec reports once, right above its totals.
            self.withdraw(sum.failures == 0, run);
        }
        let agrees = sum.failures == self.blocks && sum.errors == self.outside;
        let few = self.parallel || self.fresh.all() <= sum.examples;
        if !agrees || !few {
            let before = self.held.take().filter(|_| self.parallel && self.blocks == 0);
            if before.is_none() {
                self.cut.clear();
            }
            self.held = Some(before.map_or(sum, |before| before.and(sum)));
            return Seen::Mine(Class::Totals);
        }
        Self::open(run);
        let mut contradicted = 0;
        if exact && !self.parallel {
            count(if whole { &self.points } else { &self.fresh }, run);
        } else if sum.failures == 0 && sum.errors == 0 {
            // They contradict what the documentation reported: a test may have printed these totals.
            if self.doc_failed > 0 && self.points.all() == 0 {
                run.emit(Event::Counted { passed: 0, failed: self.doc_failed, skipped: 0, other: 0 });
            }
            contradicted = self.shown_failed;
        }
        run.emit(Event::Declared { totals: sum.totals(), level: Level::Section });
        let (reported, parallel) = (std::mem::take(&mut self.reported), self.parallel);
        let last = Some(sum);
        if exact {
            if !parallel {
                run.forget();
            }
            *self = Self { reported, parallel, last, ..Self::default() };
        } else {
            // Totals that nothing confirms may be a test's.
            let (points, listed) = (self.points, std::mem::take(&mut self.listed));
            let earlier =
                std::mem::take(&mut self.earlier).into_iter().chain(std::mem::take(&mut self.latest));
            let earlier = earlier.collect();
            *self = Self {
                reported,
                listed,
                earlier,
                points,
                parallel,
                marked: true,
                declared: true,
                contradicted,
                last,
                ..Self::default()
            };
        }
        self.state = State::Closing;
        Seen::Mine(Class::Totals)
    }

    /// Another run begins after totals before which nothing was: the log is cut in front, and they are a run's.
    pub(super) fn tell_cut(&mut self, run: &mut Run<'_>) {
        let cut = !run.is_running() && self.points.all() == 0 && self.blocks == 0;
        if let Some(sum) = self.held.take_if(|_| cut) {
            self.tell_held(sum, run);
            run.forget();
            *self = Self::default();
        }
    }

    /// Totals that nothing before them confirms are the run's after all, and so is the list after them.
    pub(super) fn tell_held(&mut self, sum: Sum, run: &mut Run<'_>) {
        self.tell_list(run);
        run.emit(Event::Declared { totals: sum.totals(), level: Level::Section });
    }

    /// The failures of that list.
    pub(super) fn tell_list(&mut self, run: &mut Run<'_>) {
        Self::open(run);
        for (name, file, line) in std::mem::take(&mut self.cut) {
            let (id, outcome) = (id(&name), Outcome::Failed(FailureKind::Test));
            run.emit(Event::Finished { id, outcome, grade: Grade::Listed, attempt: ATTEMPT, alias: "" });
            run.emit(Event::At { place: Place { file: &file, line }, better: false });
        }
    }

    /// After the totals.
    pub(super) fn closing(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        let line = text.trim_end();
        if let Some((place, description)) = rspec_lines::listed(line) {
            let description = description.strip_suffix(" FIXED").unwrap_or(description);
            let known = self.reported.knows(description);
            let name = self.listed.next(description);
            if known {
                let outcome = Outcome::Failed(FailureKind::Test);
                let id = id(&name);
                run.emit(Event::Finished { id, outcome, grade: Grade::Listed, attempt: ATTEMPT, alias: "" });
                run.emit(Event::At { place, better: false });
            } else if (self.held.is_some() || self.list_alone) && self.blocks == 0 && self.cut.len() < NAMES {
                let kept = |text: &str| crate::text::head(text, NAME_BYTES).to_owned();
                self.cut.push((kept(&name), kept(place.file), place.line));
            }
            self.state = State::Closing;
            return Seen::Mine(Class::Detail);
        }
        if line.is_empty() || line == "Failed examples:" {
            self.state = State::Closing;
            return Seen::Mine(Class::Noise);
        }
        if line.starts_with("Randomized with seed ") {
            self.state = State::Closing;
            return Seen::Mine(Class::Noise);
        }
        if self.last.is_some() && !self.parallel && self.is_finished(line) {
            self.repeats = true;
            self.state = State::Finished;
            return Seen::Mine(Class::Other);
        }
        self.last = None;
        if !self.declared && self.held.is_none() && !self.list_alone {
            run.forget();
            *self = Self { parallel: self.parallel, ..Self::default() };
        }
        self.run(text, run)
    }

    /// In the lists of slow examples: indented lines.
    pub(super) fn profile(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        if text.starts_with("  ") || text.trim().is_empty() {
            self.state = State::Profile;
            return Seen::Mine(Class::Noise);
        }
        self.run(text, run)
    }

    /// The failures of earlier lists were printed by a test; those of the last one too when `all`.
    pub(super) fn withdraw(&mut self, all: bool, run: &mut Run<'_>) {
        let mut gone = std::mem::take(&mut self.earlier);
        if all {
            gone.append(&mut self.latest);
        }
        self.blocks = u64::try_from(self.latest.len()).unwrap_or(u64::MAX);
        for name in gone {
            run.emit(Event::Withdrawn(id(&name)));
        }
    }
}
