//! Answers in JSON, held against the committed schemas.

use serde_json::Value;

/// What checks answers against a schema, which is named by its path below `src/`.
pub fn validator(path: &str) -> jsonschema::Validator {
    let path = format!("{}/src/{path}", env!("CARGO_MANIFEST_DIR"));
    let schema: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    jsonschema::validator_for(&schema).unwrap()
}

/// The validator of the main job's answers.
pub fn of_the_filter() -> jsonschema::Validator {
    validator("render/schema/weir.filter.1.json")
}

/// Where a value does not follow its schema, and why.
pub fn faults(validator: &jsonschema::Validator, value: &Value) -> Vec<String> {
    validator.iter_errors(value).map(|error| format!("{}: {error}", error.instance_path())).collect()
}
