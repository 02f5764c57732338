//! Tests of the recognizer for lit.

use super::lit_lines::{self, Of};
use super::run::{MOST_NAMES, Run};
use crate::event::FailureKind;

#[test]
fn lines_have_their_shape() {
    assert_eq!(lit_lines::head("-- Testing: 3 of 14 tests, 2 workers --"), Some(3));
    assert_eq!(lit_lines::head("-- Testing: 3 tests, 2 threads --"), Some(3));
    assert_eq!(lit_lines::head("-- Testing: all tests, 2 threads --"), None);
    let result = lit_lines::result("FAIL: a :: b (x).test (3 of 14, 2 of 3 attempts)").unwrap();
    assert_eq!((result.name, result.number, result.all), ("a :: b (x).test", 3, 14));
    for other in ["PASS: a (1 of 2)", "PASS: a :: b", "Pass: a :: b (1 of 2)", "PASS: a :: b (3 of 2)"] {
        assert!(lit_lines::result(other).is_none(), "{other}");
    }
    assert_eq!(lit_lines::list("Failing Tests (2):"), Some((Of::Failed(FailureKind::Test), 2)));
    assert_eq!(lit_lines::count("  Expected Passes    : 4"), Some((Of::Passed, 4)));
    assert_eq!(lit_lines::count("  Timed Out: 1 (7.14%)"), Some((Of::Failed(FailureKind::Timeout), 1)));
    assert_eq!(lit_lines::count("  Passed: 1 of 3"), None);
    assert_eq!(
        lit_lines::stopped("Testing:  0.. 1  interrupted by user, skipping remaining tests"),
        Some(FailureKind::Unfinished)
    );
    assert_eq!(lit_lines::stopped("it was interrupted by user, skipping remaining tests"), None);
    assert!(lit_lines::printed("lit: the boat is lit: error: no").is_none());
}

#[test]
fn a_name_of_a_list_may_be_a_path_or_a_test_of_a_shard() {
    assert!(
        lit_lines::means("sample/quay/a.test", "quay :: a.test")
            && !lit_lines::means("quay/bla.test", "quay :: a.test")
    );
    assert!(lit_lines::means("unit :: ./All/Cart/Adds", "unit :: ./All/2/8"));
    assert!(!lit_lines::means("unit :: ./Other/Cart/Adds", "unit :: ./All/2/8"));
}

#[test]
fn names_are_kept_up_to_their_bound() {
    let mut run = Run::new(None);
    for number in 0..=MOST_NAMES {
        let line = format!("FAIL: a :: t{number} (1 of 9999)");
        run.reported(&lit_lines::result(&line).unwrap());
    }
    assert_eq!((run.names.len(), run.failed), (MOST_NAMES, 1025));
}
