//! The lines of the test-logger plugin (`com.adarshr.test-logger`): a class alone, its tests indented, a summary.
//!
//! Standard themes print `  Test adds() FAILED (1.2s)`, the mocha themes `  ✔ adds()`. No state.

use super::gradle_lines::{Counts, Verdict};
use crate::recognize::kit::durations::in_parentheses;
use crate::recognize::kit::scan;

/// A test of the class above.
pub(super) fn test(text: &str) -> Option<(&str, Verdict)> {
    let rest = text.strip_prefix("  ").filter(|rest| !rest.starts_with(' '))?;
    let rest = without_time(rest.trim_end());
    let marks = [("✔ ", Verdict::Passed), ("✘ ", Verdict::Failed), ("✂ ", Verdict::Skipped)];
    if let Some((name, verdict)) =
        marks.iter().find_map(|(mark, verdict)| Some((rest.strip_prefix(mark)?, *verdict)))
    {
        return Some((name, verdict));
    }
    let rest = rest.strip_prefix("Test ")?;
    [(" PASSED", Verdict::Passed), (" FAILED", Verdict::Failed), (" SKIPPED", Verdict::Skipped)]
        .iter()
        .find_map(|(word, verdict)| Some((rest.strip_suffix(word)?, *verdict)))
}

/// Cuts ` (1.2s)` off.
fn without_time(text: &str) -> &str {
    match in_parentheses(text, "s") {
        Some((before, time)) if scan::number(time).is_some() => before,
        _ => text,
    }
}

/// Reads `FAILURE: Executed 12 tests in 3.1s (1 failed, 2 skipped)`.
pub(super) fn summary(text: &str) -> Option<Counts> {
    let rest = text.strip_prefix("FAILURE: Executed ").or_else(|| text.strip_prefix("SUCCESS: Executed "))?;
    let (completed, rest) = scan::number(rest)?;
    let rest = rest.strip_prefix(" tests in ").or_else(|| rest.strip_prefix(" test in "))?;
    let mut counts = Counts { completed, ..Counts::default() };
    if let Some((_, inner)) = rest.strip_suffix(')').and_then(|open| open.rsplit_once(" (")) {
        for part in inner.split(", ") {
            let (number, word) = part.split_once(' ')?;
            let number = scan::whole_number(number)?;
            match word {
                "failed" => counts.failed = number,
                "skipped" => counts.skipped = number,
                _ => return None,
            }
        }
    }
    Some(counts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_and_summaries_of_the_plugin_are_read() {
        assert_eq!(test("  Test adds() FAILED (1.2s)"), Some(("adds()", Verdict::Failed)));
        assert_eq!(test("  Test adds() PASSED"), Some(("adds()", Verdict::Passed)));
        assert_eq!(test("  ✘ adds (1.2s)"), Some(("adds", Verdict::Failed)));
        assert_eq!(test("    Test adds() PASSED"), None);
        assert_eq!(
            summary("FAILURE: Executed 8048 tests in 2m 41s (1 failed, 22 skipped)"),
            Some(Counts { completed: 8048, failed: 1, skipped: 22 })
        );
        assert_eq!(
            summary("SUCCESS: Executed 3 tests in 1s"),
            Some(Counts { completed: 3, ..Counts::default() })
        );
    }
}
