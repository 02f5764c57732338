//! cargo: libtest's exact names, and nextest's expressions.

use super::command::{Options, apart};
use super::encode::{distinct, escaped};
use super::offer::Failed;

/// cargo's options, for `test` and for `nextest run`.
const VALUED: &[&str] = &[
    "-p",
    "--package",
    "--exclude",
    "--bin",
    "--example",
    "--test",
    "--bench",
    "--features",
    "-F",
    "--profile",
    "-j",
    "--jobs",
    "--target",
    "--target-dir",
    "--manifest-path",
    "--color",
    "--message-format",
    "--config",
    "-Z",
    "--lockfile-path",
    "-C",
    "--cargo-profile",
    "--retries",
    "-P",
    "--test-threads",
    "--failure-output",
    "--success-output",
    "--status-level",
    "--final-status-level",
    "--config-file",
    "--tool-config-file",
    "--build-jobs",
    "--max-fail",
    "--no-tests",
    "--slow-timeout",
];
const FLAGS: &[&str] = &[
    "--lib",
    "--bins",
    "--tests",
    "--examples",
    "--benches",
    "--all-targets",
    "--no-fail-fast",
    "--workspace",
    "--all",
    "--all-features",
    "--no-default-features",
    "-r",
    "--release",
    "--locked",
    "--offline",
    "--frozen",
    "-q",
    "--quiet",
    "-v",
    "--verbose",
    "--keep-going",
    "--ignore-rust-version",
    "--future-incompat-report",
    "--timings",
    "--fail-fast",
    "--no-capture",
    "--nocapture",
    "-vv",
    "--hide-progress-bar",
    "--ff",
    "--nff",
];
const CARGO: Options = Options {
    valued: VALUED,
    flags: FLAGS,
    choosing: &[],
    choosing_flags: &[],
    refused: &["--doc", "--no-run", "-h", "--help"],
    clusters: true,
};
const NEXTEST: Options = Options {
    valued: VALUED,
    flags: FLAGS,
    choosing: &["-E", "--filterset", "--filter-expr", "--partition", "--run-ignored"],
    choosing_flags: &[],
    refused: &["--no-run", "-h", "--help", "--archive-file", "--binaries-metadata", "--rerun", "-R"],
    clusters: true,
};
/// libtest's options.
const LIBTEST: Options = Options {
    valued: &["--skip", "--test-threads", "--color", "--format", "-Z", "--logfile", "--shuffle-seed"],
    flags: &[
        "--nocapture",
        "--no-capture",
        "--include-ignored",
        "--ignored",
        "-q",
        "--quiet",
        "--show-output",
        "--test",
        "--report-time",
        "--ensure-time",
        "--shuffle",
        "--force-run-in-process",
        "--exclude-should-panic",
    ],
    choosing: &[],
    choosing_flags: &["--exact"],
    refused: &["--list", "--bench", "-h", "--help"],
    clusters: false,
};

/// `--exact` and the names after two dashes, in the targets that have them.
pub(super) fn cargo_test(words: &[String], front: usize, failed: &[Failed<'_>]) -> Option<Vec<String>> {
    let command = apart(words, front, &CARGO)?;
    let after = command.after.clone().unwrap_or_default();
    let harness = apart(&after, 0, &LIBTEST)?;
    let mut targets = Vec::new();
    if !command.options.iter().any(|word| names_targets(word)) {
        for label in distinct(failed.iter().map(|each| each.label.to_owned())) {
            targets.extend(target(&label)?);
        }
    }
    let names: Option<Vec<String>> = failed.iter().map(|each| name(&each.shown())).collect();
    let mut all = command.with(distinct_pairs(targets));
    all.extend(["--".to_owned()]);
    all.extend(harness.options);
    all.push("--exact".to_owned());
    all.extend(distinct(names?));
    Some(all)
}

fn names_targets(word: &str) -> bool {
    let name = word.split('=').next().unwrap_or_default();
    [
        "--lib",
        "--bins",
        "--tests",
        "--examples",
        "--benches",
        "--all-targets",
        "--bin",
        "--test",
        "--example",
        "--bench",
    ]
    .contains(&name)
}

/// The option for a target by the file that cargo prints; the tests of documentation have no exact names.
fn target(label: &str) -> Option<Vec<String>> {
    let words = |words: &[&str]| Some(words.iter().map(|word| (*word).to_owned()).collect());
    match label {
        "" => words(&[]),
        "src/lib.rs" => words(&["--lib"]),
        "src/main.rs" => words(&["--bins"]),
        _ => {
            let file = label.strip_prefix("tests/")?.strip_suffix(".rs")?;
            let name = file.strip_suffix("/main").unwrap_or(file);
            if name.contains('/') { None } else { words(&["--test", name]) }
        }
    }
}

/// Options with their values, each once.
fn distinct_pairs(words: Vec<String>) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    let mut words = words.into_iter();
    while let Some(word) = words.next() {
        if word == "--test" {
            all.extend([word, words.next().unwrap_or_default()]);
        } else if !all.contains(&word) {
            all.push(word);
        }
    }
    all
}

/// A test's name; what is after it in brackets is of custom harnesses.
fn name(shown: &str) -> Option<String> {
    let plain = !shown.starts_with('-') && !shown.contains(" (line ") && !shown.contains(" - ");
    plain.then(|| shown.to_owned())
}

/// An expression of the binary and the name of each test.
pub(super) fn nextest(words: &[String], front: usize, failed: &[Failed<'_>]) -> Option<Vec<String>> {
    let command = apart(words, front, &NEXTEST)?;
    // What goes to the test binaries chooses among the tests, too.
    if command.after.as_ref().is_some_and(|after| !after.is_empty()) {
        return None;
    }
    let each: Option<Vec<String>> = failed
        .iter()
        .map(|each| {
            let shown = each.shown();
            let (binary, test) = shown.split_once(' ')?;
            let special = "\\(),/";
            Some(format!("binary_id(={}) & test(={})", escaped(binary, special), escaped(test, special)))
        })
        .collect();
    let each = distinct(each?);
    let all = if each.len() == 1 { each.concat() } else { format!("({})", each.join(") | (")) };
    Some(command.with(["-E".to_owned(), all]))
}
