//! The last line of a session: `3 failed, 166 passed, 2 skipped in 0.56s`, between rules or, with `-q`, without.
//!
//! Only the shape is judged here. Whether the numbers are the session's own is for the recognizer (order of the parts,
//! progress, announced number) and, finally, for the report.

use crate::event::Totals;
use crate::recognize::kit::scan;

/// What a closing line says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Closing {
    /// The numbers. What pytest does not print is zero.
    pub(super) totals: Totals,
}

impl Closing {
    /// All results together: passed, failed, errors, skipped, expected failures and unexpected passes.
    pub(super) fn sum(&self) -> u64 {
        [self.totals.passed, self.totals.failed, self.totals.errors, self.totals.skipped, self.totals.other]
            .iter()
            .fold(0, |sum, each| sum.saturating_add(each.unwrap_or(0)))
    }

    /// Failures and errors.
    pub(super) fn failed(&self) -> u64 {
        self.totals.failed.unwrap_or(0).saturating_add(self.totals.errors.unwrap_or(0))
    }

    /// Whether tests ran and none of them failed.
    pub(super) fn ended_well(&self) -> bool {
        self.failed() == 0 && self.sum() > 0
    }

    /// Whether a session that was to run `announced` tests to the end can have these results. An error in a
    /// tear-down comes on top of the test's own result, and a module that skips itself was never announced.
    pub(super) fn covers(&self, announced: u64) -> bool {
        let sum = self.sum();
        let extra = self.totals.errors.unwrap_or(0).saturating_add(self.totals.skipped.unwrap_or(0));
        announced <= sum && sum.saturating_sub(extra) <= announced
    }

    /// Whether there are more results than tests, and failures that explain it: a tear-down that fails and a subtest that
    /// fails come on top of the result of their test.
    pub(super) fn exceeds(&self, announced: u64) -> bool {
        let sum = self.sum();
        let extra = self.failed().saturating_add(self.totals.skipped.unwrap_or(0));
        announced < sum && self.failed() > 0 && sum.saturating_sub(extra) <= announced
    }
}

/// The words that follow a number in a closing line.
const WORDS: [&str; 15] = [
    "failed",
    "passed",
    "skipped",
    "deselected",
    "xfailed",
    "xpassed",
    "warning",
    "warnings",
    "error",
    "errors",
    "rerun",
    "subtests passed",
    "subtests failed",
    "subtests skipped",
    "selected",
];

/// Reads a closing line without its rules.
pub(super) fn closing(text: &str) -> Option<Closing> {
    let text = scan::trim(text);
    // A time ends the line, and of most lines that end so it is reported by the byte before.
    let [.., before, last] = text.as_bytes() else { return None };
    let timed = match last {
        b's' => before.is_ascii_digit() || *before == b'd',
        b')' => before.is_ascii_digit() || b": ,days".contains(before),
        _ => false,
    };
    if !timed {
        return None;
    }
    let (parts, time) = text.rsplit_once(" in ")?;
    if !is_time(time) {
        return None;
    }
    let none = Totals {
        passed: Some(0),
        failed: Some(0),
        errors: Some(0),
        skipped: Some(0),
        other: Some(0),
        total: None,
    };
    if parts == "no tests ran" || parts.starts_with("no tests collected") {
        return Some(Closing { totals: none });
    }
    let mut collected = false;
    let mut known = false;
    for part in parts.split(", ") {
        let (_, rest) = scan::number(part)?;
        // `3 tests collected`, `2/3 tests collected (1 deselected)`: a session that only collects.
        let word = match rest.strip_prefix('/').and_then(scan::number) {
            Some((_, rest)) => rest,
            None => rest,
        };
        let word = word.strip_prefix(' ')?;
        let only = word.strip_prefix("test collected").or_else(|| word.strip_prefix("tests collected"));
        if only.is_some_and(|rest| rest.is_empty() || rest.starts_with(" (")) {
            collected = true;
        } else if rest.starts_with('/') || !(WORDS.contains(&word) || is_category(word)) {
            return None;
        }
        known |= collected || WORDS.contains(&word);
    }
    if !known {
        return None;
    }
    let read = scan::totals(parts);
    let totals = if collected {
        Totals { errors: read.errors.or(Some(0)), ..none }
    } else {
        Totals {
            passed: read.passed.or(Some(0)),
            failed: read.failed.or(Some(0)),
            errors: read.errors.or(Some(0)),
            skipped: read.skipped.or(Some(0)),
            other: read.other.or(Some(0)),
            total: None,
        }
    };
    Some(Closing { totals })
}

/// The longest name of a category that a plugin adds, in bytes.
const CATEGORY_BYTES: usize = 40;

/// Whether it can be the category that a plugin gives some results: pytest adds each that it does not know after its own,
/// `4 retried` of pytest-retry say.
fn is_category(word: &str) -> bool {
    word.len() <= CATEGORY_BYTES
        && word.starts_with(|first: char| first.is_ascii_lowercase())
        && word.bytes().all(|byte| byte.is_ascii_lowercase() || b" _-".contains(&byte))
}

/// `0.56s`, `0.56 seconds`, `75.01s (0:01:15)`.
fn is_time(text: &str) -> bool {
    let Some((_, rest)) = scan::number(text) else { return false };
    let rest = match rest.strip_prefix('.').and_then(scan::number) {
        Some((_, rest)) => rest,
        None => rest,
    };
    let Some(rest) = rest.strip_prefix(" seconds").or_else(|| rest.strip_prefix('s')) else { return false };
    rest.is_empty()
        || rest
            .strip_prefix(" (")
            .and_then(|rest| rest.strip_suffix(')'))
            .is_some_and(|clock| clock.chars().all(|each| each.is_ascii_digit() || ": ,days".contains(each)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<(u64, u64, u64, u64, u64)> {
        closing(text).map(|closing| {
            let totals = closing.totals;
            (
                totals.passed.unwrap_or(0),
                totals.failed.unwrap_or(0),
                totals.errors.unwrap_or(0),
                totals.skipped.unwrap_or(0),
                totals.other.unwrap_or(0),
            )
        })
    }

    #[test]
    fn a_closing_line_gives_all_its_numbers() {
        assert_eq!(
            read(
                "1 failed, 4 passed, 2 skipped, 7 deselected, 1 xfailed, 2 xpassed, 9 warnings, 3 errors in 1.05s"
            ),
            Some((4, 1, 3, 2, 3))
        );
        assert_eq!(read("166 passed in 0.56 seconds"), Some((166, 0, 0, 0, 0)));
        assert_eq!(read("4 failed, 51 passed, 2 errors, 4 retried in 0.07s"), Some((51, 4, 2, 0, 0)));
        assert_eq!(read("4 boats, 3 crates in 0.07s"), None);
        assert_eq!(read("2 passed, 3 subtests passed, 8 rerun in 75.01s (0:01:15)"), Some((2, 0, 0, 0, 0)));
        assert_eq!(read("no tests ran in 0.01s"), Some((0, 0, 0, 0, 0)));
        assert_eq!(read("3 tests collected, 1 error in 0.02s"), Some((0, 0, 1, 0, 0)));
        assert_eq!(read("2/3 tests collected (1 deselected) in 0.02s"), Some((0, 0, 0, 0, 0)));
    }

    #[test]
    fn prose_with_a_number_is_no_closing_line() {
        assert_eq!(read("3 rows passed in 0.5s"), None);
        assert_eq!(read("5 passed in the morning"), None);
        assert_eq!(read("all passed in 0.5s"), None);
        assert_eq!(read("5 passed"), None);
    }

    #[test]
    fn results_cover_the_announced_tests_with_errors_on_top() {
        let closing = closing("2 failed, 3 passed, 1 error in 0.1s").unwrap();
        assert!(closing.covers(5) && closing.covers(6) && !closing.covers(4) && !closing.covers(7));
    }

    #[test]
    fn failures_alone_explain_more_results_than_tests() {
        let exceeds = |text, announced| closing(text).unwrap().exceeds(announced);
        assert!(exceeds("2 failed, 3 passed, 1 error in 0.1s", 4));
        assert!(!exceeds("2 failed, 3 passed, 1 error in 0.1s", 2));
        assert!(!exceeds("5 passed in 0.1s", 4) && !exceeds("2 failed, 3 passed in 0.1s", 5));
    }
}
