//! Words in, words out: each runner, its names with everything that has a meaning somewhere.

use super::*;
use crate::event::{FailureKind, Runner, TestId};

fn words(line: &[&str]) -> Vec<String> {
    line.iter().map(|word| (*word).to_owned()).collect()
}

fn failed<'a>(runner: &'static str, label: &'a str, name: &'a str) -> Failed<'a> {
    Failed { runner: Runner(runner), id: TestId::bare(name), kind: FailureKind::Test, label }
}

/// The project in which commands are run here.
fn read(name: &str) -> Option<String> {
    let text = match name {
        "package.json" => {
            r#"{"scripts": {"test": "jest --ci", "files": "jest src", "glob": "NODE_ENV=test mocha test/*.js",
                "set": "NODE_ENV=test mocha a.js --timeout 9", "built": "tsc && cross-env A=b jest", "two": "jest && jest",
                "run": "npm run files -- --ci", "unit": "jest unit", "preunit": "tsc", "lint": "eslint .", "piped": "jest | cat"}}"#
        }
        "Makefile" => {
            "PY := python3\nFLAGS = -q \\\n  -x\n.PHONY: test\ntest: FLAGS=1\n\
             unit: build db\n\t@echo units\n\t@$(PY) -m pytest $(FLAGS) t\n\
             plain:\n\tpytest -q\nshell:\n\t$(shell which pytest)\n\
             many:\n\tpytest a\n\tpytest b\nmoved:\n\tcd a && pip install .\n\tpytest\n\
             some:\nifdef X\n\tpytest -x\nendif\n\tpytest\n"
        }
        "sub/Makefile" => "t:\n\tpytest\n",
        _ => return None,
    };
    Some(text.to_owned())
}

fn again(command: &[&str], failed: &[Failed<'_>]) -> Result<Made, String> {
    rerun(&words(command), failed, &read)
}

#[track_caller]
fn becomes(runner: &'static str, label: &str, names: &[&str], command: &[&str], expected: &[&str]) {
    let all: Vec<Failed<'_>> = names.iter().map(|name| failed(runner, label, name)).collect();
    assert_eq!(again(command, &all).map(|again| again.words), Ok(words(expected)), "{command:?}");
}

#[track_caller]
fn has_none(runner: &'static str, names: &[&str], command: &[&str]) {
    let all: Vec<Failed<'_>> = names.iter().map(|name| failed(runner, "", name)).collect();
    assert!(again(command, &all).is_err(), "{command:?} {names:?}");
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
    for command in [
        &["python3", "-m", "unittest", "discover", "-s", "tests", "-p", "x*.py"][..],
        &["python3", "-m", "unittest", "discover", "tests", "-v"],
    ] {
        let expected = [command, &["-k", "*quay.test_moor.MoorTest.test_one"]].concat();
        becomes("unittest", "", &[name], command, &expected);
    }
    has_none("unittest", &["setUpClass (quay.test_moor.MoorTest)"], &["python3", "-m", "unittest"]);
}

#[test]
fn what_is_not_understood_has_no_command() {
    let id = "t/test_a.py::test_b";
    has_none("pytest", &[id], &["pytest", "--nobody-knows", "t"]);
    has_none("pytest", &[id], &["pytest", "--sw"]);
    has_none("go test", &["TestA"], &["pytest"]);
    has_none("pytest", &["test_b"], &["pytest"]);
    has_none("pytest", &["t.py::test_b[a"], &["pytest"]);
    has_none("pytest", &["t.py::test_b[<U+202E>]"], &["pytest"]);
    has_none("pytest", &["t.py::test_b[[redacted:github-token]]"], &["pytest"]);
    has_none("pytest", &[&format!("t.py::test_{}", "a".repeat(5000))], &["pytest"]);
    has_none("pytest", &[], &["pytest"]);
    let whole = Failed { kind: FailureKind::Collection, ..failed("pytest", "", "t") };
    assert!(again(&["pytest"], &[whole]).is_err());
}

#[test]
fn what_runs_the_runner_runs_it_again() {
    let id = "t/test_a.py::test_b";
    for front in [
        &["timeout", "-k", "5", "60"][..],
        &["env", "-u", "X", "A=b"],
        &["poetry", "run"],
        &["uv", "run", "--group", "dev", "--frozen"],
        &["docker", "compose", "exec", "-T", "-e", "A=b", "app"],
        &["docker", "compose", "run", "--rm", "app", "env", "A=b", "timeout", "9"],
        &["nice", "-n", "5", "nohup"],
    ] {
        let with = |words: &[&'static str]| [front, words].concat();
        becomes("pytest", "", &[id], &with(&["pytest", "-q", "t"]), &with(&["pytest", "-q", id]));
    }
}

#[test]
fn a_script_of_package_json_takes_more_words_or_is_replaced_by_what_it_runs() {
    let jest = ["a/b.test.js \u{203a} adds"];
    let chosen = ["-t", "^adds$", "--runTestsByPath", "a/b.test.js"];
    let with = |front: &[&'static str]| [front, &chosen].concat();
    for (command, front) in [
        (&["npm", "test"][..], &["npm", "test", "--"][..]),
        (&["npm", "t", "-s", "--", "-t", "x"], &["npm", "t", "-s", "--"]),
        (&["npm", "run", "test", "--", "--coverage"], &["npm", "run", "test", "--", "--coverage"]),
        (&["timeout", "9", "yarn", "test", "src"], &["timeout", "9", "yarn", "test"]),
        (&["pnpm", "run", "test"], &["pnpm", "run", "test"]),
        (&["npm", "run", "built"], &["npm", "run", "built", "--"]),
        (&["npm", "run", "files"], &["npx", "jest"]),
        (&["yarn", "files"], &["yarn", "run", "jest"]),
        (&["pnpm", "files"], &["pnpm", "exec", "jest"]),
        (&["npm", "run", "run"], &["npx", "jest", "--ci"]),
        (&["yarn", "jest", "src"], &["yarn", "jest"]),
    ] {
        becomes("jest", "", &jest, command, &with(front));
    }
    let grep = ["-g", "^adds$"];
    let mocha =
        |command: &[&str], front: &[&str]| becomes("mocha", "", &["adds"], command, &[front, &grep].concat());
    mocha(&["npm", "run", "glob"], &["npm", "run", "glob", "--"]);
    mocha(&["npm", "run", "set"], &["env", "NODE_ENV=test", "npx", "mocha", "--timeout", "9", "a.js"]);
    for (command, why) in [
        (&["npm", "run", "two"][..], "the script 'jest && jest' is more than one runner"),
        (&["npm", "run", "piped"], "the script 'jest | cat' is more than one runner"),
        (
            &["npm", "run", "unit"],
            "the script 'jest unit' takes no other tests, and something has to run before it",
        ),
        (&["npm", "run", "lint"], "weir does not know how 'eslint' runs chosen tests"),
        (&["npm", "run", "none"], "package.json has no script 'none' that can be read"),
        (&["npm", "test", "--foo"], "'--foo' is before the two dashes, where npm may take it for its own"),
        (
            &["docker", "exec", "app", "npm", "test"],
            "the script is in a container, where weir reads no files",
        ),
        (&["npm", "run", "set"], "a test of jest failed, and the command is that of mocha"),
    ] {
        assert_eq!(again(command, &[failed("jest", "", jest[0])]), Err(why.to_owned()), "{command:?}");
    }
}

#[test]
fn a_shell_and_a_rule_of_a_makefile_run_what_comes_before_too() {
    let id = "t/test_a.py::test_b[x y]";
    let run = |command: &[&str], expected: &[&str]| becomes("pytest", "", &[id], command, expected);
    run(&["sh", "-c", "pytest -q t"], &["pytest", "-q", id]);
    run(&["bash", "-lc", "A=b pytest"], &["bash", "-lc", "env A=b pytest 't/test_a.py::test_b[x y]'"]);
    run(
        &["sh", "-c", "cd sub && . ./env; pytest -q 2>&1"],
        &["sh", "-c", "cd sub && . ./env; pytest -q 't/test_a.py::test_b[x y]'"],
    );
    run(&["sh", "-c", "make plain"], &["pytest", "-q", id]);
    run(
        &["bash", "--norc", "-eo", "pipefail", "-c", "pytest -q"],
        &["bash", "--norc", "-eo", "pipefail", "-c", "pytest -q 't/test_a.py::test_b[x y]'"],
    );
    // The text of `--norc` is none, and neither are the words of a script.
    for other in [&["bash", "--norc", "pytest"][..], &["sh", "run.sh", "-c", "pytest"]] {
        assert!(again(other, &[failed("pytest", "", id)]).is_err(), "{other:?}");
    }
    run(&["make", "plain"], &["pytest", "-q", id]);
    run(
        &["make", "-j4", "unit"],
        &["sh", "-c", "make build db && python3 -m pytest -q -x 't/test_a.py::test_b[x y]'"],
    );
    run(
        &["make", "unit", "FLAGS=-v"],
        &["sh", "-c", "make build db && python3 -m pytest -v 't/test_a.py::test_b[x y]'"],
    );
    run(&["make", "-C", "sub", "t"], &["sh", "-c", "cd sub && pytest 't/test_a.py::test_b[x y]'"]);
    for (command, why) in [
        (&["sh", "-c", "pytest a; pytest b"][..], "the script 'pytest a; pytest b' is more than one runner"),
        (&["sh", "-c", "pytest | tail"], "the script 'pytest | tail' is more than one runner"),
        (&["sh", "-c", "pytest $X"], "the script 'pytest $X' has words that only its shell knows"),
        (&["make"], "make is given no target"),
        (&["make", "many"], "the script 'pytest a && pytest b' is more than one runner"),
        (&["make", "shell"], "the value of $(shell which pytest) in the makefile is not known"),
        (&["make", "moved"], "a command of the rule 'moved' changes the folder for itself only"),
        (&["make", "some"], "the makefile has no rule for 'some' that is one of plain commands"),
        (&["make", "none"], "the makefile has no rule for 'none' that is one of plain commands"),
    ] {
        assert_eq!(again(command, &[failed("pytest", "", id)]), Err(why.to_owned()), "{command:?}");
    }
}

#[test]
fn what_cannot_be_run_alone_does_not_stop_the_others() {
    let test = failed("cargo test", "src/lib.rs", "a::b");
    let doctest = failed("cargo test", "shop", "src/lib.rs - f (line 3)");
    let expected = Made { words: words(&["cargo", "test", "--lib", "--", "--exact", "a::b"]), runs: 1 };
    assert_eq!(again(&["cargo", "test"], &[doctest, test]), Ok(expected));
    let test = failed("pytest", "", "t.py::test_b");
    let suite = Failed { kind: FailureKind::Suite, ..failed("pytest", "", "u.py") };
    let expected = Made { words: words(&["pytest", "t.py::test_b"]), runs: 1 };
    assert_eq!(again(&["pytest"], &[suite, test]), Ok(expected));
    // A file that cannot be loaded is run as a whole where the runner can do that.
    let file = |runner, name| Failed { kind: FailureKind::Collection, ..failed(runner, "", name) };
    let expected = |line: &[&str], runs| Ok(Made { words: words(line), runs });
    assert_eq!(
        again(&["pytest"], &[file("pytest", "u.py"), test]),
        expected(&["pytest", "u.py", "t.py::test_b"], 2)
    );
    let test = failed("jest", "", "b.test.js \u{203a} adds");
    let jest = ["jest", "-t", "^adds$", "--runTestsByPath", "a.test.js", "b.test.js"];
    assert_eq!(again(&["jest"], &[file("jest", "a.test.js"), test]), expected(&jest, 2));
    assert_eq!(again(&["vitest"], &[file("vitest", "a.test.js")]), expected(&["vitest", "a.test.js"], 1));
    assert!(again(&["mocha"], &[file("mocha", "a.test.js")]).is_err());
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
