//! A cut and its size. Whoever leaves text out holds a [`Cut`], and the compiler warns when it is dropped unaccounted.

use super::ledger::ClassIndex;

/// Lines and chars.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Amount {
    /// Input lines.
    pub lines: u64,
    /// Chars of the decoded input.
    pub chars: u64,
}

impl Amount {
    /// The sum; stays at the largest number instead of passing it.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self { lines: self.lines.saturating_add(other.lines), chars: self.chars.saturating_add(other.chars) }
    }

    /// What is left of `self` when `other` is taken away; never below zero.
    #[must_use]
    pub const fn minus(self, other: Self) -> Self {
        Self { lines: self.lines.saturating_sub(other.lines), chars: self.chars.saturating_sub(other.chars) }
    }

    /// Whether nothing is left.
    #[must_use]
    pub const fn is_zero(self) -> bool {
        self.lines == 0 && self.chars == 0
    }
}

/// The receipt for text that is not shown; [`super::Ledger::settle`] takes it.
#[must_use = "a cut that nobody accounts for is a silent cut"]
#[derive(Debug, PartialEq, Eq)]
pub struct Cut {
    /// The class of the line that the text belongs to.
    pub class: ClassIndex,
    /// How much.
    pub amount: Amount,
}
