//! Warnings and skips: deduplicated, bounded, shown after the failures.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use super::report::Report;
use super::stored::Stored;
use crate::budget::Count as _;
use crate::event::Runner;
use crate::text::shape;

/// The most different warnings that are kept.
pub const WARNINGS: usize = 1000;
/// The most bytes of all kept warnings together.
pub const WARNING_BYTES: usize = 256 * 1024;

/// One warning with its lines.
#[derive(Debug)]
pub struct Warning {
    /// The lines of its first report.
    pub lines: Vec<Stored>,
    /// How often it was reported.
    pub times: u64,
    /// How many came when no more were kept, and differ from this one only in numbers and quoted values.
    pub alike: u64,
    /// Who reported it.
    pub by: Runner,
    /// The number of the section in which it is, when it is in one.
    pub section: Option<usize>,
}

impl Warning {
    /// How many warnings it counts for.
    #[must_use]
    pub const fn all(&self) -> u64 {
        self.times.saturating_add(self.alike)
    }
}

/// All warnings.
#[derive(Debug, Default)]
pub struct Warnings {
    kept: Vec<Warning>,
    index: HashMap<u64, usize>,
    /// The first of each shape, once no more are kept.
    shapes: Option<HashMap<u64, usize>>,
    /// The shape of each that is kept.
    kinds: Vec<u64>,
    bytes: usize,
    total: u64,
}

impl Warnings {
    /// Counts a warning. Gives its number when this is its first telling, so that its lines can be added.
    pub fn add(&mut self, by: Runner, key: &str, section: Option<usize>) -> Option<usize> {
        self.total.up(1);
        let hash = hash_of(key);
        if let Some(at) = self.index.get(&hash) {
            if let Some(warning) = self.kept.get_mut(*at) {
                warning.times.up(1);
            }
            return None;
        }
        if self.kept.len() >= WARNINGS || self.bytes >= WARNING_BYTES {
            let kinds = &self.kinds;
            let shapes = self.shapes.get_or_insert_with(|| {
                kinds.iter().enumerate().rev().map(|(at, kind)| (*kind, at)).collect()
            });
            let first = shapes.get(&hash_of(&shape(key))).and_then(|at| self.kept.get_mut(*at));
            if let Some(warning) = first.filter(|warning| warning.section == section) {
                warning.alike.up(1);
            }
            return None;
        }
        let at = self.kept.len();
        self.index.insert(hash, at);
        self.kinds.push(hash_of(&shape(key)));
        self.kept.push(Warning { lines: Vec::new(), times: 1, alike: 0, by, section });
        Some(at)
    }

    /// Adds a line to a kept warning while there is room.
    pub fn add_line(&mut self, at: usize, line: Stored) {
        let bytes = line.bytes();
        if self.bytes.saturating_add(bytes) > WARNING_BYTES {
            return;
        }
        if let Some(warning) = self.kept.get_mut(at) {
            self.bytes.up(bytes);
            warning.lines.push(line);
        }
    }

    /// The kept warnings in the order of their first reports.
    #[must_use]
    pub fn kept(&self) -> &[Warning] {
        &self.kept
    }

    /// The kept warnings, to hide what must not be shown.
    pub(super) fn kept_mut(&mut self) -> &mut [Warning] {
        &mut self.kept
    }

    /// How many were reported, repeats included.
    #[must_use]
    pub const fn total(&self) -> u64 {
        self.total
    }
}

fn hash_of(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

impl Report {
    /// Whether what was found in a section is a runner's own, and not output of its tests.
    #[must_use]
    pub fn is_outside(&self, section: Option<usize>) -> bool {
        section
            .and_then(|at| self.sections.get(at))
            .is_none_or(|section| section.counts() && !section.is_closed())
    }

    /// How many warnings were reported that were not output of a test.
    pub(super) fn outer_warnings(&self) -> u64 {
        let inner = self.warnings.kept().iter().filter(|warning| !self.is_outside(warning.section));
        inner.fold(self.warnings.total(), |sum, warning| sum.saturating_sub(warning.all()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::Class;
    use crate::text::Line;

    #[test]
    fn equal_warnings_are_kept_once_and_counted() {
        let mut warnings = Warnings::default();
        let first = warnings.add(Runner("x"), "unused x", None).unwrap();
        warnings.add_line(first, Stored::of(&Line::of("warning: unused x"), Class::Warning));
        assert_eq!(warnings.add(Runner("x"), "unused x", None), None);
        assert_eq!((warnings.kept().len(), warnings.kept()[0].times, warnings.total()), (1, 2, 2));
    }

    #[test]
    fn the_kept_warnings_hold_their_bounds() {
        let mut warnings = Warnings::default();
        for number in 0..5000 {
            if let Some(at) = warnings.add(Runner("x"), &format!("w{number}"), None) {
                warnings.add_line(at, Stored::of(&Line::of("some text of a warning"), Class::Warning));
            }
        }
        assert_eq!(warnings.kept().len(), WARNINGS);
        assert!(warnings.bytes <= WARNING_BYTES);
        assert_eq!(warnings.total(), 5000);
        // Those that are not kept count for the first one of their shape.
        assert_eq!((warnings.kept()[0].times, warnings.kept()[0].alike), (1, 4000));
    }
}
