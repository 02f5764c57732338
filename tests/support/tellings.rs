//! What logs of `testdata` tell, held against a file of what they told when somebody last looked.
//!
//! `WEIR_REGENERATE=1 cargo test --test logs -- further_runners native_logs` writes such files anew: read what changed
//! before it is committed.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

/// The logs of a folder of `testdata` by their names, in order.
pub fn logs(folder: &str) -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata").join(folder);
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "txt"));
    paths.sort();
    let read = |path: PathBuf| {
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        (name, String::from_utf8_lossy(&fs::read(&path).unwrap()).into_owned())
    };
    paths.into_iter().map(read).collect()
}

/// What an answer tells: verdict, counts, and a row per failure.
pub fn told(answer: &Value) -> String {
    let count =
        |name: &str| answer["counts"][name].as_u64().map_or("?".to_owned(), |number| number.to_string());
    let mut rows = format!(
        "{} {} failed {} passed {} skipped\n",
        answer["verdict"].as_str().unwrap(),
        count("failed"),
        count("passed"),
        count("skipped")
    );
    for failure in answer["failures"].as_array().unwrap() {
        let text = |name: &str| failure[name].as_str().unwrap_or("-").to_owned();
        let line = failure["line"].as_u64().map_or(String::new(), |line| format!(":{line}"));
        rows.push_str(&format!(
            "    {} {} | {}{line} | {}\n",
            text("kind"),
            text("id"),
            text("file"),
            text("message")
        ));
    }
    rows
}

/// Holds what every log of the folders tells; a log that is missing in the file of expectations is an error, too.
pub fn hold(folders: &[&str], expected: &str, answer: impl Fn(String) -> Value) {
    let mut all = String::new();
    for folder in folders {
        for (name, log) in logs(folder) {
            all.push_str(&format!("{folder}/{name}: {}", told(&answer(log))));
        }
    }
    let expected = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata").join(expected);
    if std::env::var_os("WEIR_REGENERATE").is_some() {
        fs::write(&expected, &all).unwrap();
    }
    let expected = fs::read_to_string(expected).unwrap();
    for (told, expected) in all.lines().zip(expected.lines()) {
        assert_eq!(told, expected);
    }
    assert_eq!(all.lines().count(), expected.lines().count());
}
