//! The tests of one package that began and were not reported yet, in the verbose form.
//!
//! Subtests are reported below their parent, after it, so that they stay here until then. The roster tells which names
//! may be reported at all: a status line of a test that never ran is output of the test that runs. It is bounded; beyond
//! its bounds every name is believed.

use std::collections::HashSet;

use crate::budget::Count as _;

use foldhash::HashMap;

use super::held::{Held, Purse};
use super::spares::{SPARES, Spares};

/// The most tests on a roster.
const TESTS: usize = 16 * 1024;
/// The most bytes of all their names.
const NAME_BYTES: usize = 2 * 1024 * 1024;

/// A test that began.
#[derive(Debug, Default)]
pub struct Test {
    order: u64,
    paused: bool,
    /// A later sibling began, so that it must have ended.
    done: bool,
    /// Whether it has subtests: then it is not counted itself.
    pub parent: bool,
    /// Its text.
    pub held: Held,
}

impl Test {
    fn is_active(&self) -> bool {
        !self.paused && !self.done
    }
}

pub(super) type Subtests = HashMap<String, Test>;

/// A top-level test with its subtests.
#[derive(Debug, Default)]
pub(super) struct Root {
    pub(super) test: Test,
    pub(super) subtests: Subtests,
    pub(super) last_run: String,
    /// The test that was running when this one began: either its verdict was lost, or it printed this one. Empty for none.
    pub(super) inside: String,
}

/// All of them, by the name of their top-level test.
#[derive(Debug, Default)]
pub struct Roster {
    roots: HashMap<String, Box<Root>>,
    /// The top-level test that was reported last, whose subtests are being reported.
    reported: Option<Box<Root>>,
    spares: Spares,
    /// Whether a test on the roster may have begun while another one was running.
    nested: bool,
    /// The top-level test that began last.
    latest: String,
    /// Whether it was neither reported nor is it paused.
    latest_runs: bool,
    tests: usize,
    /// How many of them run and are neither paused nor done.
    active: usize,
    bytes: usize,
    order: u64,
    full: bool,
}

impl Root {
    fn forget_text(&mut self, purse: &mut Purse) {
        self.test.held.clear(purse);
        self.subtests.values_mut().for_each(|test| test.held.clear(purse));
    }

    fn active(&self) -> usize {
        let below = self.subtests.values().filter(|test| test.is_active()).count();
        below.saturating_add(usize::from(self.test.is_active()))
    }
}

fn root_of(name: &str) -> &str {
    memchr::memchr(b'/', name.as_bytes()).and_then(|at| name.get(..at)).unwrap_or(name)
}

/// The names of a subtest's ancestors, nearest first. A name may hold slashes of its own.
fn ancestors(name: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(name), |name| name.get(..memchr::memrchr(b'/', name.as_bytes())?)).skip(1)
}

/// Whether `name` is a subtest of `parent`.
pub fn is_below(name: &str, parent: &str) -> bool {
    name.strip_prefix(parent).is_some_and(|rest| rest.starts_with('/'))
}

impl Roster {
    /// Whether a test of this name may be reported at the left margin now.
    pub fn expects(&self, name: &str) -> bool {
        (self.latest_runs && self.latest == name)
            || self.full
            || self.roots.contains_key(name)
            || !self.has_active()
    }

    /// Whether a subtest of this name may be reported now.
    pub fn expects_below(&self, name: &str) -> bool {
        self.reported.as_ref().is_some_and(|root| root.subtests.contains_key(name))
            || self.expects_below_others(name)
    }

    /// The same, when it is none of the top-level test that was reported last.
    pub fn expects_below_others(&self, name: &str) -> bool {
        self.full || self.roots.get(root_of(name)).is_some_and(|root| root.subtests.contains_key(name))
    }

    /// Whether a test of this name [may be reported](Self::expects) that has no subtests, as far as is known.
    pub fn expects_childless(&self, name: &str) -> bool {
        self.roots.get(name).map_or_else(|| self.expects(name), |root| !root.test.parent)
    }

    /// Whether a subtest of this name [may be reported](Self::expects_below) that has none itself, as far as is known.
    pub fn expects_childless_below(&self, name: &str) -> bool {
        let subtest = |root: &'_ Root| root.subtests.get(name).map(|test| !test.parent);
        let reported = self.reported.as_deref().and_then(subtest);
        reported.or_else(|| self.roots.get(root_of(name)).and_then(|root| subtest(root))).unwrap_or(self.full)
    }

    /// Whether the name is that of a test that began and was not reported.
    pub fn knows(&self, name: &str) -> bool {
        self.roots
            .get(root_of(name))
            .is_some_and(|root| root_of(name) == name || root.subtests.contains_key(name))
    }

    /// Whether a top-level test of this name, or the one above it, is running.
    pub fn knows_root(&self, name: &str) -> bool {
        self.roots.contains_key(root_of(name))
    }

    /// Whether a test is running, so that output is its own.
    pub fn has_active(&self) -> bool {
        self.active > 0
    }

    /// Whether more tests began than are remembered.
    pub const fn is_full(&self) -> bool {
        self.full
    }

    /// A test began. Whether it is on the roster now.
    pub fn run(&mut self, name: &str, purse: &mut Purse) -> bool {
        let bytes = self.bytes.saturating_add(name.len());
        if self.tests >= TESTS || bytes > NAME_BYTES {
            self.full = true;
            return false;
        }
        (self.tests, self.bytes) = (self.tests.saturating_add(1), bytes);
        self.order.up(1);
        self.active.up(1);
        let test = Test { order: self.order, ..Test::default() };
        let root_name = root_of(name);
        if root_name.len() == name.len() {
            self.run_root(name, test, purse);
            return true;
        }
        let root = match self.roots.get_mut(root_name) {
            Some(root) => root,
            None => {
                // The log begins in the middle of its parent.
                self.active.up(1);
                self.latest_runs |= self.latest == root_name;
                let mut root = self.spares.roots.pop().unwrap_or_default();
                root.test.order = self.order;
                self.roots.entry(self.spares.name(root_name)).or_insert(root)
            }
        };
        // Those that the new one is below go on.
        let mut earlier = root.last_run.as_str();
        while !is_below(name, earlier) {
            if let Some(test) = root.subtests.get_mut(earlier)
                && test.is_active()
            {
                test.done = true;
                self.active.down(1);
            }
            let Some(above) = memchr::memrchr(b'/', earlier.as_bytes()).and_then(|at| earlier.get(..at))
            else {
                break;
            };
            earlier = above;
        }
        let below_root = ancestors(name).take_while(|above| above.len() > root_name.len());
        match { below_root }.find(|above| root.subtests.contains_key(*above)) {
            Some(above) => {
                if let Some(test) = root.subtests.get_mut(above) {
                    test.parent = true;
                }
            }
            None => root.test.parent = true,
        }
        if root.subtests.capacity() == 0
            && let Some(map) = self.spares.maps.pop()
        {
            root.subtests = map;
        }
        if let Some(mut same) = root.subtests.insert(self.spares.name(name), test) {
            self.active.down(usize::from(same.is_active()));
            same.held.clear(purse);
        }
        root.last_run.clear();
        root.last_run.push_str(name);
        true
    }

    /// A test of the same name began before and was not reported.
    #[cold]
    fn forget_same(&mut self, mut same: Box<Root>, purse: &mut Purse) {
        self.active.down(same.active());
        same.forget_text(purse);
        self.spares.keep(same);
    }

    fn run_root(&mut self, name: &str, test: Test, purse: &mut Purse) {
        // Top-level tests run one after the other until they pause.
        let busy = self.latest_runs && self.latest != name;
        let mut root = self.spares.roots.pop().unwrap_or_default();
        root.test = test;
        if busy {
            root.inside.push_str(&self.latest);
        }
        self.nested |= busy;
        if let Some(same) = self.roots.insert(self.spares.name(name), root) {
            self.forget_same(same, purse);
        }
        if !busy {
            self.latest.clear();
            self.latest.push_str(name);
            self.latest_runs = true;
        }
    }

    /// A test waits for others, or goes on.
    pub fn pause(&mut self, name: &str, paused: bool) {
        let Some(test) = self.get_mut(name) else { return };
        let before = usize::from(test.is_active());
        (test.paused, test.done) = (paused, false);
        if self.latest == name {
            self.latest_runs = !paused;
        }
        let after = usize::from(!paused);
        self.active = self.active.saturating_sub(before).saturating_add(after);
    }

    /// The test of this name, which was not reported yet.
    pub fn get_mut(&mut self, name: &str) -> Option<&mut Test> {
        if name.is_empty() {
            return None;
        }
        let root_name = root_of(name);
        let root = self.roots.get_mut(root_name)?;
        if root_name.len() == name.len() { Some(&mut root.test) } else { root.subtests.get_mut(name) }
    }

    /// A top-level test is reported; its subtests follow.
    pub fn report(&mut self, name: &str, purse: &mut Purse) -> Option<Test> {
        if let Some(before) = self.reported.take() {
            self.forget_reported(before, purse);
        }
        let (key, mut root) = self.roots.remove_entry(name)?;
        self.spares.keep_name(key);
        self.nested &= !self.roots.is_empty();
        self.latest_runs &= self.latest != name;
        self.active.down(root.active());
        self.forget(1, name.len());
        let test = std::mem::take(&mut root.test);
        self.reported = Some(root);
        Some(test)
    }

    #[inline(never)]
    fn forget_reported(&mut self, mut before: Box<Root>, purse: &mut Purse) {
        self.forget(before.subtests.len(), 0);
        for test in before.subtests.values_mut() {
            test.held.clear(purse);
        }
        self.spares.keep(before);
    }

    /// The test that may have printed the start of this one.
    pub fn inside(&self, name: &str) -> Option<&str> {
        self.roots.get(root_of(name)).map(|root| root.inside.as_str()).filter(|inside| !inside.is_empty())
    }

    /// A test ended: those that it printed are forgotten.
    pub fn forget_inside(&mut self, name: &str, purse: &mut Purse) {
        if self.nested && self.latest == name {
            self.forget_printed_by(name, purse);
        }
    }

    #[inline(never)]
    fn forget_printed_by(&mut self, name: &str, purse: &mut Purse) {
        let (mut gone, mut active) = (0_usize, 0_usize);
        self.roots.retain(|_, root| {
            let printed = root.inside == name;
            if printed {
                active.up(root.active());
                gone.up(1);
                root.forget_text(purse);
            }
            !printed
        });
        self.active.down(active);
        self.forget(gone, 0);
    }

    /// A subtest is reported.
    pub fn report_below(&mut self, name: &str) -> Option<Test> {
        if let Some(test) = self.report_below_reported(name) {
            return Some(test);
        }
        let (key, test) = self.roots.get_mut(root_of(name))?.subtests.remove_entry(name)?;
        self.active.down(usize::from(test.is_active()));
        self.spares.keep_name(key);
        self.forget(1, name.len());
        Some(test)
    }

    /// A subtest is reported if it is one of the top-level test that was reported last.
    pub fn report_below_reported(&mut self, name: &str) -> Option<Test> {
        let (key, test) = self.reported.as_mut()?.subtests.remove_entry(name)?;
        self.spares.keep_name(key);
        self.forget(1, name.len());
        Some(test)
    }

    fn forget(&mut self, tests: usize, bytes: usize) {
        self.tests.down(tests);
        self.bytes = if self.tests == 0 { 0 } else { self.bytes.saturating_sub(bytes) };
    }

    /// Forgets everything but the memory, of which there is little: the next package's tests are like this one's.
    pub fn renew(&mut self) {
        let (mut roots, spares) = (std::mem::take(&mut self.roots), std::mem::take(&mut self.spares));
        if roots.capacity() > SPARES.1 {
            roots = HashMap::default();
        }
        roots.clear();
        *self = Self { roots, spares, ..Self::default() };
    }

    /// Takes all tests that were running, in the order in which they began: those without subtests.
    pub fn take_running(&mut self, purse: &mut Purse) -> Vec<(String, Test)> {
        let mut running: Vec<(String, Test)> = Vec::new();
        self.latest_runs = false;
        for (name, root) in self.roots.drain() {
            let Root { test, subtests, .. } = *root;
            running.extend(subtests);
            running.push((name, test));
        }
        // A test that is known by its first subtest alone is where that does, before it.
        running.sort_by_key(|(name, test)| (test.order, name.len()));
        let parents = parents(running.iter().filter(|(_, test)| !test.done).map(|(name, _)| name.as_str()));
        let mut kept = Vec::new();
        for (name, mut test) in running {
            if test.done || (test.parent && parents.contains(name.as_str())) {
                test.held.clear(purse);
            } else {
                kept.push((name, test));
            }
        }
        (self.tests, self.bytes, self.active) = (0, 0, 0);
        kept
    }
}

/// The names that have one of these names below them.
pub fn parents<'a>(names: impl Iterator<Item = &'a str>) -> HashSet<Box<str>> {
    names.flat_map(ancestors).map(Into::into).collect()
}

/// Whether a name is that of a function which `go test` runs.
pub fn is_test_name(name: &str) -> bool {
    ["Test", "Example", "Fuzz", "Benchmark"].iter().any(|start| name.starts_with(start))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(roster: &mut Roster) -> Vec<String> {
        roster.take_running(&mut Purse::default()).into_iter().map(|(name, _)| name).collect()
    }

    #[test]
    fn a_running_subtest_means_its_parents() {
        let mut roster = Roster::default();
        roster.run("TestA", &mut Purse::default());
        roster.run("TestA/b", &mut Purse::default());
        roster.run("TestA/b/c", &mut Purse::default());
        assert_eq!(names(&mut roster), ["TestA/b/c"]);
    }

    #[test]
    fn a_subtest_has_ended_when_the_next_one_begins() {
        let mut roster = Roster::default();
        roster.run("TestA", &mut Purse::default());
        roster.run("TestA/b", &mut Purse::default());
        roster.run("TestA/c", &mut Purse::default());
        assert_eq!(names(&mut roster), ["TestA/c"]);
    }

    #[test]
    fn tests_whose_own_start_is_lost_are_in_the_order_of_their_first_subtests() {
        let mut roster = Roster::default();
        let expected: Vec<String> = (0..20).map(|number| format!("Test{}", number * 7 % 20)).collect();
        for name in &expected {
            roster.run(&format!("{name}/a"), &mut Purse::default());
            roster.report_below(&format!("{name}/a"));
        }
        assert_eq!(names(&mut roster), expected);
    }

    #[test]
    fn a_paused_test_is_still_running_but_prints_nothing() {
        let mut roster = Roster::default();
        roster.run("TestA", &mut Purse::default());
        roster.pause("TestA", true);
        assert!(!roster.has_active());
        assert_eq!(names(&mut roster), ["TestA"]);
    }

    #[test]
    fn nothing_runs_when_all_are_reported_paused_or_followed() {
        let (mut roster, mut purse) = (Roster::default(), Purse::default());
        roster.run("TestA", &mut Purse::default());
        roster.run("TestA/b", &mut Purse::default());
        roster.run("TestA/c", &mut Purse::default());
        assert!(roster.has_active());
        roster.report("TestA", &mut purse);
        roster.report_below("TestA/b");
        assert!(!roster.has_active());
        roster.run("TestB", &mut Purse::default());
        roster.run("TestB/c", &mut Purse::default());
        roster.pause("TestB/c", true);
        roster.pause("TestB", true);
        assert!(!roster.has_active());
        roster.pause("TestB/c", false);
        assert!(roster.has_active());
        roster.report("TestB", &mut purse);
        assert!(!roster.has_active());
    }

    #[test]
    fn beyond_its_bound_every_name_is_believed() {
        let mut roster = Roster::default();
        roster.run("TestActive", &mut Purse::default());
        assert!(!roster.expects("TestOther"));
        for number in 0..=TESTS {
            roster.run(&format!("TestActive/{number}"), &mut Purse::default());
        }
        assert!(roster.expects("TestOther"));
        assert!(roster.tests <= TESTS);
    }
}
