//! The rows of the specification and their tests, held against each other.
//!
//! `rows/PIECE.txt` has a line for each row: its id, two blanks, and the row in one sentence, or `waiting: ` and why there
//! is no test yet. The test of a row is a function of `tests/` called `row_ID_SENTENCE`, with the id in lower case and `_`
//! for every other sign. A row may have several tests, and a test belongs to one row.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

const WAITING: &str = "waiting: ";

/// A row: the file that names it, its id and its sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Row {
    file: String,
    id: String,
    sentence: String,
}

/// The files below `folder` with this ending, in order.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut entries: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    let mut found = Vec::new();
    for entry in entries {
        if entry.is_dir() {
            found.extend(files(&entry, ending));
        } else if entry.extension().is_some_and(|extension| extension == ending) {
            found.push(entry);
        }
    }
    found
}

/// The rows of one file; a line that is none is a fault.
fn rows(file: &str, text: &str, faults: &mut Vec<String>) -> Vec<Row> {
    let mut rows = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        match line.split_once("  ") {
            Some((id, sentence)) if !id.contains(' ') && !sentence.trim().is_empty() => {
                rows.push(Row {
                    file: file.to_owned(),
                    id: id.to_owned(),
                    sentence: sentence.trim().to_owned(),
                });
            }
            _ => faults.push(format!("{file}: no row: {line}")),
        }
    }
    rows
}

/// The beginning of the names of a row's tests: `row_000_d3_`.
fn stem(id: &str) -> String {
    let sign = |char: char| if char.is_ascii_alphanumeric() { char.to_ascii_lowercase() } else { '_' };
    format!("row_{}_", id.chars().map(sign).collect::<String>())
}

/// The names of the test functions of a text that are named after rows.
fn tests(text: &str) -> Vec<String> {
    let name = |code: &str| {
        code.chars().take_while(|char| char.is_ascii_alphanumeric() || *char == '_').collect::<String>()
    };
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let functions = lines.iter().filter_map(|line| line.strip_prefix("fn "));
    functions.filter(|code| code.starts_with("row_")).map(name).collect()
}

/// Everything that is wrong, a line each.
fn faults(rows: &[Row], tests: &[String]) -> Vec<String> {
    let mut faults = Vec::new();
    let mut stems: BTreeMap<String, &Row> = BTreeMap::new();
    for row in rows {
        if let Some(other) = stems.insert(stem(&row.id), row) {
            faults.push(format!("{}: {} is also in {}", row.file, row.id, other.file));
        }
    }
    // The longest id that fits: 000-D1-2 before 000-D1.
    let row_of = |test: &String| stems.iter().rev().find(|(stem, _)| test.starts_with(stem.as_str()));
    let mut tested: BTreeMap<&str, usize> = BTreeMap::new();
    for test in tests {
        match row_of(test) {
            Some((stem, _)) => {
                let times: &mut usize = tested.entry(stem.as_str()).or_default();
                *times = times.saturating_add(1);
            }
            None => faults.push(format!("{test}: a test without a row")),
        }
    }
    for (stem, row) in &stems {
        match (tested.contains_key(stem.as_str()), row.sentence.starts_with(WAITING)) {
            (false, false) => faults.push(format!("{}: {} has no test {stem}...", row.file, row.id)),
            (true, true) => faults.push(format!("{}: {} has a test and waits no more", row.file, row.id)),
            (true, false) | (false, true) => {}
        }
    }
    faults
}

#[test]
fn every_row_has_a_test_and_every_test_has_a_row() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let mut found = Vec::new();
    let mut all = Vec::new();
    for path in files(&folder.join("house/spec_coverage/rows"), "txt") {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        all.extend(rows(&name, &fs::read_to_string(&path).unwrap(), &mut found));
    }
    let own = folder.join("house/spec_coverage.rs");
    let tests: Vec<String> = files(&folder, "rs")
        .into_iter()
        .filter(|path| *path != own)
        .flat_map(|path| tests(&fs::read_to_string(path).unwrap()))
        .collect();
    found.extend(faults(&all, &tests));
    assert!(found.is_empty(), "{found:#?}");
}

fn given(lines: &str, tests: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    let rows = rows("a.txt", lines, &mut found);
    found.extend(faults(&rows, &tests.iter().map(|test| (*test).to_owned()).collect::<Vec<_>>()));
    found
}

#[test]
fn a_row_with_its_test_and_a_row_that_waits_are_no_faults() {
    let lines =
        "# the packer\n\n000-D3  ends at the first\nUS1-1  pages\n000-N3  waiting: no file of settings yet\n";
    assert_eq!(given(lines, &["row_000_d3_it_ends", "row_000_d3_again", "row_us1_1_50_of_500"]), [""; 0]);
}

#[test]
fn whatever_is_missing_on_either_side_is_a_fault() {
    assert_eq!(given("000-D3  ends\n", &[]), ["a.txt: 000-D3 has no test row_000_d3_..."]);
    assert_eq!(given("", &["row_000_d3_it_ends"]), ["row_000_d3_it_ends: a test without a row"]);
    assert_eq!(given("000-D1  one\n", &["row_000_d10_x"]).len(), 2);
    assert_eq!(
        given("000-D3  waiting: later\n", &["row_000_d3_x"]),
        ["a.txt: 000-D3 has a test and waits no more"]
    );
    assert_eq!(given("000-D3\n", &[]), ["a.txt: no row: 000-D3"]);
    assert_eq!(given("000-D3  a\n000-d3  b\n", &["row_000_d3_x"]), ["a.txt: 000-d3 is also in a.txt"]);
}

#[test]
fn tests_are_found_by_their_names() {
    let text = "#[test]\nfn row_000_d3_it_ends() {}\n    fn row_us1_1_x() {}\n// fn row_no()\nfn other_row_x() {}\nlet a = \"fn row_b\";";
    assert_eq!(tests(text), ["row_000_d3_it_ends", "row_us1_1_x"]);
}
