//! The tree of test names below a file's header, as the verbose reporter prints it.
//!
//! Two columns per level; a describe block is its bare title, a test has an icon before and perhaps a duration after.

use super::jest_lines::SEPARATOR;
use crate::event::FailureKind;
use crate::event::Outcome;
use crate::recognize::kit::clip::{clipped, indent};
use crate::recognize::kit::durations::{in_parentheses, is_dotted, without_unit};

/// The most levels of describe blocks that are remembered.
const LEVELS: usize = 32;

/// The describe blocks that are open.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    levels: Vec<String>,
    /// How far the tree is shifted, in columns: the reporter for GitHub does so below a file that failed.
    shift: Option<usize>,
}

/// A test's line: how it ended, and its title.
#[must_use]
pub fn test(text: &str) -> Option<(Outcome, &str)> {
    let bare = text.trim_start();
    let (icon, title) = bare.split_once(' ')?;
    let (outcome, title) = match icon {
        "✓" | "√" => (Outcome::Passed, title),
        "✕" | "×" | "✗" => (Outcome::Failed(FailureKind::Test), title),
        "○" => (Outcome::Skipped, title.strip_prefix("skipped ").unwrap_or(title)),
        "✎" => (Outcome::Skipped, title.strip_prefix("todo ").unwrap_or(title)),
        _ => return None,
    };
    let title = title.trim_end();
    Some((outcome, timed(title)))
}

/// The title without ` (12 ms)`.
fn timed(title: &str) -> &str {
    match in_parentheses(title, "") {
        Some((before, time)) if without_unit(time).is_some_and(|number| is_dotted(number.trim_end())) => {
            before
        }
        _ => title,
    }
}

impl Tree {
    /// A new file begins.
    pub fn clear(&mut self) {
        self.levels.clear();
        self.shift = None;
    }

    /// The columns that a line is in, as if the tree's first line was two columns in.
    fn columns(&mut self, text: &str) -> usize {
        let columns = indent(text);
        let shift = *self.shift.get_or_insert(columns.saturating_sub(2));
        columns.saturating_sub(shift)
    }

    /// A line without an icon is the title of a describe block. Whether it can be one.
    pub fn describe(&mut self, text: &str) -> bool {
        let columns = self.columns(text);
        let level = columns / 2;
        if !columns.is_multiple_of(2)
            || level == 0
            || level > self.levels.len().saturating_add(1)
            || level > LEVELS
        {
            return false;
        }
        self.levels.truncate(level.saturating_sub(1));
        self.levels.push(clipped(text.trim()));
        true
    }

    /// The describe blocks around a test's line, as the report's titles join them, after the file.
    pub fn module(&mut self, file: &str, text: &str) -> String {
        let level = (self.columns(text) / 2).saturating_sub(1);
        self.levels.truncate(level);
        let mut module = file.to_owned();
        for title in &self.levels {
            module.push_str(SEPARATOR);
            module.push_str(title);
        }
        module
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tests_line_has_an_icon_and_perhaps_a_time() {
        assert_eq!(test("    ✓ adds (6 ms)"), Some((Outcome::Passed, "adds")));
        assert_eq!(test("  ✕ adds (two)"), Some((Outcome::Failed(FailureKind::Test), "adds (two)")));
        assert_eq!(test("  ○ skipped adds"), Some((Outcome::Skipped, "adds")));
        assert_eq!(test("  adds"), None);
    }

    #[test]
    fn a_test_is_in_the_blocks_that_are_open_around_it() {
        let mut tree = Tree::default();
        assert!(tree.describe("  outer") && tree.describe("    inner"));
        assert_eq!(tree.module("a.js", "      ✓ x"), "a.js › outer › inner");
        assert_eq!(tree.module("a.js", "    ✓ y"), "a.js › outer");
        assert!(!tree.describe("          far too deep"));
        tree.clear();
        assert!(tree.describe("    outer"));
        assert_eq!(tree.module("a.js", "      ✓ x"), "a.js › outer");
    }
}
