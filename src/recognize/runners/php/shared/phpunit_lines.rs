//! Single lines of PHPUnit: header, headings of lists, totals, test documentation.
//!
//! Source: PHPUnit 8 to 12, `TextUI/ResultPrinter` and `DefaultResultPrinter` (to 9), `TextUI/Output/Default` and
//! `SummaryPrinter` (from 10), `Util/TestDox` and `Logging/TestDox`.

use crate::budget::Count as _;
use crate::event::{TestId, Totals};
use crate::recognize::kit::scan;

/// The longest name, in bytes.
const LONGEST: usize = 4096;

/// Reads `PHPUnit 9.6.7 by Sebastian Bergmann and contributors.`: the number before the first point. ParaTest names
/// itself first.
pub(in crate::recognize::runners) fn header(text: &str) -> Option<u64> {
    let text = match text.strip_prefix("ParaTest v") {
        Some(rest) => scan::split_once(rest, " upon ")?.1,
        None => text,
    };
    let (version, rest) = scan::number(text.strip_prefix("PHPUnit ")?)?;
    (rest.starts_with('.') && rest.contains(" by Sebastian Bergmann")).then_some(version)
}

/// What a list is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::recognize::runners) enum List {
    /// Failures and errors of tests.
    Problems,
    /// Errors that PHPUnit met outside of tests.
    Runner,
    /// Tests that were skipped, or are not finished.
    Skipped,
    /// Warnings, deprecations, notices, risky tests.
    Apart,
}

/// Versions 6 to 9 end with a failure when the result of a test is a warning: a test case without tests, say. Version 5
/// did not, and from version 10 on a warning is no test's result.
const fn warnings_fail(version: u64) -> bool {
    version >= 6 && version < 10
}

/// Reads `There was 1 failure:`, `There were 3 errors:`, `2 tests triggered 1 warning:`.
pub(in crate::recognize::runners) fn list(text: &str, version: u64) -> Option<List> {
    let text = text.trim_end().strip_suffix(':')?;
    let rest = text.strip_prefix("There was ").or_else(|| text.strip_prefix("There were "));
    let Some(rest) = rest else {
        let (_, rest) = scan::number(text)?;
        let triggered = rest.starts_with(" test triggered ") || rest.starts_with(" tests triggered ");
        return triggered.then_some(List::Apart);
    };
    let (_, what) = scan::number(rest)?;
    Some(match what {
        " failure" | " failures" | " error" | " errors" => List::Problems,
        " warning" | " warnings" if warnings_fail(version) => List::Problems,
        " PHPUnit error" | " PHPUnit errors" | " test runner error" | " test runner errors" => List::Runner,
        " skipped test" | " skipped tests" | " incomplete test" | " incomplete tests" => List::Skipped,
        _ => List::Apart,
    })
}

/// Whether the list is of what PHPUnit itself warns of (`There was 1 PHPUnit test runner warning:`): since version 10 the run
/// fails by default when there is any, whatever its tests did.
pub(in crate::recognize::runners) fn fails_the_run(text: &str, version: u64) -> bool {
    let text = text.trim_end().trim_end_matches(':');
    let kinds = ["PHPUnit warning", "PHPUnit warnings", "test runner warning", "test runner warnings"];
    version >= 10 && kinds.iter().any(|kind| text.ends_with(kind))
}

/// Reads `12) Cart::testTotal`.
pub(in crate::recognize::runners) fn numbered(text: &str) -> Option<(u64, &str)> {
    let (number, rest) = scan::number(text)?;
    let name = rest.strip_prefix(") ")?.trim_end();
    (!name.is_empty() && name.len() <= LONGEST).then_some((number, name))
}

/// Splits `Tests\Cart::testTotal with data set "a::b"` at the class.
pub(in crate::recognize::runners) fn id(name: &str) -> TestId<'_> {
    if let Some((module, name)) = name.split_once(" > ") {
        return TestId { module, separator: " > ", name };
    }
    match scan::split_once(name, "::") {
        Some((module, name)) if !module.is_empty() && !name.is_empty() => {
            TestId { module, separator: "::", name }
        }
        _ => TestId::bare(name),
    }
}

/// Whose problem it is, by the line below a heading without a name: `The data provider specified for A::b is invalid.`, `No tests
/// found in class "A".`.
pub(in crate::recognize::runners) fn concerned(text: &str) -> Option<&str> {
    let provider =
        text.strip_prefix("The data provider specified for ").and_then(|rest| rest.split_once(" is "));
    let class = text.strip_prefix("No tests found in class \"").and_then(|rest| rest.split_once('"'));
    provider.or(class).map(|(name, _)| name).filter(|name| !name.is_empty() && name.len() <= LONGEST)
}

/// Whether the line is the word above the totals.
pub(in crate::recognize::runners) fn is_result(text: &str) -> bool {
    let text = text.trim_end();
    matches!(text, "FAILURES!" | "ERRORS!" | "WARNINGS!") || text.starts_with("OK, but ")
}

/// What the last line counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::recognize::runners) struct Sum {
    pub(in crate::recognize::runners) tests: u64,
    pub(in crate::recognize::runners) failures: u64,
    pub(in crate::recognize::runners) errors: u64,
    pub(in crate::recognize::runners) skipped: u64,
    pub(in crate::recognize::runners) incomplete: u64,
    pub(in crate::recognize::runners) risky: u64,
    /// Tests that are nothing but a warning: until version 5, from when on they are failures.
    pub(in crate::recognize::runners) warnings: u64,
    /// What PHPUnit itself warned of, since version 10: it is no test's, and the run fails.
    pub(in crate::recognize::runners) own_warnings: u64,
}

impl Sum {
    pub(in crate::recognize::runners) const fn bad(self) -> u64 {
        self.failures.saturating_add(self.errors)
    }

    pub(in crate::recognize::runners) fn totals(self) -> Totals {
        let other = self.incomplete.saturating_add(self.risky).saturating_add(self.warnings);
        // A failed test may be risky too.
        let other = other.min(self.tests.saturating_sub(self.bad()).saturating_sub(self.skipped));
        let rest = self.bad().saturating_add(self.skipped).saturating_add(other);
        Totals {
            passed: Some(self.tests.saturating_sub(rest)),
            failed: Some(self.failures),
            errors: Some(self.errors),
            skipped: Some(self.skipped),
            other: Some(other),
            total: Some(self.tests),
        }
    }
}

/// Reads `OK (3 tests, 4 assertions)`, `Tests: 171, Assertions: 169, Failures: 3, Skipped: 2.` or `No tests executed!`.
pub(in crate::recognize::runners) fn sum(text: &str, version: u64) -> Option<Sum> {
    let text = text.trim_end();
    if text == "No tests executed!" {
        return Some(Sum::default());
    }
    if let Some(inner) = text.strip_prefix("OK (").and_then(|rest| rest.strip_suffix(')')) {
        let (tests, rest) = scan::number(inner)?;
        let (_, rest) =
            scan::number(rest.strip_prefix(" tests, ").or_else(|| rest.strip_prefix(" test, "))?)?;
        return matches!(rest, " assertions" | " assertion").then_some(Sum { tests, ..Sum::default() });
    }
    let mut parts = text.strip_prefix("Tests: ")?.strip_suffix('.')?.split(", ");
    let mut sum = Sum { tests: scan::whole_number(parts.next()?)?, ..Sum::default() };
    let assertions = parts.next()?.strip_prefix("Assertions: ")?;
    scan::whole_number(assertions)?;
    for part in parts {
        let (word, number) = part.split_once(": ")?;
        let number = scan::whole_number(number)?;
        match word {
            "Failures" => sum.failures = number,
            "Errors" => sum.errors = number,
            "Skipped" => sum.skipped = number,
            "Incomplete" => sum.incomplete = number,
            "Risky" => sum.risky = number,
            "Warnings" if warnings_fail(version) => sum.failures.up(number),
            "Warnings" if version < 10 => sum.warnings = number,
            "PHPUnit Warnings" if version >= 10 => sum.own_warnings = number,
            _ => {}
        }
    }
    Some(sum)
}

/// A line of test documentation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::recognize::runners) enum Mark {
    Passed,
    Failed,
    Skipped,
    /// Risky, not finished.
    Other,
    /// With a warning until version 9; from then on risky, or passed with something to say.
    Warned,
}

/// Reads ` ✔ Total is zero`.
pub(in crate::recognize::runners) fn mark(text: &str) -> Option<(Mark, &str)> {
    let content = text.strip_prefix(' ')?;
    let marks = [
        ("✔ ", Mark::Passed),
        ("✘ ", Mark::Failed),
        ("↩ ", Mark::Skipped),
        ("∅ ", Mark::Other),
        ("☢ ", Mark::Other),
        ("⚠ ", Mark::Warned),
    ];
    let (mark, rest) = marks.iter().find_map(|(sign, mark)| Some((*mark, content.strip_prefix(sign)?)))?;
    let name = rest.trim_end();
    // The time after the name is not part of it: ` ✔ Total is zero [1.23 ms]`.
    let name = match name.strip_suffix(" ms]").and_then(|inner| inner.rsplit_once(" [")) {
        Some((name, _)) => name.trim_end(),
        None => name,
    };
    (!name.is_empty() && name.len() <= LONGEST).then_some((mark, name))
}

/// Reads `Cart (Tests\Cart)` above the tests of a class.
pub(in crate::recognize::runners) fn class(text: &str) -> Option<&str> {
    let (_, class) = text.trim_end().strip_suffix(')')?.rsplit_once(" (")?;
    let plain = class.chars().all(|each| each.is_alphanumeric() || each == '\\' || each == '_');
    (plain && !class.is_empty() && !text.starts_with(' ')).then_some(class)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_of_both_programs_give_the_version() {
        assert_eq!(header("PHPUnit 9.6.7 by Sebastian Bergmann and contributors."), Some(9));
        let para = "ParaTest v7.3.1 upon PHPUnit 10.5.5 by Sebastian Bergmann and contributors.";
        assert_eq!(header(para), Some(10));
        assert_eq!(header("PHPUnit 9 is old"), None);
    }

    #[test]
    fn the_totals_are_read_by_their_version() {
        let text = "Tests: 9, Assertions: 5, Errors: 1, Failures: 2, Warnings: 1, Skipped: 1, Risky: 1.";
        let old = sum(text, 9).map(|sum| sum.totals());
        assert_eq!(old.and_then(|totals| totals.passed), Some(3));
        assert_eq!(old.and_then(|totals| totals.failed), Some(3));
        assert_eq!(sum(text, 10).map(|sum| sum.totals()).and_then(|totals| totals.passed), Some(4));
        assert_eq!(sum("OK (1 test, 1 assertion)", 9).map(|sum| sum.tests), Some(1));
        assert_eq!(sum("Tests: many.", 9), None);
    }

    #[test]
    fn a_failed_test_that_is_risky_too_counts_once() {
        let totals = sum("Tests: 2, Assertions: 2, Failures: 1, Risky: 2.", 11).map(|sum| sum.totals());
        assert_eq!(totals.and_then(|totals| totals.other), Some(1));
    }

    #[test]
    fn lists_are_distinguished() {
        assert_eq!(list("There were 3 failures:", 10), Some(List::Problems));
        assert_eq!(list("There was 1 PHPUnit error:", 10), Some(List::Runner));
        assert_eq!(list("There was 1 skipped test:", 10), Some(List::Skipped));
        assert_eq!(list("1 test triggered 2 warnings:", 10), Some(List::Apart));
        assert_eq!(list("There was a problem:", 10), None);
        let warning = |version| list("There was 1 warning:", version);
        assert_eq!(
            [5, 6, 9, 10].map(warning),
            [List::Apart, List::Problems, List::Problems, List::Apart].map(Some)
        );
    }

    #[test]
    fn what_phpunit_itself_warns_of_fails_the_run_since_version_10() {
        for text in ["There was 1 PHPUnit test runner warning:", "There were 2 PHPUnit warnings:"] {
            assert!(fails_the_run(text, 11) && !fails_the_run(text, 9), "{text}");
        }
        for text in ["There was 1 PHPUnit notice:", "1 test triggered 1 warning:", "There was 1 warning:"] {
            assert!(!fails_the_run(text, 11), "{text}");
        }
        let text = "Tests: 3, Assertions: 7, Warnings: 2, PHPUnit Warnings: 1, PHPUnit Deprecations: 4.";
        assert_eq!(sum(text, 12).map(|sum| (sum.own_warnings, sum.bad())), Some((1, 0)));
    }

    #[test]
    fn test_documentation_has_marks() {
        assert_eq!(mark(" ✘ Total is zero [1.23 ms]"), Some((Mark::Failed, "Total is zero")));
        assert_eq!(mark("✘ x"), None);
        assert_eq!(class("Cart (Tests\\Cart)"), Some("Tests\\Cart"));
    }
}
