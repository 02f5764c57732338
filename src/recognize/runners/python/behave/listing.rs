//! The closing list of failed scenarios, and which of them miss a step.

use super::scenario::{Scenario, id};
use crate::event::{Event, Part, Place};
use crate::recognize::kit::Run;
use crate::recognize::kit::bounds::NAMES;
use crate::recognize::kit::clip::clipped;

/// What was listed.
#[derive(Debug, Default)]
pub(super) struct Listing {
    /// Scenarios that were listed: file and name.
    claims: Vec<(String, String)>,
    /// File and name of scenarios with a step that has no definition, and the step.
    missing: Vec<(String, String, String)>,
}

impl Listing {
    /// The scenario's step has no definition, or was left out: its first one is what fails it, when it is listed.
    pub(super) fn miss(&mut self, scenario: &Scenario) {
        let Scenario { file, name, step, .. } = scenario;
        let reported = self.missing.last().is_some_and(|(other, title, _)| other == file && title == name);
        if !reported && self.missing.len() < NAMES {
            self.missing.push((file.clone(), name.clone(), step.clone()));
        }
    }

    /// `features/cart.feature:8  loses a pear`
    pub(super) fn tell(&mut self, place: Place<'_>, name: &str, run: &mut Run<'_>) {
        let file = clipped(place.file);
        let numbered = clipped(&format!("{} {name}", place.line.unwrap_or(0)));
        run.listed(id(&file, &numbered), name);
        run.emit(Event::At { place, better: false });
        let missing = self.missing.iter().find(|(each, name, _)| *each == file && *name == numbered);
        if let Some((_, _, step)) = missing {
            run.emit(Event::Decoded { part: Part::Why, text: &format!("    {step}  # None") });
        }
        if self.claims.len() < NAMES {
            self.claims.push((file, numbered));
        }
    }

    /// A step printed the list.
    pub(super) fn withdraw(&mut self, run: &mut Run<'_>) {
        for (file, name) in std::mem::take(&mut self.claims) {
            run.emit(Event::Withdrawn(id(&file, &name)));
        }
    }

    /// Whether nothing was listed.
    pub(super) fn is_empty(&self) -> bool {
        self.claims.is_empty()
    }
}
