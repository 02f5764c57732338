//! Single lines of Behave's formatters and of its summary. Sources: `behave/formatter/pretty.py`, `plain.py`,
//! `progress.py` and `behave/reporter/summary.py` of Behave 1.2.6 to 1.3.

use crate::event::{Place, Totals};
use crate::recognize::kit::scan;

/// Splits `Scenario: adds     # features/cart.feature:3` at the place. `None` for the place when the step is not defined.
pub(super) fn located(text: &str) -> Option<(&str, Option<Place<'_>>)> {
    let (before, after) = text.rsplit_once("# ")?;
    if !before.ends_with(' ') {
        return None;
    }
    let before = before.trim_end();
    // Without a time, or with `0.001s` after it.
    let after = after.split(' ').next().unwrap_or(after);
    if after == "None" {
        return Some((before, None));
    }
    let (file, line) = after.rsplit_once(':')?;
    let line = scan::whole_number(line)?;
    Some((before, Some(Place { file, line: Some(line) })))
}

/// Whether the path is one of a feature.
pub(super) fn is_feature(file: &str) -> bool {
    file.ends_with(".feature") || file.ends_with(".md")
}

/// The name of a scenario, without its keyword: `Scenario: adds`, `Scenario Outline: adds 1 -- @1.1`, `Szenario: zählt`.
pub(super) fn name(text: &str) -> Option<&str> {
    let (keyword, name) = text.split_once(':')?;
    let short = !keyword.is_empty() && keyword.chars().count() <= 40;
    short.then_some(name.trim())
}

/// Whether the keyword is one that begins a scenario in English: the formatters without places print it alone.
pub(super) fn is_scenario(text: &str) -> bool {
    ["Scenario: ", "Scenario Outline: ", "Scenario Template: ", "Example: "]
        .iter()
        .any(|word| text.starts_with(word))
}

/// Reads `features/cart.feature:8  loses a pear`: the place, and the name.
pub(super) fn listed(text: &str) -> Option<(Place<'_>, &str)> {
    let (place, name) = text.strip_prefix("  ")?.split_once("  ")?;
    let (file, line) = place.rsplit_once(':')?;
    let line = scan::whole_number(line)?;
    (is_feature(file) && !file.starts_with(' ')).then_some((Place { file, line: Some(line) }, name.trim()))
}

/// What a line of the summary counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Counted {
    Features,
    Rules,
    Scenarios,
    Steps,
}

/// Reads `5 scenarios passed, 2 failed, 2 error, 1 skipped`. What failed otherwise than by an assertion is an error, what
/// was left out is neither.
pub(super) fn totals(text: &str) -> Option<(Counted, Totals)> {
    let mut parts = text.trim_end().split(", ");
    let (passed, words) = scan::number(parts.next()?)?;
    let (word, state) = words.strip_prefix(' ')?.split_once(' ')?;
    let counted = match word {
        "feature" | "features" => Counted::Features,
        "rule" | "rules" => Counted::Rules,
        "scenario" | "scenarios" => Counted::Scenarios,
        "step" | "steps" => Counted::Steps,
        _ => return None,
    };
    if state != "passed" {
        return None;
    }
    let mut totals = Totals { passed: Some(passed), ..Totals::default() };
    for part in parts {
        let (number, word) = scan::number(part)?;
        let slot = match word.strip_prefix(' ')? {
            "failed" => &mut totals.failed,
            "skipped" => &mut totals.skipped,
            "error" | "hook_error" | "cleanup_error" | "undefined" | "pending" => &mut totals.errors,
            "untested" | "untested_undefined" | "untested_pending" | "pending_warn" => &mut totals.other,
            _ => return None,
        };
        *slot = Some(slot.unwrap_or(0).saturating_add(number));
    }
    (totals.failed.is_some() && totals.skipped.is_some()).then_some((counted, totals))
}

/// Reads `Took 0m0.003s` and `Took 0min 0.003s`.
pub(super) fn is_time(text: &str) -> bool {
    text.strip_prefix("Took ").is_some_and(|rest| {
        rest.starts_with(|first: char| first.is_ascii_digit()) && rest.ends_with('s') && rest.contains('m')
    })
}

/// Whether a line of the progress formatters tells a failure: `features/stock.feature  ..F.`, `  loses a pear  ..F`.
pub(super) fn is_failed_row(text: &str) -> bool {
    let Some((name, marks)) = text.trim_end().rsplit_once("  ") else { return false };
    !name.trim().is_empty()
        && !marks.is_empty()
        && marks.bytes().all(|byte| b".FEHCUSPps_?".contains(&byte))
        && marks.contains(['F', 'E', 'H', 'C', 'U'])
}

/// The name in a row of the progress formatter with scenarios: `  loses a pear  ..F`.
pub(super) fn row(text: &str) -> Option<&str> {
    let (name, _) = text.strip_prefix("  ").filter(|_| is_failed_row(text))?.rsplit_once("  ")?;
    Some(name.trim_end())
}

/// Whether the line is a step with its result and time: `    Given an empty cart ... passed in 0.000s`.
pub(super) fn is_timed_step(text: &str) -> bool {
    let Some((step, state)) = text.rsplit_once(" ... ") else { return false };
    let known = ["passed in ", "failed in ", "error in ", "undefined in ", "skipped in "];
    let timed =
        known.iter().find_map(|word| state.strip_prefix(word)).and_then(|time| time.strip_suffix('s'));
    step.starts_with("    ") && timed.is_some_and(|time| time.contains('.') && time.parse::<f64>().is_ok())
}

/// `FAILURE in step 'the cart holds 4 pears':`
pub(super) fn failed_step(text: &str) -> Option<&str> {
    text.strip_prefix("FAILURE in step '").or_else(|| text.strip_prefix("ERROR in step '"))
}

/// Whether the line heads a list of scenarios.
pub(super) fn is_list(text: &str) -> bool {
    matches!(text, "Failing scenarios:" | "Errored scenarios:")
}

/// How the text of a failed step begins, beside a traceback.
pub(super) fn is_reported(text: &str) -> bool {
    [
        "ASSERT FAILED: ",
        "Assertion Failed: ",
        "Traceback (most recent call last):",
        "ERROR: ",
        "HOOK-ERROR in ",
    ]
    .iter()
    .any(|word| text.starts_with(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_after_the_last_sign() {
        let place = Place { file: "features/a.feature", line: Some(3) };
        assert_eq!(
            located("Scenario: # one   # features/a.feature:3"),
            Some(("Scenario: # one", Some(place)))
        );
        assert_eq!(located("When somebody sings # None"), Some(("When somebody sings", None)));
        assert_eq!(located("a # comment"), None);
    }

    #[test]
    fn the_summary_of_every_version_is_read() {
        let read =
            |text| totals(text).map(|(_, all)| (all.passed, all.failed, all.errors, all.skipped, all.other));
        assert_eq!(
            read("5 scenarios passed, 2 failed, 2 error, 1 skipped"),
            Some((Some(5), Some(2), Some(2), Some(1), None))
        );
        assert_eq!(
            read("0 scenarios passed, 1 failed, 0 skipped, 9 untested"),
            Some((Some(0), Some(1), None, Some(0), Some(9)))
        );
        for text in ["5 scenarios (5 passed)", "5 scenarios passed", "2 tests passed, 1 failed, 0 skipped"] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn a_listed_scenario_has_a_place_and_a_name() {
        let place = Place { file: "features/a b.feature", line: Some(8) };
        assert_eq!(listed("  features/a b.feature:8  loses  a pear"), Some((place, "loses  a pear")));
        assert_eq!(listed("  a.py:8  loses a pear"), None);
    }

    #[test]
    fn a_row_with_a_failed_mark_fails() {
        assert!(
            is_failed_row("features/stock.feature  ..F.") && !is_failed_row("features/stock.feature  ..S.")
        );
        assert!(!is_failed_row("a table  of words"));
        assert_eq!(row("  loses a pear  ..F"), Some("loses a pear"));
    }
}
