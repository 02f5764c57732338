//! Single lines of weir's own answers: failures, verdicts, footers and groups.

use crate::event::Place;
use crate::recognize::kit::scan;

/// `id (file:line): message`, the parts after the id optional.
pub(super) fn failure(text: &str) -> (&str, Option<Place<'_>>, &str) {
    let message = text.find(": ");
    let mut from = 0;
    while let Some(at) = text.get(from..).and_then(|rest| rest.find(" (")).map(|at| at.saturating_add(from)) {
        if message.is_some_and(|message| message < at) {
            break;
        }
        from = at.saturating_add(2);
        let (Some(id), Some(inner)) = (text.get(..at), text.get(from..)) else { break };
        let Some((place, trailing)) = inner.split_once(')') else { break };
        let after = trailing.strip_prefix(": ");
        if (after.is_some() || trailing.is_empty())
            && let Some(place) = place_of(place, id)
        {
            return (id, Some(place), after.unwrap_or_default());
        }
    }
    match text.split_once(": ") {
        Some((id, message)) => (id, None, message),
        None => (text, None, ""),
    }
}

/// `file:line`, or `:line` of a file that the id holds.
fn place_of<'a>(text: &'a str, id: &'a str) -> Option<Place<'a>> {
    let (file, line) = text.rsplit_once(':')?;
    let line = Some(scan::whole_number(line)?);
    if file.is_empty() {
        let file = id.split_once("::").map_or(id, |(file, _)| file);
        return Some(Place { file, line });
    }
    Some(Place { file, line })
}

/// Words with which a verdict line may go on that tells no numbers at first.
const WITHOUT_NUMBERS: [&str; 5] =
    ["nothing was read", "the input is binary", "no tests ran", "interrupted", "the end is missing"];
/// What a verdict line counts.
const COUNTED: [&str; 8] = ["failed", "error", "errors", "passed", "skipped", "other", "warning", "warnings"];

/// A verdict line: its word and its number of failures.
pub(super) fn verdict(text: &str) -> Option<(&str, Option<u64>)> {
    let (word, rest) = text.split_once(' ')?;
    if !["PASSED", "FAILED", "INCOMPLETE", "UNKNOWN"].contains(&word) {
        return None;
    }
    let words = WITHOUT_NUMBERS.iter().find_map(|words| rest.strip_prefix(words));
    let numbers = words.map_or(rest, |after| after.trim_start_matches("; "));
    if numbers.starts_with('(') && numbers.contains(')') {
        return Some((word, None));
    }
    let numbers = numbers.strip_prefix("at least ").unwrap_or(numbers);
    // Unknown numbers, as they were printed once.
    if numbers.starts_with("? failed, ") {
        return Some((word, None));
    }
    let mut failed = None;
    let mut counted = false;
    for each in numbers.split(", ") {
        let Some((number, after)) = scan::number(each) else { break };
        let what = after.trim_start().split([' ', ';']).next().unwrap_or_default();
        if !after.starts_with(' ') || !COUNTED.contains(&what) {
            break;
        }
        counted = true;
        if matches!(what, "failed" | "error" | "errors") {
            failed = Some(number);
        }
    }
    (counted || words.is_some()).then_some((word, failed))
}

/// Whether a line tells how much of the input is shown.
pub(super) fn is_footer(text: &str) -> bool {
    let lines = |text: &str| {
        scan::number(text)
            .and_then(|(_, rest)| scan::number(rest.strip_prefix(" of ")?))
            .map(|(_, rest)| rest.to_owned())
    };
    // As it was printed once.
    let once = text.split_once(" kept ").is_some_and(|(mode, rest)| {
        ["minimal", "standard", "verbose"].contains(&mode)
            && lines(rest).is_some_and(|rest| rest.starts_with(" lines"))
    });
    once || lines(text).is_some_and(|rest| rest.starts_with(" lines shown"))
}

/// Whether a line tells of a group: `600 skipped: needs network`, `3 warnings: unused`, `7 more skipped`.
pub(super) fn is_group(text: &str) -> bool {
    let Some((_, rest)) = scan::number(text) else { return false };
    [" skipped: ", " warning: ", " warnings: "].iter().any(|words| rest.starts_with(words))
        || [" more skipped", " more warnings"].contains(&rest)
}

/// K of `and K more`.
pub(super) fn and_more(text: &str) -> Option<u64> {
    let (count, rest) = scan::number(text.strip_prefix("and ")?)?;
    let rest = rest.strip_prefix(" more")?;
    (rest.is_empty() || rest.starts_with([' ', ':'])).then_some(count)
}
