//! No failure is lost: not for lack of room, not in a smaller mode, not by what comes before or after.

use std::collections::BTreeMap;

use proptest::prelude::*;
use serde_json::Value;
use weir::budget::{Limits, Mode};
use weir::settings::Settings;

use crate::bytes::any_bytes;
use crate::parse::{self, Answer};
use crate::runs::{Log, any_log, closed_log};
use crate::support::{answer, any_text_settings, cases, everything, mode};

/// Whether weir's own lines name it, be it wrapped over several.
fn is_named(answer: &Answer, key: &str) -> bool {
    answer.own().map(|line| line.trim_start_matches("weir: ")).collect::<String>().contains(key)
}

/// Whether a name is shown.
pub fn is_shown(answer: &Answer, key: &str) -> bool {
    answer.body.iter().any(|line| line.contains(key)) || is_named(answer, key)
}

/// The ids of all failures, and how often each is listed.
fn ids(bytes: &[u8]) -> BTreeMap<String, u64> {
    let value: Value = serde_json::from_str(&answer(bytes, &everything())).unwrap();
    assert_eq!(value["unlisted"], 0, "{value}");
    let whole = value["failures"].as_array().unwrap().iter().map(|each| &each["id"]);
    let mut ids = BTreeMap::new();
    for id in whole.chain(value["named"].as_array().unwrap()) {
        *ids.entry(id.as_str().unwrap().to_owned()).or_insert(0) += 1;
    }
    ids
}

fn sum(left: &BTreeMap<String, u64>, right: &BTreeMap<String, u64>) -> BTreeMap<String, u64> {
    let mut all = left.clone();
    for (id, count) in right {
        *all.entry(id.clone()).or_insert(0) += count;
    }
    all
}

fn assert_none_is_lost(log: &Log, text: &str) {
    let answer = parse::answer(text);
    let failing = log.failing();
    let hidden = failing.iter().filter(|key| !is_shown(&answer, key)).count() as u64;
    // One that is counted with the rest may be by chance in a line that is shown for another reason.
    let unnamed = failing.iter().filter(|key| !is_named(&answer, key)).count() as u64;
    assert!((hidden..=unnamed).contains(&answer.more()), "{hidden} to {unnamed}: {text}");
}

proptest! {
    #![proptest_config(cases(120))]

    #[test]
    fn every_failure_is_named_or_counted_with_the_rest(log in any_log(), settings in any_text_settings()) {
        // Where a name has a line of its own, it is whole.
        let limits = Limits { line_chars: settings.limits.line_chars.max(80), ..settings.limits };
        let settings = Settings { limits, ..settings };
        assert_none_is_lost(&log, &answer(log.text.as_bytes(), &settings));
    }

    #[test]
    fn all_failures_and_no_others_are_listed_in_json(log in any_log()) {
        let ids = ids(log.text.as_bytes());
        let failing = log.failing();
        for key in &failing {
            prop_assert!(ids.keys().any(|id| id.contains(key)), "{} of {:?}", key, ids);
        }
        prop_assert_eq!(ids.values().sum::<u64>(), failing.len() as u64, "{:?}", ids);
    }
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn what_a_smaller_mode_names_a_larger_one_names_too(log in any_log(), bytes in any_bytes(), end in 0.0..1.0_f64) {
        let bytes = [log.text.as_bytes(), &bytes].concat();
        // Now and then the log breaks off.
        let end = (end * 2.0).min(1.0) * bytes.len() as f64;
        let bytes = &bytes[..end as usize];
        let answers = Mode::ALL.map(|each| parse::answer(&answer(bytes, &mode(each))));
        for key in log.failing() {
            let shown = answers.each_ref().map(|answer| is_shown(answer, &key));
            prop_assert!(shown.is_sorted(), "{}: {:?}", key, shown);
        }
    }

    #[test]
    fn what_comes_after_closed_sections_takes_no_failure_back(log in closed_log(0), bytes in any_bytes()) {
        let before = ids(log.text.as_bytes());
        let after = ids(&[log.text.as_bytes(), &bytes].concat());
        for id in before.keys() {
            prop_assert!(after.contains_key(id), "{} is not in {:?}", id, after);
        }
    }

    #[test]
    fn failures_of_closed_runs_add_up(first in closed_log(0), second in closed_log(1)) {
        let both = ids(format!("{}{}", first.text, second.text).as_bytes());
        prop_assert_eq!(both, sum(&ids(first.text.as_bytes()), &ids(second.text.as_bytes())));
    }
}

#[test]
fn what_follows_a_quiet_run_is_not_inside_it() {
    // unittest prints no names of passing tests: its totals are never confirmed.
    let rule = "-".repeat(70);
    let quiet = format!(".\n{rule}\nRan 1 test in 0.001s\n\nOK\n");
    let failing = "running 1 test\ntest a ... FAILED\n\ntest result: FAILED. 0 passed; 1 failed; 0 ignored; 0 measured; \
                   0 filtered out; finished in 0.01s\n";
    assert_eq!(ids(format!("{quiet}{failing}").as_bytes()).into_keys().collect::<Vec<_>>(), ["a"]);
    // Further totals that nothing supports do not change that.
    let log = format!("{quiet}{failing}\nRan 3 tests in 0.001s\n\nOK\n");
    assert_eq!(ids(log.as_bytes()).into_keys().collect::<Vec<_>>(), ["a"]);
    let sign =
        parse::answer(&answer(format!("{quiet}error: no such file\n").as_bytes(), &mode(Mode::Standard)));
    assert_eq!(sign.verdict.unwrap().word, "UNKNOWN");
}

#[test]
fn what_follows_totals_that_wait_is_not_inside_their_run() {
    let nextest = "    Starting 1 test across 1 binary\n        PASS [   0.004s] (1/1) demo a::b\n────────────\n     \
                   Summary [   0.029s] 1 test run: 1 passed, 0 skipped\n";
    let go = "--- FAIL: TestA (0.00s)\n    a_test.go:2: no\nFAIL\nFAIL\texample.com/b\t0.012s\nFAIL\n";
    let text = format!("ok  \texample.com/a\t0.010s\n{nextest}{go}");
    assert_eq!(ids(text.as_bytes()).into_keys().collect::<Vec<_>>(), ["TestA"]);
}

#[test]
fn a_failed_package_is_in_the_answer_once() {
    let text = format!("{}FAIL\texample.com/a\t0.01s\nFAIL\n", "noise\n".repeat(50));
    let answer = answer(text.as_bytes(), &mode(Mode::Standard));
    assert_eq!(answer.matches("FAIL\texample.com/a\t0.01s\n").count(), 1, "{answer}");
}
