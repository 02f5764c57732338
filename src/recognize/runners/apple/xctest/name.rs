//! The spellings of a test's name, and what makes two spellings the same test.
//!
//! One test is `-[AppTests.SuiteA testOne]` where XCTest itself speaks on Apple's platforms, `SuiteA.testOne` where
//! it speaks on Linux, `SuiteA.testOne()` or `SuiteA/testOne()` where xcodebuild speaks. The id keeps what was
//! shown, with `.` between module and name; the key is what all spellings share.

use std::hash::{DefaultHasher, Hash, Hasher};

use crate::event::TestId;

/// What is between module and name, whatever the spelling: `swift test --filter` takes it for any character.
const SEPARATOR: &str = ".";

/// Reads a test's name in any spelling. `None` when it cannot be one.
pub fn test_id(shown: &str) -> Option<TestId<'_>> {
    let bracketed = shown.strip_prefix("-[").or_else(|| shown.strip_prefix("+["));
    if let Some(inner) = bracketed {
        let inner = inner.strip_suffix(']')?;
        return Some(match inner.split_once(' ') {
            Some((module, name)) if !module.is_empty() && !name.is_empty() => {
                TestId { module, separator: SEPARATOR, name }
            }
            _ => TestId::bare(inner),
        });
    }
    // The arguments of a Swift function may hold anything; module and name part before them.
    let head = shown.split('(').next().unwrap_or(shown);
    let cut = head.rfind(['.', '/']);
    let parts = cut.and_then(|at| Some((shown.get(..at)?, shown.get(at.saturating_add(1)..)?)));
    match parts {
        Some((module, name)) if !module.is_empty() && !name.is_empty() => {
            Some(TestId { module, separator: SEPARATOR, name })
        }
        _ if shown.is_empty() => None,
        _ => Some(TestId::bare(shown)),
    }
}

/// The key that all spellings of one test share: the innermost type and the function without empty parentheses.
pub fn key(id: &TestId<'_>) -> u64 {
    let suite = id.module.rsplit(['.', '/']).next().unwrap_or_default();
    let mut hasher = DefaultHasher::new();
    (suite, function(id.name)).hash(&mut hasher);
    hasher.finish()
}

/// The key of a function alone, for runners that do not say the type.
pub fn function_key(name: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    function(name).hash(&mut hasher);
    hasher.finish()
}

fn function(name: &str) -> &str {
    name.strip_suffix("()").unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(shown: &str) -> (&str, &str) {
        let id = test_id(shown).unwrap();
        (id.module, id.name)
    }

    #[test]
    fn every_spelling_is_split_into_module_and_name() {
        assert_eq!(split("-[AppTests.SuiteA testOne]"), ("AppTests.SuiteA", "testOne"));
        assert_eq!(split("-[SuiteA testOne]"), ("SuiteA", "testOne"));
        assert_eq!(split("SuiteA.testOne"), ("SuiteA", "testOne"));
        assert_eq!(split("SuiteA.testOne()"), ("SuiteA", "testOne()"));
        assert_eq!(split("SuiteA/check(host:port:)"), ("SuiteA", "check(host:port:)"));
        assert_eq!(split("free()"), ("", "free()"));
        assert_eq!(test_id(""), None);
    }

    #[test]
    fn all_spellings_of_one_test_share_a_key_and_different_tests_do_not() {
        let of = |shown| key(&test_id(shown).unwrap());
        let one = of("-[AppTests.SuiteA testOne]");
        for shown in ["SuiteA.testOne", "SuiteA.testOne()", "SuiteA/testOne()", "-[SuiteA testOne]"] {
            assert_eq!(of(shown), one, "{shown}");
        }
        for shown in ["SuiteA.testOneMore()", "SuiteB.testOne()", "testOne()"] {
            assert_ne!(of(shown), one, "{shown}");
        }
    }
}
