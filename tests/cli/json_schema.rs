//! Every JSON answer follows the committed schema, whatever the input and the limits.

use std::fs;

use crate::support::answer;
use crate::support::logs::{LOGS, testdata};

fn validator() -> jsonschema::Validator {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/render/schema/weir.filter.1.json");
    let schema: serde_json::Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    jsonschema::validator_for(&schema).unwrap()
}

fn assert_follows(validator: &jsonschema::Validator, words: &[&str], input: Vec<u8>, what: &str) {
    let (value, _) = answer::json(words, input);
    let errors: Vec<String> =
        validator.iter_errors(&value).map(|error| format!("{}: {error}", error.instance_path())).collect();
    assert!(errors.is_empty(), "{what} {words:?}: {errors:#?}");
}

#[test]
fn answers_over_all_own_logs_follow_the_schema() {
    let validator = validator();
    let found = testdata(&LOGS);
    assert!(found.len() > 50, "{}", found.len());
    for path in found {
        let input = fs::read(&path).unwrap();
        assert_follows(&validator, &["-m", "minimal"], input, &path.display().to_string());
    }
}

#[test]
fn answers_at_the_lowest_limit_follow_the_schema_too() {
    let validator = validator();
    for chars in ["400", "700", "1200"] {
        for input in ["", "error: no\n", "running 1 test\ntest a ... FAILED\n", &"plain\n".repeat(5000)] {
            assert_follows(&validator, &["--max-chars", chars, "--child-exit", "3"], input.into(), "small");
        }
    }
}

#[test]
fn the_schema_refuses_what_weir_does_not_print() {
    let validator = validator();
    let (mut value, _) = answer::json(&[], "test a ... FAILED\n");
    assert!(validator.is_valid(&value));
    value["verdict"] = "green".into();
    assert!(!validator.is_valid(&value));
    value["verdict"] = "failed".into();
    value["failures"][0]["rung"] = 9.into();
    assert!(!validator.is_valid(&value));
}
