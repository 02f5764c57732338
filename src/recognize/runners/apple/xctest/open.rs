//! The tests that run right now, and the suites around them.

use super::name::key;
use crate::event::TestId;

/// The most tests held as running at once: one per process of an invocation.
pub const RUNNING: usize = 64;
/// The most suites held inside each other; XCTest has three.
pub const SUITES: usize = 32;
/// The most bytes of a name that are held.
pub const NAME_BYTES: usize = 1024;

/// A test that began and did not end yet.
#[derive(Clone, Debug, Default)]
pub struct Running {
    /// The key of its name.
    pub key: u64,
    /// Which iteration this is, from 1, or 0.
    pub attempt: u32,
    /// Whether it met a failure that it expects.
    pub expected: bool,
    text: String,
    cut: usize,
}

impl Running {
    /// The test's name as it was shown.
    pub fn id(&self) -> TestId<'_> {
        match self.text.split_at_checked(self.cut) {
            Some((module, name)) if !module.is_empty() => TestId { module, separator: ".", name },
            _ => TestId::bare(&self.text),
        }
    }
}

/// The running tests, latest last. Names reuse the room of tests that ended.
#[derive(Debug, Default)]
pub struct RunningTests {
    list: Vec<Running>,
    spare: Vec<String>,
}

impl RunningTests {
    /// A test began. One that is held already begins anew; the oldest is forgotten when there are too many.
    pub fn begin(&mut self, id: &TestId<'_>, attempt: u32) {
        let key = key(id);
        self.end(key);
        if self.list.len() >= RUNNING {
            let oldest = self.list.remove(0);
            self.spare.push(oldest.text);
        }
        let mut text = self.spare.pop().unwrap_or_default();
        text.clear();
        let module = clipped(id.module);
        text.push_str(module);
        text.push_str(clipped(id.name));
        self.list.push(Running { key, attempt, expected: false, cut: module.len(), text });
    }

    /// A test ended. Gives what was held of it: its iteration, and whether it expected to fail.
    pub fn end(&mut self, key: u64) -> Option<(u32, bool)> {
        let at = self.list.iter().rposition(|running| running.key == key)?;
        let running = self.list.remove(at);
        self.spare.push(running.text);
        Some((running.attempt, running.expected))
    }

    /// Whether this test runs.
    pub fn holds(&self, key: u64) -> bool {
        self.list.iter().any(|running| running.key == key)
    }

    /// The test that began last.
    pub fn latest(&self) -> Option<&Running> {
        self.list.last()
    }

    /// The test that began last, to be changed.
    pub fn latest_mut(&mut self) -> Option<&mut Running> {
        self.list.last_mut()
    }

    /// The test with this key.
    pub fn get(&self, key: u64) -> Option<&Running> {
        self.list.iter().find(|running| running.key == key)
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &Running> {
        self.list.iter()
    }

    /// Whether none runs.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        while let Some(running) = self.list.pop() {
            self.spare.push(running.text);
        }
    }
}

/// The open suites, outermost first.
#[derive(Debug, Default)]
pub struct Suites(Vec<String>);

/// Which suite ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// The outermost: the whole process's run.
    Whole,
    /// One inside it.
    Inner,
}

impl Suites {
    /// Whether none is open.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether a suite of this name, beginning now, is the outermost of a process. XCTest never nests the names
    /// that it gives to a whole run: one that begins inside others belongs to a new process.
    pub fn is_outermost(&self, name: &str) -> bool {
        self.0.is_empty() || is_whole(name)
    }

    /// A suite began.
    pub fn begin(&mut self, name: &str) {
        if self.0.len() < SUITES {
            self.0.push(clipped(name).to_owned());
        }
    }

    /// A suite ended, and with it those inside it. A suite that was not seen to begin is the whole one when nothing
    /// is open and it has one of the names that XCTest gives to a whole run.
    pub fn end(&mut self, name: &str) -> Option<Reach> {
        if let Some(at) = self.0.iter().rposition(|open| open == clipped(name)) {
            self.0.truncate(at);
            return Some(if at == 0 { Reach::Whole } else { Reach::Inner });
        }
        if !self.0.is_empty() {
            return None;
        }
        Some(if is_whole(name) { Reach::Whole } else { Reach::Inner })
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.0.clear();
    }
}

/// The names of the suite around everything that a process runs.
pub fn is_whole(name: &str) -> bool {
    matches!(name, "All tests" | "Selected tests" | "Multiple Selected Tests")
}

/// At most [`NAME_BYTES`] of a name, at a char's boundary.
pub fn clipped(name: &str) -> &str {
    if name.len() <= NAME_BYTES {
        return name;
    }
    crate::text::head(name, NAME_BYTES)
}

#[cfg(test)]
mod tests {
    use super::super::name::test_id;
    use super::*;

    #[test]
    fn the_number_of_running_tests_is_bounded_and_the_latest_stay() {
        let mut running = RunningTests::default();
        for number in 0..=RUNNING {
            running.begin(&test_id(&format!("S.t{number}")).unwrap(), 0);
        }
        assert_eq!(running.iter().count(), RUNNING);
        assert!(!running.holds(key(&test_id("S.t0").unwrap())));
        assert_eq!(running.latest().unwrap().id().name, format!("t{RUNNING}"));
    }

    #[test]
    fn an_outer_suite_ends_those_inside_and_a_stranger_ends_nothing() {
        let mut suites = Suites::default();
        for name in ["All tests", "A.xctest", "S"] {
            suites.begin(name);
        }
        assert_eq!(suites.end("Else"), None);
        assert_eq!(suites.end("A.xctest"), Some(Reach::Inner));
        assert_eq!(suites.end("All tests"), Some(Reach::Whole));
        assert_eq!(suites.end("Selected tests"), Some(Reach::Whole));
        assert_eq!(suites.end("S"), Some(Reach::Inner));
    }

    #[test]
    fn a_long_name_is_clipped_at_a_char() {
        let name = "é".repeat(NAME_BYTES);
        assert!(clipped(&name).len() <= NAME_BYTES && name.starts_with(clipped(&name)));
    }
}
