//! The examples in README.md below `## Pieces`, run: what stands behind `$ ` in a block of `console` is a shell command,
//! and the lines up to the next one are what it prints.
//!
//! The commands run in order, in the root of the package, with one temporary store for all of them.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::support::Plain as _;

/// A command and what it prints.
#[derive(Debug, PartialEq, Eq)]
struct Example {
    command: String,
    printed: String,
}

fn readme() -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    fs::read_to_string(root.join("README.md")).unwrap()
}

/// The part below a heading of the second level.
fn part<'a>(readme: &'a str, heading: &str) -> &'a str {
    let (_, rest) = readme.split_once(&format!("\n## {heading}\n")).unwrap();
    rest.split("\n## ").next().unwrap()
}

fn examples(part: &str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    for block in part.split("```console\n").skip(1) {
        let (block, _) = block.split_once("```").unwrap();
        for line in block.lines() {
            match line.strip_prefix("$ ") {
                Some(command) => {
                    examples.push(Example { command: command.to_owned(), printed: String::new() });
                }
                None => {
                    let printed = &mut examples.last_mut().unwrap().printed;
                    printed.push_str(line);
                    printed.push('\n');
                }
            }
        }
    }
    examples
}

#[test]
fn every_example_prints_what_readme_says() {
    let readme = readme();
    let examples = examples(part(&readme, "Pieces"));
    assert!(examples.len() >= 16, "{}", examples.len());
    let store = tempfile::tempdir().unwrap();
    let folder = Path::new(env!("CARGO_BIN_EXE_weir")).parent().unwrap();
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap());
    for Example { command, printed } in examples {
        let output = Command::new("sh")
            .args(["-c", &command])
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .plain()
            .env("PATH", &path)
            .env("WEIR_STORE", store.path())
            .output()
            .unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stdout), printed, "$ {command}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "$ {command}");
    }
}

/// The first screen shows an answer without a store; with one, its last line ends as README says.
#[test]
fn an_answer_that_is_stored_ends_with_the_command_that_shows_more() {
    let readme = readme();
    let (_, first) = readme.split_once("| weir -m minimal\n").unwrap();
    let (first, _) = first.split_once("```").unwrap();
    let store = tempfile::tempdir().unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_weir"))
        .plain()
        .args(["-m", "minimal", "testdata/cargo-test/few-failures.log"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("WEIR_STORE", store.path())
        .output()
        .unwrap();
    let answer = String::from_utf8(output.stdout).unwrap();
    let (answer, id) = answer.trim_end().rsplit_once("; rest: weir show ").unwrap();
    assert_eq!(answer, first.trim_end());
    assert!(id.len() == 8 && id.bytes().all(|byte| byte.is_ascii_alphanumeric()), "{id}");
}

/// The lowest and the highest of these, as whole percents with their sign.
fn range(percents: &[f64]) -> String {
    let lowest = percents.iter().copied().fold(f64::INFINITY, f64::min);
    let highest = percents.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    format!("{:+} to {:+}", lowest.round(), highest.round())
}

#[test]
#[allow(clippy::cast_precision_loss, reason = "small numbers")]
fn the_table_of_errors_is_that_of_the_texts() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/tokens");
    let mut kinds: BTreeMap<String, (Vec<f64>, Vec<f64>)> = BTreeMap::new();
    for line in fs::read_to_string(folder.join("counts.tsv")).unwrap().lines() {
        let row: Vec<&str> = line.split('\t').collect();
        let text = fs::read_to_string(folder.join(row[3])).unwrap();
        let truth: f64 = row[1].parse().unwrap();
        let off = |estimator: &str| {
            let estimate = weir::budget::Estimator::parse(estimator).unwrap().estimate(&text);
            (estimate as f64 / truth - 1.0) * 100.0
        };
        let (chars, class) = kinds.entry(row[3].split('-').next().unwrap().to_owned()).or_default();
        chars.push(off("chars4-ceil"));
        class.push(off("class"));
    }
    let rows = kinds.iter().map(|(kind, (chars, class))| {
        format!("| {kind} | {} | {} | {} |", chars.len(), range(chars), range(class))
    });
    let table = rows.collect::<Vec<_>>().join("\n");
    assert!(readme().contains(&format!("\n{table}\n")), "{table}");
}

#[test]
fn examples_are_read_with_what_they_print() {
    let part = "text\n```console\n$ a\nb\n\n$ c\n```\n```sh\n$ no\n```\n";
    let example = |command: &str, printed: &str| Example { command: command.into(), printed: printed.into() };
    assert_eq!(examples(part), [example("a", "b\n\n"), example("c", "")]);
}
