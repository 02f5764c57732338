//! The answer for a stream that nobody recognises, or in which nobody found what failed.

use std::collections::BTreeMap;

use super::rest::tell_lines;
use super::row::Row;
use super::text::Body;
use crate::budget::{Cost, Ledger};
use crate::event::{Class, Strength};
use crate::report::{Report, Stored, Verdict, Window};

/// So many lines after a step are shown for a sign at its end, and head the next one.
const AFTER_A_SIGN: u64 = 8;

/// Whether a window still counts: what is in a run that reconciled was output, and what went wrong in a step that ended
/// well is no reason.
pub(super) fn is_open(report: &Report, window: &Window) -> bool {
    let after = if window.is_sign { 0 } else { AFTER_A_SIGN };
    report.is_outside(window.section) && !report.is_of_a_good_step(window.line.number, after)
}

fn newest_first(mut lines: Vec<&Stored>) -> Vec<&Stored> {
    lines.reverse();
    lines
}

/// How much of the room a stream has in which nothing says that something failed: one of so many.
const WITHOUT_A_SIGN: u64 = 4;

/// The room of a stream that nobody recognises.
fn room(report: &Report, verdict: Verdict, room: Cost) -> Cost {
    match verdict {
        Verdict::Failed => room,
        _ if report.strong_signs() > 0 => room,
        _ => part_of(room, WITHOUT_A_SIGN),
    }
}

fn part_of(room: Cost, share: u64) -> Cost {
    Cost {
        chars: room.chars.checked_div(share).unwrap_or(room.chars),
        lines: room.lines.checked_div(share).unwrap_or(room.lines),
    }
}

/// Whole when it fits into this part of the room; else the lines right before the end or the error, windows round signs,
/// the strongest first, and what there is room for of the rest. Where `most_chars` is given the room is no more than that.
pub(super) fn tell_excerpt(
    report: &Report,
    verdict: Verdict,
    body: &mut Body<'_>,
    ledger: &mut Ledger,
    one_of: u64,
    most_chars: Option<u64>,
) {
    let excerpt = report.excerpt();
    let ruler = body.page.ruler();
    let room = room(report, verdict, body.page.room());
    let room = Cost { chars: most_chars.map_or(room.chars, |most| most.min(room.chars)), ..room };
    let room = part_of(room, one_of);
    let cost = |line: &Stored| Row::Input(line).cost(ruler);
    let whole = excerpt.head().iter().fold(Cost::default(), |sum, line| sum.plus(cost(line)));
    // Lines of warnings are kept apart: without them the first lines are not all that was printed.
    let warnings: Vec<&Stored> =
        report.warnings().kept().iter().flat_map(|warning| warning.lines.iter()).collect();
    if excerpt.head_is_whole() && whole.fits(room) && warnings.is_empty() {
        let lines: Vec<&Stored> = excerpt.head().iter().collect();
        tell_lines(&lines, body, ledger);
        return;
    }
    let mut chosen: BTreeMap<u64, &Stored> = BTreeMap::new();
    let mut used = Cost::default();
    let part = |share: u64| part_of(room, share);
    let telling = |line: &&Stored| line.class != Class::Noise && !is_chatter(&line.text);
    let head = || excerpt.head().iter().filter(telling).collect();
    let tail = || excerpt.tail().rev().filter(telling).collect();
    let open = |window: &&Window| is_open(report, window);
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
    let room_of_names = Cost { chars: two_thirds(room.chars), lines: two_thirds(room.lines) };
    // Where only warnings can be the reason, as with a linter that is reported to fail on them, they are shown early.
    let mut steps: Vec<(Vec<&Stored>, Cost)> = vec![
        (excerpt.last_words().iter().collect(), part(6)),
        (tail(), part(6)),
        (signs(Strength::Name), room_of_names),
        (newest_first(signs(Strength::Name)), part(6)),
        (signs(Strength::Cause), part(4)),
        (newest_first(windows(Strength::Cause)), part(4)),
        (windows(Strength::Cause), part(4)),
        (warnings.clone(), part(4)),
    ];
    for strength in Strength::ALL {
        steps.push((signs(strength), part(2)));
        steps.push((crowd(strength), part(2)));
        steps.push((windows(strength), part(2)));
    }
    steps.extend([(head(), part(6)), (tail(), room), (head(), room), (warnings, room)]);
    if most_chars.is_none() {
        // Where nothing else tells why, noise may.
        steps.extend([(excerpt.tail().rev().collect(), room), (excerpt.head().iter().collect(), room)]);
    }
    for (lines, most) in steps {
        let mut spent = Cost::default();
        for line in lines {
            if chosen.contains_key(&line.number) || line.number == 0 || body.page.has_shown(line) {
                continue;
            }
            let price = cost(line);
            if !spent.plus(price).fits(most) || !used.plus(price).fits(room) {
                break;
            }
            spent = spent.plus(price);
            used = used.plus(price);
            chosen.insert(line.number, line);
        }
    }
    let lines: Vec<&Stored> = chosen.into_values().collect();
    tell_lines(&lines, body, ledger);
    let shown_all = excerpt.head_is_whole() && lines.len() == excerpt.head().len();
    if !shown_all {
        body.fire(used.lines.saturating_add(1) >= room.lines);
    }
}

/// Whether a line is what a worker says of itself, of its surroundings or of a download: it tells nothing of a failure.
fn is_chatter(text: &str) -> bool {
    const BEGINNINGS: [&str; 22] = [
        "Downloading ",
        "Downloaded ",
        "Receiving objects:",
        "Resolving deltas:",
        "remote: ",
        "Progress ",
        "Fetching ",
        "Get:",
        "Hit:",
        "Unpacking ",
        "Selecting previously unselected ",
        "Preparing to unpack ",
        "Setting up ",
        "Collecting ",
        "Requirement already satisfied",
        "Using cached ",
        "Current runner version",
        "Runner Image",
        "Operating System",
        "##[group]",
        "##[endgroup]",
        "export ",
    ];
    let text = text.trim_start();
    if !text.contains(char::is_alphanumeric) {
        return true;
    }
    let name = text.split(['=', ':']).next().unwrap_or_default();
    let variable = name.len() > 2
        && name.len() < text.len()
        && name.contains('_')
        && name.bytes().all(|each| each.is_ascii_uppercase() || each.is_ascii_digit() || each == b'_');
    variable || BEGINNINGS.iter().any(|beginning| text.starts_with(beginning))
}

/// How much of the room the names of failures have, when nothing is known but processes that died: one of so many parts.
const NAMES_OF_CRASHES: u64 = 2;

/// Names of failures beside processes that died: who ran is not known, and what died says only why.
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
    let names = report.excerpt().windows_of(Strength::Name).filter(|window| is_open(report, window));
    let lines: Vec<&Stored> = names.map(|window| &window.line).take_while(fits).collect();
    tell_lines(&lines, body, ledger);
}
