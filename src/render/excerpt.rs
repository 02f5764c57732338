//! The answer for a stream that nobody recognises.

use std::collections::BTreeMap;

use super::row::Row;
use super::text::{Body, tell_lines};
use crate::budget::{Cost, Ledger};
use crate::report::{Report, Stored};

/// A stream that nobody recognises: whole when it fits into this part of the room; else first lines, last lines and
/// windows round signs.
pub(super) fn tell_excerpt(report: &Report, body: &mut Body<'_>, ledger: &mut Ledger, one_of: u64) {
    let excerpt = report.excerpt();
    let line_chars = body.page.limits().line_chars;
    let room = body.page.room();
    let room = Cost {
        chars: room.chars.checked_div(one_of).unwrap_or(room.chars),
        lines: room.lines.checked_div(one_of).unwrap_or(room.lines),
    };
    let cost = |line: &Stored| Row::Input(line).cost(line_chars);
    let whole = excerpt.head().iter().fold(Cost::default(), |sum, line| sum.plus(cost(line)));
    if excerpt.head_is_whole() && whole.fits(room) {
        let lines: Vec<&Stored> = excerpt.head().iter().collect();
        tell_lines(&lines, body, ledger);
        return;
    }
    let mut chosen: BTreeMap<u64, &Stored> = BTreeMap::new();
    let mut used = Cost::default();
    let part = |share: u64| Cost { chars: room.chars.div_euclid(share), lines: room.lines.div_euclid(share) };
    let steps: [(Vec<&Stored>, Cost); 6] = [
        (excerpt.head().iter().collect(), part(10)),
        (excerpt.tail().rev().collect(), part(5)),
        (excerpt.windows().filter(|window| window.is_sign).map(|window| &window.line).collect(), part(2)),
        (excerpt.windows().map(|window| &window.line).collect(), room),
        (excerpt.tail().rev().collect(), room),
        (excerpt.head().iter().collect(), room),
    ];
    for (lines, most) in steps {
        let mut spent = Cost::default();
        for line in lines {
            if chosen.contains_key(&line.number) || line.number == 0 {
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
