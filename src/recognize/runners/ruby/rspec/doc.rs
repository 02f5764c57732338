//! RSpec's documentation format: groups and examples, indented by two blanks a level.
//!
//! Groups and examples that passed look like any text, so only results are read: `(FAILED - 1)` and `(PENDING: ...)`.
//! The report that follows tells each failure again with its full description; only when it never comes are these the
//! names. Then the groups above an example, as far as they were seen, make its description.

use crate::budget::Count as _;
use crate::recognize::kit::scan;

/// How deep groups are remembered.
const DEPTH: usize = 24;
/// The longest line that is taken for a group, in bytes.
const LONGEST: usize = 300;
/// How many failed examples are held.
const MOST: usize = 500;

/// What was read of the documentation format.
#[derive(Debug, Default)]
pub(super) struct Doc {
    groups: Vec<String>,
    failed: Vec<String>,
    /// How many failed besides.
    beyond: u64,
}

/// A result in a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reported {
    Failed,
    Pending,
}

impl Doc {
    /// Reads a line; tells its result.
    pub(super) fn line(&mut self, text: &str) -> Option<Reported> {
        let content = text.trim();
        if content.is_empty() || text.len() > LONGEST {
            return None;
        }
        let indent = text.len().saturating_sub(text.trim_start().len());
        let level = indent.div_euclid(2);
        if indent.rem_euclid(2) != 0 || level >= DEPTH {
            return None;
        }
        if let Some(example) = failed(content) {
            self.groups.truncate(level);
            let parts = self.groups.iter().map(String::as_str).chain([example]);
            let full = parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ");
            if self.failed.len() < MOST {
                self.failed.push(full);
            } else {
                self.beyond.up(1);
            }
            return Some(Reported::Failed);
        }
        if content.ends_with(')') && scan::find(content, " (PENDING: ").is_some() {
            return Some(Reported::Pending);
        }
        // The first line of a document may be indented; levels that were not seen have no name.
        self.groups.truncate(level);
        while self.groups.len() < level {
            self.groups.push(String::new());
        }
        self.groups.push(content.to_owned());
        None
    }

    /// How many failed that are not among [`Self::failed`].
    pub(super) const fn beyond(&self) -> u64 {
        self.beyond
    }

    /// The failed examples.
    pub(super) fn failed(&self) -> &[String] {
        &self.failed
    }
}

/// Reads `example (FAILED - 1)`.
fn failed(content: &str) -> Option<&str> {
    let (example, number) = content.strip_suffix(')')?.rsplit_once(" (FAILED - ")?;
    scan::whole_number(number).map(|_| example)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_example_has_the_names_of_its_groups() {
        let mut doc = Doc::default();
        let text =
            "Cart\n  when empty\n    has no total\n    is free (FAILED - 1)\n  later (PENDING: no reason)\n";
        let reported: Vec<_> = text.lines().filter_map(|line| doc.line(line)).collect();
        assert_eq!(reported, [Reported::Failed, Reported::Pending]);
        assert_eq!(doc.failed(), ["Cart when empty is free"]);
        for number in 0..MOST {
            doc.line(&format!("  holds {number} (FAILED - {number})"));
        }
        assert_eq!((doc.failed().len(), doc.beyond()), (MOST, 1));
    }
}
