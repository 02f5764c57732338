//! Where commands begin and end, as shells, build tools and CI services print it.
//!
//! No run goes on over such a line: a run that began above it and has no end yet died there. The line may also be printed
//! by a test, so it ends nothing by itself; it only keeps totals below it from taking back failures above it.

use super::last_word;
use crate::recognize::kit::{crash, scan};
use crate::text::Line;

/// Beginnings of lines with which a command or a step begins or ends. [`is_bound`] has their first bytes.
const BEGINNINGS: [&str; 19] = [
    "##[group]Run ",
    "##[section]Starting: ",
    "##[section]Finishing: ",
    "##[error]Process completed with exit code ",
    "##[error]Bash exited with code ",
    "Error: Process completed with exit code ",
    "ERROR: Job failed: ",
    "Exited with code ",
    "The command \"",
    "npm error code ",
    "npm ERR! code ",
    "error Command failed with ",
    "yarn run v",
    "> nx run ",
    "> Task :",
    "section_start:",
    "section_end:",
    "travis_time:",
    "travis_fold:",
];

/// What a shell prints about a command that does not exist, at the end of its line.
const NO_COMMAND: [&str; 4] = [
    ": command not found",
    ": Command not found.",
    ": not found",
    "' is not recognized as an internal or external command,",
];

/// The names of shells at the beginning of such a line.
const SHELLS: [&str; 9] =
    ["bash: ", "sh: ", "/bin/sh: ", "/bin/bash: ", "-bash: ", "dash: ", "ash: ", "ksh: ", "zsh: "];

/// Whether no run goes on over the line.
#[must_use]
pub fn is_bound(line: &Line<'_>) -> bool {
    let text = line.judged();
    let begins = || BEGINNINGS.iter().any(|beginning| text.starts_with(beginning));
    // Called on every unknown line: the first two bytes decide most of them.
    match text.as_bytes() {
        [b'#', b'#', ..]
        | [b'E', b'r' | b'R' | b'x', ..]
        | [b'T', b'h', b'e', b' ', b'c', ..]
        | [b'n', b'p', ..]
        | [b'e', b'r', ..]
        | [b'y', b'a', ..]
        | [b's', b'e', ..]
        | [b't', b'r', ..] => begins(),
        [b'R', b'u', ..] => line.begins_group() && text.starts_with("Run "),
        [b'P', b'r', ..] => line.error && text.starts_with("Process completed with exit code "),
        [b'K' | b'S' | b'A' | b'B' | b'I' | b'F' | b'T', ..] => is_death(text),
        [b'N', b'o', ..] => last_word::is_end_of_node(text),
        [b'm', b'a', ..] | [b'g', b'm', ..] => {
            (text.starts_with("make") || text.starts_with("gmake")) && text.contains(": *** ")
        }
        [b'$', b' ', next, ..] => *next != b' ',
        [b'$', b' '] => true,
        [b'>', b' ', ..] => begins() || is_script(text),
        _ => false,
    }
}

/// Whether the line is all that a shell prints about a command that a signal ended.
#[must_use]
pub fn is_death(text: &str) -> bool {
    let text = text.trim_end();
    text == "Terminated" || crash::is_signal(text)
}

/// `> moor@1.0.0 test`: npm begins a script.
fn is_script(text: &str) -> bool {
    let mut words = text.strip_prefix("> ").unwrap_or_default().split(' ');
    let version = words.next().and_then(|package| package.rsplit_once('@')).map(|(_, version)| version);
    let numbered = version.is_some_and(|version| version.as_bytes().first().is_some_and(u8::is_ascii_digit));
    numbered && words.next().is_some_and(|script| !script.is_empty()) && words.all(|word| word != ">")
}

/// Whether a shell says that a command does not exist: `bash: line 1: moor: command not found`.
#[must_use]
pub fn is_missing(text: &str) -> bool {
    let text = text.trim_end();
    let ends = || NO_COMMAND.iter().any(|end| text.ends_with(end));
    match text.as_bytes().last() {
        Some(b'd' | b'.' | b',') => {
            let shell = SHELLS.iter().any(|shell| text.starts_with(shell))
                || scan::trim_start(text).starts_with('\'');
            (shell || in_script(text)) && ends()
        }
        _ => text.starts_with("zsh: command not found: "),
    }
}

/// `./run.sh: line 4: moor: command not found`.
fn in_script(text: &str) -> bool {
    text.split_once(": line ").is_some_and(|(file, rest)| !file.contains(' ') && scan::number(rest).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_that_begins_fails_or_dies_is_a_bound() {
        for text in [
            "##[group]Run make",
            "##[error]Process completed with exit code 2.",
            "The command \"make\" exited with 2.",
            "npm error code 1",
            "make[1]: *** [Makefile:4: moor] Error 1",
            "Killed",
            "Node.js v22.1.0",
            "Segmentation fault (core dumped)",
            "$ make",
            "> moor@1.0.0 test",
            "> nx run moor:test",
        ] {
            assert!(is_bound(&Line::of(text)), "{text}");
        }
        for text in ["Run make", "$  a", "> moor", "> a@b", "Killed it", "make test", "Terminated early", ""]
        {
            assert!(!is_bound(&Line::of(text)), "{text}");
        }
    }

    #[test]
    fn a_shell_says_that_a_command_is_missing() {
        for text in [
            "bash: moor: command not found",
            "sh: 1: moor: not found",
            "./run.sh: line 4: moor: command not found",
            "zsh: command not found: moor",
            "'moor' is not recognized as an internal or external command,",
        ] {
            assert!(is_missing(text), "{text}");
        }
        assert!(!is_missing("the quay: not found") && !is_missing("moor: command not found"));
    }
}
