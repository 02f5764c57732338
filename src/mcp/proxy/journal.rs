//! The log of decisions: a line each, appended by one write. Trouble with it is nobody's trouble.
//!
//! It holds names of tools and numbers, never content, arguments or headers.

use std::fs::File;
use std::io::Write as _;
use std::time::{SystemTime, UNIX_EPOCH};

use crate::text::head;
use crate::text::json::string;
use crate::text::time::rfc3339;

/// Bytes of a name that are shown.
const NAME_BYTES: usize = 200;

/// How important a line is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Something failed.
    Error,
    /// Something is not as it should be.
    Warn,
    /// An answer was changed.
    #[default]
    Info,
    /// An answer passed.
    Debug,
}

impl Level {
    /// All, the most important first.
    pub const ALL: [Self; 4] = [Self::Error, Self::Warn, Self::Info, Self::Debug];

    /// Its name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warn => "warn",
            Self::Info => "info",
            Self::Debug => "debug",
        }
    }
}

/// Where decisions are written.
#[derive(Debug, Default)]
pub struct Journal {
    file: Option<File>,
    level: Level,
}

impl Journal {
    /// Writes lines that are at least as important as `level`; without a file, none.
    #[must_use]
    pub fn new(file: Option<File>, level: Level) -> Self {
        Self { file, level }
    }

    /// Writes a line. Names in it went through `named`.
    pub fn note(&self, level: Level, what: &str) {
        let Some(mut file) = self.file.as_ref().filter(|_| level <= self.level) else { return };
        let line = format!("{} {} {what}\n", rfc3339(now()), level.name().to_uppercase());
        let _ = file.write_all(line.as_bytes());
    }
}

/// Milliseconds since 1970.
fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

/// A name for a log: as it is when it is plain, else as a string of JSON without anything that a terminal obeys.
#[must_use]
pub fn named(name: &str) -> String {
    let plain = |each: char| each.is_ascii_alphanumeric() || "_-./:".contains(each);
    if !name.is_empty() && name.len() <= NAME_BYTES && name.chars().all(plain) {
        return name.to_owned();
    }
    let mut text = String::new();
    string(head(name, NAME_BYTES), &mut text);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_important_enough_is_written() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let journal = Journal::new(Some(file.reopen().unwrap()), Level::Warn);
        Level::ALL.into_iter().for_each(|level| journal.note(level, "x"));
        let text = std::fs::read_to_string(file.path()).unwrap();
        let lines: Vec<_> = text.lines().filter_map(|line| line.split_once(' ')).collect();
        assert_eq!(lines.iter().map(|(_, line)| *line).collect::<Vec<_>>(), ["ERROR x", "WARN x"]);
        assert!(lines.iter().all(|(time, _)| time.ends_with('Z')));
        Journal::default().note(Level::Error, "nowhere");
    }

    #[test]
    fn a_name_holds_nothing_that_a_terminal_obeys() {
        assert_eq!(named("list_a.b"), "list_a.b");
        assert_eq!(named("a\n\u{1b}[2J"), "\"a\\n\\u001b[2J\"");
        assert_eq!(named(""), "\"\"");
        assert!(named(&"é".repeat(9999)).len() < 300);
    }
}
