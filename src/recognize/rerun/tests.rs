//! Words in, words out: each runner, its names with everything that has a meaning somewhere.

use super::*;
use crate::event::{FailureKind, Runner, TestId};

fn words(line: &[&str]) -> Vec<String> {
    line.iter().map(|word| (*word).to_owned()).collect()
}

fn failed<'a>(runner: &'static str, label: &'a str, name: &'a str) -> Failed<'a> {
    Failed { runner: Runner(runner), id: TestId::bare(name), kind: FailureKind::Test, label }
}

#[track_caller]
fn becomes(runner: &'static str, label: &str, names: &[&str], command: &[&str], expected: &[&str]) {
    let all: Vec<Failed<'_>> = names.iter().map(|name| failed(runner, label, name)).collect();
    assert_eq!(rerun(&words(command), &all), Some(words(expected)), "{command:?}");
}

#[track_caller]
fn has_none(runner: &'static str, names: &[&str], command: &[&str]) {
    let all: Vec<Failed<'_>> = names.iter().map(|name| failed(runner, "", name)).collect();
    assert_eq!(rerun(&words(command), &all), None, "{command:?} {names:?}");
}

#[test]
fn pytest_has_node_ids_instead_of_files_and_keeps_its_options() {
    let id = "t/test_a.py::TestB::test_c[a b-'x\"-\\xe9]";
    becomes("pytest", "", &[id], &["pytest", "-q", "t"], &["pytest", "-q", id]);
    becomes(
        "pytest",
        "",
        &[id],
        &["uv", "run", "pytest", "-xvk", "not slow"],
        &["uv", "run", "pytest", "-xvk", "not slow", id],
    );
    becomes(
        "pytest",
        "",
        &[id],
        &["python3.12", "-m", "pytest", "-n4", "t"],
        &["python3.12", "-m", "pytest", "-n4", id],
    );
    becomes("pytest", "", &[id, id], &["env", "A=b", "pytest", "--lf"], &["env", "A=b", "pytest", id]);
}

#[test]
fn unittest_has_names_instead_of_modules_and_keeps_its_options() {
    let name = "quay.test_moor.MoorTest.test_one";
    for command in [
        &["python3", "-m", "unittest", "-v"][..],
        &["python3", "-m", "unittest", "discover", "-v"],
        &["python3", "-m", "unittest", "-v", "-k", "moor", "quay.test_moor"],
    ] {
        becomes("unittest", "", &[name], command, &["python3", "-m", "unittest", "-v", name]);
    }
    has_none("unittest", &[name], &["python3", "-m", "unittest", "discover", "-s", "tests"]);
    has_none("unittest", &["setUpClass (quay.test_moor.MoorTest)"], &["python3", "-m", "unittest"]);
}

#[test]
fn what_is_not_understood_has_no_command() {
    let id = "t/test_a.py::test_b";
    has_none("pytest", &[id], &["pytest", "--nobody-knows", "t"]);
    has_none("pytest", &[id], &["pytest", "--sw"]);
    has_none("pytest", &[id], &["sh", "-c", "pytest"]);
    has_none("pytest", &[id], &["make", "test"]);
    has_none("pytest", &[id], &["npm", "test"]);
    has_none("go test", &["TestA"], &["pytest"]);
    has_none("pytest", &["test_b"], &["pytest"]);
    has_none("pytest", &["t.py::test_b[a"], &["pytest"]);
    has_none("pytest", &["t.py::test_b[<U+202E>]"], &["pytest"]);
    has_none("pytest", &["t.py::test_b[[redacted:github-token]]"], &["pytest"]);
    has_none("pytest", &[&format!("t.py::test_{}", "a".repeat(5000))], &["pytest"]);
    has_none("pytest", &[], &["pytest"]);
    let whole = Failed { kind: FailureKind::Collection, ..failed("pytest", "", id) };
    assert_eq!(rerun(&words(&["pytest"]), &[whole]), None);
}

#[test]
fn cargo_has_exact_names_in_the_targets_that_failed() {
    let run = |label, command: &[&str], expected: &[&str]| {
        becomes("cargo test", label, &["a::b", "a::c"], command, expected);
    };
    run("src/lib.rs", &["cargo", "test"], &["cargo", "test", "--lib", "--", "--exact", "a::b", "a::c"]);
    run(
        "tests/it.rs",
        &["cargo", "+nightly", "test", "-p", "x", "some", "--", "--nocapture", "a"],
        &[
            "cargo",
            "+nightly",
            "test",
            "-p",
            "x",
            "--test",
            "it",
            "--",
            "--nocapture",
            "--exact",
            "a::b",
            "a::c",
        ],
    );
    run(
        "tests/it.rs",
        &["cargo", "test", "--test", "it"],
        &["cargo", "test", "--test", "it", "--", "--exact", "a::b", "a::c"],
    );
    has_none("cargo test", &["src/lib.rs - f (line 3)"], &["cargo", "test"]);
    let expression = "(binary_id(=x::it) & test(=a::b)) | (binary_id(=x) & test(=c \\(d\\)))";
    becomes(
        "cargo nextest",
        "",
        &["x::it a::b", "x c (d)"],
        &["cargo", "nextest", "run", "-E", "all()", "a"],
        &["cargo", "nextest", "run", "-E", expression],
    );
}

#[test]
fn go_has_a_pattern_for_each_part_of_a_name() {
    becomes(
        "go test",
        "example.com/x",
        &["TestA/a_b[1]|c", "TestB"],
        &["go", "test", "-v", "-run", "Test", "-count=1", "./..."],
        &["go", "test", "-v", "-count=1", "-run", "^TestA$/^a_b\\[1\\]\\|c$|^TestB$", "example.com/x"],
    );
    becomes("go test", "example.com/x", &["TestA"], &["go", "test"], &["go", "test", "-run", "^TestA$"]);
    has_none("go test", &["TestA"], &["go", "test", "-bench", "."]);
    has_none("go test", &["example.com/x"], &["go", "test"]);
}

#[test]
fn javascript_has_files_and_a_pattern_of_whole_names() {
    let name = "a/b.test.js \u{203a} cart (new) \u{203a} adds $1";
    let pattern = "^cart \\(new\\) (?:\u{203a} )?adds \\$1$";
    becomes(
        "jest",
        "",
        &[name],
        &["npx", "jest", "a"],
        &["npx", "jest", "-t", pattern, "--runTestsByPath", "a/b.test.js"],
    );
    becomes(
        "vitest",
        "",
        &["a/b.test.js > cart > adds", "a/b.test.js > pays"],
        &["npx", "vitest", "run"],
        &["npx", "vitest", "run", "a/b.test.js", "-t", "^(cart (?:> )?adds|pays)$"],
    );
    becomes(
        "mocha",
        "",
        &["cart adds"],
        &["mocha", "a.js", "-g", "x"],
        &["mocha", "a.js", "-g", "^cart adds$"],
    );
    becomes("mocha", "", &["cart > adds"], &["npx", "mocha"], &["npx", "mocha", "-g", "^cart (?:> )?adds$"]);
    has_none("mocha", &["cart \"before each\" hook for \"x\""], &["mocha"]);
    has_none("mocha", &["adds"], &["mocha", "-R", "doc"]);
    becomes(
        "playwright",
        "",
        &["[shop] \u{203a} a/b.spec.ts:5:7 \u{203a} cart \u{203a} adds @slow"],
        &["npx", "playwright", "test"],
        &[
            "npx",
            "playwright",
            "test",
            "a\\/b\\.spec\\.ts:5:7",
            "--project",
            "shop",
            "-g",
            "(^| )cart (?:\u{203a} )?adds @slow( @\\S+)*$",
        ],
    );
}

#[test]
fn other_languages_have_their_own_ways() {
    becomes(
        "rspec",
        "",
        &["Cart adds (1)"],
        &["bundle", "exec", "rspec", "spec"],
        &["bundle", "exec", "rspec", "spec", "-E", "\\ACart adds \\(1\\)\\z"],
    );
    becomes(
        "minitest",
        "",
        &["CartTest#test_a b"],
        &["ruby", "-Itest", "a_test.rb", "-v"],
        &["ruby", "-Itest", "a_test.rb", "-v", "-n", "/^CartTest#test_a b$/"],
    );
    becomes(
        "phpunit",
        "",
        &["A\\B::testC with data set \"x y\""],
        &["vendor/bin/phpunit", "tests"],
        &["vendor/bin/phpunit", "--filter", "/^A\\\\B::testC with data set \"x y\"$/", "tests"],
    );
    becomes(
        "phpunit",
        "",
        &["B::testC with data set \"it's (q)\" ('it', 1)"],
        &["phpunit"],
        &["phpunit", "--filter", "/^B::testC with data set \"it's \\(q\\)\"$/"],
    );
    becomes(
        "phpunit",
        "",
        &["B::testC with data set #0 (1)"],
        &["phpunit"],
        &["phpunit", "--filter", "/^B::testC with data set #0$/"],
    );
    has_none("phpunit", &["B::testC with data set \"a\" (b\" (1)"], &["phpunit"]);
    becomes(
        "dotnet test",
        "",
        &["A.B.C"],
        &["dotnet", "test"],
        &["dotnet", "test", "--filter", "FullyQualifiedName=A.B.C"],
    );
    has_none("dotnet test", &["A.B.C(x: 1)"], &["dotnet", "test"]);
    becomes("ctest", "", &["a b.c", "d"], &["ctest", "-j4"], &["ctest", "-j4", "-R", "^(a b\\.c|d)$"]);
    becomes(
        "gradle",
        "",
        &["a.B > c()", "a.B > d e()"],
        &["./gradlew", ":x:test", "--info"],
        &["./gradlew", ":x:test", "--tests", "a.B.c", "--tests", "a.B.d e", "--info"],
    );
    has_none("gradle", &["B > c(int) > [1] 1"], &["gradle", "test"]);
    has_none("gradle", &["B > c()"], &["gradle", "build"]);
    becomes(
        "maven",
        "",
        &["B.c", "B.d", "E.f"],
        &["mvn", "-q", "test"],
        &["mvn", "-q", "test", "-Dtest=B#c+d,E#f", "-Dsurefire.failIfNoSpecifiedTests=false"],
    );
    has_none("maven", &["B.c(int)[1]"], &["mvn", "test"]);
    becomes(
        "xctest",
        "LampTests.xctest",
        &["LampTests.testA"],
        &["xcodebuild", "test", "-scheme", "x"],
        &["xcodebuild", "test", "-scheme", "x", "-only-testing:LampTests/LampTests/testA"],
    );
    becomes(
        "xctest",
        "debug.xctest",
        &["LampTests.testA"],
        &["swift", "test"],
        &["swift", "test", "--filter", "(^|\\.)(LampTests/testA)$"],
    );
    becomes(
        "exunit",
        "",
        &["ShopTest test a (b)"],
        &["mix", "test"],
        &["mix", "test", "--only", "test:test a (b)"],
    );
    becomes(
        "dart test",
        "",
        &["test/a_test.dart: b c&d"],
        &["dart", "test"],
        &["dart", "test", "test/a_test.dart?full-name=b%20c%26d"],
    );
    becomes("prove", "", &["t/a.t > b", "t/a.t > c"], &["prove", "-lr", "t"], &["prove", "-lr", "t/a.t"]);
}
