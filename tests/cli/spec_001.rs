//! The core promise, statement by statement: limits of each mode, failures first, an honest footer, report files.
//! A test's name begins with the number of the statement that it holds.

use std::fs;

use crate::support::{Answer, MODES, Messages, answer, g, json, weir};
use proptest::prelude::*;

/// The most bytes of any answer.
const CEILING: usize = 1_000_000;

/// What the footer says was kept and seen, in lines.
fn kept_and_seen(answer: &Answer) -> [u64; 2] {
    let form = regex::Regex::new(r"^weir: (\d+) of (\d+) lines shown").unwrap();
    let found = form.captures(answer.footer()).unwrap();
    [1, 2].map(|group| found[group].parse().unwrap())
}

fn errors(count: usize) -> String {
    (1..=count).map(|line| format!("src/keel.c:{line}:5: error: 'mast{line}' undeclared\n")).collect()
}

#[test]
fn c1_no_answer_in_any_form_is_longer_than_a_million_bytes() {
    let streams =
        ["x\n".repeat(500_000), format!("{}\n", "é".repeat(90)).repeat(20_000), g(9000, 9000).log()];
    for input in streams {
        for words in [&["--format", "json"][..], &[]] {
            let mut all = vec!["--max-chars", "1000000", "--max-lines", "1000000", "-m", "verbose"];
            all.extend(words);
            let answer = answer(&all, input.clone());
            assert!(answer.text.len() <= CEILING, "{} bytes", answer.text.len());
        }
    }
}

#[test]
fn c2_the_answer_in_json_estimates_its_own_tokens_as_a_quarter_of_its_chars() {
    for input in [g(389, 8).log(), g(5, 0).log(), "a\n".repeat(90)] {
        let text = answer(&["--format", "json"], input.clone()).text;
        let (json, _) = json(&[], input);
        let chars = text.trim_end().chars().count() as u64;
        assert_eq!(json["est_tokens"].as_u64().unwrap(), chars.div_ceil(4));
    }
}

#[test]
fn c3_a_cut_of_5000_chars_names_every_failure() {
    let run = g(171, 9);
    let answer = answer(&["--max-chars", "5000"], run.log());
    answer.names_all(&run.names());
    answer.says("FAILED 9 failed, 162 passed", 1);
    assert!(answer.chars() <= 5000);
}

#[test]
fn c4_an_exit_status_of_65_is_never_reported_as_a_success() {
    let one = answer(&["--child-exit", "65"], "0 failures\n");
    one.says("FAILED ", 1);
    assert!(one.verdict().contains("exit 65, no failure recognised"), "{}", one.text);
    let all_pass = answer(&["--child-exit", "65"], g(100, 0).log());
    all_pass.says("FAILED ", 1);
    assert!(all_pass.verdict().contains("exit 65, no failure recognised"), "{}", all_pass.text);
}

#[test]
fn c5_each_failure_can_be_understood_without_the_full_output() {
    let run = g(171, 9);
    let answer = answer(&[], run.log());
    for reason in run.reasons() {
        assert_eq!(answer.count(&reason), 1, "{reason}");
    }
}

#[test]
fn d1_n5_lines_and_chars_are_limited_both() {
    let lines: String = (1..=100_000).map(|number| format!("{number}\n")).collect();
    assert!(answer(&[], lines).lines() <= 800);
    assert!(answer(&[], "y".repeat(900_000)).chars() <= 40_000);
    let wide = format!("{}\n", "word ".repeat(60)).repeat(700);
    assert!(answer(&[], wide).chars() <= 40_000);
}

#[test]
fn d2_d3_t3_a_thousand_tests_half_of_them_failing_stay_in_the_chars_of_the_mode() {
    for (mode, words) in MODES.iter().zip([&["-m", "minimal"][..], &[], &["-m", "verbose"]]) {
        let answer = answer(words, g(1000, 500).log());
        answer.holds(mode);
        answer.says("FAILED 500 failed, 500 passed", 1);
    }
}

#[test]
fn d4_t3_verbose_keeps_200000_chars_for_long_lines_too() {
    let input: String = (0..5000).map(|number| format!("{number:09} ").repeat(90) + "\n").collect();
    let answer = answer(&["-m", "verbose"], input);
    answer.holds(&MODES[2]);
    // Nothing says that something failed: a quarter of the room.
    assert!(answer.chars() > 40_000 && answer.chars() <= 50_000, "{}", answer.chars());
    let input: String = (0..5000).map(|number| format!("error: {number:09} ").repeat(60) + "\n").collect();
    let signs = self::answer(&["-m", "verbose"], input);
    signs.holds(&MODES[2]);
    assert!(signs.chars() > 150_000, "{}", signs.chars());
}

#[test]
fn d5_d6_3000_errors_stay_in_the_lines_of_minimal_and_standard() {
    for mode in &MODES[..2] {
        let answer = answer(&["-m", mode.name], errors(3000));
        answer.holds(mode);
        answer.says("FAILED 3000 errors", 1);
    }
}

#[test]
fn d7_verbose_shows_more_than_800_lines_and_at_most_4000() {
    let input: String = (0..10_000).map(|number| format!("step {number}\n")).collect();
    let lines = answer(&["-m", "verbose"], input).lines();
    assert!(lines > 800 && lines <= 4000, "{lines}");
}

#[test]
fn d8_a_limit_above_the_ceiling_is_refused_and_the_message_names_the_ceiling() {
    let output = weir(&["--max-chars", "2000000"]).write_stdin("x\n").output().unwrap();
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0));
    assert!(String::from_utf8_lossy(&output.stderr).contains("1000000"));
}

#[test]
fn d9_the_footer_names_the_limit_that_fired() {
    let long = answer(&["-m", "verbose"], format!("{}\n", "word ".repeat(30)).repeat(2000));
    assert!(long.footer().contains("; limit: chars"), "{}", long.footer());
    let many = answer(&["-m", "verbose"], "word\n".repeat(5000));
    assert!(many.footer().contains("; limit: lines"), "{}", many.footer());
    let wide = answer(&[], "y".repeat(3000));
    assert!(wide.footer().contains("; clipped 1 line"), "{}", wide.footer());
}

#[test]
fn o1_5000_chars_are_not_the_default() {
    assert!(answer(&[], g(1000, 500).log()).chars() > 5000);
}

#[test]
fn o2_there_is_no_answer_without_limits() {
    for word in ["--max-chars", "--max-lines", "--max-line-chars"] {
        let output = weir(&[word, "0"]).write_stdin("x\n").output().unwrap();
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{word}");
    }
}

#[test]
fn o3_t1_171_tests_with_9_failures_fit_untruncated() {
    let (json, code) = json(&[], g(171, 9).log());
    assert_eq!((&json["truncated"], code), (&false.into(), 1));
    let failures = json["failures"].as_array().unwrap();
    assert_eq!(failures.iter().filter(|each| each["rung"] == 0).count(), 9);
}

#[test]
fn o4_sixty_failures_of_eight_lines_are_shown_whole_in_standard() {
    let run = g(100, 60).messages(Messages::Lines(8));
    let answer = answer(&[], run.log());
    answer.holds(&MODES[1]);
    assert!(!answer.footer().contains("failures"));
    assert_eq!(answer.count("differs: \"open\" against \"closed\""), 60 * 7);
    for reason in run.reasons() {
        assert_eq!(answer.count(&reason), 1, "{reason}");
    }
}

#[test]
fn o5_500_failures_are_all_named_and_the_footer_says_how_few_are_whole() {
    let run = g(1000, 500);
    let answer = answer(&[], run.log());
    answer.names_all(&run.names());
    let footer = answer.footer();
    assert!(
        footer.contains("; of 500 failures ")
            && footer.contains(" by name")
            && !footer.contains("only counted"),
        "{footer}"
    );
    assert!(!footer.contains(" 0 by name"), "{footer}");
}

#[test]
fn o6_n3_the_limits_are_the_same_for_unlike_inputs() {
    for mode in &MODES {
        let expected = serde_json::json!({
            "chars": mode.chars, "lines": mode.lines, "line_chars": mode.line_chars
        });
        for input in [g(1000, 500).log(), "x\n".to_owned(), errors(900)] {
            assert_eq!(json(&["-m", mode.name], input).0["limits"], expected);
        }
    }
}

#[test]
fn p2_help_prints_the_limits_of_the_modes() {
    let help = answer(&["--help"], "").text;
    for mode in &MODES {
        let row = help.lines().find(|line| line.trim_start().starts_with(&format!("{} ", mode.name)));
        let words: Vec<&str> = row.unwrap().split_whitespace().collect();
        let expected = [mode.chars, mode.lines, mode.line_chars].map(|number| number.to_string());
        assert_eq!(words[1..4], expected, "{}", mode.name);
    }
}

#[test]
fn p4_the_largest_standard_answer_is_about_10000_tokens() {
    let (json, _) = json(&[], g(1000, 500).log());
    let tokens = json["est_tokens"].as_u64().unwrap();
    assert!(tokens > 8000 && tokens <= 10_000, "{tokens}");
}

#[test]
fn p5_t4_a_cut_answer_tells_what_was_kept_once_and_in_its_last_line() {
    let form = regex::Regex::new(r"\d+ of \d+ lines shown").unwrap();
    for mode in &MODES {
        let answer = answer(&["-m", mode.name], g(5000, 500).log());
        assert_eq!(form.find_iter(&answer.text).count(), 1);
        assert!(form.is_match(answer.text.lines().last().unwrap()), "{}", answer.footer());
    }
}

#[test]
fn n1_the_answer_is_a_tenth_of_the_log_at_most() {
    let log = g(389, 8).log();
    assert!(answer(&[], log.clone()).chars() * 10 <= log.chars().count());
}

#[test]
fn n2_5000_tests_show_their_5_failures_and_a_footer() {
    for mode in &MODES {
        let run = g(5000, 5);
        let answer = answer(&["-m", mode.name], run.log());
        answer.names_all(&run.names());
        assert_eq!(answer.footers().len(), 1);
        answer.holds(mode);
    }
}

#[test]
fn n4_the_mode_is_the_users_choice_and_an_option_beats_the_variable() {
    let input = g(1000, 500).log();
    let with = |words: &[&str]| {
        let output = weir(words).env("WEIR_MODE", "minimal").write_stdin(input.clone()).output();
        Answer::of(output.unwrap())
    };
    assert!(with(&[]).chars() <= 5000);
    assert_eq!(with(&["-m", "standard"]), answer(&[], input.clone()));
}

#[test]
fn i1_no_input_round_the_limit_brings_the_answer_above_it() {
    for mode in &MODES {
        for delta in -3_i64..=3 {
            let chars = usize::try_from(i64::try_from(mode.chars).unwrap() + delta).unwrap();
            let line = format!("{}\n", "é".repeat(99));
            let mut input = line.repeat(chars / 100);
            input.extend(std::iter::repeat_n('é', chars % 100));
            assert_eq!(input.chars().count(), chars);
            let answer = answer(&["-m", mode.name], input);
            answer.holds(mode);
            assert!(delta <= 0 || answer.footers().len() == 1, "{}", answer.text);
        }
    }
}

#[test]
fn i2_there_is_a_footer_if_and_only_if_something_was_cut() {
    for (mode, fits) in MODES.iter().zip([40, 40, 3000]) {
        let uncut: String = (0..fits).map(|number| format!("step {number}\n")).collect();
        assert_eq!(answer(&["-m", mode.name], uncut.clone()), Answer { text: uncut, code: 0 });
        let cut = answer(&["-m", mode.name], "step\n".repeat(mode.lines + 1));
        assert_eq!(cut.footers(), [cut.text.lines().last().unwrap()]);
    }
}

#[test]
fn i3_the_footer_tells_the_lines_and_chars_of_the_whole_input() {
    let input: String = (0..2002).map(|number| format!("step {number:04}\n")).collect();
    for mode in &MODES[..2] {
        let answer = answer(&["-m", mode.name], input.clone());
        let [kept, seen] = kept_and_seen(&answer);
        assert_eq!(seen, 2002);
        let (json, _) = json(&["-m", mode.name], input.clone());
        assert_eq!((&json["seen"]["lines"], &json["seen"]["chars"]), (&2002.into(), &(2002 * 10).into()));
        assert_eq!(kept, answer.count("step ") as u64);
    }
}

#[test]
fn i4_a_larger_mode_is_suggested_unless_this_is_the_largest() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("test.log"), g(5000, 500).log()).unwrap();
    for (mode, suggests) in MODES.iter().zip([true, true, false]) {
        let words = ["-m", mode.name, "--format", "text", "test.log"];
        let answer = Answer::of(weir(&words).current_dir(folder.path()).output().unwrap());
        let footer = answer.footer();
        assert!(suggests || !footer.contains("-m verbose"), "{footer}");
    }
    fs::write(folder.path().join("step.log"), "step\n".repeat(2000)).unwrap();
    let answer =
        Answer::of(weir(&["-m", "minimal", "step.log"]).current_dir(folder.path()).output().unwrap());
    assert!(answer.footer().ends_with("; rest: weir -m verbose step.log"), "{}", answer.footer());
}

/// A failed line of each length gets exactly the mode's chars.
#[test]
fn i11_i12_i13_a_long_line_gets_exactly_the_chars_of_its_mode_dots_included() {
    for mode in &MODES {
        for unit in ["a", "é", "ab "] {
            let answer = answer(&["-m", mode.name], unit.repeat(1024) + "\n");
            let line = answer.text.lines().next().unwrap();
            assert_eq!(line.chars().count(), mode.line_chars, "{}", mode.name);
            assert!(line.ends_with("..."), "{line}");
        }
    }
}

#[test]
fn i13_a_line_is_never_clipped_inside_a_character_or_an_escape() {
    let family = "\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}";
    for unit in ["é", "e\u{301}", family, "\u{1b}[31mred\u{1b}[0m"] {
        for shift in 0..6 {
            let input = "-".repeat(shift) + &unit.repeat(300) + "\n";
            let answer = answer(&["-m", "minimal"], input);
            answer.holds(&MODES[0]);
            let line = answer.text.lines().next().unwrap();
            let body = line.strip_suffix("...").unwrap().trim_start_matches('-');
            let shown = if unit.contains('\u{1b}') { "red" } else { unit };
            let whole = body.replace(shown, "");
            assert!(whole.is_empty() || (shown == "red" && "red".starts_with(&whole)), "{line:?}");
        }
    }
}

#[test]
fn t2_389_tests_show_8_of_8_names_and_the_verdict_line() {
    for mode in &MODES {
        let run = g(389, 8);
        let answer = answer(&["-m", mode.name], run.log());
        answer.names_all(&run.names());
        answer.says("FAILED 8 failed, 381 passed", 1);
    }
}

#[test]
fn where_no_test_passed_none_is_counted() {
    for mode in &MODES {
        let run = g(8, 8);
        let answer = answer(&["-m", mode.name], run.log());
        answer.names_all(&run.names());
        answer.says("FAILED 8 failed", 1);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn p1_t5_every_failing_name_of_a_log_is_in_the_answer_of_every_mode(
        passing in 0_usize..300,
        failing in 1_usize..150,
        noise in 0_usize..3,
        messages in prop::sample::select(vec![Messages::OneLine, Messages::None, Messages::Lines(8)]),
    ) {
        let run = g(passing + failing, failing).messages(messages).noise(noise);
        for mode in &MODES {
            let answer = answer(&["-m", mode.name], run.log());
            answer.holds(mode);
            answer.names_all(&run.names());
            let passed = if passing == 0 { String::new() } else { format!(", {passing} passed") };
            answer.says(&format!("FAILED {failing} failed{passed}"), 1);
        }
    }
}
