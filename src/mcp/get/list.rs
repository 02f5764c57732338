//! The failures of a stored log, a line each or a few.

use serde_json::Value;

use super::answer::Stored;
use crate::budget::Count as _;
use crate::mcp::harden::{Desk, Kind, Outcome, Question, Shown, count};
use crate::render::heading;

/// Chars of a line.
const LINE_CHARS: usize = 300;
/// Lines that one failure takes up at most.
const HEADING_LINES: usize = 3;

/// The failures from a certain one on, counted from 0.
pub(super) fn failures(desk: &Desk<'_>, stored: &Stored, from: u64, estimated: u64) -> Shown {
    let budget = desk.scale.threshold;
    let all = count(memchr::memchr_iter(b'\n', &stored.records).count());
    let question = Question { kind: Kind::Failures, of: Some(stored.base.clone()), ..Question::default() };
    let id = match stored.question.kind {
        Kind::Failures => Some(stored.id.clone()),
        _ => desk.keep("", &question),
    };
    let closing = |to: u64| {
        let cursor = if to < all { id.as_deref().and_then(|id| desk.cursor(id, to)) } else { None };
        let rest = match &cursor {
            Some(cursor) => format!("; rest: {}", desk.call_cursor(cursor)),
            None if to < all => format!("; {}", desk.note()),
            None => String::new(),
        };
        let first = from.saturating_add(1).min(to);
        (format!("weir: failures {first}-{to} of {all}{rest}\n"), cursor)
    };
    let share = closing(all.saturating_sub(1)).0;
    let mut room = budget.saturating_sub(desk.scale.tokens(&share));
    let mut bytes = desk.scale.hard.saturating_sub(count(share.len()));
    let (mut text, mut to) = (String::new(), from);
    let skipped = usize::try_from(from).unwrap_or(usize::MAX);
    for record in stored.records.split(|byte| *byte == b'\n').skip(skipped).filter(|line| !line.is_empty()) {
        let record: Value = serde_json::from_slice(record).unwrap_or_default();
        let mut block = heading(&record, LINE_CHARS, HEADING_LINES).join("\n");
        block.push('\n');
        let block: String = crate::text::sanitize(&block).0.into_owned();
        let cost = desk.scale.tokens(&block);
        let fits = cost <= room && count(block.len()) <= bytes;
        if !fits && to > from {
            break;
        }
        room.down(cost);
        bytes.down(count(block.len()));
        to.up(1);
        if fits {
            text.push_str(&block);
        }
    }
    let (last, next) = closing(to);
    text.push_str(&last);
    Shown {
        text,
        outcome: Outcome::Filtered,
        budget,
        estimated,
        snapshot: Some(stored.base.clone()),
        next,
        total: Some(all),
        ..Shown::default()
    }
}
