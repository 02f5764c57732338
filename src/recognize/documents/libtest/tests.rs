//! What libtest's and nextest's lines are read as.

use crate::text::Line;

#[test]
fn a_test_of_nextest_has_the_name_that_nextest_prints_and_its_attempt() {
    for (shown, module, separator, name, attempt) in [
        ("parcels::parcels$tests::a#2", "parcels tests", "::", "a", 2),
        ("my-app::my_app$works", "my-app", " ", "works", 0),
        ("parcels::abroad$atlantis", "parcels::abroad", " ", "atlantis", 0),
    ] {
        let (named, number, awaited) = super::libtest::named(shown);
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
