use super::automake_lines::{self, Made, Sum, Word};
use super::blocks::{Blocks, Found};

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

fn serial(printed: &str) -> String {
    let ruler = "=".repeat(printed.len());
    format!("{ruler}\n{printed}\n{ruler}\n")
}

#[test]
fn results_have_a_name_and_perhaps_a_case() {
    let read =
        |text| automake_lines::result(text).map(|reported| (reported.word, reported.test, reported.case));
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
    let read = |text| automake_lines::banner(text).map(|sum| (sum.total, sum.failed, sum.expected));
    assert_eq!(read("All 3 tests passed"), Some((3, 0, Some(0))));
    assert_eq!(read("1 test passed"), Some((1, 0, Some(0))));
    assert_eq!(read("All 3 tests behaved as expected (1 expected failure)"), Some((3, 0, Some(1))));
    assert_eq!(read("2 of 3 tests failed"), Some((3, 2, None)));
    assert_eq!(read("4 of 6 tests did not behave as expected (1 unexpected pass)"), Some((6, 4, None)));
    for text in ["4 of 3 tests failed", "0 of 3 tests failed", "All 3 tests", "3 tests passed today"] {
        assert_eq!(read(text), None, "{text}");
    }
    assert_eq!(automake_lines::not_run("(1 test was not run)"), Some(1));
}

#[test]
fn lines_of_make_are_distinguished() {
    assert!(
        automake_lines::is_begin("make  check-TESTS")
            && automake_lines::is_begin("/usr/bin/gmake A=b check-TESTS check-local")
    );
    assert!(!automake_lines::is_begin("remaking check-TESTS") && !automake_lines::is_begin("make check"));
    assert_eq!(automake_lines::made("make[2]: Entering directory 'x'"), Some(Made::Enters("make[2]", "'x'")));
    assert_eq!(automake_lines::made("make: *** [Makefile:7: test-suite.log] Error 1"), Some(Made::Fails));
    assert_eq!(automake_lines::made("make: *** [Makefile:7: a.o] Error 1"), Some(Made::Breaks));
    assert_eq!(automake_lines::made("maker: x"), None);
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
