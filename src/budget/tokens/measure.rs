//! What counts tokens: an estimator, or something that is none, a command of the user's say.

/// Counts the tokens of texts. A count never fails: who cannot count says so by [`Measure::trouble`] and counts bytes,
/// which are never fewer than tokens.
pub trait Measure: std::fmt::Debug {
    /// The name, as `--est` takes it and as answers repeat it.
    fn name(&self) -> &str;

    /// The tokens of `text`.
    fn tokens(&self, text: &str) -> u64;

    /// The tokens of any text of so many chars, when nothing else decides.
    fn from_chars(&self, _chars: u64) -> Option<u64> {
        None
    }

    /// Why bytes were counted instead of tokens, if they were.
    fn trouble(&self) -> Option<String> {
        None
    }
}
