//! The lines of dbt, without state.

use crate::budget::Count as _;
use crate::event::{FailureKind, Outcome, Totals};
use crate::recognize::kit::scan;

/// A line of a node: `3 of 8 PASS not_null_ships_id ... [PASS in 0.03s]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Node<'a> {
    pub name: &'a str,
    /// None when it only began.
    pub outcome: Option<Outcome>,
    pub hook: bool,
}

/// The line without `10:02:12 | ` or `10:02:12  ` before it.
pub(super) fn unstamped(text: &str) -> &str {
    let clock = |time: &str| {
        time.len() == 8
            && time.bytes().enumerate().all(|(at, byte)| match at {
                2 | 5 => byte == b':',
                _ => byte.is_ascii_digit(),
            })
    };
    let rest = match text.split_at_checked(8) {
        Some((time, rest)) if clock(time) => rest.strip_prefix("  ").unwrap_or(rest),
        _ => text,
    };
    rest.strip_prefix(" | ").or_else(|| rest.strip_prefix("| ")).unwrap_or(rest)
}

/// Whether the line is `Concurrency: 4 threads (target='dev')`.
pub(super) fn is_concurrency(text: &str) -> bool {
    text.strip_prefix("Concurrency: ").and_then(scan::number).is_some_and(|(_, rest)| {
        rest.starts_with(" threads (target='") || rest.starts_with(" thread (target='")
    })
}

pub(super) fn node(text: &str) -> Option<Node<'_>> {
    let (_, rest) = scan::number(text)?;
    let (_, rest) = scan::number(rest.strip_prefix(" of ")?)?;
    let (reported, state) = rest.strip_prefix(' ')?.trim_end().strip_suffix(']')?.rsplit_once('[')?;
    let reported = reported.trim_end_matches(['.', ' ']);
    let (word, about) = reported.split_once(' ')?;
    let failed = Outcome::Failed(FailureKind::Test);
    let outcome = match word {
        "START" => None,
        "OK" | "PASS" => Some(Outcome::Passed),
        "FAIL" | "ERROR" => Some(failed),
        "WARN" | "NO-OP" | "REUSED" | "PARTIAL" => Some(Outcome::Other),
        "SKIP" | "CANCEL" => Some(Outcome::Skipped),
        _ => return None,
    };
    // A state repeats the word, says how much was written, or how long it took.
    if state.is_empty() || (outcome.is_none() && state != "RUN") {
        return None;
    }
    let (about, hook) = match about.strip_prefix("hook: ") {
        Some(name) => (name, true),
        None => (about, false),
    };
    let about = scan::number(about).and_then(|(_, rest)| rest.strip_prefix(' ')).unwrap_or(about);
    let last = about.rsplit(' ').next().unwrap_or(about);
    let relation = about.contains(' ') && !hook;
    // A relation is after its schema.
    let name = if relation { last.rsplit('.').next().unwrap_or(last) } else { last };
    (!name.is_empty()).then_some(Node { name, outcome, hook })
}

/// Reads `Failure in test unique_ships_id (models/schema.yml)`: its first word, the node and its file.
pub(super) fn reason(text: &str) -> Option<(&str, &str, &str)> {
    let (reported, file) = text.trim().strip_suffix(')')?.rsplit_once(" (")?;
    let (kind, about) = reported.split_once(" in ")?;
    let word = match kind {
        "Failure" | "Warning" => kind,
        _ => kind.strip_suffix(" Error").filter(|kind| !kind.is_empty() && !kind.contains(':'))?,
    };
    let (resource, name) = about.rsplit_once(' ')?;
    let known =
        ["model", "test", "seed", "snapshot", "unit_test", "operation", "analysis", "source", "function"];
    let known = resource.split(' ').next_back().is_some_and(|word| known.contains(&word));
    (known && !name.is_empty() && !file.is_empty()).then_some((word, name, file))
}

/// Reads `Done. PASS=6 WARN=1 ERROR=1 SKIP=0 TOTAL=8`; since 1.9 `NO-OP=0` and since 1.11 `REUSED=0` are there, too.
pub(super) fn done(text: &str) -> Option<Totals> {
    let mut totals = Totals { other: Some(0), ..Totals::default() };
    let mut sum = 0_u64;
    for field in text.trim_end().strip_prefix("Done. ")?.split(' ') {
        let (name, number) = field.split_once('=')?;
        let number = scan::whole_number(number)?;
        match name {
            "PASS" => totals.passed = Some(number),
            "ERROR" => totals.failed = Some(number),
            "SKIP" => totals.skipped = Some(number),
            "TOTAL" => {
                totals.total = Some(number);
                continue;
            }
            _ => totals.other = totals.other.map(|other| other.saturating_add(number)),
        }
        sum.up(number);
    }
    (totals.total == Some(sum) && totals.passed.is_some() && totals.failed.is_some()).then_some(totals)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_node_is_after_what_was_done_with_it() {
        let name = |text| {
            node(text).map(|node| {
                (node.name, node.outcome.is_some_and(|outcome| matches!(outcome, Outcome::Failed(_))))
            })
        };
        assert_eq!(name("4 of 8 FAIL 2 unique_id ..... [FAIL 2 in 0.03s]"), Some(("unique_id", true)));
        assert_eq!(
            name("5 of 8 ERROR creating sql table model main.calls  [ERROR in 0.04s]"),
            Some(("calls", true))
        );
        assert_eq!(
            name("1 of 8 OK loaded seed file main.raw_ships .. [INSERT 3 in 0.05s]"),
            Some(("raw_ships", false))
        );
        assert_eq!(name("1 of 8 START seed file main.raw_ships .. [RUN]"), Some(("raw_ships", false)));
        assert_eq!(name("1 of 8 berths [full]"), None);
    }

    #[test]
    fn a_clock_before_a_line_is_left_out() {
        for text in ["10:02:12  Done.", "10:02:12 | Done.", "| Done.", "Done."] {
            assert_eq!(unstamped(text), "Done.", "{text}");
        }
    }

    #[test]
    fn a_reason_names_its_node_and_file() {
        assert_eq!(
            reason("  Database Error in model calls (models/calls.sql)"),
            Some(("Database", "calls", "models/calls.sql"))
        );
        assert_eq!(reason("Failure in test a (s.yml)"), Some(("Failure", "a", "s.yml")));
        assert_eq!(reason("Failure in berth a (s.yml)"), None);
    }
}
