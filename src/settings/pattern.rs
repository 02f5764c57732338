//! A name, or a glob that names many.

use globset::{Glob, GlobMatcher};

/// The most chars of a pattern.
const MOST_CHARS: usize = 512;

/// A name or a glob: `*` matches any chars, `?` one, `[ab]` one of these, `{a,b}` one of these words.
#[derive(Clone, Debug)]
pub struct NamePattern {
    text: String,
    matcher: GlobMatcher,
}

impl NamePattern {
    /// The pattern that is written so.
    ///
    /// # Errors
    /// When it is no glob, or longer than 512 chars; the message says what is wrong with it.
    pub fn new(text: &str) -> Result<Self, String> {
        if text.is_empty() || text.chars().nth(MOST_CHARS).is_some() {
            return Err(format!("must be 1 to {MOST_CHARS} chars long"));
        }
        let glob = Glob::new(text).map_err(|wrong| format!("is no glob: {}", wrong.kind()))?;
        Ok(Self { text: text.to_owned(), matcher: glob.compile_matcher() })
    }

    /// As it was written.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether it names `name`, exactly or as a glob.
    #[must_use]
    pub fn matches(&self, name: &str) -> bool {
        self.text == name || self.matcher.is_match(name)
    }
}

impl PartialEq for NamePattern {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for NamePattern {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_names_what_it_is_and_what_its_glob_matches() {
        let matches = |pattern, name| NamePattern::new(pattern).unwrap().matches(name);
        assert!(matches("list_*", "list_bookings") && matches("a?", "ab") && matches("{x,y}", "y"));
        assert!(matches("a/*", "a/b/c") && matches("*", "") && !matches("list", "lists"));
    }

    #[test]
    fn what_is_no_glob_is_refused() {
        assert!(NamePattern::new("a[").unwrap_err().starts_with("is no glob: "));
        assert!(NamePattern::new("").is_err() && NamePattern::new(&"x".repeat(513)).is_err());
    }
}
