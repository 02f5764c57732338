//! The command line through the binary: usage errors, inputs in order, faulty standard streams.

use std::fs::{self, File};
use std::process::{Command as Process, Output, Stdio};

use assert_cmd::Command;
use predicates::prelude::*;

use crate::support::Plain as _;

const VARIABLES: [&str; 10] = [
    "WEIR_MODE",
    "WEIR_MAX_CHARS",
    "WEIR_MAX_LINES",
    "WEIR_MAX_LINE_CHARS",
    "WEIR_COLOR",
    "WEIR_STORE",
    "NO_COLOR",
    "CLICOLOR",
    "CLICOLOR_FORCE",
    "FORCE_COLOR",
];

fn weir(words: &[&str]) -> Command {
    let mut command = Command::cargo_bin("weir").unwrap();
    command.plain();
    command.env("WEIR_STORE", "off");
    command.args(words);
    command
}

/// Runs a line of shell in which `$0` is weir.
fn shell(line: &str) -> Output {
    let mut process = Process::new("bash");
    process.plain();
    process.env("WEIR_STORE", "off");
    process.args(["-c", line]).arg(assert_cmd::cargo::cargo_bin("weir")).stdin(Stdio::null());
    process.output().unwrap()
}

fn printed(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// Wrong usage: exit code 2, nothing on standard output, `message` on standard error.
#[track_caller]
fn refuses(command: &mut Command, message: &str) {
    command.write_stdin("x\n").assert().code(2).stdout("").stderr(format!("weir: {message}\n"));
}

#[test]
fn an_unknown_option_and_an_unknown_mode_are_wrong_usage() {
    refuses(
        &mut weir(&["--modes", "minimal"]),
        "unknown option '--modes'\nhint: did you mean '--mode'? see 'weir --help'",
    );
    refuses(
        &mut weir(&["-m", "enormous"]),
        "'--mode' cannot be 'enormous'\nhint: the values are minimal, standard, verbose",
    );
}

#[test]
fn a_limit_above_the_ceiling_is_refused_by_a_message_that_names_it() {
    refuses(
        &mut weir(&["--max-chars", "2000000"]),
        "--max-chars must be at most 1000000, the ceiling of every answer, not '2000000'",
    );
    refuses(&mut weir(&["--max-chars", "0"]), "--max-chars must be at least 400, not '0'");
    refuses(
        &mut weir(&["--max-lines", "-1"]),
        "--max-lines must be a whole number, not '-1'\nhint: digits, and k, M or G for thousands, millions or thousands of millions: 500, 8k, 10M",
    );
}

#[test]
fn a_wrong_variable_is_wrong_usage_and_an_empty_one_is_none() {
    refuses(
        weir(&[]).env("WEIR_MODE", "tiny"),
        "WEIR_MODE cannot be 'tiny'\nhint: the values are minimal, standard, verbose",
    );
    weir(&[]).env("WEIR_MODE", "").write_stdin("x\n").assert().success().stdout("x\n").stderr("");
    weir(&["-m", "minimal"]).env("WEIR_MODE", "tiny").write_stdin("x\n").assert().success().stdout("x\n");
}

#[test]
fn a_missing_file_among_several_is_wrong_usage_and_nothing_is_read() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.log"), "first\n").unwrap();
    let mut command = weir(&["a.log", "missing.log"]);
    refuses(command.current_dir(folder.path()), "failed to read 'missing.log': no such file");
}

#[test]
fn several_files_and_standard_input_are_read_in_the_order_in_which_they_are_named() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.log"), "first\n").unwrap();
    fs::write(folder.path().join("-b.log"), "third\n").unwrap();
    weir(&["a.log", "-", "./-b.log"])
        .current_dir(folder.path())
        .write_stdin("second\n")
        .assert()
        .success()
        .stdout("first\nsecond\nthird\n")
        .stderr("");
}

#[test]
fn a_file_named_like_a_subcommand_is_reached_by_its_path() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("runners"), "a file\n").unwrap();
    let in_folder = |words: &[&str]| weir(words).current_dir(folder.path()).assert().success();
    in_folder(&["./runners"]).stdout("a file\n");
    in_folder(&["runners"]).stdout(predicate::str::contains("pytest"));
}

#[test]
fn no_store_is_accepted() {
    weir(&["--no-store"]).write_stdin("x\n").assert().success().stdout("x\n").stderr("");
    weir(&[]).env("WEIR_STORE", "off").write_stdin("x\n").assert().success().stdout("x\n").stderr("");
}

#[test]
fn the_runners_are_listed_with_what_is_read() {
    let text = weir(&["runners"]).assert().success().stderr("").get_output().stdout.clone();
    let text = String::from_utf8(text).unwrap();
    let listed = weir::recognize::registry::listed();
    assert_eq!(text.lines().count(), listed.len());
    for (line, row) in text.lines().zip(&listed) {
        assert!(line.starts_with(row.name) && line.ends_with(row.reads), "{line}");
    }
    let json = weir(&["runners", "--format", "json"]).assert().success().get_output().stdout.clone();
    let json: serde_json::Value = serde_json::from_slice(&json).unwrap();
    assert_eq!(json["schema"], "weir.runners/1");
    let rows: Vec<_> =
        json["runners"].as_array().unwrap().iter().map(|row| row["name"].as_str().unwrap()).collect();
    assert_eq!(rows, listed.iter().map(|row| row.name).collect::<Vec<_>>());
}

#[test]
fn help_states_the_numbers_and_the_exit_codes_and_the_variables() {
    for words in [["--help"].as_slice(), &["help"]] {
        let help = weir(words).assert().success().stderr("").get_output().stdout.clone();
        let help = String::from_utf8(help).unwrap();
        for number in ["5000", "40000", "200000", " 100 ", " 800 ", "4000", " 200 ", " 500 ", "1000000"] {
            assert!(help.contains(number), "{words:?}: {number}");
        }
        for code in ["0 ", "1 ", "2 ", "3 ", "70 ", "74 ", "130 "] {
            assert!(
                help.lines().any(|line| line.trim_start().starts_with(code)),
                "{words:?}: exit code {code}"
            );
        }
        for variable in VARIABLES {
            assert!(help.contains(variable), "{words:?}: {variable}");
        }
        for heading in ["Limits:", "Input:", "Output:", "Modes:", "Exit codes:", "Environment:", "Examples:"]
        {
            assert!(help.lines().any(|line| line == heading), "{words:?}: {heading}");
        }
        assert!(help.is_ascii() && help.lines().all(|line| line.len() <= 100), "{help}");
    }
}

#[test]
#[cfg(target_os = "linux")] // needs /dev/full
fn a_full_disk_is_exit_74_with_one_line() {
    for line in ["$0 runners >/dev/full", "echo x | $0 >/dev/full", "echo x | $0 --exit-zero >/dev/full"] {
        let output = shell(line);
        assert_eq!(output.status.code(), Some(74), "{line}");
        let printed = printed(&output);
        assert!(
            printed.starts_with("weir: failed to write ") && printed.lines().count() == 1,
            "{line}: {printed}"
        );
    }
}

#[test]
#[cfg_attr(windows, ignore = "needs a POSIX shell")]
fn a_reader_that_left_is_a_quiet_end() {
    let output = shell("seq 100000 | $0 -m verbose | head -1 >/dev/null; echo ${PIPESTATUS[1]}");
    assert_eq!((output.stdout, output.stderr), (b"0\n".to_vec(), Vec::new()));
    // The run failed for whoever asks, however much of the answer is read; that of `weir run` is its command's.
    let log = concat!(env!("CARGO_MANIFEST_DIR"), "/testdata/cargo-test/few-failures.log");
    let output = shell(&format!("trap '' PIPE; $0 -m verbose {log} | true; echo ${{PIPESTATUS[0]}}"));
    assert_eq!((output.stdout, output.stderr), (b"1\n".to_vec(), Vec::new()));
    let output = shell("trap '' PIPE; $0 completions bash | true; echo ${PIPESTATUS[0]}");
    assert_eq!((output.stdout, output.stderr), (b"0\n".to_vec(), Vec::new()));
}

#[test]
#[cfg_attr(windows, ignore = "needs a POSIX shell")]
fn closed_standard_streams_neither_crash_nor_hang() {
    // Where nothing can be read, nothing was: 3.
    for (line, exit) in
        [("echo x | $0 >&-", 0), ("$0 <&-", 3), ("echo x | $0 2>&-", 0), ("$0 --no-such 2>/dev/full >&-", 2)]
    {
        let output = shell(line);
        assert_eq!(output.status.code(), Some(exit), "{line}");
        assert!(!printed(&output).contains("fault"), "{line}");
    }
}

#[test]
#[cfg(target_os = "linux")] // needs /dev/full
fn a_full_standard_error_harms_neither_answer_nor_exit_code() {
    for line in ["echo x | $0 2>/dev/full", "echo x | $0 2>&-"] {
        let output = shell(line);
        assert_eq!((output.status.code(), output.stdout), (Some(0), b"x\n".to_vec()), "{line}");
    }
    assert_eq!(shell("$0 --no-such 2>/dev/full").status.code(), Some(2));
}

#[test]
#[cfg_attr(windows, ignore = "a folder is no standard input there")]
fn a_directory_on_standard_input_is_refused() {
    let mut process = Process::new(assert_cmd::cargo::cargo_bin("weir"));
    let output = process.stdin(File::open(env!("CARGO_MANIFEST_DIR")).unwrap()).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(printed(&output), "weir: failed to read standard input: it is a directory\n");
}

#[test]
fn an_unreadable_file_is_refused_before_anything_is_read() {
    let folder = tempfile::tempdir().unwrap();
    refuses(
        weir(&[]).arg(folder.path()),
        &format!(
            "failed to read '{0}': it is a directory\nhint: 'weir batch {0}' judges the logs in it; an .xcresult folder is a --report",
            folder.path().display()
        ),
    );
}

#[test]
#[cfg_attr(windows, ignore = "needs a POSIX shell")]
fn a_named_pipe_is_read_once() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    let output = shell(
        &format!("mkfifo {0}; echo x > {0} & timeout 20 $0 {0}", pipe.display()).replace("$0", "\"$0\""),
    );
    assert_eq!((output.status.code(), output.stdout), (Some(0), b"x\n".to_vec()));
    let output = shell("\"$0\" <(echo y)");
    assert_eq!((output.status.code(), output.stdout), (Some(0), b"y\n".to_vec()));
}
