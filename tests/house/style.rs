//! The style of what users read: the length of README, and words that say less than a usual one.
//!
//! The words are those of the table in CONTRIBUTING.md, section "Words": what is set as code in its first column can be
//! found by a program, and is absent from all of these texts.

use std::fs;

use crate::pages::{docs, page, root, rows};

/// The most words of README.
const README_WORDS: usize = 2000;

/// The most words of the part of CHANGELOG on the first release.
const CHANGELOG_WORDS: usize = 1500;

/// The fewest words in the list.
const FEWEST: usize = 20;

/// The words that are not used.
fn worst() -> Vec<String> {
    let rows = rows("CONTRIBUTING.md", &page("CONTRIBUTING.md"));
    let listed = rows.iter().filter(|row| row.headings.last().is_some_and(|title| title == "Words"));
    listed.flat_map(|row| row.first.split('`').skip(1).step_by(2).map(str::to_owned)).collect()
}

/// The places where one of these words is in a text, as whole words in any letters, a line each.
fn found(name: &str, text: &str, words: &[String]) -> Vec<String> {
    let text = text.to_lowercase().replace("\\-", "-");
    let joined = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let letter = |char: char| char.is_alphanumeric();
    let holds = |word: &&String| {
        let word = word.to_lowercase();
        joined
            .match_indices(&word)
            .any(|(at, _)| !joined[..at].ends_with(letter) && !joined[at + word.len()..].starts_with(letter))
    };
    words.iter().filter(holds).map(|word| format!("{name}: {word}")).collect()
}

/// What users read: README, docs, the changelog, manual pages, completions.
fn texts() -> Vec<(String, String)> {
    let mut names = docs();
    names.extend(["README.md", "CHANGELOG.md", "action.yml"].map(str::to_owned));
    for folder in ["man", "completions"] {
        for entry in fs::read_dir(root().join(folder)).unwrap() {
            names.push(format!("{folder}/{}", entry.unwrap().file_name().to_string_lossy()));
        }
    }
    names.into_iter().map(|name| (name.clone(), page(&name))).collect()
}

#[test]
fn the_worst_words_are_nowhere() {
    let worst = worst();
    assert!(worst.len() >= FEWEST, "{worst:?}");
    let texts = texts();
    let faults: Vec<String> = texts.iter().flat_map(|(name, text)| found(name, text, &worst)).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn a_word_is_found_as_a_whole_across_lines_and_in_any_letters() {
    let words = ["heed".to_owned(), "is told".to_owned()];
    assert_eq!(found("a", "Heed! It is\n told.", &words), ["a: heed", "a: is told"]);
    assert_eq!(found("a", "heedless, this told", &words), [""; 0]);
}

fn words(text: &str) -> usize {
    text.split_whitespace().count()
}

#[test]
fn readme_is_short() {
    let count = words(&page("README.md"));
    assert!((500..=README_WORDS).contains(&count), "README.md has {count} words");
}

#[test]
fn the_changelog_of_the_first_release_is_short() {
    let changelog = page("CHANGELOG.md");
    let (_, first) = changelog.split_once("\n## [0.1.0]").unwrap();
    let count = words(first.split("\n## ").next().unwrap());
    assert!((200..=CHANGELOG_WORDS).contains(&count), "0.1.0 in CHANGELOG.md has {count} words");
}
