//! Runs of testthat, line by line.

use super::Testthat;
use super::lines::{self, Kind, Style};
use crate::recognize::scan::drive;

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
fn numbers_outside_of_the_results_are_output() {
    let rows = rows("✔ | F W S  OK | Context\n[ FAIL 0 | WARN 0 | SKIP 0 | PASS 9 ]\n✔ |         1 | b\n");
    assert_eq!(holds(&rows, "Declared"), 0, "{rows:#?}");
}

#[test]
fn results_that_the_table_goes_on_behind_were_printed() {
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
fn an_error_that_ends_r_is_told_with_its_message() {
    let rows = rows("Error in `test_dir()`:\n! No test files found\nExecution halted\n");
    assert_eq!(rows[2], "3 Mine(Detail) Consequence { name: \"No test files found\", kind: Crash }");
}
