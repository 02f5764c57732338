//! The shapes of Catch2's lines, one line at a time.
//!
//! Source: `ConsoleReporter`, `CompactReporter` and `AutomakeReporter` of Catch2 2.0 to 3.8. The width of a row is 80
//! unless the program was compiled otherwise, and rulers are one column shorter.

use crate::event::{Place, Totals};
use crate::recognize::kit::{diagnostics, scan};

/// The shortest ruler that is taken for one, in columns.
const RULER: usize = 30;

/// Whether the line is a ruler of this character.
#[must_use]
pub fn is_ruler(text: &str, character: char) -> bool {
    scan::is_ruler(text.trim_end(), character, RULER)
}

/// What the head line of an assertion says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It failed.
    Failed,
    /// The test was skipped.
    Skipped,
    /// It passed, or is only a remark.
    Remark,
}

/// `a.cpp:3: FAILED:`, `a.cpp(3): SKIPPED:`; a line number may be anything that a filter made of it.
#[must_use]
pub fn head(text: &str) -> Option<(Place<'_>, Verdict)> {
    if text.starts_with([' ', '\t']) {
        return None;
    }
    let words = [
        (": FAILED:", Verdict::Failed),
        (": SKIPPED:", Verdict::Skipped),
        (": PASSED:", Verdict::Remark),
        (": FAILED - but was ok:", Verdict::Remark),
        (": warning:", Verdict::Remark),
        (": info:", Verdict::Remark),
    ];
    let (before, verdict) =
        words.iter().find_map(|(word, verdict)| Some((text.strip_suffix(word)?, *verdict)))?;
    let split =
        before.strip_suffix(')').map_or_else(|| before.rsplit_once(':'), |open| open.rsplit_once('('));
    let (file, line) = split?;
    let line = if line.starts_with('<') { None } else { Some(scan::whole_number(line)?) };
    (!file.is_empty()).then_some((Place { file, line }, verdict))
}

/// `a.cpp:3: failed: 1 == 2 for: 1 == 2` of the compact form: the place as printed, its parts, and what is printed.
#[must_use]
pub fn compact(text: &str) -> Option<(&str, Place<'_>, &str)> {
    let (before, message) = text.split_once(": failed: ")?;
    let split =
        before.strip_suffix(')').map_or_else(|| before.rsplit_once(':'), |open| open.rsplit_once('('));
    let (file, line) = split?;
    let line = if line.starts_with('<') { None } else { Some(scan::whole_number(line)?) };
    let family = ["cpp", "cc", "cxx", "c++", "C", "c", "h", "hh", "hpp", "hxx", "ipp", "inl", "mm", "cu"];
    let own = family.contains(&diagnostics::extension(file)) && !file.starts_with([' ', '\t']);
    own.then_some((before, Place { file, line }, message))
}

/// `test cases:  5 |  3 passed | 1 failed | 1 failed as expected`.
#[must_use]
pub fn totals(text: &str) -> Option<Totals> {
    let mut parts = text.strip_prefix("test cases:")?.split('|').map(str::trim);
    let mut totals = Totals { total: Some(scan::whole_number(parts.next()?)?), ..Totals::default() };
    for part in parts {
        let (number, word) = scan::number(part)?;
        match word.trim() {
            "passed" => totals.passed = Some(number),
            "failed" => totals.failed = Some(number),
            "skipped" => totals.skipped = Some(number),
            "failed as expected" => totals.other = Some(number),
            _ => return None,
        }
    }
    totals.passed = totals.passed.or(Some(0));
    totals.failed = totals.failed.or(Some(0));
    Some(totals)
}

/// `All tests passed (5 assertions in 3 test cases)`: the test cases.
#[must_use]
pub fn all_passed(text: &str) -> Option<Totals> {
    let rest = text.trim_end().strip_prefix("All tests passed (")?.strip_suffix(')')?;
    let (_, rest) = scan::number(rest)?;
    let rest = rest.strip_prefix(" assertions in ").or_else(|| rest.strip_prefix(" assertion in "))?;
    let (cases, rest) = scan::number(rest)?;
    let rest = rest.trim_start_matches(" (no assertions)");
    matches!(rest, " test case" | " test cases").then(|| passed(cases))
}

/// The closing line of the compact form before 3.5: `Failed 1 test case, failed 2 assertions.`, `Passed all 3 test cases
/// with 5 assertions.`
#[must_use]
pub fn compact_totals(text: &str) -> Option<Totals> {
    let counted = |rest: &str| {
        let rest = rest.trim_start_matches("all ").trim_start_matches("both ");
        let (number, rest) = scan::number(rest)?;
        let rest = rest.strip_prefix(" test cases").or_else(|| rest.strip_prefix(" test case"))?;
        Some((number, rest.to_owned()))
    };
    if let Some((number, rest)) = text.strip_prefix("Failed ").and_then(counted) {
        let assertions = rest.strip_prefix(", failed ")?;
        return assertions
            .ends_with('.')
            .then(|| Totals { failed: Some(number), ..Totals::default() })
            .filter(|_| assertions.contains("assertion"));
    }
    let (number, rest) = text.strip_prefix("Passed ").and_then(counted)?;
    let rest = rest.trim_start_matches(" (no assertions)");
    ((rest.starts_with(" with ") && rest.contains(" assertion") && rest.ends_with('.')) || rest == ".")
        .then(|| passed(number))
}

fn passed(cases: u64) -> Totals {
    Totals { passed: Some(cases), failed: Some(0), total: Some(cases), ..Totals::default() }
}

/// The test case's name out of the lines of its heading. A long name is broken over several lines, which are as far to
/// the right as what follows its first `: `; a section is two columns to the right.
#[must_use]
pub fn case_name(lines: &[String]) -> String {
    let Some(first) = lines.first() else { return String::new() };
    let mut name = first.trim().to_owned();
    let hang = first.find(": ").map_or(0, |at| at.saturating_add(2));
    for line in lines.iter().skip(1) {
        let indent = line.len().saturating_sub(line.trim_start().len());
        if indent != hang || (hang == 0 && indent != 0) {
            break;
        }
        if name.ends_with('-') || line.trim_start().starts_with(['<', '>', ',', ')']) {
            // Broken inside of a word.
            name.truncate(name.trim_end_matches('-').len().max(1));
        } else {
            name.push(' ');
        }
        name.push_str(line.trim());
    }
    name
}

/// Whether the line says what is below it: that is known without it.
#[must_use]
pub fn is_label(bare: &str) -> bool {
    matches!(bare, "with expansion:" | "with message:" | "with messages:")
}

/// What is between two lines of an assertion's text when they are put on one: long values have the operator between
/// them on a line of its own.
#[must_use]
pub fn between(before: &str, next: &str) -> &'static str {
    let operator = |text: &str| matches!(text, "==" | "!=" | "<" | ">" | "<=" | ">=");
    let last = before.rsplit(' ').next().unwrap_or_default();
    if before.ends_with(':') || operator(next) || operator(last) { " " } else { ", " }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_assertion_is_put_on_one_line_without_labels() {
        let lines =
            ["CHECK( a == b )", "with expansion:", "{ 1, 2 }", "==", "{ 1, 3 }", "with message:", "no"];
        let mut message = String::new();
        for line in lines.into_iter().filter(|line| !is_label(line)) {
            if !message.is_empty() {
                message.push_str(between(&message, line));
            }
            message.push_str(line);
        }
        assert_eq!(message, "CHECK( a == b ), { 1, 2 } == { 1, 3 }, no");
    }
}
