use super::autotest_lines::{self, At, Word};
use super::block::Text;
use super::boxes::{Boxes, Found};
use super::sum::Reader;
use crate::recognize::kit::scan::Messages;

fn boxed(title: &str) -> String {
    let ruler = "-".repeat(title.len());
    format!("## {ruler} ##\n## {title} ##\n## {ruler} ##\n")
}

#[test]
fn a_result_ends_a_line_and_a_name_may_hold_words_of_it() {
    let read =
        |text| autotest_lines::ending(text).map(|(name, reported)| (name.trim().to_owned(), reported.word));
    assert_eq!(read("moors        ok"), Some(("moors".to_owned(), Word::Ok)));
    assert_eq!(read("is ok (a.at:3) ok"), Some(("is ok (a.at:3)".to_owned(), Word::Ok)));
    assert_eq!(read("is ok  FAILED (a.at:3)"), Some(("is ok".to_owned(), Word::Failed)));
    assert_eq!(read("moors  skipped (a.at:3)"), Some(("moors".to_owned(), Word::Skipped)));
    assert_eq!(read("moors  expected failure (a.at:3)"), Some(("moors".to_owned(), Word::ExpectedFailure)));
    assert_eq!(read("moors  UNEXPECTED PASS"), Some(("moors".to_owned(), Word::UnexpectedPass)));
    for text in ["moors", "moors FAILED", "moors FAILED (3)", "moors  failed (a.at:3)", "moorsok", "ok"] {
        assert_eq!(read(text), None, "{text}");
    }
}

#[test]
fn numbers_are_indented_to_three_columns() {
    for (text, number) in [("  7: a", 7), (" 17: a", 17), ("117: a", 117), ("1117: a", 1117)] {
        assert_eq!(autotest_lines::numbered(text), Some((number, "a")), "{text}");
    }
    for text in ["7: a", "  17: a", " 7: a", "  0: a", "  7:a", "  x: a"] {
        assert_eq!(autotest_lines::numbered(text), None, "{text}");
    }
}

#[test]
fn reports_begin_and_end_with_the_number_and_the_place() {
    let at = At { number: 2, place: "a.at:7" };
    assert_eq!(autotest_lines::head("2. a.at:7: testing moors: all ..."), Some((at, "moors: all")));
    assert_eq!(autotest_lines::head_inside("3. b.at:1: 2. a.at:7: testing moors ..."), Some((at, "moors")));
    assert_eq!(
        autotest_lines::tail("2. a.at:7:  FAILED (a.at:8)").map(|(at, reported)| (at, reported.word)),
        Some((at, Word::Failed))
    );
    let logged = autotest_lines::logged_tail("2. a.at:7: 2. moors (all) (a.at:7): FAILED (a.at:8)").unwrap();
    assert_eq!((logged.at, logged.name, logged.reported.word), (at, "moors (all)", Word::Failed));
    let logged = autotest_lines::logged("2. moors (a.at:7): ok     (0m0.002s 0m0.000s)").unwrap();
    assert_eq!((logged.at, logged.name, logged.reported.word), (at, "moors", Word::Ok));
    assert_eq!(autotest_lines::listed("   2: a.at:7     moors all"), Some((at, "moors all")));
    for text in [
        "2. a.at:7: moors ...",
        "2. a.at: testing a ...",
        "x. a.at:7: testing a ...",
        "2. a b:7: testing a ...",
    ] {
        assert_eq!(autotest_lines::head(text), None, "{text}");
    }
    assert_eq!(autotest_lines::tail("2. a.at:7: ok"), None);
}

#[test]
fn the_closing_list_names_what_failed_and_what_passed_unexpectedly() {
    let read =
        autotest_lines::subject("   Subject: [a 1: b] testsuite: 2 5 failed, 6 passed unexpectedly").unwrap();
    assert_eq!(read, [(2, Word::Failed), (5, Word::Failed), (6, Word::UnexpectedPass)]);
    assert_eq!(autotest_lines::subject("   Subject: [a] testsuite: 2 5").unwrap().len(), 2);
    assert_eq!(autotest_lines::subject("Subject: [a] testsuite: 2 failed"), None);
}

#[test]
fn totals_are_a_sentence_of_up_to_four_lines() {
    let read = |text: &str| {
        let mut reader = Reader::default();
        reader.begin();
        for line in text.lines() {
            assert!(reader.line(line), "{line}");
        }
        reader.sum().map(|sum| (sum.run, sum.failed, sum.skipped, sum.expected))
    };
    assert_eq!(read("1 test was successful."), Some((1, 0, 0, Some(0))));
    assert_eq!(read("All 3 tests were successful."), Some((3, 0, 0, Some(0))));
    assert_eq!(read("3 tests behaved as expected.\n2 tests were skipped."), Some((3, 0, 2, None)));
    assert_eq!(read("ERROR: 1 test was run,\n1 failed unexpectedly."), Some((1, 1, 0, Some(0))));
    assert_eq!(
        read("ERROR: All 5 tests were run,\n4 failed (1 expected failure)."),
        Some((5, 3, 0, Some(1)))
    );
    assert_eq!(read("ERROR: 5 tests were run,\n2 passed unexpectedly."), Some((5, 2, 0, None)));
    let both = "ERROR: 5 tests were run,\n2 did not behave as expected (1 unexpected failure).";
    assert_eq!(read(both), Some((5, 2, 0, Some(0))));
    let all = "ERROR: 9 tests were run,\n1 passed unexpectedly,\n5 failed (2 expected failures).\n1 test was skipped.";
    assert_eq!(read(all), Some((9, 4, 1, Some(2))));
    let stopped = "ERROR: 2 tests were run, one failed unexpectedly and inhibited subsequent tests.";
    assert_eq!(read(stopped), Some((2, 1, 0, None)));
    assert_eq!(read("ERROR: 5 tests were run,"), None);
    let mut reader = Reader::default();
    assert!(!reader.line("3 tests were successful."));
    reader.begin();
    for line in
        ["ERROR: 3 tests were successful.", "3 tests were run,", "3 tests were successful", "3 of 3 tests"]
    {
        assert!(!reader.line(line), "{line}");
    }
    assert!(reader.line("ERROR: 3 tests were run,"));
    for line in ["4 failed unexpectedly.", "0 failed unexpectedly.", "1 failed (2 expected failures)."] {
        assert!(!reader.line(line), "{line}");
    }
}

#[test]
fn a_box_has_three_lines_of_one_length() {
    let read = |text: &str| {
        let mut boxes = Boxes::default();
        text.lines().fold(Found::Nothing, |_, line| boxes.line(line))
    };
    assert_eq!(read(&boxed("Test results.")), Found::Title("Test results".to_owned()));
    assert_eq!(read("## -- ##\n## Ä. ##\n## -- ##"), Found::Title("Ä".to_owned()));
    assert_eq!(read("## --- ##\n## Tests. ##\n## --- ##"), Found::Part);
    assert_eq!(read("## --- ##\n\n## abc ##\n## --- ##"), Found::Part);
    assert_eq!(read("## abc ##"), Found::Nothing);
}

#[test]
fn text_is_kept_up_to_its_bounds_and_the_last_check_whole() {
    let mut text = Text::default();
    for number in 0..1000 {
        text.push(&format!("./a.at:{number}: true"));
    }
    text.push("--- -\tnow");
    text.push("+++ /x/at-groups/1/stdout\tnow");
    text.push("@@ -1 +1 @@");
    for number in 0..1000 {
        text.push(&format!("-{number}{}", "x".repeat(2000)));
    }
    text.push("./a.at:999: exit code was 4, expected 0");
    let mut kept = 0;
    text.each(|line| {
        kept += 1;
        assert!(line.len() <= 500);
    });
    assert!(kept <= 60 + 240 + 40, "{kept}");
    let mut messages = Messages::default();
    let message = text.tell(&mut messages).unwrap();
    assert!(message.starts_with("exit code was 4, expected 0; stdout: -0x"), "{message}");
}
