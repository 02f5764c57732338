//! The answer for an unrecognized stream, or one in which no failure was found.

use std::collections::BTreeMap;

use super::rest::tell_lines;
use super::row::Row;
use super::text::Body;
use crate::budget::{Cost, Ledger, Mode};
use crate::event::{Class, Strength};
use crate::report::{Report, Stored, Verdict, Window, is_chatter};

fn newest_first(mut lines: Vec<&Stored>) -> Vec<&Stored> {
    lines.reverse();
    lines
}

/// How much is shown, in modes that do not show everything: of a stream in which something failed, and of the last lines
/// of a stream without a sign of a failure.
const MOST: Cost = Cost { chars: 8_000, lines: 160 };
const LAST: Cost = Cost { chars: 4_000, lines: 20 };
/// How many lines a stream may have to be shown whole in those modes.
const WHOLE: usize = 40;

/// Whether an unrecognized stream is shown whole when it fits.
pub(super) const fn passes_whole(mode: Mode, lines: usize) -> bool {
    matches!(mode, Mode::Verbose) || lines <= WHOLE
}

/// In a mode that shows everything, a stream without a sign of a failure has one in so many parts of the room.
const WITHOUT_A_SIGN: u64 = 4;

/// The room of an unrecognized stream.
fn room(report: &Report, verdict: Verdict, room: Cost) -> Cost {
    let failed = verdict == Verdict::Failed || report.strong_signs() > 0;
    match (report.mode(), failed) {
        (Mode::Verbose, true) => room,
        (Mode::Verbose, false) => part_of(room, WITHOUT_A_SIGN),
        (_, true) => room.least(MOST),
        (_, false) => room.least(LAST),
    }
}

fn part_of(room: Cost, share: u64) -> Cost {
    Cost {
        chars: room.chars.checked_div(share).unwrap_or(room.chars),
        lines: room.lines.checked_div(share).unwrap_or(room.lines),
    }
}

/// When the excerpt has only one in so many parts of the room, the reasons are known: only signs of a cause may say more.
pub(super) const BESIDE_REASONS: u64 = 20;

/// Prints the stream whole when it fits into one of `one_of` parts of the room; else the lines right before the end or
/// the error, and windows around signs, the strongest first. Only a mode that shows everything fills its room.
pub(super) fn tell_excerpt(
    report: &Report,
    verdict: Verdict,
    body: &mut Body<'_>,
    ledger: &mut Ledger,
    one_of: u64,
) {
    let excerpt = report.excerpt();
    let ruler = body.page.ruler();
    let all = body.page.room();
    let room = part_of(room(report, verdict, all), one_of);
    // When no failure was located, no name of one is left out because of what is shown.
    let page = if one_of > 1 { room } else { all };
    let cost = |line: &Stored| Row::Input(line).cost(ruler);
    let whole = excerpt.head().iter().fold(Cost::default(), |sum, line| sum.plus(cost(line)));
    // Lines of warnings are kept apart: without them the first lines are not all that was printed.
    let warnings: Vec<&Stored> =
        report.warnings().kept().iter().flat_map(|warning| warning.lines.iter()).collect();
    let passes = passes_whole(report.mode(), excerpt.head().len());
    if excerpt.head_is_whole() && passes && whole.fits(room) && warnings.is_empty() {
        let lines: Vec<&Stored> = excerpt.head().iter().collect();
        tell_lines(&lines, body, ledger);
        return;
    }
    let mut chosen: BTreeMap<u64, &Stored> = BTreeMap::new();
    let part = |share: u64| part_of(room, share);
    let telling = |line: &&Stored| line.class != Class::Noise && !is_chatter(&line.text);
    let head = || excerpt.head().iter().filter(telling).collect();
    let tail = || excerpt.tail().rev().filter(telling).collect();
    let open = |window: &&Window| report.is_open(window);
    let signs = |strength| -> Vec<&Stored> {
        let signs = excerpt.windows_of(strength).filter(open).filter(|window| window.is_sign);
        signs.map(|window| &window.line).collect()
    };
    let windows = |strength| -> Vec<&Stored> {
        excerpt.windows_of(strength).filter(open).map(|window| &window.line).collect()
    };
    let crowd = |strength| -> Vec<&Stored> {
        excerpt.crowd_of(strength).filter(open).map(|window| &window.line).collect()
    };
    let two_thirds = |of: u64| of.div_euclid(3).saturating_mul(2);
    let room_of_names = Cost { chars: two_thirds(page.chars), lines: two_thirds(page.lines) };
    let names =
        vec![(signs(Strength::Name), room_of_names), (newest_first(signs(Strength::Name)), part_of(page, 6))];
    // When only warnings can be the reason, as for a linter that is set to fail on them, they are shown early.
    // Beside known reasons only the last words and the signs of a cause say more.
    let beside_reasons = one_of >= BESIDE_REASONS;
    let mut steps: Vec<(Vec<&Stored>, Cost)> =
        vec![(excerpt.last_words().collect(), part(if beside_reasons { 2 } else { 6 }))];
    if !beside_reasons {
        steps.push((tail(), part(6)));
    }
    steps.push((signs(Strength::Cause), part(4)));
    steps.push((newest_first(windows(Strength::Cause)), part(4)));
    if !beside_reasons {
        steps.extend([(windows(Strength::Cause), part(4)), (warnings.clone(), part(4))]);
    }
    let strengths = match one_of {
        BESIDE_REASONS.. => &[][..],
        2.. => &[Strength::Name, Strength::Cause, Strength::Outcome, Strength::Word][..],
        _ => &Strength::ALL[..],
    };
    for strength in strengths.iter().copied() {
        steps.push((signs(strength), part(2)));
        steps.push((crowd(strength), part(2)));
        steps.push((windows(strength), part(2)));
    }
    if report.mode() == Mode::Verbose {
        steps.extend([(head(), part(6)), (tail(), room), (head(), room), (warnings, room)]);
        // When nothing else says why, noise may.
        steps.extend([(excerpt.tail().rev().collect(), room), (excerpt.head().iter().collect(), room)]);
    } else if report.strong_signs() == 0 && !beside_reasons {
        let last = room.least(Cost { lines: LAST.lines.saturating_mul(2), ..room });
        steps.extend([(tail(), last), (excerpt.tail().rev().collect(), last)]);
    }
    let mut used = Cost::default();
    for (steps, most_of_all) in [(names, page), (steps, room)] {
        let before = used;
        for (lines, most) in steps {
            let mut spent = Cost::default();
            for line in lines {
                if chosen.contains_key(&line.number) || line.number == 0 || body.page.has_shown(line) {
                    continue;
                }
                let price = cost(line);
                let all = used.plus(price);
                if !spent.plus(price).fits(most) || !all.minus(before).fits(most_of_all) || !all.fits(page) {
                    break;
                }
                (spent, used) = (spent.plus(price), all);
                chosen.insert(line.number, line);
            }
        }
    }
    let lines: Vec<&Stored> = chosen.into_values().collect();
    tell_lines(&lines, body, ledger);
    let shown_all = excerpt.head_is_whole() && lines.len() == excerpt.head().len();
    // In the other modes no limit fires: they never show more than that.
    if !shown_all && report.mode() == Mode::Verbose {
        body.fire(used.lines.saturating_add(1) >= room.lines);
    }
}

/// When nothing is known except processes that died, the names of failures have one in so many parts of the room.
const NAMES_OF_CRASHES: u64 = 2;

/// Prints names of failures beside processes that died: the runner is not known, and the death says only why.
pub(super) fn tell_names(report: &Report, body: &mut Body<'_>, ledger: &mut Ledger) {
    let room = body.page.room();
    let most = Cost {
        chars: room.chars.div_euclid(NAMES_OF_CRASHES),
        lines: room.lines.div_euclid(NAMES_OF_CRASHES),
    };
    let ruler = body.page.ruler();
    let mut used = Cost::default();
    let fits = |line: &&Stored| {
        used = used.plus(Row::Input(line).cost(ruler));
        used.fits(most)
    };
    let names = report.excerpt().windows_of(Strength::Name).filter(|window| report.is_open(window));
    let lines: Vec<&Stored> = names.map(|window| &window.line).take_while(fits).collect();
    tell_lines(&lines, body, ledger);
}
