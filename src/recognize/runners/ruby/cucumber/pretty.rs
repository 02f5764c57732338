//! The pretty forms: scenarios with the places of features, and their steps with those of the code below them.

use super::cucumber::Cucumber;
use super::cucumber_lines::{self, Named};
use super::{claims, traces};
use crate::event::{Class, Event, Part, Seen, TestId};
use crate::recognize::kit::Run;
use crate::recognize::kit::clip::{clipped, indent};

/// The most lines below a step that are kept until it is known to have failed.
const MOST_HELD: usize = 40;

/// The scenario that is being reported in a pretty form.
#[derive(Debug, Default)]
pub(super) struct Reported {
    pub(super) file: String,
    pub(super) line: u64,
    pub(super) name: String,
    pub(super) heading: String,
    /// The line of its last step.
    pub(super) step: String,
    /// Rows of examples below it have places of their own.
    outline: bool,
    /// What is below its last step, and whether a trace does.
    held: Vec<String>,
    traced: bool,
    /// After a report: nothing is below its steps until one comes.
    pub(super) idle: bool,
}

impl Cucumber {
    /// A line of a pretty form, or marks of a progress form.
    pub(super) fn step(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        let bare = text.trim_start();
        if indent(text) >= 2
            && let Some(scenario) = cucumber_lines::scenario(bare)
        {
            self.failed(run);
            self.claims.begins();
            self.begin(scenario, text);
            return Seen::Mine(Class::Noise);
        }
        if cucumber_lines::is_step(text) {
            self.failed(run);
            self.claims.mark(1);
            if let Some(reported) = self.reported.as_mut() {
                reported.idle = false;
                reported.step = clipped(text);
            }
            return Seen::Mine(Class::Noise);
        }
        if text.starts_with("Feature: ") {
            self.failed(run);
            self.claims.begins();
            self.reported = None;
            return Seen::Mine(Class::Noise);
        }
        let Some(reported) = self.reported.as_mut().filter(|reported| !reported.idle) else {
            self.claims.mark(cucumber_lines::marks(text));
            return Seen::No;
        };
        if is_failed_step(text) {
            if reported.outline {
                // Its row has a place of its own, which only the list tells.
                return Seen::Mine(Class::Noise);
            }
            let line = format!("{} {}", reported.line, reported.name);
            let id = claims::id(&reported.file, &line);
            run.instead(&reported.heading);
            run.failed(id);
            return Seen::Mine(Class::Detail);
        }
        if text.is_empty() {
            self.failed(run);
            return Seen::No;
        }
        let is_frame = cucumber_lines::frame(text).is_some();
        if reported.traced && !is_frame {
            self.failed(run);
        }
        let Some(reported) = self.reported.as_mut() else { return Seen::No };
        reported.traced |= is_frame;
        if reported.held.len() < MOST_HELD {
            reported.held.push(clipped(text));
        }
        if is_frame { Seen::Mine(Class::Detail) } else { Seen::No }
    }

    /// A line below a scenario before anything shows that it is Cucumber's.
    pub(super) fn hold(&mut self, text: &str) {
        let Some(reported) = self.reported.as_mut() else { return };
        if text.is_empty() || cucumber_lines::scenario(text.trim_start()).is_some() {
            reported.held.clear();
            reported.traced = false;
            return;
        }
        let is_frame = cucumber_lines::frame(text).is_some();
        if reported.traced && !is_frame {
            // Rows of examples follow the one that failed, and nothing showed whose the trace is.
            reported.held.clear();
        }
        reported.traced = is_frame;
        if reported.held.len() < MOST_HELD {
            reported.held.push(clipped(text));
        }
    }

    /// A scenario begins in a pretty form.
    pub(super) fn begin(&mut self, (place, name): Named<'_>, text: &str) {
        self.reported = Some(Reported {
            file: clipped(place.file),
            line: place.line.unwrap_or(0),
            name: clipped(name),
            heading: clipped(text),
            outline: text.trim_start().starts_with("Scenario Outline") || text.contains("Template:"),
            ..Reported::default()
        });
    }

    /// What is below a step of cucumber-ruby was an error when it ends with a trace.
    pub(super) fn failed(&mut self, run: &mut Run<'_>) {
        let Some(reported) = self.reported.as_mut() else { return };
        let mut held = std::mem::take(&mut reported.held);
        // Above the error of an example are the rows of those before it.
        let row =
            held.iter().rposition(|text| text.trim_start().starts_with("| ")).filter(|_| reported.outline);
        held.drain(..row.map_or(0, |at| at.saturating_add(1)));
        let pending = held.iter().any(|text| text.ends_with("(Cucumber::Pending)"));
        if !std::mem::take(&mut reported.traced) || pending {
            if !pending && !reported.outline {
                self.unproved.keep(reported, held);
            }
            return;
        }
        let row = held.iter().find_map(|text| cucumber_lines::step_of(text)).and_then(|place| place.line);
        let line = row.filter(|_| reported.outline).unwrap_or(reported.line);
        let place = crate::event::Place { file: &reported.file, line: Some(line) };
        let (file, name) = self.claims.add((place, &reported.name));
        // A trace names its step.
        tell(claims::id(&file, &name), &reported.heading, None, &held, run);
    }

    /// Behat's list has the scenario: what is below its steps, if anything does, is the error.
    pub(super) fn prove(&mut self, (place, _): Named<'_>, run: &mut Run<'_>) -> bool {
        let Some(below) = self.unproved.take(place.file, place.line) else { return false };
        let (file, name) = self.claims.add((place, &below.name));
        tell(claims::id(&file, &name), &below.heading, Some(&below.step), &below.lines, run);
        true
    }
}

/// A scenario failed, and this is the error below its step.
fn tell(id: TestId<'_>, heading: &str, step: Option<&str>, lines: &[String], run: &mut Run<'_>) {
    run.instead(heading);
    run.fail(id);
    if let Some(text) = step {
        run.emit(Event::Decoded { part: Part::Why, text });
    }
    traces::tell(lines, run);
    run.close();
}

/// `    ✖ failed`, below a step in cucumber-js's pretty form.
pub(super) fn is_failed_step(text: &str) -> bool {
    let state = text.strip_prefix("    \u{2716} ");
    state.is_some_and(|state| matches!(state, "failed" | "ambiguous"))
}
