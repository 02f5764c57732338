//! What changes in a text, line by line: the lines that differ, between those that do not.

use std::fmt::Write as _;

/// Lines without a change that are shown on both sides.
const AROUND: usize = 2;
/// Chars of a line that are shown.
const LINE_CHARS: usize = 300;
/// Lines that are shown.
const MOST_LINES: usize = 60;

/// The lines that differ.
pub(in crate::cli) fn diff(old: &str, new: &str) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let same = |pair: &(&&str, &&str)| pair.0 == pair.1;
    let before = old.iter().zip(&new).take_while(same).count();
    let most = old.len().min(new.len()).saturating_sub(before);
    let after = old.iter().rev().zip(new.iter().rev()).take(most).take_while(same).count();
    let changed = |lines: &[&str]| -> Vec<String> {
        let end = lines.len().saturating_sub(after);
        lines.get(before..end).unwrap_or_default().iter().map(|line| (*line).to_owned()).collect()
    };
    let (removed, added) = (changed(&old), changed(&new));
    let mut text = String::new();
    let first = before.saturating_sub(AROUND);
    let around = |lines: &[&str]| lines.iter().map(|line| (*line).to_owned()).collect::<Vec<_>>();
    let end = old.len().saturating_sub(after);
    let groups = [
        (' ', around(old.get(first..before).unwrap_or_default())),
        ('-', removed),
        ('+', added),
        (' ', around(old.get(end..end.saturating_add(AROUND).min(old.len())).unwrap_or_default())),
    ];
    for (sign, lines) in groups {
        for line in lines.iter().take(MOST_LINES) {
            let _ = writeln!(text, "{sign}{}", line.chars().take(LINE_CHARS).collect::<String>());
        }
        if lines.len() > MOST_LINES {
            let _ = writeln!(text, "{sign}... and {} more lines", lines.len().saturating_sub(MOST_LINES));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lines_that_differ_are_shown_between_others() {
        assert_eq!(diff("a\nb\nc\nd\n", "a\nB\nB2\nc\nd\n"), " a\n-b\n+B\n+B2\n c\n d\n");
        assert_eq!(diff("a\n", "a\na\n"), " a\n+a\n");
    }
}
