//! Logs of other runners, as far as several tests need them, in the form in which the runners print them.

use std::fmt::Write as _;

/// A small run of `xcodebuild test` in which three tests pass.
pub const THREE_PASS: &str = "\
Test Suite 'All tests' started at 2025-11-30 10:15:00.123.
Test Suite 'LedgerTests' started at 2025-11-30 10:15:00.123.
Test Case '-[ShopTests.LedgerTests testOpen]' started.
Test Case '-[ShopTests.LedgerTests testOpen]' passed (0.001 seconds).
Test Case '-[ShopTests.LedgerTests testPost]' started.
Test Case '-[ShopTests.LedgerTests testPost]' passed (0.001 seconds).
Test Case '-[ShopTests.LedgerTests testClose]' started.
Test Case '-[ShopTests.LedgerTests testClose]' passed (0.001 seconds).
Test Suite 'LedgerTests' passed at 2025-11-30 10:15:09.456.
\t Executed 3 tests, with 0 failures (0 unexpected) in 0.083 (0.085) seconds
Test Suite 'All tests' passed at 2025-11-30 10:15:09.456.
\t Executed 3 tests, with 0 failures (0 unexpected) in 0.083 (0.085) seconds
";

/// The same run, in which the last test fails.
pub fn two_pass() -> String {
    THREE_PASS
        .replace("testClose]' passed", "testClose]' failed")
        .replace("passed at", "failed at")
        .replace("0 failures", "1 failure")
}

/// What `xcresulttool get test-results summary` says of three tests, with these failures: test, message.
pub fn summary(failures: &[(&str, &str)]) -> String {
    let reported: Vec<serde_json::Value> = failures
        .iter()
        .map(|(test, message)| {
            serde_json::json!({
                "failureText": message,
                "targetName": "ShopTests",
                "testIdentifierString": format!("LedgerTests/{test}()"),
                "testName": format!("{test}()"),
            })
        })
        .collect();
    serde_json::json!({
        "title": "Test - Shop",
        "environmentDescription": "Shop",
        "result": if failures.is_empty() { "Passed" } else { "Failed" },
        "totalTestCount": 3,
        "passedTests": 3 - failures.len(),
        "failedTests": failures.len(),
        "skippedTests": 0,
        "expectedFailures": 0,
        "testFailures": reported,
    })
    .to_string()
}

/// One test binary in `cargo test`: so many tests pass, and these fail with these words in their blocks.
pub fn cargo_test(target: &str, passing: usize, failing: &[(&str, &str)]) -> String {
    let total = passing + failing.len();
    let mut log = format!(
        "     Running {target} (target/debug/deps/harbour-0123456789abcdef)\n\nrunning {total} test{}\n",
        if total == 1 { "" } else { "s" }
    );
    for number in 0..passing {
        let _ = writeln!(log, "test tide::wave_{number} ... ok");
    }
    for (name, _) in failing {
        let _ = writeln!(log, "test {name} ... FAILED");
    }
    if !failing.is_empty() {
        log += "\nfailures:\n\n";
        for (name, words) in failing {
            let _ = write!(log, "---- {name} stdout ----\n{words}\n");
        }
        log += "\nfailures:\n";
        for (name, _) in failing {
            let _ = writeln!(log, "    {name}");
        }
    }
    let word = if failing.is_empty() { "ok" } else { "FAILED" };
    let _ = writeln!(
        log,
        "\ntest result: {word}. {passing} passed; {} failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s\n",
        failing.len()
    );
    if !failing.is_empty() {
        log += "error: test failed, to rerun pass `--lib`\n";
    }
    log
}

/// The panic of a test, as Rust's standard library prints it.
pub fn panic(name: &str, place: &str, message: &str) -> String {
    format!(
        "\nthread '{name}' (4711) panicked at {place}:\n{message}\n\
         note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace\n"
    )
}
