//! What was located of a run of tests, and the totals that are reported of it.

use std::collections::HashSet;

use super::gradle_lines::Counts;
use crate::event::{Event, Level, Sink, Totals};

/// The most names of failed tests that are remembered, for those that pass when they run again.
pub(super) const MOST_NAMES: usize = 8192;

/// What was located since the section began.
#[derive(Debug, Default)]
pub(super) struct Section {
    pub(super) failed: HashSet<String>,
    /// Lines that reported a failure; a test that is run again may have several.
    pub(super) attempts: u64,
    pub(super) passed: u64,
    pub(super) skipped: u64,
    pub(super) totals: Counts,
    /// Whether totals came.
    pub(super) reported: bool,
    /// The test-logger plugin's totals: they count when Gradle prints none.
    pub(super) logged: Option<Counts>,
    /// What else went wrong in the build, as often as it was reported.
    pub(super) reasons: u64,
}

impl Section {
    /// Whether its numbers are known: what went wrong beside tests is all of it, or totals came.
    pub(super) fn is_reported(&self) -> bool {
        let only_reasons = self.reasons > 0 && self.attempts == 0 && self.passed == 0 && self.skipped == 0;
        self.reported || self.logged.is_some() || only_reasons
    }
}

/// The totals of a section: of tasks that passed Gradle reports none, so what was located counts when it is more.
pub(super) fn declare(section: &Section, sink: &mut dyn Sink) {
    let totals = section.logged.as_ref().filter(|_| !section.reported).unwrap_or(&section.totals);
    let passed = totals.completed.saturating_sub(totals.failed).saturating_sub(totals.skipped);
    // Gradle counts every attempt; a test that failed and passed later did not fail.
    let all = section.attempts == totals.failed && section.failed.len() < MOST_NAMES;
    let failed =
        if all { u64::try_from(section.failed.len()).unwrap_or(totals.failed) } else { totals.failed };
    let totals = Totals {
        passed: Some(passed.max(section.passed)),
        failed: Some(failed),
        errors: Some(section.reasons),
        skipped: Some(totals.skipped.max(section.skipped)),
        other: None,
        total: None,
    };
    sink.emit(Event::Declared { totals, level: Level::Section });
}

/// The totals of a build that ran no tests.
pub(super) fn declare_none(sink: &mut dyn Sink) {
    let totals = Totals { passed: Some(0), failed: Some(0), skipped: Some(0), ..Totals::default() };
    sink.emit(Event::Declared { totals, level: Level::Section });
}
