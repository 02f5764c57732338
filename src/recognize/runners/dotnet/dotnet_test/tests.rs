//! Rules of the shapes, each on the smallest line that shows it.

use super::dotnet_test_lines::{self, Word};

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
        assert_eq!(dotnet_test_lines::result(text), expected, "{text}");
    }
}

#[test]
fn a_name_is_split_before_its_last_part_and_parameters_belong_to_that() {
    let split = |name| {
        let id = dotnet_test_lines::id(name);
        (id.module, id.name)
    };
    assert_eq!(split("A.B.C(x: \"d.e\")"), ("A.B", "C(x: \"d.e\")"));
    assert_eq!(split("Fails"), ("", "Fails"));
    assert_eq!(split("a name in words. And more"), ("", "a name in words. And more"));
}

#[test]
fn totals_in_another_language_are_reported_by_their_order_and_sum() {
    let reported = |text: &str| {
        dotnet_test_lines::foreign_totals(text)
            .map(|totals| (totals.failed, totals.passed, totals.skipped, totals.total))
    };
    let expected = Some((Some(1), Some(2), Some(0), Some(3)));
    for text in [
        "Fehler!      : Fehler:     1, erfolgreich:     2, \u{fc}bersprungen:     0, gesamt:     3, Dauer: 10 ms - Quay.dll (net8.0)",
        "\u{c9}chec!  - \u{e9}chec\u{a0}:     1, r\u{e9}ussite\u{a0}:     2, ignor\u{e9}e(s)\u{a0}:     0, total\u{a0}:     3, dur\u{e9}e\u{a0}: 10 ms - Quay.dll (net8.0)",
        "\u{5931}\u{8d25}!  - \u{5931}\u{8d25}:     1\u{ff0c}\u{901a}\u{8fc7}:     2\u{ff0c}\u{5df2}\u{8df3}\u{8fc7}:     0\u{ff0c}\u{603b}\u{8ba1}:     3\u{ff0c}\u{6301}\u{7eed}\u{65f6}\u{95f4}: 10 ms - Quay.dll (net8.0)",
    ] {
        assert_eq!(reported(text), expected, "{text}");
        assert_eq!(reported(&text.replace("3,", "4,").replace("3\u{ff0c}", "4\u{ff0c}")), None);
    }
    assert_eq!(reported("Fehler! Der Kai: 1, 2, 3 - Quay.dll (net8.0)"), None);
}
