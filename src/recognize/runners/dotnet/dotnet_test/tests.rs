//! Rules of the shapes, each on the smallest line that shows it.

use super::DotnetTest;
use super::lines::{self, Word};
use crate::recognize::kit::scan::drive;

#[test]
fn a_line_of_result_has_a_word_a_name_and_a_time() {
    for (text, expected) in [
        ("  Failed A.B.C(x: \"d [e]\") [4 ms]", Some((Word::Failed, "A.B.C(x: \"d [e]\")"))),
        ("  Passed A.B [< 1 ms]", Some((Word::Passed, "A.B"))),
        ("  X A.B [1s 20ms]", Some((Word::Failed, "A.B"))),
        ("failed A.B (4ms)", Some((Word::Failed, "A.B"))),
        ("  Failed to load [the file]", None),
        ("failed three times (again)", None),
        (" Failed Inner.Pretend [1 ms]", None),
    ] {
        assert_eq!(lines::result(text), expected, "{text}");
    }
}

#[test]
fn a_name_is_split_before_its_last_part_and_parameters_belong_to_that() {
    let split = |name| {
        let id = lines::id(name);
        (id.module, id.name)
    };
    assert_eq!(split("A.B.C(x: \"d.e\")"), ("A.B", "C(x: \"d.e\")"));
    assert_eq!(split("Fails"), ("", "Fails"));
    assert_eq!(split("a name in words. And more"), ("", "a name in words. And more"));
}

fn printed(text: &str) -> String {
    drive(&mut DotnetTest::default(), text).join("\n")
}

const XUNIT: &str = "[xUnit.net 00:00:06.91]     Quay.Moors [FAIL]\n[xUnit.net 00:00:06.91]       Assert.Equal() Failure\n[xUnit.net 00:00:06.91]       Expected: 0\n[xUnit.net 00:00:06.91]       Stack Trace:\n[xUnit.net 00:00:06.91]         /src/Quay.cs(5,0): at Quay.Moors()\n[xUnit.net 00:00:06.92]   Finished:    Quay\n";

#[test]
fn what_xunit_says_of_a_failure_is_reported_when_its_block_does_not_come() {
    let alone = printed(XUNIT);
    assert!(alone.contains("Message(\"Assert.Equal() Failure\")"), "{alone}");
    assert!(alone.contains("text: \"Assert.Equal() Failure\\nExpected: 0\""), "{alone}");
    assert!(alone.contains("line: Some(5)"), "{alone}");
    let both = printed(&format!("{XUNIT}  Failed Quay.Moors [4 ms]\n  Error Message:\n   no rope\n"));
    assert!(both.contains("Message(\"no rope\")") && !both.contains("Decoded"), "{both}");
}

#[test]
fn a_run_of_an_old_vstest_is_read_with_its_titles_in_the_first_column() {
    let text = "Starting test execution, please wait...\nPassed   Quay.Sails\nFailed   Quay.Moors\nError Message:\n no rope\nStack Trace:\n   at Quay.Moors() in /src/Quay.cs:line 29\n\nTotal tests: 2. Passed: 1. Failed: 1. Skipped: 0.\nTest Run Failed.\n";
    let run = printed(text);
    assert!(run.contains("Message(\"no rope\")") && run.contains("line: Some(29)"), "{run}");
    assert!(run.contains("passed: Some(1), failed: Some(1)"), "{run}");
    let outside = printed("Failed   to moor\nTotal tests: 2. Passed: 2. Failed: 0. Skipped: 0.\n");
    assert!(!outside.contains("Declared") && !outside.contains("BlockOpened"), "{outside}");
}

#[test]
fn the_assemblies_of_a_run_are_above_its_totals() {
    let printed = printed(
        "Running tests from /a/Quay.dll (net9.0|x64)\nfailed Quay.Moors (4ms)\n  no rope\n\nTest run summary: Failed!\n  /a/Quay.dll (net9.0|x64) failed with 1 error(s) (1s)\n  /a/b (c)/Pier.dll (net9.0|x64) passed (20ms)\n\n  total: 3\n  failed: 1\n  succeeded: 2\n  skipped: 0\n  duration: 1s 234ms\n",
    );
    assert!(printed.contains("Declared { totals: Totals { passed: Some(2), failed: Some(1)"), "{printed}");
}

#[test]
fn totals_in_another_language_are_reported_by_their_order_and_sum() {
    let reported = |text: &str| {
        lines::foreign_totals(text).map(|totals| (totals.failed, totals.passed, totals.skipped, totals.total))
    };
    let expected = Some((Some(1), Some(2), Some(0), Some(3)));
    for text in [
        "Fehler!      : Fehler:     1, erfolgreich:     2, \u{fc}bersprungen:     0, gesamt:     3, Dauer: 10 ms - Quay.dll (net8.0)",
        "\u{c9}chec!  - \u{e9}chec\u{a0}:     1, r\u{e9}ussite\u{a0}:     2, ignor\u{e9}e(s)\u{a0}:     0, total\u{a0}:     3, dur\u{e9}e\u{a0}: 10 ms - Quay.dll (net8.0)",
        "\u{5931}\u{8d25}!  - \u{5931}\u{8d25}:     1\u{ff0c}\u{901a}\u{8fc7}:     2\u{ff0c}\u{5df2}\u{8df3}\u{8fc7}:     0\u{ff0c}\u{603b}\u{8ba1}:     3\u{ff0c}\u{6301}\u{7eed}\u{65f6}\u{95f4}: 10 ms - Quay.dll (net8.0)",
    ] {
        assert_eq!(reported(text), expected, "{text}");
        assert_eq!(reported(&text.replace("3,", "4,").replace("3\u{ff0c}", "4\u{ff0c}")), None);
    }
    assert_eq!(reported("Fehler! Der Kai: 1, 2, 3 - Quay.dll (net8.0)"), None);
}

#[test]
fn a_quiet_run_without_a_header_has_one_section() {
    let text = "  Failed Quay.Moors [4 ms]\n  Error Message:\n   no rope\n\nFailed!  - Failed:     1, Passed:     4, Skipped:     0, Total:     5, Duration: 30 ms - Quay.dll (net8.0)\n";
    let quiet = printed(text);
    assert!(quiet.contains("Declared") && !quiet.contains("SectionStarted"), "{quiet}");
    let platform = "failed Moors (12ms)\n  no rope\n\nTest run summary: Failed!\n  total: 5\n  failed: 1\n  succeeded: 4\n  skipped: 0\n  duration: 500ms\n";
    let quiet = printed(platform);
    assert!(quiet.contains("Declared") && !quiet.contains("SectionStarted"), "{quiet}");
    let passed = printed(
        "Passed!  - Failed:     0, Passed:     3, Skipped:     0, Total:     3, Duration: 30 ms - Quay.dll (net8.0)\n",
    );
    assert!(passed.contains("SectionStarted") && passed.contains("Declared"), "{passed}");
}
