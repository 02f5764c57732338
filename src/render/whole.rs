//! Whether the whole input can be the answer.

use std::borrow::Cow;

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
        .is_some_and(|section| section.from_report || section.document > 0)
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
    // A list of names of an earlier answer must not lose some of them either.
    let listed = |row: &Stored| row.text.starts_with("weir:") && printed(&row.text, line_chars).1;
    if failures.iter().any(too_long) || rows.iter().any(listed) {
        return false;
    }
    let rows = with_headings(rows, failures);
    let mut rows: Vec<Row<'_>> = rows.iter().map(Row::Input).collect();
    for failure in failures.iter().filter(|failure| is_unseen(report, failure)) {
        rows.extend(FailureRows::new(report, failure, ruler).as_line());
    }
    styled(cost_of(&rows, ruler), &rows, page.style()).fits(page.room_after(verdict))
}

/// The input's lines, but a CI's verdict on a step gets the names of its job and step, as in the failure's heading: a
/// service's prefixes are taken off, so no other line may have these names.
pub(super) fn with_headings<'a>(rows: &'a [Stored], failures: &[&Failure]) -> Cow<'a, [Stored]> {
    let mut rows = Cow::Borrowed(rows);
    for heading in failures.iter().filter_map(|failure| failure.detail.as_ref()?.heading.as_ref()) {
        let Some(at) = rows.iter().position(|row| row.number == heading.number && row.number > 0) else {
            continue;
        };
        let text = rows.get(at).map_or("", |row| row.text.trim());
        let step = heading.text.strip_suffix(text).and_then(|step| step.strip_suffix(": "));
        let Some(step) = step.filter(|step| step.contains(" / ")) else { continue };
        if rows.iter().all(|row| row.text.trim() != step)
            && let Some(row) = rows.to_mut().get_mut(at)
        {
            row.text.clone_from(&heading.text);
        }
    }
    rows
}

/// Whether no line of the text shows the failure.
pub(super) fn is_unseen(report: &Report, failure: &Failure) -> bool {
    is_from_report(report, failure) || failure.kind == FailureKind::Unfinished
}
