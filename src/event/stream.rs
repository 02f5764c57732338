//! Which of several streams a line belongs to.

/// One of several streams that were written into each other line by line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stream {
    /// Lines without a prefix.
    #[default]
    Plain,
    /// Lines after a prefix, by the number of its name. While a section of the plain stream is open they may be its
    /// output, so what is found in them is that section's suspect.
    Named(usize),
    /// What is marked whatever runs: it is nobody's output.
    Apart,
}
