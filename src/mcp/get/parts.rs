//! What is shown of a line that matches: all of it, or the parts around its matches.

use regex::Regex;

use crate::budget::Count as _;

/// Chars of a line, and of each part of a longer one.
const LINE_CHARS: usize = 300;
/// Chars that are shown before a match.
const BEFORE_CHARS: usize = 60;
/// Parts of a line that are shown.
const MOST_PARTS: usize = 8;
/// What is in the place of text that is left out.
const GAP: &str = "...";

/// A part of a line.
#[derive(Debug)]
struct Part {
    text: String,
    /// Matches of the line up to the end of this part.
    matches: usize,
    /// Whether the line ends here.
    is_last: bool,
}

/// A line that matches.
#[derive(Debug)]
pub(super) struct Matching {
    parts: Vec<Part>,
    matches: usize,
}

/// The first chars of a text.
fn first(text: &str, chars: usize) -> &str {
    text.char_indices().nth(chars).map_or(text, |(at, _)| text.get(..at).unwrap_or(text))
}

/// Where the last chars of a text begin.
fn last(text: &str, chars: usize) -> usize {
    text.char_indices().rev().take(chars).last().map_or(text.len(), |(at, _)| at)
}

impl Matching {
    /// What is shown of a line.
    pub(super) fn of(regex: &Regex, line: &str) -> Self {
        if first(line, LINE_CHARS).len() == line.len() {
            let whole = Part { text: line.to_owned(), matches: 0, is_last: true };
            return Self { parts: vec![whole], matches: 0 };
        }
        let (mut parts, mut matches, mut end) = (Vec::<Part>::new(), 0_usize, 0_usize);
        for found in regex.find_iter(line) {
            matches.up(1);
            if let Some(part) = parts.last_mut().filter(|_| found.end() <= end) {
                part.matches = matches;
                continue;
            }
            if parts.len() == MOST_PARTS {
                continue;
            }
            let from = match line.get(end..found.start()) {
                Some(before) => end.saturating_add(last(before, BEFORE_CHARS)),
                None => found.start(),
            };
            let text = first(line.get(from..).unwrap_or_default(), LINE_CHARS);
            let gap = if from == end { "" } else { GAP };
            end = from.saturating_add(text.len());
            parts.push(Part { text: format!("{gap}{text}"), matches, is_last: end == line.len() });
        }
        Self { parts, matches }
    }

    /// The rows that can be printed of it, the longest first: each has one part less than the one before.
    pub(super) fn rows(&self, number: u64) -> impl Iterator<Item = String> {
        (0..self.parts.len()).rev().filter_map(move |last| self.row(number, last))
    }

    fn row(&self, number: u64, last: usize) -> Option<String> {
        let mut row = format!("{number}: ");
        row.extend(self.parts.get(..=last)?.iter().map(|part| part.text.as_str()));
        let Part { matches, is_last, .. } = self.parts.get(last)?;
        if !is_last {
            row.push_str(GAP);
        }
        let left = self.matches.saturating_sub(*matches);
        if left > 0 {
            row.push_str(&format!(" ({left} more matches in this line)"));
        }
        row.push('\n');
        Some(row)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(pattern: &str, line: &str) -> Vec<String> {
        Matching::of(&Regex::new(pattern).unwrap(), line).rows(7).collect()
    }

    #[test]
    fn a_line_is_whole_and_a_long_one_is_the_parts_around_its_matches() {
        assert_eq!(rows("b", "abc"), ["7: abc\n"]);
        let line = format!("{}first one{}second{}", "x".repeat(1000), "y".repeat(1000), "\u{e9}".repeat(400));
        let rows = rows("first|one|second", &line);
        let one = format!("...{}first one{}", "x".repeat(60), "y".repeat(231));
        let two = format!("...{}second{}", "y".repeat(60), "\u{e9}".repeat(234));
        assert_eq!(
            rows,
            [format!("7: {one}{two}...\n"), format!("7: {one}... (1 more matches in this line)\n")]
        );
    }

    #[test]
    fn matches_that_are_near_are_one_part_and_very_many_are_counted() {
        let line = "ab".repeat(10_000);
        let all = rows("a", &line);
        assert_eq!(all.len(), MOST_PARTS);
        assert_eq!(all[0], format!("7: {}... (8800 more matches in this line)\n", "ab".repeat(1200)));
        let whole = rows(".*", &line);
        assert_eq!(whole, [format!("7: {}...\n", "ab".repeat(150))]);
        assert_eq!(
            rows("end", &format!("{}end", "x".repeat(500))),
            [format!("7: ...{}end\n", "x".repeat(60))]
        );
    }
}
