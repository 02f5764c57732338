//! What the lines of a run come to.

use super::MesonTest;
use crate::recognize::kit::scan;

const TOTALS: &str = "\nOk:                1   \nFail:              1   \n";
const OPENED: &str = "SectionStarted { opened: Own, announced: None, label: \"\" }";

fn rows(text: &str) -> Vec<String> {
    scan::drive(&mut MesonTest::default(), text)
}

fn said(text: &str) -> String {
    rows(text).join("\n")
}

#[test]
fn a_result_begins_a_run_and_its_totals_are_told_at_the_end() {
    let log = format!("1/2 a:b   OK   0.01s\n2/2 a:c   FAIL   0.01s   exit status 1\n>>> /build/c\n{TOTALS}");
    let told = rows(&log);
    assert!(told[0].contains(OPENED) && told[0].contains("Passed"), "{}", told[0]);
    assert!(told[1].contains("Failed(Test)") && told[1].contains("Heading"), "{}", told[1]);
    assert_eq!(told[2], "3 Mine(Detail) Text(Where)");
    assert_eq!(told[3], "4 No Message(\"exit status 1\") | BlockClosed");
    assert_eq!(told[4], "5 Mine(Totals) ");
    assert_eq!(told[5], "6 Mine(Totals) MayHaveEnded");
    assert!(told[6].contains("passed: Some(1), failed: Some(1)"), "{}", told[6]);
}

#[test]
fn what_a_test_prints_between_rulers_is_not_judged() {
    let (bar, half) = ("\u{2015}".repeat(78), "\u{2015}".repeat(37));
    let log = format!(
        "1/2 a   RUNNING\n>>> /build/a\n{half} \u{2700}  {half}\n2/2 b   FAIL   0.01s   exit status 1\n{bar}\n\
         Fail:                7\n{bar}\n1/2 a   OK   0.01s\n2/2 b   OK   0.01s\n"
    );
    let told = said(&log);
    assert!(!told.contains("Failed(") && !told.contains("Totals"), "{told}");
    assert_eq!(told.matches("Passed").count(), 4, "{told}");
}

#[test]
fn a_test_killed_by_a_signal_crashed_and_one_out_of_time_did_not() {
    assert!(said("1/1 a   FAIL   0.01s   killed by signal 6 SIGABRT").contains("Failed(Crash)"));
    assert!(said("1/1 a   FAIL   0.01s (killed by signal 6 SIGABRT)").contains("Failed(Crash)"));
    assert!(said("1/1 a   TIMEOUT   1.01s   killed by signal 15 SIGTERM").contains("Failed(Timeout)"));
    assert!(said("1/1 a   UNEXPECTEDPASS   1.01s").contains("Message(\"UNEXPECTEDPASS\")"));
}

#[test]
fn parts_that_failed_stand_below_their_test() {
    let told = said(
        "\u{25b6} 1/1 - ebbs   OK\n\u{25b6} 1/1 - flows   FAIL\n1/1 a   FAIL   0.01s   1/2 subtests passed",
    );
    assert!(told.contains("Decoded { part: Why, text: \"\u{25b6} 1/1 - flows   FAIL\" }"), "{told}");
    assert!(!told.contains("ebbs\" }"), "{told}");
}

#[test]
fn a_quiet_run_is_known_by_its_last_line() {
    let quiet = "\nOk:                7   \nFail:              0   \n\n";
    assert!(!said(quiet).contains("Declared"));
    assert!(!said(&format!("{quiet}Full log written to /tmp/a.txt\n")).contains("Declared"));
    let told = said(&format!("{quiet}Full log written to /b/meson-logs/testlog.txt\n"));
    assert!(told.contains("BeganThere") && told.contains("passed: Some(7)"), "{told}");
}

#[test]
fn a_number_that_comes_again_behind_the_totals_is_of_another_run() {
    let log = format!("1/2 a   OK   0.01s\n2/2 b   FAIL   0.01s   exit status 1\n{TOTALS}");
    assert_eq!(said(&format!("{log}{log}")).matches(OPENED).count(), 2);
    // A result that was not told yet: a test printed the totals.
    let forged = format!("1/2 a   OK   0.01s\n{TOTALS}2/2 b   OK   0.01s\n");
    assert!(!said(&forged).contains("Declared"), "{}", said(&forged));
}

#[test]
fn results_of_other_sizes_are_somebody_elses() {
    let told = said("1/2 a   OK   0.01s\n1/9 b   FAIL   0.01s   exit status 1\n");
    assert!(!told.contains("Failed("), "{told}");
    let told = said("1/2 a   OK   0.01s\nninja: no work to do.\n1/9 b   FAIL   0.01s   exit status 1\n");
    assert!(told.contains("Failed(") && told.contains("Replaced"), "{told}");
}

#[test]
fn logs_behind_an_old_run_add_to_what_failed() {
    let log = format!(
        "1/1 a / b   FAIL   0.01s (exit status 1)\n{TOTALS}\nThe output from the failed tests:\n\n\
         1/1 a / b   FAIL   0.01s (exit status 1)\n\n--- command ---\n12:00:00 /build/b\n--- stdout ---\n\
         Ok:                9\nerror: no room\n-------\n\nFull log written to /b/meson-logs/testlog.txt\n"
    );
    let told = said(&log);
    assert!(told.contains("BlockOpened(More { name: \"a / b\" })"), "{told}");
    assert!(told.contains("Message(\"error: no room\")") && told.contains("passed: Some(1)"), "{told}");
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
    let told = said(&log);
    assert_eq!(told.matches("BlockOpened").count(), 1, "{told}");
    assert!(told.contains("Message(\"error: no room\")") && told.contains("grade: Listed"), "{told}");
}

#[test]
fn tests_that_could_not_be_built_fail_the_run() {
    assert!(
        said("Could not rebuild /b").contains("Consequence") && !said("Could not rebuild it").contains("C")
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
        let told = said(&format!("{passed}{file}"));
        assert_eq!(told.matches(OPENED).count(), 2, "{told}");
        assert!(told.contains("Failed(Test)") || told.contains("kind: Test"), "{told}");
    }
    let failed = format!("1/2 a:b   OK   0.01s\n2/2 a:c   FAIL   0.01s   exit status 1\n{TOTALS}");
    let told = said(&format!("{failed}{head}{entry}{end}"));
    assert_eq!(told.matches(OPENED).count(), 1, "{told}");
    assert!(told.contains("More { name: \"a:c\" }"), "{told}");
}

#[test]
fn a_quiet_run_behind_another_is_told_for_itself() {
    let full = "Full log written to /b/meson-logs/testlog.txt\n";
    let failed = format!("1/2 a:b   OK   0.01s\n2/2 a:c   FAIL   0.01s   exit status 1\n{TOTALS}{full}");
    let told = said(&format!("{failed}\nOk:                7   \nFail:              0   \n\n{full}"));
    assert_eq!(told.matches("Declared").count(), 2, "{told}");
}
