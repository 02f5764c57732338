//! What users of Windows do: batch files, time limits, Ctrl-C, paths, names and texts as they are there. `docs/windows.md` names these
//! tests.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::support::answer::{Answer, answer, weir};
use crate::support::stored;

const LOG: &str = include_str!("../../testdata/cargo-test/few-failures.log");
const PASSED: &str = include_str!("../../testdata/cargo-test/all-pass.log");

/// A folder with these files, whose lines end as they do on Windows.
fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        fs::write(folder.path().join(name), text.replace('\n', "\r\n")).unwrap();
    }
    folder
}

/// `weir run` of a command whose programs are in a folder, or in those of the system.
fn command(folder: &Path, words: &[&str]) -> assert_cmd::Command {
    let mut command = weir(&["run"]);
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = [folder.to_owned()].into_iter().chain(std::env::split_paths(&path));
    command.env("PATH", std::env::join_paths(folders).unwrap()).args(words);
    command
}

fn run(folder: &Path, words: &[&str]) -> Answer {
    Answer::of(command(folder, words).output().unwrap())
}

/// What is printed on standard error when nothing runs, and the exit code.
fn refused(folder: &Path, words: &[&str]) -> (String, i32) {
    let (out, err, code) = stored::reported(command(folder, words).output().unwrap());
    assert_eq!(out, "");
    (err, code)
}

#[test]
fn a_word_names_the_batch_file_of_a_tool_and_its_exit_code_is_kept() {
    let files =
        folder(&[("npm", "#!/bin/sh\n"), ("npm.cmd", "@echo npm %1\n@exit /b 7\n"), ("npm.ps1", "exit 1\n")]);
    for word in ["npm", "npm.cmd", "NPM"] {
        let answer = run(files.path(), &["--", word, "test"]);
        assert!(answer.text.starts_with("npm test\nweir: FAILED (exit 7, "), "{}", answer.text);
        assert_eq!(answer.code, 7);
    }
}

#[test]
fn a_batch_file_gets_its_arguments_as_they_are() {
    // A second weir reports the name that it got.
    let batch = format!("@echo off\n\"{}\" %*\n", env!("CARGO_BIN_EXE_weir"));
    let files = folder(&[("tool.cmd", &batch), ("tool.bat", &batch)]);
    for word in [
        "a b",
        "c&d",
        "e^f",
        "g|h",
        "<i>",
        "(j)",
        "k,l;m=n",
        "!o!",
        "p\"q",
        "r&\"s&t",
        "two\\\\",
        "a\\ b\\",
        "\u{fc}\u{65e5}",
    ] {
        for tool in ["tool", "tool.bat"] {
            let printed = run(files.path(), &["--no-store", "--", tool, "--no-store", word]).text;
            let name =
                printed.strip_prefix("\\weir: failed to read ").and_then(|rest| rest.split_once("': "));
            let name = name.unwrap_or_else(|| panic!("{word}: {printed}")).0.trim_start_matches('\'');
            assert_eq!(name, word, "{printed}");
        }
    }
}

#[test]
#[ignore = "Wine's cmd expands what Rust's standard library takes apart"]
fn a_batch_file_gets_percent_signs_as_they_are() {
    let files = folder(&[("tool.cmd", &format!("@echo off\n\"{}\" %*\n", env!("CARGO_BIN_EXE_weir")))]);
    let printed = run(files.path(), &["--", "tool", "--no-store", "%PATH%"]).text;
    assert!(printed.starts_with("\\weir: failed to read '%PATH%': no such file"), "{printed}");
}

#[test]
fn what_a_batch_file_cannot_get_is_refused_with_the_reason() {
    let files = folder(&[("npm.cmd", "@echo ran\n")]);
    let (printed, code) = refused(files.path(), &["--", "npm", "one\ntwo"]);
    assert!(printed.starts_with("weir: failed to run 'npm': ") && code == 126, "{printed}");
    assert!(
        printed.contains("hint: 'npm' is a batch file: none of its arguments may have a line end"),
        "{printed}"
    );
}

#[test]
fn a_script_of_powershell_is_refused_with_the_command_that_runs_it() {
    let files = folder(&[("build.ps1", "exit 0\n")]);
    let script = files.path().join("build.ps1");
    let (printed, code) = refused(files.path(), &["--", script.to_str().unwrap(), "-Fast"]);
    assert!(printed.starts_with("weir: failed to run '") && code == 126, "{printed}");
    assert!(printed.contains("hint: PowerShell runs it: weir run powershell -NoProfile -File "), "{printed}");
}

#[test]
fn an_exit_code_has_32_bits() {
    for code in [256, -1, -1_073_741_819] {
        let answer = run(Path::new("."), &["--", "cmd", "/d", "/c", &format!("exit {code}")]);
        assert!(answer.text.contains(&format!("weir: FAILED (exit {code}, ")), "{}", answer.text);
        assert_eq!(answer.code, code);
    }
}

#[test]
fn a_time_limit_ends_all_that_the_command_started() {
    let files = folder(&[
        ("late.cmd", "@ping -n 4 127.0.0.1 >NUL\n@echo late>\"%~dp0late.txt\"\n"),
        (
            "start.cmd",
            "@echo begun\n@start \"\" /b cmd /d /c \"%~dp0late.cmd\"\n@ping -n 60 127.0.0.1 >NUL\n",
        ),
    ]);
    let begun = Instant::now();
    let answer = run(files.path(), &["--timeout", "2s", "--", "start.cmd"]);
    assert!(begun.elapsed() < Duration::from_secs(30));
    assert!(
        answer.text.starts_with("begun\n") && answer.text.contains("timed out after 2 s"),
        "{}",
        answer.text
    );
    assert_eq!(answer.code, 124);
    std::thread::sleep(Duration::from_secs(5));
    assert!(!files.path().join("late.txt").exists());
}

#[test]
fn what_was_left_in_the_background_goes_on() {
    let files = folder(&[
        ("late.cmd", "@ping -n 3 127.0.0.1 >NUL\n@echo late>\"%~dp0late.txt\"\n"),
        ("start.cmd", "@echo begun\n@start \"\" /b cmd /d /c \"%~dp0late.cmd\"\n"),
    ]);
    let answer = run(files.path(), &["--", "start.cmd"]);
    assert!(answer.text.starts_with("begun\n") && answer.code == 0, "{}", answer.text);
    let begun = Instant::now();
    while !files.path().join("late.txt").exists() {
        assert!(begun.elapsed() < Duration::from_secs(30), "it was ended");
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// `weir run` on a console of its own, which gets a Ctrl-C after this time. What starts it is `support/console.c`.
fn interrupted(folder: &Path, after: &str, words: &[&str]) -> Answer {
    let console = std::env::var_os("WEIR_CONSOLE").expect(".ci/windows builds it");
    let mut command = assert_cmd::Command::new(console);
    command.args([after, env!("CARGO_BIN_EXE_weir"), "run", "--no-store"]).args(words).current_dir(folder);
    Answer::of(command.output().unwrap())
}

#[test]
#[ignore = "needs the console of .ci/windows"]
fn ctrl_c_ends_the_command_and_what_was_printed_is_answered() {
    let files = folder(&[
        ("late.cmd", "@ping -n 6 127.0.0.1 >NUL\n@echo late>\"%~dp0late.txt\"\n"),
        ("test.cmd", "@type \"%~dp0log\"\n@call \"%~dp0late.cmd\"\n"),
        ("log", LOG),
    ]);
    let begun = Instant::now();
    let answer = interrupted(files.path(), "2000", &["--", ".\\test.cmd"]);
    assert!(begun.elapsed() < Duration::from_secs(30));
    assert!(answer.text.contains("interrupted") && answer.text.contains("5 failed"), "{}", answer.text);
    std::thread::sleep(Duration::from_secs(6));
    assert!(!files.path().join("late.txt").exists());
}

#[test]
fn a_file_is_read_by_every_form_of_its_path() {
    let files = folder(&[("a.log", LOG)]);
    let path = files.path().join("a.log");
    let path = path.to_str().unwrap();
    let expected = answer(&["-m", "minimal"], LOG).text;
    let (drive, relative) = path.split_once(':').unwrap();
    let share = format!(r"\\localhost\{drive}${relative}");
    for name in
        [path, &path.replace('\\', "/"), &format!(r"\\?\{path}"), relative, "a.log", ".\\a.log", "./a.log"]
    {
        let output = weir(&["-m", "minimal", name]).current_dir(files.path()).output().unwrap();
        let above = |text: &str| {
            text.lines().filter(|line| !line.contains(" lines shown")).collect::<Vec<_>>().join("\n")
        };
        let answer = Answer::of(output);
        assert_eq!(above(&answer.text), above(&expected), "{name}");
    }
    // Windows shares its drives with itself; Wine does not.
    if Path::new(&share).exists() {
        for name in [share.clone(), share.replacen(r"\\", r"\\?\UNC\", 1)] {
            assert!(Answer::of(weir(&[&name]).output().unwrap()).text.contains("weir: FAILED"), "{name}");
        }
    }
}

#[test]
fn a_terminal_for_the_tool_is_refused_with_what_helps() {
    let files = folder(&[]);
    let (printed, code) = refused(files.path(), &["--pty", "--", "cmd", "/c", "echo x"]);
    assert!(printed.starts_with("weir: --pty is for Unix") && printed.contains("FORCE_COLOR=1"), "{printed}");
    assert_eq!(code, 2);
}

#[test]
fn the_null_device_is_read_as_nothing_and_written_to() {
    let empty = answer(&[], "");
    let null = Answer::of(weir(&["NUL"]).output().unwrap());
    assert_eq!((null.text, null.code), (empty.text, empty.code));
    let json = answer(&["--output", "junit=NUL"], PASSED);
    assert_eq!(json.code, 0, "{}", json.text);
}

#[test]
fn names_that_windows_keeps_for_devices_are_no_runs_and_no_store() {
    let (_folder, store) = stored::store();
    for id in ["con", "nul", "aux.txt", "com1", "lpt1:"] {
        let (text, printed, code) = stored::answer(&store, &["show", "--", id], "");
        assert_eq!((text.as_str(), code), ("", 3), "{id}: {printed}");
    }
    let (text, printed, code) = stored::answer(Path::new("NUL"), &["-m", "minimal"], &LOG.repeat(40));
    assert!(text.contains(" failed") && code == 1, "{text}");
    assert!(
        printed.starts_with("weir: warning: the input was not stored: ") && printed.lines().count() == 1,
        "{printed}"
    );
}

#[test]
fn a_path_of_more_than_260_characters_is_read_and_holds_a_store() {
    let folder = tempfile::tempdir().unwrap();
    let deep =
        (0..8).fold(folder.path().to_owned(), |path: PathBuf, at| path.join(format!("{at}").repeat(50)));
    fs::create_dir_all(&deep).unwrap();
    let log = deep.join("a.log");
    fs::write(&log, LOG.repeat(40)).unwrap();
    assert!(log.to_str().unwrap().len() > 400);
    let store = deep.join("store");
    let (text, printed, code) = stored::answer(&store, &["-m", "minimal", log.to_str().unwrap()], "");
    assert_eq!((printed.as_str(), code), ("", 1), "{text}");
    let (raw, printed, _) = stored::answer(&store, &["show", "last", "--any", "--raw"], "");
    assert_eq!(raw, LOG.repeat(40), "{printed}");
}

#[test]
fn the_last_run_of_a_folder_is_found_however_its_letters_are_typed() {
    let (folder, store) = stored::store();
    let typed = |path: &str| {
        let mut show = stored::weir(&store, &["show", "last", "--raw"]);
        stored::reported(show.current_dir(path).output().unwrap())
    };
    fs::create_dir_all(folder.path().join("Work")).unwrap();
    let mut first = stored::weir(&store, &["-m", "minimal"]);
    first.current_dir(folder.path().join("Work")).write_stdin(LOG.repeat(40)).output().unwrap();
    for name in ["Work", "work", "WORK"] {
        let (raw, printed, code) = typed(folder.path().join(name).to_str().unwrap());
        assert!(raw == LOG.repeat(40) && code == 0, "{name}: {printed}");
    }
    assert_eq!(typed(folder.path().to_str().unwrap()).2, 3);
}

#[test]
fn line_ends_of_windows_change_no_answer() {
    for (log, code) in [(LOG, 1), (PASSED, 0)] {
        let plain = answer(&[], log);
        assert_eq!(plain.code, code);
        assert_eq!(answer(&[], log.replace('\n', "\r\n")), plain);
    }
}

#[test]
fn what_powershell_writes_is_read_as_the_text_that_it_is() {
    let plain = answer(&[], LOG);
    let windows = LOG.replace('\n', "\r\n");
    let utf16 = |bytes: fn(u16) -> [u8; 2]| -> Vec<u8> {
        std::iter::once(0xfeff).chain(windows.encode_utf16()).flat_map(bytes).collect()
    };
    // `>` and `Out-File` of PowerShell 5, `-Encoding BigEndianUnicode`, and `-Encoding utf8`.
    for bytes in
        [utf16(u16::to_le_bytes), utf16(u16::to_be_bytes), [b"\xef\xbb\xbf", windows.as_bytes()].concat()]
    {
        assert_eq!(answer(&[], bytes), plain);
    }
}

#[test]
fn a_code_page_of_the_console_changes_no_answer() {
    let script = format!("@chcp %1 >NUL\n@\"{}\" --no-store \"%~dp0log\"\n", env!("CARGO_BIN_EXE_weir"));
    let files = folder(&[("read.cmd", &script), ("log", "test caf\u{e9} ... FAILED\n\u{65e5}\u{672c}\n")]);
    for page in ["437", "850", "1252", "65001"] {
        let mut command = assert_cmd::Command::new("cmd");
        command.args(["/d", "/c", "read.cmd", page]).current_dir(files.path());
        let output = command.output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.contains("caf\u{e9}") && text.contains("\u{65e5}\u{672c}"), "{page}: {text}");
    }
}

#[test]
fn a_log_in_a_code_page_keeps_its_failures() {
    for cafe in [&b"caf\x82"[..], b"caf\xe9"] {
        let log = [b"running 1 test\ntest ", cafe, b" ... FAILED\n", &LOG.as_bytes()[..0]].concat();
        let answer = answer(&[], log);
        assert!(answer.text.contains("weir: FAILED 1 failed") || answer.code == 1, "{}", answer.text);
    }
}

#[test]
fn no_answer_into_a_pipe_is_coloured() {
    assert!(!answer(&[], LOG).text.contains('\u{1b}'));
    assert!(answer(&["--color", "always"], LOG).text.contains('\u{1b}'));
}

#[test]
fn agents_with_a_shell_are_refused_with_what_works_instead() {
    let home = tempfile::tempdir().unwrap();
    let setup = |words: &[&str]| {
        let mut command = weir(words);
        for variable in ["USERPROFILE", "APPDATA", "LOCALAPPDATA"] {
            command.env(variable, home.path());
        }
        stored::reported(command.output().unwrap())
    };
    for agent in ["claude-code", "codex", "gemini-cli", "opencode", "copilot", "qwen-code"] {
        for command in ["setup", "doctor"] {
            let (_, printed, code) = setup(&[command, agent]);
            assert_eq!(code, 2, "{printed}");
            assert!(printed.contains("`COMMAND 2>&1 | weir`"), "{printed}");
            let (_, server) = printed.split_once("hint: 'weir ").unwrap();
            let server: Vec<&str> = server.split_once('\'').unwrap().0.split(' ').collect();
            let is_printed = server.len() > 1;
            let (out, printed, code) = setup(&server);
            assert!(server[0] == "mcp" && code == 0, "{server:?}: {out}{printed}");
            assert!(!is_printed || out.contains("\"mcp\""), "{server:?}: {out}");
        }
    }
    let (out, printed, code) = setup(&["setup", "cursor"]);
    assert_eq!(code, 0, "{out}{printed}");
    let written = fs::read_to_string(home.path().join(".cursor").join("mcp.json")).unwrap();
    assert!(written.contains("\"mcp\""), "{written}");
    let (out, printed, code) = setup(&["doctor", "cursor"]);
    assert_eq!(code, 0, "{out}{printed}");
}
