//! Which commands may be run: patterns of words.
//!
//! A command is a list of words that no shell reads. A pattern is one, too: word by word it is a glob. What a glob
//! matches has no blanks in it, so that nothing that looks like one word holds a program of its own. A word in quotes is
//! itself, and `**` at the end lets any words follow.

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

/// Which words may follow those of a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum More {
    /// None.
    None,
    /// Words without blanks.
    Plain,
    /// Any words.
    Any,
}

/// Words that a command may have.
#[derive(Clone, Debug)]
pub struct Pattern {
    text: String,
    /// Each word with where it ends in the text.
    words: Vec<(Word, usize)>,
    more: More,
}

impl PartialEq for Pattern {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for Pattern {}

/// A word as it is written: with the place of its end, and whether it was in quotes.
struct Written<'a> {
    text: &'a str,
    end: usize,
    quoted: bool,
}

/// The words of a pattern.
fn written(text: &str) -> Result<Vec<Written<'_>>, String> {
    let mut words = Vec::new();
    let mut at = 0_usize;
    loop {
        let rest = text.get(at..).unwrap_or_default();
        let begins = at.saturating_add(rest.len()).saturating_sub(rest.trim_start().len());
        let rest = text.get(begins..).unwrap_or_default();
        let Some(first) = rest.chars().next() else { return Ok(words) };
        let (word, end, quoted) = if matches!(first, '\'' | '"') {
            let inner = begins.saturating_add(1);
            let body = text.get(inner..).unwrap_or_default();
            let length = body.find(first).ok_or("has a quote that is not closed")?;
            let end = inner.saturating_add(length).saturating_add(1);
            let after = text.get(end..).unwrap_or_default();
            if !after.is_empty() && !after.starts_with(char::is_whitespace) {
                return Err("has chars right after a closing quote".to_owned());
            }
            (body.get(..length).unwrap_or_default(), end, true)
        } else {
            let length = rest.find(char::is_whitespace).unwrap_or(rest.len());
            (rest.get(..length).unwrap_or_default(), begins.saturating_add(length), false)
        };
        words.push(Written { text: word, end, quoted });
        at = end;
    }
}

impl Pattern {
    /// The pattern that is written so, its words with blanks between them; a word in quotes is exactly that word.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn new(text: &str) -> Result<Self, String> {
        if text.chars().nth(MOST_CHARS).is_some() {
            return Err(format!("has more than {MOST_CHARS} chars"));
        }
        let text = text.trim();
        let written = written(text)?;
        let Some(last) = written.last() else { return Err("has no words".to_owned()) };
        let more = match last {
            Written { quoted: true, .. } => More::None,
            Written { text: "**", .. } => More::Any,
            Written { text, .. } if is_open(text) => More::Plain,
            Written { .. } => More::None,
        };
        let is_sign = more == More::Any || (more == More::Plain && last.text == "*" && written.len() > 1);
        // The sign means the words that may follow.
        let named = written.len().saturating_sub(usize::from(is_sign));
        let word = |written: &Written<'_>| {
            let same = || Word::Same(written.text.to_owned());
            let word = if written.quoted { same() } else { word(written.text)? };
            Ok((word, written.end))
        };
        let words = written.iter().take(named).map(word).collect::<Result<Vec<_>, String>>()?;
        Ok(Self { text: text.to_owned(), words, more })
    }

    /// As it was written.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether a command may be run.
    #[must_use]
    pub fn matches(&self, command: &[String]) -> bool {
        !command.is_empty() && self.fits(command, is_plain)
    }

    /// Whether the words fit, `plain` being what signs match.
    fn fits(&self, command: &[String], plain: impl Fn(&str) -> bool) -> bool {
        let Some((named, more)) = command.split_at_checked(self.words.len()) else { return false };
        let same = self.words.iter().zip(named).all(|((word, _), named)| word.matches(named, &plain));
        same && match self.more {
            More::None => more.is_empty(),
            More::Plain => more.iter().all(|word| plain(word)),
            More::Any => !more.iter().any(|word| word.contains('\0')),
        }
    }

    /// The word for whose blank alone a command may not be run, and the pattern that would permit it.
    #[must_use]
    pub fn blank(&self, command: &[String]) -> Option<(String, String)> {
        if self.matches(command) || !self.fits(command, |_| true) {
            return None;
        }
        let named = self.words.iter().zip(command);
        let at = named.take_while(|((word, _), named)| word.matches(named, is_plain)).count();
        let word = command.iter().skip(at).find(|word| !is_plain(word))?;
        let front = at.checked_sub(1).and_then(|last| self.words.get(last)).map_or(0, |(_, end)| *end);
        let pattern = format!("{} **", self.text.get(..front).unwrap_or_default());
        Some((word.clone(), pattern.trim_start().to_owned()))
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
    fn matches(&self, word: &str, plain: impl Fn(&str) -> bool) -> bool {
        match self {
            Self::Same(text) => text == word,
            Self::Any => plain(word),
            Self::Glob(glob) => plain(word) && glob.is_match(word),
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

    #[test]
    fn a_word_in_quotes_is_itself_and_two_stars_let_any_words_follow() {
        let words = |words: &[&str]| -> Vec<String> { words.iter().map(|word| (*word).to_owned()).collect() };
        let matches =
            |pattern: &str, command: &[&str]| Pattern::new(pattern).unwrap().matches(&words(command));
        let quoted = "run -k 'two words' \"*\"";
        assert!(matches(quoted, &["run", "-k", "two words", "*"]));
        assert!(
            !matches(quoted, &["run", "-k", "two words", "x"])
                && !matches(quoted, &["run", "-k", "two", "words", "*"])
        );
        assert!(matches("run a **", &["run", "a", "x y", "b\nc", ""]) && matches("run a **", &["run", "a"]));
        assert!(!matches("run a **", &["run", "b", "x"]) && !matches("run a '**'", &["run", "a", "x"]));
        assert!(matches("run **a", &["run", "xa"]) && !matches("run **a", &["run", "x a"]));
        assert_eq!(Pattern::new("run 'x").unwrap_err(), "has a quote that is not closed");
        assert!(Pattern::new("run 'x'y").is_err() && Pattern::new("it's 1\"").is_ok());
        assert!(!Pattern::new("**").unwrap().matches(&[]));
    }

    #[test]
    fn a_blank_alone_is_named_with_the_pattern_that_would_permit_it() {
        let words = |words: &[&str]| -> Vec<String> { words.iter().map(|word| (*word).to_owned()).collect() };
        let blank = |pattern: &str, command: &[&str]| Pattern::new(pattern).unwrap().blank(&words(command));
        let both = |word: &str, pattern: &str| Some((word.to_owned(), pattern.to_owned()));
        assert_eq!(blank("run t.py *", &["run", "t.py", "a", "x y"]), both("x y", "run t.py **"));
        assert_eq!(blank("run test*", &["run", "test_a", "x y"]), both("x y", "run test* **"));
        assert_eq!(blank("run * end", &["run", "x y", "end"]), both("x y", "run **"));
        assert_eq!(blank("run *", &["other", "x y"]), None);
        assert_eq!(blank("run *", &["run", "x"]), None);
    }
}
