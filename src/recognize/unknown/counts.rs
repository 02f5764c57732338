//! Totals of unknown tools: whether a line counts failures, or says that there were none.
//!
//! A number above zero before a noun of failing counts (`3 tests failed`), and so does one after its label
//! (`Failures: 3`); zeros and `no errors` say that there were none, unless something else on the line counts failures.

use super::tally;
use crate::recognize::kit::scan;

/// The longest line of totals, in bytes.
const LONGEST_TOTALS: usize = 400;

/// Nouns of totals that count failures when a number above zero is before them.
pub(in crate::recognize) const FAILING: &[&str] = &[
    "failed", "failing", "failure", "failures", "error", "errors", "problem", "problems", "issue", "issues",
    "errored",
];

/// Nouns for what is tested: they may be between the number and such a noun, or between a word of failing and its number.
pub(in crate::recognize) const TESTED: [&str; 18] = [
    "test",
    "tests",
    "suite",
    "suites",
    "spec",
    "specs",
    "file",
    "files",
    "case",
    "cases",
    "assertion",
    "assertions",
    "check",
    "checks",
    "scenario",
    "scenarios",
    "step",
    "steps",
];

/// Nouns for other work, which may be there too.
const DONE: [&str; 13] = [
    "job", "jobs", "module", "modules", "package", "packages", "project", "projects", "target", "targets",
    "task", "tasks", "type",
];

fn is_counted(word: &str) -> bool {
    TESTED.iter().chain(&DONE).any(|noun| noun.eq_ignore_ascii_case(word))
}

/// Phrases that say that nothing failed.
const NONE: [&str; 15] = [
    "0 failed",
    "0 tests failed",
    "0 errors",
    "0 failures",
    "no errors",
    "0 error",
    "without errors",
    "no failures",
    "failures: 0",
    "errors: 0",
    "failed: 0",
    "failures=0",
    "errors=0",
    "failed=0",
    "fail 0",
];

/// Whether the phrase is in the text, and its zero is a number of its own: not the end of a version (`tug-1.0 failed`),
/// and not the beginning of a code (`failed: 0x80070005`).
fn is_alone(text: &str, phrase: &str) -> bool {
    memchr::memmem::find_iter(text.as_bytes(), phrase).any(|at| {
        let before = text.get(..at).and_then(|before| before.bytes().next_back());
        let after = text.as_bytes().get(at.saturating_add(phrase.len())..).unwrap_or_default();
        let version = phrase.starts_with('0')
            && before.is_some_and(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_'));
        let code = phrase.ends_with('0')
            && match after {
                [b'.', next, ..] => next.is_ascii_digit(),
                [next, ..] => next.is_ascii_alphanumeric(),
                [] => false,
            };
        !version && !code
    })
}

/// Whether a line with words of failing says that there was no failure: `0 failed`, `no errors`.
#[must_use]
pub(in crate::recognize) fn says_none(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    (NONE.iter().any(|none| is_alone(&lower, none)) || counts_none(&lower)) && !counts_failures(text)
}

/// `failed 0`, `FAIL: 0`, `failures: none`: a word of failing before its count, which ends a piece of the line.
fn counts_none(lower: &str) -> bool {
    ["failed", "failures", "errors", "errored", "fail", "fails"].iter().any(|noun| {
        let after = lower.find(noun).and_then(|at| lower.get(at.saturating_add(noun.len())..)).unwrap_or("");
        let after = after.strip_prefix(" count").unwrap_or(after);
        let value = after.trim_start_matches([':', '=', ' ']);
        let rest = value.strip_prefix('0').or_else(|| value.strip_prefix("none"));
        value.len() < after.len()
            && rest.is_some_and(|rest| {
                rest.trim_end().is_empty()
                    || rest.starts_with([',', ';', '|', ')', ']'])
                    || rest.starts_with(" of ")
            })
    })
}

/// Whether the text could be totals with failures: short, with a digit, and with letters that are in every word of
/// failing (`fa`il, e`rr`or, pro`bl`em, i`ssu`e, c`ras`h, b`rok`en, i`nva`lid).
#[must_use]
#[inline(never)]
pub(in crate::recognize) fn may_count_failures(text: &str) -> bool {
    if text.len() > LONGEST_TOTALS {
        return false;
    }
    let bytes = text.as_bytes();
    if !scan::has_digit(bytes) {
        return false;
    }
    scan::has_letters(bytes, |first, second, third| {
        let fa = (first == b'f') & (second == b'a');
        let bl = (first == b'b') & (second == b'l');
        let rr = (first == b'r') & (second == b'r');
        let ssu = (first == b's') & (second == b's') & (third == b'u');
        let ras = (first == b'r') & (second == b'a') & (third == b's');
        let rok = (first == b'r') & (second == b'o') & (third == b'k');
        let nva = (first == b'n') & (second == b'v') & (third == b'a');
        fa | bl | rr | ssu | ras | rok | nva
    })
}

/// Whether the line is totals with failures: short, and with a number above zero before a noun of failing, or after its
/// label.
#[must_use]
#[inline(never)]
pub(in crate::recognize) fn counts_failures(text: &str) -> bool {
    if text.len() > LONGEST_TOTALS || !text.bytes().any(|byte| byte.is_ascii_digit()) {
        return false;
    }
    text.split([',', ';', '|']).any(failures_in)
        || labelled_failures(text)
        || fails_of_all(text)
        || tally::tells_failures(text)
}

/// `Failed 1 of 3 tests`, `Failed 1 and Skipped 0 of 3 tests`, but not an attempt that is tried again.
fn fails_of_all(text: &str) -> bool {
    let (word, rest) = scan::trim_start(text).split_once(' ').unwrap_or_default();
    ["fail", "failed"].iter().any(|each| each.eq_ignore_ascii_case(word))
        && scan::number(rest).is_some_and(|(failed, rest)| {
            let all = rest.split_once(" of ").and_then(|(_, all)| scan::number(all));
            failed > 0
                && (rest.starts_with(" of ") || rest.starts_with(" and "))
                && all.is_some_and(|(_, what)| !what.contains("ttempt") && !what.contains("tries"))
        })
}

/// A number of failures: `3`, or the one before the slash in `3/7`, unless that is the number of an attempt.
fn number_of(word: &str, above: &str) -> Option<u64> {
    /// Words before the number of an attempt.
    const TRIED: [&str; 5] = ["attempt", "attempts", "try", "retry", "retries"];
    let Some((part, all)) = word.split_once('/') else { return scan::whole_number(word) };
    let tried = TRIED.iter().any(|each| each.eq_ignore_ascii_case(above));
    scan::whole_number(all).and(scan::whole_number(part)).filter(|_| !tried)
}

/// `6 issues were ignored by baseline`, `2 errors suppressed`: a sentence about failures that the user accepts.
fn are_borne(piece: &str) -> bool {
    let mut words = piece.split_ascii_whitespace().skip(2).skip_while(|word| matches!(*word, "were" | "was"));
    let borne = words.next().map(|word| word.trim_end_matches('.'));
    let by = words.next();
    matches!(borne, Some("ignored" | "suppressed" | "silenced")) && matches!(by, None | Some("by"))
}

/// A number above zero before a noun of failing, in a piece of totals without commas.
fn failures_in(piece: &str) -> bool {
    let (mut before, mut above, mut counted) = (None, "", false);
    for word in piece
        .as_bytes()
        .split(|byte| matches!(byte, b' ' | b'\t' | b'(' | b')' | b'.' | b':' | b'=' | b'!'))
        .map(|word| str::from_utf8(word).unwrap_or_default())
    {
        if word.is_empty() {
            // `12 files. Errors: 0`: a noun ends what its number counts.
            before = before.filter(|_| !counted);
            continue;
        }
        let above = std::mem::replace(&mut above, word);
        if word.as_bytes().first().is_some_and(u8::is_ascii_digit)
            && let Some(value) = number_of(word, above)
        {
            (before, counted) = (Some(value), false);
            continue;
        }
        // A word without a number before it counts nothing.
        let Some(value) = before else { continue };
        if value > 0 && FAILING.iter().any(|noun| noun.eq_ignore_ascii_case(word)) {
            return !are_borne(piece);
        }
        // `3 tests failed`: the number still belongs to the word that follows.
        counted = is_counted(word);
        before = before.filter(|_| counted);
    }
    false
}

/// `Failures: 3`, `errors=1`, `Failed files: 1`, `# fail 2`.
fn labelled_failures(text: &str) -> bool {
    /// The word before the sign, the sign, and the blank that has to follow it.
    const LABELS: [(&str, u8, &str); 8] = [
        ("failures", b':', ""),
        ("failed", b':', " "),
        ("failing", b':', " "),
        ("issues found", b':', " "),
        ("errors", b':', " "),
        ("errors", b'=', ""),
        ("failures", b'=', ""),
        ("failed", b'=', ""),
    ];
    let counts = |rest: &str| scan::number(rest.trim_start()).is_some_and(|(value, _)| value > 0);
    let ends_with = |text: &str, word: &str| {
        let tail = text.len().checked_sub(word.len()).and_then(|at| text.as_bytes().get(at..));
        tail.is_some_and(|tail| tail.eq_ignore_ascii_case(word.as_bytes()))
    };
    // The first place of each label decides.
    let mut reported = [false; LABELS.len()];
    for at in memchr::memchr2_iter(b':', b'=', text.as_bytes()) {
        let Some((before, rest)) = text.split_at_checked(at) else { continue };
        let before = scan::trim_end(before);
        // In a progress bar most signs follow other signs.
        if !before.as_bytes().last().is_some_and(u8::is_ascii_alphabetic) {
            continue;
        }
        if rest.strip_prefix(": ").is_some_and(counts) && names_failed(before) {
            return true;
        }
        for (reported, (word, sign, blank)) in reported.iter_mut().zip(LABELS) {
            if !*reported
                && rest.as_bytes().first() == Some(&sign)
                && ends_with(before, word)
                && let Some(rest) = rest.get(1..).and_then(|rest| rest.strip_prefix(blank))
            {
                *reported = true;
                if counts(rest) {
                    return true;
                }
            }
        }
    }
    const HASH: &str = "# fail ";
    let begins = |at: &usize| {
        let here = text.as_bytes().get(*at..at.saturating_add(HASH.len()));
        here.is_some_and(|here| here.eq_ignore_ascii_case(HASH.as_bytes()))
    };
    let first = memchr::memchr_iter(b'#', text.as_bytes()).find(begins);
    first.and_then(|at| text.get(at.saturating_add(HASH.len())..)).is_some_and(counts)
}

/// `Failed files`, before a number: a word of failing, and a noun for what failed.
fn names_failed(label: &str) -> bool {
    let mut words = label.rsplit(' ').filter(|word| !word.is_empty());
    let noun = words.next().unwrap_or_default();
    is_counted(noun) && words.next().is_some_and(|word| word.eq_ignore_ascii_case("failed"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_ignored_or_suppressed_does_not_count() {
        for text in
            ["6 issues were ignored by baseline.", "1 issue was ignored by baseline.", "3 errors suppressed"]
        {
            assert!(!counts_failures(text), "{text}");
        }
        for text in ["6 issues were found", "3 errors, 2 suppressed", "4 failures ignored hooks"] {
            assert!(counts_failures(text), "{text}");
        }
    }

    #[test]
    fn totals_of_tools_that_nobody_knows_count_their_failures() {
        for text in [
            "[====] Synthesis: Tested: 2 | Passing: 1 | Failing: 1 | Crashing: 0 ",
            "Failed 1 and Skipped 0 of 3 tests",
            "Failed 1 of 3 FAIL in 0.013 seconds",
            "fail 1 of 3",
            "1/4 test failures",
            "1/3 failed (1s)",
            "Failed files:      1 (50.0%)",
            "Failed Assertions: 1",
            "Failed : \t1\t",
            "Summary: 1 task failed:",
            "CSpell: Files checked: 3, Issues found: 1 in 1 file.",
            "Found 1 type error!",
        ] {
            assert!(may_count_failures(text) && counts_failures(text), "{text}");
        }
    }

    #[test]
    fn a_bar_of_progress_is_not_looked_at_closely() {
        for text in
            ["Downloading crates [====>   ]  42% 4179/9999 KB", "browser 12 of 40", "12 invoices of 3"]
        {
            assert!(!may_count_failures(text), "{text}");
        }
    }

    #[test]
    fn numbers_beside_other_words_count_none() {
        for text in [
            "[====] Synthesis: Tested: 2 | Passing: 2 | Failing: 0 | Crashing: 0 ",
            "Failed 0 and Skipped 1 of 3 tests",
            "fail 0 of 3",
            "Failed 1 of 3 attempts",
            "Attempt 1/3 failed, retrying in 5s",
            "Opening the quay (attempt 2/3) failed",
            "Checked 12 files. Errors: 0",
            "Checked 12 files: errors 0",
            "Processed 12 files (errors ignored)",
            "Failed 3 times, then opened",
            "0/4 test failures",
            "Failed files:      0 (0.0%)",
            "CSpell: Files checked: 3, Issues found: 0 in 0 files.",
            "Found 1 type, no error",
            "3/4 tests passed",
        ] {
            assert!(!counts_failures(text), "{text}");
        }
    }
}
