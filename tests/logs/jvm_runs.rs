//! The logs of `testdata` of the Java virtual machine's tools, through the binary: verdict, numbers and the failures with place
//! and message. One table for each tool; a log that no table names fails the last test.

use std::path::Path;

use crate::support::json;

/// A log's name, and what is reported it.
type Row = (&'static str, &'static [&'static str]);

fn folder(runner: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata").join(runner)
}

/// What weir says of a log: a line with verdict, failed, passed and skipped, then a line for each failure.
fn reported(runner: &str, log: &str) -> Vec<String> {
    let input = std::fs::read(folder(runner).join(format!("{log}.txt"))).unwrap();
    let (answer, _) = json(&["-m", "verbose"], input);
    let number =
        |name: &str| answer["counts"][name].as_u64().map_or("?".to_owned(), |number| number.to_string());
    let mut rows = vec![format!(
        "{} {} {} {}",
        answer["verdict"].as_str().unwrap(),
        number("failed"),
        number("passed"),
        number("skipped")
    )];
    for failure in answer["failures"].as_array().unwrap() {
        let text = |name: &str| failure[name].as_str().unwrap_or("");
        let line = failure["line"].as_u64().map_or(String::new(), |line| format!(":{line}"));
        let file = text("file").rsplit('/').next().unwrap_or("");
        let id = text("id").rsplit('/').next().unwrap_or("");
        rows.push(format!("{} {id} ({file}{line}) {}", text("kind"), text("message")));
    }
    assert_eq!(answer["named"].as_array().map(Vec::len), Some(0), "{runner}/{log}");
    rows
}

const ANT: &[Row] = &[
    ("all-pass-brief", &["passed 0 2 0"]),
    ("all-pass-summary", &["passed 0 2 0"]),
    ("all-pass", &["passed 0 2 1"]),
    ("all-pass-report", &["unknown 0 2 1"]),
    ("hostile-report", &["unknown 0 1 0"]),
    (
        "few-failures-report",
        &[
            "failed 2 3 1",
            "test ScaleTest.balances (ScaleTest.java:12) the pan hangs low",
            "test ScaleTest.tares (ScaleTest.java:18) no tare",
        ],
    ),
    ("compile-error", &["failed 1 0 0", "diagnostic Graft.java:8 (Graft.java:8) cannot find symbol"]),
    (
        "crash-die",
        &[
            "failed 3 2 1",
            "crash dev.quay.GateTest () Tests run: 1, Failures: 0, Errors: 1, Skipped: 0",
            "test dev.quay.TideTest () Tests run: 4, Failures: 1, Errors: 1, Skipped: 1",
        ],
    ),
    (
        "crash-dieboth",
        &[
            "failed 3 2 1",
            "test GateTest.opens () Forked Java VM exited abnormally. Please note the time in the report does not reflect the time until the VM exit.",
            "test TideTest.falls (TideTest.java:10) level expected:<3> but was:<4>",
            "test TideTest.turns (TideTest.java:12) no moon",
        ],
    ),
    (
        "crash-dieonce",
        &["failed 1 1 0", "crash dev.quay.GateTest () Tests run: 1, Failures: 0, Errors: 1, Skipped: 0"],
    ),
    (
        "crash-dieplain",
        &[
            "failed 3 2 1",
            "test GateTest.opens () Forked Java VM exited abnormally. Please note the time in the report does not reflect the time until the VM exit.",
            "test TideTest.falls (TideTest.java:10) level expected:<3> but was:<4>",
            "test TideTest.turns (TideTest.java:12) no moon",
        ],
    ),
    (
        "crash-slow",
        &[
            "failed 3 2 1",
            "timeout dev.quay.GateTest () Tests run: 1, Failures: 0, Errors: 1, Skipped: 0",
            "test dev.quay.TideTest () Tests run: 4, Failures: 1, Errors: 1, Skipped: 1",
        ],
    ),
    (
        "crash-slowbrief",
        &[
            "failed 3 2 1",
            "test GateTest.opens () Timeout occurred. Please note the time in the report does not reflect the time until the timeout.",
            "test TideTest.falls (TideTest.java:10) level expected:<3> but was:<4>",
            "test TideTest.turns (TideTest.java:12) no moon",
        ],
    ),
    (
        "crash-truncated",
        &["failed 1 3 1", "test PressTest.fillsBottles () one bottle is missing expected:<40> but was:<39>"],
    ),
    (
        "few-failures-both",
        &[
            "failed 2 3 1",
            "test TideTest.falls (TideTest.java:10) level expected:<3> but was:<4>",
            "test TideTest.turns (TideTest.java:12) no moon",
        ],
    ),
    (
        "few-failures-brief",
        &[
            "failed 2 3 1",
            "test TideTest.falls (TideTest.java:10) level expected:<3> but was:<4>",
            "test TideTest.turns (TideTest.java:12) no moon",
        ],
    ),
    ("few-failures-files", &["failed 1 0 0", "test dev.quay.TideTest () "]),
    (
        "few-failures-halt",
        &["failed 2 3 1", "test dev.quay.TideTest () Tests run: 4, Failures: 1, Errors: 1, Skipped: 1"],
    ),
    (
        "few-failures-nofork",
        &["failed 2 3 1", "test dev.quay.TideTest () Tests run: 4, Failures: 1, Errors: 1, Skipped: 1"],
    ),
    (
        "few-failures-once",
        &["failed 2 3 1", "test dev.quay.TideTest () Tests run: 4, Failures: 1, Errors: 1, Skipped: 1"],
    ),
    ("few-failures-oncefiles", &["failed 1 0 0", "test dev.quay.TideTest () "]),
    (
        "few-failures-summary",
        &["failed 2 3 1", "test dev.quay.TideTest () Tests run: 4, Failures: 1, Errors: 1, Skipped: 1"],
    ),
    (
        "few-failures",
        &[
            "failed 2 3 1",
            "test PressTest.fillsBottles (PressTest.java:13) one bottle is missing expected:<40> but was:<39>",
            "test PressTest.readsTheScale (PressTest.java:19) For input string: \"heavy\"",
        ],
    ),
    ("hostile", &["passed 0 2 1"]),
];

const MAVEN: &[Row] = &[
    (
        "few-failures-no-summary",
        &[
            "failed 6 4 1",
            "test PressTest.comparesLabels () Expecting:",
            "test PressTest.fillsBottles () one bottle is missing ==> expected: <40> but was: <39>",
            "test PressTest.turnsTheScrew () expected: <2> but was: <1>",
            "test PressTest.turnsTheScrew (2) () expected: <2> but was: <3>",
            "test CellarTest.unlock () IllegalState the key is lost",
            "test PressTest.readsTheScale () IllegalState the scale said nothing useful",
        ],
    ),
    ("all-pass-traces", &["passed 0 3 1"]),
    ("all-pass", &["passed 0 3 1"]),
    (
        "compile-error",
        &[
            "failed 2 0 0",
            "diagnostic GraftTest.java:8 (GraftTest.java:8) cannot find symbol",
            "diagnostic GraftTest.java:9 (GraftTest.java:9) incompatible types: int cannot be converted to java.lang.String",
        ],
    ),
    (
        "crash-fork",
        &[
            "failed 1 ? ?",
            "crash The forked VM terminated without properly saying goodbye. VM crash or System.exit called? () [ERROR] Process Exit Code: 137",
        ],
    ),
    (
        "crash-truncated",
        &[
            "failed 5 2 0",
            "test PressTest.turnsTheScrew{int}[1] (PressTest.java:33) expected: <2> but was: <1>",
            "test PressTest.turnsTheScrew{int}[3] (PressTest.java:33) expected: <2> but was: <3>",
            "test PressTest.fillsBottles (PressTest.java:13) one bottle is missing ==> expected: <40> but was: <39>",
        ],
    ),
    (
        "crash",
        &[
            "failed 1 1 0",
            "crash The forked VM terminated without properly saying goodbye. VM crash or System.exit called? () [ERROR] Process Exit Code: 9",
        ],
    ),
    (
        "few-failures-2.12",
        &[
            "failed 2 2 1",
            "test PressTest.fillsBottles (PressTest.java:13) one bottle is missing expected:<40> but was:<39>",
            "test PressTest.readsTheScale (PressTest.java:19) java.lang.NullPointerException",
        ],
    ),
    (
        "few-failures-3",
        &[
            "failed 2 5 1",
            "test PressTest.fillsBottles (Press.java:21) one bottle is missing ==> expected: <40> but was: <39>",
            "test CellarTest$Cold.cools(int)[2] (Cellar.java:9) java.lang.IllegalStateException: the key is lost",
        ],
    ),
    (
        "few-failures-list",
        &[
            "failed 2 6 0",
            "test PressTest.fillsBottles () one bottle is missing",
            "test PressTest.comparesLabels () Expecting:",
        ],
    ),
    (
        "few-failures-quiet",
        &[
            "failed 6 4 1",
            "test PressTest.turnsTheScrew{int}[1] (PressTest.java:33) expected: <2> but was: <1>",
            "test PressTest.turnsTheScrew{int}[3] (PressTest.java:33) expected: <2> but was: <3>",
            "test PressTest.fillsBottles (PressTest.java:13) one bottle is missing ==> expected: <40> but was: <39>",
            "test PressTest.readsTheScale (PressTest.java:21) java.lang.IllegalStateException: the scale said nothing useful",
            "test PressTest.comparesLabels (PressTest.java:27) Expecting: \"Boskoop\" to be equal to: \"Elstar\" but was not.",
            "setup CellarTest (CellarTest.java:9) java.lang.IllegalStateException: the key is lost",
        ],
    ),
    ("few-failures-reruns", &["failed 1 2 0", "test WindTest.turns (WindTest.java:21) the vane is stuck"]),
    (
        "few-failures",
        &[
            "failed 6 4 1",
            "test PressTest.turnsTheScrew{int}[1] (PressTest.java:33) expected: <2> but was: <1>",
            "test PressTest.turnsTheScrew{int}[3] (PressTest.java:33) expected: <2> but was: <3>",
            "test PressTest.fillsBottles (PressTest.java:13) one bottle is missing ==> expected: <40> but was: <39>",
            "test PressTest.readsTheScale (PressTest.java:21) java.lang.IllegalStateException: the scale said nothing useful",
            "test PressTest.comparesLabels (PressTest.java:27) Expecting: \"Boskoop\" to be equal to: \"Elstar\" but was not.",
            "setup CellarTest (CellarTest.java:9) java.lang.IllegalStateException: the key is lost",
        ],
    ),
    ("hostile-failing", &["failed 1 0 0", "test BluffTest.bluffs (BluffTest.java:13) it is no success"]),
    ("hostile", &["passed 0 1 0"]),
    (
        "modules",
        &[
            "failed 1 6 1",
            "build maven-enforcer-plugin:enforce on project press () Some Enforcer rules have failed. Look above for specific messages explaining why the rule failed.",
        ],
    ),
    (
        "no-dependency",
        &[
            "failed 1 0 0",
            "build on project orchard () Could not resolve dependencies for project dev.orchard:orchard:jar:1.2: Cannot access central (https://repo.maven.apache.org/maven2) in offline mode and the artifact org.junit.jupiter:junit-jupiter:jar:5.0.0 has not been downloaded from it before.",
        ],
    ),
];

const GRADLE: &[Row] = &[
    ("all-pass-8", &["passed 0 1 1"]),
    ("all-pass-events", &["passed 0 2 1"]),
    ("all-pass-retry", &["passed 0 ? ?"]),
    ("all-pass", &["passed 0 ? ?"]),
    (
        "broken-script",
        &[
            "failed 1 0 0",
            "build A problem occurred evaluating root project 'orchard'. (build.gradle:14) Could not find method implementaton() for arguments [dev.orchard:wax:1.1] on object of type org.gradle.api.internal.artifacts.dsl.dependencies.DefaultDependencyHandler.",
        ],
    ),
    ("compile-error-9", &["failed 1 0 0", "diagnostic Graft.java:8 (Graft.java:8) cannot find symbol"]),
    (
        "compile-error-kotlin",
        &[
            "failed 2 0 0",
            "diagnostic Press.kt:7 (Press.kt:7) Unresolved reference: bottles",
            "diagnostic Cellar.kt:12 (Cellar.kt:12) Type mismatch: inferred type is String but Int was expected",
        ],
    ),
    (
        "compile-error",
        &[
            "failed 2 0 0",
            "diagnostic GraftTest.java:8 (GraftTest.java:8) cannot find symbol",
            "diagnostic GraftTest.java:9 (GraftTest.java:9) incompatible types: int cannot be converted to String",
        ],
    ),
    (
        "crash-truncated",
        &[
            "failed 2 0 0",
            "test dev.orchard.PressTest > fillsBottles (PressTest.java:11) one bottle is missing expected:<40> but was:<39>",
            "test dev.orchard.PressTest > readsTheScale (PressTest.java:19) java.lang.IllegalStateException: the scale said nothing useful",
        ],
    ),
    (
        "crash",
        &[
            "failed 1 0 0",
            "crash Process 'Gradle Test Executor 1' finished with non-zero exit value 9 () Process 'Gradle Test Executor 1' finished with non-zero exit value 9",
        ],
    ),
    (
        "few-failures-8",
        &[
            "failed 3 9 1",
            "test PressTest > turnsTheScrew(int) > [1] 1 (PressTest.java:33) expected: <2> but was: <1>",
            "test CellarTest > Cold > cools() (Cellar.java:9) java.lang.IllegalStateException: the key is lost",
            "test ScaleTest > tares() (ScaleTest.java:8) java.lang.AssertionError at ScaleTest.java:8",
        ],
    ),
    (
        "few-failures-events",
        &[
            "failed 4 3 1",
            "test dev.orchard.PressTest > fillsBottles (PressTest.java:11) one bottle is missing expected:<40> but was:<39>",
            "test dev.orchard.PressTest > readsTheScale (PressTest.java:19) java.lang.IllegalStateException: the scale said nothing useful",
            "test dev.orchard.PressTest > comparesLabels (PressTest.java:25) Expecting: \"Boskoop\" to be equal to: \"Elstar\" but was not.",
            "test dev.orchard.CellarTest > classMethod (CellarTest.java:9) java.lang.IllegalStateException: the key is lost",
        ],
    ),
    (
        "few-failures-full",
        &[
            "failed 4 3 1",
            "test dev.orchard.PressTest > fillsBottles (PressTest.java:11) one bottle is missing expected:<40> but was:<39>",
            "test dev.orchard.PressTest > readsTheScale (PressTest.java:19) java.lang.IllegalStateException: the scale said nothing useful",
            "test dev.orchard.PressTest > comparesLabels (PressTest.java:25) Expecting: \"Boskoop\" to be equal to: \"Elstar\" but was not.",
            "test dev.orchard.CellarTest > classMethod (CellarTest.java:9) java.lang.IllegalStateException: the key is lost",
        ],
    ),
    (
        "few-failures-logger",
        &["failed 1 2 1", "test PressTest > fillsBottles() (PressTest.java:13) expected: <40> but was: <39>"],
    ),
    ("few-failures-retry", &["failed 1 2 0", "test WindTest > turns() (WindTest.java:21) the vane is stuck"]),
    (
        "few-failures",
        &[
            "failed 4 3 1",
            "test dev.orchard.PressTest > fillsBottles (PressTest.java:11) java.lang.AssertionError at PressTest.java:11",
            "test dev.orchard.PressTest > readsTheScale (PressTest.java:19) java.lang.IllegalStateException at PressTest.java:19",
            "test dev.orchard.PressTest > comparesLabels (PressTest.java:25) java.lang.AssertionError at PressTest.java:25",
            "test dev.orchard.CellarTest > classMethod (CellarTest.java:9) java.lang.IllegalStateException at CellarTest.java:9",
        ],
    ),
    ("hostile", &["passed 0 ? ?"]),
    (
        "no-task",
        &[
            "failed 1 0 0",
            "build Task 'tset' not found in root project 'orchard'. Some candidates are: 'test'. () ",
        ],
    ),
];

const JUNIT_CONSOLE: &[Row] = &[
    ("all-pass", &["passed 0 3 1"]),
    (
        "crash-truncated",
        &[
            "failed 1 0 1",
            "test PressTest:turnsTheScrew(int):[1] 1 (PressTest.java:33) expected: <2> but was: <1>",
        ],
    ),
    (
        "few-failures-ascii",
        &[
            "failed 6 4 1",
            "test PressTest:turnsTheScrew(int):[1] 1 (PressTest.java:33) expected: <2> but was: <1>",
            "test PressTest:turnsTheScrew(int):[3] 3 (PressTest.java:33) expected: <2> but was: <3>",
            "test PressTest:fillsBottles() (PressTest.java:13) one bottle is missing ==> expected: <40> but was: <39>",
            "test PressTest:readsTheScale() (PressTest.java:21) java.lang.IllegalStateException: the scale said nothing useful",
            "test PressTest:comparesLabels() (PressTest.java:27) Expecting: \"Boskoop\" to be equal to: \"Elstar\" but was not.",
            "test CellarTest (CellarTest.java:9) java.lang.IllegalStateException: the key is lost",
        ],
    ),
    (
        "few-failures-flat",
        &[
            "failed 6 4 1",
            "test PressTest:turnsTheScrew(int):[1] 1 (PressTest.java:33) expected: <2> but was: <1>",
            "test PressTest:turnsTheScrew(int):[3] 3 (PressTest.java:33) expected: <2> but was: <3>",
            "test PressTest:fillsBottles() (PressTest.java:13) one bottle is missing ==> expected: <40> but was: <39>",
            "test PressTest:readsTheScale() (PressTest.java:21) java.lang.IllegalStateException: the scale said nothing useful",
            "test PressTest:comparesLabels() (PressTest.java:27) Expecting: \"Boskoop\" to be equal to: \"Elstar\" but was not.",
            "test CellarTest (CellarTest.java:9) java.lang.IllegalStateException: the key is lost",
        ],
    ),
    (
        "few-failures-summary",
        &[
            "failed 6 4 1",
            "test PressTest:turnsTheScrew(int):[1] 1 (PressTest.java:33) expected: <2> but was: <1>",
            "test PressTest:turnsTheScrew(int):[3] 3 (PressTest.java:33) expected: <2> but was: <3>",
            "test PressTest:fillsBottles() (PressTest.java:13) one bottle is missing ==> expected: <40> but was: <39>",
            "test PressTest:readsTheScale() (PressTest.java:21) java.lang.IllegalStateException: the scale said nothing useful",
            "test PressTest:comparesLabels() (PressTest.java:27) Expecting: \"Boskoop\" to be equal to: \"Elstar\" but was not.",
            "test CellarTest (CellarTest.java:9) java.lang.IllegalStateException: the key is lost",
        ],
    ),
    (
        "few-failures-verbose",
        &[
            "failed 6 4 1",
            "test PressTest:turnsTheScrew(int):[1] 1 (PressTest.java:33) expected: <2> but was: <1>",
            "test PressTest:turnsTheScrew(int):[3] 3 (PressTest.java:33) expected: <2> but was: <3>",
            "test PressTest:fillsBottles() (PressTest.java:13) one bottle is missing ==> expected: <40> but was: <39>",
            "test PressTest:readsTheScale() (PressTest.java:21) java.lang.IllegalStateException: the scale said nothing useful",
            "test PressTest:comparesLabels() (PressTest.java:27) Expecting: \"Boskoop\" to be equal to: \"Elstar\" but was not.",
            "test CellarTest (CellarTest.java:9) java.lang.IllegalStateException: the key is lost",
        ],
    ),
    (
        "few-failures",
        &[
            "failed 6 4 1",
            "test PressTest:turnsTheScrew(int):[1] 1 (PressTest.java:33) expected: <2> but was: <1>",
            "test PressTest:turnsTheScrew(int):[3] 3 (PressTest.java:33) expected: <2> but was: <3>",
            "test PressTest:fillsBottles() (PressTest.java:13) one bottle is missing ==> expected: <40> but was: <39>",
            "test PressTest:readsTheScale() (PressTest.java:21) java.lang.IllegalStateException: the scale said nothing useful",
            "test PressTest:comparesLabels() (PressTest.java:27) Expecting: \"Boskoop\" to be equal to: \"Elstar\" but was not.",
            "test CellarTest (CellarTest.java:9) java.lang.IllegalStateException: the key is lost",
        ],
    ),
    ("hostile", &["failed 1 0 0", "test BluffTest:bluffs() (BluffTest.java:13) it is no success"]),
];

const JAVAC: &[Row] = &[
    ("all-pass-warnings", &["unknown ? ? ?"]),
    (
        "crash-truncated",
        &[
            "failed 2 0 0",
            "diagnostic Scion.java:6 (Scion.java:6) cannot find symbol",
            "diagnostic Scion.java:7 (Scion.java:7) incompatible types: int cannot be converted to String",
        ],
    ),
    (
        "crash",
        &[
            "failed 1 0 0",
            "crash java.lang.IllegalStateException: the scale said nothing useful (Dying.java:6) java.lang.IllegalStateException: the scale said nothing useful",
        ],
    ),
    (
        "few-failures",
        &[
            "failed 4 0 0",
            "diagnostic Scion.java:6 (Scion.java:6) cannot find symbol",
            "diagnostic Scion.java:7 (Scion.java:7) incompatible types: int cannot be converted to String",
            "diagnostic Scion.java:10 (Scion.java:10) method join in class Scion cannot be applied to given types;",
            "diagnostic Scion.java:11 (Scion.java:11) cannot find symbol",
        ],
    ),
    ("hostile", &["unknown ? ? ?"]),
    ("no-file", &["unknown ? ? ?"]),
];

const KOTLINC: &[Row] = &[
    ("all-pass-warnings", &["unknown ? ? ?"]),
    (
        "crash-truncated",
        &["failed 1 0 0", "diagnostic Press.kt:7 (Press.kt:7) unresolved reference: bottles"],
    ),
    (
        "crash",
        &[
            "failed 1 0 0",
            "build java.lang.IllegalStateException: Backend Internal error: Exception during IR lowering () File being compiled: /home/user/project/src/Press.kt",
        ],
    ),
    (
        "few-failures-k2",
        &[
            "failed 2 0 0",
            "diagnostic Press.kt:7 (Press.kt:7) Unresolved reference 'bottles'.",
            "diagnostic Cellar.kt:12 (Cellar.kt:12) None of the following candidates is applicable:",
        ],
    ),
    (
        "few-failures-old",
        &[
            "failed 2 0 0",
            "diagnostic Press.kt:7 (Press.kt:7) Unresolved reference: bottles",
            "diagnostic Cellar.kt:12 (Cellar.kt:12) Type mismatch: inferred type is String but Int was expected",
        ],
    ),
    (
        "few-failures",
        &[
            "failed 2 0 0",
            "diagnostic Press.kt:7 (Press.kt:7) unresolved reference: bottles",
            "diagnostic Cellar.kt:12 (Cellar.kt:12) type mismatch: inferred type is String but Int was expected",
        ],
    ),
    ("hostile", &["unknown ? ? ?"]),
];

const SCALAC: &[Row] = &[
    ("all-pass-warnings", &["unknown ? ? ?"]),
    (
        "crash-truncated",
        &["failed 1 0 0", "diagnostic Graft.scala:8 (Graft.scala:8) not found: value missing"],
    ),
    (
        "few-failures-3",
        &[
            "failed 2 0 0",
            "diagnostic Graft.scala:8 (Graft.scala:8) [E006] Not Found Error",
            "diagnostic Scion.scala:4 (Scion.scala:4) Error",
        ],
    ),
    (
        "few-failures",
        &[
            "failed 2 0 0",
            "diagnostic Graft.scala:8 (Graft.scala:8) not found: value missing",
            "diagnostic Graft.scala:9 (Graft.scala:9) type mismatch;",
        ],
    ),
    ("hostile", &["unknown ? ? ?"]),
];

const SBT: &[Row] = &[
    ("all-pass", &["passed 0 2 0"]),
    ("all-pass-compile", &["passed 0 ? ?"]),
    (
        "compile-error",
        &[
            "failed 3 0 0",
            "diagnostic Graft.scala:8 (Graft.scala:8) not found: value missing",
            "diagnostic Graft.scala:9 (Graft.scala:9) type mismatch;",
            "diagnostic Scion.scala:4 (Scion.scala:4) [E007] Type Mismatch Error",
        ],
    ),
    (
        "crash-aborted",
        &[
            "failed 1 1 0",
            "suite CellarSpec (CellarSpec.scala:9) java.lang.IllegalStateException: the key is lost",
        ],
    ),
    (
        "crash-truncated",
        &[
            "failed 1 2 1",
            "test PressSpec > Press should fill bottles (PressSpec.scala:13) 40 did not equal 39 one bottle is missing (PressSpec.scala:13)",
        ],
    ),
    (
        "few-failures-junit",
        &[
            "failed 1 1 0",
            "test dev.orchard.PressTest.fillsBottles (PressTest.java:13) java.lang.AssertionError: one bottle is missing expected:<40> but was:<39>",
        ],
    ),
    (
        "few-failures-munit",
        &[
            "failed 1 1 0",
            "test dev.orchard.PressSuite.fills all bottles (PressSuite.scala:12) one bottle is missing",
        ],
    ),
    (
        "few-failures-specs2",
        &[
            "failed 3 2 0",
            "test HarvestSpec > fill bottles (HarvestSpec.scala:13) 40 != 39 (HarvestSpec.scala:13)",
            "test PressSpec > fill bottles (PressSpec.scala:21) one bottle",
            "test PressSpec > read the scale (Press.scala:21) java.lang.IllegalStateException: the scale said nothing useful (Press.scala:21)",
        ],
    ),
    (
        "few-failures-scalatest",
        &[
            "failed 2 3 1",
            "test PressSpec > should fill bottles (PressSpec.scala:13) 40 did not equal 39 one bottle is missing (PressSpec.scala:13)",
            "test PressSpec > should read the scale (Press.scala:21) java.lang.IllegalStateException: the scale said nothing useful",
        ],
    ),
    (
        "few-failures",
        &[
            "failed 2 3 1",
            "test PressSpec > Press should fill bottles (PressSpec.scala:13) 40 did not equal 39 one bottle is missing (PressSpec.scala:13)",
            "test PressSpec > Press should read the scale (Press.scala:21) java.lang.IllegalStateException: the scale said nothing useful",
        ],
    ),
    ("hostile", &["passed 0 2 0"]),
];

/// All tables.
const TABLES: [(&str, &[Row]); 8] = [
    ("ant", ANT),
    ("maven", MAVEN),
    ("gradle", GRADLE),
    ("junit-console", JUNIT_CONSOLE),
    ("javac", JAVAC),
    ("kotlinc", KOTLINC),
    ("scalac", SCALAC),
    ("sbt", SBT),
];

#[test]
fn every_log_tells_its_failures_with_place_and_message() {
    for (runner, table) in TABLES {
        for (log, rows) in table {
            assert_eq!(reported(runner, log), *rows, "{runner}/{log}");
        }
    }
}

#[test]
fn every_log_is_in_a_table() {
    for (runner, table) in TABLES {
        for entry in std::fs::read_dir(folder(runner)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|extension| extension == "txt") {
                let log = path.file_stem().unwrap().to_string_lossy().into_owned();
                assert!(table.iter().any(|(name, _)| *name == log), "{runner}/{log}");
            }
        }
    }
}

#[test]
fn no_beginning_of_a_failing_run_is_called_passed() {
    for (runner, table) in TABLES {
        for (log, rows) in table.iter().filter(|(_, rows)| rows[0].starts_with("failed ")) {
            let text = std::fs::read_to_string(folder(runner).join(format!("{log}.txt"))).unwrap();
            let lines: Vec<&str> = text.split_inclusive('\n').collect();
            for end in (1..lines.len()).step_by(1 + lines.len() / 12) {
                let (answer, _) = json(&[], lines[..end].concat());
                assert_ne!(answer["verdict"], "passed", "{runner}/{log} up to line {end}: {rows:?}");
            }
        }
    }
}
