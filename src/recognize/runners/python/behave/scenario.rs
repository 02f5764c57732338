//! The scenario that is being reported, and its name in the answer.

use super::behave_lines;
use crate::event::{Place, TestId};
use crate::recognize::kit::clip::clipped;

/// A scenario.
#[derive(Debug, Default)]
pub(super) struct Scenario {
    /// The path of its feature, or empty.
    pub(super) file: String,
    /// The line and the name, or the name alone.
    pub(super) name: String,
    /// Its line as printed, and the last step's.
    pub(super) heading: String,
    pub(super) step: String,
    /// Inside the text of a step between quotes.
    pub(super) quoted: bool,
}

impl Scenario {
    /// A scenario without a place.
    pub(super) fn named(name: &str, heading: &str) -> Self {
        Self { name: clipped(name), heading: clipped(heading), ..Self::default() }
    }

    /// `Scenario: adds` with its place. Backgrounds and rules have no name of their own that could fail.
    pub(super) fn located(before: &str, place: Place<'_>, heading: &str) -> Option<Self> {
        let name = behave_lines::name(before.trim_start()).filter(|name| !name.is_empty())?;
        let line = place.line.unwrap_or(0);
        Some(Self { file: clipped(place.file), ..Self::named(&format!("{line} {name}"), heading) })
    }

    pub(super) fn id(&self) -> TestId<'_> {
        id(&self.file, &self.name)
    }
}

/// `features/cart.feature:8 adds prices`, or the name alone.
pub(super) fn id<'a>(file: &'a str, name: &'a str) -> TestId<'a> {
    TestId { module: file, separator: if file.is_empty() { "" } else { ":" }, name }
}
