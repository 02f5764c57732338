//! Kept lines are in the order of the input.

use proptest::prelude::*;
use weir::budget::Mode;
use weir::settings::Settings;

use crate::parse;
use crate::runs::any_log;
use crate::support::{answer, any_text_settings, cases};

/// The numbers after a letter's mark, in the order of the answer: `why#00012`, `out#00012.3`.
fn numbers(lines: &[String], mark: &str) -> Vec<String> {
    let number = |line: &String| {
        let rest = line.split_once(mark)?.1;
        Some(rest.chars().take_while(|each| each.is_ascii_digit() || *each == '.').collect::<String>())
    };
    // pytest's summary tells them a second time.
    let own = |line: &&String| !line.starts_with("weir:") && !line.starts_with("FAILED ");
    lines.iter().filter(own).filter_map(number).collect()
}

proptest! {
    #![proptest_config(cases(100))]

    #[test]
    fn reasons_of_a_run_are_reported_in_the_order_of_the_input(log in any_log(), settings in any_text_settings()) {
        // In verbose the lines that a failure took from before its name come once more with the rest of the run.
        let mode = if settings.mode == Mode::Verbose { Mode::Standard } else { settings.mode };
        let settings = Settings { mode, ..settings };
        let answer = parse::answer(&answer(log.text.as_bytes(), &settings));
        let mut reported = numbers(&answer.body, "why#");
        // What is round a sign of failure is shown with it, a failure's lines that were reported above too.
        let mut seen = std::collections::HashSet::new();
        reported.retain(|number| seen.insert(number.clone()));
        for run in &log.runs {
            let own: Vec<&String> = reported
                .iter()
                .filter(|number| run.tests.iter().any(|test| format!("{:05}", test.number) == **number))
                .collect();
            prop_assert!(own.is_sorted(), "{:?}", answer.body);
        }
    }

    #[test]
    fn lines_of_a_stream_that_nobody_knows_are_a_subsequence_of_it(
        words in prop::collection::vec("[a-z ]{0,60}|error: [a-z]{1,9}|the [a-z]+ FAILED", 1..400),
        settings in any_text_settings(),
    ) {
        let lines: Vec<String> = words.iter().enumerate().map(|(at, words)| format!("line#{at:05} {words}")).collect();
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        let answer = parse::answer(&answer(text.as_bytes(), &settings));
        let reported = numbers(&answer.body, "line#");
        prop_assert!(reported.is_sorted(), "{:?}", answer.body);
        let mut once = reported.clone();
        once.dedup();
        prop_assert_eq!(once, reported, "{:?}", answer.body);
    }
}
