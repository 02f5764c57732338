//! The shapes of tests' results as xcpretty and xcbeautify print them, read without any state.
//!
//! A result is after four blanks and a symbol, without the type that holds the test:
//! - `    ✓ testA (0.001 seconds)`, `    ✗ testB, XCTAssertTrue failed`, `    ⧖ testC [PENDING]` (xcpretty, with `.`, `x`, `P` and
//!   `T` where the terminal knows no Unicode);
//! - `    ✔ testA (0.001 seconds)`, `    ✖ testB, XCTAssertTrue failed`, `    ⊘ testC (0.001 seconds)` (xcbeautify), of parallel
//!   runs `    ✖ [Suite] testB on 'iPhone' (0.4 seconds)`, of Swift Testing `    ✖ "B" (0.1 seconds) 2 issue(s)`.
//!
//! Headings are `Test Suite App.xctest started` and the bare name of a type, or XCTest's own lines. There is a line for each
//! failed assertion and none for the failed test itself.

use super::xctest_lines::Executed;
use crate::recognize::kit::durations::{in_parentheses, is_dotted};
use crate::recognize::kit::scan::number;

/// Which alphabet a formatter uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alphabet {
    /// Symbols that few others print.
    Symbols,
    /// Letters, which are only believed below a formatter's heading.
    Letters,
}

/// A test's result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict<'a> {
    /// The type that holds the test, where the line says it.
    pub suite: Option<&'a str>,
    /// The test.
    pub name: &'a str,
    /// What became of it.
    pub reported: Reported<'a>,
    /// How it is written.
    pub alphabet: Alphabet,
}

/// What became of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reported<'a> {
    /// It passed.
    Passed,
    /// It was skipped.
    Skipped,
    /// An assertion of it failed, with the message's first line.
    Asserted(&'a str),
    /// It failed, without a reason.
    Failed,
    /// Its speed was measured.
    Measured,
    /// Its process died: XCTest's own line, which names it.
    Restarting,
}

/// Reads a result.
pub fn verdict(text: &str) -> Option<Verdict<'_>> {
    let rest = text.strip_prefix("    ")?;
    let symbol = rest.chars().next()?;
    let alphabet = if symbol.is_ascii() { Alphabet::Letters } else { Alphabet::Symbols };
    let rest = rest.get(symbol.len_utf8()..)?.strip_prefix(' ')?.trim_end();
    if rest.is_empty() || rest.starts_with(' ') {
        return None;
    }
    let (suite, name, reported) = match symbol {
        '\u{2713}' | '\u{2714}' | '.' => {
            let (suite, name) = timed(rest)?;
            (suite, name, Reported::Passed)
        }
        '\u{2717}' | '\u{2716}' | 'x' => failed(rest)?,
        '\u{2298}' | '\u{29d6}' | 'P' => {
            let (suite, name) = skipped(rest)?;
            (suite, name, Reported::Skipped)
        }
        '\u{25f7}' | 'T' => (None, rest.split_once(" measured (")?.0, Reported::Measured),
        _ => return None,
    };
    (!name.is_empty()).then_some(Verdict { suite, name, reported, alphabet })
}

/// `[Suite] name on 'device' (0.4 seconds)` or `name (0.4 seconds)`.
fn timed(text: &str) -> Option<(Option<&str>, &str)> {
    let (head, time) = in_parentheses(text, " seconds")?;
    // xcbeautify once doubled a parenthesis.
    if !is_dotted(time.trim_end_matches(')')) {
        return None;
    }
    let (suite, name) = match head.strip_prefix('[').and_then(|rest| rest.split_once("] ")) {
        Some((suite, name)) => (Some(suite), name),
        None => (None, head),
    };
    let name = name.split_once(" on '").map_or(name, |(name, _)| name);
    Some((suite, name))
}

fn skipped(text: &str) -> Option<(Option<&str>, &str)> {
    if let Some(name) = text.strip_suffix(" [PENDING]").or_else(|| text.strip_suffix(" skipped")) {
        return Some((None, name));
    }
    timed(text).or_else(|| Some((None, text.split_once(" skipped (")?.0)))
}

fn failed(text: &str) -> Option<(Option<&str>, &str, Reported<'_>)> {
    if text.starts_with("Restarting after unexpected exit") {
        return Some((None, text, Reported::Restarting));
    }
    let counted = text.strip_suffix(" issue(s)").and_then(|rest| rest.rsplit_once(' '));
    if let Some((head, count)) = counted
        && count.bytes().all(|byte| byte.is_ascii_digit())
        && let Some((suite, name)) = timed(head)
    {
        return Some((suite, name, Reported::Failed));
    }
    if let Some((suite, name)) = timed(text)
        && (suite.is_some() || text.contains(" on '"))
    {
        return Some((suite, name, Reported::Failed));
    }
    let (name, reason) = reason(text)?;
    Some((None, name, Reported::Asserted(reason)))
}

/// Splits `name, reason`. A name that is a sentence may hold the comma, too: unless a function's name comes first, a
/// reason is looked for that begins as the ones of XCTest and its usual matchers do.
pub fn reason(text: &str) -> Option<(&str, &str)> {
    const BEGINNINGS: [&str; 8] = [
        ", XCT",
        ", failed",
        ", expected ",
        ", Asynchronous wait failed",
        ", Unexpected",
        ", Caught ",
        ", ((",
        ", threw error",
    ];
    let (first, rest) = text.split_once(", ")?;
    if first.starts_with("test") && !first.contains(' ') {
        return Some((first, rest));
    }
    let at = BEGINNINGS.iter().filter_map(|beginning| text.find(beginning)).min().unwrap_or(first.len());
    Some((text.get(..at)?, text.get(at.saturating_add(2)..)?))
}

/// A formatter's heading of a bundle, of a type, or of a device's run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Heading<'a> {
    /// What begins.
    pub name: &'a str,
    /// Whether it runs on a device of its own, beside others.
    pub parallel: bool,
}

/// Reads `Test Suite NAME started` and `Test Suite NAME started on 'DEVICE'`.
pub fn heading(text: &str) -> Option<Heading<'_>> {
    let rest = text.strip_prefix("Test Suite ")?.trim_end();
    if rest.starts_with('\'') {
        return None;
    }
    if let Some(name) = rest.strip_suffix(" started") {
        return Some(Heading { name, parallel: false });
    }
    let (name, _) = rest.strip_suffix('\'')?.split_once(" started on '")?;
    Some(Heading { name, parallel: true })
}

/// Whether a line is the bare name of a type, with its module or without. Types begin with a capital.
pub fn is_type(text: &str) -> bool {
    text.starts_with(|first: char| first.is_uppercase() || first == '_')
        && text.chars().all(|each| each.is_alphanumeric() || matches!(each, '_' | '.'))
        && !text.ends_with('.')
}

/// Reads xcbeautify's last line, `Tests Failed: 1 failed, 0 skipped, 12 total (1.2 seconds)`.
pub fn summary(text: &str) -> Option<Executed> {
    let rest = text.strip_prefix("Tests Passed: ").or_else(|| text.strip_prefix("Tests Failed: "))?;
    let (failures, rest) = number(rest)?;
    let (skipped, rest) = number(rest.strip_prefix(" failed, ")?)?;
    let (tests, rest) = number(rest.strip_prefix(" skipped, ")?)?;
    rest.starts_with(" total (").then_some(Executed { tests, failures, skipped: Some(skipped) })
}

/// `  /p/Tests.swift:639` below a failure in xcpretty's closing list: file and line.
pub fn listed_place(text: &str) -> Option<(&str, u64)> {
    let (file, line) = text.strip_prefix("  /")?.trim_end().rsplit_once(':')?;
    let line = line.parse().ok()?;
    // The path's first byte is the `/` that was looked for.
    let start = text.get(2..)?;
    Some((start.get(..file.len().saturating_add(1))?, line))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reported(text: &str) -> Option<(Option<&str>, &str, Reported<'_>)> {
        verdict(text).map(|read| (read.suite, read.name, read.reported))
    }

    #[test]
    fn results_of_both_formatters_are_read() {
        let cases = [
            ("    \u{2713} testA (0.001 seconds)", Some((None, "testA", Reported::Passed))),
            (
                "    \u{2714} [S] testA on 'iPhone (9)' (0.1 seconds)",
                Some((Some("S"), "testA", Reported::Passed)),
            ),
            (
                "    \u{2714} \"Reads (twice)\" (0.1 seconds)",
                Some((None, "\"Reads (twice)\"", Reported::Passed)),
            ),
            ("    . testA (0.001 seconds)", Some((None, "testA", Reported::Passed))),
            (
                "    \u{2717} testB, XCTAssertTrue failed",
                Some((None, "testB", Reported::Asserted("XCTAssertTrue failed"))),
            ),
            (
                "    \u{2716} one, and two, expected to equal <3>, got <4>",
                Some((None, "one, and two", Reported::Asserted("expected to equal <3>, got <4>"))),
            ),
            (
                "    \u{2716} [S] testB on 'iPhone (9)' (0.4 seconds)",
                Some((Some("S"), "testB", Reported::Failed)),
            ),
            ("    \u{2716} \"B\" (0.1 seconds) 2 issue(s)", Some((None, "\"B\"", Reported::Failed))),
            ("    \u{29d6} testC [PENDING]", Some((None, "testC", Reported::Skipped))),
            ("    \u{2298} testC (0.1 seconds)", Some((None, "testC", Reported::Skipped))),
            ("    \u{2298} testC() skipped (\"later\")", Some((None, "testC()", Reported::Skipped))),
            ("    \u{25f7} testD measured (0.1 seconds)", Some((None, "testD", Reported::Measured))),
            ("    \u{2717} not a result", None),
            ("  \u{2717} testB, no", None),
            ("    \u{2713} adds two numbers", None),
            ("    \u{2713} ", None),
        ];
        for (text, wanted) in cases {
            assert_eq!(reported(text), wanted, "{text}");
        }
    }

    #[test]
    fn headings_summaries_and_places_are_read() {
        assert_eq!(
            heading("Test Suite A B.xctest started"),
            Some(Heading { name: "A B.xctest", parallel: false })
        );
        assert_eq!(heading("Test Suite S started on 'iPhone'"), Some(Heading { name: "S", parallel: true }));
        assert_eq!(heading("Test Suite 'S' started at 2025"), None);
        assert!(
            is_type("SessionTests")
                && is_type("App.SessionTests")
                && !is_type("All tests")
                && !is_type("A.")
                && !is_type("word")
        );
        let read = summary("Tests Failed: 2 failed, 1 skipped, 9 total (1.2 seconds)");
        assert_eq!(read, Some(Executed { tests: 9, failures: 2, skipped: Some(1) }));
        assert_eq!(summary("Tests Failed: many"), None);
        assert_eq!(listed_place("  /p/My App/T.swift:639"), Some(("/p/My App/T.swift", 639)));
        assert_eq!(listed_place("  testB, no"), None);
    }
}
