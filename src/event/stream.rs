//! Which of several streams a line belongs to.

/// One of several streams whose lines alternate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stream {
    /// Lines without a prefix.
    #[default]
    Plain,
    /// Lines after a prefix, by the number of its name. While a section of the plain stream is open, they may be its
    /// output, and so may what is found in them.
    Named(usize),
    /// Lines that are marked independently of any run: they are no run's output.
    Apart,
}
