//! Whole logs of unittest, made by `testdata/unittest/make.sh`: what each of them tells, in a few lines.

use super::Unittest;
use crate::event::{Block, Event, Outcome, Sink, TestId};
use crate::recognize::kit::Driven;
use crate::recognize::recognizer::{Attention, Recognizer};
use crate::text::Line;

/// Keeps what a report would count.
#[derive(Default)]
struct Reported {
    rows: Vec<String>,
    passed: u64,
}

fn shown(id: TestId<'_>) -> String {
    format!("{}{}{}", id.module, id.separator, id.name)
}

impl Sink for Reported {
    fn emit(&mut self, event: Event<'_>) {
        match event {
            Event::SectionStarted { opened, announced, .. } => {
                self.rows.push(format!("{opened:?} {announced:?}"))
            }
            Event::Finished { outcome: Outcome::Passed, .. } => self.passed += 1,
            Event::Finished { id, outcome: Outcome::Failed(kind), .. } => {
                self.rows.push(format!("Line {kind:?} {}", shown(id)));
            }
            Event::Withdrawn(id) => self.rows.push(format!("withdrawn {}", shown(id))),
            Event::Started(id) => self.rows.push(format!("started {}", shown(id))),
            Event::BlockOpened(Block::Test { id, kind }) => {
                self.rows.push(format!("Block {kind:?} {}", shown(id)));
            }
            Event::Declared { totals, .. } => self.rows.push(format!(
                "located {} passed, declared {} passed, {} failed, {} errors, {} skipped, {} other",
                self.passed,
                totals.passed.unwrap_or(0),
                totals.failed.unwrap_or(0),
                totals.errors.unwrap_or(0),
                totals.skipped.unwrap_or(0),
                totals.other.unwrap_or(0)
            )),
            _ => {}
        }
    }
}

/// What a text tells, when only the lines are shown that the signs or the attention ask for.
fn reported_by(text: &str) -> Vec<String> {
    let mut unittest = Driven::<Unittest>::default();
    let signs = unittest.signs();
    let mut sink = Reported::default();
    for line in text.lines() {
        let content = line.trim_start();
        let signed = signs.starts.iter().any(|each| content.starts_with(each))
            || signs.inside.iter().any(|each| line.contains(each));
        if signed || unittest.attention() == Attention::Every {
            unittest.line(&Line::of(line), &mut sink);
        }
    }
    unittest.end(&mut sink);
    sink.rows
}

fn reported(log: &str) -> Vec<String> {
    let path = format!("{}/testdata/unittest/{log}.txt", env!("CARGO_MANIFEST_DIR"));
    reported_by(&std::fs::read_to_string(path).unwrap())
}

#[test]
fn pytest_tldr_counts_what_ran_in_wider_rules() {
    let (wide, thin) = ("=".repeat(78), "-".repeat(78));
    let log = format!(
        "..FsE\n{wide}\nERROR: a/test_a.py::TestCrane::test_setup\n{thin}\nTraceback (most recent call last):\n  File \"/p/a/test_a.py\", line 3, in hook\n    \
         raise RuntimeError('no')\nRuntimeError: no\n\n{wide}\nFAIL: a/test_a.py::test_x\n{thin}\nAssertionError: bad\n\n{thin}\nRan 3 tests in 0.04s\n\n\
         FAILED (errors=1, failures=1, skipped=1)\n"
    );
    let rows = reported_by(&log);
    assert!(rows.iter().any(|row| row == "Block Test a/test_a.py::TestCrane::test_setup"), "{rows:#?}");
    let totals = "declared 2 passed, 1 failed, 1 errors, 1 skipped, 0 other";
    assert!(rows.last().is_some_and(|row| row.contains(totals)), "{rows:#?}");
    // Points that a program printed are no passes beyond the tests that ran.
    let rows = reported_by(&format!("...\n{log}"));
    assert!(rows.last().is_some_and(|row| row.contains(totals)), "{rows:#?}");
}

#[test]
fn a_run_without_failures_is_its_totals() {
    assert_eq!(
        reported("all-pass"),
        ["Own None", "located 0 passed, declared 2 passed, 0 failed, 0 errors, 1 skipped, 0 other"]
    );
    assert_eq!(
        reported("all-pass-verbose"),
        ["Own None", "located 2 passed, declared 2 passed, 0 failed, 0 errors, 1 skipped, 0 other"]
    );
}

const BLOCKS: [&str; 10] = [
    "Block Collection test_broken",
    "Block Test test_orders.Leak.test_fails_and_leaks",
    "Block Test test_orders.Orders.test_chain",
    "Block Setup test_orders.Store.setUpClass",
    "Block Test test_orders.Leak.test_fails_and_leaks (again)",
    "Block Test test_orders.Orders.test_discount",
    "Block Test test_orders.Orders.test_lists",
    "Block Test test_orders.Orders.test_rows [row] (i=0)",
    "Block Test test_orders.Orders.test_rows [row] (i=2)",
    "Block Test test_orders.Orders.test_fixed",
];

#[test]
fn every_problem_is_one_failure_and_passes_are_what_is_left() {
    for log in ["all-kinds", "all-kinds-buffered"] {
        let rows = reported(log);
        assert_eq!(rows[0], "Own None");
        assert_eq!(rows[1..11], BLOCKS);
        assert_eq!(
            rows[11..],
            ["located 0 passed, declared 1 passed, 6 failed, 4 errors, 1 skipped, 1 other"]
        );
    }
}

#[test]
fn verbose_lines_and_blocks_tell_the_same_ids() {
    for log in ["all-kinds-verbose", "all-kinds-old-verbose"] {
        let rows = reported(log);
        let mut ids: Vec<&str> = rows
            .iter()
            .filter_map(|row| row.strip_prefix("Line ").or_else(|| row.strip_prefix("Block ")))
            .filter_map(|row| row.split_once(' ').map(|(_, id)| id))
            .collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), 10, "{log}: {ids:?}");
        assert_eq!(
            rows.last().map(String::as_str),
            Some("located 1 passed, declared 1 passed, 6 failed, 4 errors, 1 skipped, 1 other")
        );
    }
}

#[test]
fn what_a_running_test_prints_is_no_report() {
    assert_eq!(
        reported("hostile-verbose"),
        [
            "Own None",
            "Line Test test_hostile.Hostile.test_b_prints_success",
            "Block Test test_hostile.Hostile.test_b_prints_success",
            "located 2 passed, declared 2 passed, 1 failed, 0 errors, 0 skipped, 0 other",
            "located 2 passed, declared 999 passed, 0 failed, 0 errors, 0 skipped, 0 other",
        ]
    );
}

#[test]
fn totals_after_a_runs_end_open_no_section() {
    let rows = reported("hostile");
    assert_eq!(rows.iter().filter(|row| *row == "Own None").count(), 2);
    assert!(rows.contains(&"Block Test test_hostile.Hostile.test_b_prints_success".to_owned()));
}

#[test]
fn a_process_that_dies_leaves_its_run_open() {
    assert_eq!(reported("abort"), ["Own None", "Block Crash test_dying.Dying.test_b_aborts"]);
    assert_eq!(reported("exit"), ["Own None", "started test_dying.Dying.test_c_exits"]);
}

#[test]
fn the_last_test_may_have_no_result_before_python_311() {
    let text = "test_a (m.Case) ... ok\ntest_b (m.Case) ... \n".to_owned()
        + &"=".repeat(70)
        + "\nFAIL: test_b (m.Case) (i=1)\n"
        + &"-".repeat(70)
        + "\nAssertionError\n\n"
        + &"-".repeat(70)
        + "\nRan 2 tests in 0.001s\n\nFAILED (failures=1)\n";
    assert_eq!(
        reported_by(&text),
        [
            "Own None",
            "Block Test m.Case.test_b (i=1)",
            "located 1 passed, declared 1 passed, 1 failed, 0 errors, 0 skipped, 0 other"
        ]
    );
}

#[test]
fn djangos_number_of_tests_is_announced() {
    let text = "Found 2 test(s).\nCreating test database for alias 'default'...\n..\n".to_owned()
        + &"-".repeat(70)
        + "\nRan 2 tests in 0.001s\n\nOK\nDestroying test database for alias 'default'...\n";
    assert_eq!(
        reported_by(&text),
        ["Own Some(2)", "located 0 passed, declared 2 passed, 0 failed, 0 errors, 0 skipped, 0 other"]
    );
}

#[test]
fn prose_opens_no_run() {
    assert_eq!(
        reported_by("connect (db.example.com) ... ok\nRan 3 sessions:\nOK\n....\nRan 3 tests in Rome\n"),
        [""; 0]
    );
}

#[test]
fn a_run_that_says_how_long_each_test_took_is_read_with_its_subtests() {
    let text = "  test_barge (quay.Dock.test_barge) ... ok (0.001s)\n  \
                test_moor (quay.Dock.test_moor) ... FAIL (0.005s)\n\n"
        .to_owned()
        + &"=".repeat(70)
        + "\nFAIL [0.005s]: test_moor (quay.Dock.test_moor) (row=1)\n"
        + &"-".repeat(70)
        + "\nAssertionError: the rope is short\n\n"
        + &"-".repeat(70)
        + "\nRan 2 tests in 0.006s\n\nFAILED (failures=1)\n";
    assert_eq!(
        reported_by(&text),
        [
            "Own None",
            "Line Test quay.Dock.test_moor",
            "withdrawn quay.Dock.test_moor",
            "Block Test quay.Dock.test_moor (row=1)",
            "located 1 passed, declared 1 passed, 1 failed, 0 errors, 0 skipped, 0 other"
        ]
    );
}

#[test]
fn the_object_of_an_unexpected_success_is_no_name_of_a_test() {
    let text = "  test_moor (quay.Dock.test_moor) ... unexpected success (0.005s)\n\n".to_owned()
        + &"=".repeat(70)
        + "\nUNEXPECTED SUCCESS: <xmlrunner.result._TestInfo object at 0x7f06>\n\
           test_moor (quay.Dock.test_moor)\n"
        + &"-".repeat(70)
        + "\nRan 1 test in 0.006s\n\nFAILED (unexpected successes=1)\n";
    assert_eq!(
        reported_by(&text),
        [
            "Own None",
            "Line Test quay.Dock.test_moor",
            "Block Test quay.Dock.test_moor",
            "located 0 passed, declared 0 passed, 1 failed, 0 errors, 0 skipped, 0 other"
        ]
    );
}
