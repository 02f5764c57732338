//! What logs of `testdata` say, compared with what they printed when somebody last looked: the file `expected` in each folder.
//!
//! Every folder of logs has this file, unless a test in `tests/logs` names the folder.
//! `WEIR_REGENERATE=1 cargo test --test logs -- further_runners` writes these files: read what changed before it is
//! committed.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::sweep::side_by_side;

/// The folder of all logs.
fn testdata() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata")
}

/// The paths in a folder, in order.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

fn is_log(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "txt")
}

/// The logs of a folder of `testdata` by their names, in order.
pub fn logs(folder: &str) -> Vec<(String, String)> {
    let read = |path: PathBuf| {
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        (name, String::from_utf8_lossy(&fs::read(&path).unwrap()).into_owned())
    };
    entries(&testdata().join(folder)).into_iter().filter(|path| is_log(path)).map(read).collect()
}

/// The folders of logs that have their expectations in them, and those that no test names and which need them.
pub fn folders() -> Vec<String> {
    let sources = entries(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/logs"));
    let sources: String = sources.into_iter().map(|path| fs::read_to_string(path).unwrap()).collect();
    let is_named = |name: &str| {
        let written = [
            format!("\"{name}\""),
            format!("\"{name}/"),
            format!("testdata/{name}/"),
            format!("testdata/{name}\""),
        ];
        written.iter().any(|written| sources.contains(written))
    };
    let mut names = Vec::new();
    for folder in entries(&testdata()).into_iter().filter(|path| path.is_dir()) {
        let name = folder.file_name().unwrap().to_str().unwrap();
        let has_logs = entries(&folder).iter().any(|path| is_log(path));
        if folder.join("expected").exists() || has_logs && !is_named(name) {
            names.push(name.to_owned());
        }
    }
    assert!(names.len() > 100, "the folders were not found");
    names
}

/// What an answer says: verdict, counts, and a row per failure.
pub fn reported(answer: &Value) -> String {
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

/// Compares what every log of the folders says with the folder's expectations. A log without a row there is an error, and
/// so is a folder without the file.
pub fn hold(folders: &[String], answer: impl Fn(&str) -> Value + Sync) {
    let wrong = side_by_side(folders, |folder| {
        let rows = |(name, log): (String, String)| format!("{folder}/{name}: {}", reported(&answer(&log)));
        let found: String = logs(folder).into_iter().map(rows).collect();
        let expected = testdata().join(folder).join("expected");
        if std::env::var_os("WEIR_REGENERATE").is_some() {
            fs::write(&expected, &found).unwrap();
        }
        let expected = fs::read_to_string(expected).unwrap_or_default();
        let (mut found_rows, mut expected_rows) = (found.lines(), expected.lines());
        loop {
            match (found_rows.next(), expected_rows.next()) {
                (None, None) => return String::new(),
                (found, expected) if found == expected => {}
                (found, expected) => {
                    return format!("testdata/{folder}/expected: found {found:?}, expected {expected:?}\n");
                }
            }
        }
    });
    assert!(wrong.concat().is_empty(), "{}", wrong.concat());
}
