//! Rules of the recognizer, each on the smallest log that shows it.

use super::Process;
use crate::recognize::kit::scan::drive;

#[test]
fn what_the_shell_says_of_a_job_belongs_to_the_crash_above() {
    let rows = drive(
        &mut Process::default(),
        "a.out: a.c:3: main: Assertion `x' failed.\nbash: line 1: 77 Aborted   ./a.out\n",
    );
    assert!(rows[0].contains("BlockOpened(Whole") && rows[0].contains("line: Some(3)"), "{}", rows[0]);
    assert_eq!(rows[1], "2 Mine(Detail) Text(Why)");
}

#[test]
fn a_signal_alone_is_a_consequence() {
    let rows = drive(&mut Process::default(), "bash: line 1: 77 Segmentation fault   ./a.out\n");
    assert_eq!(
        rows[0],
        "1 Mine(Detail) Consequence { name: \"Segmentation fault ./a.out\", kind: Crash } | Sign(Cause) | CommandFailed"
    );
}

#[test]
fn a_traceback_that_ended_no_process_is_none() {
    let text = "\
Exception ignored in: <function f>
Traceback (most recent call last):
  File \"a.py\", line 3, in f
ValueError: too late
";
    let mut process = Process::default();
    for (index, text) in text.lines().enumerate() {
        let mut events: Vec<String> = Vec::new();
        let number = u64::try_from(index).unwrap() + 1;
        let line = crate::text::Line { number, ..crate::text::Line::of(text) };
        crate::recognize::Recognizer::line(&mut process, &line, &mut events);
        assert_eq!(events, Vec::<String>::new(), "{text}");
    }
}

#[test]
fn a_traceback_that_was_logged_is_none() {
    let traceback =
        "Traceback (most recent call last):\n  File \"a.py\", line 3, in f\nValueError: too late\n";
    for head in ["ERROR:root:late", "CRITICAL:quay.crane:late", "2026-01-02 10:11:12,345 ERROR quay late"] {
        let rows = drive(&mut Process::default(), &format!("{head}\n{traceback}..."));
        assert!(rows.iter().all(|row| !row.contains("Block")), "{rows:?}");
    }
    for head in ["ERROR: file or directory not found", "INFO:root:late", "ERROR:root:late\n"] {
        let rows = drive(&mut Process::default(), &format!("{head}\n{traceback}..."));
        assert!(rows.iter().any(|row| row.contains("BlockOpened(Whole")), "{head} {rows:?}");
    }
}

#[test]
fn a_panic_of_a_test_is_left_to_cargo() {
    let rows = drive(&mut Process::default(), "running 3 tests\nthread 'a' panicked at a.rs:3:5:\nno\n");
    assert_eq!(rows[1], "2 No ");
    let rows = drive(&mut Process::default(), "thread 'main' panicked at a.rs:3:5:\nno\n");
    assert!(rows[0].contains("thread 'main' panicked"), "{}", rows[0]);
}

#[test]
fn the_frames_of_an_error_of_node_may_are_below_a_difference() {
    let log = "node:assert:90\n  throw new AssertionError(obj);\n  ^\n\nAssertionError [ERR_ASSERTION]: not equal\n\n3 !== 4\n\n    at a (/home/user/app/a.js:7:1)\n\nNode.js v20.20.2\nnext\n";
    let rows = drive(&mut Process::default(), log);
    assert!(rows.iter().any(|row| row.contains("a.js\", line: Some(7)")), "{rows:?}");
    assert!(rows.iter().any(|row| row == "7 Inside(Detail) Text(Why)"), "{rows:?}");
    assert!(rows.iter().any(|row| row.starts_with("12 No")), "{rows:?}");
}

#[test]
fn nothing_after_the_last_word_of_node_belongs_to_its_error() {
    let log = "node:events:502\n      throw er;\n      ^\n\nError: no\n    at f (/a/b.js:3:1)\n\nNode.js v20.20.2\n\n  cart\n    1) sum\n";
    let rows = drive(&mut Process::default(), log);
    assert!(rows.iter().any(|row| row.starts_with("10 No")), "{rows:?}");
    assert!(rows.iter().any(|row| row.starts_with("11 No")), "{rows:?}");
}

#[test]
fn a_head_without_the_words_of_a_chain_begins_another_traceback() {
    let trace = |name: &str| {
        format!(
            "Traceback (most recent call last):\n  File \"a.py\", line 3, in f\n    f()\n{name}: no rope\n"
        )
    };
    let begun = "Traceback (most recent call last):\n";
    let opened = |log: &str| {
        drive(&mut Process::default(), log).iter().filter(|row| row.contains("BlockOpened")).count()
    };
    assert_eq!(opened(&format!("{begun}{}", trace("ValueError"))), 2);
    for words in [
        "During handling of the above exception, another exception occurred:",
        "The above exception was the direct cause of the following exception:",
    ] {
        assert_eq!(opened(&format!("{}\n{words}\n\n{}", trace("KeyError"), trace("ValueError"))), 1);
    }
}
