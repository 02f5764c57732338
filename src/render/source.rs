//! The source round the line that failed: what is below that line did not run, and what is far above it was fine.

use super::ranks::Rank;
use crate::event::Part;
use crate::report::Stored;

/// How many lines above the one that failed are shown.
const ABOVE: usize = 2;

/// What a line of an excerpt of source is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Row {
    /// The line that failed: `> 5 |   expect(4)`.
    Failed,
    /// Another line: `  4 |   test(() => {`.
    Other,
    /// What marks a part of the line above it: `    |      ^`.
    Marks,
}

/// Reads a row of an excerpt with numbers.
fn row(line: &str) -> Option<Row> {
    let text = line.trim_start();
    let (failed, text) = match text.strip_prefix(['>', '\u{276f}', '\u{2192}']) {
        Some(rest) => (true, rest.trim_start()),
        None => (false, text),
    };
    let rest = text.trim_start_matches(|char: char| char.is_ascii_digit());
    let marks = rest.trim_start().strip_prefix(['|', '\u{2502}'])?;
    match (failed, rest.len() < text.len()) {
        (true, true) => Some(Row::Failed),
        (false, true) => Some(Row::Other),
        (false, false) => (!marks.trim().is_empty()).then_some(Row::Marks),
        (true, false) => None,
    }
}

/// Lowers the rows of excerpts that tell nothing of the failure.
pub(super) fn lower(lines: &[(Part, Stored)], ranks: &mut [Rank]) {
    // A mark may have words that tell why.
    let is_row = |part: Part, row: Row| part == Part::Where || part == Part::Why && row == Row::Marks;
    let read = |(part, line): &(Part, Stored)| row(&line.text).filter(|row| is_row(*part, *row));
    let rows: Vec<Option<Row>> = lines.iter().map(read).collect();
    let mut from = 0_usize;
    while from < rows.len() {
        let length = rows.get(from..).unwrap_or_default().iter().take_while(|row| row.is_some()).count();
        let to = from.saturating_add(length);
        lower_excerpt(rows.get(from..to).unwrap_or_default(), ranks.get_mut(from..to).unwrap_or_default());
        from = to.max(from.saturating_add(1));
    }
}

fn lower_excerpt(rows: &[Option<Row>], ranks: &mut [Rank]) {
    let is = |at: usize, row: Row| rows.get(at) == Some(&Some(row));
    // Without a mark in front, the marks below a line say which one it is.
    let failed = (0..rows.len()).find(|at| is(*at, Row::Failed));
    let marked = (0..rows.len()).find(|at| is(*at, Row::Marks)).and_then(|at| at.checked_sub(1));
    let marked = marked.filter(|at| is(*at, Row::Other));
    let Some(failed) = failed.or(marked) else { return };
    let last = (failed..rows.len()).rev().find(|at| !is(*at, Row::Other)).unwrap_or(failed);
    for (at, rank) in ranks.iter_mut().enumerate() {
        if at > last || at.saturating_add(ABOVE) < failed {
            *rank = (*rank).max(Rank::Around);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::Class;

    fn shown(text: &str) -> Vec<&str> {
        let lines: Vec<(Part, Stored)> =
            text.lines().map(|line| (Part::Where, Stored::decoded(line, Class::Detail))).collect();
        let mut ranks = vec![Rank::Where; lines.len()];
        lower(&lines, &mut ranks);
        text.lines().zip(ranks).filter(|(_, rank)| *rank == Rank::Where).map(|(line, _)| line).collect()
    }

    #[test]
    fn source_above_the_failed_line_is_shown_and_below_it_is_not() {
        let jest = "  1 | a\n  2 | b\n  3 | c\n> 4 | d\n    | ^\n  5 | e\n  6 | f\nat x";
        assert_eq!(shown(jest), ["  2 | b", "  3 | c", "> 4 | d", "    | ^", "at x"]);
        let vitest = "      3| \n      4| a\n      5|   b\n       |   ^\n      6| })";
        assert_eq!(shown(vitest), ["      3| ", "      4| a", "      5|   b", "       |   ^"]);
    }

    #[test]
    fn source_above_a_mark_that_tells_why_is_shown() {
        let rustc = "2 | a\n  |   -- as here\n3 |   b\n  |   ^ wrong";
        let part = |line: &str| if line.ends_with("wrong") { Part::Why } else { Part::Where };
        let lines: Vec<(Part, Stored)> =
            rustc.lines().map(|line| (part(line), Stored::decoded(line, Class::Detail))).collect();
        let mut ranks = vec![Rank::Where; lines.len()];
        lower(&lines, &mut ranks);
        assert_eq!(ranks, [Rank::Where; 4]);
    }

    #[test]
    fn an_excerpt_without_a_mark_stays() {
        for text in
            ["  1 | a\n  2 | b\n  3 | c", "a | b\nc | d", "5 | let x\n  | ^^^ no\n6 | let y\n  | --- first"]
        {
            assert_eq!(shown(text).len(), text.lines().count(), "{text}");
        }
    }
}
