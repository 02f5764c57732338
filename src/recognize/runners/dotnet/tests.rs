//! Rules of the shapes, each on the smallest line that shows it.

use super::lines::{self, Word};

#[test]
fn a_line_of_result_has_a_word_a_name_and_a_time() {
    for (text, expected) in [
        ("  Failed A.B.C(x: \"d [e]\") [4 ms]", Some((Word::Failed, "A.B.C(x: \"d [e]\")"))),
        ("  Passed A.B [< 1 ms]", Some((Word::Passed, "A.B"))),
        ("  X A.B [1s 20ms]", Some((Word::Failed, "A.B"))),
        ("failed A.B (4ms)", Some((Word::Failed, "A.B"))),
        ("  Failed to load [the file]", None),
        ("failed three times (again)", None),
        (" Failed Inner.Pretend [1 ms]", None),
    ] {
        assert_eq!(lines::result(text), expected, "{text}");
    }
}

#[test]
fn a_name_is_split_before_its_last_part_and_parameters_belong_to_that() {
    let split = |name| {
        let id = lines::id(name);
        (id.module, id.name)
    };
    assert_eq!(split("A.B.C(x: \"d.e\")"), ("A.B", "C(x: \"d.e\")"));
    assert_eq!(split("Fails"), ("", "Fails"));
    assert_eq!(split("a name in words. And more"), ("", "a name in words. And more"));
}
