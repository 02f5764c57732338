//! What compilers and linters report, as hosts of code scanning want it: the tool, its rule, the place with its columns.

use std::borrow::Cow;

use super::super::groups::{self, Reported};
use super::of_report::clean;
use super::unique::Unique;
use crate::report::Report;

/// A warning with the place that its tool prints.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Finding<'a> {
    /// Whose it is.
    pub(super) tool: &'static str,
    /// The rule, or empty.
    pub(super) code: Cow<'a, str>,
    pub(super) message: Cow<'a, str>,
    pub(super) file: Option<Cow<'a, str>>,
    pub(super) line: Option<u64>,
    pub(super) column: Option<u64>,
}

/// Warnings with a number that distinguishes those that a host would take for the same.
pub(super) fn numbered<'f, 'a>(
    warnings: &'f [Finding<'a>],
    unique: &'f mut Unique,
) -> impl Iterator<Item = (&'f Finding<'a>, u32)> {
    warnings.iter().map(|warning| {
        let place = warning.file.as_deref().unwrap_or_default();
        (warning, unique.number(&["warning", &warning.message, place]))
    })
}

/// The warnings that no test printed, in the order of their first telling.
pub(super) fn warnings(report: &Report) -> Vec<Finding<'_>> {
    let outside = report.warnings().kept().iter().filter(|warning| report.is_outside(warning.section));
    let found = outside.filter_map(|warning| Some((warning, Reported::of(warning)?)));
    let findings = found.map(|(warning, reported)| {
        let (file, line, column) = reported.place.map(placed).unwrap_or_default();
        Finding {
            tool: warning.by.0,
            code: clean(groups::code(reported.text).unwrap_or_default()),
            message: clean(reported.text),
            file: file.map(clean),
            line,
            column,
        }
    });
    findings.collect()
}

/// File, line and column of `a.c:3:5`, `a.cs(3,5)`, `A.java:[3,5]` and `3:5`.
fn placed(text: &str) -> (Option<&str>, Option<u64>, Option<u64>) {
    let text = text.trim_end_matches([')', ']', ':']);
    let mut rest = text;
    let mut numbers: [Option<u64>; 2] = [None, None];
    for slot in &mut numbers {
        let digits = rest.trim_end_matches(|each: char| each.is_ascii_digit());
        let Some(number) = rest.get(digits.len()..).and_then(|number| number.parse().ok()) else { break };
        *slot = Some(number);
        rest = digits.strip_suffix([':', ',', '(', '[']).unwrap_or_default();
    }
    let file = Some(rest.trim_end_matches([':', '('])).filter(|file| !file.is_empty());
    match numbers {
        [Some(column), Some(line)] => (file, Some(line), Some(column)),
        [line, _] => (file, line, None),
    }
}

/// The rule in front of a diagnostic's message, and the rest: `[E0308] mismatched types`.
pub(super) fn code(message: &str) -> (Option<&str>, &str) {
    let split = message.strip_prefix('[').and_then(|rest| rest.split_once("] "));
    let is_rule = |each: char| each.is_ascii_alphanumeric() || "-_/@.:+=#".contains(each);
    match split.filter(|(code, _)| !code.is_empty() && code.chars().all(is_rule)) {
        Some((code, rest)) => (Some(code), rest),
        None => (None, message),
    }
}

/// The column after the last char that a source excerpt underlines at this column: `  |    ^^^ expected`.
pub(super) fn end_column<'a>(column: u64, mut lines: impl Iterator<Item = &'a str>) -> Option<u64> {
    let before = usize::try_from(column.checked_sub(1)?).ok()?;
    let marks = lines.find_map(|line| {
        let gutter = |front: &str| front.bytes().all(|each| each == b' ');
        let line = match line.split_once('|') {
            Some((front, rest)) if gutter(front) => rest.strip_prefix(' ').unwrap_or(rest),
            _ => line,
        };
        let (front, marks) = line.split_at_checked(before)?;
        let underlined = front.bytes().all(|each| b" \t^~-_".contains(&each)) && !front.ends_with('^');
        let rest = marks.trim_start_matches('^').trim_start_matches('~');
        let length = marks.len().saturating_sub(rest.len());
        (underlined && marks.starts_with('^')).then_some(length)
    })?;
    column.checked_add(u64::try_from(marks).ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_place_of_a_warning_is_read_in_the_forms_of_compilers() {
        for (text, file, line, column) in [
            ("src/a.c:1:5", Some("src/a.c"), Some(1), Some(5)),
            ("quay.cs(3,5)", Some("quay.cs"), Some(3), Some(5)),
            ("A.java:[3,5]", Some("A.java"), Some(3), Some(5)),
            ("quay.cs(3)", Some("quay.cs"), Some(3), None),
            ("C:\\quay.py:7", Some("C:\\quay.py"), Some(7), None),
            ("1:5", None, Some(1), Some(5)),
            ("quay.py", Some("quay.py"), None, None),
        ] {
            assert_eq!(placed(text), (file, line, column), "{text}");
        }
    }

    #[test]
    fn a_rule_is_in_brackets_in_front_of_a_message() {
        for (message, found) in [
            ("[E0308] mismatched types", (Some("E0308"), "mismatched types")),
            ("[-Wunused] unused x", (Some("-Wunused"), "unused x")),
            ("[1, 2] is no list", (None, "[1, 2] is no list")),
            ("no rule", (None, "no rule")),
        ] {
            assert_eq!(code(message), found);
        }
    }

    #[test]
    fn the_end_of_what_is_underlined_is_a_column() {
        let of = |line: &str| end_column(5, ["3 | let x", line].into_iter());
        assert_eq!(of("  |     ^^^ expected"), Some(8));
        assert_eq!(of("  | --  ^^ expected"), Some(7));
        assert_eq!(of("      |     ^~~~"), Some(9));
        assert_eq!(of("    ^~~~~ clang"), Some(10));
        for other in ["  |      ^^^", "  |   ^^^^", "  | a = ^ b", "    ~~~~"] {
            assert_eq!(of(other), None, "{other}");
        }
    }
}
