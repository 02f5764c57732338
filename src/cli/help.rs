//! Help: short by `-h`, long by `--help`. A call that asks for none never makes these texts.

use std::ffi::OsString;

use super::args::bare_command;
use super::brief::BRIEF;
use super::manual;

/// The order of help.
const TEMPLATE: &str = "{about-with-newline}\n{before-help}{usage-heading} {usage}\n\n{all-args}{after-help}";

/// Options that `-h` of a subcommand leaves out.
const RARE: [&str; 11] = [
    "max_line_chars",
    "fit",
    "patterns",
    "rows",
    "color",
    "progress",
    "name",
    "no_compare",
    "slowest",
    "no_redact",
    "allow_host",
];

/// The same of one subcommand alone.
const RARE_OF: [(&str, &[&str]); 3] = [
    ("show", &["output", "cursor", "yes"]),
    (
        "compile",
        &["ratio", "budgets", "keep_last", "now", "memory_score", "event_log", "check", "max", "est"],
    ),
    ("proxy", &["log_level", "token_file", "header"]),
];

/// The command line's definition with everything that `--help` prints.
fn command() -> clap::Command {
    with_parts(bare_command(), manual::after_help)
}

/// The same as `-h` prints it: without options that are rare, and without the long texts.
fn brief_command() -> clap::Command {
    let parts = |name: &str| match manual::after_help(name).is_empty() {
        true => String::new(),
        false => format!("'weir {name} --help' says more."),
    };
    with_parts(bare_command(), parts).mut_subcommands(|command| {
        let of_this = RARE_OF.iter().find(|(name, _)| *name == command.get_name());
        let more = of_this.map_or(&[][..], |(_, ids)| *ids);
        command.mut_args(|arg| match arg.get_id().as_str() {
            id if RARE.contains(&id) || more.contains(&id) => arg.hide(true),
            _ => arg,
        })
    })
}

/// Examples come first, everything else comes last.
fn with_parts(command: clap::Command, after: impl Fn(&str) -> String) -> clap::Command {
    let with = |command: clap::Command| {
        let name = command.get_name().to_owned();
        command.help_template(TEMPLATE).before_help(manual::examples(&name)).after_help(after(&name))
    };
    with(command).mut_subcommands(with)
}

/// Whether help was asked for by `-h`, alone or after other short options.
fn asks_for_brief_help(words: &[OsString]) -> bool {
    let is_brief = |word: &OsString| {
        let word = word.to_string_lossy();
        word.ends_with('h') && word.strip_prefix('-').is_some_and(|rest| !rest.starts_with('-'))
    };
    words.iter().any(is_brief) && !words.iter().any(|word| word == "--help")
}

/// What `-h` prints: of weir itself a text of its own, of a subcommand what clap makes of the usual options.
fn brief_help(words: &[OsString]) -> String {
    let is_of_weir = words.get(1).and_then(|word| word.to_str()).is_none_or(|word| word.starts_with('-'));
    match brief_command().try_get_matches_from(words) {
        Err(help) if !is_of_weir => rendered(&help),
        _ => BRIEF.to_owned(),
    }
}

/// What help prints for these words, which ask for it.
pub(super) fn help(words: &[OsString]) -> String {
    if asks_for_brief_help(words) {
        return brief_help(words);
    }
    command().try_get_matches_from(words).map_or_else(|help| rendered(&help), |_| String::new())
}

/// Help as it is printed. It may show what variables of the environment hold.
fn rendered(help: &clap::Error) -> String {
    crate::text::sanitize(&help.render().to_string()).0.into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::args::{Call, parse};

    #[test]
    fn the_definitions_of_help_are_consistent() {
        command().debug_assert();
        brief_command().debug_assert();
    }

    #[test]
    fn short_help_is_asked_for_by_its_letter_alone() {
        let help = |words: &[&str]| match parse(
            std::iter::once("weir").chain(words.iter().copied()).map(OsString::from),
        ) {
            Ok(Call::Tell(text)) => text,
            other => panic!("{words:?}: {other:?}"),
        };
        for words in [&["-h"][..], &["-m", "minimal", "-h"]] {
            assert_eq!(help(words), BRIEF);
        }
        for words in [&["--help"][..], &["help"]] {
            assert!(help(words).contains("\nEnvironment:\n") && help(words).lines().count() > 100);
        }
        let bare = bare_command();
        for name in bare.get_subcommands().map(clap::Command::get_name) {
            let (short, long) = (help(&[name, "-h"]), help(&[name, "--help"]));
            assert!(short.lines().count() <= 40, "{name}: {short}");
            assert!(
                long.contains("\nExit codes:\n") && !short.contains("\nExit codes:\n"),
                "{name}: {short}"
            );
            assert!(short.contains("\n\nExamples:\n  "), "{name}: {short}");
            assert!(short.contains(&format!("'weir {name} --help' says more.")), "{name}: {short}");
        }
    }
}
