//! A run that failed is never reported as passed by a log that lost a part, as long as the rest still holds evidence.
//!
//! Every log of `testdata/` that tells of a failed run is cut at the ends of lines and loses single chunks. What counts as
//! evidence is read from the whole log by other means than recognition: the lines that the whole log's answer shows of
//! its failures, and statements such as `2 failed`. The places hang on the log's name alone, so that they are the same in
//! every run and with every log that is added; `WEIR_TRUNCATION_SAMPLES=40` tries more of them.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use regex::Regex;
use serde_json::Value;
use weir::budget::Mode;

use crate::support::here::judged;
use crate::support::kept::{Log, all};
use crate::support::sweep::{place, seed, side_by_side};

/// The fewest failing logs and the fewest shortened logs with evidence: less would prove nothing.
const FEWEST_LOGS: usize = 250;
const FEWEST_WITH_EVIDENCE: usize = 800;

/// Longer logs are left to other tests, so that this one stays quick.
const LONGEST_BYTES: usize = 16 * 1024;

/// Cuts, and deleted chunks, of one log.
const SAMPLES: usize = 2;

/// Lines of a deleted chunk, one after the other.
const CHUNKS: [usize; 5] = [1, 3, 8, 20, 60];

/// Shorter lines are evidence of nothing: `F`, `}`, `^^^`.
const SHORTEST_EVIDENCE: usize = 12;

/// The answer with all names and details.
fn answer(log: &str) -> Value {
    judged(log, Mode::Verbose)
}

/// The lines of a failing log that say so.
fn evidence(log: &str, answer: &Value, hostile: bool) -> BTreeSet<usize> {
    static STATEMENT: LazyLock<Regex> = LazyLock::new(|| {
        let words = r"(?:tests? |examples? |suites? )?(?:failed|failures?|failing|errors?|aborted)";
        Regex::new(&format!(r"(?i)\b[1-9][0-9]* {words}\b")).unwrap()
    });
    let mut shown: BTreeSet<&str> = BTreeSet::new();
    for failure in answer["failures"].as_array().unwrap() {
        for detail in failure["detail"].as_array().into_iter().flatten() {
            shown.extend(detail.as_str().unwrap().lines().map(str::trim));
        }
    }
    let says = |line: &str| {
        let plain = line.trim();
        let long = plain.chars().count() >= SHORTEST_EVIDENCE;
        // A passing test may print any statement.
        long && (shown.contains(plain) && failing(plain, hostile) || !hostile && STATEMENT.is_match(plain))
    };
    log.lines().enumerate().filter(|(_, line)| says(line)).map(|(number, _)| number).collect()
}

/// Whether the line tells of a failure, rather than of a value, a place or a test's source. Of a run with forged results a
/// message proves nothing: the test that it belongs to may have been reported as passed.
fn failing(line: &str, hostile: bool) -> bool {
    const RESULTS: [&str; 6] = ["FAIL", "(fail)", "failed", "not ok", "\u{2717}", "\u{2716}"];
    const MESSAGES: [&str; 6] = ["Error", "error:", "failure", "panic", "abort", "fatal:"];
    let holds = |words: &[&str]| words.iter().any(|word| line.contains(word));
    holds(&RESULTS) || !hostile && holds(&MESSAGES)
}

/// The ranges of lines that are left out: ends of the log, and chunks.
fn missing(lines: usize, samples: usize, seed: usize) -> Vec<(usize, usize)> {
    // Any sequence that spreads: the golden ratio's steps.
    let spread =
        |step: usize| (seed.wrapping_mul(7919) + (step + 1) * 618_033) % 1_000_003 * lines / 1_000_003;
    let ends = (0..samples).map(|step| (spread(step).max(1), lines));
    let chunk = |step: usize| {
        let from = spread(samples + step);
        (from, lines.min(from + CHUNKS[(seed.wrapping_add(step)) % CHUNKS.len()]))
    };
    ends.chain((0..samples).map(chunk)).collect()
}

/// What is wrong with one log, and how many of its shortened forms held evidence. `None` when it did not fail.
fn check(log: &Log, samples: usize) -> Option<(Vec<String>, usize)> {
    if log.text.len() > LONGEST_BYTES || log.verdict() != "failed" {
        return None;
    }
    let hostile = log.file().starts_with("hostile");
    let evidence = evidence(&log.text, &answer(&log.text), hostile);
    let lines: Vec<&str> = log.text.split_inclusive('\n').collect();
    let (mut wrong, mut with_evidence) = (Vec::new(), 0);
    for (from, to) in missing(lines.len(), samples, seed(&place(&log.path))) {
        let left: Vec<usize> = evidence.iter().copied().filter(|line| *line < from || *line >= to).collect();
        let Some(first) = left.first() else { continue };
        with_evidence += 1;
        let shortened = lines[..from].concat() + &lines[to..].concat();
        let answer = answer(&shortened);
        if answer["verdict"] == "passed" {
            wrong.push(format!(
                "{} without lines {}-{to} is told as passed, though line {} says {:?}",
                log.path.display(),
                from + 1,
                first + 1,
                lines[*first].trim()
            ));
        }
    }
    Some((wrong, with_evidence))
}

#[test]
fn a_failed_run_whose_log_lost_a_part_is_not_reported_as_passed() {
    let samples = std::env::var("WEIR_TRUNCATION_SAMPLES").map_or(SAMPLES, |text| text.parse().unwrap());
    let checked: Vec<(Vec<String>, usize)> =
        side_by_side(all(), |log| check(log, samples)).into_iter().flatten().collect();
    let (failing, with_evidence) =
        (checked.len(), checked.iter().map(|(_, with_evidence)| with_evidence).sum::<usize>());
    let wrong: Vec<String> = checked.into_iter().flat_map(|(wrong, _)| wrong).collect();
    assert!(wrong.is_empty(), "{} of {with_evidence}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(failing >= FEWEST_LOGS, "{failing} failing logs");
    assert!(with_evidence >= FEWEST_WITH_EVIDENCE, "{with_evidence} shortened logs with evidence");
}

#[test]
fn evidence_is_what_the_answer_shows_and_what_totals_state() {
    let answer = serde_json::json!({"failures": [{"detail": ["--- FAIL: TestSwings (0.01s)", "    load 12, want 13"]}]});
    let log =
        "ok  \texample.com/tide\t0.01s\n--- FAIL: TestSwings (0.01s)\n    load 12, want 13\n2 tests failed\n";
    assert_eq!(evidence(log, &answer, false), BTreeSet::from([1, 3]));
    assert_eq!(evidence(log, &answer, true), BTreeSet::from([1]));
}

#[test]
fn what_is_left_out_lies_within_the_log() {
    for lines in [1, 2, 40, 1000] {
        for seed in 0..50 {
            let ranges = missing(lines, 5, seed);
            assert_eq!(ranges.len(), 10);
            assert!(ranges.iter().all(|(from, to)| from <= to && *to <= lines), "{ranges:?} of {lines}");
        }
    }
}

/// The end of a run alone: what its totals say of the tests that are not in the log is reported.
#[test]
fn the_totals_of_a_run_whose_beginning_is_missing_tell_its_passes() {
    let cut = "the tide turns\n".repeat(60);
    for (end, counts) in [
        (
            "Test Suites: 2 failed, 40 passed, 42 total\nTests:       4 failed, 2 skipped, 505 passed, 511 total\n\
             Snapshots:   0 total\nTime:        37.5 s\nRan all test suites.\n",
            [4, 505, 2, 511],
        ),
        ("Ran 90 tests in 3.1s\n\nFAILED (failures=2, skipped=3)\n", [2, 85, 3, 90]),
    ] {
        let answer = answer(&format!("{cut}{end}"));
        let reported =
            ["failed", "passed", "skipped", "total"].map(|name| answer["counts"][name].as_u64().unwrap());
        assert_eq!(reported, counts, "{answer}");
        assert_eq!(answer["verdict"], "failed");
    }
}

/// A row of points longer than what is held of a line.
#[test]
fn a_row_of_points_is_counted_to_its_end_or_said_to_be_the_least() {
    let heads = ["Run options: --seed 1\n\n# Running:\n\n", "Randomized with seed 1\nStarted\n"];
    for (points, at_least) in [(100, false), (8193, false), (20_000, false), (65_536, false), (65_537, true)]
    {
        for head in heads {
            let cut = judged(&format!("{head}{}\n", ".".repeat(points)), Mode::Standard);
            let counted = if at_least { points - 1 } else { points };
            assert_eq!((&cut["verdict"], &cut["counts"]["passed"]), (&"incomplete".into(), &counted.into()));
            assert_eq!(cut["counts"]["at_least"], at_least, "{points}");
        }
        let end = format!("\n\n{points} specs, 0 failures\nFinished in 1 second\n");
        let whole = judged(&format!("{}{}{end}", heads[1], ".".repeat(points)), Mode::Standard);
        assert_eq!((&whole["verdict"], &whole["counts"]["passed"]), (&"passed".into(), &points.into()));
        assert_eq!(whole["counts"]["at_least"], false);
    }
}
