//! One line of the answer before it is printed.

use std::borrow::Cow;

use crate::budget::{Cost, Ruler};
use crate::report::Stored;
use crate::text::clip_telling;

/// The prefix of weir's own lines, which no printed input line has.
pub const OWN: &str = "weir:";

/// A line of the answer.
#[derive(Clone, Debug)]
pub enum Row<'a> {
    /// An input line, clipped when it is printed.
    Input(&'a Stored),
    /// A piece of an input line that continues on further lines: the line and the piece.
    Piece(&'a Stored, String, Position),
    /// The part of an input line that says most, within the line limit; the line counts as clipped.
    Part(&'a Stored, String),
    /// A line of weir's own, within the line limit, with `weir:`.
    Own(String),
}

/// Which piece of a continued line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Position {
    /// The first one; the line is counted with it.
    First,
    /// The first one of a line of which a part is left out: all pieces together show so many chars of it.
    FirstOfClipped(u64),
    /// A piece that continues the line.
    Further,
}

/// How many chars a text has.
#[must_use]
pub fn chars(text: &str) -> u64 {
    u64::try_from(text.chars().count()).unwrap_or(u64::MAX)
}

/// An input line as it is printed: clipped, and with a mark if it begins like a line of weir's own. Returns also whether
/// it was clipped.
#[must_use]
pub fn printed(text: &str, line_chars: u64) -> (Cow<'_, str>, bool) {
    let limit = usize::try_from(line_chars).unwrap_or(usize::MAX);
    let marked: Cow<'_, str> =
        if text.starts_with(OWN) { Cow::Owned(format!("\\{text}")) } else { Cow::Borrowed(text) };
    if marked.len() <= limit {
        return (marked, false);
    }
    // Without the blanks at its end nothing is lost.
    let bare = marked.trim_end();
    if bare.len() < marked.len() && chars(bare) <= line_chars {
        return (Cow::Owned(bare.to_owned()), false);
    }
    let clipped = clip_telling(&marked, limit);
    if clipped.removed == 0 {
        return (marked, false);
    }
    (Cow::Owned(clipped.text.into_owned()), true)
}

impl Row<'_> {
    /// What the row costs on the page, with its line end.
    #[must_use]
    pub fn cost(&self, ruler: Ruler) -> Cost {
        let length = match self {
            Self::Input(stored) => ruler.measure(&printed(&stored.text, ruler.line_chars).0),
            Self::Piece(_, text, _) | Self::Part(_, text) | Self::Own(text) => ruler.measure(text),
        };
        Cost { chars: length.saturating_add(1), lines: 1 }
    }
}

/// The cost of several rows.
#[must_use]
pub fn cost_of(rows: &[Row<'_>], ruler: Ruler) -> Cost {
    rows.iter().fold(Cost::default(), |sum, row| sum.plus(row.cost(ruler)))
}
