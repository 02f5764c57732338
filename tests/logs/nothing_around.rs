//! An answer is the cause and nothing around it: where no failure was located, the lines of the step that failed.

use std::fmt::Write as _;

use crate::support::answer;

fn in_mode(mode: &str, log: &str) -> String {
    answer(&["--no-store", "-m", mode], log).text
}

/// So many lines that say nothing of a failure.
fn chat(count: usize, what: &str) -> String {
    (0..count).fold(String::new(), |mut text, number| {
        let _ = writeln!(text, "{what} {number} lies at the quay");
        text
    })
}

#[track_caller]
fn assert_holds(text: &str, holds: &[&str], lacks: &[&str]) {
    for each in holds {
        assert!(text.contains(each), "lacks {each}: {text}");
    }
    for each in lacks {
        assert!(!text.contains(each), "holds {each}: {text}");
    }
}

fn travis() -> String {
    let (boats, ropes) = (chat(30, "boat"), chat(80, "rope"));
    format!(
        "$ gcc --version\ngcc (Ubuntu) 4.8.4\nerror: no tide table, going on\n\nThe command \"make tide\" exited with 0.\n\
         $ ./moor.sh\n{boats}berth check\nno berth is free at quay 7\n{ropes}giving up\n\n\
         The command \"./moor.sh\" exited with 3.\nstore build cache\nchanges detected, packing new archive\n\nDone. Your build exited with 1.\n"
    )
}

#[test]
fn the_last_lines_of_the_step_that_failed_are_its_reason_and_no_other_step_is_shown() {
    for mode in ["minimal", "standard"] {
        let text = in_mode(mode, &travis());
        let lacks = ["gcc", "tide", "cache", "archive", "boat 3 "];
        assert_holds(&text, &["giving up", "The command \"./moor.sh\" exited with 3."], &lacks);
        let at = |what: &str| text.find(what).unwrap();
        assert!(at("rope 79") < at("giving up") && at("giving up") < at("The command"), "{text}");
    }
    assert_holds(&in_mode("verbose", &travis()), &["gcc", "cache"], &[]);
}

#[test]
fn signs_of_a_failure_in_a_long_step_are_among_its_lines() {
    let log = travis().replace("no berth is free", "berths.c:7: Assertion failed: no berth is free");
    for mode in ["minimal", "standard"] {
        assert_holds(&in_mode(mode, &log), &["no berth is free at quay 7", "giving up"], &["gcc", "tide"]);
    }
}

#[test]
fn a_script_of_npm_that_failed_has_what_it_printed_as_its_reason() {
    let log = format!(
        "{}\n> quay@1.0.0 lint /home/me/quay\n> berth-lint .\n\nERROR: tide.md has no heading\nERROR: quay.md has no heading\n\
         npm ERR! code ELIFECYCLE\nnpm ERR! errno 2\nnpm ERR! quay@1.0.0 lint: `berth-lint .`\nnpm ERR! Exit status 2\n\
         npm ERR! Failed at the quay@1.0.0 lint script.\nnpm ERR! This is probably not a problem with npm.\n\n\
         npm ERR! A complete log of this run can be found in:\nnpm ERR!     /home/me/.npm/_logs/debug.log\n",
        chat(60, "package")
    );
    for mode in ["minimal", "standard"] {
        let lacks = ["package 3", "A complete log", "debug.log", "probably not a problem"];
        assert_holds(&in_mode(mode, &log), &["tide.md has no heading", "quay.md has no heading"], &lacks);
    }
}

const FAILED_TEST: &str = "running 2 tests\ntest quay::moors ... FAILED\ntest quay::sails ... ok\n\nfailures:\n\n---- quay::moors stdout ----\n\
     thread 'quay::moors' panicked at src/quay.rs:7:9:\nno rope\n\n\nfailures:\n    quay::moors\n\n\
     test result: FAILED. 1 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out\n\nerror: test failed, to rerun pass `--lib`\n";

#[test]
fn beside_failures_with_reasons_is_one_closing_line_and_nothing_else() {
    let log = format!(
        "Current runner version: '2.300'\n##[group]Run ./warm.sh\n##[endgroup]\n{}error: cache is cold\n##[group]Run cargo test\n##[endgroup]\n\
         {FAILED_TEST}##[error]Process completed with exit code 101.\nPost job cleanup.\n{}",
        chat(50, "boat"),
        chat(50, "rope")
    );
    let log: String = log.lines().map(|line| format!("2026-01-02T03:04:05.0000000Z {line}\n")).collect();
    for mode in ["minimal", "standard"] {
        let text = in_mode(mode, &log);
        assert_holds(&text, &["no rope"], &["boat", "rope 3", "runner version", "cleanup", "cache is cold"]);
        assert!(text.lines().count() <= 8, "{text}");
    }
}

#[test]
fn warnings_of_a_run_that_failed_are_a_number_and_in_standard_one_line_of_kinds() {
    let mut log = String::new();
    for number in 1..=9 {
        let _ =
            writeln!(log, "quay.c:{number}:5: warning: unused variable 'rope{number}' [-Wunused-variable]");
    }
    log.push_str("quay.c:30:9: warning: comparison of integers [-Wsign-compare]\nquay.c:40:1: error: expected ';' before 'tide'\n");
    let (minimal, standard) = (in_mode("minimal", &log), in_mode("standard", &log));
    let kinds = "weir: warnings: -Wunused-variable 9, -Wsign-compare 1\n";
    assert_holds(&minimal, &["expected ';'", "1 error, 10 warnings"], &["unused", "weir: warnings:"]);
    assert_holds(&standard, &["expected ';'", "1 error, 10 warnings", kinds], &["rope3"]);
    assert_holds(&in_mode("verbose", &log), &["rope3"], &[]);
}

#[test]
fn a_long_stream_without_a_sign_of_a_failure_is_its_last_lines() {
    let short = chat(40, "boat");
    assert_holds(&in_mode("standard", &short), &["boat 0 ", "boat 39 "], &["weir: "]);
    let text = in_mode("standard", &chat(90, "boat"));
    assert_holds(&text, &["boat 70 ", "boat 89 ", "weir: 20 of 90 lines shown"], &["boat 69 "]);
    assert_holds(&in_mode("verbose", &chat(90, "boat")), &["boat 0 ", "boat 89 "], &["weir: "]);
}

#[test]
fn the_footer_says_what_is_not_whole_and_the_kinds_of_hidden_lines_in_verbose_alone() {
    let log = format!("{}{FAILED_TEST}", chat(90, "boat"));
    let footer = |mode: &str| in_mode(mode, &log).lines().last().unwrap_or_default().to_owned();
    assert_eq!(footer("standard"), "weir: 4 of 107 lines shown");
    assert_holds(&footer("verbose"), &["the failure is whole; hidden: "], &[]);
    let escaped = log.replace("boat 3 ", "boat\u{1} 3 ");
    assert!(!in_mode("standard", &escaped).contains("escaped"));
    let escaped = log.replace("no rope", "no\u{1} rope");
    assert_holds(&in_mode("standard", &escaped), &["no<U+0001> rope", "; escaped 1"], &[]);
}

#[test]
fn where_not_all_findings_fit_each_reason_is_once_with_its_number_before_all_names() {
    let (mut log, words) = (String::new(), ["mast", "keel", "sail", "rope", "deck"]);
    for number in 0..90 {
        let word = words[number % 5];
        let why = ["unknown type name", "implicit declaration of function"][number % 2];
        let _ = writeln!(
            log,
            "src/{word}/the_harbour_of_{word}_number_{number}/quay.c:{}:5: error: {why} '{word}'",
            number + 10
        );
    }
    let text = in_mode("minimal", &log);
    let first = text.find("unknown type name").unwrap();
    assert!(text.find("weir: also failed").is_some_and(|names| first < names), "{text}");
    assert_eq!(text.matches("weir: 45 failures like this\n").count(), 2, "{text}");
    assert_eq!(text.matches("implicit declaration").count(), 1, "{text}");
}

#[test]
fn every_line_of_the_smaller_answer_is_in_the_larger_one() {
    let mut log = chat(6000, "boat");
    log += "\nrunning 1 test\ntest sail::sets ... FAILED\n\nfailures:\n\n---- sail::sets stdout ----\n\n\
            thread 'sail::sets' panicked at src/sail.rs:7:5:\nno wind\n\n\nfailures:\n    sail::sets\n\n\
            test result: FAILED. 0 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s\n\n";
    log += "fatal: no space left on the device\nmake: *** [Makefile:3: test] Error 101\n";
    let (small, large) = (in_mode("minimal", &log), in_mode("standard", &log));
    for line in small.lines().filter(|line| !line.starts_with("weir: ")) {
        assert!(large.contains(line), "{line}\n{large}");
    }
}

#[test]
fn what_tools_advise_is_not_shown() {
    let gradle = "> Task :quay:compileJava FAILED\n\nFAILURE: Build failed with an exception.\n\n* What went wrong:\n\
                  Execution failed for task ':quay:compileJava'.\n> the rope is too short\n\n* Try:\n\
                  > Run with --stacktrace option to get the stack trace.\n> Run with --scan to get full insights.\n\
                  > Get more help at https://help.gradle.org.\n\nBUILD FAILED in 2s\n";
    let pytest = "============================= test session starts ==============================\ncollected 1 item\n\n\
                  test_quay.py E                                                           [100%]\n\n\
                  ==================================== ERRORS ====================================\n\
                  _________________________ ERROR at setup of test_moors _________________________\n\
                  file /w/test_quay.py, line 1\n  def test_moors(rope):\nE       fixture 'rope' not found\n\
                  >       available fixtures: cache, capfd, doctest_namespace, monkeypatch, tmp_path\n\
                  >       use 'pytest --fixtures [testpath]' for help on them.\n\n/w/test_quay.py:1\n\
                  =========================== short test summary info ============================\n\
                  ERROR test_quay.py::test_moors\n=============================== 1 error in 0.01s ===============================\n";
    let long = |log: &str| chat(300, "boat") + log;
    assert_holds(
        &in_mode("standard", &long(gradle)),
        &["the rope is too short"],
        &["* Try", "Run with", "help.gradle"],
    );
    assert_holds(
        &in_mode("standard", &long(pytest)),
        &["fixture 'rope' not found"],
        &["available fixtures", "--fixtures"],
    );
}
