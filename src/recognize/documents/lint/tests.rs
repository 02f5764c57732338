//! What reports of linters are read as, beside those of `testdata/reports`.

use crate::recognize::documents::Kind;
use crate::recognize::documents::rows::rows;

fn read(kind: Kind, text: &str) -> (Vec<String>, String) {
    let (rows, result) = rows(kind, text.as_bytes());
    (rows, result.map_or_else(|error| error.to_string(), |notes| notes.join(";")))
}

/// The runs of a SARIF log with these results, the rules before them or after.
fn sarif(results: &str) -> [String; 2] {
    let tool = r#""tool":{"driver":{"name":"x","rules":[{"id":"E","defaultConfiguration":{"level":"error"}},{"id":"W"}]}}"#;
    [
        format!(r#"{{"version":"2.1.0","runs":[{{{tool},"results":[{results}]}}]}}"#),
        format!(r#"{{"version":"2.1.0","runs":[{{"results":[{results}],{tool}}}]}}"#),
    ]
}

#[test]
fn a_result_without_a_level_has_its_rules_wherever_the_rules_are() {
    let results = r#"{"ruleId":"E","message":{"text":"bad"},"locations":[{"physicalLocation":{"artifactLocation":{"uri":"file:///a%20b/c.c"},"region":{"startLine":3,"startColumn":4}}}]},
        {"ruleIndex":0,"message":{"text":"worse"}},{"ruleId":"W","message":{"text":"so so"}},{"ruleId":"W","level":"note","message":{"text":"fine"}}"#;
    for text in sarif(results) {
        let (rows, _) = read(Kind::Sarif, &text);
        let rows: Vec<&str> = rows.iter().map(String::as_str).filter(|row| !row.contains("abel")).collect();
        assert_eq!(
            rows,
            [
                "section ",
                "Column(4)",
                "diagnostic /a b/c.c:3: bad",
                "  Why: /a b/c.c:3:4: bad [E]",
                "diagnostic : worse",
                "  Why: worse [E]",
                "warning so so [W]",
                "  Why: so so [W]",
                "ended Failed",
            ]
        );
    }
}

#[test]
fn a_result_that_does_not_count_is_not_reported() {
    let results = r#"{"level":"error","kind":"pass","message":{"text":"a"}},{"level":"error","message":{"text":"b"},"suppressions":[{"kind":"inSource"}]},
        {"level":"error","message":{"text":"c"},"suppressions":[{"kind":"external","status":"accepted"}]},{"level":"error","baselineState":"absent","message":{"text":"d"}}"#;
    for text in sarif(results) {
        let (rows, _) = read(Kind::Sarif, &text);
        assert!(rows.iter().all(|row| !row.starts_with("diagnostic")), "{rows:?}");
        assert_eq!(rows.last().unwrap(), "ended Passed");
    }
    let rejected = r#"{"level":"error","message":{"text":"c"},"suppressions":[{"kind":"external","status":"rejected"}]}"#;
    for text in sarif(rejected) {
        assert_eq!(read(Kind::Sarif, &text).0.last().unwrap(), "ended Failed");
    }
}

#[test]
fn a_tool_that_says_it_did_not_succeed_is_a_failure() {
    let text = r#"{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"x"}},"invocations":[{"executionSuccessful":false,
        "toolExecutionNotifications":[{"level":"error","message":{"text":"out of memory"}}]}],"results":[]}]}"#;
    let (rows, _) = read(Kind::Sarif, text);
    assert!(rows.contains(&"  Why: out of memory".to_owned()), "{rows:?}");
    assert_eq!(rows.last().unwrap(), "ended Failed");
    let quiet = r#"{"version":"2.1.0","runs":[{"invocations":[{"executionSuccessful":false}]}]}"#;
    assert_eq!(read(Kind::Sarif, quiet).0.last().unwrap(), "ended Failed");
}

#[test]
fn a_report_of_a_linter_that_breaks_off_does_not_end() {
    let (rows, result) = read(
        Kind::Sarif,
        r#"{"version":"2.1.0","runs":[{"results":[{"level":"error","message":{"text":"a"}},"#,
    );
    assert_eq!(rows, ["section ", "diagnostic : a", "  Why: a"]);
    assert!(result.contains("inside of"), "{result}");
    let (rows, result) =
        read(Kind::Checkstyle, "<checkstyle><file name='a'><error line='0' severity='error' message='m'/>");
    assert_eq!(rows, ["section ", "diagnostic a: m", "  Why: a: m"]);
    assert!(result.contains("inside of"), "{result}");
}
