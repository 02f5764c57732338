//! pytest: node ids instead of what was chosen; unittest: names with dots.

use super::command::{Options, apart};
use super::encode::distinct;
use super::offer::Failed;

/// pytest's own options, and those of its usual plugins.
const OPTIONS: Options = Options {
    valued: &[
        "-k",
        "-m",
        "-p",
        "-c",
        "--config-file",
        "-o",
        "--override-ini",
        "-n",
        "--numprocesses",
        "--dist",
        "--tb",
        "-r",
        "--maxfail",
        "--durations",
        "--durations-min",
        "--rootdir",
        "--confcutdir",
        "--basetemp",
        "--ignore",
        "--ignore-glob",
        "--deselect",
        "--import-mode",
        "-W",
        "--pythonwarnings",
        "--junitxml",
        "--junit-xml",
        "--junit-prefix",
        "--color",
        "--capture",
        "--show-capture",
        "--log-level",
        "--log-cli-level",
        "--log-file",
        "--log-file-level",
        "--log-format",
        "--verbosity",
        "--cov-report",
        "--cov-config",
        "--cov-fail-under",
        "--timeout",
        "--timeout-method",
        "--reruns",
        "--reruns-delay",
        "--html",
        "--report-log",
        "--ds",
        "--dc",
        "--asyncio-mode",
        "--maxprocesses",
        "--tx",
        "--randomly-seed",
        "--max-worker-restart",
        "--json-report-file",
        "--assert",
        "--pastebin",
    ],
    flags: &[
        "-v",
        "-q",
        "-s",
        "-x",
        "-l",
        "-h",
        "--verbose",
        "--quiet",
        "--exitfirst",
        "--showlocals",
        "--no-showlocals",
        "--strict-markers",
        "--strict-config",
        "--strict",
        "--no-header",
        "--no-summary",
        "--runxfail",
        "--disable-warnings",
        "--full-trace",
        "--no-cov",
        "--cov-branch",
        "--cov-append",
        "--reuse-db",
        "--create-db",
        "--cache-clear",
        "--doctest-modules",
        "--doctest-continue-on-failure",
        "--keep-duplicates",
        "--setup-show",
        "--trace-config",
        "--json-report",
        "--disable-pytest-warnings",
        "--xfail-tb",
        "--forked",
        "--no-migrations",
    ],
    choosing: &[],
    choosing_flags: &["--lf", "--last-failed", "--ff", "--failed-first", "--nf", "--new-first"],
    refused: &[
        "--sw",
        "--stepwise",
        "--stepwise-skip",
        "--co",
        "--collect-only",
        "--pyargs",
        "--pdb",
        "--trace",
        "--fixtures",
        "--setup-only",
        "--setup-plan",
        "--cov",
    ],
    clusters: true,
};

/// The node ids of the tests, which are what its closing list has.
pub(super) fn pytest(words: &[String], front: usize, failed: &[Failed<'_>]) -> Option<Vec<String>> {
    // `--cov` may have a value or none, which only the next word shows.
    let cov: Vec<String> =
        words.iter().filter(|word| word.starts_with("--cov=") || *word == "--cov").cloned().collect();
    let plain: Vec<String> = words.iter().filter(|word| !cov.contains(word)).cloned().collect();
    if cov.iter().any(|word| word == "--cov") {
        return None;
    }
    let command = apart(&plain, front, &OPTIONS)?;
    let ids: Option<Vec<String>> = failed.iter().map(node).collect();
    Some(command.with(cov.into_iter().chain(distinct(ids?))))
}

/// The node id: a file, and what is in it. A name that is cut in two by what looks like its message is none.
fn node(failed: &Failed<'_>) -> Option<String> {
    let id = failed.shown();
    if failed.is_file() {
        let is_file = id.ends_with(".py") && !id.starts_with(['-', '@']);
        return is_file.then_some(id);
    }
    let (file, inside) = id.split_once("::")?;
    let opened = inside.find('[');
    let balanced = opened.is_none_or(|_| inside.ends_with(']'));
    let name = opened.map_or(inside, |at| inside.get(..at).unwrap_or_default());
    let known = name.split("::").all(|part| !part.is_empty() && !part.contains(char::is_whitespace));
    let is_file = !file.is_empty() && !file.starts_with(['-', '@']) && !file.contains(" - ");
    (balanced && known && is_file).then_some(id)
}

const FLAGS_OF_UNITTEST: &[&str] =
    &["-v", "-q", "-f", "-c", "-b", "--verbose", "--quiet", "--failfast", "--catch", "--buffer", "--locals"];
/// unittest's own options.
const OF_UNITTEST: Options = Options {
    valued: &["--durations"],
    flags: FLAGS_OF_UNITTEST,
    choosing: &["-k", "-p", "--pattern"],
    choosing_flags: &[],
    refused: &["-h", "--help"],
    clusters: true,
};
/// Where it searches.
const FOLDERS: [&str; 4] = ["-s", "--start-directory", "-t", "--top-level-directory"];
/// Those of a search in a folder.
const OF_SEARCH: Options = Options {
    valued: &["--durations", "-p", "--pattern", "-s", "--start-directory", "-t", "--top-level-directory"],
    choosing: &["-k"],
    ..OF_UNITTEST
};

/// The names as unittest prints them: module, class and test. After a search in another folder they are from there: the search
/// stays as it is, and finds them only.
pub(super) fn unittest(words: &[String], front: usize, failed: &[Failed<'_>]) -> Option<Vec<String>> {
    let search = apart(words, front, &OF_SEARCH)?;
    let has_folder = |word: &String| FOLDERS.iter().any(|option| word.starts_with(option));
    let elsewhere = search.options.iter().any(has_folder)
        || search.bare.len() > 1 && search.bare.first().is_some_and(|word| word == "discover");
    let dotted = |failed: &Failed<'_>| {
        let name = failed.shown();
        let is_part =
            |part: &str| !part.is_empty() && part.chars().all(|char| char.is_alphanumeric() || char == '_');
        (name.split('.').count() > 2 && name.split('.').all(is_part)).then_some(name)
    };
    let names: Option<Vec<String>> = failed.iter().map(dotted).collect();
    let names = distinct(names?);
    if elsewhere {
        let found = search.bare.iter().cloned().chain(search.options.iter().cloned());
        let chosen = names.into_iter().flat_map(|name| ["-k".to_owned(), format!("*{name}")]);
        return Some(search.front.iter().cloned().chain(found).chain(chosen).collect());
    }
    Some(apart(words, front, &OF_UNITTEST)?.with(names))
}
