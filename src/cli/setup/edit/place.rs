//! An edit of a text, and why one cannot be made.

use std::ops::Range;

use crate::budget::Count as _;

use serde::{Deserialize, Serialize};

/// A change of a text: what is removed at a place, and what is inserted there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::cli) struct Edit {
    /// The place in the text before all edits.
    pub(in crate::cli) at: usize,
    /// What was there.
    pub(in crate::cli) removed: String,
    /// What is there now.
    pub(in crate::cli) inserted: String,
}

impl Edit {
    /// An insertion.
    pub(super) const fn insert(at: usize, inserted: String) -> Self {
        Self { at, removed: String::new(), inserted }
    }

    /// Something else in a range of `text`.
    pub(super) fn replace(text: &str, range: Range<usize>, inserted: String) -> Self {
        let removed = text.get(range.clone()).unwrap_or_default().to_owned();
        Self { at: range.start, removed, inserted }
    }
}

/// Why a document is left as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::cli) enum Refusal {
    /// It is broken at this line.
    Broken(usize, String),
    /// The key at this line has a value of the user's.
    Taken(usize, String, String),
    /// No place is found where the entry means what it should.
    NoPlace,
}

/// The text with its edits, which are in order.
pub(super) fn edited(text: &str, edits: &[Edit]) -> String {
    let mut edited = String::new();
    let mut from = 0;
    for edit in edits {
        edited.push_str(text.get(from..edit.at).unwrap_or_default());
        edited.push_str(&edit.inserted);
        from = edit.at.saturating_add(edit.removed.len());
    }
    edited.push_str(text.get(from..).unwrap_or_default());
    edited
}

/// The edits that bring `edited` back.
pub(super) fn reversed(edits: &[Edit]) -> Vec<Edit> {
    let (mut added, mut removed) = (0_usize, 0_usize);
    let mut back = Vec::new();
    for edit in edits {
        let at = edit.at.saturating_add(added).saturating_sub(removed);
        back.push(Edit { at, removed: edit.inserted.clone(), inserted: edit.removed.clone() });
        added.up(edit.inserted.len());
        removed.up(edit.removed.len());
    }
    back
}

/// The number of the line of a place, from 1.
pub(super) fn line_of(text: &str, at: usize) -> usize {
    let before = text.as_bytes().get(..at.min(text.len())).unwrap_or_default();
    before.iter().filter(|byte| **byte == b'\n').count().saturating_add(1)
}

/// Where the line of a place begins.
pub(super) fn line_start(text: &str, at: usize) -> usize {
    text.get(..at).and_then(|before| before.rfind('\n')).map_or(0, |end| end.saturating_add(1))
}

/// Where the line of a place ends, its line end included.
pub(super) fn line_end(text: &str, at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    rest.find('\n').map_or(text.len(), |end| at.saturating_add(end).saturating_add(1))
}

/// The line end that a text has.
pub(super) fn newline(text: &str) -> &'static str {
    match text.find('\n') {
        Some(end) if text.get(..end).is_some_and(|line| line.ends_with('\r')) => "\r\n",
        _ => "\n",
    }
}

/// What comes before lines that are put at the end of a text: the end of its last line, when it has none.
pub(super) fn to_new_line(text: &str) -> &'static str {
    if text.is_empty() || text.ends_with('\n') { "" } else { newline(text) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_are_made_and_taken_back() {
        let text = "one two three";
        let edits = vec![
            Edit::insert(0, "zero ".to_owned()),
            Edit::replace(text, 4..7, "2".to_owned()),
            Edit::insert(13, "!".to_owned()),
        ];
        let new = edited(text, &edits);
        assert_eq!(new, "zero one 2 three!");
        assert_eq!(edited(&new, &reversed(&edits)), text);
    }

    #[test]
    fn lines_are_counted_from_one_and_keep_their_ends() {
        let text = "a\r\nbc\r\nd";
        assert_eq!([0, 3, 4, 7, 99].map(|at| line_of(text, at)), [1, 2, 2, 3, 3]);
        assert_eq!((line_start(text, 4), line_end(text, 4), newline(text)), (3, 7, "\r\n"));
        assert_eq!(
            (to_new_line(text), to_new_line(""), to_new_line("a\n"), to_new_line("a")),
            ("\r\n", "", "", "\n")
        );
    }
}
