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

/// A program that runs the rest of its words.
struct Wrapper {
    /// The words that run it.
    words: &'static [&'static str],
    /// Its options whose value is the next word.
    valued: &'static [&'static str],
    /// Its options without one.
    flags: &'static [&'static str],
    /// What comes between its options and the words that it runs.
    then: Then,
}

/// What a wrapper has before the words that it runs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Then {
    /// Nothing.
    Words,
    /// One word: a duration, a service.
    One,
    /// Any number of `NAME=value`.
    Variables,
}

const fn wrapper(
    words: &'static [&'static str],
    valued: &'static [&'static str],
    flags: &'static [&'static str],
    then: Then,
) -> Wrapper {
    Wrapper { words, valued, flags, then }
}

const UV: &[&str] = &["--with", "--group", "--extra", "--python", "-p", "--package", "--env-file"];
const QUIET: &[&str] = &["-y", "--yes", "--no-install", "--no", "-q", "--quiet", "-s", "--silent", "--bun"];
const LOCKED: &[&str] = &[
    "--frozen",
    "--locked",
    "--no-sync",
    "--all-extras",
    "--all-groups",
    "--offline",
    "--no-project",
    "--isolated",
    "-q",
    "--quiet",
];
const IN_CONTAINER: &[&str] = &["-e", "--env", "-u", "--user", "-w", "--workdir", "--index"];
const OF_CONTAINER: &[&str] =
    &["-T", "--no-tty", "-i", "-t", "-it", "--interactive", "--tty", "--rm", "--no-deps", "--privileged"];

/// Of words that begin alike the longer ones come first.
const WRAPPERS: [Wrapper; 31] = [
    wrapper(&["uv", "run"], UV, LOCKED, Then::Words),
    wrapper(&["poetry", "run"], &[], QUIET, Then::Words),
    wrapper(&["pipenv", "run"], &[], QUIET, Then::Words),
    wrapper(&["pdm", "run"], &[], QUIET, Then::Words),
    wrapper(&["hatch", "run"], &[], QUIET, Then::Words),
    wrapper(&["rye", "run"], &[], QUIET, Then::Words),
    wrapper(&["bundle", "exec"], &[], QUIET, Then::Words),
    wrapper(&["pnpm", "exec"], &[], QUIET, Then::Words),
    wrapper(&["yarn", "exec"], &[], QUIET, Then::Words),
    wrapper(&["yarn", "run"], &[], QUIET, Then::Words),
    wrapper(&["npm", "exec", "--"], &[], QUIET, Then::Words),
    wrapper(&["npx"], &[], QUIET, Then::Words),
    wrapper(&["bunx"], &[], QUIET, Then::Words),
    wrapper(&["nyc"], &[], QUIET, Then::Words),
    wrapper(&["c8"], &[], QUIET, Then::Words),
    wrapper(&["cross-env"], &[], QUIET, Then::Variables),
    wrapper(&["env"], &["-u", "--unset"], &["-i", "--ignore-environment"], Then::Variables),
    wrapper(
        &["timeout"],
        &["-s", "--signal", "-k", "--kill-after"],
        &["--foreground", "--preserve-status", "-v", "--verbose"],
        Then::One,
    ),
    wrapper(&["nice"], &["-n"], &[], Then::Words),
    wrapper(&["nohup"], &[], &[], Then::Words),
    wrapper(&["time"], &[], &["-p", "-v"], Then::Words),
    wrapper(&["stdbuf"], &["-o", "-e", "-i"], &["-oL", "-eL", "-o0", "-e0"], Then::Words),
    wrapper(&["xvfb-run"], &[], &["-a", "--auto-servernum"], Then::Words),
    wrapper(&["docker", "compose", "exec"], IN_CONTAINER, OF_CONTAINER, Then::One),
    wrapper(&["docker", "compose", "run"], IN_CONTAINER, OF_CONTAINER, Then::One),
    wrapper(&["docker-compose", "exec"], IN_CONTAINER, OF_CONTAINER, Then::One),
    wrapper(&["docker-compose", "run"], IN_CONTAINER, OF_CONTAINER, Then::One),
    wrapper(&["docker", "exec"], IN_CONTAINER, OF_CONTAINER, Then::One),
    wrapper(&["podman", "compose", "exec"], IN_CONTAINER, OF_CONTAINER, Then::One),
    wrapper(&["podman", "exec"], IN_CONTAINER, OF_CONTAINER, Then::One),
    wrapper(&["kubectl", "exec"], &["-n", "-c"], OF_CONTAINER, Then::One),
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
        if let Some(wrapper) = WRAPPERS.iter().find(|wrapper| starts(rest, wrapper.words)) {
            at.up(wrapper.length(rest));
        } else if rest.first().is_some_and(|word| base(word) == "yarn") && rest.len() > 1 {
            at.up(1);
        } else {
            return at;
        }
    }
}

/// Whether these words run others in a container, where the files may be other ones.
pub(super) fn is_in_container(words: &[String]) -> bool {
    words.iter().any(|word| ["docker", "docker-compose", "podman", "kubectl"].contains(&base(word)))
}

impl Wrapper {
    /// How many of the words are its own.
    fn length(&self, words: &[String]) -> usize {
        let mut at = self.words.len();
        let word = |at: usize| words.get(at).map_or("", String::as_str);
        loop {
            let name = word(at).split('=').next().unwrap_or_default();
            if self.valued.contains(&word(at)) {
                at.up(2);
            } else if self.flags.contains(&word(at)) || self.valued.contains(&name) {
                at.up(1);
            } else {
                break;
            }
        }
        match self.then {
            Then::Words => {}
            Then::One => at.up(1),
            Then::Variables => {
                while is_variable(word(at)) {
                    at.up(1);
                }
            }
        }
        at.min(words.len())
    }
}

/// Whether a word sets a variable: `NAME=value`.
pub(super) fn is_variable(word: &str) -> bool {
    word.split_once('=').is_some_and(|(name, _)| super::encode::is_identifier(name))
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
