//! What clap refused, in weir's own words: what is wrong, and what to do next.

use std::ffi::OsString;

use clap::Command;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use super::args::bare_command;
use super::exit::Problem;
use super::suggest;
use super::words::shown;
use crate::render::documents::Format;

/// Printed when `weir run` has no command.
const COMMAND_MISSING: &str = "the command follows the options, as in 'weir run cargo test'";

/// Options of other programs, the option of weir that each needs to exist, and how it is typed.
const MEANT: &[(&[&str], &str, &str)] = &[
    (&["--verbose", "-v", "-vv", "--full", "--all"], "mode", "--mode verbose"),
    (
        &["--minimal", "--quiet", "-q", "-qq", "--silent", "-s", "--short", "--brief"],
        "mode",
        "--mode minimal",
    ),
    (&["--standard", "--normal"], "mode", "--mode standard"),
    (&["--json", "-j"], "format", "--format json"),
    (&["--text", "--plain"], "format", "--format text"),
    (&["--no-color", "--no-colour"], "color", "--color never"),
    (&["--colour"], "color", "--color WHEN"),
    (&["--runner", "--tool", "--framework"], "from", "--from RUNNER"),
    (&["--lines", "-n", "--tail", "--head"], "max_lines", "--max-lines N"),
    (&["--chars", "-c", "--width"], "max_chars", "--max-chars N"),
    (&["--exit-code", "--status"], "child_exit", "--child-exit N"),
    (&["--no-fail", "--ignore-exit"], "exit_zero", "--exit-zero"),
    (&["-f", "--file"], "files", "FILE, without an option before it"),
    (&["-o", "--out"], "output", "--output FORMAT=FILE"),
];

/// How an argument is named in a message: an option as it is typed, and a word by its name alone.
fn named(argument: &str) -> String {
    let word = argument.strip_prefix('<').and_then(|rest| rest.trim_end_matches("...").strip_suffix('>'));
    let word = word.filter(|word| !word.contains('>'));
    let optional = argument.strip_prefix('[').and_then(|rest| rest.trim_end_matches("...").strip_suffix(']'));
    let word = word.or(optional);
    word.map_or_else(|| format!("'{}'", argument.split(' ').next().unwrap_or_default()), str::to_owned)
}

/// Reports what clap refused in the form of every other problem. `words` are those of the command line, the program first.
pub(super) fn in_own_words(refusal: &clap::Error, words: &[OsString]) -> Problem {
    let word = |kind| refusal.get(kind).map(ToString::to_string).unwrap_or_default();
    let option = word(ContextKind::InvalidArg);
    let whole = bare_command();
    let (path, command) = at_hand(&whole, words);
    let see_help = format!("see '{path} --help'");
    match refusal.kind() {
        ErrorKind::UnknownArgument if !option.starts_with('-') => {
            Problem::usage(format!("unexpected word {}", shown(&option))).hint(see_help)
        }
        ErrorKind::UnknownArgument => {
            let problem = Problem::usage(format!("unknown option {}", shown(&option)));
            let near = || refusal.get(ContextKind::SuggestedArg).map(ToString::to_string);
            if std::ptr::eq(command, &whole)
                && let Some(hint) = suggest::command_in_front(words)
            {
                return problem.hint(hint);
            }
            match meant(&option, command).or_else(near) {
                Some(near) => problem.hint(format!("did you mean '{near}'? {see_help}")),
                None => problem.hint(see_help),
            }
        }
        ErrorKind::InvalidValue => {
            let value = word(ContextKind::InvalidValue);
            if let Some(problem) = with_one_hyphen(words, command, &option) {
                return problem.hint(see_help);
            }
            let problem = if value.is_empty() && !option.starts_with('-') {
                Problem::usage(format!("{} cannot be empty", named(&option)))
            } else if value.is_empty() {
                Problem::usage(format!("{} needs a value", named(&option)))
            } else {
                Problem::usage(format!("{} cannot be {}", named(&option), shown(&value)))
            };
            let possible = match refusal.get(ContextKind::ValidValue) {
                Some(ContextValue::Strings(values)) if !values.is_empty() => {
                    format!("the values are {}", values.join(", "))
                }
                _ => see_help,
            };
            if std::ptr::eq(command, &whole)
                && let Some(hint) = suggest::command_in_front(words)
            {
                return problem.hint(hint);
            }
            let other_shell = OTHER_SHELLS.contains(&value.as_str());
            match refusal.get(ContextKind::SuggestedValue).filter(|_| !other_shell) {
                Some(near) => problem.hint(format!("did you mean '{near}'? {possible}")),
                None => problem.hint(possible),
            }
        }
        ErrorKind::MissingRequiredArgument if option.starts_with("<CMD>") => {
            Problem::usage("missing COMMAND").hint(COMMAND_MISSING)
        }
        ErrorKind::MissingRequiredArgument => {
            Problem::usage(format!("missing {}", named(&option))).hint(see_help)
        }
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand | ErrorKind::MissingSubcommand => {
            let names = command.get_subcommands().map(Command::get_name).filter(|name| *name != "help");
            let known = names.collect::<Vec<_>>().join(", ");
            Problem::usage(format!("missing the command of '{path}'"))
                .hint(format!("the commands are {known}; {see_help}"))
        }
        ErrorKind::InvalidSubcommand => {
            let name = word(ContextKind::InvalidSubcommand);
            let problem = Problem::usage(format!("unknown command {}", shown(&name)));
            match refusal.get(ContextKind::SuggestedSubcommand) {
                Some(near) => problem.hint(format!("did you mean '{path} {near}'? {see_help}")),
                None => problem.hint(see_help),
            }
        }
        _ => {
            let rendered = refusal.render().to_string();
            let first = rendered.lines().next().unwrap_or_default();
            Problem::usage(first.strip_prefix("error: ").unwrap_or(first)).hint(see_help)
        }
    }
}

/// Shells of which a known one is no misspelling.
const OTHER_SHELLS: [&str; 7] = ["csh", "tcsh", "ksh", "dash", "sh", "nu", "ash"];

/// A long option with one hyphen, which is read as a short one with the rest as its value: `-mode` for `--mode`.
fn with_one_hyphen(words: &[OsString], command: &Command, option: &str) -> Option<Problem> {
    let long = option.split(' ').next()?.strip_prefix("--")?;
    let short = command.get_arguments().find(|known| known.get_long() == Some(long))?.get_short()?;
    let typed = words.iter().filter_map(|word| word.to_str()).find(|word| {
        let name = word.strip_prefix('-').unwrap_or_default().split('=').next().unwrap_or_default();
        name.starts_with(short)
            && name.len() > 1
            && command.get_arguments().any(|known| known.get_long() == Some(name))
    })?;
    Some(Problem::usage(format!(
        "unknown option {}; long options have two hyphens, '-{typed}'",
        shown(typed)
    )))
}

/// The subcommand that was typed, and how it is called.
fn at_hand<'a>(whole: &'a Command, words: &[OsString]) -> (String, &'a Command) {
    let (mut path, mut command) = ("weir".to_owned(), whole);
    for word in words.iter().skip(1) {
        let Some(next) = word.to_str().and_then(|word| command.find_subcommand(word)) else { break };
        path = format!("{path} {}", next.get_name());
        command = next;
    }
    (path, command)
}

/// The option of this command that people mean by one of other programs.
fn meant(option: &str, command: &Command) -> Option<String> {
    let has = |id: &str| command.get_arguments().any(|known| known.get_id() == id);
    let found = MEANT.iter().find(|(names, id, _)| names.contains(&option) && has(id));
    let document = || {
        let name = option.strip_prefix("--")?;
        (has("output") && Format::ALL.iter().any(|format| format.name() == name))
            .then(|| format!("--output {name}=FILE"))
    };
    found.map(|(_, _, typed)| (*typed).to_owned()).or_else(document)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::args::{Call, parse};

    fn refused(words: &[&str]) -> String {
        match parse(std::iter::once("weir").chain(words.iter().copied()).map(OsString::from)) {
            Err(problem) => problem.to_string(),
            Ok(Call::Do(args)) => panic!("{words:?}: {args:?}"),
            Ok(call) => panic!("{words:?}: {call:?}"),
        }
    }

    #[test]
    fn a_refusal_says_what_is_wrong_and_what_to_do_next() {
        for (words, message) in [
            (
                &["--max-char", "5"][..],
                "unknown option '--max-char'\nhint: did you mean '--max-chars'? see 'weir --help'",
            ),
            (&["-Z"], "unknown option '-Z'\nhint: see 'weir --help'"),
            (
                &["-m", "verbos"],
                "'--mode' cannot be 'verbos'\nhint: did you mean 'verbose'? the values are minimal, standard, verbose",
            ),
            (&["--format"], "'--format' needs a value\nhint: the values are text, json"),
            (
                &["completions", "nosh"],
                "SHELL cannot be 'nosh'\nhint: did you mean 'zsh'? the values are bash, elvish, fish, powershell, zsh",
            ),
            (&["man"], "missing DIR\nhint: see 'weir man --help'"),
            (&["run", "-Z", "true"], "unknown option '-Z'\nhint: see 'weir run --help'"),
            (
                &["--exit-zero=5"],
                "unexpected value '5' for '--exit-zero' found; no more were expected\nhint: see 'weir --help'",
            ),
            (
                &["config", "chekc"],
                "unknown command 'chekc'\nhint: did you mean 'weir config check'? see 'weir config --help'",
            ),
            (&["--\u{1b}[2J"], "unknown option '--\\u{1b}[2J'\nhint: see 'weir --help'"),
        ] {
            assert_eq!(refused(words), message);
        }
    }

    #[test]
    fn an_option_of_other_programs_is_answered_with_the_one_of_weir() {
        for (option, meant) in [
            ("--verbose", "--mode verbose"),
            ("-v", "--mode verbose"),
            ("--minimal", "--mode minimal"),
            ("-q", "--mode minimal"),
            ("--json", "--format json"),
            ("--no-color", "--color never"),
            ("--junit", "--output junit=FILE"),
            ("--sarif", "--output sarif=FILE"),
        ] {
            let message = refused(&[option]);
            assert_eq!(
                message,
                format!("unknown option '{option}'\nhint: did you mean '{meant}'? see 'weir --help'")
            );
        }
        // Not where the command has no such option.
        assert_eq!(
            refused(&["tokens", "--verbose"]),
            "unknown option '--verbose'\nhint: see 'weir tokens --help'"
        );
        assert!(
            refused(&["tokens", "--json"]).contains("did you mean '--format json'? see 'weir tokens --help'")
        );
        assert!(
            MEANT.iter().all(|(_, id, _)| bare_command().get_arguments().any(|known| known.get_id() == id))
        );
    }
}
