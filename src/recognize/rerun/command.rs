//! The words of a command: who is run by whom, and which of the arguments say what is run.

use crate::budget::Count as _;

/// A command, taken apart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Command {
    /// The program and all that comes before its arguments.
    pub(super) front: Vec<String>,
    /// The options, each followed by its value.
    pub(super) options: Vec<String>,
    /// What is no option.
    pub(super) bare: Vec<String>,
    /// What follows two dashes, when there are some.
    pub(super) after: Option<Vec<String>>,
}

/// The options of a program.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Options {
    /// Those whose value is the next word.
    pub(super) valued: &'static [&'static str],
    /// Those without one.
    pub(super) flags: &'static [&'static str],
    /// Those that choose what runs, with the next word as value: the new command chooses otherwise.
    pub(super) choosing: &'static [&'static str],
    /// Those that choose what runs and have no value.
    pub(super) choosing_flags: &'static [&'static str],
    /// Those with which no such command can be made.
    pub(super) refused: &'static [&'static str],
    /// Whether letters after one dash are options of their own, as in `-xq`.
    pub(super) clusters: bool,
}

/// Programs that run the rest of their words.
const WRAPPERS: [&[&str]; 12] = [
    &["uv", "run"],
    &["poetry", "run"],
    &["pipenv", "run"],
    &["pdm", "run"],
    &["hatch", "run"],
    &["rye", "run"],
    &["bundle", "exec"],
    &["pnpm", "exec"],
    &["yarn", "exec"],
    &["yarn", "run"],
    &["npx"],
    &["bunx"],
];

/// Their options without a value.
const WRAPPER_FLAGS: [&str; 12] = [
    "-y",
    "--yes",
    "--no-install",
    "--no",
    "-q",
    "--quiet",
    "--frozen",
    "--locked",
    "--no-sync",
    "--all-extras",
    "--offline",
    "--bun",
];

/// The name of a program without its folder.
pub(super) fn base(word: &str) -> &str {
    let name = word.rsplit('/').next().unwrap_or(word);
    name.strip_suffix(".exe").unwrap_or(name)
}

/// Where the program begins after wrappers and variables: its place among the words.
pub(super) fn program(words: &[String]) -> usize {
    let mut at = 0_usize;
    loop {
        let rest = words.get(at..).unwrap_or_default();
        if let Some(wrapper) = WRAPPERS.iter().find(|wrapper| starts(rest, wrapper)) {
            at.up(wrapper.len());
            while words.get(at).is_some_and(|word| WRAPPER_FLAGS.contains(&word.as_str())) {
                at.up(1);
            }
        } else if rest.first().is_some_and(|word| base(word) == "env") {
            at.up(1);
            while words.get(at).is_some_and(|word| word.contains('=') && !word.starts_with('-')) {
                at.up(1);
            }
        } else if rest.first().is_some_and(|word| base(word) == "yarn") && rest.len() > 1 {
            at.up(1);
        } else {
            return at;
        }
    }
}

fn starts(words: &[String], with: &[&str]) -> bool {
    with.len() < words.len()
        && with.iter().zip(words).enumerate().all(
            |(at, (own, word))| {
                if at == 0 { base(word) == *own } else { word == own }
            },
        )
}

/// Takes apart what follows `front` words. Nothing when an option is not known and what follows it may be its value.
pub(super) fn apart(words: &[String], front: usize, options: &Options) -> Option<Command> {
    let (front, rest) = words.split_at_checked(front)?;
    let mut command = Command { front: front.to_vec(), ..Command::default() };
    let mut rest = rest.iter().peekable();
    while let Some(word) = rest.next() {
        if word == "--" {
            command.after = Some(rest.cloned().collect());
            return Some(command);
        }
        if !word.starts_with('-') || word == "-" {
            command.bare.push(word.clone());
            continue;
        }
        let (name, has_value) = match word.split_once('=') {
            Some((name, _)) => (name, true),
            None => (word.as_str(), false),
        };
        if options.refused.contains(&name) {
            return None;
        }
        if options.choosing_flags.contains(&name) {
            continue;
        }
        if options.choosing.contains(&name) {
            if !has_value {
                rest.next()?;
            }
            continue;
        }
        if is_chosen_by_letters(name, options) {
            return None;
        }
        command.options.push(word.clone());
        if has_value || options.flags.contains(&name) {
            continue;
        }
        if options.valued.contains(&name) {
            command.options.push(rest.next()?.clone());
            continue;
        }
        if is_joined(name, options) {
            continue;
        }
        if ends_with_valued(name, options) {
            command.options.push(rest.next()?.clone());
            continue;
        }
        // What nobody knows has no value when another option follows, or nothing.
        if rest.peek().is_some_and(|next| !next.starts_with('-')) {
            return None;
        }
    }
    Some(command)
}

/// The option of one letter that a longer word begins with, `-n` of `-n4`.
fn short(word: &str) -> Option<String> {
    let mut chars = word.strip_prefix('-')?.chars();
    let letter = chars.next().filter(|letter| *letter != '-')?;
    chars.next()?;
    Some(format!("-{letter}"))
}

/// Whether a word that is no option itself begins with one that chooses what runs, or cannot be used, or holds one.
fn is_chosen_by_letters(word: &str, options: &Options) -> bool {
    let known = [options.valued, options.flags];
    if known.iter().any(|list| list.contains(&word)) || short(word).is_none() {
        return false;
    }
    let has = |option: &str| {
        [options.choosing, options.choosing_flags, options.refused].iter().any(|list| list.contains(&option))
    };
    let mut letters = word.trim_start_matches('-').chars();
    let first = letters.next().map(|letter| format!("-{letter}"));
    if first.as_deref().is_some_and(has) {
        return true;
    }
    // A value may hold any letters.
    let valued = first.is_some_and(|first| options.valued.contains(&first.as_str()));
    options.clusters && !valued && letters.any(|letter| has(&format!("-{letter}")))
}

/// Whether a word is an option of one letter with its value (`-n4`), or several letters that are options (`-xq`).
fn is_joined(word: &str, options: &Options) -> bool {
    let Some(first) = short(word) else { return false };
    if options.valued.contains(&first.as_str()) {
        return true;
    }
    let mut letters = word.trim_start_matches('-').chars();
    options.clusters && letters.all(|letter| options.flags.contains(&format!("-{letter}").as_str()))
}

/// Whether a word is several letters that are options, of which the last has the next word as its value (`-xk`).
fn ends_with_valued(word: &str, options: &Options) -> bool {
    let mut letters = word.trim_start_matches('-').chars();
    let last = letters.next_back();
    let is = |list: &[&str], letter: char| list.contains(&format!("-{letter}").as_str());
    options.clusters
        && short(word).is_some()
        && last.is_some_and(|last| is(options.valued, last))
        && letters.all(|letter| is(options.flags, letter))
}

impl Command {
    /// The command with these words after its options.
    pub(super) fn with(self, words: impl IntoIterator<Item = String>) -> Vec<String> {
        let mut all = self.front;
        all.extend(self.options);
        all.extend(words);
        all
    }
}
