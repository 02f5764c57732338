//! The line that says how what failed is run again.

use super::page::Page;
use super::row::chars;
use super::view::View;
use crate::settings::Offers;

/// What it begins with.
const BEGINNING: &str = "weir: rerun: ";
/// Chars of an id at most.
const ID_CHARS: usize = 26;

/// The line, with the command itself or with the id of the run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// The command.
    Whole(String),
    /// The command is too long for a line.
    ById,
}

/// What is printed of the command; nothing when there is none, or no room for it.
#[must_use]
pub fn line(view: &View, page: &Page<'_>) -> Option<Line> {
    let rerun = view.rerun.as_ref().filter(|_| !matches!(view.offers, Offers::Calls(_)))?;
    let limits = page.limits();
    let whole = rerun.text.as_ref().map(|text| format!("{BEGINNING}{text}"));
    let line = whole.filter(|line| chars(line) <= limits.line_chars).map_or(Line::ById, Line::Whole);
    // The failures themselves come first.
    let fits = |line: &Line| line.widest().saturating_mul(4) <= page.room().chars && page.room().lines > 3;
    [line, Line::ById].into_iter().find(fits)
}

impl Line {
    /// The most chars of it, with its end.
    #[must_use]
    pub fn widest(&self) -> u64 {
        let longest = |text: &str| u64::try_from(text.len()).unwrap_or(u64::MAX).saturating_add(1);
        match self {
            Self::Whole(line) => longest(line),
            Self::ById => longest(&format!("{BEGINNING}weir rerun {}", "-".repeat(ID_CHARS))),
        }
    }

    /// The text; nothing when it needs an id and there is none.
    #[must_use]
    pub fn with(&self, id: Option<&str>) -> Option<String> {
        match self {
            Self::Whole(line) => Some(line.clone()),
            Self::ById => id.map(|id| format!("{BEGINNING}weir rerun {id}")),
        }
    }
}
