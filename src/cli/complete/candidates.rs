//! What may be typed at the cursor, each with a few words on it.

use clap::{Arg, Command, ValueHint};

use super::cursor::Cursor;
use crate::budget::{Estimator, FITS, NO_FIT};
use crate::chunk::Boundary;
use crate::cli::setup::Client;
use crate::cli::show::{age, what};
use crate::compile::models::MODELS;
use crate::recognize::registry;
use crate::render::documents::Format;
use crate::store::{Place, Shelf};

/// The stored runs that are offered, the newest.
const MOST_RUNS: usize = 50;

/// A word, and what it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Candidate {
    pub(super) word: String,
    pub(super) about: String,
}

/// What the shell adds by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Paths {
    None,
    Files,
    Folders,
}

fn candidate(word: impl Into<String>, about: impl Into<String>) -> Candidate {
    Candidate { word: word.into(), about: about.into() }
}

/// All that may be typed at the cursor, whatever is typed of it already.
pub(super) fn at(cursor: &Cursor<'_>, place: Option<&Place>) -> (Paths, Vec<Candidate>) {
    match cursor {
        Cursor::Option(command) => (Paths::None, options(command)),
        Cursor::Value(arg, _) => values(arg, place),
        Cursor::Argument(arg, command) => {
            let (paths, mut all) = arg.map_or((Paths::None, Vec::new()), |arg| values(arg, place));
            all.extend(command.iter().flat_map(|command| subcommands(command)));
            (paths, all)
        }
        Cursor::Other(_) => (Paths::None, Vec::new()),
    }
}

fn options(command: &Command) -> Vec<Candidate> {
    let about = |arg: &Arg| arg.get_help().map(ToString::to_string).unwrap_or_default();
    let all = || command.get_arguments().filter(|arg| !arg.is_hide_set());
    let long = all().filter_map(|arg| Some(candidate(format!("--{}", arg.get_long()?), about(arg))));
    let short = all().filter_map(|arg| Some(candidate(format!("-{}", arg.get_short()?), about(arg))));
    long.chain(short).collect()
}

fn subcommands(command: &Command) -> Vec<Candidate> {
    let about = |each: &Command| each.get_about().map(ToString::to_string).unwrap_or_default();
    let shown = command.get_subcommands().filter(|each| !each.is_hide_set());
    shown.map(|each| candidate(each.get_name(), about(each))).collect()
}

/// The values of an option or an argument.
fn values(arg: &Arg, place: Option<&Place>) -> (Paths, Vec<Candidate>) {
    let possible = arg.get_possible_values();
    if !possible.is_empty() {
        let shown = possible.iter().filter(|value| !value.is_hide_set());
        let about = |value: &clap::builder::PossibleValue| value.get_help().map(ToString::to_string);
        return (
            Paths::None,
            shown.map(|value| candidate(value.get_name(), about(value).unwrap_or_default())).collect(),
        );
    }
    let paths = match arg.get_value_hint() {
        ValueHint::FilePath | ValueHint::AnyPath | ValueHint::ExecutablePath => Paths::Files,
        ValueHint::DirPath => Paths::Folders,
        _ => Paths::None,
    };
    let name = arg.get_value_names().and_then(|names| names.first()).map_or("", |name| name.as_str());
    let words = match (arg.get_id().as_str(), name) {
        (_, "RUNNER") => runners(),
        (_, "ID") => runs(place),
        (_, "READER") => readers(),
        (_, "AGENT") => Client::all().map(|client| candidate(client.name(), "")).collect(),
        ("est", _) => Estimator::ALL.iter().map(|each| candidate(each.name(), "")).collect(),
        ("model", _) => {
            MODELS.iter().map(|model| candidate(model.name, format!("{} tokens", model.raw))).collect()
        }
        ("boundary", _) => Boundary::ALL.iter().map(|each| candidate(each.name(), "")).collect(),
        (_, "FORMAT=FILE") => documents(),
        _ => Vec::new(),
    };
    (paths, words)
}

/// The runners, each without a blank in its name: 'go-test' is 'go test'.
fn runners() -> Vec<Candidate> {
    let named = registry::listed().into_iter().map(|row| candidate(row.name.replace(' ', "-"), row.reads));
    std::iter::once(candidate("auto", "found by what is read")).chain(named).collect()
}

fn readers() -> Vec<Candidate> {
    let named = FITS.iter().map(|fit| candidate(fit.name, fit.source));
    named.chain(std::iter::once(candidate(NO_FIT, "no reader's ceiling"))).collect()
}

fn documents() -> Vec<Candidate> {
    let formats = Format::ALL.iter().map(|format| candidate(format!("{}=", format.name()), ""));
    formats.chain(std::iter::once(candidate("auto", "what this CI reads"))).collect()
}

/// The stored runs, newest first, each with its age and what ran.
fn runs(place: Option<&Place>) -> Vec<Candidate> {
    let shelf = place.and_then(|place| Shelf::open(&place.folder).ok().flatten());
    let list = shelf.and_then(|shelf| shelf.list().ok()).unwrap_or_default();
    let stored = list.iter().take(MOST_RUNS).map(|run| {
        let (facts, age) = (&run.meta.facts, age(run.age));
        let verdict = if facts.verdict.is_empty() { "data" } else { &facts.verdict };
        candidate(run.id.clone(), format!("{age} ago, {verdict}: {}", what(facts)))
    });
    let last = candidate("last", "the newest of this folder");
    if list.is_empty() { Vec::new() } else { std::iter::once(last).chain(stored).collect() }
}

#[cfg(test)]
mod tests {
    use super::super::cursor::cursor;
    use super::*;
    use crate::cli::args::bare_command;

    fn words(line: &str) -> (Paths, Vec<String>) {
        let mut whole = bare_command();
        whole.build();
        let typed: Vec<String> = line.split(' ').map(str::to_owned).collect();
        let (paths, all) = at(&cursor(&whole, &typed), None);
        (paths, all.into_iter().map(|each| each.word).collect())
    }

    #[test]
    fn values_are_those_of_the_option_and_paths_are_the_shells() {
        assert_eq!(
            words("-m "),
            (Paths::None, ["minimal", "standard", "verbose"].map(str::to_owned).to_vec())
        );
        assert_eq!(words("--report "), (Paths::Files, Vec::new()));
        assert_eq!(words("man "), (Paths::Folders, Vec::new()));
        assert_eq!(words("--max-chars "), (Paths::None, Vec::new()));
        let (paths, first) = words("");
        assert!(
            paths == Paths::Files && first.contains(&"run".to_owned()) && first.contains(&"man".to_owned())
        );
        let (_, runners) = words("--from ");
        assert!(runners.contains(&"go-test".to_owned()) && runners.iter().all(|name| !name.contains(' ')));
        let (_, documents) = words("--output ");
        assert!(documents.contains(&"junit=".to_owned()) && documents.contains(&"auto".to_owned()));
        let (_, agents) = words("setup ");
        assert!(agents.contains(&"claude-code".to_owned()), "{agents:?}");
        let (_, of_show) = words("show --");
        assert!(of_show.contains(&"--failures".to_owned()) && !of_show.contains(&"--child-exit".to_owned()));
    }
}
