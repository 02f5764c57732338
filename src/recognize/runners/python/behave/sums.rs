//! The summary at the end, and whether it can be reported.

use super::behave_lines::Counted;
use crate::event::Totals;

/// What the summary and the run printed so far.
#[derive(Debug, Default)]
pub(super) struct Sums {
    features: Option<Totals>,
    scenarios: Option<Totals>,
    /// Failures outside of scenarios that were reported.
    pub(super) others: u64,
    /// A hook of the whole run failed, so it is aborted.
    pub(super) aborted: bool,
    /// A progress formatter marked a failure.
    pub(super) failed_row: bool,
}

impl Sums {
    /// Takes a line of the summary; it begins with that of the features.
    pub(super) fn take(&mut self, counted: Counted, totals: Totals) -> bool {
        match counted {
            Counted::Features => (self.features, self.scenarios) = (Some(totals), None),
            Counted::Scenarios if self.features.is_some() => self.scenarios = Some(totals),
            Counted::Rules | Counted::Steps => return self.features.is_some(),
            Counted::Scenarios => return false,
        }
        true
    }

    /// A step printed the summary.
    pub(super) fn forget(&mut self) {
        (self.features, self.scenarios) = (None, None);
    }

    /// How many scenarios were counted.
    pub(super) fn scenarios(&self) -> Option<u64> {
        let Totals { passed, failed, errors, skipped, other, .. } = self.scenarios?;
        let parts = [passed, failed, errors, skipped, other];
        Some(parts.into_iter().flatten().fold(0_u64, u64::saturating_add))
    }

    /// Whether no line of the summary came.
    pub(super) fn is_empty(&self) -> bool {
        self.features.is_none()
    }

    /// Whether the scenarios were counted.
    pub(super) fn counts(&self) -> bool {
        self.scenarios.is_some()
    }

    /// The numbers of scenarios, when something ran and nothing contradicts them. What failed outside of scenarios is an
    /// error; a feature that failed without a scenario is one too.
    pub(super) fn totals(&mut self) -> Option<Totals> {
        let (features, mut totals) = (self.features.take()?, self.scenarios.take()?);
        let failures = |all: &Totals| all.failed.unwrap_or(0).saturating_add(all.errors.unwrap_or(0));
        let outside = if failures(&totals) == 0 { failures(&features).max(self.others) } else { self.others };
        totals.errors = Some(totals.errors.unwrap_or(0).saturating_add(outside));
        // What was never run did not pass.
        let untested = totals.other.unwrap_or(0) > 0;
        (failures(&totals) > 0 || !(self.failed_row || untested)).then_some(totals)
    }
}
