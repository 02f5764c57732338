//! weir's own answers, read by weir: those of today, and those in the words of earlier versions.

use crate::support::answer;

#[track_caller]
fn reported(log: &str, verdict: &str, names: &[&str]) {
    let path = format!("{}/testdata/weir/{log}.txt", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    for mode in ["minimal", "standard"] {
        let answer = answer(&["--no-store", "-m", mode], text.clone()).text;
        let found = answer.lines().any(|line| line.starts_with(&format!("weir: {verdict}")));
        let unknown =
            verdict == "UNKNOWN" && !answer.contains("\nweir: PASSED") && !answer.starts_with("weir: ");
        assert!(found || unknown, "{log}: {answer}");
        for name in names {
            assert!(answer.contains(name), "{log} does not name {name}: {answer}");
        }
    }
}

#[test]
fn the_failures_of_an_answer_are_those_of_its_log() {
    let names = ["test_number[40]", "test_number[41]", "test_number[97]"];
    for log in ["few-failures", "hostile", "earlier-few-failures", "earlier-hostile"] {
        reported(log, "FAILED 3 failed", &names);
    }
    reported("flaky", "FAILED 1 failed", &["mast::breaks"]);
    reported(
        "gradle",
        "FAILED 4 failed",
        &["fillsBottles", "readsTheScale", "comparesLabels", "classMethod"],
    );
}

#[test]
fn an_answer_is_no_evidence_that_all_passed() {
    reported("all-pass", "UNKNOWN", &[]);
    for log in ["crash", "earlier-crash"] {
        reported(log, "INCOMPLETE", &[]);
    }
}
