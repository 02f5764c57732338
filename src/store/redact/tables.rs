//! Values in tables: in the cell after that of their name, or in the column below it.
//!
//! `Get-ChildItem env:` of PowerShell parts cells by blanks, databases and Markdown do so with bars or boxes, and a file of
//! values with commas. A cell is a value only when it is one word.

use super::escapes::{before, one, past_color, past_quote, run};
use super::judge::Judge;
use super::lines::{line_at, line_start};
use super::named::leaf;
use super::names::Name;
use super::shapes::Secret;

/// The most bytes of a cell, and rows of a table that are looked at.
const CELL: usize = 4096;
const ROWS: usize = 64;
/// The most bytes of a row.
const ROW: usize = 4096;
/// The fewest blanks that part cells.
const GAP: usize = 2;
/// The most bytes of a name in the head of a table.
const NAME: usize = 32;
/// How bars are written.
const BARS: [&[u8]; 4] = [b"|", "│".as_bytes(), "┃".as_bytes(), "║".as_bytes()];

/// How many bytes an element of XML has from a position on, on its line.
pub(super) fn cell(text: &[u8], at: usize) -> usize {
    let length = run(text, at, CELL, |byte| byte >= b' ' && byte != b'<');
    let element = text.get(at..at.saturating_add(length)).unwrap_or_default();
    memchr::memmem::find(element, b"&lt;").unwrap_or(length)
}

/// The bar at a position: how many bytes it has.
fn bar(text: &[u8], at: usize) -> Option<usize> {
    let rest = text.get(at..)?;
    BARS.iter().find(|bar| rest.starts_with(bar)).map(|bar| bar.len())
}

/// Where the bars of a line are.
fn bars(line: &[u8]) -> impl Iterator<Item = (usize, usize)> {
    let starts = |at: &usize| line.get(*at).is_some_and(|byte| *byte == b'|' || *byte == 0xe2);
    (0..line.len()).filter(starts).filter_map(|at| Some((at, at.saturating_add(bar(line, at)?))))
}

/// Whether a line only parts the head of a table from its rows.
fn is_ruler(line: &[u8]) -> bool {
    let dashes = line.iter().filter(|byte| matches!(byte, b'-' | b'=')).count();
    let lines = memchr::memmem::find_iter(line, "─").take(3).count();
    let other = |byte: &u8| !b"-=+|: \t\r".contains(byte) && byte.is_ascii();
    (dashes >= 3 || lines >= 3) && !line.iter().any(other)
}

/// The values of a name in a table. `after` is where what belongs to the name ends.
pub(super) fn values(text: &[u8], name: &Name<'_>, after: usize, judge: &Judge, hidden: &mut Vec<Secret>) {
    let start = line_start(text, name.start);
    let first = text.get(start..name.start).unwrap_or_default();
    let (line, next) = line_at(text, after);
    if line.end.saturating_sub(start) > ROW {
        return;
    }
    let at = past_color(text, after.saturating_add(blanks_all(text, after)));
    let known = hidden.len();
    let lead = first.iter().rev().take_while(|byte| !byte.is_ascii_alphanumeric()).count();
    let begins = lead == first.len();
    if let Some(width) = bar(text, at) {
        let parted =
            begins || bars(first).last().is_some_and(|(_, end)| first.get(end..).is_some_and(is_blank));
        if parted {
            hidden.extend(in_cell(text, at.saturating_add(width), line.end, judge));
        }
    } else if at.saturating_sub(after) >= GAP || one(text, after, b"\t,;") {
        let from = if one(text, after, b",;") { after.saturating_add(1) } else { at };
        let alone = (begins && name.is_capital()) || at.saturating_sub(after) >= GAP;
        if alone {
            hidden.extend(in_cell(text, from, line.end, judge));
        }
    }
    if hidden.len() == known {
        let place = name.start.saturating_sub(start);
        below(text, (start, line.end), next, place, judge, hidden);
    }
}

fn is_blank(bytes: &[u8]) -> bool {
    bytes.iter().all(|byte| b" \t\"'`*".contains(byte))
}

fn blanks_all(text: &[u8], at: usize) -> usize {
    run(text, at, CELL, |byte| matches!(byte, b' ' | b'\t'))
}

/// The value that is a whole cell: it begins at or after `at`, and another cell or the end of the line comes after it.
fn in_cell(text: &[u8], at: usize, end: usize, judge: &Judge) -> Option<Secret> {
    let at = past_color(text, at.saturating_add(blanks_all(text, at)));
    let value = leaf(text, at, judge).filter(|value| value.end <= end)?;
    let (_, after) = past_quote(text, value.end);
    let after = past_color(text, after);
    let gap = blanks_all(text, after);
    let last = after.saturating_add(gap);
    let ends = last >= end || gap >= GAP || bar(text, last).is_some() || one(text, after, b"\t,;");
    (ends && judge.takes_of(text.get(value.clone())?)).then(|| judge.secret(value))
}

/// Whether every cell of a line is a name.
fn is_head(line: &[u8], sign: u8) -> bool {
    let names = |cell: &[u8]| {
        cell.len() <= NAME
            && cell.iter().all(|byte| byte.is_ascii_alphabetic() || b"_-\"'".contains(byte))
            && !cell.is_empty()
    };
    line.split(|byte| *byte == sign).all(names)
}

/// The values in the column below a name, which is in the head of a table at a `place` of its line.
fn below(
    text: &[u8],
    (start, end): (usize, usize),
    next: usize,
    place: usize,
    judge: &Judge,
    hidden: &mut Vec<Secret>,
) {
    let head = text.get(start..end).unwrap_or_default();
    let before_name = head.get(..place).unwrap_or_default();
    let ruled = text.get(line_at(text, next).0).is_some_and(is_ruler);
    let number = bars(before_name).count();
    let comma = [b',', b';', b'\t']
        .into_iter()
        .find(|sign| memchr::memchr(*sign, head).is_some() && is_head(head, *sign));
    let commas = |line: &[u8], sign: u8| memchr::memchr_iter(sign, line).count();
    let parted = before_name.is_empty() || before_name.ends_with(b"  ");
    let capital = !head.iter().any(u8::is_ascii_lowercase) && head.contains(&b' ');
    let mut from = next;
    for _ in 0..ROWS {
        let (line, after) = line_at(text, from);
        let row = text.get(line.clone()).unwrap_or_default();
        if row.is_empty() || row.len() > ROW {
            return;
        }
        let at = if bars(head).next().is_some() {
            // Only after a ruler rows come.
            if !ruled {
                return;
            }
            match number.checked_sub(1) {
                None => Some(0),
                Some(number) => bars(row).nth(number).map(|(_, end)| end),
            }
        } else if let Some(sign) = comma {
            if commas(row, sign) != commas(head, sign) {
                return;
            }
            match commas(before_name, sign).checked_sub(1) {
                None => Some(0),
                Some(number) => memchr::memchr_iter(sign, row).nth(number).map(|at| at.saturating_add(1)),
            }
        } else if parted && (ruled || capital) {
            let begins = before(row, place).is_none_or(|byte| byte == b' ') && !one(row, place, b" ");
            begins.then_some(place)
        } else {
            return;
        };
        let ruler = is_ruler(row);
        match at {
            Some(at) if !ruler => {
                hidden.extend(in_cell(text, line.start.saturating_add(at), line.end, judge))
            }
            None if !ruler => return,
            _ => {}
        }
        if after >= text.len() {
            return;
        }
        from = after;
    }
}
