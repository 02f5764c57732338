//! What somebody meets who has never used weir: short help, hints, numbers, messages.

use std::fs;
#[cfg(target_os = "linux")]
use std::process::Command as Process;

use assert_cmd::Command;

use crate::support::Plain as _;

fn weir(words: &[&str]) -> Command {
    let mut command = Command::cargo_bin("weir").unwrap();
    command.plain();
    command.env("WEIR_STORE", "off").args(words);
    command
}

fn printed(words: &[&str]) -> String {
    let output = weir(words).assert().success().stderr("").get_output().clone();
    String::from_utf8(output.stdout).unwrap()
}

/// The message on standard error, and the exit code.
fn message(words: &[&str]) -> (i32, String) {
    let output = weir(words).write_stdin("").output().unwrap();
    (output.status.code().unwrap(), String::from_utf8(output.stderr).unwrap())
}

#[track_caller]
fn hints(words: &[&str], code: i32, hint: &str) {
    let (ended, message) = message(words);
    assert!(ended == code && message.ends_with(&format!("\nhint: {hint}\n")), "{words:?}: {ended} {message}");
}

#[test]
fn short_help_has_at_most_40_lines_and_examples_first() {
    let help = printed(&["-h"]);
    assert!(help.lines().count() <= 40, "{help}");
    let at = |title: &str| help.lines().position(|line| line.starts_with(title)).unwrap();
    assert!(
        at("Examples:") < at("Usage:") && at("Usage:") < at("Options:") && at("Options:") < at("Commands:")
    );
    for name in ["run", "rerun", "show", "batch", "proxy", "mcp", "compile", "stats", "man"] {
        assert!(printed(&[name, "-h"]).lines().count() <= 40, "{name}");
    }
}

#[test]
fn long_help_has_its_topics_in_the_order_of_use() {
    for words in [&["--help"][..], &["help"]] {
        let help = printed(words);
        let titles: Vec<&str> =
            help.lines().filter(|line| line.ends_with(':') && !line.starts_with(' ')).collect();
        assert_eq!(
            titles,
            [
                "Examples:",
                "Commands:",
                "Arguments:",
                "Options:",
                "Limits:",
                "Input:",
                "Output:",
                "Modes:",
                "Exit codes:",
                "Stored runs:",
                "Last run:",
                "Documents:",
                "Readers:",
                "Patterns:",
                "Secrets:",
                "Environment:",
                "Files:"
            ]
        );
    }
}

#[test]
fn a_wrong_first_word_gets_the_hint_that_fits() {
    hints(&["shwo"], 2, "did you mean 'weir show'? 'weir -h' lists the commands");
    hints(&["rnu"], 2, "did you mean 'weir run'? 'weir -h' lists the commands");
    hints(&["rnu", "cargo", "--release"], 2, "did you mean 'weir run'? 'weir -h' lists the commands");
    hints(&["init"], 2, "'weir setup AGENT' puts weir into the shell of a coding agent");
    hints(&["version"], 2, "'weir --version' prints the version");
    hints(&["cargo", "test"], 2, "to run a command: weir run cargo test");
    hints(&["cargo", "test", "--release"], 2, "to run a command: weir run cargo test --release");
    // Only the first word is a mistyped command, and only of weir itself.
    assert_eq!(
        message(&["no-such.log"]),
        (2, "weir: failed to read 'no-such.log': no such file\n".to_owned())
    );
    assert_eq!(message(&["page", "shwo"]), (2, "weir: failed to read 'shwo': no such file\n".to_owned()));
}

#[test]
#[cfg(unix)] // needs a POSIX shell
fn a_command_that_cannot_start_gets_the_hint_that_fits() {
    hints(&["run", "--", "cargo test"], 127, "each word is a word of its own: weir run cargo test");
    hints(&["run", "--", "FOO=1", "cmd"], 127, "'env' sets a variable for a command: weir run env FOO=1 cmd");
    let command_of_the_shell =
        "'source' is a command of the shell, not a program: weir run sh -c 'source x && CMD'";
    hints(&["run", "source", "x"], 127, command_of_the_shell);
    hints(&["run", "cd x && make"], 127, "a shell runs a line: weir run sh -c 'cd x && make'");
}

#[test]
fn options_of_other_programs_are_answered_with_the_right_one() {
    for (option, right) in [
        ("--verbose", "--mode verbose"),
        ("-v", "--mode verbose"),
        ("--minimal", "--mode minimal"),
        ("-q", "--mode minimal"),
        ("--json", "--format json"),
    ] {
        hints(&[option], 2, &format!("did you mean '{right}'? see 'weir --help'"));
        hints(&["run", option, "--", "true"], 2, &format!("did you mean '{right}'? see 'weir run --help'"));
    }
    hints(&["show", "--json"], 2, "did you mean '--format json'? see 'weir show --help'");
}

#[test]
fn every_number_may_end_in_a_letter() {
    let ten_lines = "line\n".repeat(2000);
    for (words, variable) in [
        (&["--max-lines", "1k", "--max-chars", "8k"][..], None),
        (&["--max-lines", "1K", "--max-chars", "1M"], None),
        (&[], Some(("WEIR_MAX_LINES", "1k"))),
    ] {
        let mut command = weir(words);
        variable.into_iter().for_each(|(name, value)| {
            command.env(name, value);
        });
        let output = command.write_stdin(ten_lines.as_str()).assert().success().get_output().stdout.clone();
        assert!(output.len() <= 1_000_000 && output.iter().filter(|byte| **byte == b'\n').count() <= 1000);
    }
    assert_eq!(
        message(&["--max-chars", "10M"]),
        (2, "weir: --max-chars must be at most 1000000, the ceiling of every answer, not '10M'\n".to_owned())
    );
    // The pieces, times, and the configuration.
    weir(&["page", "-b", "8k", "--limit", "50", "--ttl", "5m"]).write_stdin("[1]").assert().success();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("weir.yaml");
    fs::write(&file, "itemBudget: 8k\nfilter:\n  maxChars: 10k\n").unwrap();
    let shown =
        weir(&["config", "show", "--config"]).arg(&file).assert().success().get_output().stdout.clone();
    let shown = String::from_utf8(shown).unwrap();
    assert!(shown.contains("itemBudget: 8000") && shown.contains("maxChars: 10000"), "{shown}");
    let by_variable =
        weir(&["config", "show"]).env("WEIR_ITEM_BUDGET", "9k").assert().success().get_output().clone();
    assert!(String::from_utf8(by_variable.stdout).unwrap().contains("itemBudget: 9000"));
}

#[test]
#[cfg(target_os = "linux")] // needs a terminal
fn weir_alone_on_a_terminal_prints_eight_lines() {
    let mut process = Process::new("script");
    process.plain();
    let output = process
        .env("WEIR", assert_cmd::cargo::cargo_bin("weir"))
        .args(["-qec", "\"$WEIR\"", "/dev/null"])
        .output();
    let Ok(output) = output else {
        eprintln!("left out: there is no 'script' on this machine");
        return;
    };
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!((output.status.code(), text.lines().count()), (Some(2), 8), "{text}");
    assert!(text.starts_with("weir: nothing to read; ") && text.contains("weir run cargo test"), "{text}");
}

#[test]
fn what_is_wrong_in_json_is_printed_with_line_and_column_in_plain_words() {
    for (words, text, wrong) in [
        (
            &["page"][..],
            "[1,\n 2",
            "standard input: not JSON at line 2, column 2: the text ends inside a list",
        ),
        (
            &["digest"],
            "{\"a\" 1}",
            "standard input: not JSON at line 1, column 6: a colon is missing after a key",
        ),
        (
            &["pack", "-b", "8k"],
            "{\"text\": \"a\"}\n{text: 1}",
            "standard input: .[1]: not JSON at line 2, column 2: a key must be in double quotes",
        ),
        (
            &["compile", "--window", "8k"],
            "{\"task\": \"a\",}",
            "standard input is not JSON at line 1, column 14: there is a comma after the last item",
        ),
    ] {
        let output = weir(words).write_stdin(text).output().unwrap();
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(
            (output.status.code(), message.lines().next().unwrap()),
            (Some(2), format!("weir: {wrong}").as_str())
        );
    }
}

#[test]
fn a_key_that_compile_does_not_know_is_refused_with_the_nearest_one() {
    let output = weir(&["compile", "--window", "8k"]).write_stdin("{\"histroy\": []}").output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.contains("'histroy': is unknown; did you mean 'history'?"), "{message}");
}

#[test]
#[cfg(unix)] // needs a home in the variables of Unix
fn without_a_home_the_missing_copy_is_a_warning() {
    let message = |command: &mut Command| {
        command.env_remove("HOME").env_remove("XDG_STATE_HOME").env_remove("XDG_CONFIG_HOME");
        let output = command.write_stdin("x\n").assert().success().stdout("x\n").get_output().clone();
        String::from_utf8(output.stderr).unwrap()
    };
    let warned = message(weir(&[]).env_remove("WEIR_STORE"));
    assert!(
        warned.starts_with("weir: warning: no copy of the input is kept, as HOME is not set"),
        "{warned}"
    );
    assert_eq!(message(weir(&["--no-store"]).env_remove("WEIR_STORE")), "");
    assert_eq!(message(&mut weir(&[])), "");
}

#[test]
fn a_directory_as_a_file_is_answered_with_batch() {
    hints(&["src"], 2, "'weir batch src' judges the logs in it; an .xcresult folder is a --report");
}
