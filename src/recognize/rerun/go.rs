//! go test: a pattern for each test, down to the part that failed.

use super::command::{Options, apart};
use super::encode::{distinct, regex_with_slashes};
use super::offer::Failed;

const OPTIONS: Options = Options {
    valued: &[
        "-count",
        "-timeout",
        "-tags",
        "-p",
        "-parallel",
        "-cpu",
        "-coverprofile",
        "-covermode",
        "-coverpkg",
        "-exec",
        "-ldflags",
        "-gcflags",
        "-asmflags",
        "-mod",
        "-modfile",
        "-vet",
        "-shuffle",
        "-benchtime",
        "-C",
        "-skip",
        "-outputdir",
        "-blockprofile",
        "-cpuprofile",
        "-memprofile",
        "-mutexprofile",
        "-trace",
        "-o",
    ],
    flags: &[
        "-v",
        "-race",
        "-short",
        "-failfast",
        "-json",
        "-cover",
        "-a",
        "-n",
        "-x",
        "-work",
        "-msan",
        "-asan",
        "-trimpath",
        "-benchmem",
        "-fullpath",
        "-buildvcs",
    ],
    choosing: &["-run", "--run", "-test.run"],
    choosing_flags: &[],
    refused: &["-bench", "-fuzz", "-list", "-c", "-args", "--args", "-h"],
    clusters: false,
};

/// `-run` with a pattern, and the packages that failed.
pub(super) fn go_test(words: &[String], front: usize, failed: &[Failed<'_>]) -> Option<Vec<String>> {
    let command = apart(words, front, &OPTIONS)?;
    // A package of its own is tested without a name, and Go files by their names.
    let has_packages = !command.bare.is_empty();
    if command.bare.iter().any(|word| word.ends_with(".go")) || command.after.is_some() {
        return None;
    }
    let packages = distinct(failed.iter().map(|each| each.label.to_owned()));
    let patterns = distinct(failed.iter().map(|each| pattern(&each.shown())).collect::<Option<Vec<_>>>()?);
    let run = ["-run".to_owned(), patterns.join("|")];
    match (has_packages, packages.as_slice()) {
        (false, [_]) => Some(command.with(run)),
        (true, [_, ..]) if packages.iter().all(|each| is_package(each)) => {
            Some(command.with(run.into_iter().chain(packages)))
        }
        _ => None,
    }
}

fn is_package(label: &str) -> bool {
    !label.is_empty()
        && !label.starts_with('-')
        && !label.contains(char::is_whitespace)
        && !label.contains('[')
}

/// `^TestA$/^sub$`. Only a test and its parts have such names.
fn pattern(name: &str) -> Option<String> {
    let is_test = ["Test", "Example", "Fuzz"].iter().any(|start| name.starts_with(start));
    let parts = name.split('/').map(|part| format!("^{}$", regex_with_slashes(part)));
    (is_test && !name.contains(char::is_whitespace)).then(|| parts.collect::<Vec<_>>().join("/"))
}
