//! Where the cursor is: in the name of an option, in its value, at an argument, or in words of another command.

use clap::{Arg, Command, ValueHint};

use crate::budget::Count as _;

/// What is at the cursor. The last of the words is the one under it, as far as it is typed.
#[derive(Debug)]
pub(super) enum Cursor<'a> {
    /// The name of an option.
    Option(&'a Command),
    /// The value of an option; so many chars of the word are before it.
    Value(&'a Arg, usize),
    /// An argument, the first of its command or a later one; subcommands may be named here.
    Argument(Option<&'a Arg>, Option<&'a Command>),
    /// A word of a command, which begins at this word.
    Other(usize),
}

/// Whether another command begins at this argument.
fn is_command(arg: &Arg) -> bool {
    arg.get_value_hint() == ValueHint::CommandWithArguments
}

/// The option that a word before the cursor names, when its value is the next word.
fn waits_for_value<'a>(command: &'a Command, word: &str) -> Option<&'a Arg> {
    if let Some(name) = word.strip_prefix("--") {
        return command.get_arguments().find(|arg| arg.get_long() == Some(name) && takes_value(arg));
    }
    // Of several letters the first that takes a value takes the rest of the word, too.
    let letters = word.strip_prefix('-')?;
    for (at, letter) in letters.char_indices() {
        let arg = command.get_arguments().find(|arg| arg.get_short() == Some(letter))?;
        if takes_value(arg) {
            let is_last = at.saturating_add(letter.len_utf8()) == letters.len();
            return is_last.then_some(arg);
        }
    }
    None
}

fn takes_value(arg: &Arg) -> bool {
    !arg.is_positional() && arg.get_action().takes_values()
}

/// Finds the cursor in the words after the program's name.
pub(super) fn cursor<'a>(whole: &'a Command, words: &[String]) -> Cursor<'a> {
    let Some((current, before)) = words.split_last() else { return Cursor::Argument(None, Some(whole)) };
    let mut command = whole;
    let mut waiting: Option<&Arg> = None;
    let (mut arguments, mut is_first, mut only_arguments) = (0_usize, true, false);
    for (at, word) in before.iter().enumerate() {
        if waiting.take().is_some() {
            continue;
        }
        let was_first = std::mem::replace(&mut is_first, false);
        if !only_arguments && word == "--" {
            only_arguments = true;
            let next = positional(command, arguments);
            if next.is_some_and(is_command) {
                return Cursor::Other(at.saturating_add(1));
            }
        } else if !only_arguments && word.starts_with('-') && word.len() > 1 {
            waiting = waits_for_value(command, word);
        } else if let Some(next) = command.find_subcommand(word).filter(|_| was_first && !only_arguments) {
            (command, is_first) = (next, true);
        } else {
            if positional(command, arguments).is_some_and(|arg| is_command(arg) && !arg.is_last_set()) {
                return Cursor::Other(at);
            }
            arguments.up(1);
        }
    }
    if let Some(arg) = waiting {
        return Cursor::Value(arg, 0);
    }
    if !only_arguments && current.starts_with('-') {
        return match current.split_once('=') {
            Some((name, _)) => match waits_for_value(command, name) {
                Some(arg) => Cursor::Value(arg, name.chars().count().saturating_add(1)),
                None => Cursor::Argument(None, None),
            },
            None => Cursor::Option(command),
        };
    }
    let argument = positional(command, arguments);
    if argument.is_some_and(|arg| is_command(arg) && (only_arguments || !arg.is_last_set())) {
        return Cursor::Other(before.len());
    }
    let argument = argument.filter(|arg| only_arguments || !arg.is_last_set());
    Cursor::Argument(argument, Some(command).filter(|_| is_first))
}

/// The argument of this number; the last one when that may be repeated.
fn positional(command: &Command, number: usize) -> Option<&Arg> {
    let all: Vec<&Arg> = command.get_positionals().collect();
    let last = || all.last().copied().filter(|arg| matches!(arg.get_action(), clap::ArgAction::Append));
    all.get(number).copied().or_else(last)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::args::bare_command;

    fn at(line: &str) -> String {
        let mut whole = bare_command();
        whole.build();
        let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
        match cursor(&whole, &words) {
            Cursor::Option(command) => format!("option of {}", command.get_name()),
            Cursor::Value(arg, before) => format!("value of {} after {before}", arg.get_id()),
            Cursor::Argument(arg, command) => format!(
                "argument {} of {}",
                arg.map_or("-", |arg| arg.get_id().as_str()),
                command.map_or("-", Command::get_name)
            ),
            Cursor::Other(word) => format!("command from {word}"),
        }
    }

    #[test]
    fn the_cursor_is_found_in_every_part_of_a_line() {
        for (line, found) in [
            ("", "argument files of weir"),
            ("sh", "argument files of weir"),
            ("a.log ", "argument files of -"),
            ("--", "option of weir"),
            ("-m ", "value of mode after 0"),
            ("-m mi", "value of mode after 0"),
            ("--mode=mi", "value of mode after 7"),
            ("-m minimal ", "argument files of -"),
            ("show ", "argument id of show"),
            ("show --", "option of show"),
            ("show last --format ", "value of format after 0"),
            ("show last ", "argument - of -"),
            ("run ", "command from 1"),
            ("run -m minimal ca", "command from 3"),
            ("run cargo test --re", "command from 1"),
            ("run -- cargo ", "command from 2"),
            ("run --ti", "option of run"),
            ("proxy ", "argument - of proxy"),
            ("proxy -- ./ser", "command from 2"),
            ("proxy install ", "argument client of install"),
            ("proxy install codex --", "option of install"),
            ("config ", "argument - of config"),
            ("config check ", "argument file of check"),
            ("batch a.log ", "argument paths of -"),
            ("-- sh", "argument files of -"),
        ] {
            assert_eq!(at(line), found, "{line}");
        }
    }
}
