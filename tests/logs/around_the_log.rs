//! What is around a log: the job and the step of its service, the document that it is in, a logger's lines above the first test.

use std::fmt::Write as _;

use crate::support::answer;

fn standard(log: &str) -> String {
    answer(&[], log).text
}

#[test]
fn a_short_log_names_the_job_and_the_step_of_each_failure() {
    let mut log = String::new();
    for (step, reason, code) in
        [("Moor", "rope.sh: line 4: the rope is wet", 4), ("Send", "no pilot on board", 6)]
    {
        for line in [
            "##[group]Run ./it.sh",
            "##[endgroup]",
            reason,
            &format!("##[error]Process completed with exit code {code}."),
        ] {
            let _ = writeln!(log, "quay\t{step}\t2026-01-02T03:04:05.0000000Z {line}");
        }
    }
    let text = standard(&log);
    for (reason, heading) in [
        ("the rope is wet", "quay / Moor: Process completed with exit code 4."),
        ("no pilot on board", "quay / Send: Process completed with exit code 6."),
    ] {
        let at = |part: &str| text.find(part).unwrap_or_else(|| panic!("{part}: {text}"));
        assert!(at(reason) < at(heading), "{text}");
    }
    assert!(text.contains("weir: FAILED 2 errors (ci)"), "{text}");
    assert_eq!(text.matches("Process completed").count(), 2, "{text}");
}

#[test]
fn a_document_that_says_that_a_job_failed_shows_the_last_lines_of_its_log() {
    let passed = "running 2 tests\\ntest moors ... ok\\ntest sails ... ok\\n\\ntest result: ok. 2 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s\\n";
    let document = |conclusion: &str| {
        format!(
            "[{{\"name\": \"unit\", \"conclusion\": \"success\", \"log\": \"{passed}\"}}, {{\"name\": \"lint\", \"conclusion\": \"{conclusion}\", \"log\": \"rope.sh: the hook is missing\"}}]"
        )
    };
    let text = standard(&document("failure"));
    assert!(text.contains("the hook is missing") && text.contains("conclusion: failure"), "{text}");
    assert!(text.contains("weir: UNKNOWN 2 passed"), "{text}");
    let text = standard(&document("success"));
    assert!(text.contains("weir: PASSED 2 passed") && !text.contains("hook"), "{text}");
}

#[test]
fn what_a_logger_prints_above_the_first_test_fails_nothing() {
    let traceback = "Traceback (most recent call last):\n  File \"/quay/rope.py\", line 9, in pull\n    raise ValueError(\"wet\")\nValueError: wet\n";
    let run = "...\n----------------------------------------------------------------------\nRan 3 tests in 0.001s\n\nOK\n";
    for head in ["ERROR:root:the rope is wet\n", "2026-01-02 10:11:12,345 ERROR quay the rope is wet\n"] {
        let text = standard(&format!("{head}{traceback}{run}"));
        assert!(!text.contains("weir: FAILED") && text.contains("3 passed"), "{head}: {text}");
    }
    // A process that died before the tests is a failure.
    let text = standard(&format!("{traceback}{run}"));
    assert!(text.contains("weir: FAILED 1 failed"), "{text}");
}
