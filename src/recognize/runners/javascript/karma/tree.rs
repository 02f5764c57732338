//! The tree of suites that karma-mocha-reporter and karma-spec-reporter print, a mark before each spec.

use crate::recognize::kit::clip::{clipped, indent};
use crate::recognize::runners::javascript::shared::marks;

/// The deepest nesting of suites.
const MOST_SUITES: usize = 32;
/// The longest title, in bytes.
const LONGEST_TITLE: usize = 512;
/// Marks of what was skipped, those of a Windows console beside them.
const SKIPPED: [&str; 3] = ["ℹ ", "- ", "i "];

/// What a spec's mark says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    Passed,
    Failed,
    Skipped,
}

/// Reads the mark of a spec, and its name.
pub(super) fn mark(text: &str) -> Option<(Mark, &str)> {
    if let Some(name) = marks::passed(text) {
        return match name.strip_suffix(" (skipped)") {
            Some(name) => Some((Mark::Skipped, name)),
            None => Some((Mark::Passed, name)),
        };
    }
    if let Some(name) = marks::failed(text) {
        return Some((Mark::Failed, name));
    }
    SKIPPED.iter().find_map(|mark| text.strip_prefix(mark)).map(|name| (Mark::Skipped, name))
}

/// The titles above the current line.
#[derive(Debug, Default)]
pub(super) struct Tree {
    suites: Vec<(usize, String)>,
}

impl Tree {
    /// A line that may be a suite's title.
    pub(super) fn title(&mut self, text: &str) {
        let blanks = indent(text);
        if blanks >= 2 && blanks.is_multiple_of(2) && text.len() <= LONGEST_TITLE && !text.contains('\t') {
            self.suites.retain(|(above, _)| *above < blanks);
            if self.suites.len() < MOST_SUITES {
                self.suites.push((blanks, clipped(text.trim())));
            }
        }
    }

    /// The titles above a line of so many blanks, as the other reporters join them.
    pub(super) fn module(&mut self, blanks: usize) -> String {
        self.suites.retain(|(above, _)| *above < blanks);
        let titles: Vec<&str> = self.suites.iter().map(|(_, title)| title.as_str()).collect();
        titles.join(" ")
    }

    pub(super) fn clear(&mut self) {
        self.suites.clear();
    }
}
