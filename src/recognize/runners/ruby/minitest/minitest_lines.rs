//! Single lines of minitest: names, headings, totals.
//!
//! Source: minitest 5, `lib/minitest.rb` (`SummaryReporter`, `ProgressReporter`) and `assertions`; minitest 4 for the
//! older spellings; railties, `rails/test_unit/reporter.rb`.

use crate::event::{Place, TestId, Totals};
use crate::recognize::kit::scan;

/// How minitest's lines begin that matter while no run is open; the last two are of a run whose beginning is missing.
pub(super) const STARTS: [&str; 6] = [
    "Run options: -",
    "# Running",
    "Started with run options",
    "Running ",
    "Finished in ",
    "Finished tests in ",
];
/// The same of what is after a number.
pub(super) const NUMBERED: [&str; 6] = [") Failure:", ") Error:", " runs, ", " run, ", " tests, ", " test, "];

/// The longest name, in bytes.
const LONGEST: usize = 2048;

/// What a heading tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Problem {
    Failure,
    Error,
    Skipped,
}

/// Reads `Failure:`, `Error:` or `Skipped:`.
pub(super) fn problem(text: &str) -> Option<Problem> {
    match text.trim_end() {
        "Failure:" => Some(Problem::Failure),
        "Error:" => Some(Problem::Error),
        "Skipped:" => Some(Problem::Skipped),
        _ => None,
    }
}

/// Reads `  3) Failure:`. The number is indented to three columns.
pub(super) fn numbered(text: &str) -> Option<(u64, Problem)> {
    let content = text.trim_start();
    if text.len().saturating_sub(content.len()) > 2 {
        return None;
    }
    let (number, rest) = scan::number(content)?;
    Some((number, problem(rest.strip_prefix(") ")?)?))
}

/// Reads the name line of a problem: `Cart#test_total [test/cart_test.rb:51]:`, or `Cart#test_total:` of an error.
pub(super) fn named(text: &str) -> Option<(&str, Option<Place<'_>>)> {
    let text = text.trim_end();
    let text = text.strip_suffix(':').unwrap_or(text);
    let (name, place) = match text.strip_suffix(']').and_then(|inner| inner.rsplit_once(" [")) {
        Some((name, place)) => (name, scan::place(place).map(|(place, _)| place)),
        None => (text, None),
    };
    let known = name.contains('#') || name.starts_with("test_") && name.ends_with(')');
    (known && name.len() <= LONGEST && !name.starts_with(' ')).then_some((name, place))
}

/// Splits `Cart::when empty#test_0001_has no items`. The name of a class holds no `#`, those of specs may.
pub(super) fn id(name: &str) -> TestId<'_> {
    let at = scan::find(name, "#test_").or_else(|| name.rfind('#'));
    match at.and_then(|at| name.split_at_checked(at)) {
        Some((module, rest)) if rest.len() > 1 && !module.is_empty() => {
            TestId { module, separator: "#", name: rest.get(1..).unwrap_or(rest) }
        }
        _ => TestId::bare(name),
    }
}

/// What the last line counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Sum {
    pub(super) runs: u64,
    pub(super) failures: u64,
    pub(super) errors: u64,
    pub(super) skips: u64,
}

impl Sum {
    pub(super) const fn bad(self) -> u64 {
        self.failures.saturating_add(self.errors)
    }

    pub(super) fn totals(self) -> Totals {
        let bad = self.bad().saturating_add(self.skips);
        Totals {
            passed: Some(self.runs.saturating_sub(bad)),
            failed: Some(self.failures),
            errors: Some(self.errors),
            skipped: Some(self.skips),
            other: None,
            total: Some(self.runs),
        }
    }
}

/// Reads `171 runs, 168 assertions, 2 failures, 1 errors, 2 skips`; minitest 4 and minitest-reporters say `tests`, and test/unit
/// of Ruby 1.8 tells no skips.
pub(super) fn sum(text: &str) -> Option<Sum> {
    let text = text.trim();
    let begins = text.as_bytes().first().is_some_and(u8::is_ascii_digit);
    let mut parts = if begins { text } else { "" }.split(", ");
    let mut next = |words: &[&str]| {
        let (number, word) = scan::number(parts.next()?)?;
        words.contains(&word).then_some(number)
    };
    let runs = next(&[" runs", " tests", " run", " test"])?;
    next(&[" assertions", " assertion"])?;
    let failures = next(&[" failures", " failure"])?;
    let errors = next(&[" errors", " error"])?;
    let skips = match parts.next().map(scan::number) {
        None => 0,
        Some(Some((skips, " skips" | " skip"))) => skips,
        Some(_) => return None,
    };
    parts.next().is_none().then_some(Sum { runs, failures, errors, skips })
}

/// Reads a line of `--verbose`: `Cart#test_total = 0.00 s = .`; the name and the letter, or nothing while it runs.
pub(super) fn verbose(text: &str) -> Option<(&str, Option<char>)> {
    let (name, rest) = scan::split_once(text, " = ")?;
    if !name.contains('#') || name.starts_with(' ') || name.len() > LONGEST {
        return None;
    }
    let Some((time, rest)) = rest.split_once(" s = ") else {
        return Some((name, None));
    };
    let timed = !time.is_empty() && time.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let letter = rest.trim_end().chars().next().filter(|each| ".FES".contains(*each));
    timed.then_some((name, letter))
}

/// Reads Rails' `Running 12 tests in parallel using 4 processes`.
pub(super) fn announced(text: &str) -> Option<u64> {
    let (number, rest) = scan::number(text.strip_prefix("Running ")?)?;
    let known = [" tests in parallel using ", " tests in a single process"];
    (known.iter().any(|words| rest.starts_with(words))).then_some(number)
}

/// Whether the text is the line above the problems and totals: `Finished in 0.02s, 41.80 runs/s, 41.80 assertions/s.`
pub(super) fn finished(text: &str) -> bool {
    let rest = text.strip_prefix("Finished in ").or_else(|| text.strip_prefix("Finished tests in "));
    rest.is_some_and(|rest| {
        let rate = rest.contains(" runs/s, ") || rest.contains(" tests/s, ");
        rate && rest.trim_end().ends_with(" assertions/s.")
    })
}

/// Reads the command with which Rails reruns a test: `bin/rails test test/a_test.rb:3`.
pub(super) fn rerun(text: &str) -> bool {
    let text = text.trim_end();
    ["bin/rails test ", "rails test ", "bin/test ", "bin/rake test ", "rake test "]
        .iter()
        .any(|command| text.strip_prefix(command).is_some_and(|rest| rest.contains(".rb:")))
}

/// The place in the command with which Rails reruns a test.
pub(super) fn rerun_place(text: &str) -> Option<Place<'_>> {
    let at = rerun(text).then(|| text.trim_end().rsplit(' ').next()).flatten()?;
    let (place, rest) = scan::place(at)?;
    rest.is_empty().then_some(place)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_classes_and_specs_are_split_at_the_test() {
        let split = |name| (id(name).module.to_owned(), id(name).name.to_owned());
        assert_eq!(split("Cart#test_total"), ("Cart".to_owned(), "test_total".to_owned()));
        assert_eq!(
            split("Cart::when #1#test_0001_is #first"),
            ("Cart::when #1".to_owned(), "test_0001_is #first".to_owned())
        );
    }

    #[test]
    fn the_name_line_of_a_problem_has_its_place() {
        let read = |text| named(text).map(|(name, place)| (name, place.and_then(|place| place.line)));
        assert_eq!(read("Cart#test_total [/a/b_test.rb:51]:"), Some(("Cart#test_total", Some(51))));
        assert_eq!(
            read("Cart#test_0001_is [odd] [b_test.rb:5]:"),
            Some(("Cart#test_0001_is [odd]", Some(5)))
        );
        assert_eq!(read("Cart#test_total:"), Some(("Cart#test_total", None)));
        assert_eq!(read("something else"), None);
    }

    #[test]
    fn the_totals_are_read_strictly() {
        let read = sum("171 runs, 168 assertions, 2 failures, 1 errors, 2 skips");
        assert_eq!(read, Some(Sum { runs: 171, failures: 2, errors: 1, skips: 2 }));
        assert_eq!(sum("171 runs, 168 assertions, 2 failures"), None);
        assert_eq!(sum("1 runs, 1 assertions, 0 failures, 0 errors, 0 skips (pretend)"), None);
    }

    #[test]
    fn a_verbose_line_tells_a_letter_or_that_the_test_runs() {
        assert_eq!(verbose("Cart#test_total = 0.00 s = ."), Some(("Cart#test_total", Some('.'))));
        assert_eq!(verbose("Cart#test_total = bash: Aborted"), Some(("Cart#test_total", None)));
        assert_eq!(verbose("x = 0.00 s = ."), None);
    }
}
