//! Where two long lines with the same beginning differ.

use crate::event::Part;
use crate::report::Stored;
use crate::text::clip;

/// How far apart a line and the one that it differs from may be: marks may be between them.
const DISTANCE: usize = 2;
/// How many chars are shown before the difference.
const BEFORE: usize = 40;
/// The mark for what is left out.
const LEFT_OUT: &str = "...";

/// The sign of a line of a comparison, and where the text after it begins.
fn signed(line: &str) -> Option<(char, usize)> {
    let indent = line.strip_prefix('E').map_or(line, |rest| rest).trim_start();
    let sign = indent.chars().next().filter(|first| matches!(first, '-' | '+'))?;
    Some((sign, line.len().saturating_sub(indent.len()).saturating_add(1)))
}

/// The line on the other side of a comparison.
pub(super) fn partner(lines: &[(Part, Stored)], at: usize) -> Option<&Stored> {
    let (sign, _) = signed(&lines.get(at)?.1.text)?;
    let around = (1..=DISTANCE).flat_map(|far| [at.checked_add(far), at.checked_sub(far)]).flatten();
    around
        .filter_map(|other| lines.get(other))
        .map(|(_, line)| line)
        .find(|line| signed(&line.text).is_some_and(|(other, _)| other != sign))
}

/// A line with its sign, and then from a little before its difference from another one on; `None` when its beginning
/// shows the difference.
pub(super) fn narrowed(line: &str, other: &str, limit: usize) -> Option<String> {
    let ((_, from), (_, other_from)) = (signed(line)?, signed(other)?);
    let (head, text) = line.split_at_checked(from)?;
    let other = other.get(other_from..)?;
    let equal = text.char_indices().zip(other.chars()).take_while(|((_, left), right)| left == right);
    let (count, differs) = equal.fold((0_usize, 0_usize), |(count, _), ((at, char), _)| {
        (count.saturating_add(1), at.saturating_add(char.len_utf8()))
    });
    let before = text.get(..differs)?;
    let visible = limit.saturating_sub(head.chars().count()).saturating_sub(LEFT_OUT.len());
    if count.saturating_add(BEFORE) < visible {
        return None;
    }
    let since = before.char_indices().rev().nth(BEFORE.saturating_sub(1)).map_or(0, |(at, _)| at);
    let rest = text.get(since..)?;
    Some(clip(&format!("{head}{LEFT_OUT}{rest}"), limit).text.into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_line_is_shown_where_it_differs() {
        let line = |sign: &str, end: &str| format!("E         {sign} {}{end}", "x".repeat(400));
        assert_eq!(
            narrowed(&line("-", "a"), &line("+", "b"), 100).unwrap(),
            format!("E         -...{}a", "x".repeat(40))
        );
        assert_eq!(
            narrowed(&line("-", ""), &line("+", "b"), 100).unwrap(),
            format!("E         -...{}", "x".repeat(40))
        );
        assert_eq!(narrowed("- a", "+ b", 100), None);
        assert_eq!(narrowed(&format!("- a{}", "x".repeat(200)), "+ b", 100), None);
    }
}
