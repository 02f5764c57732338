//! The line that says how to run the failures again.

use super::page::Page;
use super::row::chars;
use super::view::View;
use crate::settings::Offers;

/// How it begins.
const BEGINNING: &str = "weir: rerun: ";
/// The most chars of an id.
const ID_CHARS: usize = 26;

/// What the line has: the command itself, or the id of the run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// The command.
    Whole(String),
    /// The command is too long for a line.
    ById,
}

/// What is printed of the command; `None` when there is none, or no room for it.
#[must_use]
pub fn line(view: &View, page: &Page<'_>) -> Option<Line> {
    let rerun = view.rerun.as_ref().filter(|_| !matches!(view.offers, Offers::Calls(_)))?;
    let limits = page.limits();
    let without = match rerun.without {
        0 => String::new(),
        // A shell takes it for a comment.
        number => format!(" # without {number} that cannot be named"),
    };
    let whole = rerun.text.as_ref().map(|text| format!("{BEGINNING}{text}{without}"));
    let line = whole.filter(|line| chars(line) <= limits.line_chars).map_or(Line::ById, Line::Whole);
    // The failures themselves are more important.
    let fits = |line: &Line| line.widest().saturating_mul(4) <= page.room().chars && page.room().lines > 3;
    [line, Line::ById].into_iter().find(fits)
}

impl Line {
    /// The most chars of the line, with its end.
    #[must_use]
    pub fn widest(&self) -> u64 {
        let longest = |text: &str| u64::try_from(text.len()).unwrap_or(u64::MAX).saturating_add(1);
        match self {
            Self::Whole(line) => longest(line),
            Self::ById => longest(&format!("{BEGINNING}weir rerun {}", "-".repeat(ID_CHARS))),
        }
    }

    /// The text of the line; `None` when it needs an id and there is none.
    #[must_use]
    pub fn with(&self, id: Option<&str>) -> Option<String> {
        match self {
            Self::Whole(line) => Some(line.clone()),
            Self::ById => id.map(|id| format!("{BEGINNING}weir rerun {id}")),
        }
    }
}
