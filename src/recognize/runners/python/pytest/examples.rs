//! Whole logs of pytest, made by `testdata/pytest/make.sh`: what each of them tells, in a few lines.

use super::Pytest;
use crate::event::{Event, Outcome, Sink};
use crate::recognize::kit::Driven;
use crate::recognize::recognizer::{Attention, Recognizer};
use crate::text::Line;

/// Keeps what a report would count.
#[derive(Default)]
struct Reported {
    rows: Vec<String>,
    passed: u64,
}

impl Sink for Reported {
    fn emit(&mut self, event: Event<'_>) {
        match event {
            Event::SectionStarted { opened, announced, .. } => {
                self.rows.push(format!("{opened:?} {announced:?}"))
            }
            Event::Counted { passed, .. } => self.passed += passed,
            Event::Finished { outcome: Outcome::Passed, .. } => self.passed += 1,
            Event::Finished { id, outcome: Outcome::Failed(kind), grade, alias, .. } => {
                let alias = if alias.is_empty() { String::new() } else { format!(" = {alias}") };
                self.rows.push(format!("{grade:?} {kind:?} {}{}{}{alias}", id.module, id.separator, id.name));
            }
            Event::Started(id) => self.rows.push(format!("started {}{}{}", id.module, id.separator, id.name)),
            Event::BlockOpened(crate::event::Block::Test { id, kind }) => {
                self.rows.push(format!("Block {kind:?} {}{}{}", id.module, id.separator, id.name));
            }
            Event::BlockOpened(crate::event::Block::Whole { name, kind }) => {
                self.rows.push(format!("Whole {kind:?} {name}"));
            }
            Event::SectionEnded(how) => self.rows.push(format!("ended {how:?}")),
            Event::Interrupted => self.rows.push("interrupted".to_owned()),
            Event::Declared { totals, .. } => self.rows.push(format!(
                "passed {} of {}, failed {}, errors {}",
                self.passed,
                totals.passed.unwrap_or(0),
                totals.failed.unwrap_or(0),
                totals.errors.unwrap_or(0)
            )),
            _ => {}
        }
    }
}

/// What a log tells, when only the lines are shown that the signs or the attention ask for.
fn reported(log: &str) -> Vec<String> {
    let path = format!("{}/testdata/pytest/{log}.txt", env!("CARGO_MANIFEST_DIR"));
    reported_by_name(&std::fs::read_to_string(path).unwrap())
}

fn reported_by_name(text: &str) -> Vec<String> {
    let mut pytest = Driven::<Pytest>::default();
    let signs = pytest.signs();
    let mut sink = Reported::default();
    for line in text.lines() {
        let content = line.trim_start();
        let signed = signs.starts.iter().any(|each| content.starts_with(each))
            || signs.inside.iter().any(|each| line.contains(each));
        if signed || pytest.attention() == Attention::Every {
            pytest.line(&Line::of(line), &mut sink);
        }
    }
    pytest.end(&mut sink);
    sink.rows
}

#[test]
fn pytest_that_fails_itself_ends_its_session_and_is_a_failure_that_it_does_not_count() {
    let log = "============================= test session starts ==============================\ncreated: 2/2 workers\n2 workers [65 items]\n\n\
               ..............EINTERNALERROR> Traceback (most recent call last):\nINTERNALERROR>   File \"/p/conftest.py\", line 3, in hook\n\
               INTERNALERROR> ValueError: broken plugin\n\n=================== 14 passed, 15 warnings, 1 error in 0.91s ===================\n";
    let last = "passed 14 of 14, failed 0, errors 2";
    assert_eq!(reported_by_name(log), ["Own Some(65)", "Whole Crash INTERNALERROR", last]);
}

#[test]
fn pytest_pretty_tells_its_totals_below_a_session_as_others_are() {
    let log = "============================= test session starts ==============================\ncollected 3 items\n\npass/test_b.py ..s                       [100%]\nResults (0.04s):\n         2 passed\n         1 skipped\n";
    assert_eq!(reported_by_name(log), ["Own Some(3)", "passed 2 of 2, failed 0, errors 0"]);
}

#[test]
fn a_session_without_failures_is_its_totals() {
    assert_eq!(reported("all-pass"), ["Own Some(117)", "passed 117 of 117, failed 0, errors 0"]);
    assert_eq!(reported("quiet-pass"), ["Own None", "passed 117 of 117, failed 0, errors 0"]);
}

#[test]
fn few_failures_among_many_are_listed_with_their_blocks() {
    let failures =
        |own: &str| {
            let mut rows = vec![own.to_owned()];
            rows.extend(["40", "41", "97"].map(|each| format!("Block Test test_number[{each}]")));
            rows.extend(["40", "41", "97"].map(|each| {
                format!("Listed Test many/test_many.py::test_number[{each}] = test_number[{each}]")
            }));
            rows.push("passed 117 of 117, failed 3, errors 0".to_owned());
            rows
        };
    assert_eq!(reported("many"), failures("Own Some(120)"));
    assert_eq!(reported("quiet"), failures("Own None"));
}

#[test]
fn a_collection_error_is_one_failure_of_its_file() {
    assert_eq!(
        reported("collection"),
        [
            "Own Some(3)",
            "Block Collection broken/test_import.py",
            "Block Collection broken/test_syntax.py",
            "Listed Collection broken/test_import.py = broken/test_import.py",
            "Listed Collection broken/test_syntax.py = broken/test_syntax.py",
            "passed 0 of 0, failed 0, errors 2",
        ]
    );
}

#[test]
fn a_conftest_that_cannot_be_imported_is_a_failure_without_a_session() {
    assert_eq!(reported("conftest"), ["Block Collection /home/user/app/conftest_broken/conftest.py"]);
}

#[test]
fn other_tools_have_plugins_and_settings_too() {
    let log =
        "Error while loading plugin \"labels\".\nBUILD SUCCESS\nERROR: Config file 'a' of the shop is old\n";
    assert_eq!(reported_by_name(log), [""; 0]);
}

#[test]
fn a_plugin_that_cannot_be_imported_is_a_failure_without_a_session() {
    assert_eq!(reported("plugin"), ["Block Collection labels_plugin"]);
    let missing = "Error importing plugin \"nowhere_plugin\": No module named 'nowhere_plugin'";
    assert_eq!(reported("plugin-missing"), [format!("Whole Collection {missing}")]);
}

#[test]
fn a_module_that_skips_itself_is_announced_and_a_pass_reported_by_letter_and_by_name_counts_once() {
    for (log, announced) in [("skipped-module", 3), ("skipped-module-xdist", 2)] {
        let section = format!("Own Some({announced})");
        assert_eq!(reported(log), [section.as_str(), "passed 2 of 2, failed 0, errors 0"], "{log}");
    }
}

#[test]
fn a_file_that_is_not_found_is_a_failure_beside_empty_totals() {
    assert_eq!(
        reported("not-found"),
        [
            "Own Some(0)",
            "passed 0 of 0, failed 0, errors 0",
            "Whole Collection file or directory not found: nowhere.py"
        ]
    );
}

#[test]
fn a_process_that_dies_leaves_its_session_open() {
    assert_eq!(reported("segfault"), ["Own Some(2)", "Block Crash dying/test_dies.py::test_segfault"]);
    assert_eq!(
        reported("segfault-letters"),
        ["Own Some(2)", "Whole Crash Fatal Python error: Segmentation fault"]
    );
    assert_eq!(reported("exit"), ["Own Some(2)", "started dying/test_dies.py::test_exits"]);
    assert_eq!(reported("timeout"), ["Own Some(2)", "Block Timeout slow/test_slow.py::test_slow"]);
}

#[test]
fn a_worker_that_dies_is_the_failure_of_its_test() {
    assert_eq!(
        reported("worker-crash"),
        [
            "Own Some(2)",
            "Block Crash dying/test_dies.py",
            "Listed Crash dying/test_dies.py::test_exits = dying/test_dies.py",
            "passed 0 of 1, failed 1, errors 0",
        ]
    );
    let dump = "Fatal Python error: Segmentation fault";
    assert_eq!(
        reported("worker-segfault"),
        [
            "Own Some(2)".to_owned(),
            format!("Whole Crash {dump}"),
            "Block Crash dying/test_dies.py".to_owned(),
            "Listed Crash dying/test_dies.py::test_segfault = dying/test_dies.py".to_owned(),
            "passed 0 of 1, failed 1, errors 0".to_owned(),
        ]
    );
}

#[test]
fn an_interrupted_session_is_never_called_passed() {
    let rows = reported("interrupt");
    assert_eq!(rows[..2], ["Own Some(2)", "interrupted"]);
    // Its numbers are those so far.
    assert!(rows.len() == 3 && rows[2].ends_with(" of 1, failed 0, errors 0"), "{rows:?}");
}

#[test]
fn a_report_that_a_passing_test_prints_is_output() {
    assert_eq!(reported("hostile-passes"), ["Own Some(3)", "passed 3 of 3, failed 0, errors 0"]);
}

#[test]
fn success_that_a_failing_test_prints_does_not_end_its_session() {
    let listed = [
        "Listed Test hostile/test_fails.py::test_claims_success = test_claims_success",
        "Listed Test hostile/test_fails.py::test_second = test_second",
        "passed 1 of 1, failed 2, errors 0",
        "passed 1 of 999, failed 0, errors 0",
    ];
    let rows = reported("hostile-fails");
    assert_eq!(rows[rows.len() - 4..], listed);
    let rows = reported("hostile-fails-verbose");
    assert_eq!(
        rows[..5],
        [
            "Own Some(3)",
            "Line Test hostile/test_fails.py::test_claims_success",
            "Line Test hostile/test_fails.py::test_second",
            "Block Test hostile/test_fails.py::test_claims_success",
            "Block Test hostile/test_fails.py::test_second",
        ]
    );
    // The names that the verbose list reported are those of the closing one: nothing has another name.
    let listed = listed.map(|row| row.split(" = ").next().unwrap_or_default());
    assert_eq!(rows[5..], listed);
}

#[test]
fn a_session_that_a_test_runs_is_output_of_that_test() {
    let rows = [
        "Own Some(2)",
        "Block Test test_session_of_its_own",
        "Block Test test_after_it",
        "Listed Test hostile/test_inner.py::test_session_of_its_own = test_session_of_its_own",
        "Listed Test hostile/test_inner.py::test_after_it = test_after_it",
        "passed 0 of 0, failed 2, errors 0",
    ];
    assert_eq!(reported("inner-session"), rows);
    assert_eq!(reported("inner-session-uncaptured"), rows);
}

#[test]
fn every_style_of_traceback_names_the_same_failures() {
    let listed = |log: &str| -> Vec<String> {
        let rows = reported(log);
        let names = rows.iter().filter_map(|row| row.strip_prefix("Listed "));
        names.map(|name| name.split_once(" = ").map_or(name, |(name, _)| name).to_owned()).collect()
    };
    let expected = [
        "Test sample/tests/test_orders.py::test_note_is_kept[left - right]",
        "Test sample/tests/test_orders.py::TestDiscount::test_rejects_negative",
        "Test sample/tests/test_orders.py::test_lines_differ",
        "Test sample/tests/test_stock.py::test_fails_and_leaks",
        "Test sample/tests/test_stock.py::test_chain",
        "Test sample/tests/test_stock.py::test_fixed",
        "Test sample/tests/test_stock.py::test_subtests [row] (i=1)",
        "Test sample/tests/test_stock.py::test_subtests",
        "Setup sample/tests/test_stock.py::test_uses_store",
        "Setup sample/tests/test_stock.py::test_leaves_store_open (teardown)",
        "Setup sample/tests/test_stock.py::test_fails_and_leaks (teardown)",
    ];
    assert_eq!(listed("tb-short"), expected);
    assert_eq!(listed("tb-line"), expected);
    let mut with_doctest = expected.to_vec();
    with_doctest.insert(8, "Test sample/tests/words.py::words.double");
    assert_eq!(listed("all-kinds"), with_doctest);
}

#[test]
fn all_results_of_a_verbose_session_are_named_once() {
    let rows = reported("all-kinds-verbose");
    assert_eq!(rows.first().map(String::as_str), Some("Own Some(18)"));
    let lines: Vec<&str> = rows.iter().filter_map(|row| row.strip_prefix("Line ")).collect();
    let listed: Vec<&str> = rows
        .iter()
        .filter_map(|row| row.strip_prefix("Listed "))
        .map(|row| row.split_once(" = ").map_or(row, |(name, _)| name))
        .collect();
    for name in &lines {
        assert!(listed.contains(name), "{name} is told twice");
    }
    assert_eq!((lines.len(), listed.len()), (11, 11));
    // Each pass is reported by its line and by the list of `-rA`, under one id.
    assert_eq!(rows.last().map(String::as_str), Some("passed 16 of 8, failed 8, errors 3"));
}

#[test]
fn a_service_message_after_a_name_or_a_result_is_no_part_of_it() {
    // Without the order: `-rA` sorts its list by the kind of result.
    let of = |rows: &[String], grade: &str| -> std::collections::BTreeSet<String> {
        let name =
            |row: &String| row.strip_prefix(grade).and_then(|row| row.split(" = ").next().map(str::to_owned));
        rows.iter().filter_map(name).collect()
    };
    let rows = reported("teamcity");
    assert_eq!(rows.first().map(String::as_str), Some("Own Some(18)"));
    assert_eq!(rows.last().map(String::as_str), Some("passed 8 of 8, failed 8, errors 3"));
    let plain = reported("all-kinds-verbose");
    for grade in ["Line ", "Listed ", "Block "] {
        assert_eq!(of(&rows, grade), of(&plain, grade), "{grade}");
    }
}

#[test]
fn a_service_message_of_the_collection_is_in_the_session() {
    let own = |rows: Vec<String>| rows.into_iter().filter(|row| !row.starts_with("Own ")).collect::<Vec<_>>();
    assert_eq!(reported("teamcity-collection").first().map(String::as_str), Some("Own None"));
    assert_eq!(own(reported("teamcity-collection")), own(reported("collection")));
}

const SUMMARY: &str = "=========================== short test summary info ============================\n";

#[test]
fn a_test_that_passed_and_whose_tear_down_failed_keeps_its_failure() {
    let end = "========================= 1 passed, 1 error in 0.03s ==========================\n";
    let (error, passed) = ("ERROR t.py::test_moors - no rope\n", "PASSED t.py::test_moors\n");
    let rows = reported_by_name(&format!("{SUMMARY}{error}{passed}{end}"));
    assert_eq!(
        rows,
        ["Own None", "Listed Setup t.py::test_moors", "passed 0 of 1, failed 0, errors 1"],
        "{rows:?}"
    );
    let rows = reported_by_name(&format!("{SUMMARY}{passed}{error}{end}"));
    assert_eq!(
        rows,
        ["Own None", "Listed Setup t.py::test_moors (teardown)", "passed 1 of 1, failed 0, errors 1"],
        "{rows:?}"
    );
}

#[test]
fn the_list_of_old_releases_says_fail_before_the_blocks() {
    let end = "==================== 1 failed, 1 passed in 0.08 seconds ====================\n";
    let fail = "FAIL t.py::test_moors[a b]\n";
    let rows = reported_by_name(&format!("{SUMMARY}{fail}{end}"));
    assert_eq!(
        rows,
        ["Own None", "Listed Test t.py::test_moors[a b]", "passed 0 of 1, failed 1, errors 0"],
        "{rows:?}"
    );
    let block = "=================================== FAILURES ===================================\n________________________________ test_moors[a b] _______________________________\nE   assert 0\n";
    let rows = reported_by_name(&format!("{SUMMARY}{fail}{block}{end}"));
    assert_eq!(rows.get(2).map(String::as_str), Some("Block Test t.py::test_moors[a b]"), "{rows:?}");
    assert_eq!(reported_by_name(&format!("{SUMMARY}FAIL moors the barge\n{end}")).len(), 2);
}

#[test]
fn a_failure_reported_by_a_letter_alone_is_reported_when_the_session_breaks_off() {
    let head = "============================= test session starts ==============================\nplatform linux -- Python 3.9.19, pytest-8.3.2\ncollected 4 items\n\n";
    let rows = reported_by_name(&format!(
        "{head}t/test_quay.py .F                     [ 50%]\nt/test_barge.py Fatal Python error: Segmentation fault\n\nThread 0x1 (most recent call first):\n  <no Python frame>\n"
    ));
    assert_eq!(
        rows,
        ["Own Some(4)", "Whole Crash Fatal Python error: Segmentation fault", "Block Test t/test_quay.py"],
        "{rows:?}"
    );
}
