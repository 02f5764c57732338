//! Names of crashes: the sentence that tells what happened, without what differs from run to run, and a number when
//! the same happened twice.

use crate::recognize::kit::names;

/// The longest name, in bytes.
const NAME_BYTES: usize = 300;

/// Names that were given.
#[derive(Debug, Default)]
pub struct Names(names::Names);

impl Names {
    /// A name for one more crash that is reported by this sentence.
    #[must_use]
    pub fn next(&mut self, sentence: &str) -> String {
        self.0.next(clipped(sentence.trim()))
    }

    /// Whether this sentence reported a crash before.
    #[must_use]
    pub fn knows(&self, sentence: &str) -> bool {
        self.0.knows(clipped(sentence.trim()))
    }
}

/// Cut at a character.
#[must_use]
pub fn clipped(text: &str) -> &str {
    crate::text::head(text, NAME_BYTES)
}
