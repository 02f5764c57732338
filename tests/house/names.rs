//! Names in the source use words that everybody knows: a word that is private to weir is found in any part of a name.

use std::fs;
use std::path::Path;

use crate::floors::{code_of, rust_files};

/// Words of names, in lower case, and what to write in their place.
const WORDS: [(&str, &str); 9] = [
    ("told", "reported"),
    ("said", "printed"),
    ("stands", "is"),
    ("behind", "after"),
    ("lent", "borrowed"),
    ("alarm", "failure signal"),
    ("alarms", "failure signals"),
    ("aside", "what it is kept apart from"),
    ("heed", "update, follow"),
];

/// Whole names.
const NAMES: [(&str, &str); 4] = [
    ("Again", "Replay"),
    ("Mentions", "FailureWords"),
    ("mentions", "failure_words"),
    ("gave_up", "build_failures"),
];

/// The words of a name, in lower case: those of `takeLast_line` are `take`, `last` and `line`.
fn words_of(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut before = '_';
    for char in name.chars() {
        if char == '_' || (char.is_uppercase() && before.is_lowercase()) {
            words.push(String::new());
        }
        if char != '_' {
            words.last_mut().unwrap().extend(char.to_lowercase());
        }
        before = char;
    }
    words.retain(|word| !word.is_empty());
    words
}

/// What is wrong with a name, if anything.
fn fault(name: &str) -> Option<String> {
    let whole = NAMES.iter().find(|(word, _)| *word == name);
    let words = words_of(name);
    let part = || WORDS.iter().find(|(word, _)| words.iter().any(|each| each == word));
    whole.or_else(part).map(|(word, better)| format!("{name}: not `{word}`, but `{better}`"))
}

/// The names in the code of a file, tests included: comments and strings are no code.
fn names(text: &str) -> Vec<String> {
    let code = code_of(text);
    let mut names: Vec<String> = code
        .split(|char: char| !char.is_alphanumeric() && char != '_')
        .filter(|name| !name.starts_with(|first: char| first.is_ascii_digit()) && !name.is_empty())
        .map(str::to_owned)
        .collect();
    names.sort();
    names.dedup();
    names
}

#[test]
fn no_name_in_the_source_has_a_private_word() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut faults = Vec::new();
    for path in rust_files(&root) {
        let shown = path.strip_prefix(&root).unwrap().display().to_string();
        let text = fs::read_to_string(&path).unwrap();
        let stem = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let found = names(&text).into_iter().chain([stem]).filter_map(|name| fault(&name));
        faults.extend(found.map(|fault| format!("src/{shown}: {fault}")));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn a_private_word_is_found_in_any_part_of_a_name() {
    for name in ["told", "is_told_by", "MOST_TOLD", "ToldNames", "Said", "behind_blanks", "Again", "gave_up"]
    {
        assert!(fault(name).is_some(), "{name}");
    }
    for name in ["total", "soldered", "printed_again", "line_after", "outlent"] {
        assert_eq!(fault(name), None, "{name}");
    }
    assert_eq!(names("let told = \"said\"; // behind\n"), ["let", "told"]);
}
