//! Failures for whose names there is no room are counted all the same, each once.

#![allow(clippy::unwrap_used, clippy::arithmetic_side_effects, reason = "a test that cannot go on fails")]

mod support;

use std::fmt::Write as _;

use support::{Answer, answer};

/// More than have room for their names in any mode.
const ERRORS: usize = 60_000;

fn failed(answer: &Answer) -> u64 {
    let verdict = answer.text.lines().find(|line| line.starts_with("weir: FAILED")).unwrap();
    let before = verdict.split(" failed").next().unwrap();
    before.split_whitespace().last().unwrap().parse().unwrap()
}

#[test]
fn errors_of_one_message_at_many_places_are_many() {
    let mut log = String::new();
    for number in 1..=ERRORS {
        let _ = write!(log, "error[E0308]: mismatched types\n --> src/f.rs:{number}:5\n  |\n\n");
    }
    assert_eq!(failed(&answer(&["-m", "minimal"], log)), ERRORS as u64);
}

#[test]
fn an_error_that_is_told_for_two_targets_is_one() {
    let mut log = String::new();
    for _ in 0..2 {
        for number in 1..=ERRORS {
            let _ = write!(log, "error[E0308]: mismatched types\n --> src/f.rs:{number}:5\n  |\n\n");
        }
    }
    assert_eq!(failed(&answer(&["-m", "minimal"], log)), ERRORS as u64);
}

#[test]
fn two_codes_on_one_line_are_two_errors() {
    let mut log = String::new();
    for number in 1..=ERRORS / 2 {
        for code in ["F401", "E501"] {
            let _ = writeln!(log, "a/b.py:{number}:1: {code} this is wrong");
        }
    }
    assert_eq!(failed(&answer(&["-m", "minimal", "--from", "flake8"], log)), ERRORS as u64);
}
