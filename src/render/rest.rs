//! What follows the failures: signs outside of runs, warnings and skips, consequences of the failures, notes of weir
//! itself.

use super::groups;
use super::repeated::without_repeats;
use super::row::{Row, chars};
use super::text::Body;
use super::verdict_line::seconds;
use super::view::View;
use crate::budget::{Ledger, Mode};
use crate::event::{Class, Strength};
use crate::report::{Failure, Report, State, Stored, Summary, Verdict};

/// Warnings have one in so many parts of the room, and so have skips.
const PART_OF_GROUPS: u64 = 10;

/// How many of the tests are named that took much longer than last time.
const SLOWER: usize = 3;

/// Prints after the failures, as room allows: warnings by kind; in verbose, signs outside of closed sections, warnings,
/// skips, and everything else.
pub(super) fn tell_the_rest(
    report: &Report,
    summary: &Summary,
    view: &View,
    body: &mut Body<'_>,
    ledger: &mut Ledger,
) {
    let mut all = true;
    match view.mode {
        Mode::Minimal => {}
        Mode::Standard if summary.verdict == Verdict::Failed => all &= tell_kinds(report, body, ledger),
        Mode::Standard => all &= tell_groups(report, body, ledger),
        Mode::Verbose => all &= tell_everything(report, summary, body, ledger),
    }
    if !all {
        let room = body.page.room();
        body.fire(room.lines <= 1);
    }
}

/// Prints signs outside of closed sections, warnings, skips, the first lines and the last ones.
fn tell_everything(report: &Report, summary: &Summary, body: &mut Body<'_>, ledger: &mut Ledger) -> bool {
    let mut all = true;
    let windows = |strength| {
        let windows = report.excerpt().windows_of(strength).chain(report.excerpt().crowd_of(strength));
        windows.filter(|window| report.is_open(window)).map(|window| &window.line)
    };
    // The lines around a name are kept with the causes.
    let mut named: Vec<&Stored> = windows(Strength::Name).chain(windows(Strength::Cause)).collect();
    named.sort_by_key(|line| line.number);
    all &= tell_lines(&without_repeats(report, summary, named), body, ledger);
    for strength in [Strength::Outcome, Strength::Word, Strength::Slight] {
        let lines: Vec<&Stored> = windows(strength).collect();
        all &= tell_lines(&lines, body, ledger);
    }
    let outside = report.warnings().kept().iter().filter(|warning| report.is_outside(warning.section));
    let warnings: Vec<&Stored> = outside.flat_map(|warning| warning.lines.iter()).collect();
    all &= tell_lines(&warnings, body, ledger);
    let skips: Vec<&Stored> = report.skips().kept().iter().collect();
    all &= tell_lines(&skips, body, ledger);
    let others: Vec<&Stored> =
        report.excerpt().head().iter().filter(|line| line.class != Class::Noise).collect();
    all &= tell_lines(&others, body, ledger) && report.excerpt().head_is_whole();
    let tail: Vec<&Stored> = report
        .excerpt()
        .tail()
        .filter(|line| line.class != Class::Noise && !report.excerpt().head_is_whole())
        .collect();
    all & tell_lines(&tail, body, ledger)
}

/// Prints the kinds of the warnings in one line, if the tool names them.
fn tell_kinds(report: &Report, body: &mut Body<'_>, ledger: &mut Ledger) -> bool {
    let line = groups::kinds(report, body.page.limits().line_chars);
    line.is_none_or(|line| body.page.row(&Row::Own(line), ledger))
}

/// Prints lines that are not yet in the answer. Returns false when one did not fit.
pub(super) fn tell_lines(lines: &[&Stored], body: &mut Body<'_>, ledger: &mut Ledger) -> bool {
    for line in lines {
        if body.page.has_shown(line) || body.page.has_reported(line) {
            continue;
        }
        if !body.page.row(&Row::Input(line), ledger) {
            return false;
        }
    }
    true
}

/// Prints warnings by kind and skips by reason, each within its part of the room. Returns false when one did not fit.
pub(super) fn tell_groups(report: &Report, body: &mut Body<'_>, ledger: &mut Ledger) -> bool {
    let limits = body.page.limits();
    let mut all = true;
    for lines in [groups::warnings(report, limits.line_chars), groups::skips(report, limits.line_chars)] {
        let most = limits.chars.div_euclid(PART_OF_GROUPS);
        let mut used = 0_u64;
        for line in lines {
            used = used.saturating_add(chars(&line)).saturating_add(1);
            all &= used <= most && body.page.row(&Row::Own(line), ledger);
            if !all {
                break;
            }
        }
    }
    all
}

/// Prints the notes of weir itself, such as trouble with report files.
pub(super) fn tell_notes(report: &Report, body: &mut Body<'_>, ledger: &mut Ledger) {
    let line_chars = usize::try_from(body.page.limits().line_chars).unwrap_or(usize::MAX);
    for note in report.notes() {
        let text = format!("weir: {note}");
        body.page.row(&Row::Own(crate::text::clip(&text, line_chars).text.into_owned()), ledger);
    }
}

/// Prints the consequences of the failures: in verbose each line once, as room allows, else one line that says how the
/// run ended.
pub(super) fn tell_consequences(report: &Report, mode: Mode, body: &mut Body<'_>, ledger: &mut Ledger) {
    let explained = report.failures().records().iter().filter(|failure| failure.state == State::Explained);
    let reported = |failure: &&Failure| {
        let section = usize::try_from(failure.section).ok().and_then(|at| report.sections().get(at));
        section.is_some_and(|section| section.counts())
    };
    let details = explained.filter(reported).filter_map(|failure| failure.detail.as_deref());
    let lines: Vec<&Stored> = match mode {
        Mode::Verbose => details
            .flat_map(|detail| detail.heading.iter().chain(detail.lines.iter().map(|(_, line)| line)))
            .collect(),
        Mode::Minimal | Mode::Standard => {
            details.filter_map(|detail| detail.heading.as_ref()).take(1).collect()
        }
    };
    tell_lines(&lines, body, ledger);
}

/// Prints the slowest tests, when they are wanted.
pub(super) fn tell_slowest(report: &Report, view: &View, body: &mut Body<'_>, ledger: &mut Ledger) {
    let line_chars = usize::try_from(body.page.limits().line_chars).unwrap_or(usize::MAX);
    let number = usize::try_from(view.slowest).unwrap_or(usize::MAX);
    tell_slower(report, body, ledger);
    if number == 0 {
        return;
    }
    for slow in report.slowest().iter().take(number) {
        let text = format!("weir: slow {} {}", took(slow.took_ms), slow.name);
        body.page.row(&Row::Own(crate::text::clip(&text, line_chars).text.into_owned()), ledger);
    }
}

/// Prints the tests that took much longer than last time.
fn tell_slower(report: &Report, body: &mut Body<'_>, ledger: &mut Ledger) {
    let line_chars = usize::try_from(body.page.limits().line_chars).unwrap_or(usize::MAX);
    for slower in report.slower().iter().take(SLOWER) {
        let (now, last) = (took(slower.took_ms), took(slower.last_ms));
        let text = format!("weir: slower {now}, last time {last}: {}", slower.name);
        body.page.row(&Row::Own(crate::text::clip(&text, line_chars).text.into_owned()), ledger);
    }
}

/// A time in seconds, or in milliseconds below one.
fn took(took_ms: u64) -> String {
    if took_ms < 1000 { format!("{took_ms} ms") } else { seconds(took_ms).unwrap_or_default() }
}

/// Prints tests that failed and passed on another attempt.
pub(super) fn tell_flaky(report: &Report, body: &mut Body<'_>, ledger: &mut Ledger) {
    let line_chars = usize::try_from(body.page.limits().line_chars).unwrap_or(usize::MAX);
    let flaky = report.failures().records().iter().filter(|each| each.state == State::Flaky);
    for failure in flaky {
        let text = format!("weir: flaky {}", report.failures().shown(failure));
        if !body.page.row(&Row::Own(crate::text::clip(&text, line_chars).text.into_owned()), ledger) {
            break;
        }
    }
}
