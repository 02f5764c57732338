//! One TAP document: its plan, its levels of subtests, and what was counted on the lowest of them.
//!
//! Tests are counted where they are leaves: a verdict that sums up subtests is none. Names are built only for failures.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::budget::Count as _;
use crate::event::Totals;
use crate::recognize::kit::bounds::{LEVELS, NAME_BYTES};

/// How many failed ids are remembered, to tell equal names apart.
const MOST_IDS: usize = 8192;
/// How many verdicts that sum up failed subtests are remembered.
const MOST_PARENTS: usize = 1024;

/// A level of subtests.
#[derive(Debug)]
pub(super) struct Level {
    pub(super) indent: usize,
    pub(super) name: String,
    pub(super) results: u64,
    pub(super) failed: u64,
    /// The verdict above was reported as a failure before its subtests came.
    pub(super) reported: Option<Name>,
}

/// The name of a test, split.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Name {
    pub(super) module: String,
    pub(super) name: String,
}

/// What is between the names of levels.
pub(super) const SEPARATOR: &str = " > ";

impl Name {
    pub(super) fn id(&self) -> crate::event::TestId<'_> {
        let separator = if self.module.is_empty() { "" } else { SEPARATOR };
        crate::event::TestId { module: &self.module, separator, name: &self.name }
    }
}

/// What was below a verdict.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Below {
    pub(super) results: u64,
    pub(super) failed: u64,
}

/// A document that was begun.
#[derive(Debug, Default)]
pub(super) struct Document {
    /// Blanks before its outermost verdicts.
    pub(super) base: usize,
    pub(super) planned: Option<u64>,
    /// The section was reported.
    pub(super) started: bool,
    /// It began with `TAP version N`.
    pub(super) versioned: bool,
    /// It has `# Subtest` comments.
    pub(super) has_subtests: bool,
    /// Its producer printed that the plan was not kept.
    pub(super) broken: bool,
    /// Verdicts on the outermost level.
    pub(super) results: u64,
    pub(super) passed: u64,
    pub(super) failed: u64,
    pub(super) skipped: u64,
    pub(super) other: u64,
    levels: Vec<Level>,
    ids: HashSet<u64>,
    /// Failed verdicts that sum up failed subtests.
    pub(super) parents: Vec<Name>,
}

fn short(name: &str) -> &str {
    crate::text::head(name, NAME_BYTES)
}

impl Document {
    /// A document whose outermost verdicts are after so many blanks.
    pub(super) fn at(base: usize) -> Self {
        Self { base, ..Self::default() }
    }

    /// All that was planned was reported.
    #[inline]
    pub(super) fn is_complete(&self) -> bool {
        self.levels.is_empty() && (self.broken || self.planned.is_some_and(|planned| self.results >= planned))
    }

    /// Whether its plan is that no test runs.
    pub(super) fn ran_nothing(&self) -> bool {
        self.versioned && !self.started && self.planned == Some(0) && self.results == 0
    }

    /// Enters a level of subtests.
    pub(super) fn enter(&mut self, indent: usize, name: &str, reported: Option<Name>) {
        self.leave(indent);
        if self.levels.len() < LEVELS {
            let name = short(name).to_owned();
            self.levels.push(Level { indent, name, results: 0, failed: 0, reported });
        }
    }

    /// The indentation of the innermost level.
    pub(super) fn innermost(&self) -> usize {
        self.levels.last().map_or(self.base, |level| level.indent)
    }

    /// Leaves the levels that are as deep as `indent` or deeper; tells what was in the outermost of them.
    #[inline]
    pub(super) fn leave(&mut self, indent: usize) -> Below {
        let mut below = Below::default();
        while let Some(level) = self.levels.pop_if(|level| level.indent >= indent) {
            below.results = level.results;
            below.failed = below.failed.max(level.failed);
        }
        below
    }

    /// Counts a verdict on the level of this indentation.
    pub(super) fn result(&mut self, indent: usize) {
        if indent <= self.base || self.levels.is_empty() && self.has_only_flat(indent) {
            self.results.up(1);
        } else if self.levels.last().is_none_or(|level| level.indent < indent) {
            self.enter(indent, "", None);
        }
        if let Some(level) = self.levels.last_mut() {
            level.results.up(1);
        }
    }

    /// A single blank before a verdict is a slip, not a level.
    fn has_only_flat(&self, indent: usize) -> bool {
        indent < self.base.saturating_add(2)
    }

    /// A failure is on the innermost level.
    pub(super) fn fail(&mut self) {
        if let Some(level) = self.levels.last_mut() {
            level.failed.up(1);
        }
    }

    /// The verdicts above that were reported before, each once.
    pub(super) fn take_reported(&mut self) -> impl Iterator<Item = Name> + '_ {
        self.levels.iter_mut().filter_map(|level| level.reported.take())
    }

    /// The full name of a verdict on the innermost level; equal ones are distinguished by their number.
    pub(super) fn name(&mut self, name: &str, number: Option<u64>, title: &str) -> Name {
        let mut module = String::new();
        let names = self.levels.iter().map(|level| level.name.as_str());
        for part in names.chain([title]).filter(|part| !part.is_empty()) {
            if !module.is_empty() {
                module.push_str(SEPARATOR);
            }
            module.push_str(part);
        }
        let number = number.unwrap_or(self.results);
        let mut name = if name.is_empty() { format!("test {number}") } else { short(name).to_owned() };
        if !self.remember(&module, &name) {
            name = format!("{name} (test {number})");
            self.remember(&module, &name);
        }
        Name { module, name }
    }

    /// A verdict that sums up failed subtests.
    pub(super) fn add_parent(&mut self, name: Name) {
        if self.parents.len() < MOST_PARENTS {
            self.parents.push(name);
        }
    }

    fn remember(&mut self, module: &str, name: &str) -> bool {
        let mut hasher = DefaultHasher::new();
        (module, name).hash(&mut hasher);
        self.ids.len() >= MOST_IDS || self.ids.insert(hasher.finish())
    }

    /// What was counted.
    pub(super) fn counted(&self) -> Totals {
        Totals {
            passed: Some(self.passed),
            failed: Some(self.failed),
            errors: None,
            skipped: Some(self.skipped),
            other: Some(self.other),
            total: None,
        }
    }
}
