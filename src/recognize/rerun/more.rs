//! Runners of further languages, each by its own way to name a test.

use super::Failed;
use super::command::{Options, apart};
use super::encode::{any_of, distinct, is_identifier, query, regex, regex_with_slashes};

const PHPUNIT: Options = Options {
    valued: &[
        "-c",
        "--configuration",
        "--bootstrap",
        "-d",
        "--log-junit",
        "--coverage-html",
        "--coverage-clover",
        "--coverage-text",
        "--order-by",
        "--random-order-seed",
        "--columns",
        "--cache-directory",
        "--include-path",
    ],
    flags: &[
        "--colors",
        "--testdox",
        "--verbose",
        "-v",
        "--debug",
        "--no-coverage",
        "--stop-on-failure",
        "--stop-on-error",
        "--stop-on-defect",
        "--no-progress",
        "--no-output",
        "--display-deprecations",
        "--display-warnings",
        "--no-configuration",
        "--display-errors",
        "--display-notices",
        "--display-all-issues",
        "--process-isolation",
        "--do-not-cache-result",
    ],
    choosing: &["--filter"],
    choosing_flags: &[],
    refused: &[
        "--exclude-filter",
        "--list-tests",
        "--list-suites",
        "-h",
        "--help",
        "--testsuite",
        "--group",
        "--exclude-group",
    ],
    clusters: false,
};
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
const SWIFT: Options = Options {
    valued: &[
        "-c",
        "--configuration",
        "--package-path",
        "--scratch-path",
        "--build-path",
        "-j",
        "--jobs",
        "--num-workers",
        "--skip",
        "--sanitize",
        "--xunit-output",
        "--test-product",
        "-Xswiftc",
        "-Xcc",
        "-Xlinker",
        "--triple",
    ],
    flags: &[
        "--parallel",
        "--no-parallel",
        "-v",
        "--verbose",
        "-q",
        "--quiet",
        "--skip-build",
        "--enable-code-coverage",
        "--disable-swift-testing",
    ],
    choosing: &["--filter", "-s", "--specifier"],
    choosing_flags: &[],
    refused: &["-l", "--list-tests", "list", "-h", "--help"],
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

/// `--filter /PATTERN/`, with the name of a data set where there is one.
pub(super) fn phpunit(words: &[String], front: usize, failed: &[Failed<'_>]) -> Option<Vec<String>> {
    let command = apart(words, front, &PHPUNIT)?;
    let names: Option<Vec<String>> = failed
        .iter()
        .map(|each| {
            let shown = each.shown();
            let (class, method) = shown.split_once("::")?;
            let name = method.split(' ').next().unwrap_or_default();
            let shown = without_arguments(&shown)?;
            (class.split('\\').all(is_identifier) && is_identifier(name)).then(|| regex(shown))
        })
        .collect();
    let bare = command.bare.clone();
    Some(
        command.with(
            ["--filter".to_owned(), format!("/{}/", any_of(&distinct(names?)))].into_iter().chain(bare),
        ),
    )
}

/// A name without the arguments behind that of a data set; nothing when it is not known where they begin.
fn without_arguments(shown: &str) -> Option<&str> {
    if shown.contains(" with data set #") {
        return shown.split_once(" (").map_or(Some(shown), |(name, _)| Some(name));
    }
    if !shown.contains(" with data set ") {
        return Some(shown);
    }
    let mut ends = shown.match_indices("\" (").map(|(at, _)| at.saturating_add(1));
    match (ends.next(), ends.next()) {
        (Some(end), None) => shown.get(..end),
        (None, _) if shown.ends_with('"') => Some(shown),
        _ => None,
    }
}

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
    if command.behind.is_some() {
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

/// `-only-testing:TARGET/CLASS/METHOD`.
pub(super) fn xcodebuild(words: &[String], _front: usize, failed: &[Failed<'_>]) -> Option<Vec<String>> {
    let is_test = |word: &String| word == "test" || word == "test-without-building";
    if !words.iter().any(is_test) {
        return None;
    }
    let chosen: Option<Vec<String>> = failed
        .iter()
        .map(|each| {
            let target = each.label.strip_suffix(".xctest")?;
            let shown = each.shown();
            let (class, method) = shown.rsplit_once('.')?;
            let class = class.rsplit('.').next().unwrap_or(class);
            let name = method.strip_suffix("()").unwrap_or(method);
            (is_identifier(class) && is_identifier(name))
                .then(|| format!("-only-testing:{target}/{class}/{method}"))
        })
        .collect();
    let kept = words.iter().filter(|word| !word.starts_with("-only-testing")).cloned();
    Some(kept.chain(distinct(chosen?)).collect())
}

/// `--filter PATTERN`.
pub(super) fn swift(words: &[String], front: usize, failed: &[Failed<'_>]) -> Option<Vec<String>> {
    let command = apart(words, front, &SWIFT)?;
    let names: Option<Vec<String>> = failed
        .iter()
        .map(|each| {
            let shown = each.shown();
            let (class, method) = shown.rsplit_once('.')?;
            (class.split('.').all(is_identifier) && is_identifier(method))
                .then(|| format!("{}/{method}", regex(class)))
        })
        .collect();
    let names = distinct(names?);
    Some(command.with(["--filter".to_owned(), format!("(^|\\.)({})$", names.join("|"))]))
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
    if command.behind.is_some() {
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
