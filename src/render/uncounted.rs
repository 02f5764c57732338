//! Failures that are only in numbers.

use crate::report::{Report, State, Summary};

/// How many failures have no record: there was no room for their names, or only the runner's totals count them.
pub(super) fn unnamed(report: &Report, summary: &Summary) -> u64 {
    let live = report.failures().records().iter().filter(|each| each.state == State::Live).count();
    let live = u64::try_from(live).unwrap_or(u64::MAX);
    let unnamed = report
        .sections()
        .iter()
        .filter(|each| each.counts())
        .fold(0_u64, |sum, each| sum.saturating_add(each.located.unnamed));
    if unnamed == 0 {
        return 0;
    }
    summary.counts.failed.map_or(unnamed, |failed| failed.saturating_sub(live))
}

/// How many failures of the totals were not located.
pub(super) fn unlocated(report: &Report, summary: &Summary) -> u64 {
    let live = report.failures().records().iter().filter(|each| each.state == State::Live).count();
    let live = u64::try_from(live).unwrap_or(u64::MAX);
    summary.counts.failed.unwrap_or(0).saturating_sub(live)
}
