//! Where a list begins: with one of its rows, or as one of its pages.

/// The beginning of what is shown of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// With the row of this number, from 1.
    From(u64),
    /// With the first row of this page, from 1: what it is depends on the limits.
    Page(u64),
    /// Where a cursor leads to.
    Cursor(String),
}

impl Start {
    /// Rows that are left out, whatever their length is.
    pub(super) const fn skipped(&self) -> u64 {
        match self {
            Self::From(number) => number.saturating_sub(1),
            Self::Page(_) | Self::Cursor(_) => 0,
        }
    }

    /// The page, from 1.
    pub(super) const fn page(&self) -> u64 {
        match self {
            Self::Page(number) => *number,
            Self::From(_) | Self::Cursor(_) => 1,
        }
    }
}
