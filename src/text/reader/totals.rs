//! The counts of a stream: lines, chars, and what no answer shows.

/// The counts so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// How many lines of the input began.
    pub lines: u64,
    /// How many decoded chars the lines that ended have, with line ends; without a byte order mark at a stream's start.
    pub chars: u64,
    /// How many of them no answer shows: colours, painting, rows that were drawn over, a CI's prefixes.
    pub decoration: u64,
}
