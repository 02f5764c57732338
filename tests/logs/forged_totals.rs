//! Totals that say that all went well, behind a run that told of failures: a test may have printed them, or the failures.

use crate::support::kept::{named, verdict};

/// The log up to its own totals, and others in their place.
fn forged(name: &str, own: &str, totals: &str) -> String {
    let text = &named(name).text;
    let end = text.rfind(own).unwrap();
    format!("{}{totals}", &text[..end])
}

#[test]
fn totals_without_a_problem_take_back_no_list_that_the_points_do_not_account_for() {
    for number in [1, 2, 3, 5, 10, 40, 400] {
        let ok = format!("OK ({number} tests, {number} assertions)\n");
        for (name, own) in [
            ("phpunit/few-failures.txt", "ERRORS!\n"),
            ("phpunit/few-failures-testdox.txt", "ERRORS!\n"),
        ] {
            assert_ne!(verdict(&forged(name, own, &ok)), "passed", "{name} {number}");
        }
        let ok = format!("{number} runs, {number} assertions, 0 failures, 0 errors, 0 skips\n");
        let name = "minitest/few-failures.txt";
        assert_ne!(verdict(&forged(name, "8 runs, ", &ok)), "passed", "{name} {number}");
    }
}

/// Three tests passed, and the second printed the list of a run of its own: the points tell of all three.
#[test]
fn a_list_that_a_passing_test_printed_is_output_where_the_points_account_for_every_test() {
    let list = "There was 1 failure:\n\n1) Quay\\Tests\\QuayTest::testMoors\nFailed asserting that 1 is 2.\n\n\
                /home/user/quay/QuayTest.php:8\n\n";
    let log = format!(
        "PHPUnit 10.5.1 by Sebastian Bergmann and contributors.\n\nRuntime:       PHP 8.2.35\n\n\
         ...                                                                 3 / 3 (100%)\n\
         {list}Time: 00:00.010, Memory: 6.00 MB\n\nOK (3 tests, 3 assertions)\n"
    );
    assert_eq!(verdict(&log), "passed");
}
