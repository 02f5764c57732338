//! The lines of WebdriverIO's command, without state.

use crate::event::{Part, Seen, Totals};
use crate::recognize::kit::Run;
use crate::recognize::kit::frames::error_text::ErrorText;
use crate::recognize::kit::scan;

/// The most failures of one worker that are remembered by name.
pub(super) const MOST: usize = 1024;

/// What the command says of a worker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Printed<'a> {
    /// Its spec file runs.
    Running(&'a str),
    Passed,
    Retrying,
    /// Its spec file failed.
    Failed(&'a str),
    /// A test failed: its whole title.
    Test(&'a str),
    /// The worker itself: the message.
    Error(&'a str),
}

/// Whether a run begins: `Execution of 3 workers started at 2024-03-11T10:02:11.123Z`.
pub(super) fn begins(text: &str) -> bool {
    text.strip_prefix("Execution of ").and_then(scan::number).is_some_and(|(_, rest)| {
        [" workers started at ", " worker started at ", " spec files started at "]
            .iter()
            .any(|words| rest.starts_with(words))
    })
}

/// A worker's id, `0-12`, in brackets at the beginning, and what follows.
fn worker(text: &str) -> Option<(&str, &str)> {
    let (id, rest) = text.strip_prefix('[')?.split_once(']')?;
    scan::is_worker(id).then_some((id, rest))
}

/// Reads `[0-0] FAILED in chrome - /test/specs/quay.js` and its kind.
pub(super) fn printed(text: &str) -> Option<(&str, Printed<'_>)> {
    let (id, rest) = worker(text)?;
    let rest = rest.strip_prefix(' ')?;
    if let Some(message) = rest.trim_start().strip_prefix("Error: ")
        && rest.starts_with(' ')
    {
        return Some((id, Printed::Error(message.trim())));
    }
    if let Some((kind, title)) = rest.split_once(" in \"")
        && let Some(title) = title.strip_suffix('"')
        && !kind.is_empty()
        && !kind.contains(' ')
    {
        return Some((id, Printed::Test(title)));
    }
    let (word, place) = rest.split_once(' ')?;
    let spec = place.split_once(" - ").map_or(place, |(_, spec)| spec).trim();
    let printed = match word {
        "RUNNING" => Printed::Running(spec),
        "PASSED" => Printed::Passed,
        "RETRYING" => Printed::Retrying,
        "FAILED" => Printed::Failed(spec),
        _ => return None,
    };
    Some((id, printed))
}

/// Reads `[chrome 122.0 linux #0-0] content`: the worker, and what its reporter says.
pub(super) fn reported(text: &str) -> Option<(&str, &str)> {
    let rest = text.strip_prefix('[')?;
    let (before, after) = rest.split_once(" #")?;
    let (id, content) = after.split_once(']')?;
    (scan::is_worker(id) && !before.contains(']')).then(|| (id, content.strip_prefix(' ').unwrap_or(content)))
}

/// Reads `Spec Files:   1 passed, 1 failed, 2 total (100% completed) in 00:00:09`, and whether all ran.
pub(super) fn spec_files(text: &str) -> Option<(Totals, bool)> {
    let rest = text.strip_prefix("Spec Files:")?.trim();
    let (numbers, time) = rest.split_once("% completed)")?;
    let (numbers, percent) = numbers.rsplit_once(" (")?;
    time.strip_prefix(" in ").filter(|_| numbers.ends_with(" total"))?;
    Some((scan::totals(numbers), percent == "100"))
}

/// A line of a failure's text.
pub(super) fn add(error: &mut ErrorText, content: &str, run: &mut Run<'_>) -> Seen {
    let part = error.located(content, run).unwrap_or(Part::Where);
    run.message_otherwise(error.message());
    run.text(part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_the_command_names_its_worker() {
        assert_eq!(printed("[0-1] RUNNING in chrome - /a.js"), Some(("0-1", Printed::Running("/a.js"))));
        assert_eq!(
            printed("[0-1] FAILED in chrome - /a.js (1 retries)"),
            Some(("0-1", Printed::Failed("/a.js (1 retries)")))
        );
        assert_eq!(printed("[0-1] Error in \"a \"b\" c\""), Some(("0-1", Printed::Test("a \"b\" c"))));
        assert_eq!(printed("[0-1]  Error:  no module"), Some(("0-1", Printed::Error("no module"))));
        for other in ["[0] FAILED in a", "[0-1] said FAILED in a", "[a-1] PASSED in a", "0-1 PASSED in a"] {
            assert_eq!(printed(other), None, "{other}");
        }
    }

    #[test]
    fn a_line_of_the_reporter_names_the_browser_and_the_worker() {
        assert_eq!(reported("[chrome 1.2 linux #0-3]    ✓ a"), Some(("0-3", "   ✓ a")));
        assert_eq!(reported("[chrome 1.2 linux #0-3]"), Some(("0-3", "")));
        assert_eq!(reported("[chrome #a]"), None);
    }

    #[test]
    fn the_last_line_counts_spec_files() {
        let (totals, all) =
            spec_files("Spec Files:\t 1 passed, 2 failed, 4 total (75% completed) in 00:00:09 ")
                .unwrap_or_default();
        assert_eq!((totals.passed, totals.failed, totals.total, all), (Some(1), Some(2), Some(4), false));
        assert!(spec_files("Spec Files: 3").is_none());
    }
}
