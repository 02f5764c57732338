//! Runs after one another, and runs that a test of another run prints.
//!
//! What failed after a run that passed, or before it, is reported: a run owns what is between its header and its totals,
//! however late it tells them. What a passing test prints is its output, whatever it looks like. The logs are those of
//! `testdata/`; each is put together with those of all other runners.

use weir::budget::Mode;

use crate::support::here::{judged, judged_with};
use crate::support::kept::{Log, all, named, verdict};
use crate::support::sweep::{exhaustive, pair_is_tried, sample, side_by_side};

/// Longer logs are left to other tests, so that this one stays quick.
const LONGEST_BYTES: usize = 16 * 1024;

/// Every how many pairs one is tried, where a log that is put before another imitates a run, and where none does.
const OF_IMITATIONS: usize = 8;
const OF_OTHERS: usize = 20;

/// How many places are tried at which one log is cut.
const CUTS: usize = 25;

fn failures(log: &str) -> u64 {
    judged(log, Mode::Verbose)["counts"]["failed"].as_u64().unwrap()
}

/// The fewest pairs that must have been judged, where all of them are `whole`: less would prove nothing.
fn fewest(whole: usize, every: usize) -> usize {
    if exhaustive() { whole } else { whole / every }
}

/// The first log of each runner whose name begins with one of these words, and which is judged so if that is asked.
fn logs(words: &[&str], judged: Option<&str>) -> Vec<&'static Log> {
    let fits = |log: &&Log| {
        words.iter().any(|word| log.file().starts_with(word))
            && log.is_of_a_runner()
            && log.runner != "ci"
            && log.text.len() <= LONGEST_BYTES
    };
    let found: Vec<&Log> = all().iter().filter(fits).collect();
    let runners: Vec<&[&Log]> = found.chunk_by(|one, next| one.runner == next.runner).collect();
    let first = |logs: &&[&'static Log]| {
        logs.iter().copied().find(|log| judged.is_none_or(|judged| log.verdict() == judged))
    };
    side_by_side(&runners, first).into_iter().flatten().collect()
}

/// Judges all pairs that `choose` wants; gives what is wrong, and how many were judged.
fn judge_pairs(
    outer: &[&'static Log],
    inner: &[&'static Log],
    choose: impl Fn(usize, usize) -> bool,
    wrong: impl Fn(&Log, &Log) -> Option<String> + Sync,
) -> (Vec<String>, usize) {
    let mut pairs = Vec::new();
    for (number, first) in outer.iter().enumerate() {
        let chosen = inner.iter().enumerate().filter(|(at, _)| choose(number, *at));
        pairs.extend(chosen.map(|(_, second)| (*first, *second)));
    }
    let printed = side_by_side(&pairs, |(first, second)| wrong(first, second));
    (printed.into_iter().flatten().collect(), pairs.len())
}

/// Which pairs of a log that passes and another one are tried. The passing ones from `sampled` on are imitations.
fn chosen(place: &str, sampled: usize) -> impl Fn(usize, usize) -> bool {
    move |first, second| {
        pair_is_tried(place, first, second, if first < sampled { OF_OTHERS } else { OF_IMITATIONS })
    }
}

/// The first log of each runner whose name begins with one of these words and which is judged so.
fn reported(verdict: &str, words: &[&str]) -> Vec<&'static Log> {
    logs(words, Some(verdict))
}

const PASSES: [&str; 2] = ["all-pass", "pass"];
const IMITATIONS: [&str; 2] = ["hostile-pass", "hostile"];
const FAILURES: [&str; 2] = ["few-failures", "failures"];

#[test]
fn what_failed_beside_a_run_that_passed_is_reported() {
    let mut passing = reported("passed", &PASSES);
    let sampled = passing.len();
    passing.extend(reported("passed", &IMITATIONS));
    let failing = reported("failed", &FAILURES);
    let (wrong, judged) = judge_pairs(&passing, &failing, chosen("beside", sampled), |passed, failed| {
        let orders = [(passed, failed), (failed, passed)];
        let lost = orders
            .iter()
            .find(|(first, second)| verdict(&format!("{}{}", first.text, second.text)) != "failed")?;
        Some(format!("{} and then {} is not told as failed", lost.0.name, lost.1.name))
    });
    assert!(wrong.is_empty(), "{} of {judged}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(judged >= fewest(10_000, OF_OTHERS), "{judged} pairs");
}

/// The recognizer of the last run has begun to read with the first: it still reads before that of the second.
#[test]
fn what_failed_after_a_pass_of_its_own_runner_and_one_of_another_is_reported() {
    let (imitations, passing) = (reported("passed", &IMITATIONS), reported("passed", &PASSES));
    let (wrong, judged) =
        judge_pairs(&imitations, &reported("failed", &FAILURES), chosen("between", 0), |between, failed| {
            let first = passing.iter().find(|log| log.runner == failed.runner)?;
            let printed = verdict(&format!("{}{}{}", first.text, between.text, failed.text));
            (printed != "failed").then(|| {
                format!("{}, {} and then {} is told as {printed}", first.name, between.name, failed.name)
            })
        });
    assert!(wrong.is_empty(), "{} of {judged}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(judged >= fewest(2000, OF_IMITATIONS), "{judged} logs");
}

/// The last lines of a run that died are reported after every run that passed.
#[test]
fn what_died_after_a_run_that_passed_is_reported() {
    let mut passing = reported("passed", &PASSES);
    let sampled = passing.len();
    passing.extend(reported("passed", &IMITATIONS));
    let (wrong, judged) =
        judge_pairs(&passing, &reported("failed", &["crash"]), chosen("died", sampled), |passed, died| {
            // A block without a header after a run that printed such blocks is taken for one of them.
            if passed.name == "vitest/hostile-pass.txt" && died.runner == "jest" {
                return None;
            }
            let printed = verdict(&format!("{}{}", passed.text, died.text));
            (printed != "failed")
                .then(|| format!("{} and then {} is told as {printed}", passed.name, died.name))
        });
    assert!(wrong.is_empty(), "{} of {judged}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(judged >= fewest(10_000, OF_OTHERS), "{judged} pairs");
}

/// Logs that were reported as passed: what comes first reads before what comes last, or takes its lines for its own.
#[test]
fn what_failed_after_these_passes_is_reported() {
    for logs in [
        &["karma/all-pass.txt", "mocha/crash.txt"][..],
        &["qttest/hostile-pass.txt", "mocha/crash.txt"],
        &["jasmine/all-pass.txt", "exunit/few-failures-trace.txt"],
        &["testthat/all-pass.txt", "bazel/all-pass-streamed.txt", "shellcheck/few-failures-gcc.txt"],
        &["sphinx/all-pass-doctest.txt", "ant/few-failures.txt"],
        &["sphinx/all-pass-warnings.txt", "ant/few-failures.txt"],
        &["ctest/all-pass-log.txt", "catch2/few-failures-compact.txt"],
        &["ctest/all-pass-log.txt", "locust/crash.txt"],
    ] {
        let log: String = logs.iter().map(|name| named(name).text.as_str()).collect();
        assert_eq!(verdict(&log), "failed", "{logs:?}");
    }
}

/// Lines for which a recognizer looks out for more: it reads before the runs that begin after them.
const LOOKOUTS: [&str; 9] = [
    "..\n",
    "ok 1 - a\n",
    "# Subtest: a\n",
    "Feature: a\n",
    "test_a (m.T.test_a) ... ok\n",
    "Running a\n",
    "1..2\n",
    "Time: 3\n",
    "Finished in 0.1s\n",
];

#[test]
fn what_failed_after_a_pass_is_reported_whoever_reads_first() {
    let (passing, imitations) = (reported("passed", &PASSES), reported("passed", &IMITATIONS));
    let failing = reported("failed", &FAILURES);
    let (wrong, judged) =
        judge_pairs(&passing, &failing, chosen("lookout", passing.len()), |between, failed| {
            // The same for the same two logs, on however many threads.
            let number: usize = between.name.bytes().chain(failed.name.bytes()).map(usize::from).sum();
            let lookout = LOOKOUTS[number % LOOKOUTS.len()];
            let first = passing
                .iter()
                .find(|log| log.runner == failed.runner)
                .unwrap_or_else(|| &imitations[number % imitations.len()]);
            let printed = verdict(&format!("{}{lookout}{}{}", first.text, between.text, failed.text));
            (printed != "failed").then(|| {
                format!(
                    "{}, {lookout:?}, {} and then {} is told as {printed}",
                    first.name, between.name, failed.name
                )
            })
        });
    assert!(wrong.is_empty(), "{} of {judged}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(judged >= fewest(5000, OF_OTHERS), "{judged} logs");
}

/// Logs whose last failure has no end of its own, and one whose summary has a row that others lack.
const OPEN_ENDED: [&str; 7] = [
    "behave/load.txt",
    "behave/missing.txt",
    "behave/syntax.txt",
    "busted/few-failures-plain.txt",
    "cypress/crash.txt",
    "jasmine/few-failures-spec.txt",
    "vitest/many-kinds.txt",
];

#[test]
fn what_fails_after_a_failure_without_an_end_is_counted() {
    for first in OPEN_ENDED.map(named) {
        for after in ["flake8/few-failures.txt", "cppcheck/warnings.txt", "pytest/many.txt"] {
            let after = named(after);
            let both = failures(&format!("{}{}", first.text, after.text));
            let alone = failures(&first.text) + failures(&after.text);
            assert_eq!(both, alone, "{} and then {}", first.name, after.name);
        }
    }
}

/// A run without a header reaches back to what may have been its beginning, but not over a command that died.
#[test]
fn a_process_that_died_before_a_run_was_none_of_its_output() {
    let (died, passing) = (&named("rspec/crash-doc.txt").text, &named("rspec/all-pass.txt").text);
    assert_eq!(verdict(passing), "passed");
    assert_eq!(verdict(&format!("{died}{passing}")), "failed");
}

/// Points show that a report in the middle of a run was printed by a test, but not once the report tells of all of them.
#[test]
fn a_report_that_is_whole_is_at_whatever_points_come_after_it() {
    let first = named("jasmine/few-failures.txt");
    for after in ["test-unit/hostile.txt", "rspec/hostile.txt", "karma/all-pass-dots.txt"] {
        let after = named(after);
        let both = failures(&format!("{}{}", first.text, after.text));
        assert_eq!(both, failures(&first.text) + failures(&after.text), "{}", after.name);
    }
}

/// What a passing test prints of make, of Python or of a shell is one thing; what these say after the run is another, also in
/// the same words.
#[test]
fn what_fails_after_a_run_is_reported_though_a_test_printed_the_same() {
    let words = [
        ("make: *** [Makefile:3: check] Error 1", "make: *** [Makefile:11: quay] Segmentation fault"),
        ("make: *** [Makefile:3: quay] Error 1", "make: *** [Makefile:3: quay] Error 1"),
        ("Segmentation fault (core dumped)", "Segmentation fault (core dumped)"),
        (
            "Traceback (most recent call last):",
            "Traceback (most recent call last):\n  File \"quay.py\", line 3, in <module>\n    moor()\nValueError: no rope",
        ),
        (
            "Traceback (most recent call last):\n  File \"quay.py\", line 3, in <module>\n    moor()\nValueError: no rope",
            "Traceback (most recent call last):\n  File \"quay.py\", line 3, in <module>\n    moor()\nValueError: no rope",
        ),
        (
            "src/quay.c:3:4: error: no rope",
            "src/quay.c:3:4: error: no rope\nmake: *** [Makefile:3: quay.o] Error 1",
        ),
    ];
    let mut passing = reported("passed", &PASSES);
    passing.extend(reported("passed", &IMITATIONS));
    // What went wrong with one log, and in how many of its forms a test printed the words.
    let tried = side_by_side(&passing, |log| {
        let lines: Vec<&str> = log.text.lines().collect();
        let (head, tail) = lines.split_at(lines.len() / 2);
        let (mut wrong, mut printing) = (Vec::new(), 0);
        for (inside, after) in sample(&log.name, words.len(), 2).into_iter().map(|number| words[number]) {
            let text = [head, &[inside], tail].concat().join("\n");
            // In the middle of some logs no test runs.
            if verdict(&text) == "passed" {
                printing += 1;
                if verdict(&format!("{text}\n{after}\n")) != "failed" {
                    wrong.push(format!("{}: {after}", log.name));
                }
            }
        }
        (wrong, printing)
    });
    let printing: usize = tried.iter().map(|(_, printing)| printing).sum();
    let wrong: Vec<String> = tried.into_iter().flat_map(|(wrong, _)| wrong).collect();
    assert!(printing > fewest(200, 3), "{printing}");
    assert!(wrong.is_empty(), "{} of {printing}\n{}", wrong.len(), wrong.join("\n"));
}

/// A traceback that a passing test printed without its exception reads on after the run, and fails nothing.
#[test]
fn what_a_test_printed_and_did_not_end_fails_nothing() {
    let statement = "Traceback (most recent call last):\n";
    for name in ["ginkgo/all-pass-2.txt", "ginkgo/all-pass-ginkgo.txt"] {
        let text = &named(name).text;
        let (head, tail) = text.split_once("Ran ").unwrap();
        for times in [1, 2] {
            assert_eq!(verdict(&format!("{head}{}Ran {tail}", statement.repeat(times))), "passed", "{name}");
        }
    }
}

/// A panic in the output of a passing test is no reason for the shell's word after the run.
#[test]
fn a_process_that_died_after_a_run_is_reported_whatever_its_tests_printed() {
    let (first, killed) = (&named("karma/all-pass-mocha.txt").text, &named("process/killed.txt").text);
    let printing = &named("cargo-test/hostile-passes.log").text;
    assert_eq!(verdict(&format!("{first}{printing}")), "passed");
    assert_eq!(verdict(&format!("{first}{printing}{killed}")), "failed");
}

/// The four runs of a log that was reported as passed: nextest waited for the end of its list while pytest read on.
#[test]
fn totals_that_wait_reach_to_where_they_were() {
    let rule = "\u{2500}".repeat(12);
    let nextest = format!(
        "{rule}\n Nextest run ID cfb9cb90-7c2d-4dac-85bb-0f7db5d60177 with nextest profile: default\n    Starting 1 test \
         across 1 binary\n        PASS [   0.004s] (1/1) demo part::case\n{rule}\n     Summary [   0.029s] 1 test run: \
         1 passed, 0 skipped\n"
    );
    let (passing, failing) = (&named("pytest/all-pass.txt").text, &named("pytest/many.txt").text);
    let quiet = format!("..\n{}\nRan 2 tests in 0.001s\n\nOK\n", "-".repeat(70));
    assert_eq!(verdict(&format!("{passing}{quiet}{nextest}")), "passed");
    assert_eq!(verdict(&format!("{passing}{quiet}{nextest}{failing}")), "failed");
}

/// A passing log, and how the line begins or ends before which a test's output is.
const PRINTERS: [(&str, &str); 7] = [
    ("go/pass-verbose.txt", "--- PASS: TestLow"),
    ("googletest/all-pass.txt", "[       OK"),
    ("jest/all-pass-verbose.txt", "PASS pass/tax"),
    ("vitest/all-pass.txt", " \u{2713} "),
    ("unittest/all-pass-verbose.txt", "test_third"),
    ("phpunit/all-pass.txt", "."),
    ("minitest/all-pass-verbose.txt", "\nFinished in "),
];

/// Where a test's output is in a log of `PRINTERS`.
fn printing_place(log: &Log) -> usize {
    let (_, before) = PRINTERS.iter().find(|(file, _)| *file == log.name).unwrap();
    log.text.find(&format!("\n{}", before.trim_start_matches('\n'))).unwrap() + 1
}

#[test]
fn what_a_passing_test_prints_fails_nothing() {
    let outer = PRINTERS.map(|(file, _)| named(file));
    for log in outer {
        assert_eq!(log.verdict(), "passed", "{}", log.name);
    }
    let statement = logs(&["few-failures", "failures"], None);
    let (wrong, judged) = judge_pairs(
        &outer,
        &statement,
        |_, _| true,
        |outer, statement| {
            // A runner that prints a run of its own kind can be distinguished only in part, and so can two that print alike.
            // A log of service messages closes with the report of the runner that wrote them.
            // gotestsum hands on what `go test` itself prints.
            // helm-unittest has jest's numbers, and green those of unittest.
            let alike: [&[&str]; 5] = [
                &["minitest", "exunit", "test-unit"],
                &["unittest", "teamcity"],
                &["go", "gotestsum"],
                &["jest", "helm-unittest"],
                &["unittest", "green"],
            ];
            let both =
                |kinds: &&[&str]| kinds.contains(&&*outer.runner) && kinds.contains(&&*statement.runner);
            if outer.runner == statement.runner || alike.iter().any(both) {
                return None;
            }
            let (before, after) = outer.text.split_at(printing_place(outer));
            let text = format!("{before}{}{after}", statement.text);
            let printed = verdict(&text);
            // A whole failing run inside leaves it open, unless the exit status is known.
            let known = judged_with(&text, Mode::Minimal, Some(0));
            let open = printed == "unknown" && known["verdict"] == "passed" && known["counts"]["failed"] == 0;
            (printed != "passed" && !open).then(|| {
                let known = &known["verdict"];
                format!(
                    "{} that prints {} is told as {printed}, with exit 0 {known}",
                    outer.name, statement.name
                )
            })
        },
    );
    assert!(wrong.is_empty(), "{} of {judged}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(judged >= 300, "{judged} pairs");
}

/// A recognizer that looks out for more since a line before the run is not asked before the run's own.
#[test]
fn what_a_passing_test_prints_fails_nothing_after_a_line_of_another_kind() {
    let run = "=== RUN   TestA\nnot ok 2 - y\n--- PASS: TestA (0.00s)\nPASS\nok  \ta.com/b\t0.1s\n";
    for before in ["ok 1 - a\n", "# Subtest: a\n", "..F\n", "Feature: a\n"] {
        assert_eq!(verdict(&format!("{before}{run}")), "passed", "{before}");
    }
}

/// A test binary of Go alone says `PASS` and names no package: its run ends there, whatever the log goes on with.
#[test]
fn what_fails_after_the_last_word_of_a_test_binary_is_reported() {
    let run = "=== RUN   TestA\n--- PASS: TestA (0.00s)\nPASS\n";
    assert_eq!(verdict(run), "passed");
    for failed in reported("failed", &FAILURES) {
        assert_eq!(verdict(&format!("{run}{}", failed.text)), "failed", "{}", failed.name);
    }
    // With its package it is a run of `go test`, to which belongs what is before that.
    let named = |statement: &str| verdict(&format!("{run}{statement}ok  \ta.com/b\t0.1s\n"));
    assert_eq!(named("not ok 1 - y\n"), "passed");
    assert_eq!(named("coverage: 50.0% of statements\n"), "passed");
}

/// A build of Gradle that was killed after the numbers of its tests ends with them.
#[test]
fn what_fails_after_the_numbers_of_a_build_without_its_end_is_reported() {
    let (build, _) = named("gradle/all-pass-retry.txt").text.split_once("BUILD SUCCESSFUL").unwrap();
    for failed in reported("failed", &FAILURES) {
        assert_eq!(verdict(&format!("{build}{}", failed.text)), "failed", "{}", failed.name);
    }
}

/// Forged totals of passes are the last lines of many of these prefixes.
#[test]
fn a_failed_run_of_imitations_that_is_cut_anywhere_is_not_reported_as_passed() {
    let hostile = |log: &&Log| {
        log.is_of_a_runner() && log.file().starts_with("hostile") && log.text.len() <= LONGEST_BYTES
    };
    let hostile: Vec<&Log> = all().iter().filter(hostile).collect();
    let reported = side_by_side(&hostile, |log| {
        if log.verdict() != "failed" {
            return None;
        }
        let lines: Vec<&str> = log.text.split_inclusive('\n').collect();
        let cuts = sample(&log.name, lines.len() - 1, CUTS).into_iter().map(|line| line + 1);
        let wrong = cuts.filter(|cut| verdict(&lines[..*cut].concat()) == "passed");
        let name = |cut: usize| format!("{} up to line {cut}: {:?}", log.name, lines[cut - 1].trim_end());
        Some(wrong.map(name).collect::<Vec<String>>())
    });
    let judged = reported.iter().flatten().count();
    let wrong: Vec<String> = reported.into_iter().flatten().flatten().collect();
    assert!(wrong.is_empty(), "told as passed:\n{}", wrong.join("\n"));
    assert!(judged >= 40, "{judged} logs");
}

/// What is reported late belongs to where it was, not to where it was reported.
#[test]
fn a_hook_that_failed_in_the_output_of_a_test_fails_nothing_however_late_it_is_reported() {
    let hook =
        |name: &str, printed: &str| format!("{name}{}{printed}", ".".repeat(79 - name.len() - printed.len()));
    let failed = |name: &str| format!("{}\n- hook id: {name}\n- exit code: 1\n\n", hook(name, "Failed"));
    let run = |statement: &str| {
        format!(
            "\n RUN  v4.1.12 /p\n\n \u{2713} a.test.js (1 test) 1ms\n{statement} \u{2713} b.test.js (1 test) 1ms\n\n \
             Test Files  2 passed (2)\n      Tests  2 passed (2)\n   Start at  12:00:00\n   Duration  1ms\n\n"
        )
    };
    let statement = run(&failed("inner"));
    assert_eq!(verdict(&statement), "passed");
    assert_eq!(verdict(&format!("{statement}{}\n", hook("outer", "Passed"))), "passed");
    let after = format!("{statement}{}", failed("outer"));
    assert_eq!((verdict(&after).as_str(), failures(&after)), ("failed", 1));
    let same = format!("{statement}{}", failed("inner"));
    assert_eq!((verdict(&same).as_str(), failures(&same)), ("failed", 1));
}

/// Whoever reads a run that a test printed and did not end reads what is after the test's own run anew.
#[test]
fn what_dies_after_a_run_is_reported_though_a_test_printed_the_same() {
    let died: Vec<&Log> = logs(&["crash"], None)
        .into_iter()
        .filter(|log| matches!(log.verdict(), "failed" | "incomplete"))
        .collect();
    let printers = PRINTERS.map(|(file, _)| named(file));
    let (wrong, judged) = judge_pairs(
        &printers,
        &died,
        |_, _| true,
        |outer, died| {
            let (before, after) = outer.text.split_at(printing_place(outer));
            let run = format!("{before}{}{after}", died.text);
            let printed = || verdict(&format!("{run}{}", died.text));
            (outer.runner != died.runner && verdict(&run) == "passed" && printed() == "passed")
                .then(|| format!("{} that printed {}, which stands behind it too", outer.name, died.name))
        },
    );
    assert!(wrong.is_empty(), "{} of {judged}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(judged >= 300, "{judged} pairs");
}

/// The first lines of a run, printed by a test, are another run than the whole one after, whoever takes the lines between.
#[test]
fn what_a_test_began_to_print_hides_nothing_of_the_same_run_after() {
    let rows = [
        ("googletest/all-pass.txt", "zig-test/crash.txt"),
        ("phpunit/all-pass.txt", "cpputest/few-failures.txt"),
        ("phpunit/all-pass.txt", "cpputest/few-failures-two.txt"),
        ("googletest/all-pass.txt", "sphinx/few-failures-doctest.txt"),
    ];
    for (outer, failed) in rows {
        let (outer, failed) = (named(outer), named(failed));
        let (before, after) = outer.text.split_at(printing_place(outer));
        for lines in [5, 15, 23, 30] {
            let statement: String = failed.text.split_inclusive('\n').take(lines).collect();
            let reported = failures(&format!("{before}{statement}{after}{}", failed.text));
            assert_eq!(reported, failures(&failed.text), "{} with {lines} of {}", outer.name, failed.name);
        }
    }
}

/// The runs of a log that are distinguished are bounded: what is after that many is not called passed.
#[test]
fn after_more_runs_than_are_distinguished_nothing_is_passed() {
    let run = "[==========] Running 1 test from 1 test suite.\n[ RUN      ] Quay.Holds\n1/2 crash.test.adds...OK\n\
               2/2 crash.test.sinks...\n[       OK ] Quay.Holds (0 ms)\n\
               [==========] 1 test from 1 test suite ran. (0 ms total)\n[  PASSED  ] 1 test.\n";
    assert_eq!(verdict(&run.repeat(2000)), "passed");
    let died = &named("zig-test/crash.txt").text;
    let log = run.repeat(9000);
    assert_eq!(verdict(&log), "incomplete");
    assert_eq!(verdict(&format!("{log}{died}")), "failed");
}

#[test]
fn a_failing_run_whose_totals_are_parted_by_lines_of_another_run_is_noticed() {
    let nextest = |inner: [&str; 3]| {
        format!(
            "    Starting 3 tests across 1 binary\n        PASS [   0.004s] (1/3) quay moors\n{}\n    test result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\n{}\n        PASS [   0.004s] (2/3) quay sails\n{}\n        PASS [   0.004s] (3/3) quay sinks\n     Summary [   0.029s] 3 tests run: 3 passed, 0 skipped\n",
            inner[0], inner[1], inner[2]
        )
    };
    let jest = [
        "FAIL quay/moor.test.js\n  ● moors\n\n    no rope\n",
        "Test Suites: 2 failed, 1 passed, 3 total",
        "Tests:       3 failed, 4 passed, 7 total\nSnapshots:   0 total",
    ];
    let phpunit = [
        "PHPUnit 9.6.7 by Sebastian Bergmann and contributors.\n\n.FFE.F",
        "There were 3 failures:\n\nFAILURES!",
        "Tests: 6, Assertions: 6, Errors: 1, Failures: 3.",
    ];
    for inner in [jest, phpunit] {
        let text = crate::support::answer::answer(&[], nextest(inner)).text;
        assert!(!text.contains("weir: PASSED"), "{text}");
    }
    // Numbers alone are easily printed.
    let text = crate::support::answer::answer(&[], nextest(["a", jest[1], "b"])).text;
    assert!(text.contains("weir: PASSED 3 passed"), "{text}");
}
