//! Colours that are what a test compares: they are written out where they are the only difference.

use crate::support::answer;

fn jest(expected: &str, received: &str) -> String {
    let log = format!(
        "FAIL ./paint.test.js\n  \u{25cf} paints\n\n    expect(received).toBe(expected) // Object.is equality\n\n    - Expected  - 1\n    + Received  + 1\n\n    {expected}\n    {received}\n\n      at Object.toBe (paint.test.js:4:13)\n\nTest Suites: 1 failed, 1 total\nTests:       1 failed, 1 passed, 2 total\n"
    );
    answer(&["--no-store"], log).text
}

#[test]
fn an_escape_that_is_the_only_difference_is_written_out() {
    let answer = jest("- \u{1b}[90mtide\u{1b}[39m", "+ tide");
    assert!(answer.contains("    - \\x1b[90mtide\\x1b[39m\n    + tide\n"), "{answer}");
    let answer = jest("- tide", "+ \u{1b}[90mtide\u{1b}[39m");
    assert!(answer.contains("    - tide\n    + \\x1b[90mtide\\x1b[39m\n"), "{answer}");
}

#[test]
fn a_runners_own_colours_stay_out() {
    for (expected, received) in [
        ("\u{1b}[32m- tide\u{1b}[39m", "\u{1b}[31m+ ebb\u{1b}[39m"),
        ("\u{1b}[32m- tide\u{1b}[39m", "\u{1b}[31m+ tide\u{1b}[39m"),
    ] {
        let answer = jest(expected, received);
        assert!(answer.contains("    - tide\n") && !answer.contains("x1b"), "{answer}");
    }
}
