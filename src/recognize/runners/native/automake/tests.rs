use super::Automake;
use super::blocks::{Blocks, Found};
use super::lines::{self, Made, Sum, Word};
use crate::recognize::kit::scan::drive;

const BEGIN: &str = "make  check-TESTS\nmake[1]: Entering directory '/h/tests'\n";
const LEFT: &str = "make[1]: Leaving directory '/h/tests'\n";

fn printed(log: &str) -> String {
    drive(&mut Automake::default(), log).join("\n")
}

fn summary(numbers: [u64; 6]) -> String {
    let ruler = "=".repeat(76);
    let labels = ["PASS", "SKIP", "XFAIL", "FAIL", "XPASS", "ERROR"];
    let lines: String =
        labels.iter().zip(numbers).map(|(label, number)| format!("# {label}: {number}\n")).collect();
    let total: u64 = numbers.iter().sum();
    format!("{ruler}\nTestsuite summary for harbour 1.0\n{ruler}\n# TOTAL: {total}\n{lines}{ruler}\n")
}

fn title(path: &str, numbers: &str) -> String {
    let ruler = "=".repeat(path.len() + 6);
    format!("{ruler}\n   {path}\n{ruler}\n\n{numbers}\n.. contents:: :depth: 2\n\n")
}

/// The numbers of a summary, as a log's head has them.
fn numbers(numbers: [u64; 6]) -> String {
    summary(numbers).lines().filter(|line| line.starts_with('#')).map(|line| format!("{line}\n")).collect()
}

fn serial(printed: &str) -> String {
    let ruler = "=".repeat(printed.len());
    format!("{ruler}\n{printed}\n{ruler}\n")
}

#[test]
fn results_have_a_name_and_perhaps_a_case() {
    let read = |text| lines::result(text).map(|reported| (reported.word, reported.test, reported.case));
    assert_eq!(read("PASS: moors.sh"), Some((Word::Pass, "moors.sh", "")));
    assert_eq!(
        read("XPASS: a.tap 5 - ebbs # TODO"),
        Some((Word::UnexpectedPass, "a.tap", "5 - ebbs # TODO"))
    );
    assert_eq!(read("ERROR: a.tap - missing test plan"), Some((Word::Error, "a.tap", "- missing test plan")));
    for text in ["FAIL: test_x (tests.Case)", "PASS: a b", "PASS: ", "FAIL: (x)", "ERROR: a: b", "FAILED: a"]
    {
        assert_eq!(read(text), None, "{text}");
    }
}

#[test]
fn closing_lines_of_the_serial_harness_are_whole() {
    let read = |text| lines::banner(text).map(|sum| (sum.total, sum.failed, sum.expected));
    assert_eq!(read("All 3 tests passed"), Some((3, 0, Some(0))));
    assert_eq!(read("1 test passed"), Some((1, 0, Some(0))));
    assert_eq!(read("All 3 tests behaved as expected (1 expected failure)"), Some((3, 0, Some(1))));
    assert_eq!(read("2 of 3 tests failed"), Some((3, 2, None)));
    assert_eq!(read("4 of 6 tests did not behave as expected (1 unexpected pass)"), Some((6, 4, None)));
    for text in ["4 of 3 tests failed", "0 of 3 tests failed", "All 3 tests", "3 tests passed today"] {
        assert_eq!(read(text), None, "{text}");
    }
    assert_eq!(lines::not_run("(1 test was not run)"), Some(1));
}

#[test]
fn lines_of_make_are_distinguished() {
    assert!(
        lines::is_begin("make  check-TESTS") && lines::is_begin("/usr/bin/gmake A=b check-TESTS check-local")
    );
    assert!(!lines::is_begin("remaking check-TESTS") && !lines::is_begin("make check"));
    assert_eq!(lines::made("make[2]: Entering directory 'x'"), Some(Made::Enters("make[2]", "'x'")));
    assert_eq!(lines::made("make: *** [Makefile:7: test-suite.log] Error 1"), Some(Made::Fails));
    assert_eq!(lines::made("make: *** [Makefile:7: a.o] Error 1"), Some(Made::Breaks));
    assert_eq!(lines::made("maker: x"), None);
}

#[test]
fn totals_are_between_rulers() {
    let read = |text: &str| {
        let mut blocks = Blocks::default();
        text.lines().map(|line| blocks.line(line)).last()
    };
    let sum = Sum { parallel: true, total: 9, failed: 6, skipped: 1, expected: Some(1) };
    assert_eq!(read(&summary([1, 1, 1, 1, 2, 3])), Some(Found::Sum(sum)));
    assert!(matches!(read(&serial("2 of 3 tests failed")), Some(Found::Sum(sum)) if sum.failed == 2));
    assert_eq!(read("===============\n2 of 3 tests failed\n============="), Some(Found::Ruler));
    let title: Vec<String> =
        title("h 1.0: a/test-suite.log", "").lines().take(3).map(str::to_owned).collect();
    assert_eq!(read(&title.join("\n")), Some(Found::Log));
}

#[test]
fn a_run_has_its_totals_when_something_else_follows_or_nothing() {
    let reported = printed(&format!("{BEGIN}PASS: a\nXFAIL: b\n{}{LEFT}", summary([1, 0, 1, 0, 0, 0])));
    assert!(reported.contains("Mine(Totals) MayHaveEnded"), "{reported}");
    assert!(
        reported.contains("end Counted { passed: 1,") && reported.contains("other: Some(1)"),
        "{reported}"
    );
    let two = format!("{BEGIN}FAIL: a\n{0}{LEFT}{BEGIN}FAIL: a\n{0}{LEFT}", summary([0, 0, 0, 1, 0, 0]));
    assert_eq!(printed(&two).matches("failed: Some(1)").count(), 2);
}

#[test]
fn a_line_of_result_is_nobodys_before_totals_follow() {
    let alone = printed("FAIL: a\nPASS: b\n");
    assert!(!alone.contains("SectionStarted") && !alone.contains("Finished"), "{alone}");
    let reported = printed(&format!("FAIL: a\nPASS: b\n{}", summary([1, 0, 0, 1, 0, 0])));
    assert!(reported.contains("BeganThere") && reported.contains("Instead(\"FAIL: a\")"), "{reported}");
    assert!(!printed(&serial("All 3 tests passed")).contains("SectionStarted"));
}

#[test]
fn totals_that_a_test_of_the_serial_harness_prints_are_replaced() {
    let forged = serial("All 3 tests passed");
    let own = serial("1 of 2 tests failed");
    let reported = printed(&format!("{BEGIN}PASS: a\n{forged}FAIL: b\n{own}{LEFT}"));
    assert_eq!(reported.matches("Declared").count(), 1, "{reported}");
    assert!(reported.contains("failed: Some(1)"), "{reported}");
    let cut = printed(&format!("{BEGIN}PASS: a\n{forged}FAIL: b\n"));
    assert!(!cut.contains("Declared") && cut.contains("SectionEnded(Replaced)"), "{cut}");
}

#[test]
fn failures_that_totals_do_not_count_are_taken_back_when_make_leaves() {
    let run = format!("{BEGIN}FAIL: x\nPASS: a\n{}", serial("1 test passed"));
    let reported = printed(&format!("{run}{LEFT}"));
    assert!(reported.contains("Withdrawn") && reported.contains("failed: Some(0)"), "{reported}");
    let cut = printed(&run);
    assert!(!cut.contains("Withdrawn") && !cut.contains("Declared"), "{cut}");
}

#[test]
fn what_the_serial_harness_never_says_is_taken_back() {
    let log = format!("{BEGIN}ERROR: x\nFAIL: y 3 - z\nFAIL: a\n{}{LEFT}", serial("1 of 1 test failed"));
    let reported = printed(&log);
    assert_eq!(reported.matches("Withdrawn").count(), 2, "{reported}");
}

#[test]
fn a_test_prints_above_its_result_with_the_serial_harness_only() {
    let log = format!("{BEGIN}a.c: error: no\nFAIL: a\n");
    assert!(printed(&log).contains("Message(\"a.c: error: no\")"));
    let twice = "make[2]: Entering directory '/h/tests'\n";
    assert!(!printed(&format!("{BEGIN}{twice}  CC a.o\na.c: warning\nFAIL: a\n")).contains("Decoded"));
    let died = format!("{BEGIN}{twice}t: line 6: 7 Segmentation fault ./a\nPASS: b\nFAIL: a\n");
    assert!(printed(&died).contains("Segmentation fault"));
}

#[test]
fn something_else_that_broke_among_the_tests_stays_reported() {
    let broke = "make[3]: *** [Makefile:7: b.o] Error 1\n";
    let reported = printed(&format!("{BEGIN}PASS: a\n{broke}{}{LEFT}", summary([1, 0, 0, 0, 0, 0])));
    assert!(!reported.contains("Declared") && reported.contains("SectionEnded(Replaced)"), "{reported}");
}

#[test]
fn a_folder_without_tests_is_no_run() {
    let reported = printed(&format!("{BEGIN}{LEFT}"));
    assert!(reported.contains("passed: Some(0)"), "{reported}");
}

#[test]
fn a_log_above_the_totals_tells_why() {
    let all = [0, 0, 0, 2, 0, 0];
    let log = format!(
        "{BEGIN}FAIL: a.sh\nFAIL: b.tap 2 - ebbs\n{}FAIL: a\n=======\n\na: error: no\n{}\nFAIL a.sh (exit status: 1)\n\n\
         FAIL: b\n=======\n\nnot ok 2 - ebbs\nFAIL: b.tap 2 - ebbs\n# got 3\n\n{}See a/test-suite.log\n",
        title("h 1.0: a/test-suite.log", &numbers(all)),
        summary([2, 0, 0, 0, 0, 0]),
        summary(all)
    );
    let reported = printed(&log);
    assert!(
        reported.contains("More { name: \"a.sh\" }") && reported.contains("Message(\"a: error: no\")"),
        "{reported}"
    );
    assert!(
        reported.contains("More { name: \"b.tap 2 - ebbs\" }") && reported.contains("Message(\"got 3\")"),
        "{reported}"
    );
    assert!(reported.contains("passed: Some(0), failed: Some(2)"), "{reported}");
}

#[test]
fn a_log_alone_tells_of_its_own_run_and_no_more_failures_than_it_counts() {
    let body =
        "FAIL: a\n=======\n\nno\nFAIL a (exit status: 1)\n\nFAIL: b\n=======\n\nFAIL b (exit status: 1)\n";
    let log = format!("{}{body}", title("h 1.0: a/test-suite.log", &numbers([4, 0, 0, 1, 0, 0])));
    let reported = printed(&log);
    assert_eq!(reported.matches("BlockOpened").count(), 1, "{reported}");
    assert!(reported.contains("passed: Some(4), failed: Some(1)"), "{reported}");
}

#[test]
fn a_log_after_its_run_adds_no_failure() {
    let all = [0, 0, 0, 1, 0, 0];
    let body = "FAIL: a\n=======\n\nno\nFAIL a (exit status: 1)\n";
    let log = format!(
        "{BEGIN}FAIL: a\n{}{LEFT}{}{body}",
        summary(all),
        title("h: a/test-suite.log", &numbers(all))
    );
    let reported = printed(&log);
    assert_eq!(reported.matches("Outcome").count() + reported.matches("Finished").count(), 1, "{reported}");
    assert!(
        reported.contains("More { name: \"a\" }") && reported.matches("Declared").count() == 1,
        "{reported}"
    );
}

#[test]
fn a_test_that_left_no_result_died() {
    let reported = printed("fatal: making test-suite.log: failed to create a.trs\n");
    assert!(reported.contains("name: \"a\"") && reported.contains("kind: Crash"), "{reported}");
}
