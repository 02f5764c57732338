//! Which failures of an invocation were reported already, for xcodebuild's closing list.
//!
//! `Failing tests:` names failures of all bundles and of both testing libraries, after (or, when the two streams are
//! buffered apart, before) their own sections. Only what nothing else reported is a failure of its own. Swift Testing
//! prints functions without their type, and display names that the list does not know: those are matched by
//! function, and failing that by number.

use std::collections::{HashMap, HashSet};

use super::name::{function_key, key};
use crate::budget::Count as _;
use crate::event::TestId;

/// The most failures remembered by key, each for types and for bare functions.
pub const HELD: usize = 65_536;

/// Failures reported since the invocation began.
#[derive(Debug, Default)]
pub struct Failed {
    tests: HashSet<u64>,
    functions: HashMap<u64, u32>,
    named_for_people: u64,
    listed: HashSet<u64>,
    over: bool,
}

impl Failed {
    /// Remembers a failure that names its type.
    pub fn test(&mut self, id: &TestId<'_>) {
        if id.module.is_empty() {
            self.function(id.name);
        } else if self.tests.len() < HELD {
            self.tests.insert(key(id));
        } else {
            self.over = true;
        }
    }

    /// Remembers a failure of Swift Testing: a function, or a display name in quotes.
    pub fn function(&mut self, name: &str) {
        if name.starts_with('"') {
            self.named_for_people.up(1);
        } else if self.functions.len() < HELD {
            let count = self.functions.entry(function_key(name)).or_insert(0);
            count.up(1);
        } else {
            self.over = true;
        }
    }

    /// Whether an entry of the closing list was reported before. Uses up what it matches by function or by number.
    pub fn knows(&mut self, id: &TestId<'_>) -> bool {
        if self.over || self.tests.contains(&key(id)) {
            return true;
        }
        // A test with arguments is listed once for each that failed.
        if self.listed.len() < HELD && !self.listed.insert(key(id)) {
            return true;
        }
        if let Some(count) = self.functions.get_mut(&function_key(id.name)).filter(|count| **count > 0) {
            count.down(1);
            return true;
        }
        if self.named_for_people > 0 {
            self.named_for_people.down(1);
            return true;
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::super::name::test_id;
    use super::*;

    #[test]
    fn an_entry_is_known_by_type_by_function_or_by_number() {
        let mut failed = Failed::default();
        failed.test(&test_id("-[AppTests.SuiteA testOne]").unwrap());
        failed.function("free()");
        failed.function("\"Reads a name\"");
        let mut knows = |shown| failed.knows(&test_id(shown).unwrap());
        assert!(knows("SuiteA.testOne()") && knows("SuiteA.testOne()"));
        assert!(knows("Things.free()"));
        assert!(knows("Things.readsName()"));
        assert!(knows("Things.readsName()") && knows("Things.free()"));
        assert!(!knows("Others.free()"));
        assert!(!knows("SuiteA.testTwo()"));
    }
}
