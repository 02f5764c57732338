//! Cucumber's runs.
//!
//! Nothing heads a run but in the pretty forms, where scenarios have the places of features and steps those of their code.
//! What all forms share comes at the end: the scenarios that failed (cucumber-js with their steps and errors under
//! `Failures:`, cucumber-ruby as commands that run them again, Cucumber-JVM as a list), the totals of scenarios and steps,
//! and the time. Behat and cucumber for Rust have the same totals. Errors that are elsewhere find their scenario by the
//! place of their step: `traces`. What a step prints may look like all of that: `claims` tells such a report from another
//! run's, and the totals are reported at the very end.
//!
//! Neighbour: Behave prints features alike, but other summaries, and steps of Python.

use super::claims::{self, Claims};
use super::cucumber_lines::{self, Counted, Counts, Named};
use super::entry::Entry;
use super::failed_steps::{self, FailedSteps};
use super::pretty::{Reported, is_failed_step};
use super::traces::{Ends, Traces};
use super::unproved::Unproved;
use crate::event::{Class, Event, Opened, Seen};
use crate::recognize::PassShape;
use crate::recognize::kit::clip::indent;
use crate::recognize::kit::{EqualNames, Run, Runner, Spec};

/// Which list or part of a report is being read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Reading {
    /// Steps, or nothing.
    #[default]
    Steps,
    /// `Failures:` and `Warnings:` of cucumber-js.
    Numbered,
    /// `Failing Scenarios:` of cucumber-ruby, and the lists of Cucumber-JVM.
    List,
    /// `--- Failed steps:` of Behat and godog.
    FailedSteps,
    /// `(::) failed steps (::)`, and errors after Cucumber-JVM's totals.
    Traces,
}

/// Cucumber.
#[derive(Debug, Default)]
pub struct Cucumber {
    /// A feature began, or a heading came that others print too.
    armed: bool,
    reading: Reading,
    pub(super) entry: Option<Entry>,
    pub(super) reported: Option<Reported>,
    /// The totals of scenarios: those of steps follow.
    scenarios: Option<Counts>,
    pub(super) claims: Claims,
    pub(super) failed_steps: FailedSteps,
    pub(super) unproved: Unproved,
    traces: Traces,
}

impl Runner for Cucumber {
    const SPEC: Spec = Spec {
        name: "cucumber",
        reads: "cucumber-js, cucumber-ruby, Behat, godog and the summary of Cucumber-JVM",
        starts: &[
            "Feature: ",
            "Failures:",
            "Warnings:",
            "Failing Scenarios:",
            "Failed scenarios:",
            "Ambiguous scenarios:",
            "Pending scenarios:",
            "Undefined scenarios:",
            "(::) failed steps (::)",
            "--- Failed scenarios:",
            "--- Failed steps:",
            "0 scenarios",
            "0 Scenarios",
            "..",
            ".F",
            ".-",
            ".U",
            ".P",
        ],
        // How the totals end: whichever number comes last.
        passes: &[
            PassShape { start: "", end: " passed)" },
            PassShape { start: "", end: " failed)" },
            PassShape { start: "", end: " skipped)" },
            PassShape { start: "", end: " undefined)" },
            PassShape { start: "", end: " pending)" },
            PassShape { start: "", end: " ambiguous)" },
        ],
        equal_names: EqualNames::Same,
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        self.armed || self.scenarios.is_some()
    }

    fn line(&mut self, (): &mut (), text: &str, run: &mut Run<'_>) -> Seen {
        if run.is_running() {
            return self.inside(text, run);
        }
        if let Some(Opens { how, there }) = self.opens(text, run) {
            if !there {
                run.emit(Event::MayHaveBegunBefore);
            }
            self.armed = false;
            run.begin_as(how, None);
            run.emit(Event::BeganThere);
            return self.inside(text, run);
        }
        self.claims.mark(cucumber_lines::marks(text));
        Seen::No
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        run.close();
        self.failed(run);
        if !run.is_running() {
            return;
        }
        self.claims.recall();
        self.traces.tell(&self.claims, Ends::Stream, run);
        if let Some(totals) = self.claims.totals() {
            run.totals(totals);
        }
    }
}

/// How a section opens, and whether it is known where it began.
struct Opens {
    how: Opened,
    there: bool,
}

impl Cucumber {
    /// Whether the line shows that a run is Cucumber's.
    fn opens(&mut self, text: &str, run: &mut Run<'_>) -> Option<Opens> {
        let own = |there| Some(Opens { how: Opened::Own, there });
        if let Some((counted, counts)) = cucumber_lines::totals(text) {
            if counted == Counted::Scenarios {
                self.scenarios = Some(counts);
                return None;
            }
            // A build tool whose tests these are counts them itself.
            let how = if counts.is_jvm { Opened::Headless } else { Opened::Own };
            return self.scenarios.is_some().then_some(Opens { how, there: false });
        }
        self.scenarios = None;
        if let Some(scenario) =
            cucumber_lines::scenario(text.trim_start()).filter(|_| self.armed && indent(text) >= 2)
        {
            self.begin(scenario, text);
        }
        let lists = text == "--- Failed scenarios:" || failed_steps::is_head(text);
        if text.starts_with("(::) failed steps (::)") || lists {
            return own(false);
        }
        if matches!(text, "Failures:" | "Warnings:" | "Failing Scenarios:") || cucumber_lines::is_list(text) {
            self.armed = true;
            return None;
        }
        if text.starts_with("Feature: ") {
            self.armed = true;
            run.emit(Event::MayHaveBegun);
            return None;
        }
        if cucumber_lines::numbered(text).is_some() || cucumber_lines::rerun(text).is_some() {
            return self.armed.then_some(Opens { how: Opened::Own, there: false });
        }
        if cucumber_lines::listed(text).is_some() {
            return self.armed.then_some(Opens { how: Opened::Headless, there: false });
        }
        // A trace that ends in a feature is of a row of examples; an error of a hook is above the first step.
        let step =
            cucumber_lines::is_step(text) || is_failed_step(text) || cucumber_lines::step_of(text).is_some();
        if step && self.reported.is_some() {
            return own(true);
        }
        self.hold(text);
        None
    }

    /// A line of a run.
    fn inside(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        if text.ends_with(" (Cucumber::Undefined)") {
            self.claims.raised();
        }
        if let Some(entry) = cucumber_lines::numbered(text) {
            self.reading = Reading::Numbered;
            return self.numbered(entry, run);
        }
        if let Some(seen) = self.entry.as_mut().and_then(|entry| entry.line(text, run)) {
            return seen;
        }
        self.entry = None;
        if self.reading != Reading::FailedSteps {
            self.end_failed_steps(run);
        }
        if let Some((counted, counts)) = cucumber_lines::totals(text) {
            return self.total(counted, counts, run);
        }
        let scenarios = self.scenarios.take();
        if scenarios.is_none()
            && self.claims.is_reported()
            && let Some(time) = cucumber_lines::time(text)
        {
            self.claims.time(time);
            run.may_have_ended();
            return Seen::Mine(Class::Totals);
        }
        if matches!(text, "Failures:" | "Warnings:") {
            self.reading = Reading::Numbered;
            return Seen::Mine(Class::Noise);
        }
        if matches!(text, "Failing Scenarios:" | "--- Failed scenarios:") || cucumber_lines::is_list(text) {
            self.failed(run);
            self.reading = Reading::List;
            return Seen::Mine(Class::Noise);
        }
        if failed_steps::is_head(text) {
            self.failed(run);
            self.reading = Reading::FailedSteps;
            return Seen::Mine(Class::Noise);
        }
        if self.reading == Reading::FailedSteps {
            if let Some(seen) = self.failed_step(text, run) {
                return seen;
            }
            self.reading = Reading::Steps;
        }
        let bare = if self.reading == Reading::List { cucumber_lines::bare_place(text) } else { None };
        if let Some(named) = bare
            && self.prove(named, run)
        {
            return Seen::Mine(Class::Detail);
        }
        if let Some(named) = cucumber_lines::rerun(text).or_else(|| cucumber_lines::listed(text)).or(bare) {
            return self.list(named, run);
        }
        if text.starts_with("(::) ") && text.ends_with(" (::)") {
            let failed = text == "(::) failed steps (::)";
            self.reading = if failed { Reading::Traces } else { Reading::Steps };
            return Seen::Mine(Class::Noise);
        }
        if text.starts_with("You can implement ") {
            self.reading = Reading::Steps;
            return Seen::Mine(Class::Noise);
        }
        if self.reading == Reading::Traces {
            self.traces.line(text);
            // After the totals anybody may print.
            return if self.claims.is_reported() || text.is_empty() {
                Seen::No
            } else {
                Seen::Mine(Class::Detail)
            };
        }
        self.step(text, run)
    }

    /// A line of totals: those of scenarios, and of steps right below them.
    fn total(&mut self, counted: Counted, counts: Counts, run: &mut Run<'_>) -> Seen {
        self.end_failed_steps(run);
        if counted == Counted::Scenarios {
            self.scenarios = Some(counts);
            self.reading = Reading::Steps;
            return Seen::Mine(Class::Totals);
        }
        let Some(scenarios) = self.scenarios.take() else { return Seen::No };
        self.failed(run);
        self.traces.tell(&self.claims, Ends::Report, run);
        self.claims.report(scenarios, counts.total, run);
        if let Some(reported) = self.reported.as_mut() {
            reported.idle = true;
        }
        self.reading = if counts.is_jvm { Reading::Traces } else { Reading::Steps };
        run.may_have_ended();
        Seen::Mine(Class::Totals)
    }

    /// A scenario of a list.
    fn list(&mut self, named: Named<'_>, run: &mut Run<'_>) -> Seen {
        self.reading = Reading::List;
        let (file, name) = self.claims.add(named);
        run.listed(claims::id(&file, &name), "")
    }
}
