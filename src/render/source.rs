//! The source around the line that failed: the lines below it did not run, and the lines far above it were fine.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use super::ranks::Rank;
use crate::event::Part;
use crate::report::{Detail, Stored};

/// How many lines are shown above the one that failed.
const ABOVE: usize = 2;

/// What a line of an excerpt of source is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Row {
    /// The line that failed: `> 5 |   expect(4)`.
    Failed,
    /// Another line: `  4 |   test(() => {`.
    Other,
    /// Marks below a part of the line above: `    |      ^`.
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

/// Lowers the rows of excerpts that say nothing of the failure.
pub(super) fn lower(lines: &[(Part, Stored)], ranks: &mut [Rank]) {
    // A row of marks may have words that say why.
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
    // Without a mark before it, the marks below a line show which one failed.
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

/// How many sources are remembered at most.
const MOST_KNOWN: usize = 256;

/// The sources of functions that were shown, each with the first failure that has it: pytest prints the whole function
/// for each failure. `None` when each failure is shown by itself, as in JSON.
#[derive(Debug, Default)]
pub(super) struct Sources(Option<HashMap<u64, usize>>);

impl Sources {
    /// The sources of an answer in which failures follow each other.
    pub(super) fn shared() -> Self {
        Self(Some(HashMap::new()))
    }

    /// Lowers lines far above the line that failed, and a source that an earlier failure has.
    pub(super) fn lower(&mut self, detail: &Detail, above: usize, ranks: &mut [Rank]) {
        for (at, (part, line)) in detail.lines.iter().enumerate() {
            if *part == Part::Where && line.text.starts_with(">   ") {
                self.lower_above(detail, at, above, ranks);
            }
        }
    }

    /// The same for the function whose line `failed`.
    fn lower_above(&mut self, detail: &Detail, failed: usize, above: usize, ranks: &mut [Rank]) {
        let before = detail.lines.get(..failed).unwrap_or_default();
        let is_source = |(part, line): &&(Part, Stored)| {
            *part == Part::Where && (line.text.starts_with("    ") || line.text.is_empty())
        };
        let source = before.iter().rev().take_while(is_source).count();
        let from = failed.saturating_sub(source);
        let mut quoted = false;
        let mut code: Vec<usize> = Vec::with_capacity(source);
        let mut hasher = DefaultHasher::new();
        for (at, (_, line)) in before.iter().enumerate().skip(from) {
            let text = line.text.trim();
            line.text.hash(&mut hasher);
            let quotes: usize = ["\"\"\"", "'''"].iter().map(|quotes| text.matches(quotes).count()).sum();
            let is_docstring = quoted || text.starts_with(['"', '\'']) && quotes > 0;
            quoted ^= is_docstring && quotes == 1;
            if !(is_docstring || text.is_empty() || text.starts_with('#')) {
                code.push(at);
            }
        }
        let own = std::ptr::from_ref(detail).addr();
        let print = hasher.finish();
        let first = self.0.as_mut().map_or(own, |known| match known.get(&print) {
            Some(first) => *first,
            None if known.len() < MOST_KNOWN => *known.entry(print).or_insert(own),
            None => own,
        });
        let rank = if first == own { Rank::Around } else { Rank::Twice };
        let kept = code.len().saturating_sub(if first == own { above } else { 0 });
        let kept = code.get(kept..).unwrap_or_default();
        if source > above || first != own {
            for at in (from..failed).filter(|at| !kept.contains(at)) {
                if let Some(slot) = ranks.get_mut(at) {
                    *slot = (*slot).max(rank);
                }
            }
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
    fn of_a_function_the_lines_above_the_failed_one_are_shown_and_once_only() {
        let source = "    def test_a():\n        \"\"\"Ships\n        moor.\"\"\"\n        a = 1\n        # two\n        b = 2\n        c = 3\n>       assert a\nE       assert 1";
        let of = |text: &str| {
            let mut detail = Detail::default();
            detail.lines =
                text.lines().map(|line| (Part::Where, Stored::decoded(line, Class::Detail))).collect();
            detail
        };
        let (first, second, short) = (of(source), of(source), of("    a = 1\n>       assert b"));
        let mut sources = Sources::shared();
        let mut ranks = |detail: &Detail| {
            let mut ranks = vec![Rank::Where; detail.lines.len()];
            sources.lower(detail, 2, &mut ranks);
            ranks
        };
        let shown = |ranks: &[Rank]| -> Vec<usize> {
            (0..ranks.len()).filter(|at| ranks.get(*at) == Some(&Rank::Where)).collect()
        };
        assert_eq!(shown(&ranks(&first)), [5, 6, 7, 8]);
        assert_eq!(shown(&ranks(&second)), [7, 8]);
        assert_eq!(shown(&ranks(&first)), [5, 6, 7, 8]);
        assert_eq!(shown(&ranks(&short)), [0, 1]);
        let mut apart = Sources::default();
        for detail in [&first, &second] {
            let mut ranks = vec![Rank::Where; detail.lines.len()];
            apart.lower(detail, 2, &mut ranks);
            assert_eq!(shown(&ranks), [5, 6, 7, 8]);
        }
    }

    #[test]
    fn what_is_known_of_sources_is_bounded_and_stays_known() {
        let of = |name: usize| {
            let mut detail = Detail::default();
            let text = format!("    a = {name}\n    b = 2\n>       assert a");
            detail.lines =
                text.lines().map(|line| (Part::Where, Stored::decoded(line, Class::Detail))).collect();
            detail
        };
        let (first, again) = (of(0), of(0));
        let others: Vec<Detail> = (1..=MOST_KNOWN).map(of).collect();
        let mut sources = Sources::shared();
        let mut is_shown = |detail: &Detail| {
            let mut ranks = vec![Rank::Where; detail.lines.len()];
            sources.lower(detail, 4, &mut ranks);
            ranks.iter().all(|rank| *rank == Rank::Where)
        };
        assert!(is_shown(&first) && others.iter().all(&mut is_shown));
        assert!(!is_shown(&again), "it is known when no more are");
        assert!(is_shown(&first));
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
