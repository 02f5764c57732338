//! jest, vitest, mocha and playwright: the files, and a pattern of whole names.

use super::command::{Options, apart, base};
use super::encode::{any_of, distinct, regex};
use super::offer::Failed;

const JEST: Options = Options {
    valued: &[
        "-c",
        "--config",
        "--maxWorkers",
        "-w",
        "--testTimeout",
        "--reporters",
        "--rootDir",
        "--selectProjects",
        "--testEnvironment",
        "--coverageDirectory",
        "--coverageReporters",
        "--outputFile",
        "--seed",
        "--bail",
    ],
    flags: &[
        "-i",
        "--runInBand",
        "--verbose",
        "--silent",
        "--ci",
        "--coverage",
        "--no-coverage",
        "--no-cache",
        "--colors",
        "--no-colors",
        "--detectOpenHandles",
        "--forceExit",
        "--expand",
        "-e",
        "--json",
        "--logHeapUsage",
        "--passWithNoTests",
        "--errorOnDeprecated",
        "-b",
        "--useStderr",
        "--noStackTrace",
        "--randomize",
        "--no-watchman",
    ],
    choosing: &[
        "-t",
        "--testNamePattern",
        "--testPathPattern",
        "--testPathPatterns",
        "--changedSince",
        "--shard",
    ],
    choosing_flags: &["-o", "--onlyChanged", "-f", "--onlyFailures", "--runTestsByPath", "--lastCommit"],
    refused: &["--watch", "--watchAll", "--listTests", "--findRelatedTests", "--showConfig", "-h", "--help"],
    clusters: false,
};
const VITEST: Options = Options {
    valued: &[
        "-c",
        "--config",
        "--root",
        "-r",
        "--dir",
        "--reporter",
        "--outputFile",
        "--pool",
        "--environment",
        "--testTimeout",
        "--hookTimeout",
        "--bail",
        "--retry",
        "--maxWorkers",
        "--minWorkers",
        "--mode",
        "--project",
        "--coverage.provider",
        "--coverage.reporter",
        "--exclude",
        "--maxConcurrency",
        "--logHeapUsage",
    ],
    flags: &[
        "--run",
        "--silent",
        "--globals",
        "--dom",
        "--coverage",
        "--no-coverage",
        "--isolate",
        "--no-isolate",
        "--no-color",
        "--passWithNoTests",
        "--allowOnly",
        "--no-file-parallelism",
        "--hideSkippedTests",
        "--disable-console-intercept",
    ],
    choosing: &["-t", "--testNamePattern", "--changed", "--shard"],
    choosing_flags: &[],
    refused: &["-w", "--watch", "--ui", "--browser", "-h", "--help", "--standalone"],
    clusters: false,
};
const MOCHA: Options = Options {
    valued: &[
        "--config",
        "--package",
        "-r",
        "--require",
        "--reporter",
        "-R",
        "-O",
        "--reporter-options",
        "--reporter-option",
        "-t",
        "--timeout",
        "-s",
        "--slow",
        "--spec",
        "--extension",
        "--ignore",
        "--exclude",
        "--file",
        "-u",
        "--ui",
        "--retries",
        "-j",
        "--jobs",
        "-n",
        "--node-option",
        "--import",
        "--loader",
    ],
    flags: &[
        "--recursive",
        "-b",
        "--bail",
        "--exit",
        "-c",
        "--color",
        "--no-color",
        "-C",
        "--check-leaks",
        "--parallel",
        "-p",
        "--full-trace",
        "--forbid-only",
        "--forbid-pending",
        "--inline-diffs",
        "--diff",
        "--no-diff",
        "-S",
        "--sort",
        "-A",
        "--async-only",
        "--allow-uncaught",
        "--dry-run",
        "--fail-zero",
    ],
    choosing: &["-g", "--grep", "-f", "--fgrep"],
    choosing_flags: &[],
    refused: &["-i", "--invert", "-w", "--watch", "-h", "--help", "--list-files"],
    clusters: false,
};
const PLAYWRIGHT: Options = Options {
    valued: &[
        "-c",
        "--config",
        "--reporter",
        "-j",
        "--workers",
        "--retries",
        "--timeout",
        "--global-timeout",
        "--output",
        "--browser",
        "--trace",
        "--repeat-each",
        "--max-failures",
        "--tsconfig",
        "--shard",
    ],
    flags: &[
        "--headed",
        "--fully-parallel",
        "--forbid-only",
        "--quiet",
        "-x",
        "--pass-with-no-tests",
        "--ignore-snapshots",
        "--no-deps",
    ],
    choosing: &["-g", "--grep", "--project", "--grep-invert", "-gv"],
    choosing_flags: &["--last-failed"],
    refused: &[
        "--ui",
        "--debug",
        "--list",
        "--only-changed",
        "-h",
        "--help",
        "-u",
        "--update-snapshots",
        "--test-list",
    ],
    clusters: false,
};

/// A file, and the names in it down to the test's own; nothing when there is no file, or nothing in it.
fn parts<'a>(shown: &'a str, separator: &str) -> Option<(&'a str, Vec<&'a str>)> {
    let (file, rest) = shown.split_once(separator)?;
    let names: Vec<&str> = rest.split(separator).collect();
    (is_file(file) && names.iter().all(|name| !name.is_empty())).then_some((file, names))
}

fn is_file(file: &str) -> bool {
    base(file).contains('.') && !file.starts_with('-') && !file.contains(" | ")
}

/// A pattern of a whole name. A title may hold what else is between two of them.
fn whole(names: &[&str], separator: &str) -> String {
    let names: Vec<String> = names.iter().map(|name| regex(name)).collect();
    names.join(&format!(" (?:{separator} )?"))
}

/// Files, and `-t` with a pattern of all names in them. A file that cannot be loaded fails whatever the pattern is.
fn files_and_names(failed: &[Failed<'_>], separator: &str) -> Option<(Vec<String>, Vec<String>)> {
    let (mut files, mut names) = (Vec::new(), Vec::new());
    for each in failed {
        let shown = each.shown();
        let alone = is_file(&shown) && !shown.contains(separator);
        let (file, titles) = match parts(&shown, separator) {
            None if each.is_file() && alone => (shown.as_str(), None),
            found => found.map(|(file, titles)| (file, Some(titles)))?,
        };
        files.push(file.to_owned());
        names.extend(titles.map(|titles| whole(&titles, separator.trim())));
    }
    let names = distinct(names);
    let chosen = if names.is_empty() { Vec::new() } else { vec!["-t".to_owned(), any_of(&names)] };
    Some((distinct(files), chosen))
}

/// `--runTestsByPath FILE... -t PATTERN`.
pub(super) fn jest(words: &[String], front: usize, failed: &[Failed<'_>]) -> Option<Vec<String>> {
    let command = apart(words, front, &JEST)?;
    let (files, names) = files_and_names(failed, " \u{203a} ")?;
    Some(command.with(names.into_iter().chain(["--runTestsByPath".to_owned()]).chain(files)))
}

/// `FILE... -t PATTERN`.
pub(super) fn vitest(words: &[String], front: usize, failed: &[Failed<'_>]) -> Option<Vec<String>> {
    let command = apart(words, front, &VITEST)?;
    if command
        .bare
        .iter()
        .any(|word| ["watch", "dev", "bench", "related", "list", "init"].contains(&word.as_str()))
    {
        return None;
    }
    let (files, names) = files_and_names(failed, " > ")?;
    Some(command.with(files.into_iter().chain(names)))
}

/// The files as before, and `-g PATTERN`.
pub(super) fn mocha(words: &[String], front: usize, failed: &[Failed<'_>]) -> Option<Vec<String>> {
    let command = apart(words, front, &MOCHA)?;
    let reported = ["spec", "dot", "min", "list", "nyan", "progress", "landing"];
    let mut options = command.options.iter();
    while let Some(word) = options.next() {
        let reporter = match word.as_str() {
            "-R" | "--reporter" => options.next().map(String::as_str),
            word => word.strip_prefix("--reporter="),
        };
        // Others leave out the names of what a test is in.
        if reporter.is_some_and(|reporter| !reported.contains(&reporter)) {
            return None;
        }
    }
    let hook = |name: &str| {
        ["before each", "after each", "before all", "after all"]
            .iter()
            .any(|hook| name.contains(&format!("\"{hook}\" hook")))
    };
    let names = distinct(failed.iter().map(Failed::shown));
    if names.iter().any(|name| hook(name)) {
        return None;
    }
    let names: Vec<String> =
        names.iter().map(|name| whole(&name.split(" > ").collect::<Vec<_>>(), ">")).collect();
    let bare = command.bare.clone();
    Some(command.with(bare.into_iter().chain(["-g".to_owned(), any_of(&names)])))
}

/// `FILE:LINE:COLUMN... --project P -g PATTERN`: several tests may be on one line.
pub(super) fn playwright(words: &[String], front: usize, failed: &[Failed<'_>]) -> Option<Vec<String>> {
    let command = apart(words, front, &PLAYWRIGHT)?;
    let separator = " \u{203a} ";
    let (mut projects, mut places, mut names) = (Vec::new(), Vec::new(), Vec::new());
    for each in failed {
        let shown = each.shown();
        let (project, rest) =
            match shown.strip_prefix('[').and_then(|rest| rest.split_once(&format!("]{separator}"))) {
                Some((project, rest)) => (Some(project.to_owned()), rest),
                None => (None, shown.as_str()),
            };
        let (place, names_in_it) = rest.split_once(separator)?;
        // A file, a line and a column.
        place.rsplit_once(':').and_then(|(file, _)| file.rsplit_once(':'))?;
        let titles: Vec<&str> = names_in_it.split(separator).collect();
        places.push(regex(place));
        names.push(whole(&titles, separator.trim()));
        projects.push(project);
    }
    let first = projects.first().cloned().flatten();
    // Of several projects each would run what failed in another one.
    if projects.iter().any(|project| *project != first) {
        return None;
    }
    let project = first.map(|first| vec!["--project".to_owned(), first]).unwrap_or_default();
    let names = distinct(names);
    let inner = match names.as_slice() {
        [one] => one.clone(),
        several => format!("({})", several.join("|")),
    };
    let pattern = format!("(^| ){inner}( @\\S+)*$");
    let chosen = project.into_iter().chain(["-g".to_owned(), pattern]);
    Some(command.with(distinct(places).into_iter().chain(chosen)))
}
