//! Totals that say that all went well, after a run that reported failures: a test may have printed them, or the failures.

use crate::support::kept::{named, verdict};

/// The log up to its own totals, and others in their place.
fn forged(name: &str, own: &str, totals: &str) -> String {
    let text = &named(name).text;
    let end = text.rfind(own).unwrap();
    format!("{}{totals}", &text[..end])
}

#[test]
fn totals_without_a_problem_take_back_no_list_that_the_points_do_not_account_for() {
    for number in [5, 10, 40, 400] {
        let ok = format!("OK ({number} tests, {number} assertions)\n");
        for (name, own) in
            [("phpunit/few-failures.txt", "ERRORS!\n"), ("phpunit/few-failures-testdox.txt", "ERRORS!\n")]
        {
            assert_ne!(verdict(&forged(name, own, &ok)), "passed", "{name} {number}");
        }
        let ok = format!("{number} runs, {number} assertions, 0 failures, 0 errors, 0 skips\n");
        let name = "minitest/few-failures.txt";
        assert_ne!(verdict(&forged(name, "8 runs, ", &ok)), "passed", "{name} {number}");
    }
}

/// A passing test printed a run of its own, its list and its totals: the points tell of every test.
#[test]
fn a_list_that_a_passing_test_printed_is_output_where_the_points_account_for_every_test() {
    for name in ["phpunit/hostile.txt", "minitest/hostile.txt"] {
        assert_eq!(named(name).verdict(), "passed", "{name}");
    }
}
