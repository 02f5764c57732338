//! Tests of the recognizer for trial.

use super::flight::{MOST_KEPT, Reported};
use super::trial_lines::{self, Word, named};

#[test]
fn lines_have_their_shape() {
    let read = named("    test_x ... crates").unwrap();
    assert_eq!((read.indent, read.name, read.rest, read.width), (4, "test_x", "crates", 15));
    assert!(named("   test_x ... ok").is_none() && named("test x ... ok").is_none());
    assert_eq!(trial_lines::ending("  [SUCCESS!?!]").map(|parts| parts.2), Some(Word::Unexpected));
    let totals =
        trial_lines::outcome("PASSED (skips=1, expectedFailures=1, unexpectedSuccesses=1, successes=2)", 5)
            .unwrap();
    assert_eq!((totals.passed, totals.skipped, totals.other), (Some(2), Some(1), Some(2)));
    assert!(
        trial_lines::outcome("PASSED (successes=3)", 4).is_none()
            && trial_lines::outcome("PASSED by", 1).is_none()
    );
    assert!(
        trial_lines::outcome("FAILED (successes=3)", 3).is_none() && trial_lines::outcome("OK", 3).is_none()
    );
    let totals = trial_lines::outcome("0.0137 6 6 1 0 2", 6).unwrap();
    assert_eq!((totals.passed, totals.errors, totals.failed), (Some(3), Some(1), Some(0)));
    assert!(trial_lines::outcome("0.0137 6 7 1 0 2", 6).is_none());
}

#[test]
fn failures_are_kept_up_to_their_bound() {
    let mut reported = Reported::default();
    for number in 0..=MOST_KEPT {
        reported.push(&format!("test_{number}"), "");
    }
    assert_eq!(reported.take().len(), MOST_KEPT);
}
