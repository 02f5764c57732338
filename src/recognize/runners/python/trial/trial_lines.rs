//! The lines of trial, each read by itself.

use crate::event::Totals;
use crate::recognize::kit::scan;

/// The width of trial's rules and of its tree, in chars.
pub(super) const WIDTH: usize = 79;

/// What became of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
    Passed,
    Failed,
    Skipped,
    /// It failed as it was expected to.
    Todo,
    /// It passed though it was not expected to: trial's exit status does not mind.
    Unexpected,
}

/// The words in brackets, as the trees and the lists have them.
const WORDS: [(&str, Word); 7] = [
    ("[OK]", Word::Passed),
    ("[FAIL]", Word::Failed),
    ("[FAILURE]", Word::Failed),
    ("[ERROR]", Word::Failed),
    ("[SKIPPED]", Word::Skipped),
    ("[TODO]", Word::Todo),
    ("[SUCCESS!?!]", Word::Unexpected),
];

/// Reads a word in brackets that is the whole text.
pub(super) fn word(text: &str) -> Option<Word> {
    WORDS.iter().find_map(|(shown, word)| (*shown == text).then_some(*word))
}

/// Splits a word in brackets off the end: what is before, the word as it is shown, and what it means.
pub(super) fn ending(text: &str) -> Option<(&str, &'static str, Word)> {
    if !text.ends_with(']') {
        return None;
    }
    WORDS.iter().find_map(|(shown, word)| Some((text.strip_suffix(shown)?, *shown, *word)))
}

/// A test's name, and what is after it: `    test_x ... `.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Named<'a> {
    pub indent: usize,
    pub name: &'a str,
    pub rest: &'a str,
    /// The width of all before the rest.
    pub width: usize,
}

/// Reads `    test_x ... ` and `package.test_module.Case.test_x ... `.
pub(super) fn named(text: &str) -> Option<Named<'_>> {
    let bare = text.trim_start_matches(' ');
    let indent = text.len().saturating_sub(bare.len());
    let (name, rest) = match scan::split_once(bare, " ... ") {
        Some(parts) => parts,
        None => (bare.strip_suffix(" ...")?, ""),
    };
    let width = indent.saturating_add(name.chars().count()).saturating_add(" ... ".len());
    (matches!(indent, 0 | 2 | 4) && is_id(name)).then_some(Named { indent, name, rest, width })
}

/// How many blanks are before a word, when nothing but the name is before them.
pub(super) fn blanks(width: usize, shown: &str) -> usize {
    WIDTH.saturating_sub(width).saturating_sub(shown.len())
}

/// Whether the text can be a test's name, or a part of one.
pub(super) fn is_id(text: &str) -> bool {
    text.starts_with(|each: char| each.is_alphabetic() || each == '_')
        && text.chars().all(|each| each.is_alphanumeric() || "_.-/<>".contains(each))
}

/// Whether the line is one of trial's rules.
pub(super) fn is_rule(text: &str, character: char) -> bool {
    text.len() == WIDTH && scan::is_ruler(text, character, WIDTH)
}

/// Whether a last line has a word that only trial says.
pub(super) fn is_trials(text: &str) -> bool {
    let words = ["successes=", "skips=", "expectedFailures=", "unexpectedSuccesses="];
    text.strip_prefix("PASSED (")
        .or_else(|| text.strip_prefix("FAILED ("))
        .is_some_and(|rest| rest.split(", ").any(|part| words.iter().any(|word| part.starts_with(word))))
}

/// Reads the last line: `PASSED (skips=2, successes=3)`, or that of the summary, `0.013 6 6 0 0 2`. `ran` is how many tests
/// were reported to have run.
pub(super) fn outcome(text: &str, ran: u64) -> Option<Totals> {
    let Some((passed, rest)) = text
        .strip_prefix("PASSED")
        .map(|rest| (true, rest))
        .or_else(|| text.strip_prefix("FAILED").map(|rest| (false, rest)))
    else {
        return summary(text, ran);
    };
    let mut totals = Totals {
        passed: Some(0),
        failed: Some(0),
        errors: Some(0),
        skipped: Some(0),
        other: Some(0),
        total: None,
    };
    if !rest.is_empty() {
        for part in rest.strip_prefix(" (")?.strip_suffix(')')?.split(", ") {
            let (key, value) = part.split_once('=')?;
            let slot = match key {
                "successes" => &mut totals.passed,
                "failures" => &mut totals.failed,
                "errors" => &mut totals.errors,
                "skips" => &mut totals.skipped,
                "expectedFailures" | "unexpectedSuccesses" => &mut totals.other,
                _ => return None,
            };
            *slot = Some(slot.unwrap_or(0).saturating_add(scan::whole_number(value)?));
        }
    }
    let sum = [totals.passed, totals.skipped, totals.other]
        .iter()
        .flatten()
        .fold(0_u64, |sum, each| sum.saturating_add(*each));
    let failures = totals.failed.unwrap_or(0).saturating_add(totals.errors.unwrap_or(0));
    // A test that fails may tell of several errors; else every test has one result.
    let whole = if passed { failures == 0 && sum == ran } else { failures > 0 && sum <= ran };
    whole.then_some(totals)
}

/// The time, twice the number of tests, then those of errors, failures and skipped tests.
fn summary(text: &str, ran: u64) -> Option<Totals> {
    let words: Vec<&str> = text.split(' ').collect();
    let [time, tests, again, errors, failed, skipped] = words.as_slice() else { return None };
    time.parse::<f64>().ok()?;
    let number = scan::whole_number;
    if number(tests)? != ran || tests != again {
        return None;
    }
    let (errors, failed, skipped) = (number(errors)?, number(failed)?, number(skipped)?);
    let others = errors.saturating_add(failed).saturating_add(skipped);
    Some(Totals {
        passed: Some(ran.saturating_sub(others)),
        failed: Some(failed),
        errors: Some(errors),
        skipped: Some(skipped),
        ..Totals::default()
    })
}
