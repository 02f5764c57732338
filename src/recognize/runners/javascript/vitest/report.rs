//! vitest's report of failures after the run: banners, the names that share an error, the error, a divider.
//!
//! The text of an error is at the line's beginning and can look like anything; a divider ends it. Names count only
//! directly after a banner or a divider.

use super::vitest_lines::{SEPARATOR, name};
use crate::event::{Class, Event, FailureKind, Grade, Outcome, Part, Place, TestId};
use crate::recognize::kit::Run;
use crate::recognize::kit::clip::clipped;
use crate::recognize::kit::frames::v8::{frame, library};
use crate::recognize::runners::javascript::shared::Body;

/// The most names that share one error and are remembered.
const HEADS: usize = 256;
/// The most bytes of an error that are repeated for the other names that share it.
const SHARED_BYTES: usize = 4 * 1024;
/// The most lines of it.
const SHARED_LINES: usize = 10;

/// The error that is being read.
#[derive(Clone, Debug, Default)]
pub struct Error {
    /// The names above it, the last one is open.
    heads: Vec<String>,
    pub body: Body,
    /// Its first lines, for the other names.
    shared: String,
    place: Option<(String, Option<u64>)>,
}

/// A line that names a failure of the report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// The name: the file alone when the file as a whole failed.
    pub name: String,
    /// The file.
    pub file: String,
}

/// ` FAIL  test/a.test.ts > cart > adds`, ` FAIL  test/b.test.ts [ test/b.test.ts ]`.
#[must_use]
pub fn head(text: &str) -> Option<Head> {
    let rest = text.strip_prefix(' ').unwrap_or(text).strip_prefix("FAIL  ")?.trim();
    if rest.is_empty() {
        return None;
    }
    let file = rest.strip_suffix(" ]").and_then(|rest| rest.rsplit_once(" [ ")).map(|(file, _)| file);
    let name = clipped(&name(file.unwrap_or(rest)));
    let file = name.split(SEPARATOR).next().unwrap_or_default().to_owned();
    Some(Head { name, file })
}

impl Error {
    /// Claims a failure by its name and opens it.
    pub fn open(&mut self, head: &Head, kind: FailureKind, alias: &str, run: &mut Run<'_>) {
        let id = if head.name == head.file {
            TestId::bare(&head.name)
        } else {
            TestId::split_last(&head.name, SEPARATOR)
        };
        run.emit(Event::Finished {
            id,
            outcome: Outcome::Failed(kind),
            grade: Grade::Listed,
            attempt: 0,
            alias,
        });
        run.emit(Event::Heading);
        run.more(&head.name);
        if self.heads.len() < HEADS && !self.heads.contains(&head.name) {
            self.heads.push(head.name.clone());
        }
        self.body = if head.name == head.file { Body::of_file() } else { Body::default() };
    }

    /// Reads a line of the error.
    pub fn line(&mut self, text: &str, run: &mut Run<'_>) -> Class {
        if self.heads.len() > 1
            && self.shared.len() < SHARED_BYTES
            && self.shared.lines().count() < SHARED_LINES
        {
            let place = frame(text).filter(|place| !place.file.is_empty() && !library(place.file));
            if !text.trim().is_empty() && self.place.is_none() {
                self.shared.push_str(&clipped(text));
                self.shared.push('\n');
            }
            if let Some(place) = place
                && self.place.is_none()
            {
                self.place = Some((clipped(place.file), place.line));
            }
        }
        self.body.line(text, run)
    }

    /// The error is over: the other names that share it are reported its first lines too.
    pub fn tell_others(self, run: &mut Run<'_>) {
        let others = self.heads.len().saturating_sub(1);
        for name in self.heads.iter().take(others) {
            run.more(name);
            if let Some((file, line)) = &self.place {
                run.at(Place { file, line: *line });
            }
            run.emit(Event::Decoded { part: Part::Why, text: &self.shared });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_head_names_a_test_or_a_file() {
        let read = head(" FAIL  test/a.test.ts:3:1 > cart > adds").unwrap();
        assert_eq!(
            (read.name.as_str(), read.file.as_str()),
            ("test/a.test.ts > cart > adds", "test/a.test.ts")
        );
        let read = head(" FAIL  |unit| test/b.test.ts [ test/b.test.ts ]").unwrap();
        assert_eq!(
            (read.name.as_str(), read.file.as_str()),
            ("|unit| test/b.test.ts", "|unit| test/b.test.ts")
        );
        assert_eq!(head("FAIL test/inner.test.js"), None);
    }
}
