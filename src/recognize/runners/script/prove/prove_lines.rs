//! Single lines of TAP::Harness and of Test::More's diagnostics. See `TAP/Formatter/Base.pm` and `Test/Builder.pm`.

use crate::event::Place;
use crate::recognize::kit::scan;

/// Splits `t/cart.t .... ok` into the file and what is printed of it.
pub(super) fn header(text: &str) -> Option<(&str, &str)> {
    // `--timer` puts the time before the file.
    let text = match text.strip_prefix('[').and_then(|rest| rest.split_once("] ")) {
        Some((time, rest)) if time.len() == 8 => rest,
        _ => text,
    };
    let (file, rest) = text.split_once(" ..")?;
    let rest = rest.trim_start_matches('.');
    let plausible = !file.is_empty() && !file.contains(' ') && (file.contains('/') || file.ends_with(".t"));
    (plausible && (rest.is_empty() || rest.starts_with(' '))).then_some((file, rest.trim()))
}

/// What is after the progress of a file: `1/5 ` and `3/? `.
pub(super) fn after_progress(printed: &str) -> &str {
    let rest = scan::number(printed).and_then(|(_, rest)| {
        let rest = rest.strip_prefix('/')?;
        rest.strip_prefix('?').or_else(|| scan::number(rest).map(|(_, rest)| rest))
    });
    match rest {
        Some("") => "",
        Some(rest) if rest.starts_with(' ') => rest.trim_start(),
        _ => printed,
    }
}

/// What a diagnostic of Test::More says first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Failed<'a> {
    /// `Failed test 'name'`, perhaps with its place on the same line.
    Named(&'a str, Option<Place<'a>>),
    /// `Failed test at t/cart.t line 3.`
    Unnamed(Place<'a>),
    /// It may fail.
    Todo,
}

/// Reads the text of a comment: `  Failed test 'name'`.
pub(super) fn failed(comment: &str) -> Option<Failed<'_>> {
    let text = comment.trim();
    if text.starts_with("Failed (TODO) test") {
        return Some(Failed::Todo);
    }
    let rest = text.strip_prefix("Failed test")?;
    if let Some(place) = rest.strip_prefix(' ').and_then(place) {
        return Some(Failed::Unnamed(place));
    }
    let quoted = rest.strip_prefix(" '").or_else(|| rest.strip_prefix(" \""))?;
    if let Some(name) = quoted.strip_suffix(['\'', '"']) {
        return Some(Failed::Named(name, None));
    }
    let (name, at) =
        quoted.rsplit_once("' at ").map(|(name, _)| (name, quoted.get(name.len().saturating_add(2)..)))?;
    Some(Failed::Named(name, at.and_then(place)))
}

/// Reads `at t/cart.t line 12.` and the older `in t/cart.t at line 12.`
pub(super) fn place(text: &str) -> Option<Place<'_>> {
    let text = text.trim();
    let (file, line) = match text.strip_prefix("at ") {
        Some(rest) => rest.rsplit_once(" line ")?,
        None => text.strip_prefix("in ")?.rsplit_once(" at line ")?,
    };
    let line = scan::whole_number(line.trim_end_matches('.'))?;
    (!file.is_empty()).then_some(Place { file, line: Some(line) })
}

/// Reads a row of the summary: the file and how many of its tests failed.
pub(super) fn summary(text: &str) -> Option<(&str, u64)> {
    let (file, rest) = text.split_once("(Wstat: ")?;
    let (_, failed) = rest.split_once(" Failed: ")?;
    let failed = scan::whole_number(failed.trim_end().strip_suffix(')')?)?;
    Some((file.trim(), failed))
}

/// Reads `Files=8, Tests=171, ...`.
pub(super) fn files(text: &str) -> Option<u64> {
    let (number, rest) = scan::number(text.strip_prefix("Files=")?)?;
    let (tests, _) = scan::number(rest.strip_prefix(", Tests=")?)?;
    (number < u64::MAX).then_some(tests)
}

/// Reads `Failed 2/60 subtests` and `(less 1 skipped subtest: 57 okay)`: the skipped ones.
pub(super) fn skipped(text: &str) -> Option<u64> {
    let (number, rest) = scan::number(text.strip_prefix("(less ")?)?;
    rest.starts_with(" skipped subtest").then_some(number)
}

/// Reads the numbers of `Failed tests:  2, 5-7`, after `Failed test`.
pub(super) fn ranges(text: &str) -> impl Iterator<Item = u64> + '_ {
    let list = text.trim_start_matches('s').trim_start_matches(':');
    list.split(',').flat_map(|range| {
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        let bounds = scan::whole_number(first.trim()).zip(scan::whole_number(last.trim()));
        bounds.map_or(0..=0, |(first, last)| first..=last).filter(|number| *number > 0).take(10_000)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_files_line_is_reported_by_its_dots() {
        assert_eq!(header("t/cart.t .... ok"), Some(("t/cart.t", "ok")));
        assert_eq!(header("cart.t .. "), Some(("cart.t", "")));
        assert_eq!(header("t/a.t .. skipped: no db"), Some(("t/a.t", "skipped: no db")));
        assert_eq!(header("[12:00:01] t/a.t .. ok       12 ms"), Some(("t/a.t", "ok       12 ms")));
        assert_eq!(header("wait for it ... ok"), None);
        assert_eq!(header("loading .. ok"), None);
    }

    #[test]
    fn a_diagnostic_tells_name_and_place() {
        let at = Place { file: "t/a.t", line: Some(6) };
        assert_eq!(failed("   Failed test 'it's so'"), Some(Failed::Named("it's so", None)));
        assert_eq!(failed("   Failed test 'x' at t/a.t line 6."), Some(Failed::Named("x", Some(at))));
        assert_eq!(failed("   Failed test at t/a.t line 6."), Some(Failed::Unnamed(at)));
        assert_eq!(failed("   Failed (TODO) test 'x'"), Some(Failed::Todo));
        assert_eq!(place("in t/a.t at line 6."), Some(at));
    }

    #[test]
    fn rows_of_the_summary_are_read_in_both_forms() {
        assert_eq!(summary("t/a.t  (Wstat: 512 (exited 2) Tests: 60 Failed: 2)"), Some(("t/a.t", 2)));
        assert_eq!(summary("t/a.t  (Wstat: 512 Tests: 60 Failed: 0)"), Some(("t/a.t", 0)));
        assert_eq!(files("Files=8, Tests=171,  1 wallclock secs ( 0.03 usr"), Some(171));
        assert_eq!(ranges("s:  2, 5-7").collect::<Vec<_>>(), [2, 5, 6, 7]);
        assert_eq!(skipped("(less 1 skipped subtest: 57 okay)"), Some(1));
    }
}
