//! Jobs that did not begin, or that a service ended: the service's words are the failure, also after tests that passed.

use std::fs;

use crate::support::answer;

const PASSED: &str = "PASS src/quay.test.ts\n\nTest Suites: 1 passed, 1 total\nTests:       5 passed, 5 total\nSnapshots:   0 total\nTime:        0.9 s\nRan all test suites.\n";

#[test]
fn every_way_to_end_a_job_is_a_failure_with_its_reason() {
    let folder = format!("{}/testdata/ended-jobs", env!("CARGO_MANIFEST_DIR"));
    let mut logs = 0;
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let path = entry.path();
        if path.extension().is_none_or(|ending| ending != "txt") {
            continue;
        }
        let log = fs::read_to_string(&path).unwrap();
        for before in ["", PASSED] {
            let answer = answer::answer(&[], format!("{before}{log}"));
            assert!(answer.text.contains("weir: FAILED 1 "), "{path:?}\n{}", answer.text);
            assert_eq!(answer.code, 1, "{path:?}");
        }
        logs += 1;
    }
    assert!(logs >= 12, "{logs}");
}

#[test]
fn what_a_service_prints_while_it_cleans_up_is_not_the_last_word() {
    let log =
        format!("{PASSED}the crane cannot be reached\nPost job cleanup.\nCleaning up orphan processes\n");
    let answer = answer::answer(&[], log);
    assert!(answer.text.contains("weir: UNKNOWN 5 passed") && answer.code == 3, "{}", answer.text);
    let answer = answer::answer(&[], format!("{PASSED}Post job cleanup.\nCleaning up orphan processes\n"));
    assert!(answer.text.contains("weir: PASSED 5 passed"), "{}", answer.text);
}

#[test]
fn a_site_that_did_not_change_and_a_dyno_that_is_stopped_fail_nothing() {
    for log in [
        "Failed during stage 'checking build content for changes': Canceled build due to no content change\n",
        "2026-05-14T08:33:01.223456+00:00 heroku[web.1]: Process exited with status 143\n",
        "2026-05-14T08:33:01.223456+00:00 heroku[web.1]: State changed from up to down\n",
    ] {
        let answer = answer::answer(&[], log.to_owned());
        assert!(!answer.text.contains("weir: FAILED"), "{}", answer.text);
    }
}
