//! weir's own answer, met as input.

use proptest::prelude::*;
use weir::budget::{Limits, Mode};
use weir::settings::Settings;

use crate::bytes::any_bytes;
use crate::failures::is_shown;
use crate::parse::{self, Answer};
use crate::runs::any_log;
use crate::support::{answer, any_text_settings, cases, mode};

/// How far a verdict is from green.
fn rank(answer: &Answer) -> usize {
    let word = answer.verdict.as_ref().map_or("UNKNOWN", |verdict| verdict.word.as_str());
    ["PASSED", "UNKNOWN", "INCOMPLETE", "FAILED"].iter().position(|each| *each == word).unwrap()
}

fn assert_not_greener(first: &str, second: &str) {
    let (one, two) = (parse::answer(first), parse::answer(second));
    assert!(rank(&two) >= rank(&one), "{first}\n====\n{second}");
}

fn again(bytes: &[u8], settings: &Settings) -> (String, String) {
    let first = answer(bytes, settings);
    let second = answer(first.as_bytes(), settings);
    (first, second)
}

proptest! {
    #![proptest_config(cases(120))]

    #[test]
    fn an_answer_as_input_is_not_greener(bytes in any_bytes(), settings in any_text_settings()) {
        let (first, second) = again(&bytes, &settings);
        // What begins like a document is read as one, not as lines.
        prop_assume!(!first.trim_start().starts_with(['{', '[', '<']));
        assert_not_greener(&first, &second);
    }

    #[test]
    fn an_answer_as_input_keeps_the_names_that_weir_reported(log in any_log(), settings in any_text_settings()) {
        // In verbose the lines of passing tests follow the failures, and their runners read them as one run; a narrow line
        // breaks what runners read.
        let mode = if settings.mode == Mode::Verbose { Mode::Standard } else { settings.mode };
        let limits = Limits { line_chars: settings.limits.line_chars.max(200), ..settings.limits };
        let settings = Settings { mode, limits, ..settings };
        let (first, second) = again(log.text.as_bytes(), &settings);
        assert_not_greener(&first, &second);
        let (one, two) = (parse::answer(&first), parse::answer(&second));
        // What says where the names come from may leave too little room for all of them.
        let failing = log.failing();
        let reported = failing.iter().filter(|key| one.own().any(|line| line.contains(*key)));
        let hidden = reported.filter(|key| !is_shown(&two, key)).count() as u64;
        prop_assert!(hidden <= two.more(), "{} hidden: {}\n====\n{}", hidden, first, second);
    }
}

#[test]
fn a_verdict_alone_can_only_make_things_worse() {
    for (line, word) in [
        ("weir: PASSED 3 passed in 0.1 s (cargo test; exit 0)", "UNKNOWN"),
        ("weir: PASSED 3 passed (cargo test); 9 of 9 lines left out: weir show ab12cd34", "UNKNOWN"),
        ("weir: UNKNOWN (exit 0)", "UNKNOWN"),
        ("weir: INCOMPLETE the end is missing; 3 passed so far (cargo test)", "INCOMPLETE"),
        ("weir: INCOMPLETE interrupted (pytest)", "INCOMPLETE"),
        ("weir: FAILED 2 failed, 3 passed (cargo test)", "FAILED"),
        ("weir: FAILED 2 errors (gcc)", "FAILED"),
        ("weir: FAILED (exit 65, no failure recognised)", "FAILED"),
        ("weir: FAILED no tests ran (pytest; exit 5)", "FAILED"),
        ("weir: FAILED 3 passed (go test; exit 2, no failure recognised)", "FAILED"),
        ("weir: PASSED 0 failed, 3 passed, 0 skipped, 3 total (cargo test; exit 0)", "UNKNOWN"),
        ("weir: FAILED 2 failed, 3 passed, 0 skipped, 5 total (cargo test; exit unknown)", "FAILED"),
    ] {
        for each in Mode::ALL {
            let text = answer(format!("{line}\n").as_bytes(), &mode(each));
            let verdict = parse::answer(&text).verdict;
            assert_eq!(verdict.map_or("UNKNOWN".to_owned(), |verdict| verdict.word), word, "{text}");
            let quoted = text.starts_with(&format!("\\{line}\n"));
            assert!(quoted || each == Mode::Minimal, "{text}");
        }
    }
}

#[test]
fn names_of_an_answer_are_failures_in_every_form() {
    let input = "weir: FAIL a::b (src/a.rs:3): no such boat\nweir: FAIL tests/t.py::c (:7)\n\
                 weir: also failed: d::e::{f,g};h::i\nweir: and 3 more (x 3)\n\
                 weir: FAILED 8 failed, 2 passed (cargo test)\n";
    let noise = "some line\n".repeat(50);
    let text = answer(format!("{noise}{input}").as_bytes(), &mode(Mode::Standard));
    for line in [
        "weir: FAIL a::b (src/a.rs:3): no such boat",
        "weir: FAIL tests/t.py::c (:7)",
        "weir: FAIL d::e::f",
        "weir: FAIL h::i",
    ] {
        assert!(text.lines().any(|each| each == line), "{line}: {text}");
    }
    let verdict = parse::answer(&text).verdict.unwrap();
    assert_eq!((verdict.word.as_str(), verdict.failed), ("FAILED", 8), "{text}");
}
