//! The logs that the project keeps.

use std::fs;
use std::path::{Path, PathBuf};

/// How the names of logs end.
pub const LOGS: [&str; 2] = ["log", "txt"];

/// The files of `testdata/` whose names end so, in order.
pub fn testdata(endings: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    below(&Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata"), endings, &mut found);
    assert!(found.len() > 300, "the logs were not found");
    found
}

fn below(folder: &Path, endings: &[&str], found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|each| each.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            below(&path, endings, found);
        } else if path.extension().is_some_and(|ending| endings.iter().any(|each| ending == *each)) {
            found.push(path);
        }
    }
}
