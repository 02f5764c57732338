//! How each runner prints a run. The formats are facts, the sentences are ours.
//!
//! Free text carries its number in the log (`#00012`) after a letter for its kind: `why`, `out`.

use crate::runs::{Fate, Run, Test};

fn out(test: &Test, indent: &str) -> String {
    (0..test.prints)
        .map(|line| format!("{indent}out#{:05}.{line} FAILED to be silent\n", test.number))
        .collect()
}

fn why(test: &Test) -> String {
    format!("why#{:05} the sum is wrong", test.number)
}

fn failing(tests: &[Test]) -> impl Iterator<Item = &Test> {
    tests.iter().filter(|test| test.fate == Fate::Fails)
}

pub fn cargo_test(run: &Run) -> String {
    let place = run.place;
    let name = |test: &Test| format!("part_{}::tests::{}", test.module, run.key(test));
    let count = run.tests.len();
    let mut text =
        format!("     Running unittests src/lib.rs (target/debug/deps/demo_{place}-0123456789abcdef)\n");
    text += &format!("\nrunning {count} test{}\n", if count == 1 { "" } else { "s" });
    for test in &run.tests {
        let word = match test.fate {
            Fate::Passes => "ok",
            Fate::Fails => "FAILED",
            Fate::Skips => "ignored",
        };
        text += &format!("test {} ... {word}\n", name(test));
    }
    let failed = run.count(Fate::Fails);
    if failed > 0 {
        text += "\nfailures:\n\n";
        for test in failing(&run.tests) {
            let (name, number) = (name(test), test.number);
            text += &format!("---- {name} stdout ----\n{}\n", out(test, ""));
            text += &format!(
                "thread '{name}' (77) panicked at src/part_{}.rs:{number}:9:\n{}\n",
                test.module,
                why(test)
            );
            if number % 7 == 0 {
                text += "note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace\n";
            }
            text += "\n";
        }
        text += "\nfailures:\n";
        for test in failing(&run.tests) {
            text += &format!("    {}\n", name(test));
        }
    }
    text += &format!(
        "\ntest result: {}. {} passed; {failed} failed; {} ignored; 0 measured; 0 filtered out; finished in 0.01s\n\n",
        if failed > 0 { "FAILED" } else { "ok" },
        run.count(Fate::Passes),
        run.count(Fate::Skips),
    );
    if failed > 0 {
        text += "error: test failed, to rerun pass `--lib`\n";
    }
    text
}

/// With more than one attempt, every third test that passes failed at first.
pub fn nextest(run: &Run, attempts: u32) -> String {
    let tests: Vec<&Test> = run.tests.iter().filter(|test| test.fate != Fate::Skips).collect();
    let (count, skipped) = (tests.len(), run.count(Fate::Skips));
    let name = |test: &Test| format!("demo part_{}::{}", test.module, run.key(test));
    let mut text =
        "────────────\n Nextest run ID cfb9cb90-7c2d-4dac-85bb-0f7db5d60177 with nextest profile: default\n"
            .to_owned();
    let noun = |count: usize| if count == 1 { "test" } else { "tests" };
    text += &format!("    Starting {count} {} across 1 binary", noun(count));
    text += &if skipped > 0 { format!(" ({skipped} {} skipped)\n", noun(skipped)) } else { "\n".to_owned() };
    let block = |status: &str, place: &str, test: &Test| {
        let name = name(test);
        let thread = name.split_once(' ').map_or("", |(_, name)| name);
        format!(
            "{status:>12} [   0.004s] {place} {name}\n  stdout ───\n\n    running 1 test\n{}  stderr ───\n\n    \
             thread '{thread}' (77) panicked at src/part_{}.rs:{}:9:\n    {}\n\n",
            out(test, "    "),
            test.module,
            test.number,
            why(test)
        )
    };
    let width = count.to_string().len();
    let place = |at: usize| format!("({:>width$}/{count})", at + 1);
    let (mut failed, mut flaky) = (String::new(), 0);
    for (at, test) in tests.iter().enumerate() {
        let at = place(at);
        let fails = test.fate == Fate::Fails;
        let retried = attempts > 1 && (fails || test.number % 3 == 0);
        if retried {
            text += &block("TRY 1 FAIL", "(─────)", test);
        }
        let status = match (fails, retried) {
            (true, true) => "TRY 2 FAIL",
            (true, false) => "FAIL",
            (false, true) => "TRY 2 PASS",
            (false, false) => "PASS",
        };
        if fails {
            text += &block(status, &at, test);
            failed += &format!("{status:>12} [   0.004s] {at} {}\n", name(test));
        } else {
            text += &format!("{status:>12} [   0.004s] {at} {}\n", name(test));
        }
        if !fails && retried {
            flaky += 1;
            failed += &format!("   FLAKY 2/2 [   0.004s] {at} {}\n", name(test));
        }
    }
    let passed = match flaky {
        0 => format!("{} passed", run.count(Fate::Passes)),
        _ => format!("{} passed ({flaky} flaky)", run.count(Fate::Passes)),
    };
    let fails = run.count(Fate::Fails);
    let fails = if fails > 0 { format!(", {fails} failed") } else { String::new() };
    text += &format!(
        "────────────\n     Summary [   0.029s] {count} {} run: {passed}{fails}, {skipped} skipped\n",
        noun(count)
    );
    text += &failed;
    if !fails.is_empty() {
        text += "error: test run failed\n";
    }
    text
}

pub fn pytest(run: &Run) -> String {
    let ruled = |text: &str, ruler: &str| {
        let side = 80_usize.saturating_sub(text.len() + 2) / 2;
        format!(
            "{} {text} {}\n",
            ruler.repeat(side),
            ruler.repeat(80_usize.saturating_sub(text.len() + 2 + side))
        )
    };
    let file = |test: &Test| format!("tests/test_part_{}_{}.py", run.place, test.module);
    let count = run.tests.len();
    let mut text = ruled("test session starts", "=");
    text += "platform linux -- Python 3.12.3, pytest-8.3.2, pluggy-1.5.0\nrootdir: /home/user/project\n";
    text += &format!("collected {count} item{}\n\n", if count == 1 { "" } else { "s" });
    for tests in run.modules() {
        let dots: String = tests
            .iter()
            .map(|test| match test.fate {
                Fate::Passes => '.',
                Fate::Fails => 'F',
                Fate::Skips => 's',
            })
            .collect();
        text += &format!("{} {dots:<60}[100%]\n", file(&tests[0]));
    }
    text += "\n";
    let (failed, passed, skipped) = (run.count(Fate::Fails), run.count(Fate::Passes), run.count(Fate::Skips));
    if failed > 0 {
        text += &ruled("FAILURES", "=");
        for test in failing(&run.tests) {
            let (name, number) = (format!("test_{}", run.key(test)), test.number);
            text += &ruled(&name, "_");
            text += &format!(
                "\n    def {name}():\n>       assert 1 == 2, \"sum\"\nE       AssertionError: {}\nE       assert 1 == 2\n",
                why(test)
            );
            text += &format!("\n{}:{number}: AssertionError\n", file(test));
            if test.prints > 0 {
                text += &ruled("Captured stdout call", "-");
                text += &out(test, "");
            }
        }
        text += &ruled("short test summary info", "=");
        for test in failing(&run.tests) {
            text +=
                &format!("FAILED {}::test_{} - AssertionError: {}\n", file(test), run.key(test), why(test));
        }
    }
    let parts = [(failed, "failed"), (passed, "passed"), (skipped, "skipped")];
    let parts: Vec<String> =
        parts.iter().filter(|(count, _)| *count > 0).map(|(count, word)| format!("{count} {word}")).collect();
    text + &ruled(&format!("{} in 0.02s", parts.join(", ")), "=")
}

pub fn unittest(run: &Run) -> String {
    let mut text: String = run
        .tests
        .iter()
        .map(|test| match test.fate {
            Fate::Passes => '.',
            Fate::Fails => 'F',
            Fate::Skips => 's',
        })
        .collect();
    text += "\n";
    for test in failing(&run.tests) {
        let (name, module) = (format!("test_{}", run.key(test)), test.module);
        text += &format!(
            "{}\nFAIL: {name} (tests.test_part_{module}.PartTests.{name})\n{}\n",
            "=".repeat(70),
            "-".repeat(70)
        );
        text += &format!(
            "Traceback (most recent call last):\n  File \"/src/tests/test_part_{module}.py\", line {}, in {name}\n    \
             self.assertEqual(1, 2, \"sum\")\nAssertionError: 1 != 2 : {}\n\n",
            test.number,
            why(test)
        );
    }
    let count = run.tests.len();
    text +=
        &format!("{}\nRan {count} test{} in 0.001s\n\n", "-".repeat(70), if count == 1 { "" } else { "s" });
    let (failed, skipped) = (run.count(Fate::Fails), run.count(Fate::Skips));
    let parts = [(failed, "failures"), (skipped, "skipped")];
    let parts: Vec<String> =
        parts.iter().filter(|(count, _)| *count > 0).map(|(count, word)| format!("{word}={count}")).collect();
    let word = if failed > 0 { "FAILED" } else { "OK" };
    text + &if parts.is_empty() { format!("{word}\n") } else { format!("{word} ({})\n", parts.join(", ")) }
}

fn go_package(run: &Run, tests: &[Test], text: &mut String) -> bool {
    let package = format!("example.com/demo_{}/part_{}", run.place, tests[0].module);
    let fails = failing(tests).next().is_some();
    *text += &if fails {
        format!("FAIL\nFAIL\t{package}\t0.012s\n")
    } else {
        format!("ok  \t{package}\t0.010s\n")
    };
    fails
}

/// Passing and skipped tests are not printed.
pub fn go(run: &Run) -> String {
    let mut text = String::new();
    let mut any = false;
    for tests in run.modules() {
        for test in failing(tests) {
            text += &out(test, "");
            text += &format!(
                "--- FAIL: {} (0.00s)\n    part_test.go:{}: {}\n",
                run.key(test),
                test.number,
                why(test)
            );
        }
        any |= go_package(run, tests, &mut text);
    }
    if any { text + "FAIL\n" } else { text }
}

pub fn go_verbose(run: &Run) -> String {
    let mut text = String::new();
    let mut any = false;
    for tests in run.modules() {
        for test in tests {
            let key = run.key(test);
            text += &format!("=== RUN   {key}\n{}", out(test, ""));
            text += &match test.fate {
                Fate::Passes => format!("--- PASS: {key} (0.00s)\n"),
                Fate::Fails => {
                    format!("    part_test.go:{}: {}\n--- FAIL: {key} (0.00s)\n", test.number, why(test))
                }
                Fate::Skips => {
                    format!("    part_test.go:{}: not today\n--- SKIP: {key} (0.00s)\n", test.number)
                }
            };
        }
        if failing(tests).next().is_none() {
            text += "PASS\n";
        }
        any |= go_package(run, tests, &mut text);
    }
    if any { text + "FAIL\n" } else { text }
}

pub fn xctest(run: &Run) -> String {
    let stamp = "2026-01-01 10:00:00.000";
    let executed = |tests: &[Test]| {
        let failed = failing(tests).count();
        let skipped = tests.iter().filter(|test| test.fate == Fate::Skips).count();
        let plural = |count: usize| if count == 1 { "" } else { "s" };
        let skips = match skipped {
            0 => String::new(),
            _ => format!("{skipped} test{} skipped and ", plural(skipped)),
        };
        format!(
            "\t Executed {} test{}, with {skips}{failed} failure{} (0 unexpected) in 0.003 (0.004) seconds\n",
            tests.len(),
            plural(tests.len()),
            plural(failed)
        )
    };
    let verdict = |tests: &[Test]| if failing(tests).next().is_some() { "failed" } else { "passed" };
    let mut text = format!(
        "Test Suite 'All tests' started at {stamp}\nTest Suite 'Demo{}Tests.xctest' started at {stamp}\n",
        run.place
    );
    for tests in run.modules() {
        let class = format!("Part{}Tests", tests[0].module);
        text += &format!("Test Suite '{class}' started at {stamp}\n");
        for test in tests {
            let name = format!("-[DemoTests.{class} {}]", run.key(test));
            text += &format!("Test Case '{name}' started.\n{}", out(test, ""));
            let place = format!("/src/Tests/{class}.swift:{}", test.number);
            let word = match test.fate {
                Fate::Passes => "passed",
                Fate::Fails => {
                    text += &format!(
                        "{place}: error: {name} : XCTAssertEqual failed: (\"1\") is not equal to (\"2\") - {}\n",
                        why(test)
                    );
                    "failed"
                }
                Fate::Skips => {
                    text += &format!("{place}: {name} : Test skipped - not today\n");
                    "skipped"
                }
            };
            text += &format!("Test Case '{name}' {word} (0.001 seconds).\n");
        }
        text += &format!("Test Suite '{class}' {} at {stamp}.\n{}", verdict(tests), executed(tests));
    }
    for suite in [format!("Demo{}Tests.xctest", run.place), "All tests".to_owned()] {
        text +=
            &format!("Test Suite '{suite}' {} at {stamp}.\n{}", verdict(&run.tests), executed(&run.tests));
    }
    text
}

pub fn gcc(run: &Run) -> String {
    let mut text = String::new();
    for test in &run.tests {
        let file = format!("src/file_{:05}.c", test.number);
        text += &format!("gcc -c -O2 -o build/{0}.o build/{0}.i\n", test.number);
        if test.fate == Fate::Fails {
            text += &format!("{file}: In function 'main':\n{file}:{}:5: error: {}\n", test.number, why(test));
            text += &format!("  {:>3} |     no_such_thing();\n      |     ^~~~~~~~~~~~~\n", test.number);
        }
    }
    text
}
