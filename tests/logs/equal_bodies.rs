//! Failures of one cause are reported as one, with all their names.

use crate::support::answer;

fn log() -> String {
    let status: String = (0..60)
        .map(|test| format!("test a::t{test} ... {}\n", if test < 3 { "FAILED" } else { "ok" }))
        .collect();
    let block = |test: &str, reason: &str| format!("---- a::{test} stdout ----\nError: {reason}\n\n");
    let blocks =
        [block("t0", "connection refused"), block("t1", "no such table"), block("t2", "connection refused")];
    format!(
        "running 60 tests\n{status}\nfailures:\n\n{}\nfailures:\n    a::t0\n    a::t1\n    a::t2\n\ntest result: FAILED. 57 passed; 3 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\n",
        blocks.concat(),
    )
}

#[test]
fn failures_of_one_cause_are_shown_once_with_all_their_names() {
    let expected = "---- a::t0 stdout ----\nError: connection refused\nweir: 2 failures with this cause: a::t0;a::t2\n---- a::t1 stdout ----\nError: no such table\n";
    for mode in ["minimal", "standard", "verbose"] {
        let answer = answer::answer(&["-m", mode], log());
        assert!(answer.text.contains(expected), "{mode}:\n{}", answer.text);
        assert!(!answer.text.contains(" in part"), "{}", answer.text);
    }
}

#[test]
fn a_package_that_go_tells_as_json_heads_its_failures() {
    let log = include_str!("../../testdata/go/failures-json.txt");
    let answer = answer::answer(&["-m", "standard"], log);
    assert!(answer.text.lines().any(|line| line.starts_with("FAIL\t")), "{}", answer.text);
}

#[test]
fn a_diagnostic_that_several_files_bring_is_shown_once() {
    let brought = |file: &str| {
        format!(
            "In file included from {file}:3:\nhold.h:21:29: error: unknown type name 'crate_t'\n   21 | int hold_count(crate_t *);\n      |                ^~~~~~~\n"
        )
    };
    let log: String = ["deck.c", "keel.c", "mast.c"].into_iter().map(brought).collect();
    let answer = crate::support::answer::answer(&["--max-lines", "9"], log);
    assert_eq!(answer.text.matches("int hold_count").count(), 1, "{}", answer.text);
    assert_eq!(answer.text.matches("hold.h:21:29").count(), 1, "{}", answer.text);
    assert!(answer.text.contains("weir: FAILED 1 error ("), "{}", answer.text);
}

#[test]
fn what_is_new_of_a_diagnostic_that_is_reported_again_is_shown() {
    let reported = |file: &str| {
        format!(
            "hold.h:21:29: error: no matching function for call to 'count'\n   21 | count(a);\n      | ^~~~~\nhold.h:30:3: note: in instantiation of function template specialization 'load<int>' requested here\n{file}:14:28: note: in instantiation of function template specialization 'sail<int>' requested here\n"
        )
    };
    let log: String = ["deck.cc", "keel.cc"].into_iter().map(reported).collect();
    let answer = crate::support::answer::answer(&["--max-lines", "9"], log);
    assert_eq!(answer.text.matches("count(a);").count(), 1, "{}", answer.text);
    assert!(
        answer.text.contains("deck.cc:14:28") && answer.text.contains("keel.cc:14:28"),
        "{}",
        answer.text
    );
}

#[test]
fn errors_of_one_code_on_one_line_are_distinguished_by_what_they_say_and_by_their_columns() {
    let rust = |name: &str, column: usize| {
        format!(
            "error[E0425]: cannot find value `{name}` in this scope\n --> src/keel.rs:2:{column}\n  |\n2 |     a + b + a\n  |     ^ not found in this scope\n\n"
        )
    };
    let sharp = |name: &str, column: usize| {
        format!(
            "/s/Keel.cs(2,{column}): error CS0103: The name '{name}' does not exist in the current context [/s/k.csproj]\n"
        )
    };
    let java = |name: &str, column: usize| {
        format!(
            "src/Keel.java:2: error: cannot find symbol\n{}\n{}^\n  symbol:   variable {name}\n  location: class Keel\n",
            " ".repeat(8) + "return a + b + a;",
            " ".repeat(column)
        )
    };
    let maven = |name: &str, column: usize| {
        format!(
            "[ERROR] /s/Keel.java:[2,{column}] cannot find symbol\n  symbol:   variable {name}\n  location: class Keel\n"
        )
    };
    let c = |name: &str, column: usize| {
        format!(
            "keel.c:2:{column}: error: invalid operands to binary +\n    2 |     a + 1 + b;\n      |     ~ ^ {name}\n"
        )
    };
    let reported = |error: &dyn Fn(&str, usize) -> String| {
        [("a", 5), ("b", 9), ("b", 9)].map(|(name, column)| error(name, column)).concat()
    };
    let noise = "a line of the build\n".repeat(500);
    let logs = [
        (reported(&rust) + &rust("a", 13), 3, ["value `a`", "value `b`"]),
        (reported(&sharp), 2, ["name 'a'", "name 'b'"]),
        (reported(&java) + &java("a", 13), 3, ["variable a", "variable b"]),
        (reported(&maven) + &maven("a", 13), 3, ["variable a", "variable b"]),
        (reported(&c) + &c("a", 13), 3, ["~ ^ a", "~ ^ b"]),
    ];
    for (log, count, names) in logs {
        let answer = crate::support::answer::answer(&["-m", "minimal"], log + &noise).text;
        assert!(answer.contains(&format!("weir: FAILED {count} errors (")), "{answer}");
        assert!(names.iter().all(|name| answer.contains(name)), "{answer}");
    }
}

#[test]
fn an_error_that_is_reported_without_its_column_is_one_of_those_that_are_reported_with_theirs() {
    let sharp = |place: &str| format!("/s/Keel.cs({place}): error CS0103: no such name [/s/k.csproj]\n");
    for (places, count) in [
        (&["2", "2,5"][..], 1),
        (&["2,5", "2"], 1),
        (&["2", "2,5", "2,9", "2,5", "2"], 2),
        (&["2,5", "2,9", "2", "2,9"], 2),
        (&["2,70000", "2,80000", "2,70000"], 2),
    ] {
        let log: String = places.iter().map(|place| sharp(place)).collect();
        let answer = crate::support::answer::answer(&["-m", "standard"], log).text;
        let errors = if count == 1 { "error" } else { "errors" };
        assert!(answer.contains(&format!("weir: FAILED {count} {errors} (")), "{places:?}: {answer}");
    }
}

#[test]
fn findings_of_one_rule_on_one_line_of_a_report_are_distinguished_by_their_columns() {
    let finding = |column: usize| {
        format!(
            r#"<error line="2" column="{column}" severity="error" message="no crane" source="quay.rule"/>"#
        )
    };
    let report = |columns: &[usize]| {
        let findings: String = columns.iter().map(|column| finding(*column)).collect();
        format!(
            r#"<?xml version="1.0"?><checkstyle version="9"><file name="keel.kt">{findings}</file></checkstyle>"#
        )
    };
    let answer = crate::support::answer::answer(&["-m", "standard"], report(&[5, 9, 5])).text;
    assert!(answer.contains("weir: FAILED 2 errors ("), "{answer}");
    assert!(answer.contains("keel.kt:2:5") && answer.contains("keel.kt:2:9"), "{answer}");
}
