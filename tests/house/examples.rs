//! The examples in README.md and in the pages below docs/, run: what is after `$ ` in a block of `console` is a shell
//! command, and the lines up to the next one are what it prints on standard output.
//!
//! The commands of a page run in order, in the root of the package, with one temporary store and home for all of them.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::pages::{own_pages, page};
use crate::support::Plain as _;

/// A command and what it prints.
#[derive(Debug, PartialEq, Eq)]
struct Example {
    command: String,
    printed: String,
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

/// Where the examples of a page run.
struct Place {
    store: tempfile::TempDir,
    home: tempfile::TempDir,
}

impl Place {
    fn new() -> Self {
        Self { store: tempfile::tempdir().unwrap(), home: tempfile::tempdir().unwrap() }
    }

    /// What an example prints, with what it prints instead of an answer when something is wrong.
    fn run(&self, command: &str) -> (String, String) {
        let folder = Path::new(env!("CARGO_BIN_EXE_weir")).parent().unwrap();
        let path = format!("{}:/usr/bin:/bin", folder.display());
        let mut shell = Command::new("sh");
        shell.args(["-c", command]).current_dir(env!("CARGO_MANIFEST_DIR")).plain();
        for variable in ["XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "WEIR_CONFIG", "WEIR"] {
            shell.env_remove(variable);
        }
        shell.env("PATH", path).env("HOME", self.home.path()).env("WEIR_STORE", self.store.path());
        let output = shell.output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (text(output.stdout), text(output.stderr))
    }
}

#[test]
fn every_example_prints_what_its_page_says() {
    let mut without = Vec::new();
    for name in own_pages() {
        let examples = examples(&page(&name));
        if examples.is_empty() {
            without.push(name.clone());
        }
        let place = Place::new();
        for Example { command, printed } in examples {
            let (stdout, stderr) = place.run(&command);
            assert_eq!(stdout, printed, "{name}: $ {command}\n{stderr}");
            let wrong = ["error", "warning", "failed to", "not found"];
            assert!(!wrong.iter().any(|word| stderr.contains(word)), "{name}: $ {command}\n{stderr}");
        }
    }
    assert!(without.is_empty(), "pages without an example that is run: {without:?}");
}

/// The page shows an answer that names its file; one that came through a pipe ends with the command that shows the rest.
#[test]
fn an_answer_that_is_stored_ends_with_the_command_that_shows_more() {
    let (piped, _) = Place::new().run("cat testdata/cargo-test/few-failures.log | weir -m minimal");
    let (answer, id) = piped.trim_end().rsplit_once("; rest: weir show ").unwrap();
    assert!(page("docs/answers.md").contains(&format!("{answer}; rest: weir -m verbose ")), "{answer}");
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
    assert!(page("docs/pieces.md").contains(&format!("\n{table}\n")), "{table}");
}

#[test]
fn examples_are_read_with_what_they_print() {
    let part = "text\n```console\n$ a\nb\n\n$ c\n```\n```sh\n$ no\n```\n";
    let example = |command: &str, printed: &str| Example { command: command.into(), printed: printed.into() };
    assert_eq!(examples(part), [example("a", "b\n\n"), example("c", "")]);
}
