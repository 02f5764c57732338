//! Single lines of mocha's reporters. See <https://mochajs.org/#reporters> and `lib/reporters/base.js`.

use crate::recognize::kit::scan;

/// What a line is while tests run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Status<'a> {
    Passed(&'a str),
    /// The number of the failure, and its name.
    Failed(u64, &'a str),
    Pending(&'a str),
}

/// The marks of a passed test: those of log-symbols, of mocha before 9, and of a Windows console.
pub(super) use crate::recognize::runners::javascript::shared::marks::PASSED as MARKS;

/// Reads `✔ name (4ms)`, `3) name`, `- name`.
pub(super) fn status(text: &str) -> Option<Status<'_>> {
    if let Some(name) = MARKS.iter().find_map(|mark| text.strip_prefix(mark)) {
        return Some(Status::Passed(untimed(name.trim())));
    }
    if let Some(name) = text.strip_prefix("- ") {
        return Some(Status::Pending(name));
    }
    let (number, name) = numbered(text)?;
    Some(Status::Failed(number, name))
}

/// A name without how long the test took: `adds (12ms)`.
fn untimed(name: &str) -> &str {
    let timed = name.strip_suffix("ms)").and_then(|name| name.rsplit_once(" ("));
    let timed = timed.filter(|(_, took)| scan::whole_number(took).is_some());
    timed.map_or(name, |(name, _)| name)
}

/// Reads `3) name`.
pub(super) fn numbered(text: &str) -> Option<(u64, &str)> {
    let (number, rest) = scan::number(text)?;
    let name = rest.strip_prefix(") ")?.trim();
    (!name.is_empty()).then_some((number, name))
}

/// Whether a line above the numbers shows a failed test: dots of which one is `!`, or `1) name`.
pub(super) fn shows_failure(text: &str) -> bool {
    let dots = text.contains('!') && text.chars().all(|each| DOTS.contains(&each));
    dots || numbered(text).is_some()
}

/// Whether a line is dots of which none is `!`: the next run of the reporter.
pub(super) fn only_passes(text: &str) -> bool {
    !text.is_empty() && !text.contains('!') && text.chars().all(|each| DOTS.contains(&each))
}

/// What the dot reporter prints of tests: passed ones, of two kinds of console, pending and failed ones.
const DOTS: [char; 4] = ['.', '\u{2024}', ',', '!'];

/// What the closing numbers count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Count {
    Passing,
    Pending,
    Failing,
    /// Before mocha 1.11: tests that passed and pending ones, when none failed.
    Complete,
}

/// Reads `166 passing (42ms)`, `2 pending`, `3 failing`, and before mocha 1.11 `✔ 168 tests complete (42ms)`, `• 2 tests pending`,
/// since 1.8 without the marks.
pub(super) fn count(text: &str) -> Option<(Count, u64)> {
    let marked = MARKS.iter().chain(&["\u{2022} "]).find_map(|mark| text.strip_prefix(mark));
    let (number, rest) = scan::number(marked.unwrap_or(text))?;
    let noun = if number == 1 { " test" } else { " tests" };
    match rest.trim_end().strip_prefix(noun) {
        Some(" pending") => return Some((Count::Pending, number)),
        Some(rest) => {
            let time = rest.strip_prefix(" complete (")?.strip_suffix(')')?;
            let (_, unit) = scan::number(time)?;
            let unit =
                unit.trim_start_matches(|each: char| each == '.' || each.is_ascii_digit()).trim_start();
            let known = UNITS.iter().any(|known| unit.strip_suffix('s').unwrap_or(unit) == *known);
            return known.then_some((Count::Complete, number));
        }
        None if marked.is_some() => return None,
        None => {}
    }
    match rest.trim_end() {
        " pending" => Some((Count::Pending, number)),
        " failing" => Some((Count::Failing, number)),
        rest => {
            let time = rest.strip_prefix(" passing (")?.strip_suffix(')')?;
            let timed = time.starts_with(|first: char| first.is_ascii_digit())
                && time.ends_with(['s', 'm', 'h', 'd'])
                && !time.contains(' ');
            timed.then_some((Count::Passing, number))
        }
    }
}

/// The units of times before mocha 1.11, without the `s` of several.
const UNITS: [&str; 5] = ["m", "second", "minute", "hour", "day"];

/// Reads `✖ 1 of 9 tests failed:`, which closes a run with failures before mocha 1.11.
pub(super) fn failed_of(text: &str) -> Option<(u64, u64)> {
    let text = text.strip_prefix("\u{2716} ").or_else(|| text.strip_prefix("\u{d7} "))?;
    let (failed, rest) = scan::number(text)?;
    let (total, rest) = scan::number(rest.strip_prefix(" of ")?)?;
    let noun = if total == 1 { " test failed:" } else { " tests failed:" };
    (rest.trim_end() == noun && failed > 0).then_some((failed, total))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_test_is_shown_by_a_dot_or_by_its_number() {
        for text in ["!", "!..", "..!,.!", "\u{2024}\u{2024}!", "2) adds prices"] {
            assert!(shows_failure(text), "{text}");
        }
        for text in ["...,", "wait!", "2 ms", "holds one: 1) apples", ""] {
            assert!(!shows_failure(text), "{text}");
        }
    }

    #[test]
    fn closings_before_mocha_1_11_are_read_with_and_without_their_marks() {
        for text in
            ["✔ 14 tests complete (3ms)", "√ 14 tests complete (1 minute)", "14 tests complete (2 seconds)"]
        {
            assert_eq!(count(text), Some((Count::Complete, 14)), "{text}");
        }
        assert_eq!(count("1 test complete (4 ms)"), Some((Count::Complete, 1)));
        assert_eq!(count("• 1 test pending"), Some((Count::Pending, 1)));
        assert_eq!(count("2 tests pending"), Some((Count::Pending, 2)));
        assert_eq!(failed_of("✖ 1 of 9 tests failed:"), Some((1, 9)));
        assert_eq!(failed_of("× 1 of 1 test failed:"), Some((1, 1)));
        for text in ["14 tests complete", "14 tests complete (of 20)", "✔ 3 passing (4ms)", "✔ 3 pending"]
        {
            assert_eq!(count(text), None, "{text}");
        }
        for text in [
            "✖ 1 of 9 tests failed",
            "✖ 0 of 9 tests failed:",
            "1 of 9 tests failed:",
            "✖ 1 of 9 boats failed:",
        ] {
            assert_eq!(failed_of(text), None, "{text}");
        }
    }

    #[test]
    fn the_closing_numbers_are_reported_from_prose() {
        assert_eq!(count("166 passing (42ms)"), Some((Count::Passing, 166)));
        assert_eq!(count("2 passing (3m)"), Some((Count::Passing, 2)));
        assert_eq!(count("3 failing"), Some((Count::Failing, 3)));
        for text in ["3 passing cars", "3 passing (of 5)", "3 failing tests", "passing (2ms)"] {
            assert_eq!(count(text), None, "{text}");
        }
    }

    #[test]
    fn a_tests_line_is_reported_by_its_mark() {
        assert_eq!(status("✔ adds (12ms)"), Some(Status::Passed("adds")));
        assert_eq!(status("3) adds"), Some(Status::Failed(3, "adds")));
        assert_eq!(status("- later"), Some(Status::Pending("later")));
        assert_eq!(status("adds"), None);
    }
}
