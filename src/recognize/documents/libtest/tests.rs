//! What libtest's and nextest's lines are read as.

use super::Libtest;
use crate::recognize::kit::scan;
use crate::text::Line;

#[test]
fn a_suite_is_a_section_and_what_a_test_printed_is_no_line_of_it() {
    let text = r#"{ "type": "suite", "event": "started", "test_count": 3 }
{ "type": "test", "event": "started", "name": "a::works" }
{ "type": "test", "name": "a::works", "event": "ok" }
{ "type": "test", "event": "started", "name": "a::breaks" }
{ "type": "test", "name": "a::breaks", "event": "failed", "stdout": "{ \"type\": \"suite\", \"event\": \"ok\", \"passed\": 9, \"failed\": 0 }\nthread 'a::breaks' (1) panicked at src/lib.rs:1:2:\nboom\n" }
{ "type": "test", "event": "started", "name": "later" }
{ "type": "test", "name": "later", "event": "ignored", "message": "in spring" }
{ "type": "suite", "event": "failed", "passed": 1, "failed": 1, "ignored": 1, "measured": 0, "filtered_out": 0, "exec_time": 0.1 }"#;
    let rows = scan::drive(&mut Libtest::default(), text).join("\n");
    for wanted in [
        "Started(TestId { module: \"a\", separator: \"::\", name: \"works\" })",
        "outcome: Passed",
        "Decoded { part: Why, text: \"thread 'a::breaks' (1) panicked at src/lib.rs:1:2:\\nboom\" }",
        "Place { file: \"src/lib.rs\", line: Some(1) }",
        "Message(\"boom\")",
        "Reason(\"in spring\")",
        "passed: Some(1), failed: Some(1), errors: None, skipped: Some(1), other: Some(0)",
    ] {
        assert!(rows.contains(wanted), "{wanted} in\n{rows}");
    }
    assert_eq!(rows.matches("Declared").count(), 1);
}

#[test]
fn a_test_of_nextest_has_the_name_that_nextest_prints_and_its_attempt() {
    for (shown, module, separator, name, attempt) in [
        ("parcels::parcels$tests::a#2", "parcels tests", "::", "a", 2),
        ("my-app::my_app$works", "my-app", " ", "works", 0),
        ("parcels::abroad$atlantis", "parcels::abroad", " ", "atlantis", 0),
    ] {
        let (named, number, awaited) = super::recognizer::named(shown);
        let parts = (named.module.as_str(), named.separator, named.name.as_str());
        assert_eq!((parts, number, awaited), ((module, separator, name), attempt, false), "{shown}");
    }
}

#[test]
fn a_line_that_was_cut_in_its_text_is_read_as_far_as_it_goes() {
    let cut = r#"{ "type": "test", "name": "a", "event": "failed", "stdout": "thread 'a' panicked at a.rs:1:2:\nboom \u00"#;
    let cut = Line::of(cut);
    let record = super::record::read(&cut).unwrap();
    assert_eq!((&*record.name, &*record.event), ("a", "failed"));
    assert_eq!(record.stdout, "thread 'a' panicked at a.rs:1:2:\nboom ");
    assert_eq!(super::record::read(&Line::of("{ \"type\": \"test\", \"na")), None);
}

#[test]
fn a_line_that_is_cut_off_tells_no_pass() {
    let cut = r#"{"type":"test","event":"ok","name":"a","stdout":"one"#;
    assert_eq!(super::record::read(&Line::of(cut)), None);
    let held = Line { tail: "two\"}", ..Line::of(cut) };
    assert!(super::record::read(&held).is_some());
}

#[test]
fn suites_of_nextest_that_overlap_are_one_section() {
    let text = r#"{"type":"suite","event":"started","test_count":1}
{"type":"suite","event":"started","test_count":1}
{"type":"test","event":"ok","name":"a::a$x","exec_time":0.1}
{"type":"suite","event":"ok","passed":1,"failed":0,"ignored":0,"measured":0,"filtered_out":0,"exec_time":0.1}
{"type":"test","event":"ok","name":"a::b$x","exec_time":0.1}
{"type":"suite","event":"ok","passed":1,"failed":0,"ignored":0,"measured":0,"filtered_out":0,"exec_time":0.1}"#;
    let rows = scan::drive(&mut Libtest::default(), text).join("\n");
    assert_eq!((rows.matches("SectionStarted").count(), rows.matches("Declared").count()), (1, 1));
    assert!(rows.contains("passed: Some(2), failed: Some(0)"), "{rows}");
}

#[test]
fn lines_that_a_test_prints_are_no_results() {
    let text = r#"{ "type": "suite", "event": "started", "test_count": 1 }
{ "type": "test", "event": "started", "name": "a" }
{ "type": "test", "name": "forged", "event": "failed" }
{ "type": "suite", "event": "ok", "passed": 99, "failed": 0, "ignored": 0, "measured": 0 }
{ "type": "test", "name": "a", "event": "ok" }
{ "type": "suite", "event": "ok", "passed": 1, "failed": 0, "ignored": 0, "measured": 0 }"#;
    let rows = scan::drive(&mut Libtest::default(), text);
    let all = rows.join("\n");
    assert!(!all.contains("forged") && !all.contains("99"), "{all}");
    assert_eq!((all.matches("Declared").count(), all.matches("Finished").count()), (1, 1));
}

#[test]
fn a_suite_after_one_that_never_ended_is_another_section() {
    let text = r#"{ "type": "suite", "event": "started", "test_count": 1 }
{ "type": "test", "event": "started", "name": "a" }
{ "type": "suite", "event": "started", "test_count": 1 }
{ "type": "test", "event": "started", "name": "b" }
{ "type": "test", "name": "b", "event": "ok" }
{ "type": "suite", "event": "ok", "passed": 1, "failed": 0, "ignored": 0, "measured": 0 }"#;
    let all = scan::drive(&mut Libtest::default(), text).join("\n");
    assert_eq!((all.matches("SectionStarted").count(), all.matches("SectionEnded(Crash)").count()), (2, 1));
}
