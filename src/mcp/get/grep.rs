//! Lines of a stored text that match a pattern, each with its number.

use super::answer::Stored;
use super::arguments::{Range, shown as word_of};
use super::parts::Matching;
use crate::budget::Count as _;
use crate::mcp::harden::{Desk, Outcome, Shown, count, lines_of, regex};
use crate::text::json::string;

/// A pattern that can be searched for.
///
/// # Errors
/// When it is none, for whoever called.
pub(super) fn checked(pattern: &str) -> Result<regex::Regex, String> {
    regex(pattern).map_err(|_| format!("grep cannot be {}: it is no regular expression", word_of(pattern)))
}

/// The lines of a range that match, within the budget.
pub(super) fn grep(
    desk: &Desk<'_>,
    stored: &Stored,
    pattern: &str,
    range: Option<Range>,
    estimated: u64,
) -> Result<Shown, String> {
    let regex = checked(pattern)?;
    let budget = desk.scale.threshold;
    let text = stored.text.as_str();
    let range = range.unwrap_or(Range { first: 1, last: None });
    let call = |line: u64| {
        let mut word = String::new();
        string(pattern, &mut word);
        let end = range.last.map_or_else(String::new, |last| last.to_string());
        format!(
            "; rest: {} {{\"id\":\"{}\",\"grep\":{word},\"lines\":\"{line}:{end}\"}}",
            desk.tool, stored.base
        )
    };
    let lines = lines_of(text);
    let last_line = |shown: u64, all: u64, rest: &str| {
        format!("weir: {shown} of {all} matching lines shown, the text has {lines} lines{rest}\n")
    };
    let share = last_line(lines, lines, &call(lines));
    let mut room = budget.saturating_sub(desk.scale.tokens(&share));
    let mut bytes = desk.scale.hard.saturating_sub(count(share.len()));
    let (mut out, mut shown, mut all, mut next) = (String::new(), 0_u64, 0_u64, None);
    for (number, line) in (1_u64..).zip(text.lines()) {
        let wanted = number >= range.first && range.last.is_none_or(|last| number <= last);
        if !wanted || !regex.is_match(line) {
            continue;
        }
        all.up(1);
        if next.is_some() {
            continue;
        }
        // Of a long line as many parts as there is room for, one at least.
        let fits = |row: &String| desk.scale.tokens(row) <= room && count(row.len()) <= bytes;
        let Some(row) = Matching::of(&regex, line).rows(number).find(fits) else {
            next = Some(number);
            continue;
        };
        let cost = desk.scale.tokens(&row);
        room.down(cost);
        bytes.down(count(row.len()));
        shown.up(1);
        out.push_str(&row);
    }
    let rest = next.filter(|_| shown > 0).map(call).unwrap_or_default();
    out.push_str(&last_line(shown, all, &rest));
    Ok(Shown {
        text: out,
        outcome: Outcome::Chunked,
        budget,
        estimated,
        snapshot: Some(stored.base.clone()),
        total: Some(all),
        ..Shown::default()
    })
}
