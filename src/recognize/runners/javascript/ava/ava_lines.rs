//! Single lines of AVA's default reporter. See `lib/reporters/default.js` of AVA 3 to 7.

use crate::event::{FailureKind, Totals};
use crate::recognize::kit::scan;

/// What AVA says when tests took too long; it names them below.
pub(super) const TIMED_OUT: &str = "Timed out while running tests";

/// What a line tells, without its indentation of two blanks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Printed<'a> {
    /// `✔ title (2s)`.
    Passed(&'a str),
    /// `✔ [expected fail] title`: fails as it should.
    Known,
    /// `✘ [fail]: title message`: the two cannot be distinguished here.
    Failed(&'a str),
    Skipped,
    Todo,
    /// `─`.
    Rule,
    /// `Uncaught exception in FILE` and `Unhandled rejection in FILE`.
    Thrown(&'a str),
    /// `✘ FILE exited with a non-zero exit code: 1` and other ends of a file or of the run.
    Broken(&'a str, FailureKind),
    /// `◌ title`: pending when the run timed out.
    Pending(&'a str),
}

/// Reads a line.
pub(super) fn printed(text: &str) -> Option<Printed<'_>> {
    if let Some(rest) = ["✔ ", "√ "].iter().find_map(|mark| text.strip_prefix(mark)) {
        return Some(if rest.starts_with("[expected fail] ") {
            Printed::Known
        } else {
            Printed::Passed(rest)
        });
    }
    if let Some(rest) = ["✘ ", "✖ ", "× "].iter().find_map(|mark| text.strip_prefix(mark)) {
        let failed = rest.strip_prefix("[fail]: ").or_else(|| rest.strip_prefix("[unexpected pass]: "));
        return match failed {
            Some(title) => Some(Printed::Failed(title)),
            None => broken(rest).map(|(name, kind)| Printed::Broken(name, kind)),
        };
    }
    if text == "─" {
        return Some(Printed::Rule);
    }
    if let Some(rest) = text.strip_prefix("- ") {
        return match rest {
            _ if rest.starts_with("[skip] ") => Some(Printed::Skipped),
            _ if rest.starts_with("[todo] ") => Some(Printed::Todo),
            _ => None,
        };
    }
    if let Some(title) = ["◌ ", "◍ "].iter().find_map(|mark| text.strip_prefix(mark)) {
        return Some(Printed::Pending(title));
    }
    let thrown =
        text.strip_prefix("Uncaught exception in ").or_else(|| text.strip_prefix("Unhandled rejection in "));
    thrown.map(Printed::Thrown)
}

/// How a file or the whole run ended before its time: its name, and the kind.
fn broken(text: &str) -> Option<(&str, FailureKind)> {
    for (words, kind) in [
        (" exited with a non-zero exit code: ", FailureKind::Crash),
        (" exited due to an error:", FailureKind::Crash),
        (" exited due to ", FailureKind::Crash),
    ] {
        if let Some((file, _)) = text.split_once(words) {
            return Some((file, kind));
        }
    }
    if let Some(file) = text.strip_prefix("No tests found in ") {
        return Some((file.split(", make sure").next().unwrap_or(file), FailureKind::Collection));
    }
    if let Some((number, rest)) = scan::number(text) {
        let rest =
            rest.strip_prefix(" tests remaining in ").or_else(|| rest.strip_prefix(" test remaining in "));
        return rest.filter(|_| number > 0).map(|file| (file, FailureKind::Unfinished));
    }
    if let Some(file) = text.strip_prefix("Exiting due to process.exit() when running ") {
        return Some((file, FailureKind::Crash));
    }
    let whole = [
        (TIMED_OUT, FailureKind::Timeout),
        ("Exiting due to SIGINT", FailureKind::Crash),
        ("Internal error", FailureKind::Crash),
        ("Error in shared worker", FailureKind::Crash),
        ("Couldn’t find any files to test", FailureKind::Collection),
        ("Couldn’t find any matching tests", FailureKind::Collection),
        ("Couldn't find any files to test", FailureKind::Collection),
        ("Couldn't find any matching tests", FailureKind::Collection),
        ("Based on your configuration, ", FailureKind::Collection),
    ];
    whole
        .iter()
        .find(|(words, _)| text.starts_with(words))
        .map(|(words, kind)| (words.trim_end_matches(", "), *kind))
}

/// Adds a closing number to the totals; tells whether the line is one.
pub(super) fn count(text: &str, totals: &mut Totals) -> bool {
    let Some((number, rest)) = scan::number(text) else { return false };
    // A time in brackets is after the first number while AVA watches.
    let rest = rest.split_once(" [").map_or(rest, |(rest, _)| rest).trim();
    let slot = match rest {
        "tests failed" | "test failed" | "hooks failed" | "hook failed" => &mut totals.failed,
        "tests passed" | "test passed" => &mut totals.passed,
        "known failures" | "known failure" | "tests todo" | "test todo" => &mut totals.other,
        "tests skipped" | "test skipped" => &mut totals.skipped,
        "unhandled rejections"
        | "unhandled rejection"
        | "uncaught exceptions"
        | "uncaught exception"
        | "tests remained pending after a timeout"
        | "test remained pending after a timeout" => &mut totals.errors,
        _ => return false,
    };
    *slot = Some(slot.unwrap_or(0).saturating_add(number));
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_reported_by_their_marks() {
        assert_eq!(printed("✔ cart › adds (2s)"), Some(Printed::Passed("cart › adds (2s)")));
        assert_eq!(printed("✔ [expected fail] cart › x"), Some(Printed::Known));
        assert_eq!(printed("✘ [fail]: cart › x is no"), Some(Printed::Failed("cart › x is no")));
        assert_eq!(
            printed("✘ test/a.js exited due to SIGABRT"),
            Some(Printed::Broken("test/a.js", FailureKind::Crash))
        );
        assert_eq!(
            printed("✘ No tests found in test/a.js"),
            Some(Printed::Broken("test/a.js", FailureKind::Collection))
        );
        assert_eq!(
            printed("✘ 2 tests remaining in test/a.js"),
            Some(Printed::Broken("test/a.js", FailureKind::Unfinished))
        );
        assert_eq!(printed("Uncaught exception in test/a.js"), Some(Printed::Thrown("test/a.js")));
        assert_eq!(printed("✘ something else"), None);
    }

    #[test]
    fn closing_numbers_are_added_up() {
        let mut totals = Totals::default();
        for line in
            ["1 hook failed", "2 tests failed", "1 known failure", "3 tests skipped", "2 uncaught exceptions"]
        {
            assert!(count(line, &mut totals), "{line}");
        }
        assert_eq!(
            (totals.failed, totals.errors, totals.skipped, totals.other),
            (Some(3), Some(2), Some(3), Some(1))
        );
        assert!(!count("3 tests failed to load", &mut totals));
    }
}
