//! The answer as text: failures on their rungs, then signs, warnings and skips, verdict and footer.

use std::collections::BTreeMap;
use std::io;

use super::blocks::print_failures;
use super::command;
use super::early::Early;
use super::excerpt::{is_open, tell_excerpt, tell_names};
use super::failure::FailureRows;
use super::footer::{Fired, Footer, ShownFailures};
use super::original::Original;
use super::page::{Page, closing_width};
use super::plan::{Rung, in_list, plan, rung_of};
use super::prices::{MORE_CHARS, Prices, styled};
use super::row::{Row, chars, cost_of, printed};
use super::verdict_line::verdict_line;
use super::view::View;
use crate::budget::{Ledger, Mode};
use crate::event::{Class, FailureKind, Strength};
use crate::report::{Failure, Report, State, Stored, Summary, class_index};

/// Most names of modules in the line that counts the rest.
const MORE_MODULES: usize = 4;

/// The failures that wait for their place on the page, in order: those that the last run did not have come first.
#[must_use]
pub fn waiting(report: &Report) -> Vec<&Failure> {
    let mut live: Vec<&Failure> = report
        .failures()
        .records()
        .iter()
        .filter(|each| each.state == State::Live && !each.written)
        .collect();
    let order = |failure: &&Failure| (!failure.fresh, failure.section);
    // To sort takes memory of its own.
    if !live.is_sorted_by_key(order) {
        live.sort_by_key(order);
    }
    live
}

/// What was told of the failures, and what is left to tell.
pub(super) struct Body<'a> {
    pub(super) page: Page<'a>,
    pub(super) shown: ShownFailures,
    fired: Option<Fired>,
    /// Failures that were written while the input streamed by.
    early: u64,
}

impl Body<'_> {
    pub(super) fn fire(&mut self, needed_lines: bool) {
        let fired = if needed_lines { Fired::Lines } else { Fired::Chars };
        self.fired.get_or_insert(fired);
    }

    /// Prints rows; the first that does not fit ends them.
    pub(super) fn rows(&mut self, rows: &[Row<'_>], report: &mut Ledger) -> bool {
        rows.iter().all(|row| self.page.row(row, report))
    }
}

/// Renders the answer as text and closes the page. `early` tells what was written while the input streamed by; `original`
/// keeps the input when the answer leaves something out.
///
/// # Errors
/// The first error of writing the answer.
pub fn render(
    report: &Report,
    view: &View,
    page: Page<'_>,
    early: &Early,
    original: &mut dyn Original,
) -> io::Result<()> {
    let summary = report.summary(view.witness);
    let mut ledger = report.ledger().clone();
    let mut body = Body { page, shown: early.shown(), fired: None, early: early.shown().all };
    let failures = waiting(report);
    body.shown.all = u64::try_from(failures.len())
        .unwrap_or(u64::MAX)
        .saturating_add(early.shown().all)
        .saturating_add(unnamed(report, &summary));
    let width = closing_width(view.limits);
    let verdict = verdict_line(&summary, width);
    body.page.verdict_is(&verdict);
    let whole = report.whole().filter(|rows| {
        early.is_empty()
            && whole_fits(report, rows, &failures, &body.page)
            && nothing_drawn_over(report, &failures)
    });
    if let Some(rows) = whole {
        let rows: Vec<Row<'_>> = rows.iter().map(Row::Input).collect();
        body.rows(&rows, &mut ledger);
        tell_unseen(report, &failures, &mut body, &mut ledger);
    } else if report.recognised() || !failures.is_empty() {
        original.expect();
        if let Some(line) = early.rerun(report) {
            body.page.row(&Row::Input(line), &mut ledger);
        }
        tell_notes(report, &mut body, &mut ledger);
        if report.tells_of_crashes_alone() {
            tell_names(report, &mut body, &mut ledger);
        }
        tell_failures(report, &failures, view, original, &mut body, &mut ledger);
        tell_flaky(report, &mut body, &mut ledger);
        let searches = report.searches(summary.verdict);
        if searches {
            tell_excerpt(report, &mut body, &mut ledger, 1);
        }
        tell_consequences(report, &mut body, &mut ledger);
        if !searches && report.tells_of_crashes_alone() {
            // Who ran is not known: what was printed around the crash may be all that names it.
            tell_excerpt(report, &mut body, &mut ledger, CRASH_SURROUNDINGS);
        }
        tell_the_rest(report, view, &mut body, &mut ledger);
    } else {
        tell_excerpt(report, &mut body, &mut ledger, 1);
    }
    if whole.is_some() || !report.recognised() {
        tell_notes(report, &mut body, &mut ledger);
    }
    for class in Class::ALL {
        let rest = ledger.rest(class_index(class));
        ledger.settle(rest);
    }
    debug_assert!(ledger.balanced(), "{ledger:?}");
    let mut footer = Footer {
        mode: view.mode,
        ledger: &ledger,
        failures: body.shown,
        fired: body.fired.or((ledger.clipped() > 0).then_some(Fired::Line)),
        escaped: report.escaped(),
        redacted: report.hidden_of(body.page.marks()),
        interrupted: view.witness.interrupted,
        rest: None,
        stored: false,
    };
    if footer.is_due() {
        let id = original.keep(view);
        footer.stored = id.is_some();
        footer.rest = command::rest(view, id.as_deref());
    }
    let known = report.recognised()
        || summary.exit.is_some()
        || summary.signal.is_some()
        || !failures.is_empty()
        || summary.counts.failed.is_some();
    let said = known || footer.is_due() || report.strong_signs() > 0;
    let verdict = said.then_some(verdict);
    let footer = footer.is_due().then(|| footer.line(width));
    body.page.close(verdict.as_deref(), footer.as_deref())
}

/// Failures that exist but have no record: beyond the store of names, or told only by the runner's totals.
fn unnamed(report: &Report, summary: &Summary) -> u64 {
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

/// Whether no failure was told on a row that was drawn over: such a failure is not in the input's lines.
fn nothing_drawn_over(report: &Report, failures: &[&Failure]) -> bool {
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
fn whole_fits(report: &Report, rows: &[Stored], failures: &[&Failure], page: &Page<'_>) -> bool {
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
    styled(cost_of(&rows, ruler), &rows, page.style()).fits(page.room())
}

/// Whether no line of the text tells the failure.
fn is_unseen(report: &Report, failure: &Failure) -> bool {
    is_from_report(report, failure) || failure.kind == FailureKind::Unfinished
}

/// Beside an input that passes whole: the failures that its lines do not show.
fn tell_unseen(report: &Report, failures: &[&Failure], body: &mut Body<'_>, ledger: &mut Ledger) {
    let line_chars = body.page.limits().line_chars;
    for failure in failures {
        if is_unseen(report, failure) {
            let rows = FailureRows::new(report, failure, line_chars).as_line();
            if !body.rows(&rows, ledger) {
                continue;
            }
        }
        body.shown.whole = body.shown.whole.saturating_add(1);
    }
}

fn tell_failures(
    report: &Report,
    failures: &[&Failure],
    view: &View,
    original: &mut dyn Original,
    body: &mut Body<'_>,
    ledger: &mut Ledger,
) {
    let limits = body.page.limits();
    let room = body.page.room();
    let prices = Prices::new(report, failures, body.page.ruler(), body.page.style(), room.chars);
    let planned = plan(failures.len(), room, &prices);
    let cut = print_failures(report, failures, &planned, &prices, body, ledger);
    for line in prices.listed(&in_list(&planned, |at| prices.causes().leader(at))) {
        body.page.row(&Row::Own(line), ledger);
    }
    let rungs = || failures.iter().zip(&planned.rungs);
    let unlisted = rungs().filter(|(_, rung)| **rung == Rung::Unlisted).map(|(failure, _)| *failure);
    let listed = rungs().filter(|(_, rung)| **rung != Rung::Unlisted).count();
    let listed = u64::try_from(listed).unwrap_or(u64::MAX);
    let more = body.shown.all.saturating_sub(listed).saturating_sub(body.early);
    if more > 0 {
        let id = original.keep(view);
        let command = command::failures(view, id.as_deref());
        let line = and_more(report, unlisted, more, limits.line_chars.min(MORE_CHARS), command);
        body.page.row(&Row::Own(line), ledger);
    }
    // Those of one cause are told together, whatever the room.
    let mut causes = (0..failures.len()).filter(|at| prices.causes().leader(*at).is_none());
    let lowered = cut || causes.any(|at| rung_of(&planned, at) > Rung::Whole);
    if lowered || more > 0 {
        let lines_short = planned.used.lines.saturating_add(2) >= room.lines;
        body.fire(lines_short);
    }
}

/// `weir: and K more (a::b 12, c 4): COMMAND`: at most `line_chars`, of which the command comes first.
fn and_more<'a>(
    report: &'a Report,
    unlisted: impl Iterator<Item = &'a Failure>,
    more: u64,
    line_chars: u64,
    command: Option<String>,
) -> String {
    let mut modules: BTreeMap<&str, u64> = BTreeMap::new();
    for failure in unlisted {
        let module = report.failures().id(failure).module;
        let count = modules.entry(module).or_insert(0);
        *count = count.saturating_add(1);
    }
    let mut ranked: Vec<(&str, u64)> = modules.into_iter().filter(|(module, _)| !module.is_empty()).collect();
    ranked.sort_by_key(|(module, count)| (u64::MAX.saturating_sub(*count), *module));
    let bare = format!("weir: and {more} more");
    let fits = |line: &String| chars(line) <= line_chars;
    let offered = command.map(|command| format!(": {command}"));
    let command = offered.filter(|command| fits(&format!("{bare}{command}"))).unwrap_or_default();
    for most in (1..=MORE_MODULES.min(ranked.len())).rev() {
        let list: Vec<String> =
            ranked.iter().take(most).map(|(module, count)| format!("{module} {count}")).collect();
        let line = format!("{bare} ({}){command}", list.join(", "));
        if fits(&line) {
            return line;
        }
    }
    format!("{bare}{command}")
}

/// The part of the room that a stream around a crash is given when nobody knows whose it is: one of so many.
const CRASH_SURROUNDINGS: u64 = 4;

/// After the failures, as room allows: signs outside of closed sections, warnings, skips; in verbose everything else.
fn tell_the_rest(report: &Report, view: &View, body: &mut Body<'_>, ledger: &mut Ledger) {
    let open = |section: Option<usize>| {
        section
            .and_then(|at| report.sections().get(at))
            .is_none_or(|section| section.counts() && !section.is_closed())
    };
    let mut all = true;
    let windows = |strength| {
        let windows = report.excerpt().windows_of(strength).chain(report.excerpt().crowd_of(strength));
        windows.filter(|window| is_open(report, window)).map(|window| &window.line)
    };
    // What stands round a name is kept with the causes.
    let mut named: Vec<&Stored> = windows(Strength::Name).chain(windows(Strength::Cause)).collect();
    named.sort_by_key(|line| line.number);
    all &= tell_lines(&named, body, ledger);
    for strength in [Strength::Outcome, Strength::Word, Strength::Slight] {
        let lines: Vec<&Stored> = windows(strength).collect();
        all &= tell_lines(&lines, body, ledger);
    }
    if view.mode != Mode::Minimal {
        let warnings: Vec<&Stored> = report
            .warnings()
            .kept()
            .iter()
            .filter(|warning| open(warning.section))
            .flat_map(|warning| warning.lines.iter())
            .collect();
        all &= tell_lines(&warnings, body, ledger);
        let skips: Vec<&Stored> = report.skips().iter().collect();
        all &= tell_lines(&skips, body, ledger);
    }
    if view.mode == Mode::Verbose {
        let others: Vec<&Stored> =
            report.excerpt().head().iter().filter(|line| line.class != Class::Noise).collect();
        all &= tell_lines(&others, body, ledger) && report.excerpt().head_is_whole();
        let tail: Vec<&Stored> = report
            .excerpt()
            .tail()
            .filter(|line| line.class != Class::Noise && !report.excerpt().head_is_whole())
            .collect();
        all &= tell_lines(&tail, body, ledger);
    }
    if !all {
        let room = body.page.room();
        body.fire(room.lines <= 1);
    }
}

/// Prints lines that are not in the answer yet; gives false when one did not fit.
pub(super) fn tell_lines(lines: &[&Stored], body: &mut Body<'_>, ledger: &mut Ledger) -> bool {
    for line in lines {
        if body.page.has_shown(line) {
            continue;
        }
        if !body.page.row(&Row::Input(line), ledger) {
            return false;
        }
    }
    true
}

/// What weir itself has to say: trouble with report files.
fn tell_notes(report: &Report, body: &mut Body<'_>, ledger: &mut Ledger) {
    let line_chars = usize::try_from(body.page.limits().line_chars).unwrap_or(usize::MAX);
    for note in report.notes() {
        let text = format!("weir: {note}");
        body.page.row(&Row::Own(crate::text::clip(&text, line_chars).text.into_owned()), ledger);
    }
}

/// What followed from the failures: each line once, as room allows.
fn tell_consequences(report: &Report, body: &mut Body<'_>, ledger: &mut Ledger) {
    let explained = report.failures().records().iter().filter(|failure| failure.state == State::Explained);
    let told = |failure: &&Failure| {
        let section = usize::try_from(failure.section).ok().and_then(|at| report.sections().get(at));
        section.is_some_and(|section| section.counts())
    };
    let lines: Vec<&Stored> = explained
        .filter(told)
        .filter_map(|failure| failure.detail.as_deref())
        .flat_map(|detail| detail.heading.iter().chain(detail.lines.iter().map(|(_, line)| line)))
        .collect();
    tell_lines(&lines, body, ledger);
}

/// Tests that failed and passed on another attempt.
fn tell_flaky(report: &Report, body: &mut Body<'_>, ledger: &mut Ledger) {
    let line_chars = usize::try_from(body.page.limits().line_chars).unwrap_or(usize::MAX);
    let flaky = report.failures().records().iter().filter(|each| each.state == State::Flaky);
    for failure in flaky {
        let text = format!("weir: flaky {}", report.failures().shown(failure));
        if !body.page.row(&Row::Own(crate::text::clip(&text, line_chars).text.into_owned()), ledger) {
            break;
        }
    }
}
