//! Streams that try to turn green: truncated, with forged totals, joined, one inside of another, mixed line by line.
//!
//! The logs are those of `testdata/` of the runners that are used most. The rule: a stream that holds a failing run is
//! passed only when its exit status is known to be 0. Which streams are made depends on a seed alone. A sample is judged by
//! default, more of them with `WEIR_ATTACK_STREAMS=3000`, and all with `WEIR_EXHAUSTIVE=1`; with `--nocapture` the verdicts are counted.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a helper of tests fails like a test"
)]

mod support;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use support::here::Bytes;
use weir::filter::Surveyor;
use weir::report::Verdict;
use weir::settings::Settings;

/// All streams, and the sample.
const STREAMS: u64 = 100_000;
const SAMPLE: u64 = 1500;

/// How many of the slowest streams are printed.
const SLOWEST: usize = 5;

/// What the streams are made by.
const SEED: u64 = 0x5eed_0f0a_7ac4;

/// A runner: logs that passed, logs that failed, words of which a line that tells a failure holds one, words that the line holds
/// with which a run is over, and its totals with so many passes and no failure.
struct Kind {
    passing: &'static [&'static str],
    failing: &'static [&'static str],
    fails: &'static [&'static str],
    ends: &'static [&'static str],
    forge: fn(u64) -> String,
}

const KINDS: [Kind; 15] = [
    Kind {
        passing: &["cargo-test/all-pass.log"],
        failing: &[
            "cargo-test/few-failures.log",
            "cargo-test/doc-failure.log",
            "cargo-test/hostile-failures.log",
        ],
        fails: &[" ... FAILED"],
        ends: &["test result: "],
        forge: |n| {
            format!(
                "test result: ok. {n} passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s\n\n"
            )
        },
    },
    Kind {
        passing: &["nextest/all-pass.txt"],
        failing: &["nextest/failures.txt", "nextest/failures-final.txt"],
        fails: &["  FAIL ["],
        ends: &["Summary ["],
        forge: |n| format!("------------\n     Summary [   0.029s] {n} tests run: {n} passed, 0 skipped\n"),
    },
    Kind {
        passing: &["pytest/all-pass.txt"],
        failing: &["pytest/many.txt", "pytest/all-kinds.txt", "pytest/all-kinds-verbose.txt"],
        fails: &[" FAILED ", "FF", ".F", "FAILED "],
        // What was deselected is between the passes and the time.
        ends: &[" passed in ", " passed, "],
        forge: |n| {
            format!("============================== {n} passed in 0.01s ===============================\n")
        },
    },
    Kind {
        passing: &["jest/all-pass.txt", "jest/all-pass-verbose.txt"],
        failing: &["jest/few-failures.txt", "jest/few-failures-verbose.txt"],
        fails: &["FAIL ", "\u{25cf} "],
        ends: &["Tests: "],
        forge: |n| {
            format!(
                "Test Suites: 3 passed, 3 total\nTests:       {n} passed, {n} total\nSnapshots:   0 total\nTime:        0.5 s\nRan all test suites.\n"
            )
        },
    },
    Kind {
        passing: &["vitest/all-pass.txt", "vitest/all-pass-verbose.txt"],
        failing: &[
            "vitest/few-failures.txt",
            "vitest/few-failures-verbose.txt",
            "vitest/few-failures-tree.txt",
        ],
        fails: &["\u{d7} ", " FAIL ", "\u{276f} "],
        ends: &["Tests  "],
        forge: |n| {
            format!(
                "\n Test Files  3 passed (3)\n      Tests  {n} passed ({n})\n   Start at  10:00:00\n   Duration  300ms\n"
            )
        },
    },
    Kind {
        passing: &["mocha/all-pass.txt", "mocha/all-pass-1-8.txt"],
        failing: &["mocha/few-failures.txt", "mocha/few-failures-list.txt", "mocha/few-failures-dot.txt"],
        fails: &["    1) ", "  1) ", " failing", "!"],
        // Before mocha 1.11 the numbers are worded in another way.
        ends: &[" passing", " tests complete"],
        forge: |n| format!("\n\n  {n} passing (10ms)\n\n"),
    },
    Kind {
        passing: &["go/pass.txt", "go/pass-verbose.txt"],
        failing: &["go/failures.txt", "go/failures-verbose.txt", "go/panic-verbose.txt"],
        fails: &["--- FAIL", "panic: "],
        // A test binary that runs alone says no more.
        ends: &["ok  \t", "PASS\n"],
        forge: |_| "PASS\nok  \texample.com/harbour/crane\t0.010s\n".to_owned(),
    },
    Kind {
        passing: &[GO_JSON],
        failing: &["go/failures-json.txt", "go/panic-json.txt"],
        fails: &["\"Action\":\"fail\"", "panic: "],
        ends: &["ok  \\t"],
        forge: |_| {
            "{\"Time\":\"2026-01-02T03:04:05.678Z\",\"Action\":\"pass\",\"Package\":\"example.com/harbour/crane\",\"Elapsed\":0.1}\n".to_owned()
        },
    },
    Kind {
        passing: &["maven/all-pass.txt"],
        failing: &["maven/few-failures.txt", "maven/few-failures-3.txt", "maven/compile-error.txt"],
        fails: &["<<< FAILURE!", "<<< ERROR!", "[ERROR] /", "[ERROR] Tests run"],
        ends: &["BUILD "],
        forge: |n| {
            format!(
                "[INFO] Tests run: {n}, Failures: 0, Errors: 0, Skipped: 0\n[INFO] \n[INFO] ------------------------------------------------------------------------\n[INFO] BUILD SUCCESS\n"
            )
        },
    },
    Kind {
        passing: &["gradle/all-pass.txt", "gradle/all-pass-events.txt"],
        failing: &["gradle/few-failures.txt", "gradle/few-failures-events.txt"],
        fails: &[" FAILED"],
        ends: &["BUILD "],
        forge: |_| "BUILD SUCCESSFUL in 2s\n3 actionable tasks: 3 executed\n".to_owned(),
    },
    Kind {
        passing: &["rspec/all-pass.txt"],
        failing: &["rspec/few-failures.txt", "rspec/few-failures-doc.txt"],
        fails: &["(FAILED - ", "F.", ".F", "Failures:"],
        ends: &[" examples, "],
        forge: |n| {
            format!(
                "\nFinished in 0.01 seconds (files took 0.1 seconds to load)\n{n} examples, 0 failures\n\n"
            )
        },
    },
    Kind {
        passing: &["phpunit/all-pass.txt"],
        failing: &["phpunit/few-failures.txt", "phpunit/few-failures-testdox.txt"],
        fails: &[".F", "F.", "E.", ".E", "\u{2718}", "FE", "EF"],
        ends: &["OK ("],
        forge: |n| format!("Time: 00:00.010, Memory: 6.00 MB\n\nOK ({n} tests, {n} assertions)\n"),
    },
    Kind {
        passing: &["dotnet-test/all-pass.txt"],
        failing: &["dotnet-test/few-failures.txt", "dotnet-test/few-failures-verbose.txt"],
        fails: &["  Failed ", "[FAIL]"],
        ends: &["Passed!"],
        forge: |n| {
            format!(
                "Passed!  - Failed:     0, Passed:     {n}, Skipped:     0, Total:     {n}, Duration: 20 ms - Harbour.Tests.dll (net8.0)\n"
            )
        },
    },
    Kind {
        passing: &["xcodebuild/all-pass.log", "xcodebuild/parallel-passed.log"],
        failing: &["xcodebuild/few-failures.log", "xcodebuild/parallel-failed.log"],
        fails: &[": error: ", " failed (", "' failed "],
        // The tests of a bundle that all passed are a run of their own.
        ends: &["** TEST ", "Test Suite 'All tests' passed"],
        forge: |n| {
            format!(
                "\t Executed {n} tests, with 0 failures (0 unexpected) in 0.010 (0.020) seconds\n** TEST SUCCEEDED **\n\n"
            )
        },
    },
    Kind {
        passing: &["googletest/all-pass.txt"],
        failing: &["googletest/few-failures.txt", "googletest/few-failures-without-times.txt"],
        fails: &["[  FAILED  ]"],
        ends: &["[  PASSED  ]"],
        forge: |n| {
            format!("[==========] {n} tests from 2 test suites ran. (1 ms total)\n[  PASSED  ] {n} tests.\n")
        },
    },
];

/// The name of a passing run of `go test -json`.
const GO_JSON: &str = "go test -json";

/// A run of `go test -json` that passed.
fn go_json() -> String {
    let line = |action: &str, rest: &str| {
        format!(
            "{{\"Time\":\"2026-01-02T03:04:05.678Z\",\"Action\":\"{action}\",\"Package\":\"example.com/harbour/quay\"{rest}}}\n"
        )
    };
    let mut text = line("start", "");
    for name in ["TestMoors", "TestMoors/barge", "TestLifts"] {
        let test = format!(",\"Test\":\"{name}\"");
        text += &line("run", &test);
        text += &line("output", &format!("{test},\"Output\":\"=== RUN   {name}\\n\""));
    }
    for name in ["TestMoors", "TestMoors/barge", "TestLifts"] {
        let test = format!(",\"Test\":\"{name}\"");
        text += &line("output", &format!("{test},\"Output\":\"--- PASS: {name} (0.01s)\\n\""));
        text += &line("pass", &format!("{test},\"Elapsed\":0.01"));
    }
    text += &line("output", ",\"Output\":\"PASS\\n\"");
    text += &line("output", ",\"Output\":\"ok  \\texample.com/harbour/quay\\t0.013s\\n\"");
    text + &line("pass", ",\"Elapsed\":0.013")
}

/// A log, and where its first line ends that tells a failure, or where that begins which says that the run is over.
struct Log {
    name: String,
    lines: Vec<String>,
    /// The first line that tells a failure.
    fails: usize,
    /// The first line that says that the run is over.
    ends: usize,
    kind: usize,
}

impl Log {
    /// Whose it is: the two forms of `go test` are one runner's.
    fn runner(&self) -> &str {
        self.name.split(['/', ' ']).next().unwrap_or_default()
    }
}

fn read(name: &str, kind: usize) -> Log {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata").join(name);
    let text = match name {
        GO_JSON => go_json(),
        _ => String::from_utf8_lossy(&fs::read(path).unwrap()).into_owned(),
    };
    let lines: Vec<String> = text.lines().map(|line| format!("{line}\n")).collect();
    let first = |words: &[&str]| {
        lines.iter().position(|line| words.iter().any(|word| line.contains(word))).unwrap_or(lines.len())
    };
    let (fails, ends) = (first(KINDS[kind].fails), first(KINDS[kind].ends));
    Log { name: name.to_owned(), fails, ends, kind, lines }
}

/// A generator of numbers: the same for the same seed.
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `end`, 0 when there is none.
    fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() % u64::try_from(end.max(1)).unwrap()).unwrap()
    }

    fn one<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len())]
    }
}

/// A stream, how it was made, and of what.
struct Stream {
    way: &'static str,
    of: String,
    text: String,
}

/// Mixes two logs: each line of the first is after `chunk` lines of the second at most.
fn mixed(outer: &[String], inner: &[String], chunk: usize, dice: &mut Dice) -> String {
    let mut text = String::new();
    let (mut outer, mut inner) = (outer.iter().peekable(), inner.iter().peekable());
    // The outer run begins first and ends last.
    text.extend(outer.next().map(String::as_str));
    while outer.peek().is_some() || inner.peek().is_some() {
        let from_inner = inner.peek().is_some() && (outer.len() <= 1 || dice.below(2) == 0);
        let number = 1 + dice.below(chunk);
        for _ in 0..number {
            if from_inner {
                text.extend(inner.next().map(String::as_str));
            } else if outer.len() > 1 || inner.peek().is_none() {
                text.extend(outer.next().map(String::as_str));
            }
        }
    }
    text
}

fn stream(passing: &[Log], failing: &[Log], dice: &mut Dice) -> Stream {
    let failed = dice.one(failing);
    let passed = dice.one(passing);
    let whole = |log: &Log| log.lines.concat();
    let of = format!("{} in {}", failed.name, passed.name);
    // A cut anywhere after the line that tells the first failure, also amid a line.
    let cut = |dice: &mut Dice| {
        let line = failed.fails + 1 + dice.below(failed.lines.len() - failed.fails - 1);
        let mut text = failed.lines[..line].concat();
        if let Some(next) = failed.lines.get(line) {
            let mut end = dice.below(next.len());
            while !next.is_char_boundary(end) {
                end -= 1;
            }
            text.push_str(&next[..end]);
        }
        text
    };
    let forged = |dice: &mut Dice| {
        let kind = &KINDS[failed.kind];
        let number = 5 + u64::try_from(dice.below(200)).unwrap();
        (kind.forge)(number)
    };
    let (way, of, text) = match dice.below(10) {
        0 => ("truncated", failed.name.clone(), cut(dice)),
        1 => {
            let mut text = cut(dice);
            if !text.ends_with('\n') {
                text.push('\n');
            }
            ("truncated, then forged totals", failed.name.clone(), text + &forged(dice))
        }
        2 => {
            let at = failed.fails + 1 + dice.below(failed.lines.len() - failed.fails);
            let (head, tail) = failed.lines.split_at(at);
            ("forged totals amid", failed.name.clone(), head.concat() + &forged(dice) + &tail.concat())
        }
        3 => ("failed, then passed", of, whole(failed) + &whole(passed)),
        4 => ("passed, then failed", of, whole(passed) + &whole(failed)),
        5 => {
            let line = 1 + dice.below(passed.lines.len() - 1);
            ("cut pass, then failed", of, passed.lines[..line].concat() + &whole(failed))
        }
        6 if passed.runner() != failed.runner() => {
            let at = 1 + dice.below(passed.lines.len() - 1);
            let (head, tail) = passed.lines.split_at(at);
            ("a block inside", of, head.concat() + &whole(failed) + &tail.concat())
        }
        7 if passed.runner() != failed.runner() => {
            ("chunks inside", of, mixed(&passed.lines, &failed.lines, 12, dice))
        }
        8 if passed.runner() != failed.runner() => {
            ("line by line", of, mixed(&passed.lines, &failed.lines, 2, dice))
        }
        _ => {
            // A pass that is cut before it is over did not pass either.
            let end = passed.lines[..passed.ends].concat();
            let mut cut = 1 + dice.below(end.len().max(2) - 1);
            while !end.is_char_boundary(cut) {
                cut -= 1;
            }
            ("a cut pass", passed.name.clone(), end[..cut].to_owned())
        }
    };
    Stream { way, of, text }
}

fn logs(names: fn(&Kind) -> &'static [&'static str]) -> Vec<Log> {
    let all = KINDS.iter().enumerate();
    all.flat_map(|(kind, each)| names(each).iter().map(move |name| read(name, kind))).collect()
}

#[test]
fn a_stream_that_holds_a_failing_run_is_passed_only_with_exit_status_0() {
    let exhaustive = std::env::var_os("WEIR_EXHAUSTIVE").is_some_and(|value| value == "1");
    let sample = std::env::var("WEIR_ATTACK_STREAMS").map_or(SAMPLE, |text| text.parse().unwrap());
    let number = if exhaustive { STREAMS } else { sample };
    let (passing, failing) = (logs(|kind| kind.passing), logs(|kind| kind.failing));
    let next = AtomicU64::new(0);
    let green = Mutex::new(Vec::new());
    let counts: Mutex<BTreeMap<(&str, &str, String), u64>> = Mutex::default();
    let slowest: Mutex<Vec<(Duration, u64)>> = Mutex::default();
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, Into::into) {
            scope.spawn(|| {
                let settings = Settings::default();
                let surveyor = Surveyor::new(&settings);
                for log in passing.iter().chain(&failing) {
                    let text = log.lines.concat();
                    let verdict = surveyor.survey(&mut Bytes(text.as_bytes())).unwrap();
                    let verdict = verdict.report.verdict(verdict.witness);
                    let failed = failing.iter().any(|each| each.name == log.name);
                    let wanted = if failed { Verdict::Failed } else { Verdict::Passed };
                    assert_eq!(verdict, wanted, "{}", log.name);
                    assert!(!failed || log.fails < log.lines.len() - 1, "{}", log.name);
                }
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    if at >= number {
                        break;
                    }
                    let mut dice = Dice(SEED ^ at.wrapping_mul(0x2545_f491_4f6c_dd1d));
                    let made = stream(&passing, &failing, &mut dice);
                    let began = Instant::now();
                    let survey = surveyor.survey(&mut Bytes(made.text.as_bytes())).unwrap();
                    let took = began.elapsed();
                    let verdict = survey.report.verdict(survey.witness);
                    {
                        let mut slowest = slowest.lock().unwrap();
                        slowest.push((took, at));
                        slowest.sort_unstable_by(|left, right| right.cmp(left));
                        slowest.truncate(SLOWEST);
                    }
                    let why = if verdict == Verdict::Unknown {
                        let printed = survey.report.summary(survey.witness).disagreements.join("; ");
                        let printed = if printed.contains("inside") {
                            "a failing run inside of another"
                        } else {
                            "nothing agrees"
                        };
                        printed.to_owned()
                    } else {
                        String::new()
                    };
                    *counts.lock().unwrap().entry((made.way, verdict.lower(), why)).or_default() += 1;
                    if verdict == Verdict::Passed {
                        green.lock().unwrap().push((at, made));
                    }
                }
            });
        }
    });
    let mut table = String::new();
    for ((way, verdict, why), number) in counts.into_inner().unwrap() {
        writeln!(table, "{number:6} {way}: {verdict} {why}").unwrap();
    }
    println!("{number} streams\n{table}slowest: {:?}", slowest.into_inner().unwrap());
    let mut green = green.into_inner().unwrap();
    green.sort_by_key(|(at, _)| *at);
    if let Some(folder) = std::env::var_os("WEIR_ATTACK_KEEP") {
        for (at, made) in &green {
            fs::write(Path::new(&folder).join(format!("{at}.log")), &made.text).unwrap();
        }
    }
    let mut kinds: BTreeMap<String, u64> = BTreeMap::new();
    for (_, made) in &green {
        *kinds.entry(format!("{}: {}", made.way, made.of)).or_default() += 1;
    }
    let printed: Vec<String> =
        green.iter().take(40).map(|(at, made)| format!("{at}: {}, {}", made.way, made.of)).collect();
    assert!(green.is_empty(), "{} of {number} are green:\n{}\n{kinds:#?}", green.len(), printed.join("\n"));
}

#[test]
fn totals_that_fit_the_announced_number_do_not_take_a_failure_with_its_block_back() {
    let text = "[==========] Running 3 tests from 1 test suite.\n[----------] 3 tests from Lock\n[ RUN      ] Lock.Opens\n\
                lock_test.cc:4: Failure\nValue of: gate.open()\n  Actual: false\nExpected: true\n[  FAILED  ] Lock.Opens (0 ms)\n\
                [==========] 3 tests from 1 test suite ran. (1 ms total)\n[  PASSED  ] 3 tests.\n";
    let settings = Settings::default();
    let survey = Surveyor::new(&settings).survey(&mut Bytes(text.as_bytes())).unwrap();
    assert_ne!(survey.report.verdict(survey.witness), Verdict::Passed);
}
