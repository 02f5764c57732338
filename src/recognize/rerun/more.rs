//! Runners of further languages, each by its own way to name a test.

use super::command::{Options, apart};
use super::encode::{any_of, distinct, is_identifier, query, regex_with_slashes};
use super::offer::Failed;

const DOTNET: Options = Options {
    valued: &[
        "-c",
        "--configuration",
        "-f",
        "--framework",
        "-r",
        "--runtime",
        "-l",
        "--logger",
        "-v",
        "--verbosity",
        "-s",
        "--settings",
        "--results-directory",
        "--collect",
        "-a",
        "--arch",
        "--os",
        "--blame-hang-timeout",
        "-e",
        "--environment",
        "-o",
        "--output",
        "-d",
        "--diag",
    ],
    flags: &["--no-build", "--no-restore", "--nologo", "--blame", "--blame-crash", "--blame-hang"],
    choosing: &["--filter"],
    choosing_flags: &[],
    refused: &["-t", "--list-tests", "-h", "--help"],
    clusters: false,
};
const CTEST: Options = Options {
    valued: &[
        "-C",
        "--build-config",
        "-j",
        "--parallel",
        "--test-dir",
        "--timeout",
        "-O",
        "--output-log",
        "--output-junit",
        "-L",
        "--label-regex",
        "-LE",
        "--label-exclude",
        "-E",
        "--exclude-regex",
        "--repeat",
        "--preset",
        "--stop-time",
        "--resource-spec-file",
        "--test-load",
        "--schedule-random-seed",
        "-FA",
        "-FS",
        "-FC",
    ],
    flags: &[
        "-V",
        "-VV",
        "--verbose",
        "--extra-verbose",
        "--output-on-failure",
        "-Q",
        "--quiet",
        "--progress",
        "--no-tests",
        "--stop-on-failure",
        "-F",
        "--schedule-random",
        "--no-label-summary",
        "--no-subproject-summary",
    ],
    choosing: &["-R", "--tests-regex", "-I", "--tests-information"],
    choosing_flags: &["--rerun-failed", "-U", "--union"],
    refused: &[
        "-N",
        "--show-only",
        "-S",
        "--script",
        "-D",
        "--dashboard",
        "-T",
        "-M",
        "--build-and-test",
        "-h",
        "--help",
    ],
    clusters: false,
};
const MIX: Options = Options {
    valued: &[
        "--max-cases",
        "--max-failures",
        "--seed",
        "--timeout",
        "--formatter",
        "--exclude",
        "--partitions",
        "--slowest",
        "--profile-require",
    ],
    flags: &[
        "--trace",
        "--color",
        "--no-color",
        "--cover",
        "--force",
        "--no-compile",
        "--no-deps-check",
        "--no-start",
        "--raise",
        "--warnings-as-errors",
        "--preload-modules",
    ],
    choosing: &["--only", "--include"],
    choosing_flags: &["--failed", "--stale"],
    refused: &["--listen-on-stdin", "--breakpoints", "-b"],
    clusters: false,
};
const DART: Options = Options {
    valued: &[
        "-p",
        "--platform",
        "-j",
        "--concurrency",
        "--preset",
        "-P",
        "-r",
        "--reporter",
        "--timeout",
        "--file-reporter",
        "--coverage",
        "-c",
        "--compiler",
        "--configuration",
        "-t",
        "--tags",
        "-x",
        "--exclude-tags",
    ],
    flags: &["--chain-stack-traces", "--no-retry", "--run-skipped", "--color", "--no-color", "--fail-fast"],
    choosing: &["-n", "--name", "-N", "--plain-name"],
    choosing_flags: &[],
    refused: &["--total-shards", "--shard-index", "--pause-after-load", "-h", "--help"],
    clusters: false,
};
const PROVE: Options = Options {
    valued: &[
        "-I",
        "-e",
        "--exec",
        "-j",
        "--jobs",
        "--ext",
        "--formatter",
        "--harness",
        "-a",
        "--archive",
        "-M",
        "-P",
        "--source",
        "--rc",
    ],
    flags: &[
        "-v",
        "--verbose",
        "-l",
        "--lib",
        "-b",
        "--blib",
        "-s",
        "--shuffle",
        "-c",
        "--color",
        "--nocolor",
        "-f",
        "--failures",
        "-o",
        "--comments",
        "-m",
        "--merge",
        "-r",
        "--recurse",
        "-q",
        "--quiet",
        "-Q",
        "--QUIET",
        "-w",
        "-W",
        "-t",
        "-T",
        "--timer",
        "--trap",
        "--normalize",
        "--ignore-exit",
        "--directives",
        "--parse",
        "-p",
        "--norc",
    ],
    choosing: &["--state"],
    choosing_flags: &[],
    refused: &["-D", "--dry", "-h", "--help", "--count", "--tapversion"],
    clusters: true,
};

/// `--filter FullyQualifiedName=A|FullyQualifiedName=B`.
pub(super) fn dotnet(words: &[String], front: usize, failed: &[Failed<'_>]) -> Option<Vec<String>> {
    let command = apart(words, front, &DOTNET)?;
    let names: Option<Vec<String>> = failed
        .iter()
        .map(|each| {
            let shown = each.shown();
            let plain = shown.split(['.', '+']).all(is_identifier) && shown.contains('.');
            plain.then(|| format!("FullyQualifiedName={shown}"))
        })
        .collect();
    if command.after.is_some() {
        return None;
    }
    let bare = command.bare.clone();
    Some(command.with(bare.into_iter().chain(["--filter".to_owned(), distinct(names?).join("|")])))
}

/// `-R PATTERN`.
pub(super) fn ctest(words: &[String], front: usize, failed: &[Failed<'_>]) -> Option<Vec<String>> {
    let command = apart(words, front, &CTEST)?;
    let names: Vec<String> =
        distinct(failed.iter().map(Failed::shown)).iter().map(|name| regex_with_slashes(name)).collect();
    let bare = command.bare.clone();
    Some(command.with(bare.into_iter().chain(["-R".to_owned(), any_of(&names)])))
}

/// `--only test:NAME` for each.
pub(super) fn exunit(words: &[String], front: usize, failed: &[Failed<'_>]) -> Option<Vec<String>> {
    let command = apart(words, front, &MIX)?;
    // A line chooses, too.
    if command.bare.iter().any(|word| word.contains(':')) {
        return None;
    }
    let names: Option<Vec<String>> = failed
        .iter()
        .map(|each| {
            let shown = each.shown();
            let (module, name) = shown.split_once(' ')?;
            let is_module = module.split('.').all(is_identifier);
            (is_module && name.starts_with("test ")).then(|| format!("test:{name}"))
        })
        .collect();
    let bare = command.bare.clone();
    let chosen = distinct(names?).into_iter().flat_map(|name| ["--only".to_owned(), name]);
    Some(command.with(bare.into_iter().chain(chosen)))
}

/// `FILE?full-name=NAME` for each.
pub(super) fn dart(words: &[String], front: usize, failed: &[Failed<'_>]) -> Option<Vec<String>> {
    let command = apart(words, front, &DART)?;
    let chosen: Option<Vec<String>> = failed
        .iter()
        .map(|each| {
            let shown = each.shown();
            let (file, name) = shown.split_once(": ")?;
            let is_file =
                file.ends_with(".dart") && !file.starts_with('-') && !file.contains(['?', '#', '%']);
            is_file.then(|| format!("{file}?full-name={}", query(name)))
        })
        .collect();
    Some(command.with(distinct(chosen?)))
}

/// The files that failed: a part of one cannot be run.
pub(super) fn prove(words: &[String], front: usize, failed: &[Failed<'_>]) -> Option<Vec<String>> {
    let command = apart(words, front, &PROVE)?;
    if command.after.is_some() {
        return None;
    }
    let files: Option<Vec<String>> = failed
        .iter()
        .map(|each| {
            let shown = each.shown();
            let file = shown.split(" > ").next().unwrap_or_default();
            (!file.starts_with('-') && !file.is_empty()).then(|| file.to_owned())
        })
        .collect();
    Some(command.with(distinct(files?)))
}
