//! A failure that was read stays read: only totals of the same run take it back.

use weir::budget::Mode;

use crate::support::here::judged;
use crate::support::kept::{Log, all, verdict};
use crate::support::sweep::{sample, seed, side_by_side};

/// Longer logs are left to other tests, so that this one stays quick.
const LONGEST_BYTES: usize = 32 * 1024;
/// How many composed logs of a kind are tried.
const TRIED: usize = 300;

const JEST: &str = "PASS src/moor.test.ts\nPASS src/rope.test.ts\n\nTest Suites: 2 passed, 2 total\nTests:       5 passed, 5 total\nSnapshots:   0 total\nTime:        0.9 s\nRan all test suites.\n";
const DIED: &str = "FAIL src/tide.test.ts\n  \u{25cf} Tide \u{203a} turns\n\n    expect(received).toBe(expected)\n\n    Expected: 2\n    Received: 1\n\n      at Object.toBe (src/tide.test.ts:7:3)\n\n";
const HEADED: &str = "Profile:   Harbour (harbour)\nVersion:   0.1.0\nTarget:    local://\n\n  \u{2714}  quay-1: The quay opens\n     \u{2714}  File /etc/quay is expected to exist\n\n\nProfile Summary: 1 successful control, 0 control failures, 0 controls skipped\nTest Summary: 1 successful, 0 failures, 0 skipped\n";

/// What is between two commands, and that the first one failed.
const BOUNDS: [&str; 7] = [
    "##[error]Process completed with exit code 1.\n##[group]Run npm test -w b\n",
    "npm error code 1\nnpm error path /w/a\n\n> b@1.0.0 test\n",
    "make[1]: *** [Makefile:4: a] Killed\nmake -C b test\n",
    "Killed\n$ npm test -w b\n",
    "The command \"npm test\" exited with 137.\n",
    "Error: Process completed with exit code 137.\n",
    "> nx run b:test\n",
];

#[test]
fn totals_below_a_bound_take_nothing_back() {
    for bound in BOUNDS {
        let answer = judged(&format!("{DIED}{bound}{JEST}"), Mode::Standard);
        assert_ne!(answer["verdict"], "passed", "{bound}");
        assert!(answer.to_string().contains("Tide \u{203a} turns"), "{bound}");
    }
}

#[test]
fn a_header_that_comes_again_ends_the_run_that_has_no_end() {
    let head: String = HEADED.lines().take(3).map(|line| format!("{line}\n")).collect();
    assert_eq!(verdict(HEADED), "passed");
    assert_eq!(verdict(&format!("{HEADED}{HEADED}")), "passed");
    assert_eq!(verdict(&format!("{head}{HEADED}")), "incomplete");
}

#[test]
fn a_build_of_maven_that_begins_again_ends_the_one_above_it() {
    let begun = "[INFO] Scanning for projects...\n[INFO] \n[INFO] -------------------------------------------------------\n[INFO]  T E S T S\n[INFO] -------------------------------------------------------\n";
    let passed = "[INFO] Running quay.MoorTest\n[INFO] Tests run: 2, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 0.01 s - in quay.MoorTest\n[INFO] \n[INFO] Results:\n[INFO] \n[INFO] Tests run: 2, Failures: 0, Errors: 0, Skipped: 0\n[INFO] \n[INFO] BUILD SUCCESS\n";
    assert_eq!(judged(&format!("{begun}{passed}"), Mode::Standard)["verdict"], "passed");
    assert_eq!(judged(&format!("{begun}{begun}{passed}"), Mode::Standard)["verdict"], "incomplete");
}

#[test]
fn what_died_is_not_taken_back_by_the_run_after_it() {
    let node = "/quay/src/moor.js:3\n      throw new Error(\"no rope\");\n      ^\n\nError: no rope\n    at moor (/quay/src/moor.js:3:13)\n\nNode.js v22.1.0\n";
    assert_eq!(verdict(&format!("{DIED}\n{node}{JEST}")), "failed");
    let gradle = "> Task :compileJava\n> Task :test\n\nBUILD SUCCESSFUL in 2s\n";
    assert_eq!(verdict(gradle), "passed");
    assert_eq!(verdict(&format!(":testClasses\n:test FAILED\n\n{gradle}")), "unknown");
    let minitest = |seed: u8| {
        format!(
            "Run options: --seed {seed}\n\n# Running:\n\n..\n\nFinished in 0.001s, 9.0 runs/s, 9.0 assertions/s.\n\n2 runs, 2 assertions, 0 failures, 0 errors, 0 skips\n"
        )
    };
    let died = "Run options: --seed 7\n\n# Running:\n\n...\n";
    assert_eq!(verdict(&(minitest(1) + &minitest(2))), "passed");
    assert_eq!(verdict(&format!("{died}{}", minitest(2))), "incomplete");
    let pass = |number: u8| {
        format!(
            "Test Pass {number}\nquay.test_moor\n  Moors\n    test_holds ...                                                         [OK]\n\n-------------------------------------------------------------------------------\nRan 1 tests in 0.001s\n\nPASSED (successes=1)\n"
        )
    };
    let begun = "Test Pass 3\nquay.test_moor\n  Moors\n    test_holds ...";
    assert_eq!(verdict(&(pass(1) + &pass(2))), "passed");
    assert_eq!(verdict(&(pass(1) + &pass(2) + begun)), "failed");
    let mocha = "\n  quay\n    \u{2714} moors\n    \u{2714} sails\n\n\n  2 passing (4ms)\n";
    let cut = "\n  quay\n    \u{2714} moors\n    1) sinks\n    2) leaks\n\n\n  1 passing (4ms)\n  2 failing\n\n  1) quay\n       sinks:\n     Error: no rope\n      at Context.<anonymous> (moor.js:3:9)\n\n";
    assert_eq!(verdict(mocha), "passed");
    assert_eq!(verdict(&format!("{cut}{mocha}")), "failed");
}

#[test]
fn the_report_of_a_run_below_a_test_that_died_is_read() {
    let (double, single) = ("=".repeat(70), "-".repeat(70));
    let begun = "test_moors (quay.Rope.test_moors) ... ok\ntest_holds (quay.Rope.test_holds) ... ";
    let report = format!(
        "\n.F\n{double}\nFAIL: test_sails (tug.Sail.test_sails)\n{single}\nTraceback (most recent call last):\n  File \"/quay/tug.py\", line 4, in test_sails\n    self.assertTrue(False)\nAssertionError: False is not true\n\n{single}\nRan 2 tests in 0.001s\n\nFAILED (failures=1)\n"
    );
    let answer = judged(&format!("{begun}{report}"), Mode::Standard);
    let names = answer["failures"].as_array().unwrap().iter().map(|each| each["id"].as_str().unwrap());
    assert_eq!(names.collect::<Vec<_>>(), ["quay.Rope.test_holds", "tug.Sail.test_sails"]);
    assert_eq!(
        (answer["counts"]["failed"].as_u64(), answer["counts"]["passed"].as_u64()),
        (Some(2), Some(2))
    );
    // Its result comes: it printed the report.
    let end = format!("ok\n\n{single}\nRan 2 tests in 0.002s\n\nOK\n");
    assert_eq!(verdict(&format!("{begun}{report}{end}")), "passed");
}

/// A run of GoogleTest that passed, and what its test printed.
fn ran(printed: &str) -> String {
    format!(
        "[==========] Running 1 test from 1 test suite.\n[----------] 1 test from Rope\n[ RUN      ] Rope.Holds\n{printed}[       OK ] Rope.Holds (0 ms)\n[----------] 1 test from Rope (0 ms total)\n\n[==========] 1 test from 1 test suite ran. (0 ms total)\n[  PASSED  ] 1 test.\n"
    )
}

#[test]
fn what_ends_a_command_inside_of_another_run_is_not_called_its_output() {
    assert_eq!(verdict(&ran("")), "passed");
    for printed in [
        "Error: Command \"npm run moor\" exited with 2\n",
        "==> Build failed \u{1f61e}\n",
        "Failed: build command exited with code: 2\n",
    ] {
        assert_eq!(verdict(&ran(printed)), "unknown", "{printed}");
    }
    // Tests of a build tool print what it says of what they built.
    assert_eq!(verdict(&ran("error: could not compile `quay` (lib) due to 1 previous error\n")), "passed");
}

#[test]
fn a_clock_that_begins_anew_ends_the_run_above_it() {
    let loading = "00:00 +0: loading test/moor_test.dart\n";
    let run = format!("{loading}00:01 +0: test/moor_test.dart: moors\n00:01 +1: All tests passed!\n");
    assert_eq!(verdict(&run), "passed");
    assert_eq!(verdict(&format!("{run}{run}")), "passed");
    assert_eq!(verdict(&format!("{loading}00:02 +0: test/rope_test.dart: holds\n{run}")), "failed");
}

#[test]
fn a_list_that_is_cut_off_at_a_bound_is_not_taken_back() {
    let busted = |points: &str, totals: &str| format!("{points}\n{totals} : 0.002 seconds\n");
    let cut = busted("\u{25cf}\u{25fc}\u{25fc}", "1 success / 2 failures / 0 errors / 0 pending")
        + "\nFailure \u{2192} spec/rope_spec.lua @ 6\nthe rope holds\nspec/rope_spec.lua:7: Expected objects to be equal.\nPassed in:\n";
    let next = busted("\u{25cf}\u{25cf}", "2 successes / 0 failures / 0 errors / 0 pending");
    assert_eq!(verdict(&next), "passed");
    assert_ne!(verdict(&format!("{cut}> nx run b:test\n{next}")), "passed");
}

#[test]
fn points_above_an_ok_without_totals_are_no_run_that_died() {
    let died = judged("...\nOK\nKilled\n", Mode::Standard);
    assert_eq!(died["counts"]["failed"], 1, "{died}");
    assert!(!died["sections"].to_string().contains("luaunit"), "{died}");
}

#[test]
fn what_a_tool_says_of_its_own_set_up_inside_of_another_run_is_not_called_its_output() {
    let bun = |printed: &str| {
        format!(
            "bun test v1.1.0 (0)\n\nmoor.test.ts:\n(pass) moor > holds [1.00ms]\n{printed}(pass) moor > sails [1.00ms]\n\n 2 pass\n 0 fail\nRan 2 tests across 1 file. [1.00ms]\n"
        )
    };
    assert_eq!(verdict(&bun("")), "passed");
    let conftest = "ImportError while loading conftest '/quay/conftest.py'.\nconftest.py:1: in <module>\n    import rope\nE   ModuleNotFoundError: No module named 'rope'\n";
    assert_eq!(verdict(&bun(conftest)), "unknown");
    let build = "FAILURE: Build failed with an exception.\n\n* What went wrong:\nTask 'tset' not found in root project 'quay'.\n\nBUILD FAILED in 2s\n";
    assert_eq!(verdict(&bun(build)), "unknown");
    let rule = "=".repeat(78);
    let suite = |printed: &str| {
        let line = |name: &str| format!("{name:<70}| PASS |\n");
        format!(
            "{rule}\n{:<78}\n{rule}\n{}{}\n{}{printed}1 test, 1 passed, 0 failed\n{rule}\nOutput:  /quay/output.xml\n",
            "Quay",
            line("Moors"),
            "-".repeat(78),
            line("Quay")
        )
    };
    let cargo = "\nrunning 1 test\ntest holds ... FAILED\n\nfailures:\n\n---- holds stdout ----\nthread 'holds' panicked at src/lib.rs:5:1:\nno rope\n\n\nfailures:\n    holds\n\ntest result: FAILED. 0 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.07s\n\n";
    assert_eq!(verdict(&suite("")), "passed");
    assert_eq!(verdict(&suite(cargo)), "unknown");
}

#[test]
fn a_shell_that_does_not_find_a_command_keeps_a_stream_from_being_called_passed() {
    for printed in ["bash: moor: command not found", "sh: 1: moor: not found", "zsh: command not found: moor"]
    {
        assert_eq!(verdict(&format!("{printed}\n{JEST}")), "unknown", "{printed}");
    }
    assert_eq!(verdict(&format!("moor: command not found is what it prints\n{JEST}")), "passed");
}

#[test]
fn a_diagnostic_with_a_code_is_no_output_of_the_run_around_it() {
    let with = |line: &str| JEST.replacen("\nPASS", &format!("\n{line}\nPASS"), 1);
    assert_eq!(
        verdict(&with("src/moor.ts(3,4): error TS2322: Type 'a' is not assignable to type 'b'.")),
        "unknown"
    );
    assert_eq!(verdict(&with("Error: no rope")), "passed");
    assert_eq!(verdict(&with("    at moor (src/moor.ts:3:4)")), "passed");
}

/// A log of a run that failed or died, cut off, then what is between, then a log of the same tool that passed.
struct Composed {
    name: String,
    cut: String,
    whole: String,
}

fn composed(between: &[&str], place: &str) -> Vec<Composed> {
    let short = |log: &&Log| {
        let forged = ["hostile", "forged"].iter().any(|word| log.name.contains(word));
        log.text.len() <= LONGEST_BYTES && log.is_of_a_runner() && !forged
    };
    let logs: Vec<&Log> = all().iter().filter(short).collect();
    side_by_side(&logs, |log| log.verdict().len());
    let passed = |log: &&&Log| log.verdict() == "passed";
    let pairs: Vec<(&Log, &Log)> = logs
        .iter()
        .filter(|log| matches!(log.verdict(), "failed" | "incomplete"))
        .flat_map(|bad| {
            let of_it = logs.iter().filter(|log| log.runner == bad.runner).filter(passed);
            of_it.map(|good| (*bad, *good)).collect::<Vec<_>>()
        })
        .collect();
    let made = sample(place, pairs.len(), TRIED).into_iter().map(|at| {
        let (bad, good) = pairs[at];
        let name = format!("{} {}", bad.name, good.name);
        let lines: Vec<&str> = bad.text.split_inclusive('\n').collect();
        let (least, number) = (lines.len() / 4 + 1, seed(&name));
        let left = (least + number % (lines.len() - lines.len().min(least) + 1)).min(lines.len());
        let cut = lines[..left].concat();
        let whole = format!("{cut}{}{}", between[number % between.len()], good.text);
        Composed { name, cut, whole }
    });
    made.collect()
}

/// Of a hundred composed logs so many are not called passed. What is left is a tool whose runs have no header, or one that
/// printed nothing of its own before it died.
#[track_caller]
fn hold(between: &[&str], place: &str, of_a_hundred: usize) {
    let made = composed(between, place);
    let asked = side_by_side(&made, |Composed { name, cut, whole }| {
        let bad = matches!(verdict(cut).as_str(), "failed" | "incomplete");
        bad.then(|| (verdict(whole) == "passed").then(|| name.clone()))
    });
    let asked: Vec<Option<String>> = asked.into_iter().flatten().collect();
    let broken: Vec<&String> = asked.iter().flatten().collect();
    assert!(asked.len() > TRIED / 2, "{}", asked.len());
    let most = asked.len() * (100 - of_a_hundred) / 100;
    assert!(broken.len() <= most, "{} of {} are called passed: {broken:#?}", broken.len(), asked.len());
}

#[test]
fn a_run_that_died_is_not_completed_by_the_next_one() {
    hold(&["", "Killed\n", "\n"], "died", 96);
}

#[test]
fn a_run_is_not_completed_by_one_below_a_bound() {
    hold(&BOUNDS, "steps", 98);
}
