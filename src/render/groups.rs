//! Warnings by kind and skips by reason: a line for each, with the number.

use std::collections::HashMap;

use super::row::chars;
use super::verdict_line::plural;
use crate::budget::Count as _;
use crate::report::{Report, Warning};
use crate::text::{clip, shape};

/// The most lines of warnings, and of skips.
const MOST_LINES: usize = 10;

/// A line of weir's own, clipped to the line limit.
fn own(text: &str, line_chars: u64) -> String {
    let limit = usize::try_from(line_chars).unwrap_or(usize::MAX);
    clip(&format!("weir: {text}"), limit).text.into_owned()
}

/// A line for each of the first groups, and one line for the others.
fn listed(groups: Vec<(u64, String)>, beyond: u64, what: &str, line_chars: u64) -> Vec<String> {
    let more = groups.len() > MOST_LINES || beyond > 0;
    let shown = if more { MOST_LINES.saturating_sub(1) } else { MOST_LINES };
    let hidden = groups.iter().skip(shown).fold(beyond, |sum, (times, _)| sum.saturating_add(*times));
    let mut lines: Vec<String> = groups.iter().take(shown).map(|(_, text)| own(text, line_chars)).collect();
    if hidden > 0 {
        lines.push(own(&format!("{hidden} more {what}"), line_chars));
    }
    lines
}

/// Skips by reason: `weir: 600 skipped: needs network`.
pub(super) fn skips(report: &Report, line_chars: u64) -> Vec<String> {
    let skips = report.skips();
    let groups = skips.reasons().into_iter().map(|reason| {
        let times = reason.times();
        let of = if times == 1 && !reason.first.is_empty() {
            format!(" ({})", reason.first)
        } else {
            String::new()
        };
        (times, format!("{times} skipped: {}{of}", reason.text))
    });
    listed(groups.collect(), skips.beyond(), "skipped", line_chars)
}

/// Warnings by kind, the largest kind first: `weir: 300 warnings: unused variable 'x' [-Wunused-variable] (src/a.c:1:5)`.
pub(super) fn warnings(report: &Report, line_chars: u64) -> Vec<String> {
    let (groups, beyond) = by_kind(report);
    let lines = groups.into_iter().map(|(times, reported)| {
        let place = reported.place.map(|place| format!(" ({place})")).unwrap_or_default();
        (times, format!("{}: {}{place}", plural(times, "warning"), reported.text))
    });
    listed(lines.collect(), beyond, "warnings", line_chars)
}

/// The kinds of warnings that tools name, in one line: `weir: warnings: -Wunused-variable 250, -Wsign-compare 50`.
pub(super) fn kinds(report: &Report, line_chars: u64) -> Option<String> {
    let (groups, _) = by_kind(report);
    let named =
        groups.iter().filter_map(|(times, reported)| Some(format!("{} {times}", code(reported.text)?)));
    let mut line = String::new();
    for kind in named {
        let longer =
            if line.is_empty() { format!("weir: warnings: {kind}") } else { format!("{line}, {kind}") };
        if chars(&longer) > line_chars {
            break;
        }
        line = longer;
    }
    (!line.is_empty()).then_some(line)
}

/// The warnings that are not output of tests, by their kinds, the largest first, and the number of those that were not
/// kept.
fn by_kind(report: &Report) -> (Vec<(u64, Reported<'_>)>, u64) {
    let mut groups: Vec<(u64, Reported<'_>)> = Vec::new();
    let mut index: HashMap<String, usize> = HashMap::new();
    let mut kept = 0_u64;
    for warning in report.warnings().kept() {
        kept.up(warning.all());
        if !report.is_outside(warning.section) {
            continue;
        }
        let Some(reported) = Reported::of(warning) else { continue };
        let at = *index.entry(reported.kind()).or_insert(groups.len());
        match groups.get_mut(at) {
            Some((times, _)) => times.up(warning.all()),
            None => groups.push((warning.all(), reported)),
        }
    }
    groups.sort_by_key(|(times, _)| u64::MAX.saturating_sub(*times));
    (groups, report.warnings().total().saturating_sub(kept))
}

/// What a warning says, and where.
pub(super) struct Reported<'a> {
    pub(super) text: &'a str,
    pub(super) place: Option<&'a str>,
}

impl<'a> Reported<'a> {
    pub(super) fn of(warning: &'a Warning) -> Option<Self> {
        let says = |line: &&'a str| {
            let lower = line.to_ascii_lowercase();
            lower.contains("warn") || lower.contains("deprecat")
        };
        let lines = || warning.lines.iter().map(|line| &*line.text).filter(|line| !line.trim().is_empty());
        let line = lines().find(says).or_else(|| lines().next())?;
        let (place, rest) = split_place(line.trim());
        // rustc prints the place on a line of its own.
        let arrow = || lines().find_map(|line| line.trim_start().strip_prefix("--> "));
        let text = without_severity(rest);
        let text = if text.is_empty() { line.trim() } else { text };
        Some(Self { text, place: place.or_else(arrow) })
    }

    /// What warnings of one kind have in common: the code, or else the message without what differs.
    fn kind(&self) -> String {
        code(self.text).map_or_else(|| shape(self.text), str::to_owned)
    }
}

/// Splits off `PATH:LINE[:COLUMN]:` before a message, or `LINE:COLUMN` of a table.
fn split_place(text: &str) -> (Option<&str>, &str) {
    let (first, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let place = first.trim_end_matches(':');
    let (front, last) = place.rsplit_once(':').unwrap_or((place, ""));
    let number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let in_brackets =
        place.ends_with(')') && place.rsplit_once('(').is_some_and(|(path, _)| path.contains('.'));
    let is_place = in_brackets || number(last) && !front.is_empty();
    if is_place && !rest.trim().is_empty() { (Some(place), rest.trim_start()) } else { (None, text) }
}

/// A message without its severity word.
fn without_severity(text: &str) -> &str {
    for word in
        ["warning: ", "Warning: ", "WARNING: ", "warning ", "[WARNING] ", "WARN ", "[WARN] ", "Warning "]
    {
        if let Some(rest) = text.strip_prefix(word) {
            return rest.trim_start();
        }
    }
    text
}

/// A tool's code: `[-Wunused-variable]` at the end, `C4996:` at the beginning, a rule's name after two blanks.
pub(super) fn code(text: &str) -> Option<&str> {
    let text = text.trim_end();
    if let Some((_, code)) = text.strip_suffix(']').and_then(|inner| inner.rsplit_once('[')) {
        let is_code = !code.contains(' ') && code.contains(|each: char| each.is_ascii_alphabetic());
        return is_code.then_some(code);
    }
    let first = text.split([':', ' ']).next().unwrap_or_default();
    let letters = first.trim_end_matches(|each: char| each.is_ascii_digit());
    if letters.len() < first.len()
        && (1..=8).contains(&letters.len())
        && letters.bytes().all(|each| each.is_ascii_uppercase())
    {
        return Some(first);
    }
    let (_, rule) = text.rsplit_once("  ")?;
    let is_rule = |each: char| each.is_ascii_alphanumeric() || "-/@_".contains(each);
    (rule.contains(['-', '/']) && rule.chars().all(is_rule)).then_some(rule)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_warning_has_a_kind_by_its_code_or_by_its_shape() {
        for (text, kind) in [
            ("unused variable 'x0' [-Wunused-variable]", "-Wunused-variable"),
            ("'a' is never reassigned. Use 'const' instead  prefer-const", "prefer-const"),
            ("C4996: 'strcpy': unsafe", "C4996"),
            ("unused variable: `boat`", "unused variable: "),
            ("3 tests don't run in 12 s", "# tests don't run in # s"),
            ("call of \u{2018}f\u{2019} with 2 arguments", "call of  with # arguments"),
        ] {
            assert_eq!(Reported { text, place: None }.kind(), kind);
        }
    }

    #[test]
    fn the_place_is_distinguished_from_the_message() {
        for (line, place, text) in [
            ("src/a.c:1:5: warning: unused", Some("src/a.c:1:5"), "unused"),
            ("  1:5   warning  'a' is never  prefer-const", Some("1:5"), "'a' is never  prefer-const"),
            ("quay.cs(3,5): warning CS0168: unused", Some("quay.cs(3,5)"), "CS0168: unused"),
            ("warning: unused: `x`", None, "unused: `x`"),
            ("npm WARN deprecated x@1", None, "npm WARN deprecated x@1"),
        ] {
            let (found, rest) = split_place(line.trim());
            assert_eq!((found, without_severity(rest)), (place, text), "{line}");
        }
    }

    #[test]
    fn more_groups_than_there_are_lines_for_are_counted() {
        let groups = |count: u64| (1..=count).map(|times| (times, format!("{times} skipped: why"))).collect();
        assert_eq!(listed(groups(10), 0, "skipped", 80).len(), 10);
        let lines = listed(groups(12), 5, "skipped", 80);
        assert_eq!((lines.len(), lines.last().map(String::as_str)), (10, Some("weir: 38 more skipped")));
    }
}
