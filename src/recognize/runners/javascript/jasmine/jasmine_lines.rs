//! Single lines of Jasmine's reporters. Sources: `lib/jasmine-core` and `ConsoleReporter` of jasmine 2 to 5, which print
//! alike, and `built/display/summary-display.js` of jasmine-spec-reporter.

use crate::budget::Count as _;
use crate::event::Totals;
use crate::recognize::kit::scan;

/// The points of a line that holds nothing else: passed, failed, pending.
pub(super) fn points(text: &str) -> Option<(u64, u64, u64)> {
    let mut counts = (0_u64, 0_u64, 0_u64);
    for byte in text.bytes() {
        let slot = match byte {
            b'.' => &mut counts.0,
            b'F' => &mut counts.1,
            b'*' => &mut counts.2,
            _ => return None,
        };
        slot.up(1);
    }
    (!text.is_empty()).then_some(counts)
}

/// How many points may be before or after what a spec printed without a line end. What ends a sentence, begins a
/// word or an item, or draws a rule is none.
pub(super) fn glued(text: &str) -> u64 {
    let is_point = |each: char| matches!(each, '.' | 'F' | '*');
    let after_them = text.trim_start_matches(is_point);
    let before_them = text.trim_end_matches(is_point);
    let points_before = text.len().saturating_sub(after_them.len());
    let points_after = text.len().saturating_sub(before_them.len());
    let (first, last) = match (text.get(..points_before), text.get(before_them.len()..)) {
        (Some(first), Some(last)) => (first, last),
        _ => return 0,
    };
    let item = first == "*" && after_them.starts_with(' ') || first == "..." && after_them.starts_with(' ');
    let word = first == "F" && after_them.starts_with(char::is_alphanumeric);
    let rule = |points: &str| points.len() > 1 && points.bytes().all(|each| each == b'*');
    let sentence = matches!(last, "." | "...");
    let abbreviated = last == "F" && before_them.ends_with(char::is_uppercase);
    let before = if item || word || rule(first) { 0 } else { points_before };
    let after = if sentence || abbreviated || rule(last) { 0 } else { points_after };
    u64::try_from(before.saturating_add(after)).unwrap_or(u64::MAX)
}

/// Reads `3) name`.
pub(super) fn numbered(text: &str) -> Option<(u64, &str)> {
    let (number, rest) = scan::number(text)?;
    let name = rest.strip_prefix(") ")?.trim_end();
    (!name.is_empty()).then_some((number, name))
}

/// The closing numbers of the console reporter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Numbers {
    pub(super) specs: u64,
    /// Failed specs, and suites whose hooks failed.
    pub(super) failures: u64,
    pub(super) pending: u64,
}

/// Reads `14 specs, 6 failures, 3 pending specs`.
pub(super) fn numbers(text: &str) -> Option<Numbers> {
    let mut parts = text.split(", ");
    let (specs, word) = scan::number(parts.next()?)?;
    if !matches!(word, " spec" | " specs") {
        return None;
    }
    let (failures, word) = scan::number(parts.next()?)?;
    if !matches!(word, " failure" | " failures") {
        return None;
    }
    let pending = match parts.next() {
        None => 0,
        Some(part) => {
            let (pending, word) = scan::number(part)?;
            if !matches!(word, " pending spec" | " pending specs") {
                return None;
            }
            pending
        }
    };
    parts.next().is_none().then_some(Numbers { specs, failures, pending })
}

/// Reads `Ran 1 of 5 specs`: how many were left out.
pub(super) fn left_out(text: &str) -> Option<u64> {
    let (ran, rest) = scan::number(text.strip_prefix("Ran ")?)?;
    let (all, rest) = scan::number(rest.strip_prefix(" of ")?)?;
    rest.starts_with(" spec").then_some(all.saturating_sub(ran))
}

/// Reads `Executed 11 of 14 specs (1 ERROR) (5 FAILED) (3 PENDING) in 0.01 sec.`
pub(super) fn executed(text: &str) -> Option<Totals> {
    let (executed, rest) = scan::number(text.strip_prefix("Executed ")?)?;
    let (_, rest) = scan::number(rest.strip_prefix(" of ")?)?;
    let mut rest = rest.strip_prefix(" specs").or_else(|| rest.strip_prefix(" spec"))?.strip_suffix('.')?;
    let (mut failed, mut errors, mut skipped) = (0_u64, 0_u64, 0_u64);
    for status in [" SUCCESS", " INCOMPLETE"] {
        rest = rest.strip_prefix(status).unwrap_or(rest);
    }
    while let Some(inner) = rest.strip_prefix(" (") {
        let (inner, after) = inner.split_once(')')?;
        let (number, word) = scan::number(inner)?;
        let slot = match word {
            " FAILED" => &mut failed,
            " ERROR" | " ERRORS" => &mut errors,
            " PENDING" | " SKIPPED" => &mut skipped,
            _ => return None,
        };
        slot.up(number);
        rest = after;
    }
    let known = rest.is_empty() || rest.starts_with(" in ");
    let passed = executed.checked_sub(failed)?;
    known.then_some(Totals {
        passed: Some(passed),
        failed: Some(failed),
        errors: Some(errors),
        skipped: Some(skipped),
        ..Totals::default()
    })
}

/// Whether such a line says that the run is incomplete: jasmine fails it, since specs were focused or there were none.
pub(super) fn is_incomplete(text: &str) -> bool {
    text.contains(" INCOMPLETE") && executed(text).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_closing_numbers_are_read_strictly() {
        assert_eq!(
            numbers("14 specs, 6 failures, 3 pending specs"),
            Some(Numbers { specs: 14, failures: 6, pending: 3 })
        );
        assert_eq!(numbers("1 spec, 0 failures"), Some(Numbers { specs: 1, ..Numbers::default() }));
        for text in ["3 examples, 0 failures", "3 specs", "3 specs, 0 failures!", "3 specs, 0 failures, 1 x"]
        {
            assert_eq!(numbers(text), None, "{text}");
        }
        assert_eq!(left_out("Ran 1 of 5 specs"), Some(4));
    }

    #[test]
    fn the_last_line_of_the_spec_reporter_counts_what_failed_among_what_was_executed() {
        let read = |text| executed(text).map(|all| (all.passed, all.failed, all.errors, all.skipped));
        assert_eq!(
            read("Executed 11 of 14 specs (1 ERROR) (5 FAILED) (3 PENDING) in 0.01 sec."),
            Some((Some(6), Some(5), Some(1), Some(3)))
        );
        assert_eq!(read("Executed 1 of 1 spec SUCCESS."), Some((Some(1), Some(0), Some(0), Some(0))));
        assert_eq!(read("Executed 3 of 5 (1 FAILED) (0.1 secs / 0.05 secs)"), None);
        assert_eq!(read("Executed 3 of 5 specs and more."), None);
    }

    #[test]
    fn points_are_alone_or_beside_output() {
        assert_eq!(points("..F*."), Some((3, 1, 1)));
        assert_eq!((points("..x"), points("")), (None, None));
        assert_eq!(glued("..printed.F"), 4);
        assert_eq!([glued(".printed"), glued("F[1, 2]"), glued("printed..")], [1, 1, 2]);
        for prose in
            ["Loading...", "Done.", "* item", "Failed to load", "a PDF", "** bold **", "... and more"]
        {
            assert_eq!(glued(prose), 0, "{prose}");
        }
    }
}
