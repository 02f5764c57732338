//! Whether the whole input can be the answer.

use super::failure::FailureRows;
use super::page::Page;
use super::prices::styled;
use super::row::{Row, cost_of, printed};
use crate::event::FailureKind;
use crate::report::{Failure, Report, Stored};

/// Whether no failure was reported on a row that was drawn over: such a failure is not in the input's lines.
pub(super) fn nothing_drawn_over(report: &Report, failures: &[&Failure]) -> bool {
    failures.iter().all(|failure| {
        let Some(detail) = failure.detail.as_ref() else { return true };
        let drawn = |line: &Stored| line.number == 0;
        !detail.heading.as_ref().is_some_and(drawn) || is_from_report(report, failure)
    })
}

fn is_from_report(report: &Report, failure: &Failure) -> bool {
    usize::try_from(failure.section)
        .ok()
        .and_then(|at| report.sections().get(at))
        .is_some_and(|section| section.from_report)
}

/// Whether the input fits together with the failures that its lines do not show.
pub(super) fn whole_fits(
    report: &Report,
    rows: &[Stored],
    failures: &[&Failure],
    page: &Page<'_>,
    verdict: &str,
) -> bool {
    let (ruler, line_chars) = (page.ruler(), page.limits().line_chars);
    // A heading that has to be continued on further lines is printed with its failure.
    let too_long = |failure: &&Failure| {
        let heading = failure.detail.as_ref().and_then(|detail| detail.heading.as_ref());
        heading.is_some_and(|heading| printed(&heading.text, line_chars).1)
    };
    if failures.iter().any(too_long) {
        return false;
    }
    let mut rows: Vec<Row<'_>> = rows.iter().map(Row::Input).collect();
    for failure in failures.iter().filter(|failure| is_unseen(report, failure)) {
        rows.extend(FailureRows::new(report, failure, ruler).as_line());
    }
    styled(cost_of(&rows, ruler), &rows, page.style()).fits(page.room_behind(verdict))
}

/// Whether no line of the text tells the failure.
pub(super) fn is_unseen(report: &Report, failure: &Failure) -> bool {
    is_from_report(report, failure) || failure.kind == FailureKind::Unfinished
}
