//! What somebody probably meant whose words cannot be done: a first word that is no file, a command that does not start.

use std::ffi::{OsStr, OsString};
use std::io;
use std::path::Path;

use clap::Command;

use super::args::bare_command;
use super::words::{command_line, nearest, shown};
use crate::agents::calls::is_tool;

/// Words that people try for something that has another name here, and what does it.
const OTHER_NAMES: &[(&[&str], &str)] = &[
    (
        &["init", "install", "hook", "hooks", "agents"],
        "'weir setup AGENT' puts weir into the shell of a coding agent",
    ),
    (&["version"], "'weir --version' prints the version"),
    (&["list", "ls", "history", "log", "logs", "runs"], "'weir show' lists the stored runs"),
    (&["last", "failures"], "'weir show last' shows the last run again"),
    (&["clean", "clear", "purge", "rm"], "'weir show --purge' removes the stored runs"),
    (&["serve", "server"], "'weir mcp' is an MCP server, and 'weir proxy' is in front of one"),
    (&["exec", "wrap", "test", "watch"], "'weir run CMD...' runs a command, as in 'weir run cargo test'"),
    (&["retry"], "'weir rerun' runs again what failed"),
    (&["filter", "cat", "read"], "'weir FILE' reads a file, and a pipe is read without a word"),
    (&["completion", "complete"], "'weir completions SHELL' prints the completion script"),
    (&["summary", "count"], "'weir batch PATH...' judges many logs"),
];

/// Commands of a shell that are no programs.
const OF_THE_SHELL: &[&str] = &[
    ".", "alias", "cd", "eval", "exec", "export", "popd", "pushd", "set", "shopt", "source", "ulimit",
    "umask", "unset",
];

/// A hint for a first word that is no file. `words` are all words without options, `path` is where programs are.
pub(super) fn for_first_word(words: &[OsString], path: Option<&OsStr>) -> Option<String> {
    let word = words.first()?.to_str()?;
    if let Some((_, hint)) = OTHER_NAMES.iter().find(|(names, _)| names.contains(&word)) {
        return Some((*hint).to_owned());
    }
    let known = bare_command();
    if known.find_subcommand(word).is_some() {
        return Some(format!("'{word}' is a command of weir when it is the first word"));
    }
    let program = word.split_whitespace().next()?;
    if is_tool(program) || is_program(program, path) {
        return Some(run_instead(&parted(words)));
    }
    nearest_command(word, &known)
        .map(|near| format!("did you mean 'weir {near}'? 'weir -h' lists the commands"))
}

/// A hint for an unknown option after a first word that is a known tool, or nearly a subcommand.
pub(super) fn command_in_front(words: &[OsString]) -> Option<String> {
    let words = words.get(1..)?;
    let word = words.first()?.to_str()?;
    if is_tool(word) {
        return Some(run_instead(words));
    }
    let plain = !word.starts_with('-') && word.bytes().all(|byte| byte.is_ascii_lowercase());
    let known = bare_command();
    let near = plain.then(|| nearest_command(word, &known)).flatten();
    near.map(|near| format!("did you mean 'weir {near}'? 'weir -h' lists the commands"))
}

/// A hint for a command that cannot be started as there is no such program.
pub(super) fn for_missing_program(command: &[OsString]) -> Option<String> {
    let first = command.first()?.to_str()?;
    let alone = command.len() == 1;
    if let Some((name, _)) = first.split_once('=')
        && !name.is_empty()
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    {
        return Some(format!("'env' sets a variable for a command: weir run env {}", command_line(command)));
    }
    if OF_THE_SHELL.contains(&first) {
        let line = command.iter().map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ");
        let line = shown(&format!("{line} && CMD"));
        return Some(format!("'{first}' is a command of the shell, not a program: weir run sh -c {line}"));
    }
    if first.contains(char::is_whitespace) && alone {
        let in_shell = first.contains(['|', '&', ';', '<', '>', '$', '*', '\'', '"', '`']);
        return Some(if in_shell {
            format!("a shell runs a line: weir run sh -c {}", shown(first))
        } else {
            format!("each word is a word of its own: weir run {}", command_line(&parted(command)))
        });
    }
    None
}

/// A hint for a command that the system refuses to start, where its program is a script of Windows.
pub(super) fn for_script(command: &[OsString], refused: io::ErrorKind) -> Option<String> {
    if !cfg!(windows) {
        return None;
    }
    let (first, words) = command.split_first()?;
    let is = |ending: &str| Path::new(first).extension().is_some_and(|own| own.eq_ignore_ascii_case(ending));
    if is("ps1") {
        let program = ["powershell", "-NoProfile", "-File"].map(OsString::from);
        let all: Vec<OsString> = program.iter().chain([first]).chain(words).cloned().collect();
        return Some(format!("PowerShell runs it: weir run {}", command_line(&all)));
    }
    // The standard library refuses what has no form in which a batch file gets it.
    let first = shown(&first.to_string_lossy());
    let in_arguments = refused == io::ErrorKind::InvalidInput;
    in_arguments.then(|| format!("{first} is a batch file: none of its arguments may have a line end"))
}

fn run_instead(words: &[OsString]) -> String {
    format!("to run a command: weir run {}", command_line(words))
}

/// The words of a line that was typed as one word.
fn parted(words: &[OsString]) -> Vec<OsString> {
    match words {
        [one] => one.to_string_lossy().split_whitespace().map(OsString::from).collect(),
        _ => words.to_vec(),
    }
}

fn nearest_command<'a>(word: &str, known: &'a Command) -> Option<&'a str> {
    nearest(word, known.get_subcommands().map(Command::get_name))
}

/// Whether there is a program of this name.
fn is_program(name: &str, path: Option<&OsStr>) -> bool {
    let plain = Path::new(name).components().count() == 1;
    plain
        && path.is_some_and(|path| {
            std::env::split_paths(path).any(|folder| folder.is_absolute() && folder.join(name).is_file())
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(words: &[&str]) -> Vec<OsString> {
        words.iter().map(OsString::from).collect()
    }

    #[test]
    fn a_first_word_that_is_no_file_gets_the_hint_that_fits() {
        let hint = |all: &[&str]| for_first_word(&words(all), None).unwrap_or_default();
        assert_eq!(hint(&["shwo"]), "did you mean 'weir show'? 'weir -h' lists the commands");
        assert_eq!(hint(&["rnu"]), "did you mean 'weir run'? 'weir -h' lists the commands");
        assert_eq!(hint(&["init"]), "'weir setup AGENT' puts weir into the shell of a coding agent");
        assert_eq!(hint(&["version"]), "'weir --version' prints the version");
        assert_eq!(hint(&["cargo", "test"]), "to run a command: weir run cargo test");
        assert_eq!(hint(&["cargo test"]), "to run a command: weir run cargo test");
        assert_eq!(hint(&["runners"]), "'runners' is a command of weir when it is the first word");
        assert_eq!(hint(&["no-such.log"]), "");
    }

    #[test]
    fn a_program_is_looked_for_where_programs_are() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("quayside"), "").unwrap();
        let hint = |path| for_first_word(&words(&["quayside", "-x"]), path);
        assert_eq!(hint(None), None);
        assert_eq!(
            hint(Some(folder.path().as_os_str())),
            Some("to run a command: weir run quayside -x".to_owned())
        );
    }

    #[test]
    fn an_unknown_option_after_a_tool_is_the_tools() {
        let hint = |all: &[&str]| command_in_front(&words(all)).unwrap_or_default();
        assert_eq!(
            hint(&["weir", "cargo", "test", "--release"]),
            "to run a command: weir run cargo test --release"
        );
        assert_eq!(
            hint(&["weir", "shwo", "--raw"]),
            "did you mean 'weir show'? 'weir -h' lists the commands"
        );
        assert_eq!(hint(&["weir", "build.log", "--modes"]), "");
        assert_eq!(hint(&["weir", "--modes"]), "");
    }

    #[test]
    fn a_command_that_does_not_start_is_put_right() {
        let hint = |all: &[&str]| for_missing_program(&words(all)).unwrap_or_default();
        assert_eq!(hint(&["cargo test"]), "each word is a word of its own: weir run cargo test");
        assert_eq!(hint(&["cd x && make"]), "a shell runs a line: weir run sh -c 'cd x && make'");
        assert_eq!(
            hint(&["FOO=1", "make", "a b"]),
            "'env' sets a variable for a command: weir run env FOO=1 make 'a b'"
        );
        assert_eq!(
            hint(&["cd", "x"]),
            "'cd' is a command of the shell, not a program: weir run sh -c 'cd x && CMD'"
        );
        assert_eq!(hint(&["no-such"]), "");
        assert_eq!(hint(&["=", "x"]), "");
    }
}
