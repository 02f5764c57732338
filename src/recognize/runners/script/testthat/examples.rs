//! How lines of testthat are read.

use super::testthat_lines::{self, Kind, Style};
#[test]
fn headings_of_all_versions_are_read() {
    for (text, style, line) in [
        ("-- FAILURE (tests.R:12:3): adds ----", Style::Ruled, Some(12)),
        ("── 1. Failure: adds (@tests.R#12)  ─────", Style::Numbered, Some(12)),
        ("── 2. Failure ('tests.R:12'): adds ─────", Style::Numbered, Some(12)),
        ("Failure (???): adds", Style::Plain, None),
    ] {
        let heading = testthat_lines::heading(text).unwrap();
        assert_eq!(
            (heading.kind, heading.style, heading.place.line, heading.name),
            (Kind::Failure, style, line, "adds"),
            "{text}"
        );
    }
    let heading = testthat_lines::heading("ERROR: 'reporters/tests.R:24:3' ------").unwrap();
    assert_eq!(
        (heading.kind, heading.style, heading.place.file),
        (Kind::Error, Style::Place, "reporters/tests.R")
    );
    for text in ["Error (test): no place", "Error: 'a' b", "-- Failure of all things ---", "Failure: adds"] {
        assert_eq!(testthat_lines::heading(text), None, "{text}");
    }
}
