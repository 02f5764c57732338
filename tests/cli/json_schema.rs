//! Every JSON answer follows the committed schema, whatever the limits. `logs/corpus_free_modes.rs` holds it over all logs.

use crate::support::answer;
use crate::support::schema::{faults, of_the_filter};

fn assert_follows(validator: &jsonschema::Validator, words: &[&str], input: Vec<u8>, what: &str) {
    let (value, _) = answer::json(words, input);
    let errors = faults(validator, &value);
    assert!(errors.is_empty(), "{what} {words:?}: {errors:#?}");
}

#[test]
fn answers_at_the_lowest_limit_follow_the_schema_too() {
    let validator = of_the_filter();
    for chars in ["400", "700", "1200"] {
        for input in ["", "error: no\n", "running 1 test\ntest a ... FAILED\n", &"plain\n".repeat(5000)] {
            assert_follows(&validator, &["--max-chars", chars, "--child-exit", "3"], input.into(), "small");
        }
    }
}

#[test]
fn the_schema_refuses_what_weir_does_not_print() {
    let validator = of_the_filter();
    let (mut value, _) = answer::json(&[], "test a ... FAILED\n");
    assert!(validator.is_valid(&value));
    value["verdict"] = "green".into();
    assert!(!validator.is_valid(&value));
    value["verdict"] = "failed".into();
    value["failures"][0]["rung"] = 9.into();
    assert!(!validator.is_valid(&value));
}
