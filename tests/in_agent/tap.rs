//! `weir tap`: the bytes of a pipe go on as they are, and the verdict is beside them.

use std::io::{Read as _, Write as _};
use std::process::{Command, Output, Stdio};

fn tap(words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_weir"));
    command.arg("tap").args(words).env_clear();
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn tapped(words: &[&str], input: &[u8]) -> Output {
    let mut child = tap(words).spawn().unwrap();
    let (mut stdin, input) = (child.stdin.take().unwrap(), input.to_vec());
    let writing = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().unwrap();
    writing.join().unwrap();
    output
}

#[test]
fn every_byte_goes_on_and_the_verdict_is_on_standard_error() {
    let passed = "\u{1b}[32m.\u{1b}[0m..   [100%]\r\n3 passed in 0.02s";
    let failed = "FAILED test_sea.py::test_tide - assert 1 == 2\n1 failed, 1 passed in 0.05s\n";
    let binary: Vec<u8> = (0..=255_u8).cycle().take(4096).collect();
    for (input, code, verdict) in [
        (passed.as_bytes(), 0, "weir: PASSED 3 passed in 0.02 s (pytest)\n"),
        (failed.as_bytes(), 1, "weir: FAILED 1 failed, 1 passed in 0.05 s (pytest)\n"),
        (&binary, 3, "weir: UNKNOWN the input is binary\n"),
        (b"", 3, "weir: UNKNOWN nothing was read; was it 2>&1?\n"),
        (b"hello\n", 0, "weir: UNKNOWN\n"),
    ] {
        let output = tapped(&[], input);
        assert_eq!(output.stdout, input);
        assert_eq!(String::from_utf8_lossy(&output.stderr), verdict);
        assert_eq!(output.status.code(), Some(code), "{verdict}");
    }
    assert_eq!(tapped(&["--exit-zero"], failed.as_bytes()).status.code(), Some(0));
    assert_eq!(tapped(&["--from", "nobody"], b"").status.code(), Some(2));
}

#[test]
fn a_large_input_goes_on_whole() {
    let line = "test sea::wave_is_long_enough_to_count ... ok\n";
    let input = format!("running 60000 tests\n{}", line.repeat(60_000));
    let output = tapped(&[], input.as_bytes());
    assert!(output.stdout == input.as_bytes());
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("weir: "));
}

#[test]
fn what_comes_goes_on_at_once() {
    let mut child = tap(&[]).spawn().unwrap();
    let (mut stdin, mut stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    stdin.write_all(b"no line yet").unwrap();
    let mut read = [0; 11];
    stdout.read_exact(&mut read).unwrap();
    assert_eq!(&read, b"no line yet");
    drop(stdin);
    child.wait().unwrap();
}

#[test]
fn a_reader_that_leaves_ends_it_quietly_and_no_verdict_is_made_up() {
    let mut child = tap(&[]).stdin(Stdio::null()).spawn().unwrap();
    child.wait().unwrap();
    let mut child = tap(&[]).spawn().unwrap();
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().unwrap();
    let writing = std::thread::spawn(move || while stdin.write_all(b"y\n").is_ok() {});
    let output = child.wait_with_output().unwrap();
    writing.join().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "weir: UNKNOWN the output was not read to its end\n");
}
