//! What the lines of a run come to.

use super::MesonTest;
use crate::recognize::kit::scan;

const TOTALS: &str = "\nOk:                1   \nFail:              1   \n";
const OPENED: &str = "SectionStarted { opened: Own, announced: None, label: \"\" }";

fn rows(text: &str) -> Vec<String> {
    scan::drive(&mut MesonTest::default(), text)
}

fn printed(text: &str) -> String {
    rows(text).join("\n")
}

#[test]
fn a_result_begins_a_run_and_its_totals_are_reported_at_the_end() {
    let log = format!("1/2 a:b   OK   0.01s\n2/2 a:c   FAIL   0.01s   exit status 1\n>>> /build/c\n{TOTALS}");
    let reported = rows(&log);
    assert!(reported[0].contains(OPENED) && reported[0].contains("Passed"), "{}", reported[0]);
    assert!(reported[1].contains("Failed(Test)") && reported[1].contains("Heading"), "{}", reported[1]);
    assert_eq!(reported[2], "3 Mine(Detail) Text(Where)");
    assert_eq!(reported[3], "4 No Message(\"exit status 1\") | BlockClosed");
    assert_eq!(reported[4], "5 Mine(Totals) ");
    assert_eq!(reported[5], "6 Mine(Totals) MayHaveEnded");
    assert!(reported[6].contains("passed: Some(1), failed: Some(1)"), "{}", reported[6]);
}

#[test]
fn what_a_test_prints_between_rulers_is_not_judged() {
    let (bar, half) = ("\u{2015}".repeat(78), "\u{2015}".repeat(37));
    let log = format!(
        "1/2 a   RUNNING\n>>> /build/a\n{half} \u{2700}  {half}\n2/2 b   FAIL   0.01s   exit status 1\n{bar}\n\
         Fail:                7\n{bar}\n1/2 a   OK   0.01s\n2/2 b   OK   0.01s\n"
    );
    let reported = printed(&log);
    assert!(!reported.contains("Failed(") && !reported.contains("Totals"), "{reported}");
    assert_eq!(reported.matches("Passed").count(), 4, "{reported}");
}

#[test]
fn a_test_killed_by_a_signal_crashed_and_one_out_of_time_did_not() {
    assert!(printed("1/1 a   FAIL   0.01s   killed by signal 6 SIGABRT").contains("Failed(Crash)"));
    assert!(printed("1/1 a   FAIL   0.01s (killed by signal 6 SIGABRT)").contains("Failed(Crash)"));
    assert!(printed("1/1 a   TIMEOUT   1.01s   killed by signal 15 SIGTERM").contains("Failed(Timeout)"));
    assert!(printed("1/1 a   UNEXPECTEDPASS   1.01s").contains("Message(\"UNEXPECTEDPASS\")"));
}

#[test]
fn parts_that_failed_are_below_their_test() {
    let reported = printed(
        "\u{25b6} 1/1 - ebbs   OK\n\u{25b6} 1/1 - flows   FAIL\n1/1 a   FAIL   0.01s   1/2 subtests passed",
    );
    assert!(reported.contains("Decoded { part: Why, text: \"\u{25b6} 1/1 - flows   FAIL\" }"), "{reported}");
    assert!(!reported.contains("ebbs\" }"), "{reported}");
}

#[test]
fn a_quiet_run_is_known_by_its_last_line() {
    let quiet = "\nOk:                7   \nFail:              0   \n\n";
    assert!(!printed(quiet).contains("Declared"));
    assert!(!printed(&format!("{quiet}Full log written to /tmp/a.txt\n")).contains("Declared"));
    let reported = printed(&format!("{quiet}Full log written to /b/meson-logs/testlog.txt\n"));
    assert!(reported.contains("BeganThere") && reported.contains("passed: Some(7)"), "{reported}");
}

#[test]
fn a_number_that_comes_again_after_the_totals_is_of_another_run() {
    let log = format!("1/2 a   OK   0.01s\n2/2 b   FAIL   0.01s   exit status 1\n{TOTALS}");
    assert_eq!(printed(&format!("{log}{log}")).matches(OPENED).count(), 2);
    // A result that was not reported yet: a test printed the totals.
    let forged = format!("1/2 a   OK   0.01s\n{TOTALS}2/2 b   OK   0.01s\n");
    assert!(!printed(&forged).contains("Declared"), "{}", printed(&forged));
}

#[test]
fn results_of_other_sizes_are_somebody_elses() {
    let reported = printed("1/2 a   OK   0.01s\n1/9 b   FAIL   0.01s   exit status 1\n");
    assert!(!reported.contains("Failed("), "{reported}");
    let reported =
        printed("1/2 a   OK   0.01s\nninja: no work to do.\n1/9 b   FAIL   0.01s   exit status 1\n");
    assert!(reported.contains("Failed(") && reported.contains("Replaced"), "{reported}");
}

#[test]
fn logs_after_an_old_run_add_to_what_failed() {
    let log = format!(
        "1/1 a / b   FAIL   0.01s (exit status 1)\n{TOTALS}\nThe output from the failed tests:\n\n\
         1/1 a / b   FAIL   0.01s (exit status 1)\n\n--- command ---\n12:00:00 /build/b\n--- stdout ---\n\
         Ok:                9\nerror: no room\n-------\n\nFull log written to /b/meson-logs/testlog.txt\n"
    );
    let reported = printed(&log);
    assert!(reported.contains("BlockOpened(More { name: \"a / b\" })"), "{reported}");
    assert!(
        reported.contains("Message(\"error: no room\")") && reported.contains("passed: Some(1)"),
        "{reported}"
    );
}

#[test]
fn the_file_of_logs_tells_by_itself_what_failed() {
    let (bar, line) = ("=".repeat(78), "-".repeat(30));
    let log = format!(
        "Log of Meson test suite run on 2026-05-04\n\n==== 1/2 ====\ntest:         a:b\nresult:       exit status 0\n\
         {line} stdout {line}\nFail:                9\n{bar}\n\n==== 2/2 ====\ntest:         a:c\n\
         result:       exit status 1\n{line} stdout {line}\nerror: no room\n{bar}\n\nSummary of Failures:\n\n\
         2/2 a:c   FAIL   0.01s   exit status 1\n{TOTALS}"
    );
    let reported = printed(&log);
    assert_eq!(reported.matches("BlockOpened").count(), 1, "{reported}");
    assert!(
        reported.contains("Message(\"error: no room\")") && reported.contains("grade: Listed"),
        "{reported}"
    );
}

#[test]
fn tests_that_could_not_be_built_fail_the_run() {
    assert!(
        printed("Could not rebuild /b").contains("Consequence")
            && !printed("Could not rebuild it").contains("C")
    );
}

#[test]
fn the_file_of_another_run_is_a_run_of_its_own() {
    let passed =
        "1/2 a:b   OK   0.01s\n2/2 a:c   OK   0.01s\n\nOk:                2   \nFail:              0   \n\n";
    let entry = format!(
        "==== 2/2 ====\ntest:         a:c\nresult:       exit status 1\n{0} stdout {0}\nerror: no room\n{1}\n",
        "-".repeat(30),
        "=".repeat(78)
    );
    let end = format!("\nSummary of Failures:\n\n2/2 a:c   FAIL   0.01s   exit status 1\n{TOTALS}");
    let head = "Log of Meson test suite run on 2026-05-04\n\n";
    for file in [format!("{head}{entry}{end}"), format!("{head}{}{TOTALS}", entry.replace("2/2", "2/3"))] {
        let reported = printed(&format!("{passed}{file}"));
        assert_eq!(reported.matches(OPENED).count(), 2, "{reported}");
        assert!(reported.contains("Failed(Test)") || reported.contains("kind: Test"), "{reported}");
    }
    let failed = format!("1/2 a:b   OK   0.01s\n2/2 a:c   FAIL   0.01s   exit status 1\n{TOTALS}");
    let reported = printed(&format!("{failed}{head}{entry}{end}"));
    assert_eq!(reported.matches(OPENED).count(), 1, "{reported}");
    assert!(reported.contains("More { name: \"a:c\" }"), "{reported}");
}

#[test]
fn a_quiet_run_after_another_is_reported_for_itself() {
    let full = "Full log written to /b/meson-logs/testlog.txt\n";
    let failed = format!("1/2 a:b   OK   0.01s\n2/2 a:c   FAIL   0.01s   exit status 1\n{TOTALS}{full}");
    let reported = printed(&format!("{failed}\nOk:                7   \nFail:              0   \n\n{full}"));
    assert_eq!(reported.matches("Declared").count(), 2, "{reported}");
}
