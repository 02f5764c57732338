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
use crate::event::{Class, Ended, Event, Level, Opened, Part, Place, Seen, Sink, Totals};
use crate::recognize::PassShape;
use crate::recognize::kit::clip::{clipped, indent};
use crate::recognize::kit::{Run, Runner, Spec};

/// Behave.
#[derive(Debug, Default)]
pub struct Behave {
    running: bool,
    /// A feature began; whose it is is not known yet.
    armed: bool,
    pub(super) scenario: Option<Scenario>,
    pub(super) open: Option<Body>,
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
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        self.running || self.armed
    }

    fn line(&mut self, (): &mut (), text: &str, run: &mut Run<'_>) -> Seen {
        if text.starts_with("USING RUNNER: behave") {
            self.declare(run);
            *self = Self { running: true, ..Self::default() };
            run.emit(Event::SectionStarted { opened: Opened::Own, announced: None, label: "" });
            return Seen::Mine(Class::Noise);
        }
        if !self.running {
            return self.outside(text, run);
        }
        if text.is_empty() {
            return if self.open.is_some() { Seen::Mine(Class::Noise) } else { Seen::No };
        }
        self.inside(text, run)
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        self.declare(run);
    }
}

impl Behave {
    fn outside(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        let place = behave_lines::located(text);
        let named = matches!(place, Some((_, Some(place))) if behave_lines::is_feature(place.file));
        if indent(text) == 0 && (named || text.starts_with("Feature: ")) {
            self.armed = true;
            sink.emit(Event::MayHaveBegun);
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
                self.begin_scenario(text, place, sink);
            } else if self.armed && behave_lines::is_scenario(text.trim_start()) {
                self.named(text, text.trim_start(), sink);
            }
            return Seen::No;
        }
        if !self.armed {
            sink.emit(Event::MayHaveBegunBefore);
        }
        (self.running, self.armed) = (true, false);
        sink.emit(Event::SectionStarted { opened: Opened::Own, announced: None, label: "" });
        sink.emit(Event::BeganThere);
        self.inside(text, sink)
    }

    fn inside(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        if let Some((counted, totals)) = behave_lines::totals(text) {
            return self.summary(counted, totals, sink);
        }
        if self.sums.counts() && behave_lines::is_time(text) {
            self.timed = true;
            sink.emit(Event::MayHaveEnded);
            return Seen::Mine(Class::Totals);
        }
        if is_list(text) {
            self.close(sink);
            (self.list, self.scenario) = (true, None);
            return Seen::Mine(Class::Noise);
        }
        if self.list {
            if let Some((place, name)) = behave_lines::listed(text) {
                self.listing.tell(place, name, sink);
                return Seen::Mine(Class::Detail);
            }
            self.list = false;
        }
        let place = behave_lines::located(text);
        self.another |= self.timed && text.starts_with("Feature: ");
        if let Some((before, place)) = place
            && let Some(seen) = self.located(text, before, place, sink)
        {
            return seen;
        }
        let bare = text.trim_start();
        if indent(text) >= 2 && place.is_none() && self.open.as_ref().is_none_or(|open| open.plain) {
            if behave_lines::is_scenario(bare) {
                return self.named(text, bare, sink);
            }
            if indent(text) >= 4
                && let Some((step, state)) = bare.rsplit_once(" ... ")
            {
                return self.plain_step(step, state, sink);
            }
        }
        if let Some(seen) = self.progress(text, sink) {
            return seen;
        }
        if let Some(hook) = bare.strip_prefix("HOOK-ERROR in ") {
            return self.hook(bare, hook, sink);
        }
        if text.starts_with("ABORTED: ") && self.sums.aborted {
            // The hook around the run failed, which aborts it: reported already.
            return Seen::Mine(Class::Detail);
        }
        if text.starts_with("CLEANUP-ERROR in ") || text.starts_with("ABORTED: ") {
            self.outside_of_scenarios(text, sink);
            return Seen::Mine(Class::Detail);
        }
        if self.open.is_some() {
            return self.text(text, bare, sink);
        }
        self.begins_text(text, bare, sink)
    }

    /// A line that ends with a place: a feature, a scenario, a step.
    fn located(
        &mut self,
        text: &str,
        before: &str,
        place: Option<Place<'_>>,
        sink: &mut dyn Sink,
    ) -> Option<Seen> {
        let blanks = indent(text);
        if place.is_some_and(|place| behave_lines::is_feature(place.file)) {
            if !text.trim_start().starts_with(char::is_alphabetic) {
                // Other tools number their scenarios: `1) Scenario: a # features/a.feature:3`.
                return None;
            }
            self.leave(sink);
            if blanks >= 2 {
                self.begin_scenario(text, Some((before, place)), sink);
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
        if place.is_none() && self.open.is_none() {
            self.listing.miss(scenario);
        }
        Some(Seen::Mine(Class::Noise))
    }

    fn begin_scenario(
        &mut self,
        text: &str,
        located: Option<(&str, Option<Place<'_>>)>,
        sink: &mut dyn Sink,
    ) {
        let Some((before, Some(place))) = located else { return };
        let Some(scenario) = Scenario::located(before, place, text) else { return };
        self.begun.up(1);
        self.scenario = Some(scenario);
        if let Some(hook) = self.hook.take() {
            self.fail(false, sink);
            sink.emit(Event::Message(&hook));
            sink.emit(Event::Decoded { part: Part::Why, text: &hook });
        }
    }

    /// A scenario of a formatter that prints no places.
    fn named(&mut self, text: &str, bare: &str, sink: &mut dyn Sink) -> Seen {
        let name = behave_lines::name(bare).unwrap_or(bare);
        if self.awaited.is_none() {
            self.leave(sink);
        }
        self.begun.up(1);
        self.scenario = Some(Scenario::named(name, text));
        if let Some(step) = self.awaited.take() {
            self.fail(true, sink);
            self.until_ruler();
            sink.emit(Event::Decoded { part: Part::Why, text: &step });
            return Seen::Mine(Class::Detail);
        }
        Seen::Mine(Class::Noise)
    }

    /// `Given an empty cart ... failed in 0.002s`
    fn plain_step(&mut self, step: &str, state: &str, sink: &mut dyn Sink) -> Seen {
        let state = state.split(' ').next().unwrap_or(state);
        let Some(scenario) = self.scenario.as_mut() else { return Seen::No };
        scenario.step = clipped(step);
        match state {
            "passed" | "skipped" | "untested" => Seen::Mine(Class::Noise),
            "failed" | "error" | "undefined" | "pending" => {
                self.fail(true, sink);
                if state == "undefined" {
                    sink.emit(Event::Message(&format!("no definition of the step: {step}")));
                }
                sink.emit(Event::Text(Part::Why));
                Seen::Mine(Class::Detail)
            }
            _ => Seen::No,
        }
    }

    /// Lines of the three progress formatters.
    fn progress(&mut self, text: &str, sink: &mut dyn Sink) -> Option<Seen> {
        if behave_lines::is_failed_row(text) && self.open.as_ref().is_none_or(|open| !open.is_output()) {
            self.another = self.timed;
            self.leave(sink);
            self.sums.failed_row = true;
            if let Some(name) = behave_lines::row(text) {
                self.row = clipped(name);
            }
            return Some(Seen::No);
        }
        let step = failed_step(text)?;
        self.close(sink);
        if step.ends_with("):") && !self.row.is_empty() {
            self.scenario = Some(Scenario::named(&self.row, &self.row));
            self.fail(true, sink);
            self.until_ruler();
            sink.emit(Event::Text(Part::Why));
        } else {
            self.awaited = Some(clipped(text));
        }
        Some(Seen::Mine(Class::Detail))
    }

    fn summary(&mut self, counted: Counted, totals: Totals, sink: &mut dyn Sink) -> Seen {
        self.close(sink);
        self.list = false;
        if !self.sums.take(counted, totals) {
            return Seen::No;
        }
        sink.emit(Event::MayHaveEnded);
        Seen::Mine(Class::Totals)
    }

    /// Scenarios go on: another run began when a feature did and the summary counts those that came, else a step printed it.
    fn leave(&mut self, sink: &mut dyn Sink) {
        self.close(sink);
        let counts = self.sums.scenarios().is_some_and(|all| self.begun == 0 || all == self.begun);
        if self.another && counts {
            self.declare(sink);
            sink.emit(Event::SectionEnded(Ended::Replaced));
            *self = Self { running: true, ..Self::default() };
            sink.emit(Event::SectionStarted { opened: Opened::Own, announced: None, label: "" });
            return;
        }
        (self.list, self.timed, self.another) = (false, false, false);
        self.sums.forget();
        self.listing.withdraw(sink);
    }

    /// Ends the block of what is open.
    pub(super) fn close(&mut self, sink: &mut dyn Sink) {
        if self.open.take().is_some() {
            sink.emit(Event::BlockClosed);
        }
    }

    /// Tells the numbers of the summary.
    fn declare(&mut self, sink: &mut dyn Sink) {
        self.close(sink);
        if let Some(totals) = self.sums.totals() {
            self.running = false;
            sink.emit(Event::Declared { totals, level: Level::Section });
        }
    }
}
