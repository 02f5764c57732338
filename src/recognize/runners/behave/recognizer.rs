//! Behave's runs.
//!
//! Behave says its name since 1.2.7; before, a step with its place in a file of Python, the list of failing scenarios or
//! the summary's first line show that a run is its own. A scenario's failure stands below its step, the list at the end
//! has every failed scenario with the place that runs it again, and the summary counts features, scenarios and steps. A
//! step may print all of that: what stands before further scenarios is no end, so the numbers are told at the very end.
//!
//! Neighbours: `lines` reads single lines. Cucumber and Behat print features alike, but other summaries.

use super::lines::{self, Counted};
use crate::event::{
    Block, Class, Event, FailureKind, Grade, Level, Opened, Outcome, Part, Place, Runner, Seen, Sink, TestId,
    Totals,
};
use crate::recognize::runners::javascript::{clipped, indent};
use crate::recognize::runners::pytest::frames;
use crate::recognize::{Attention, PassShape, Recognizer, Signs, scan};
use crate::text::Line;

/// How many names are held, to take them back or to say which step is missing.
const MOST_NAMES: usize = 4096;
/// The most lines of one failure that tell why.
const TELLING_LINES: u32 = 60;

/// The scenario that is being told.
#[derive(Debug, Default)]
struct Scenario {
    /// The place without its line, or empty.
    file: String,
    /// The line and the name, or the name alone.
    name: String,
    /// Its line as printed, and the last step's.
    heading: String,
    step: String,
    /// Inside the text of a step between quotes.
    quoted: bool,
}

/// What the text of a failure is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Text {
    #[default]
    Message,
    Traceback,
    Output,
}

/// The failure whose text is being read.
#[derive(Debug, Default)]
struct Open {
    text: Text,
    lines: u32,
    /// Its text begins in the first column.
    plain: bool,
    /// Its text ends at a ruler.
    ruled: bool,
}

/// Behave.
#[derive(Debug, Default)]
pub struct Behave {
    running: bool,
    /// A feature began; whose it is is not known yet.
    armed: bool,
    scenario: Option<Scenario>,
    open: Option<Open>,
    /// What a hook said before its scenario.
    hook: Option<String>,
    /// A step failed whose scenario is named next.
    awaited: Option<String>,
    /// In a list of scenarios.
    list: bool,
    /// Scenarios that were listed: file and name.
    claims: Vec<(String, String)>,
    /// Steps without a definition, and the file and name of their scenarios.
    missing: Vec<(String, String, String)>,
    features: Option<Totals>,
    scenarios: Option<Totals>,
    /// Failures outside of scenarios.
    others: u64,
    failed_row: bool,
    row: String,
}

impl Recognizer for Behave {
    fn runner(&self) -> Runner {
        Runner("behave")
    }

    fn signs(&self) -> Signs {
        Signs {
            starts: &[
                "USING RUNNER: behave",
                "Feature: ",
                "Failing scenarios:",
                "Errored scenarios:",
                "FAILURE in step '",
                "ERROR in step '",
            ],
            inside: &[],
            // Only the summary ends so; what it counts is never a pass alone.
            passes: &[PassShape { start: "", end: " skipped" }],
            path: false,
        }
    }

    fn attention(&self) -> Attention {
        if self.running || self.armed { Attention::Every } else { Attention::Signs }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged().trim_end();
        if text.starts_with("USING RUNNER: behave") {
            self.declare(sink);
            *self = Self { running: true, ..Self::default() };
            sink.emit(Event::SectionStarted { opened: Opened::Own, announced: None, label: "" });
            return Seen::Mine(Class::Noise);
        }
        if !self.running {
            return self.outside(text, sink);
        }
        if text.is_empty() {
            return if self.open.is_some() { Seen::Mine(Class::Noise) } else { Seen::No };
        }
        self.inside(text, sink)
    }

    fn end(&mut self, sink: &mut dyn Sink) {
        self.declare(sink);
    }
}

impl Behave {
    fn outside(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        let place = lines::located(text);
        let named = matches!(place, Some((_, Some(place))) if lines::is_feature(place.file));
        if indent(text) == 0 && (named || text.starts_with("Feature: ")) {
            self.armed = true;
            sink.emit(Event::MayHaveBegun);
            return Seen::No;
        }
        let step = self.armed
            && indent(text) >= 4
            && matches!(place, Some((_, Some(Place { file, .. }))) if file.ends_with(".py"));
        let step = step || self.armed && lines::is_timed_step(text);
        let summary = matches!(lines::totals(text), Some((Counted::Features, _)));
        if !(step || summary || is_list(text) || failed_step(text).is_some()) {
            if self.armed && named {
                self.begin_scenario(text, place, sink);
            } else if self.armed && lines::is_scenario(text.trim_start()) {
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
        if let Some((counted, totals)) = lines::totals(text) {
            return self.summary(counted, totals, sink);
        }
        if self.scenarios.is_some() && lines::is_time(text) {
            sink.emit(Event::MayHaveEnded);
            return Seen::Mine(Class::Totals);
        }
        if is_list(text) {
            self.close(sink);
            (self.list, self.scenario) = (true, None);
            return Seen::Mine(Class::Noise);
        }
        if self.list {
            if let Some((place, name)) = lines::listed(text) {
                return self.listed(place, name, sink);
            }
            self.list = false;
        }
        let place = lines::located(text);
        if let Some((before, place)) = place
            && let Some(seen) = self.located(text, before, place, sink)
        {
            return seen;
        }
        let bare = text.trim_start();
        if indent(text) >= 2 && place.is_none() && self.open.as_ref().is_none_or(|open| open.plain) {
            if lines::is_scenario(bare) {
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
        if place.is_some_and(|place| lines::is_feature(place.file)) {
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
        if place.is_none() && self.open.is_none() && self.missing.len() < MOST_NAMES {
            let step = (scenario.file.clone(), scenario.name.clone(), scenario.step.clone());
            let told = self.missing.last().is_some_and(|(file, name, _)| *file == step.0 && *name == step.1);
            self.missing.extend((!told).then_some(step));
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
        // Backgrounds and rules have no name of their own that could fail.
        let Some(name) = lines::name(before.trim_start()).filter(|name| !name.is_empty()) else { return };
        let line = place.line.unwrap_or(0);
        self.scenario = Some(Scenario {
            file: clipped(place.file),
            name: clipped(&format!("{line} {name}")),
            heading: clipped(text),
            ..Scenario::default()
        });
        if let Some(hook) = self.hook.take() {
            self.fail(false, sink);
            sink.emit(Event::Message(&hook));
            sink.emit(Event::Decoded { part: Part::Why, text: &hook });
        }
    }

    /// A scenario of a formatter that prints no places.
    fn named(&mut self, text: &str, bare: &str, sink: &mut dyn Sink) -> Seen {
        let name = lines::name(bare).unwrap_or(bare);
        if self.awaited.is_none() {
            self.leave(sink);
        }
        self.scenario = Some(Scenario { name: clipped(name), heading: clipped(text), ..Scenario::default() });
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
        if lines::is_failed_row(text) && self.open.as_ref().is_none_or(|open| open.text != Text::Output) {
            self.failed_row = true;
            if let Some(name) = lines::row(text) {
                self.row = clipped(name);
            }
            self.leave(sink);
            return Some(Seen::No);
        }
        let step = failed_step(text)?;
        self.close(sink);
        if step.ends_with("):") && !self.row.is_empty() {
            self.scenario =
                Some(Scenario { name: self.row.clone(), heading: self.row.clone(), ..Scenario::default() });
            self.fail(true, sink);
            self.until_ruler();
            sink.emit(Event::Text(Part::Why));
        } else {
            self.awaited = Some(clipped(text));
        }
        Some(Seen::Mine(Class::Detail))
    }

    fn hook(&mut self, bare: &str, hook: &str, sink: &mut dyn Sink) -> Seen {
        let (name, message) = hook.split_once(": ").unwrap_or((hook, hook));
        let later = name.starts_with("before_scenario") || name.starts_with("before_tag");
        if later {
            self.hook = Some(clipped(bare));
        } else if self.scenario.is_some()
            && (name.contains("scenario") || name.contains("step") || name.contains("tag"))
        {
            if self.open.is_none() {
                self.fail(false, sink);
            }
            sink.emit(Event::Message(message));
            sink.emit(Event::Text(Part::Why));
        } else {
            self.close(sink);
            self.others = self.others.saturating_add(1);
            sink.emit(Event::BlockOpened(Block::Whole { name: bare, kind: FailureKind::Setup }));
            sink.emit(Event::Heading);
            sink.emit(Event::BlockClosed);
        }
        Seen::Mine(Class::Detail)
    }

    /// Opens the block of the scenario's failure.
    fn fail(&mut self, plain: bool, sink: &mut dyn Sink) {
        self.close(sink);
        let Some(scenario) = &self.scenario else { return };
        let id = id(&scenario.file, &scenario.name);
        sink.emit(Event::BlockOpened(Block::Test { id, kind: FailureKind::Test }));
        sink.emit(Event::Instead(&scenario.heading));
        sink.emit(Event::Heading);
        self.open = Some(Open { plain, ..Open::default() });
    }

    fn until_ruler(&mut self) {
        if let Some(open) = self.open.as_mut() {
            open.ruled = true;
        }
    }

    /// The first line of a failure's text, or an error before the first feature.
    fn begins_text(&mut self, text: &str, bare: &str, sink: &mut dyn Sink) -> Seen {
        let Some(scenario) = self.scenario.as_mut() else {
            return self.load(text, sink);
        };
        if matches!(bare, "\"\"\"" | "'''") {
            scenario.quoted = !scenario.quoted;
            return Seen::No;
        }
        let plain = scenario.file.is_empty();
        // A step without its place, and without a result.
        if plain && indent(text) == 4 && !lines::is_told(bare) {
            scenario.step = clipped(bare);
            return Seen::No;
        }
        let step = scenario.step.clone();
        if scenario.quoted || step.is_empty() || !lines::is_told(bare) || (indent(text) < 6 && !plain) {
            return Seen::No;
        }
        self.fail(plain, sink);
        sink.emit(Event::Decoded { part: Part::Why, text: &format!("    {step}") });
        self.text(text, bare, sink)
    }

    /// `ParserError: ...` and the like, before the first feature.
    fn load(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        let name = text.split(':').next().unwrap_or_default();
        let error = (name.ends_with("Error") || name.ends_with("Exception")) && frames::is_exception(text);
        let early =
            self.features.is_none() && self.row.is_empty() && !self.failed_row && self.claims.is_empty();
        if !error || !early || self.others > 0 {
            return Seen::No;
        }
        self.others = 1;
        sink.emit(Event::BlockOpened(Block::Whole { name: text, kind: FailureKind::Collection }));
        sink.emit(Event::Heading);
        self.open = Some(Open { plain: true, lines: 1, ..Open::default() });
        Seen::Mine(Class::Detail)
    }

    fn text(&mut self, text: &str, bare: &str, sink: &mut dyn Sink) -> Seen {
        let Some(open) = self.open.as_mut() else { return Seen::No };
        let begins =
            bare.starts_with("CAPTURED ") || bare.starts_with("Captured ") || bare.starts_with("__CAPTURED_");
        if open.ruled && scan::is_ruler(bare, '-', 60) {
            self.close(sink);
            return Seen::Mine(Class::Noise);
        }
        if begins || bare == "----" {
            open.text = Text::Output;
            sink.emit(Event::Text(Part::Output));
            return Seen::Mine(Class::Detail);
        }
        if open.text == Text::Output {
            sink.emit(Event::Text(Part::Output));
            let ended = bare.starts_with("---- CAPTURED_");
            if ended {
                self.close(sink);
            }
            return if ended { Seen::Mine(Class::Detail) } else { Seen::Inside(Class::Detail) };
        }
        if indent(text) < 6 && !open.plain {
            return Seen::No;
        }
        if bare.starts_with("Traceback (most recent call last):") {
            open.text = Text::Traceback;
            sink.emit(Event::Text(Part::Where));
            return Seen::Mine(Class::Detail);
        }
        if open.text == Text::Traceback {
            if let Some((place, _)) = frames::frame(bare) {
                if frames::is_own(place.file) {
                    sink.emit(Event::At { place, better: true });
                }
                sink.emit(Event::Text(Part::Where));
                return Seen::Mine(Class::Detail);
            }
            // What raised stands deeper than the exception, in every formatter.
            let ends = !text.starts_with("        ")
                && frames::is_exception(bare)
                && (!open.plain || indent(text) == 0);
            if !ends {
                sink.emit(Event::Text(Part::Where));
                return Seen::Mine(Class::Detail);
            }
            open.text = Text::Message;
            sink.emit(Event::Message(bare));
        } else if let Some(message) =
            ["ASSERT FAILED: ", "Assertion Failed: "].iter().find_map(|word| bare.strip_prefix(word))
        {
            sink.emit(Event::Message(message));
        }
        open.lines = open.lines.saturating_add(1);
        sink.emit(Event::Text(if open.lines > TELLING_LINES { Part::Where } else { Part::Why }));
        Seen::Mine(Class::Detail)
    }

    fn listed(&mut self, place: Place<'_>, name: &str, sink: &mut dyn Sink) -> Seen {
        let file = clipped(place.file);
        let numbered = clipped(&format!("{} {name}", place.line.unwrap_or(0)));
        sink.emit(Event::Finished {
            id: id(&file, &numbered),
            outcome: Outcome::Failed(FailureKind::Test),
            grade: Grade::Listed,
            attempt: 0,
            alias: name,
        });
        sink.emit(Event::Heading);
        sink.emit(Event::At { place, better: false });
        let missing = self.missing.iter().find(|(each, name, _)| *each == file && *name == numbered);
        if let Some((_, _, step)) = missing {
            sink.emit(Event::Decoded { part: Part::Why, text: &format!("    {step}  # None") });
        }
        if self.claims.len() < MOST_NAMES {
            self.claims.push((file, numbered));
        }
        Seen::Mine(Class::Detail)
    }

    fn summary(&mut self, counted: Counted, totals: Totals, sink: &mut dyn Sink) -> Seen {
        self.close(sink);
        self.list = false;
        match counted {
            Counted::Features => (self.features, self.scenarios) = (Some(totals), None),
            Counted::Scenarios if self.features.is_some() => self.scenarios = Some(totals),
            Counted::Rules | Counted::Steps if self.features.is_some() => {}
            _ => return Seen::No,
        }
        sink.emit(Event::MayHaveEnded);
        Seen::Mine(Class::Totals)
    }

    /// Scenarios go on: what looked like the end was printed by a step.
    fn leave(&mut self, sink: &mut dyn Sink) {
        self.close(sink);
        (self.list, self.features, self.scenarios) = (false, None, None);
        for (file, name) in std::mem::take(&mut self.claims) {
            sink.emit(Event::Withdrawn(id(&file, &name)));
        }
    }

    fn close(&mut self, sink: &mut dyn Sink) {
        if self.open.take().is_some() {
            sink.emit(Event::BlockClosed);
        }
    }

    /// Tells the numbers of scenarios, when something ran and nothing contradicts them.
    fn declare(&mut self, sink: &mut dyn Sink) {
        self.close(sink);
        let (Some(features), Some(mut totals)) = (self.features.take(), self.scenarios.take()) else {
            return;
        };
        self.running = false;
        let failures = |all: &Totals| all.failed.unwrap_or(0).saturating_add(all.errors.unwrap_or(0));
        let outside = if failures(&totals) == 0 { failures(&features).max(self.others) } else { self.others };
        totals.errors = Some(totals.errors.unwrap_or(0).saturating_add(outside));
        let none_ran = totals.other.unwrap_or(0) > 0 && totals.passed == Some(0);
        if failures(&totals) == 0 && (self.failed_row || none_ran) {
            return;
        }
        sink.emit(Event::Declared { totals, level: Level::Section });
    }
}

/// `features/cart.feature:8 adds prices`, or the name alone.
fn id<'a>(file: &'a str, name: &'a str) -> TestId<'a> {
    TestId { module: file, separator: if file.is_empty() { "" } else { ":" }, name }
}

/// `FAILURE in step 'the cart holds 4 pears':`
fn failed_step(text: &str) -> Option<&str> {
    text.strip_prefix("FAILURE in step '").or_else(|| text.strip_prefix("ERROR in step '"))
}

fn is_list(text: &str) -> bool {
    matches!(text, "Failing scenarios:" | "Errored scenarios:")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::scan::drive;

    const HEAD: &str = "USING RUNNER: behave.runner:Runner\n";
    const END: &str = "1 feature passed, 0 failed, 0 skipped\n1 scenario passed, 0 failed, 0 skipped\n2 steps passed, 0 failed, 0 skipped\nTook 0min 0.1s\n";

    fn said(log: &str) -> String {
        drive(&mut Behave::default(), log).join("\n")
    }

    #[test]
    fn a_summary_behind_which_scenarios_go_on_is_not_told() {
        let more = "  Scenario: later # features/a.feature:9\n";
        assert!(said(&format!("{HEAD}{END}")).contains("passed: Some(1), failed: Some(0)"));
        assert!(!said(&format!("{HEAD}{END}{more}")).contains("Declared"));
    }

    #[test]
    fn features_of_other_runners_begin_no_run() {
        let log = "Feature: a # features/a.feature:1\n  Scenario: b # features/a.feature:3\n    Given c # features/steps/a.rb:4\n";
        assert!(!said(log).contains("SectionStarted"));
        assert!(said(&log.replace(".rb", ".py")).contains("SectionStarted"));
    }

    #[test]
    fn the_text_of_a_step_is_no_failure() {
        let log = format!(
            "{HEAD}Feature: a # features/a.feature:1\n  Scenario: b # features/a.feature:3\n    When I read # features/steps/a.py:4\n      \"\"\"\n      ASSERT FAILED: no\n      \"\"\"\n"
        );
        assert!(!said(&log).contains("BlockOpened"));
    }

    #[test]
    fn a_feature_that_failed_outside_of_its_scenarios_is_no_pass() {
        let end = END.replace("1 feature passed, 0 failed", "0 features passed, 1 failed");
        assert!(said(&format!("{HEAD}{end}")).contains("errors: Some(1)"));
    }
}
