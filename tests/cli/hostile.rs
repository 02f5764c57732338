//! Names, keys and words of others reach a terminal only in a harmless form, what is no regular file keeps nobody
//! waiting, and a command finds every signal as it would without weir.

use std::fs;
use std::io::Write as _;
#[cfg(unix)]
use std::path::Path;
use std::process::Output;

#[cfg(unix)]
use crate::support::Plain as _;
use crate::support::weir;

/// What a terminal obeys, shows as nothing or reorders, with letters between. No NUL: no argument can hold one.
const HOSTILE: &str = "a\u{9b}2J\u{202e}b\u{200b}\u{2066}c\u{ad}\u{3164}d\u{e0041}\u{fe01}e\u{200d}\u{200d}f\u{206a}\u{fff9}g\u{180e}h";

/// Whether the output holds none of those as they are.
fn assert_harmless(output: &Output) {
    for (name, bytes) in [("stdout", &output.stdout), ("stderr", &output.stderr)] {
        let text = std::str::from_utf8(bytes).unwrap();
        let hostile = |char: &char| !char.is_ascii() && HOSTILE.contains(*char);
        assert_eq!(text.chars().find(hostile), None, "{name}: {text:?}");
        assert!(!text.contains('\u{1b}'), "{name}: {text:?}");
    }
}

fn ran(words: &[&str], input: &str) -> Output {
    weir(words).write_stdin(input).output().unwrap()
}

#[test]
fn a_word_that_is_refused_is_repeated_harmlessly() {
    let option = format!("--{HOSTILE}");
    let exec = format!("exec:false {HOSTILE}");
    let cases: &[&[&str]] = &[
        &[&option],
        &[HOSTILE],
        &["--mode", HOSTILE],
        &["--from", HOSTILE],
        &["--max-chars", HOSTILE],
        &["--patterns", HOSTILE],
        &["--child-exit", HOSTILE],
        &["--fit", HOSTILE],
        &["show", HOSTILE],
        &["show", "--path", HOSTILE],
        &["tokens", "--est", HOSTILE],
        &["tokens", "--est", &exec],
        &["pack", "--est", &exec],
        &["pack", HOSTILE],
        &["pack", "--order", HOSTILE],
        &["page", HOSTILE],
        &["page", "--cursor", HOSTILE],
        &["digest", HOSTILE],
        &["digest", "--fields", HOSTILE],
        &["chunk", HOSTILE],
        &["compile", HOSTILE],
        &["batch", HOSTILE],
        &["run", "--", HOSTILE],
        &["run", "--timeout", HOSTILE, "--", "true"],
    ];
    for words in cases {
        let output = ran(words, "[{\"id\":\"a\",\"text\":\"one two\"}]");
        assert_harmless(&output);
        assert!(!output.stderr.is_empty() || !output.stdout.is_empty(), "{words:?}");
    }
}

#[test]
fn a_variable_that_is_refused_is_repeated_harmlessly() {
    for name in ["WEIR_MODE", "WEIR_MAX_CHARS", "WEIR_COLOR", "WEIR_EST", "WEIR_STORE_QUOTA"] {
        let output = weir(&[]).env(name, HOSTILE).write_stdin("x").output().unwrap();
        assert_harmless(&output);
        assert_harmless(&weir(&["--help"]).env(name, HOSTILE).output().unwrap());
    }
}

#[cfg(unix)] // needs names of files that Windows refuses
#[test]
fn the_name_of_a_file_is_shown_harmlessly() {
    let folder = tempfile::tempdir().unwrap();
    let (log, json) =
        (folder.path().join(format!("{HOSTILE}.log")), folder.path().join(format!("{HOSTILE}.json")));
    let many: String = (0..2000).map(|line| format!("error: {line}\n")).collect();
    fs::write(&log, many).unwrap();
    let items: Vec<String> = (0..3000).map(|item| format!("{{\"id\":{item},\"text\":\"x y z\"}}")).collect();
    fs::write(&json, format!("[{}]", items.join(","))).unwrap();
    let (log, json) = (log.to_str().unwrap(), json.to_str().unwrap());
    let cases: &[&[&str]] = &[
        &["-m", "minimal", "--no-store", log],
        &["-m", "minimal", "--no-store", "--format", "json", log],
        &["--report", log],
        &["batch", log],
        &["pack", "--files", log, "-b", "100"],
        &["pack", "--files", log, "-b", "100000", "--format", "json"],
        &["page", "--no-store", "-b", "200", json],
        &["digest", "--no-store", "-b", "200", json],
        &["chunk", "--no-store", "-b", "200", log],
        &["tokens", log],
        &["compile", json],
    ];
    for words in cases {
        let output = ran(words, "");
        assert_harmless(&output);
        assert!(!output.stderr.is_empty() || !output.stdout.is_empty(), "{words:?}");
    }
}

#[test]
fn keys_and_values_of_json_are_escaped_wherever_they_are_written() {
    let escaped: String = HOSTILE.encode_utf16().map(|unit| format!("\\u{unit:04x}")).collect();
    let folder = tempfile::tempdir().unwrap();
    for written in [HOSTILE, &escaped] {
        let item = format!(
            "{{\"id\":\"{written}\",\"text\":\"{written}\",\"score\":1,\"source\":\"{written}\",\"{written}\":{{\"{written}\":[\"{written}\"]}}}}"
        );
        let list = format!("[{}]", vec![item; 60].join(","));
        let file = folder.path().join("list.json");
        fs::write(&file, &list).unwrap();
        let file = file.to_str().unwrap();
        let call = format!(
            "{{\"system\":\"{written}\",\"history\":[{{\"role\":\"user\",\"content\":\"{written}\"}}]}}"
        );
        let words: &[&[&str]] = &[
            &["pack", "--format", "json", "-b", "4000"],
            &["pack", "-b", "4000"],
            &["pack", "-b", "1"],
            &["page", "--no-store", file],
            &["page", "--no-store", "-b", "150", file],
            &["digest", "--no-store", "-b", "60", file],
            &["chunk", "--no-store", file],
        ];
        for words in words {
            assert_harmless(&ran(words, &list));
        }
        for words in [&["compile"][..], &["compile", "--format", "text"], &["compile", "--explain"]] {
            assert_harmless(&ran(words, &call));
        }
    }
}

#[test]
fn the_name_of_a_log_in_an_archive_is_escaped() {
    let folder = tempfile::tempdir().unwrap();
    let archive = folder.path().join("logs.zip");
    let mut zip = zip::ZipWriter::new(fs::File::create(&archive).unwrap());
    zip.start_file(format!("{HOSTILE}.txt"), zip::write::SimpleFileOptions::default()).unwrap();
    zip.write_all(b"test result: FAILED. 0 passed; 1 failed; 0 ignored\n").unwrap();
    zip.finish().unwrap();
    let output = ran(&["batch", archive.to_str().unwrap()], "");
    assert_harmless(&output);
    let first = output.stdout.split(|byte| *byte == b'\n').next().unwrap();
    let line: serde_json::Value = serde_json::from_slice(first).unwrap();
    assert_eq!(line["member"], format!("{HOSTILE}.txt"));
    assert_harmless(&ran(&[archive.to_str().unwrap()], ""));
}

#[test]
fn what_a_run_prints_is_shown_harmlessly_in_every_form() {
    let log = format!(
        "running 1 test\ntest {HOSTILE} ... FAILED\n\nfailures:\n\n---- {HOSTILE} stdout ----\npanicked at {HOSTILE}.rs:3:4:\n{HOSTILE}\n\nfailures:\n    {HOSTILE}\n\ntest result: FAILED. 0 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out\n"
    );
    let unit = format!(
        "<testsuite name=\"{HOSTILE}\"><testcase classname=\"{HOSTILE}\" name=\"{HOSTILE}\"><failure message=\"{HOSTILE}\">{HOSTILE}</failure></testcase></testsuite>"
    );
    let ctrf = format!(
        "{{\"results\":{{\"tool\":{{\"name\":\"{HOSTILE}\"}},\"summary\":{{\"tests\":1,\"passed\":0,\"failed\":1}},\"tests\":[{{\"name\":\"{HOSTILE}\",\"status\":\"failed\",\"duration\":1,\"message\":\"{HOSTILE}\",\"trace\":\"{HOSTILE}\"}}]}}}}"
    );
    for input in [&log, &unit, &ctrf] {
        for mode in ["minimal", "standard", "verbose"] {
            assert_harmless(&ran(&["-m", mode], input));
            assert_harmless(&ran(&["-m", mode, "--format", "json"], input));
        }
        assert_harmless(&ran(&["--progress", "always"], input));
    }
}

#[cfg(unix)] // needs signals and named pipes
mod unix {
    use super::*;

    #[cfg(all(target_os = "linux", not(weir_portable)))]
    use std::os::unix::process::CommandExt as _;
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};

    use rustix::process::{Pid, Signal, kill_process};

    fn pipe_in(folder: &Path) -> String {
        let path = folder.join("pipe");
        assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
        path.to_str().unwrap().to_owned()
    }

    #[test]
    fn a_report_or_a_file_of_patterns_that_is_a_pipe_or_a_device_is_refused_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = pipe_in(folder.path());
        for file in [pipe.as_str(), "/dev/zero"] {
            for words in
                [&["--report", file][..], &["--patterns", file], &["run", "--report", file, "--", "true"]]
            {
                let begun = Instant::now();
                let output = ran(words, "x\n");
                let printed = String::from_utf8(output.stderr).unwrap();
                assert_eq!(output.status.code(), Some(2), "{words:?}: {printed}");
                assert!(printed.contains("not a regular file"), "{printed}");
                assert!(begun.elapsed() < Duration::from_secs(20));
            }
        }
        let home = folder.path().join("weir");
        fs::create_dir(&home).unwrap();
        fs::rename(&pipe, home.join("patterns.toml")).unwrap();
        let output = weir(&[]).env("XDG_CONFIG_HOME", folder.path()).write_stdin("x").output().unwrap();
        assert_eq!(output.status.code(), Some(2));
    }

    #[test]
    fn a_report_that_became_a_pipe_while_the_command_ran_is_reported_and_not_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("pipe");
        let path = path.to_str().unwrap();
        let output = ran(&["run", "-m", "verbose", "--report", path, "--", "mkfifo", path], "");
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.contains("not a regular file"), "{text}");
    }

    #[test]
    fn a_log_that_is_a_pipe_is_read_as_a_stream_and_a_signal_ends_the_wait() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = pipe_in(folder.path());
        let spawned = || {
            let mut command = Command::new(env!("CARGO_BIN_EXE_weir"));
            command.plain().args(["--no-store", pipe.as_str()]).stdin(Stdio::null()).stdout(Stdio::piped());
            command.spawn().unwrap()
        };
        let child = spawned();
        fs::write(&pipe, "one line\n").unwrap();
        assert_eq!(child.wait_with_output().unwrap().stdout, b"one line\n");
        for signal in [Signal::TERM, Signal::INT] {
            let mut child = spawned();
            let pid = Pid::from_child(&child);
            let begun = Instant::now();
            // Of a first SIGINT the producer is reported, too; a second one ends the wait.
            while child.try_wait().unwrap().is_none() {
                assert!(begun.elapsed() < Duration::from_secs(30));
                std::thread::sleep(Duration::from_millis(200));
                let _ = kill_process(pid, signal);
            }
            let code = child.wait().unwrap();
            assert!(!code.success(), "{code}");
        }
    }

    #[cfg(all(target_os = "linux", not(weir_portable)))]
    #[test]
    fn a_command_finds_the_signals_that_it_would_find_without_weir() {
        let masks = |text: &[u8]| {
            let text = String::from_utf8(text.to_vec()).unwrap();
            let mask = |name: &str| {
                let line = text.lines().find_map(|line| line.strip_prefix(name)).unwrap();
                // A shell starts what runs in the background with SIGINT and SIGQUIT ignored; weir passes them on.
                u64::from_str_radix(line.trim(), 16).unwrap() & !0b110
            };
            [mask("SigIgn:"), mask("SigBlk:")]
        };
        let words = ["cat", "/proc/self/status"];
        // Started as a shell starts it: `posix_spawn` of glibc leaves two signals ignored in what it starts.
        let started = |words: &[&str]| {
            let (program, words) = words.split_first().unwrap();
            Command::new(program)
                .args(words)
                .gid(rustix::process::getegid().as_raw())
                .output()
                .unwrap()
                .stdout
        };
        let run =
            [&[env!("CARGO_BIN_EXE_weir"), "run", "-m", "verbose", "--no-store", "--"][..], &words].concat();
        assert_eq!(masks(&started(&words)), masks(&started(&run)));
    }
}
