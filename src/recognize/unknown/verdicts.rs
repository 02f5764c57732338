//! The word of failing in capitals, as unknown tools print it as the verdict of one test: `total: FAIL (1.2ms)`,
//! `test_cart.c:12:test_total:FAIL: no`, `| total | FAILED |`.
//!
//! It has to be a word of its own, where a verdict is: at an end or before punctuation, not in a sentence and not in a
//! list of all verdicts. It does not count with a number of zero, as the value of a setting, or in the name of a test
//! whose own verdict ends the line.

/// The words, longest first.
const WORDS: [&str; 2] = ["FAILED", "FAIL"];
/// The letter that the Linux Test Project prints before its verdicts.
const MARK: char = 'T';

/// Words of passing and skipping.
const WELL: [&str; 8] = ["pass", "passed", "ok", "success", "skip", "skipped", "ignore", "ignored"];

/// Whether the line says of something that it failed.
#[must_use]
#[inline(never)]
pub(super) fn says_fail(text: &str) -> bool {
    // A comment repeats other lines.
    if text.trim_start().starts_with("# ") {
        return false;
    }
    let places = memchr::memmem::find_iter(text.as_bytes(), "FAIL");
    let mut reported = places
        .into_iter()
        .filter_map(|at| text.split_at_checked(at).filter(|(before, rest)| is_verdict(before, rest)));
    // Checked only for the few lines that hold the word.
    reported.any(|(before, rest)| !(is_named(before, rest) && (closes_well(text) || opens_well(text))))
}

/// Whether the line begins with the mark of a test that passed, and holds no mark of one that failed:
/// `ok 3 - handles FAIL`.
fn opens_well(text: &str) -> bool {
    let begin = text.trim_start();
    let numbered = begin.strip_prefix("ok ").and_then(crate::recognize::kit::scan::number).is_some();
    let marked = ["✓ ", "✔ ", "√ ", "[PASS] ", "[OK] ", "[ OK ] "].iter().any(|mark| begin.starts_with(mark));
    (numbered || marked) && !text.contains(['✗', '✖', '✘', '×', '❌'])
}

/// Whether the line ends with a verdict of passing or skipping in brackets or after points: `x [PASS]`, `x ... ok`.
fn closes_well(text: &str) -> bool {
    let text = text.trim_end();
    let word = match text.strip_suffix(']') {
        Some(inner) => inner.rsplit_once('[').map(|(_, word)| word.trim()),
        None => text.rsplit_once("... ").map(|(_, word)| word),
    };
    word.is_some_and(|word| WELL.iter().any(|well| word.eq_ignore_ascii_case(well)))
}

/// Whether a word of failing is part of what a line is about, and not a verdict in brackets or after points itself.
fn is_named(before: &str, rest: &str) -> bool {
    let after = rest.trim_start_matches(['F', 'A', 'I', 'L', 'E', 'D', ':', ' ']);
    let word = after.split(|each: char| !each.is_alphanumeric()).next().unwrap_or("");
    let counted =
        |text: &str| text.trim_end_matches([' ', ':', '=']).ends_with(|last: char| last.is_ascii_digit());
    !before.trim().is_empty()
        && !before.trim_end().ends_with(['[', '(', '|'])
        && !before.ends_with("... ")
        && !counted(before)
        && !after.starts_with(|first: char| first.is_ascii_digit())
        && !WRONG.contains(&word)
}

/// How the name of a setting ends whose value says what is to happen, not what happened.
const SETTINGS: [&str; 11] = [
    "mode", "policy", "action", "level", "severity", "strategy", "default", "type", "kind", "error", "option",
];

/// Whether the text ends with a setting's name and an equals sign: `mode=`, `--on-error=`.
fn is_setting(before: &str) -> bool {
    let Some(before) = before.strip_suffix('=') else { return false };
    let name = before.rsplit([' ', '\t', ',', ';', '(', '[', '{']).next().unwrap_or(before);
    let last = name.rsplit(['_', '-', '.']).next().unwrap_or(name);
    name.starts_with("--")
        || !name.starts_with("test") && SETTINGS.iter().any(|setting| last.eq_ignore_ascii_case(setting))
}

/// Words that follow a verdict without punctuation when the line goes on with what is wrong.
const WRONG: [&str; 8] = ["expected", "expecting", "got", "want", "wanted", "actual", "assertion", "assert"];

/// Whether the text begins with a verdict of passing or skipping in capitals (`TPASS: works`), or ends in any.
#[must_use]
pub(super) fn ends_well(text: &str) -> bool {
    let first = text.split_once(": ").map_or("", |(first, _)| first.strip_prefix(MARK).unwrap_or(first));
    if WELL.iter().any(|word| word.len() == first.len() && *first == *word.to_ascii_uppercase()) {
        return true;
    }
    let text = text.trim_end().trim_end_matches([']', ')', '.']);
    let last = text.rsplit([' ', ':', '.', '[', '(', '\t']).next().unwrap_or(text);
    let before = text.get(..text.len().saturating_sub(last.len())).unwrap_or_default().trim_end();
    // In lower case it may be the end of a sentence.
    let apart = before.ends_with(['.', ':', '[', '(']) || !last.chars().any(char::is_lowercase);
    apart && WELL.iter().any(|word| last.eq_ignore_ascii_case(word))
}

/// Nouns that may be between a count and the word.
const COUNTED: [&str; 6] = [" tests", " suites", " specs", " cases", " checks", " assertions"];

/// The chars between the verdicts of a list.
const BETWEEN: [char; 7] = [' ', ',', '|', '/', '\t', ';', ':'];

/// Whether the word beside one of failing is another verdict: then the line is a list of all verdicts.
fn beside(word: Option<&str>) -> bool {
    word.is_some_and(|word| {
        WELL.iter().any(|well| well.len() == word.len() && *word == *well.to_ascii_uppercase())
    })
}

fn is_verdict(before: &str, rest: &str) -> bool {
    let Some(after) = WORDS.iter().find_map(|word| rest.strip_prefix(word)) else { return false };
    let before = before.strip_suffix(MARK).unwrap_or(before);
    let last = before.chars().next_back();
    let joined =
        |next: char| next.is_alphanumeric() || matches!(next, '_' | '-' | '/' | '"' | '\'' | '`' | '$');
    if last.is_some_and(joined) || after.starts_with(joined) || is_setting(before) {
        return false;
    }
    let counted = COUNTED.iter().find_map(|noun| before.trim_end().strip_suffix(noun)).unwrap_or(before);
    let number = counted.trim_end().rsplit([' ', '(', '[', ',', '|']).next().unwrap_or("");
    if number == "0" {
        return false;
    }
    if beside(before.split(BETWEEN).rfind(|word| !word.is_empty()))
        || beside(after.split(BETWEEN).find(|word| !word.is_empty()))
    {
        return false;
    }
    // What follows the word: its count, a sentence, or something that does not belong to it.
    let after = after.trim_start_matches([':', '=', ' ', '\t', '(', '[', '|']);
    if let Some((count, rest)) = crate::recognize::kit::scan::number(after) {
        return count > 0 || rest.starts_with(|next: char| next == '.' || next.is_alphanumeric());
    }
    // There is none, or it was expected.
    let end = after.trim_end();
    if matches!(end, "none" | "None" | "as expected") || matches!(end, "expected)" | "expected]") {
        return false;
    }
    let sentence =
        rest.get(..rest.len().saturating_sub(after.len())).is_some_and(|word| word.ends_with("L "));
    let word = after.split(|each: char| !each.is_alphanumeric()).next().unwrap_or("");
    !(sentence && after.starts_with(|next: char| next.is_lowercase())) || WRONG.contains(&word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_verdict_of_failing_is_one_wherever_it_is() {
        for text in [
            "data.cart.test_total: FAIL (1.2ms)",
            "test/test_cart.c:12:test_total:FAIL: Expected 4 Was 3",
            "test_total:FAIL",
            "1501/3001 cart total              FAIL            0.02s   exit status 1",
            "totals ... FAIL",
            "totals...FAILED",
            "| total | FAILED |",
            "[FAIL] total",
            "total (FAIL)",
            "status=FAIL",
            "cart.c:12: TFAIL: no",
            "FAIL: 1/3001",
            "[ FAIL 1 | WARN 0 | SKIP 0 | PASS 3000 ]",
            "3 FAIL, 0 SKIP",
            "total FAIL 0.02s",
            "cart total FAIL expected 4",
            "PASS: 3 FAIL: 2",
            "1 FAIL, 2 PASS",
            "test_a ... FAIL (1s) test_b ... ok",
            "total: FAIL (expected: PASS)",
            "cart_total=FAIL",
            "result=FAIL",
            "FAIL: total ... ok",
            "[FAIL] total [ok]",
            "cart.total FAIL: expected [ok]",
            "test_kind=FAIL",
            "✓ 3 PASS, 2 FAIL",
            "✓ 3, ✗ total FAIL",
            "total: FAIL (expected 3, got 4)",
        ] {
            assert!(says_fail(text), "{text}");
        }
    }

    #[test]
    fn a_verdict_of_passing_ends_a_line() {
        for text in [
            "test_total:PASS",
            " test_total [PASSED]",
            "totals ... ok",
            "total: ok",
            "total SKIP",
            "TPASS: so",
        ] {
            assert!(ends_well(text), "{text}");
        }
        for text in ["", "this is not ok", "ok, but 3 > 2", "total:FAIL", "passed by value"] {
            assert!(!ends_well(text), "{text}");
        }
    }

    #[test]
    fn a_count_of_none_a_longer_word_and_a_sentence_are_none() {
        for text in [
            "",
            "[ FAIL 0 | WARN 0 | SKIP 0 | PASS 3000 ]",
            "FAIL: 0",
            "0 FAIL",
            "PASS: 3 FAIL:  0 SKIP: 1",
            "PASS (12) FAIL (0)",
            "| Suite | PASS | FAIL | SKIP |",
            "legend: PASS, FAIL, SKIP",
            "XFAIL",
            "FAIL_FAST=1",
            "--fail-fast FAIL-SAFE",
            "verdicts are PASS/FAIL",
            "prints \"FAIL\"",
            "jobs that FAIL are run again",
            "FAILOVER done",
            "the check may FAIL if the tide turns",
            "# FAIL src/nothing.test.js",
            "expected FAIL, got FAIL ... ok",
            "Should FAIL: a bad password [PASS]",
            "mode=FAIL",
            "--on-empty=FAIL",
            "retry_policy=FAIL",
            "Tests that FAIL: none",
            "ok 3 - handles FAIL",
            "✓ returns FAIL",
            "total ... FAIL (expected)",
            "test 0 FAIL",
        ] {
            assert!(!says_fail(text), "{text}");
        }
    }
}
