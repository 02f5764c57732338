//! rspec and minitest: patterns of whole names.

use super::command::{Options, apart};
use super::encode::{any_of, distinct, regex};
use super::offer::Failed;

const RSPEC: Options = Options {
    valued: &[
        "-I",
        "-r",
        "--require",
        "-O",
        "--options",
        "--order",
        "--seed",
        "-f",
        "--format",
        "-o",
        "--out",
        "-t",
        "--tag",
        "-P",
        "--pattern",
        "--exclude-pattern",
        "--default-path",
        "-p",
        "--deprecation-out",
    ],
    flags: &[
        "--fail-fast",
        "--no-fail-fast",
        "-b",
        "--backtrace",
        "-c",
        "--color",
        "--force-color",
        "--no-color",
        "--force-colour",
        "-w",
        "--warnings",
        "--profile",
        "--no-profile",
        "--dry-run",
    ],
    choosing: &["-e", "--example", "-E", "--example-matches"],
    choosing_flags: &["--only-failures", "-n", "--next-failure"],
    refused: &["--bisect", "--drb", "-h", "--help", "-X", "--init"],
    clusters: false,
};
const RUBY: Options = Options {
    valued: &["-r", "-I", "-C", "-E", "--encoding", "--seed", "-s", "--exclude", "-e"],
    flags: &[
        "-w",
        "-v",
        "--verbose",
        "--yjit",
        "--jit",
        "-p",
        "--pride",
        "-d",
        "-b",
        "--backtrace",
        "-f",
        "--fail-fast",
        "--defer-output",
    ],
    choosing: &["-n", "--name", "-i", "--include"],
    choosing_flags: &[],
    refused: &["-h", "--help", "-S", "--disable", "--enable"],
    clusters: false,
};

/// The files as before, and `-E PATTERN` for each example.
pub(super) fn rspec(words: &[String], front: usize, failed: &[Failed<'_>]) -> Option<Vec<String>> {
    let command = apart(words, front, &RSPEC)?;
    let names = distinct(failed.iter().map(Failed::shown));
    // What is no example runs with others: a hook of a whole group.
    if names.iter().any(|name| name.contains("hook") && name.contains('`')) {
        return None;
    }
    let bare = command.bare.clone();
    // A place chooses, too.
    if bare.iter().any(|word| {
        word.contains('[') || word.rsplit_once(':').is_some_and(|(_, line)| line.parse::<u64>().is_ok())
    }) {
        return None;
    }
    let chosen = names.iter().flat_map(|name| ["-E".to_owned(), format!("\\A{}\\z", regex(name))]);
    Some(command.with(bare.into_iter().chain(chosen)))
}

/// `/^(?:A#test_x|B#test_y)$/`.
fn pattern(failed: &[Failed<'_>]) -> Option<String> {
    let names = distinct(failed.iter().map(Failed::shown));
    if !names.iter().all(|name| name.contains('#')) {
        return None;
    }
    let names: Vec<String> = names.iter().map(|name| regex(name)).collect();
    Some(format!("/{}/", any_of(&names)))
}

/// The files as before, and `-n PATTERN`.
pub(super) fn minitest(words: &[String], front: usize, failed: &[Failed<'_>]) -> Option<Vec<String>> {
    let command = apart(words, front, &RUBY)?;
    if command.options.iter().any(|word| word == "-e") || command.after.is_some() {
        return None;
    }
    // Ruby's own options are before the file, and those of the tests after it.
    let (front, all) = words.split_at_checked(front)?;
    let mut made = front.to_vec();
    let mut words = all.iter();
    while let Some(word) = words.next() {
        let name = word.split('=').next().unwrap_or_default();
        if ["-n", "--name", "-i", "--include"].contains(&name) {
            if !word.contains('=') {
                words.next();
            }
            continue;
        }
        made.push(word.clone());
    }
    made.extend(["-n".to_owned(), pattern(failed)?]);
    (!command.bare.is_empty() || front.iter().any(|word| word == "test")).then_some(made)
}

/// `rake test N=PATTERN` and `TESTOPTS`, which all versions know.
pub(super) fn rake(words: &[String], front: usize, failed: &[Failed<'_>]) -> Option<Vec<String>> {
    let rest = words.get(front..)?;
    let pattern = pattern(failed)?;
    // The task's words go through a shell.
    if rest.iter().any(|word| word.contains("TESTOPTS") || word.contains('='))
        || pattern.contains(['\'', '\\'])
    {
        return None;
    }
    let mut made = words.to_vec();
    made.push(format!("TESTOPTS=--name='{pattern}'"));
    Some(made)
}
