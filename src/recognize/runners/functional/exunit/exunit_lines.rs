//! Single lines of ExUnit: headings of failures, lines of `--trace`, totals.
//!
//! Source: `lib/ex_unit/lib/ex_unit/cli_formatter.ex` and `formatter.ex` of Elixir 1.11 to 1.18.

use crate::budget::Count as _;
use crate::event::{Place, Totals};
use crate::recognize::kit::durations::is_dotted;
use crate::recognize::kit::scan;

/// The longest name, in bytes.
const LONGEST: usize = 1024;

/// Whose failure a heading tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Heading<'a> {
    /// `test is empty (Shop.CartTest)`.
    Test { module: &'a str, name: &'a str },
    /// `Shop.CartTest: failure on setup_all callback, ...`.
    Module(&'a str),
}

/// Reads `  1) test is empty (Shop.CartTest)`; the number is right-aligned to three columns.
pub(super) fn heading(text: &str) -> Option<(u64, Heading<'_>)> {
    let content = text.trim_start();
    let indent = text.len().saturating_sub(content.len());
    let (number, rest) = scan::number(content)?;
    let digits = content.len().saturating_sub(rest.len());
    let rest = rest.strip_prefix(") ")?.trim_end();
    if indent.saturating_add(digits) != digits.max(3) || rest.len() > LONGEST {
        return None;
    }
    if let Some((module, _)) = scan::split_once(rest, ": failure on setup_all callback") {
        return is_module(module).then_some((number, Heading::Module(module)));
    }
    let (name, module) = rest.strip_suffix(')')?.rsplit_once(" (")?;
    let typed = name.split_once(' ').is_some_and(|(kind, _)| is_word(kind));
    (typed && is_module(module)).then_some((number, Heading::Test { module, name }))
}

/// Whether the line heads the failure of a test, below points that RSpec prints alike.
pub(in crate::recognize::runners) fn is_heading(text: &str) -> bool {
    matches!(heading(text), Some((_, Heading::Test { .. })))
}

fn is_word(kind: &str) -> bool {
    !kind.is_empty() && kind.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_')
}

/// `Shop.CartTest`, as Elixir's modules are named.
pub(super) fn is_module(text: &str) -> bool {
    !text.is_empty()
        && text.split('.').all(|part| {
            part.starts_with(|first: char| first.is_uppercase())
                && part.chars().all(|each| each.is_alphanumeric() || each == '_')
        })
}

/// A line of `--trace`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Trace {
    Began,
    /// It ended, and only what follows tells how.
    Ended,
    Skipped,
    Excluded,
}

/// Reads `  * test is empty (0.1ms) [L#12]`, or the same without a time while the test runs.
pub(super) fn trace(text: &str) -> Option<(&str, Trace)> {
    let rest = text.strip_prefix("  * ")?.trim_end().strip_suffix(']')?;
    let (rest, line) = rest.rsplit_once(" [L#")?;
    scan::whole_number(line)?;
    let found = rest.strip_suffix(')').and_then(|inner| inner.rsplit_once(" ("));
    let (name, trace) = match found {
        Some((name, "skipped")) => (name, Trace::Skipped),
        Some((name, "excluded")) => (name, Trace::Excluded),
        Some((name, time)) if is_time(time) => (name, Trace::Ended),
        _ => (rest, Trace::Began),
    };
    (name.contains(' ') && name.len() <= LONGEST).then_some((name, trace))
}

fn is_time(text: &str) -> bool {
    text.strip_suffix("ms").is_some_and(is_dotted)
}

/// Reads the line above the tests of a module in `--trace`: `Shop.CartTest [test/cart_test.exs]`, or the module alone.
pub(super) fn traced_module(text: &str) -> Option<&str> {
    let text = text.trim_end();
    let module = match text.strip_suffix(']').and_then(|inner| inner.rsplit_once(" [")) {
        Some((module, file)) => file.ends_with(".exs").then_some(module)?,
        None => text,
    };
    is_module(module).then_some(module)
}

/// Reads `Finished in 0.4 seconds (0.00s async, 0.4s sync)`.
pub(super) fn is_finished(text: &str) -> bool {
    let Some(rest) = text.strip_prefix("Finished in ") else { return false };
    let Some((time, rest)) = rest.split_once(" seconds") else { return false };
    let plain = !time.is_empty() && time.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    plain && (rest.trim().is_empty() || rest.contains("s async, ") || rest.contains("s on load, "))
}

/// What the last line counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Sum {
    pub(super) tests: u64,
    pub(super) failures: u64,
    pub(super) skipped: u64,
    pub(super) invalid: u64,
    /// Tests that a filter left out, where the number of tests holds them.
    pub(super) excluded: u64,
}

impl Sum {
    pub(super) fn totals(self) -> Totals {
        let rest = [self.failures, self.skipped, self.invalid, self.excluded]
            .iter()
            .fold(0_u64, |sum, each| sum.saturating_add(*each));
        Totals {
            passed: Some(self.tests.saturating_sub(rest)),
            failed: Some(self.failures),
            errors: None,
            skipped: Some(self.skipped.saturating_add(self.excluded)),
            other: Some(self.invalid),
            total: Some(self.tests),
        }
    }
}

/// Whether a line is of Elixir's logger: `10:00:00.123 [info] moored`.
pub(super) fn is_logged(text: &str) -> bool {
    let Some((clock, rest)) = text.split_once(" [") else { return false };
    let levels = ["debug]", "info]", "notice]", "warning]", "warn]", "error]"];
    clock.bytes().all(|byte| byte.is_ascii_digit() || byte == b':' || byte == b'.')
        && clock.bytes().filter(|byte| *byte == b':').count() == 2
        && levels.iter().any(|level| rest.trim_start().starts_with(level))
}

/// Reads `5 doctests, 171 tests, 3 failures, 1 excluded, 2 invalid, 2 skipped`.
pub(super) fn sum(text: &str) -> Option<Sum> {
    let text = text.trim_end();
    // Where they are in brackets the number of tests does not hold them.
    let text = match text.strip_suffix(" excluded)").and_then(|inner| inner.rsplit_once(" (")) {
        Some((text, number)) => scan::whole_number(number).map(|_| text)?,
        None => text,
    };
    let mut sum = Sum::default();
    let mut failures = None;
    for part in text.split(", ") {
        let (number, word) = scan::number(part)?;
        match word.strip_prefix(' ')? {
            "failure" | "failures" => failures = Some(number),
            "skipped" => sum.skipped = number,
            "invalid" => sum.invalid = number,
            "excluded" => sum.excluded = number,
            "example" | "examples" | "spec" | "specs" | "runs" | "assertions" | "error" | "errors" => {
                return None;
            }
            word if is_word(word) && failures.is_none() => sum.tests.up(number),
            _ => return None,
        }
    }
    sum.failures = failures?;
    Some(sum)
}

/// Reads a frame: `test/cart_test.exs:8: (test)`, `(shop 0.1.0) lib/cart.ex:3: Shop.Cart.total/1`; and whether it is of
/// Elixir itself.
pub(super) fn frame(content: &str) -> Option<(Place<'_>, bool)> {
    let (application, rest) = match content.strip_prefix('(').and_then(|rest| rest.split_once(") ")) {
        Some((application, rest)) => (application, rest),
        None => ("", content),
    };
    let (place, rest) = scan::place(rest)?;
    let file = place.file.rsplit('.').next().unwrap_or("");
    let own = ["elixir", "stdlib", "ex_unit", "kernel", "mix", "logger"];
    let foreign = application.split(' ').next().is_some_and(|name| own.contains(&name));
    (matches!(file, "ex" | "exs" | "erl" | "eex" | "heex" | "leex")
        && (rest.is_empty() || rest.starts_with(' ')))
    .then_some((place, foreign))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_heading_is_aligned_and_names_a_module() {
        let test = Heading::Test { module: "Shop.CartTest", name: "test is (not) empty" };
        assert_eq!(heading("  1) test is (not) empty (Shop.CartTest)"), Some((1, test)));
        assert_eq!(heading(" 12) test is (not) empty (Shop.CartTest)"), Some((12, test)));
        assert_eq!(heading("112) test is (not) empty (Shop.CartTest)"), Some((112, test)));
        assert_eq!(heading(" 1) test is empty (Shop.CartTest)"), None);
        assert_eq!(heading("  1) Inner pretend FAILED"), None);
        let module = Heading::Module("Shop.CartTest");
        let text = "  3) Shop.CartTest: failure on setup_all callback, all tests have been invalidated";
        assert_eq!(heading(text), Some((3, module)));
    }

    #[test]
    fn a_line_of_the_trace_tells_whether_the_test_ended() {
        assert_eq!(trace("  * test is empty [L#7]"), Some(("test is empty", Trace::Began)));
        assert_eq!(trace("  * test is empty (0.1ms) [L#7]"), Some(("test is empty", Trace::Ended)));
        assert_eq!(trace("  * test is empty (skipped) [L#7]"), Some(("test is empty", Trace::Skipped)));
        assert_eq!(trace("  * a point of a list"), None);
    }

    #[test]
    fn the_totals_add_up_all_kinds_of_tests() {
        let read = sum("5 doctests, 171 tests, 3 failures, 1 excluded, 2 invalid, 2 skipped");
        let expected = Sum { tests: 176, failures: 3, skipped: 2, invalid: 2, excluded: 1 };
        assert_eq!(read, Some(expected));
        assert_eq!(sum("1 test, 0 failures").map(|sum| sum.tests), Some(1));
        assert_eq!(sum("12 examples, 3 failures"), None);
        assert_eq!(sum("12 tests"), None);
    }
}
