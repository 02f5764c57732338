//! Runs of testthat, line by line.

use super::Testthat;
use super::lines::{self, Kind, Style};
use crate::recognize::kit::scan::drive;

fn rows(text: &str) -> Vec<String> {
    drive(&mut Testthat::default(), text)
}

fn holds(rows: &[String], words: &str) -> usize {
    rows.iter().map(|row| row.matches(words).count()).sum()
}

const RULER: &str = "────────────────────────────────────────";

#[test]
fn a_file_of_the_table_is_followed_by_its_results() {
    let text = format!(
        "✔ | F W S  OK | Context\n⠏ |         0 | a\n✖ | 1   1   2 | a [1.1s]\n{RULER}\nFailure (test-a.R:4:3): adds\n1 is not 2\n\nBacktrace:\n 1. f()\n\n\
         Skip ('test-a.R:9'): later\nReason: no time\n{RULER}\n\n✔ |         1 | b\n\n══ Results ═══════\nDuration: 1.2 s\n\n[ FAIL 1 | WARN 0 | SKIP 1 | PASS 3 ]\n"
    );
    let rows = rows(&text);
    assert_eq!(
        rows[4],
        "5 Mine(Detail) BlockOpened(Test { id: TestId { module: \"test-a.R\", separator: \": \", name: \"adds\" }, kind: Test }) | Heading | At { place: Place { file: \"test-a.R\", line: Some(4) }, better: false }"
    );
    assert_eq!(rows[5], "6 Inside(Detail) Text(Why)");
    assert_eq!(rows[8], "9 Inside(Detail) Text(Where)");
    assert_eq!(rows[11], "12 Mine(Skipped) Reason(\"no time\")");
    assert_eq!(rows[12], "13 Mine(Noise) ");
    assert_eq!(rows[18], "19 No ");
    assert!(rows[19].contains("MayHaveEnded"), "{rows:#?}");
    assert!(rows[20].contains("Declared { totals: Totals { passed: Some(3), failed: Some(1)"), "{rows:#?}");
}

#[test]
fn a_table_with_a_wide_column_of_skipped_tests_is_read() {
    let text = "v | F W  S  OK | Context\n/ |          0 | a\nx | 1        0 | a\n--------------------\nError ('a.R:3:6'): adds\nno\n\
         --------------------\n\n== Results ====\n[ FAIL 1 | WARN 0 | SKIP 0 | PASS 0 ]\n";
    let rows = rows(text);
    assert!(rows[0].contains("SectionStarted"), "{rows:#?}");
    assert!(rows[4].contains("name: \"adds\""), "{rows:#?}");
    assert_eq!(holds(&rows, "Declared"), 1, "{rows:#?}");
}

#[test]
fn the_numbers_below_results_without_a_beginning_count_wherever_the_cut_left_them() {
    for blanks in ["", " "] {
        let rows = rows(&format!(
            "{blanks}Failure ('test-a.R:4:3'): adds\n{blanks}1 is not 2\n[ FAIL 1 | WARN 0 | SKIP 5 | PASS 12 ]\nError: ! Test failures. Execution halted\n"
        ));
        assert_eq!(holds(&rows, "passed: Some(12), failed: Some(1)"), 1, "{rows:#?}");
    }
}

#[test]
fn numbers_outside_of_the_results_are_output() {
    let rows = rows("✔ | F W S  OK | Context\n[ FAIL 0 | WARN 0 | SKIP 0 | PASS 9 ]\n✔ |         1 | b\n");
    assert_eq!(holds(&rows, "Declared"), 0, "{rows:#?}");
}

#[test]
fn results_that_the_table_goes_on_after_were_printed() {
    let rows = rows(
        "✔ | F W S  OK | Context\n══ Results ══════\n[ FAIL 0 | WARN 0 | SKIP 0 | PASS 9 ]\n✖ | 1       0 | b\n",
    );
    assert_eq!(holds(&rows, "Declared"), 0, "{rows:#?}");
}

#[test]
fn the_check_reporter_repeats_its_numbers() {
    let rows = rows(
        "[ FAIL 2 | WARN 0 | SKIP 0 | PASS 1 ]\n\n══ Failed tests ═════\n── Failure ('test-a.R:4'): adds ───\n[ FAIL 0 | WARN 0 | SKIP 0 | PASS 9 ]\n\
         ── Error ('test-a.R:5'): adds ───\nError: no\n\n[ FAIL 2 | WARN 0 | SKIP 0 | PASS 1 ]\nError: Test failures\nExecution halted\n",
    );
    assert_eq!(rows[0], "1 Mine(Totals) SectionStarted { opened: Own, announced: Some(3), label: \"\" }");
    assert_eq!(rows[4], "5 Inside(Detail) Text(Why)");
    assert!(rows[5].contains("name: \"adds (2)\""), "{rows:#?}");
    assert_eq!(holds(&rows, "Declared"), 1);
    assert_eq!(rows[9], "10 Mine(Detail) Consequence { name: \"Error: Test failures\", kind: Suite }");
}

#[test]
fn successes_alone_are_one_line() {
    let rows = rows("[ FAIL 0 | WARN 0 | SKIP 0 | PASS 7 ]\nother\n");
    assert_eq!(holds(&rows, "Declared"), 1);
    assert_eq!(rows[1], "2 No ");
}

#[test]
fn headings_of_all_versions_are_read() {
    for (text, style, line) in [
        ("-- FAILURE (tests.R:12:3): adds ----", Style::Ruled, Some(12)),
        ("── 1. Failure: adds (@tests.R#12)  ─────", Style::Numbered, Some(12)),
        ("── 2. Failure ('tests.R:12'): adds ─────", Style::Numbered, Some(12)),
        ("Failure (???): adds", Style::Plain, None),
    ] {
        let heading = lines::heading(text).unwrap();
        assert_eq!(
            (heading.kind, heading.style, heading.place.line, heading.name),
            (Kind::Failure, style, line, "adds"),
            "{text}"
        );
    }
    let heading = lines::heading("ERROR: 'reporters/tests.R:24:3' ------").unwrap();
    assert_eq!(
        (heading.kind, heading.style, heading.place.file),
        (Kind::Error, Style::Place, "reporters/tests.R")
    );
    for text in ["Error (test): no place", "Error: 'a' b", "-- Failure of all things ---", "Failure: adds"] {
        assert_eq!(lines::heading(text), None, "{text}");
    }
}

#[test]
fn an_error_that_ends_r_is_reported_with_its_message() {
    let rows = rows("Error in `test_dir()`:\n! No test files found\nExecution halted\n");
    assert_eq!(rows[2], "3 Mine(Detail) Consequence { name: \"No test files found\", kind: Crash }");
}

const COMPACT: &str = "══ Testing test-a.R ══════════\n[ FAIL 0 | WARN 0 | SKIP 0 | PASS 0 ]\n[ FAIL 0 | WARN 0 | SKIP 0 | PASS 1 ]\n[ FAIL 0 | WARN 0 | SKIP 1 | PASS 1 ]\n";

#[test]
fn the_compact_reporter_closes_with_its_last_numbers_after_as_many_headings() {
    let skip = "\n── Skip ('test-a.R:2'): later ─────\nReason: no time\n\n";
    let last = "[ FAIL 0 | WARN 0 | SKIP 1 | PASS 1 ]\n";
    for (rest, declared) in [
        ("", 0),
        (last, 1),
        (skip, 0),
        (&format!("{skip}[ FAIL 0 | WARN 0 | SKIP 1 | PASS 2 ]\n"), 0),
        (&format!("{skip}{skip}{last}"), 0),
        (&format!("{skip}══ Testing test-b.R ══════════\n{last}"), 0),
        (&format!("{skip}══ Testing test-b.R ══════════\n{last}{last}"), 1),
        (&format!("{skip}{last}"), 1),
    ] {
        let rows = rows(&format!("{COMPACT}{rest}"));
        assert_eq!(holds(&rows, "Declared"), declared, "{rest} {rows:#?}");
    }
}

#[test]
fn the_compact_reporter_that_was_cut_after_a_failure_failed() {
    let rows = rows(&format!("{COMPACT}[ FAIL 1 | WARN 0 | SKIP 1 | PASS 1 ]\n"));
    assert_eq!(
        rows.last().unwrap(),
        "end Counted { passed: 1, failed: 1, skipped: 0, other: 0 } | SectionEnded(Failed)"
    );
}

#[test]
fn a_table_passes_with_as_many_tests_as_its_rows_have() {
    for (heading, row) in [
        ("✔ | F W S  OK | Context", "✔ |     1   3 | a [1.1s]"),
        ("✔ |  OK F W S | Context", "✔ |   3     1 | a [1.1 s]"),
    ] {
        for (passed, declared) in [(3, 1), (4, 0), (1, 0)] {
            let text = format!(
                "{heading}\n{row}\n══ Results ══════\n[ FAIL 0 | WARN 0 | SKIP 1 | PASS {passed} ]\n"
            );
            assert_eq!(holds(&rows(&text), "Declared"), declared, "{text}");
        }
    }
}

#[test]
fn a_part_of_the_check_that_failed_is_reported_with_its_time() {
    for (text, what) in [
        ("* checking examples ... ERROR\n", "checking examples"),
        ("* checking examples ... [5s/6s] ERROR\n", "checking examples"),
        ("* checking tests ...\n  Running ‘testthat.R’\n ERROR\n", "checking tests"),
        ("* checking tests ...\n  Running ‘testthat.R’ [9s/9s]\n [9s/9s] ERROR\n", "checking tests"),
    ] {
        for end in ["", "* DONE\n", "* checking for more ... OK\n* DONE\n"] {
            let rows = rows(&format!("{text}{end}"));
            assert_eq!(
                holds(&rows, &format!("Consequence {{ name: \"{what}\", kind: Build }}")),
                1,
                "{rows:#?}"
            );
        }
    }
    for text in [
        "* checking examples ... [5s/6s] OK\n",
        "* checking a ... NOTE\n ERROR\n",
        " ERROR\n",
        "* checking a ... SEE ERROR\n",
    ] {
        assert_eq!(holds(&rows(text), "Consequence"), 0, "{text}");
    }
}

#[test]
fn r_that_dies_ends_the_run() {
    let rows = rows(
        "✔ | F W S  OK | Context\n⠏ |         0 | a\n *** caught segfault ***\naddress 0x1f4, cause 'unknown'\n\nTraceback:\n 1: f()\nAn irrecoverable exception occurred. R is aborting now ...\n",
    );
    assert_eq!(
        rows[7],
        "8 Mine(Detail) SectionEnded(Crash) | Consequence { name: \"caught segfault\", kind: Crash }"
    );
}
