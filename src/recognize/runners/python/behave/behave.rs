//! Behave's runs.
//!
//! Behave says its name since 1.2.7; before, a step with its place in a file of Python, the list of failing scenarios or
//! the summary's first line show that a run is its own. A scenario's failure is below its step, the list at the end
//! has every failed scenario with the place that runs it again, and the summary counts features, scenarios and steps. A
//! step may print all of that: what is before further scenarios is no end, so the numbers are reported at the very end.
//!
//! Neighbours: `behave_lines` reads single lines. Cucumber and Behat print features alike, but other summaries.

use super::behave_lines::{self, Counted, failed_step, is_list};
use super::body::Body;
use super::listing::Listing;
use super::scenario::Scenario;
use super::sums::Sums;
use crate::budget::Count as _;
use crate::event::{Class, Ended, Event, Opened, Part, Place, Seen, Totals};
use crate::recognize::PassShape;
use crate::recognize::kit::clip::{clipped, indent};
use crate::recognize::kit::{EqualNames, Run, Runner, Spec};

/// Behave.
#[derive(Debug, Default)]
pub struct Behave {
    /// A feature began; whose it is is not known yet.
    armed: bool,
    pub(super) scenario: Option<Scenario>,
    /// The text of the failure that is open.
    pub(super) body: Body,
    /// What a hook printed before its scenario.
    pub(super) hook: Option<String>,
    /// A step failed whose scenario is named next.
    awaited: Option<String>,
    /// In a list of scenarios.
    list: bool,
    /// How many scenarios began.
    begun: u64,
    /// The summary is whole: its time was reported.
    timed: bool,
    /// A feature began after the summary.
    another: bool,
    pub(super) listing: Listing,
    pub(super) sums: Sums,
    /// The last failed row of a progress formatter.
    pub(super) row: String,
}

impl Runner for Behave {
    const SPEC: Spec = Spec {
        name: "behave",
        reads: "behave: pretty, plain and the progress formatters",
        starts: &[
            "USING RUNNER: behave",
            "Feature: ",
            "Failing scenarios:",
            "Errored scenarios:",
            "FAILURE in step '",
            "ERROR in step '",
            "HOOK-ERROR in ",
        ],
        // Only the summary ends so; what it counts is never a pass alone.
        passes: &[PassShape { start: "", end: " skipped" }],
        equal_names: EqualNames::Same,
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        self.armed
    }

    fn line(&mut self, (): &mut (), text: &str, run: &mut Run<'_>) -> Seen {
        if text.starts_with("USING RUNNER: behave") {
            self.declare(run);
            *self = Self::default();
            return run.begin(None);
        }
        if !run.is_running() {
            return self.outside(text, run);
        }
        if text.is_empty() {
            return if run.is_open() { Seen::Mine(Class::Noise) } else { Seen::No };
        }
        self.inside(text, run)
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        self.declare(run);
    }
}

impl Behave {
    fn outside(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        let place = behave_lines::located(text);
        let named = matches!(place, Some((_, Some(place))) if behave_lines::is_feature(place.file));
        if indent(text) == 0 && (named || text.starts_with("Feature: ")) {
            self.armed = true;
            run.emit(Event::MayHaveBegun);
            return Seen::No;
        }
        let step = self.armed
            && indent(text) >= 4
            && matches!(place, Some((_, Some(Place { file, .. }))) if file.ends_with(".py"));
        let step = step || self.armed && behave_lines::is_timed_step(text);
        let summary = matches!(behave_lines::totals(text), Some((Counted::Features, _)));
        let hook = text.starts_with("HOOK-ERROR in ");
        if !(step || summary || hook || is_list(text) || failed_step(text).is_some()) {
            if self.armed && named {
                self.begin_scenario(text, place, run);
            } else if self.armed && behave_lines::is_scenario(text.trim_start()) {
                self.named(text, text.trim_start(), run);
            }
            return Seen::No;
        }
        if !self.armed {
            run.emit(Event::MayHaveBegunBefore);
        }
        self.armed = false;
        run.begin_as(Opened::Own, None);
        run.emit(Event::BeganThere);
        self.inside(text, run)
    }

    fn inside(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        if let Some((counted, totals)) = behave_lines::totals(text) {
            return self.summary(counted, totals, run);
        }
        if self.sums.counts() && behave_lines::is_time(text) {
            self.timed = true;
            run.may_have_ended();
            return Seen::Mine(Class::Totals);
        }
        if is_list(text) {
            run.close();
            (self.list, self.scenario) = (true, None);
            return Seen::Mine(Class::Noise);
        }
        if self.list {
            if let Some((place, name)) = behave_lines::listed(text) {
                self.listing.tell(place, name, run);
                return Seen::Mine(Class::Detail);
            }
            self.list = false;
        }
        let place = behave_lines::located(text);
        self.another |= self.timed && text.starts_with("Feature: ");
        if let Some((before, place)) = place
            && let Some(seen) = self.located(text, before, place, run)
        {
            return seen;
        }
        let bare = text.trim_start();
        if indent(text) >= 2 && place.is_none() && (!run.is_open() || self.body.plain) {
            if behave_lines::is_scenario(bare) {
                return self.named(text, bare, run);
            }
            if indent(text) >= 4
                && let Some((step, state)) = bare.rsplit_once(" ... ")
            {
                return self.plain_step(step, state, run);
            }
        }
        if let Some(seen) = self.progress(text, run) {
            return seen;
        }
        if let Some(hook) = bare.strip_prefix("HOOK-ERROR in ") {
            return self.hook(bare, hook, run);
        }
        if text.starts_with("ABORTED: ") && self.sums.aborted {
            // The hook around the run failed, which aborts it: reported already.
            return Seen::Mine(Class::Detail);
        }
        if text.starts_with("CLEANUP-ERROR in ") || text.starts_with("ABORTED: ") {
            self.outside_of_scenarios(text, run);
            return Seen::Mine(Class::Detail);
        }
        if run.is_open() {
            return self.text(text, bare, run);
        }
        self.begins_text(text, bare, run)
    }

    /// A line that ends with a place: a feature, a scenario, a step.
    fn located(
        &mut self,
        text: &str,
        before: &str,
        place: Option<Place<'_>>,
        run: &mut Run<'_>,
    ) -> Option<Seen> {
        let blanks = indent(text);
        if place.is_some_and(|place| behave_lines::is_feature(place.file)) {
            if !text.trim_start().starts_with(char::is_alphabetic) {
                // Other tools number their scenarios: `1) Scenario: a # features/a.feature:3`.
                return None;
            }
            self.leave(run);
            if blanks >= 2 {
                self.begin_scenario(text, Some((before, place)), run);
            } else {
                self.scenario = None;
            }
            return Some(Seen::Mine(Class::Noise));
        }
        let is_code = place.is_none_or(|place| place.file.ends_with(".py"));
        if blanks < 4 || !is_code {
            return None;
        }
        let scenario = self.scenario.as_mut()?;
        scenario.step = clipped(before.trim_start());
        scenario.quoted = false;
        if place.is_none() && !run.is_open() {
            self.listing.miss(scenario);
        }
        Some(Seen::Mine(Class::Noise))
    }

    fn begin_scenario(&mut self, text: &str, located: Option<(&str, Option<Place<'_>>)>, run: &mut Run<'_>) {
        let Some((before, Some(place))) = located else { return };
        let Some(scenario) = Scenario::located(before, place, text) else { return };
        self.begun.up(1);
        self.scenario = Some(scenario);
        if let Some(hook) = self.hook.take() {
            self.fail(false, run);
            run.message(&hook);
            run.emit(Event::Decoded { part: Part::Why, text: &hook });
        }
    }

    /// A scenario of a formatter that prints no places.
    fn named(&mut self, text: &str, bare: &str, run: &mut Run<'_>) -> Seen {
        let name = behave_lines::name(bare).unwrap_or(bare);
        if self.awaited.is_none() {
            self.leave(run);
        }
        self.begun.up(1);
        self.scenario = Some(Scenario::named(name, text));
        if let Some(step) = self.awaited.take() {
            self.fail(true, run);
            self.body.ruled = true;
            run.emit(Event::Decoded { part: Part::Why, text: &step });
            return Seen::Mine(Class::Detail);
        }
        Seen::Mine(Class::Noise)
    }

    /// `Given an empty cart ... failed in 0.002s`
    fn plain_step(&mut self, step: &str, state: &str, run: &mut Run<'_>) -> Seen {
        let state = state.split(' ').next().unwrap_or(state);
        let Some(scenario) = self.scenario.as_mut() else { return Seen::No };
        scenario.step = clipped(step);
        match state {
            "passed" | "skipped" | "untested" => Seen::Mine(Class::Noise),
            "failed" | "error" | "undefined" | "pending" => {
                self.fail(true, run);
                if state == "undefined" {
                    run.message(&format!("no definition of the step: {step}"));
                }
                run.text(Part::Why)
            }
            _ => Seen::No,
        }
    }

    /// Lines of the three progress formatters.
    fn progress(&mut self, text: &str, run: &mut Run<'_>) -> Option<Seen> {
        if behave_lines::is_failed_row(text) && !(run.is_open() && self.body.is_output()) {
            self.another = self.timed;
            self.leave(run);
            self.sums.failed_row = true;
            if let Some(name) = behave_lines::row(text) {
                self.row = clipped(name);
            }
            return Some(Seen::No);
        }
        let step = failed_step(text)?;
        run.close();
        if step.ends_with("):") && !self.row.is_empty() {
            self.scenario = Some(Scenario::named(&self.row, &self.row));
            self.fail(true, run);
            self.body.ruled = true;
            run.text(Part::Why);
        } else {
            self.awaited = Some(clipped(text));
        }
        Some(Seen::Mine(Class::Detail))
    }

    fn summary(&mut self, counted: Counted, totals: Totals, run: &mut Run<'_>) -> Seen {
        run.close();
        self.list = false;
        if !self.sums.take(counted, totals) {
            return Seen::No;
        }
        run.may_have_ended();
        Seen::Mine(Class::Totals)
    }

    /// Scenarios go on: another run began when a feature did and the summary counts those that came, else a step printed it.
    fn leave(&mut self, run: &mut Run<'_>) {
        run.close();
        let counts = self.sums.scenarios().is_some_and(|all| self.begun == 0 || all == self.begun);
        if self.another && counts {
            self.declare(run);
            run.emit(Event::SectionEnded(Ended::Replaced));
            *self = Self::default();
            run.begin(None);
            return;
        }
        (self.list, self.timed, self.another) = (false, false, false);
        self.sums.forget();
        self.listing.withdraw(run);
    }

    /// Tells the numbers of the summary.
    fn declare(&mut self, run: &mut Run<'_>) {
        run.close();
        if let Some(totals) = self.sums.totals() {
            run.totals(totals);
        }
    }
}
