//! xcodebuild and swift test: targets, classes and methods.

use super::command::{Options, apart};
use super::encode::{distinct, is_identifier, regex};
use super::offer::Failed;

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
