//! Names of crashes: the sentence that tells what happened, without what differs from run to run, and a number when
//! the same happened twice.

/// The most names that are remembered.
const NAMES: usize = 256;
/// The longest name, in bytes.
const NAME_BYTES: usize = 300;

/// Names that were given.
#[derive(Debug, Default)]
pub struct Names(Vec<(String, u32)>);

impl Names {
    /// A name for one more crash that is told by this sentence.
    #[must_use]
    pub fn next(&mut self, sentence: &str) -> String {
        let name = clipped(sentence.trim());
        if let Some((_, times)) = self.0.iter_mut().find(|(known, _)| known == name) {
            *times = times.saturating_add(1);
            return format!("{name} ({times})");
        }
        if self.0.len() < NAMES {
            self.0.push((name.to_owned(), 1));
        }
        name.to_owned()
    }

    /// Whether this sentence told a crash before.
    #[must_use]
    pub fn knows(&self, sentence: &str) -> bool {
        let name = clipped(sentence.trim());
        self.0.iter().any(|(known, _)| known == name)
    }
}

/// Cut at a character.
#[must_use]
pub fn clipped(text: &str) -> &str {
    crate::text::head(text, NAME_BYTES)
}
