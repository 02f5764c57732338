//! How the filter ends: by signals, by a reader that leaves, and by a descriptor that takes nothing.

use std::fs;
use std::io::{Read as _, Write as _};
use std::os::fd::AsFd as _;
use std::process::{Child, Command as Process, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use super::filter::{answer, cargo_test};
use crate::support::Plain as _;
use crate::support::signals::is_ignored;

/// Longer than this nothing may take that was reported to end.
const GRACE: Duration = Duration::from_secs(5);

fn process(words: &[&str]) -> Process {
    let mut process = Process::new(assert_cmd::cargo::cargo_bin("weir"));
    process.plain();
    process.env("WEIR_STORE", "off");
    process.args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    process
}

#[test]
fn an_answer_that_cannot_be_written_is_exit_74() {
    let Ok(full) = fs::File::options().write(true).open("/dev/full") else { return };
    let mut child = process(&["--exit-zero"]).stdout(full).spawn().unwrap();
    let _ = child.stdin.take().unwrap().write_all(cargo_test(5000, &["tests::adds"]).as_bytes());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(74));
    assert_eq!(String::from_utf8(output.stderr).unwrap().lines().count(), 1);
}

#[test]
fn a_descriptor_that_does_not_block_gets_the_same_bytes() {
    let names: Vec<String> = (0..2000).map(|number| format!("tests::fails_{number}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let input = cargo_test(3000, &names);
    let (expected, _) = answer(&["-m", "verbose"], &input);
    assert!(expected.len() > 100_000, "more than a pipe holds");
    let (mut reader, writer) = std::io::pipe().unwrap();
    rustix::io::ioctl_fionbio(writer.as_fd(), true).unwrap();
    let mut child = process(&["-m", "verbose"]).stdout(writer).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let feeding = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    sleep(Duration::from_millis(500));
    let mut received = Vec::new();
    reader.read_to_end(&mut received).unwrap();
    feeding.join().unwrap().unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(1));
    assert!(String::from_utf8(received).unwrap() == expected);
}

/// Starts weir, feeds it a run without its end, and leaves its standard input open.
fn begun() -> (Child, std::process::ChildStdin) {
    let mut child = process(&[]).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let log = cargo_test(100, &["tests::adds"]);
    let (begin, _) = log.split_once("\nfailures:").unwrap();
    stdin.write_all(begin.as_bytes()).unwrap();
    sleep(Duration::from_millis(400));
    (child, stdin)
}

fn send(child: &Child, signal: Signal) {
    kill_process(Pid::from_child(child), signal).unwrap();
    sleep(Duration::from_millis(400));
}

/// What weir prints, and its exit code, when it ends in time.
fn ended(mut child: Child) -> (String, i32) {
    let start = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if start.elapsed() > GRACE {
            child.kill().unwrap();
            panic!("did not end");
        }
        sleep(Duration::from_millis(10));
    }
    let output = child.wait_with_output().unwrap();
    (String::from_utf8(output.stdout).unwrap(), output.status.code().unwrap())
}

#[test]
fn a_terminating_signal_prints_what_is_known() {
    for (signal, code) in [(Signal::TERM, 143), (Signal::HUP, 129)] {
        if is_ignored(signal) {
            continue;
        }
        let (child, stdin) = begun();
        send(&child, signal);
        let (text, exit) = ended(child);
        drop(stdin);
        assert!(text.contains("tests::adds") && text.contains("interrupted"), "{text}");
        assert_eq!(exit, code);
    }
}

#[test]
fn after_one_sigint_the_input_is_read_to_its_end() {
    let (child, mut stdin) = begun();
    send(&child, Signal::INT);
    stdin.write_all(b"test tests::late ... FAILED\n").unwrap();
    drop(stdin);
    let (text, exit) = ended(child);
    assert!(text.contains("tests::adds") && text.contains("late"), "{text}");
    assert_eq!(exit, 130);
}

#[test]
fn a_second_sigint_ends_at_once() {
    let (child, stdin) = begun();
    send(&child, Signal::INT);
    send(&child, Signal::INT);
    let (text, exit) = ended(child);
    drop(stdin);
    assert!(text.contains("tests::adds") && text.contains("interrupted"), "{text}");
    assert_eq!(exit, 130);
}

#[test]
fn a_reader_that_left_ends_weir_though_its_input_goes_on() {
    let mut child = process(&[]).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"test a ... ok\n").unwrap();
    sleep(Duration::from_millis(300));
    drop(child.stdout.take());
    let (_, exit) = ended(child);
    drop(stdin);
    assert_eq!(exit, 0);
}
