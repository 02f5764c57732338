//! Which commands may be run: patterns of words.
//!
//! A command is a list of words that no shell reads. A pattern is one, too: word by word it is a glob. What a glob
//! matches has no blanks in it, so that nothing that looks like one word holds a program of its own.

use globset::{GlobBuilder, GlobMatcher};

/// The most chars of a pattern.
const MOST_CHARS: usize = 4096;

/// A word of a pattern.
#[derive(Clone, Debug)]
enum Word {
    /// This word.
    Same(String),
    /// Any word without blanks.
    Any,
    /// A word without blanks that a glob matches; none of its signs but `**` matches a `/`.
    Glob(GlobMatcher),
}

/// Words that a command may have.
#[derive(Clone, Debug)]
pub struct Pattern {
    text: String,
    words: Vec<Word>,
    /// Whether more words may follow.
    open: bool,
}

impl PartialEq for Pattern {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for Pattern {}

impl Pattern {
    /// The pattern that is written so, its words with blanks between them.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn new(text: &str) -> Result<Self, String> {
        if text.chars().nth(MOST_CHARS).is_some() {
            return Err(format!("has more than {MOST_CHARS} chars"));
        }
        let mut words = text.split_whitespace().map(word).collect::<Result<Vec<_>, _>>()?;
        if words.is_empty() {
            return Err("has no words".to_owned());
        }
        let open = is_open(text.trim_end());
        if open && words.len() > 1 && matches!(words.last(), Some(Word::Any)) {
            // It means the words that may follow.
            words.pop();
        }
        Ok(Self { text: text.trim().to_owned(), words, open })
    }

    /// As it was written.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether a command may be run.
    #[must_use]
    pub fn matches(&self, command: &[String]) -> bool {
        let Some((named, more)) = command.split_at_checked(self.words.len()) else { return false };
        let same = self.words.iter().zip(named).all(|(word, named)| word.matches(named));
        same && (more.is_empty() || self.open) && more.iter().all(|word| is_plain(word))
    }
}

fn word(text: &str) -> Result<Word, String> {
    if text == "*" {
        return Ok(Word::Any);
    }
    if !text.contains(['*', '?', '[', '{', '\\']) {
        return Ok(Word::Same(text.to_owned()));
    }
    let glob = GlobBuilder::new(text).literal_separator(true).backslash_escape(true).build();
    let glob = glob.map_err(|wrong| format!("has a word that is no glob: {}", wrong.kind()))?;
    Ok(Word::Glob(glob.compile_matcher()))
}

/// Whether a pattern ends with a star that is a sign, and not with the char itself.
fn is_open(text: &str) -> bool {
    let Some(front) = text.strip_suffix('*') else { return false };
    let escapes = front.len().saturating_sub(front.trim_end_matches('\\').len());
    escapes.is_multiple_of(2)
}

fn is_plain(word: &str) -> bool {
    !word.contains(|char: char| char.is_whitespace() || char.is_control())
}

impl Word {
    fn matches(&self, word: &str) -> bool {
        match self {
            Self::Same(text) => text == word,
            Self::Any => is_plain(word),
            Self::Glob(glob) => is_plain(word) && glob.is_match(word),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matches(pattern: &str, command: &[&str]) -> bool {
        let command: Vec<String> = command.iter().map(|word| (*word).to_owned()).collect();
        Pattern::new(pattern).unwrap().matches(&command)
    }

    #[test]
    fn a_pattern_without_an_open_end_is_the_whole_command() {
        assert!(matches("cargo test", &["cargo", "test"]));
        assert!(matches("make t?st-[ab]", &["make", "test-a"]));
        for command in
            [&["cargo"][..], &["cargo", "test", "x"], &["cargo", "build"], &["/bin/cargo", "test"], &[]]
        {
            assert!(!matches("cargo test", command), "{command:?}");
        }
    }

    #[test]
    fn a_star_at_the_end_lets_more_words_follow() {
        assert!(
            matches("cargo test*", &["cargo", "test"])
                && matches("cargo test*", &["cargo", "tests", "-p", ""])
        );
        assert!(matches("cargo *", &["cargo"]) && matches("cargo *", &["cargo", "a/b", "c"]));
        assert!(!matches("cargo test*", &["cargo", "build", "test"]) && !matches("cargo *", &["make"]));
        assert!(matches("*", &["anything", "at", "all"]));
        assert!(!matches("cargo * x", &["cargo", "x"]) && matches("cargo * x", &["cargo", "y", "x"]));
    }

    #[test]
    fn a_star_that_is_escaped_is_a_char_and_lets_nothing_follow() {
        assert!(matches("echo \\*", &["echo", "*"]));
        assert!(!matches("echo \\*", &["echo", "*", "x"]) && !matches("echo \\*", &["echo"]));
        assert!(matches("echo \\\\*", &["echo", "\\a", "x"]));
        assert!(!matches("echo a\\*", &["echo", "a*", "x"]) && matches("echo a\\*", &["echo", "a*"]));
    }

    #[test]
    fn a_glob_matches_no_word_with_blanks_and_no_path_beside_its_own() {
        for word in ["a b", "a\nb", "a\tb", "a\u{a0}b", "a\u{0}b"] {
            assert!(!matches("sh *", &["sh", word]), "{word:?}");
            assert!(!matches("sh a*", &["sh", word]) && !matches("sh * x", &["sh", word, "x"]), "{word:?}");
        }
        assert!(matches("python scripts/*.py", &["python", "scripts/a.py"]));
        assert!(!matches("python scripts/*.py", &["python", "scripts/../../a.py"]));
        assert!(!matches("python scripts/*.py", &["python", "scripts/a.py", "x"]));
    }

    #[test]
    fn what_is_no_pattern_is_refused() {
        assert!(Pattern::new("  ").is_err() && Pattern::new("a [").is_err());
        assert!(Pattern::new(&"x".repeat(5000)).is_err());
    }
}
