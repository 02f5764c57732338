//! What is tried again is one failure, and a test that passes in the end is called flaky.

use crate::support::answer;

fn text(log: &str) -> String {
    answer(&["--no-store"], log).text
}

const TRIED: &str = "    Starting 3 tests across 1 binary
        PASS [   0.004s] harbour::tests moors
  TRY 1 FAIL [   0.003s] harbour::tests casts_off

--- TRY 1 STDERR:        harbour::tests casts_off ---
thread 'casts_off' panicked at tests/tests.rs:8:5:
assertion failed: tide > 2

        PASS [   0.004s] harbour::tests anchors
────────────
";

#[test]
fn a_first_attempt_that_failed_is_flaky_when_the_totals_say_so() {
    let log = format!("{TRIED}     Summary [   0.020s] 3 tests run: 3 passed (1 flaky), 0 skipped\n");
    let answer = text(&log);
    assert!(answer.contains("weir: flaky harbour::tests casts_off\n"), "{answer}");
    assert!(answer.contains("weir: PASSED 3 passed"), "{answer}");
}

#[test]
fn totals_that_do_not_bear_it_out_take_nothing_back() {
    for summary in ["3 tests run: 3 passed, 0 skipped", "2 tests run: 2 passed (1 flaky), 0 skipped"] {
        let answer = text(&format!("{TRIED}     Summary [   0.020s] {summary}\n"));
        assert!(answer.contains("weir: FAILED") && answer.contains("casts_off"), "{summary}: {answer}");
    }
}

#[test]
fn attempts_that_say_the_same_are_shown_once() {
    let block = "
QuayTest > lands() FAILED
    java.lang.AssertionError: no rope
        at sea.QuayTest.lands(QuayTest.java:14)
";
    let log = format!(
        "> Task :test\n{block}{block}{block}\n4 tests completed, 1 failed\n\n> Task :test FAILED\n\nFAILURE: Build failed with an exception.\n\n* What went wrong:\nExecution failed for task ':test'.\n> There were failing tests. See the report at: file:///b/index.html\n\nBUILD FAILED in 5s\n"
    );
    let answer = text(&log);
    assert_eq!(answer.matches("no rope").count(), 1, "{answer}");
    assert!(answer.contains("weir: ... these 2 lines 2 times more"), "{answer}");
    assert!(answer.contains("weir: FAILED 1 failed, 3 passed"), "{answer}");
    assert!(answer.contains("Execution failed for task ':test'.\n"), "{answer}");
}

#[test]
fn a_numbered_attempt_is_printed_below_the_heading() {
    let attempt = |title: &str| {
        format!(
            "{title}\n\n    Error: no rope\n\n      3 | test\n    > 4 |   moor();\n        |   ^\n      5 | }});\n\n        at /u/quay.spec.ts:4:13\n\n"
        )
    };
    let log = format!(
        "\nRunning 1 test using 1 worker\n\n  \u{2718}  1 quay.spec.ts:3:5 \u{203a} lands (1.2s)\n  \u{2718}  2 quay.spec.ts:3:5 \u{203a} lands (retry #1) (1.1s)\n\n\n{}{}  1 failed\n    quay.spec.ts:3:5 \u{203a} lands {}\n",
        attempt(&format!("  1) quay.spec.ts:3:5 \u{203a} lands {}", "\u{2500}".repeat(40))),
        attempt(&format!("    Retry #1 {}", "\u{2500}".repeat(40))),
        "\u{2500}".repeat(40),
    );
    let answer = answer(&["--no-store", "-m", "minimal"], log).text;
    assert!(answer.contains("weir: 2 attempts\n") && answer.contains("weir: FAILED 1 failed"), "{answer}");
}
