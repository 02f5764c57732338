//! Failures of one cause: every cause is shown before a second failure of any, and everybody is named.

use proptest::prelude::*;
use weir::budget::Mode;

use crate::failures::is_shown;
use crate::parse;
use crate::support::{answer, any_text_settings, cases, mode};

/// Words that tell causes apart.
const WORDS: [&str; 6] = ["adrift", "becalmed", "capsized", "derelict", "aground", "flooded"];

/// A run of cargo test in which the tests fail for these causes, in this order.
fn log(causes: &[usize]) -> String {
    let mut text = format!("running {} tests\n", causes.len());
    for number in 0..causes.len() {
        text += &format!("test fleet::ship_{number:03}_sails ... FAILED\n");
    }
    text += "\nfailures:\n\n";
    for (number, cause) in causes.iter().enumerate() {
        text += &format!(
            "---- fleet::ship_{number:03}_sails stdout ----\n\nthread 'fleet::ship_{number:03}_sails' ({}) panicked at src/fleet.rs:{}:9:\n\
             ship {} is {} off buoy {}\n\n",
            1000 + number,
            cause + 10,
            number * 7,
            WORDS[*cause],
            number % 5,
        );
    }
    text += "\nfailures:\n";
    for number in 0..causes.len() {
        text += &format!("    fleet::ship_{number:03}_sails\n");
    }
    text + &format!(
        "\ntest result: FAILED. 0 passed; {} failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\n",
        causes.len()
    )
}

/// How often each cause that the run has is shown.
fn shown(causes: &[usize], text: &str) -> Vec<usize> {
    let mut all: Vec<usize> = causes.to_vec();
    all.sort_unstable();
    all.dedup();
    all.into_iter().map(|cause| text.matches(&format!(" is {} off", WORDS[cause])).count()).collect()
}

proptest! {
    #![proptest_config(cases(120))]

    #[test]
    fn every_cause_is_shown_before_a_second_failure_of_any(
        causes in prop::collection::vec(0_usize..WORDS.len(), 1..60),
        settings in any_text_settings(),
    ) {
        let text = answer(log(&causes).as_bytes(), &settings);
        let shown = shown(&causes, &text);
        let twice = shown.iter().any(|times| *times > 1);
        prop_assert!(!twice || shown.iter().all(|times| *times > 0), "{shown:?}\n{text}");
    }

    #[test]
    fn those_of_one_cause_are_named_with_it(causes in prop::collection::vec(0_usize..3, 1..40)) {
        for each in Mode::ALL {
            let text = answer(log(&causes).as_bytes(), &mode(each));
            let read = parse::answer(&text);
            for number in 0..causes.len() {
                prop_assert!(is_shown(&read, &format!("ship_{number:03}_sails")), "{text}");
            }
            for cause in 0..3 {
                let count = causes.iter().filter(|each| **each == cause).count();
                let reported = text.contains(&format!("weir: {count} failures with this cause: "));
                // A small input may pass as it is.
                let whole = text.contains("failures:\n");
                prop_assert!(count < 2 || reported || whole, "{count} of {cause}\n{text}");
            }
        }
    }
}
