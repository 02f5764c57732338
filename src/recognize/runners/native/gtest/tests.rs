//! Rules of the recognizer, each on the smallest log that shows it.

use super::gtest_lines::{self, Printed};

#[test]
fn a_name_ends_before_its_parameters_and_its_time() {
    for (rest, name) in [
        ("A.B (0 ms)", Some("A.B")),
        ("P/A.B/0, where GetParam() = 1.5 (3 ms)", Some("P/A.B/0")),
        ("A/1.B, where TypeParam = std::vector<int>", Some("A/1.B")),
        ("A.B", Some("A.B")),
        ("the build. Try again", None),
        ("A.B.C", None),
        ("2 tests, listed below:", None),
    ] {
        assert_eq!(gtest_lines::name(rest), name, "{rest}");
    }
}

#[test]
fn a_result_after_printed_text_counts_for_the_running_test_only() {
    let line = "progress 3/3[       OK ] A.B (0 ms)";
    assert_eq!(gtest_lines::glued(line, "A.B"), Some((Printed::Ok("A.B"), 12)));
    assert_eq!(gtest_lines::glued(line, "A.C"), None);
}
