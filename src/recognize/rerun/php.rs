//! phpunit: a pattern of classes and methods, and of the names of data sets.

use super::command::{Options, apart};
use super::encode::{any_of, distinct, is_identifier, regex};
use super::offer::Failed;

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

/// A name without the arguments after that of a data set; nothing when it is not known where they begin.
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
