//! The account of a stream: lines, chars, and what no answer would show.

/// What was seen so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Lines of the input that were begun.
    pub lines: u64,
    /// Decoded chars of the lines that ended, line ends included; without a byte order mark at a stream's start.
    pub chars: u64,
    /// Of them, what no answer would show: colour, painting, rows that were drawn over, a CI's prefixes.
    pub decoration: u64,
}
