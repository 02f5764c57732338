//! Tests of the recognizer for trial.

use super::flight::{self, Flight, MOST_KEPT, Reported};
use super::lines::{self, Word, named};
use super::recognizer::Trial;
use crate::recognize::kit::scan;
use crate::recognize::runners::python::unittest::Unittest;

fn printed(log: &str) -> String {
    scan::drive(&mut Trial::default(), log).join("\n")
}

fn tree(name: &str, word: &str) -> String {
    let begin = format!("    {name} ... ");
    format!("{begin}{word:>0$}\n", 79 - begin.len())
}

fn end(ran: u64, result: &str) -> String {
    format!("{}\nRan {ran} tests in 0.010s\n\n{result}\n", "-".repeat(79))
}

fn report(word: &str, text: &str, names: &str) -> String {
    format!("{}\n{word}\n{text}\n\n{names}\n", "=".repeat(79))
}

#[test]
fn lines_have_their_shape() {
    let read = named("    test_x ... crates").unwrap();
    assert_eq!((read.indent, read.name, read.rest, read.width), (4, "test_x", "crates", 15));
    assert!(named("   test_x ... ok").is_none() && named("test x ... ok").is_none());
    assert_eq!(lines::ending("  [SUCCESS!?!]").map(|parts| parts.2), Some(Word::Unexpected));
    let totals =
        lines::outcome("PASSED (skips=1, expectedFailures=1, unexpectedSuccesses=1, successes=2)", 5)
            .unwrap();
    assert_eq!((totals.passed, totals.skipped, totals.other), (Some(2), Some(1), Some(2)));
    assert!(lines::outcome("PASSED (successes=3)", 4).is_none() && lines::outcome("PASSED by", 1).is_none());
    assert!(lines::outcome("FAILED (successes=3)", 3).is_none() && lines::outcome("OK", 3).is_none());
    let totals = lines::outcome("0.0137 6 6 1 0 2", 6).unwrap();
    assert_eq!((totals.passed, totals.errors, totals.failed), (Some(3), Some(1), Some(0)));
    assert!(lines::outcome("0.0137 6 7 1 0 2", 6).is_none());
}

#[test]
fn a_word_at_the_edge_of_the_tree_or_after_a_whole_name_begins_a_run() {
    let certain = |line: &str| named(line.trim_end()).is_some_and(|named| flight::is_certain(&named));
    assert!(certain(&tree("test_x", "[OK]")) && certain("a.test_b.C.test_x ... [FAILURE]"));
    for line in ["    test_x ... [OK]", "    test_x ...   [OK]", "test_x ... [OK]", "a.test_x ... ok"] {
        assert!(!certain(line), "{line}");
        assert!(!printed(line).contains("SectionStarted"), "{line}");
    }
}

#[test]
fn what_a_test_prints_is_before_its_result() {
    let read = named("    test_x ... crates").unwrap();
    let mut flight = Flight::new(&read, "test_x".to_owned());
    assert_eq!(flight.result("    [OK]"), None);
    assert_eq!(flight.result(&format!("{:60}[OK]", "")), Some(Word::Passed));
    let log = format!("{}    test_x ... \n{}", tree("test_a", "[OK]"), end(1, "PASSED (successes=1)"));
    let reported = printed(&log);
    assert!(!reported.contains("Declared") && reported.contains("Started"), "{reported}");
    let over = format!("{log}{:58}[FAIL]\n{}", "", report("[FAIL]", "a.Error: b", "m.C.test_x"));
    let reported = printed(&format!("{over}{}", end(2, "FAILED (failures=1, successes=1)")));
    assert!(
        reported.contains("passed: Some(1), failed: Some(1)") && !reported.contains("Started("),
        "{reported}"
    );
    assert!(
        reported.contains("module: \"m.C\", separator: \".\", name: \"test_x\"")
            && !reported.contains("Finished"),
        "{reported}"
    );
}

#[test]
fn one_traceback_means_several_tests() {
    let text = "Traceback (most recent call last):\n  File \"/a/test_b.py\", line 3, in setUp\n    fail()\nx.Error: no\n\nmore";
    let reported = printed(&format!(
        "{}{}",
        report("[ERROR]", text, "m.C.test_x\nm.C.test_y"),
        end(2, "FAILED (errors=2)")
    ));
    assert_eq!(reported.matches("BlockOpened").count(), 2, "{reported}");
    assert_eq!(reported.matches("Message(\"x.Error: no\")").count(), 2, "{reported}");
    assert!(
        reported.contains("file: \"/a/test_b.py\", line: Some(3)") && reported.contains("errors: Some(2)"),
        "{reported}"
    );
}

#[test]
fn a_second_failure_of_a_test_has_a_name_of_its_own() {
    let both = report("[FAIL]", "a.Error: b", "m.C.test_x") + &report("[ERROR]", "a.Error: c", "m.C.test_x");
    let reported = printed(&format!("{both}{}", end(1, "FAILED (failures=1, errors=1)")));
    assert!(reported.contains("name: \"test_x (again)\""), "{reported}");
}

#[test]
fn a_failure_that_only_its_line_reported_is_reported_at_the_end() {
    let reported = printed(&format!("{}{}", tree("test_a", "[OK]"), tree("test_b", "[FAIL]")));
    assert!(reported.contains("name: \"test_b\" }, outcome: Failed(Test), grade: Line"), "{reported}");
    let cut =
        printed(&format!("{}\n[FAIL]\nTraceback (most recent call last):\nx.Error: no\n", "=".repeat(79)));
    assert!(cut.contains("BlockOpened") && cut.contains("x.Error: no"), "{cut}");
}

#[test]
fn totals_of_a_pass_are_not_believed_against_a_failure() {
    let log = format!("{}{}", tree("test_b", "[FAIL]"), end(1, "PASSED (successes=1)"));
    assert!(!printed(&log).contains("Declared"));
    let fewer =
        format!("{}{}{}", tree("test_a", "[OK]"), tree("test_b", "[OK]"), end(1, "PASSED (successes=1)"));
    assert!(!printed(&fewer).contains("Declared"));
}

#[test]
fn runs_of_unittest_are_not_taken() {
    let log = format!(
        "{0}\nFAIL: test_x (m.C.test_x)\n{1}\nError\n\n{1}\nRan 1 test in 0.1s\n\nFAILED (failures=1)\n",
        "=".repeat(70),
        "-".repeat(70)
    );
    assert!(!printed(&log).contains("SectionStarted"));
    let own = scan::drive(&mut Unittest::default(), &log).join("\n");
    assert!(own.contains("Declared"), "{own}");
}

#[test]
fn no_tests_are_no_pass() {
    assert!(!printed(&format!("\n{}\n\nPASSED\n", "-".repeat(79))).contains("SectionStarted"));
}

#[test]
fn failures_are_kept_up_to_their_bound() {
    let mut reported = Reported::default();
    for number in 0..=MOST_KEPT {
        reported.push(&format!("test_{number}"), "");
    }
    assert_eq!(reported.take().len(), MOST_KEPT);
}

#[test]
fn a_run_that_died_does_not_take_the_totals_of_the_next() {
    let again = "a.test_b.C.test_x ... [OK]\na.test_b.C.test_y ... Killed\na.test_b.C.test_x ... [OK]\n\
                 a.test_b.C.test_y ... says\n[OK]\n";
    let other = "a.test_b.C.test_x ... [OK]\na.test_b.C.test_y ... Killed\na.test_c.C.test_x ... [OK]\n\
                 a.test_c.C.test_y ... [OK]\na.test_c.C.test_z ... says\n[OK]\n";
    for (log, ran) in [(again, 2), (other, 3)] {
        let reported = printed(&format!("{log}{}", end(ran, &format!("PASSED (successes={ran})"))));
        assert!(
            reported.contains("Started(") && reported.matches("SectionStarted").count() == 2,
            "{reported}"
        );
    }
    // A result that is printed is whole, so the one after it is not that test's.
    let statement = "a.test_b.C.test_x ... [OK]\na.test_b.C.test_y ... \na.C.test_inner ... [OK]\n[OK]\n\
                   a.test_b.C.test_z ... [OK]\n";
    let reported = printed(&format!("{statement}{}", end(3, "PASSED (successes=3)")));
    assert!(reported.contains("Declared") && reported.matches("SectionStarted").count() == 1, "{reported}");
}

#[test]
fn a_line_that_a_test_printed_and_that_ends_like_a_result_is_none() {
    let first = "a.test_b.C.test_a ... [OK]\na.test_b.C.test_x ... \nodd [ERROR]\nodd [OK]\n";
    let second = "a.test_b.C.test_y ... \nodd[ERROR]\n";
    let reported =
        printed(&format!("{first}[OK]\na.test_b.C.test_y ... [OK]\n{}", end(3, "PASSED (successes=3)")));
    assert!(reported.contains("Counted { passed: 3, failed: 0"), "{reported}");
    // After output without a line end.
    for log in [format!("{first}{second}"), format!("{first}{second}{}", "-".repeat(79))] {
        let reported = printed(&log);
        assert!(
            reported.contains("name: \"test_y\"") && !reported.contains("name: \"test_x\""),
            "{reported}"
        );
    }
}

#[test]
fn the_last_lines_alone_are_read_where_they_are_trials() {
    let last = |result: &str| printed(&format!("Ran 3 tests in 0.1s\n\n{result}\n"));
    assert!(last("PASSED (successes=3)").contains("passed: Some(3)"));
    assert!(last("FAILED (errors=1, successes=2)").contains("errors: Some(1)"));
    assert!(!last("FAILED (errors=1)").contains("Declared") && !last("PASSED").contains("Declared"));
}
