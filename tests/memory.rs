//! Memory does not grow with the input: the peak of the whole process on small and large loads.
//!
//! The peak is the kernel's account of the child (`VmHWM` in `/proc/PID/status`), read after it has seen all of its input,
//! and again and again while it composes its answer. Linux only: elsewhere there is no `/proc`.

#![cfg(target_os = "linux")]
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a helper of tests fails like a test"
)]

use std::fs;
use std::io::{Read as _, Write as _};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// The most that any load may take, in KiB.
const MOST: u64 = 64 * 1024;
/// The most by which 30 MB of passing tests may take more than 1 MB of them, in KiB.
const MOST_GROWTH: u64 = 8 * 1024;
/// How long a load may take: far more than it does.
const PATIENCE: Duration = Duration::from_secs(300);

const MEGABYTE: usize = 1_000_000;

/// The peak of a process in KiB, unless it has ended.
fn peak(child: &Child) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix(" kB").unwrap().parse().unwrap())
}

/// Waits until the child has taken all that was written and sleeps until more comes.
fn wait_until_idle(child: &Child) {
    let begin = Instant::now();
    let mut idle = 0;
    while idle < 5 {
        assert!(begin.elapsed() < PATIENCE, "the input was not read");
        thread::sleep(Duration::from_millis(20));
        let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
        let sleeps = status.lines().any(|line| line.starts_with("State:\tS"));
        idle = if sleeps { idle + 1 } else { 0 };
    }
}

/// Feeds a load to weir. Returns the peak in KiB, and the answer.
fn run(mode: &str, write: impl FnOnce(&mut ChildStdin)) -> (u64, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_weir"))
        .args(["--mode", mode, "--no-store"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut output = child.stdout.take().unwrap();
    let answer = thread::spawn(move || {
        let mut text = String::new();
        output.read_to_string(&mut text).unwrap();
        text
    });
    let mut input = child.stdin.take().unwrap();
    write(&mut input);
    input.flush().unwrap();
    wait_until_idle(&child);
    let mut most = peak(&child).unwrap();
    drop(input);
    while child.try_wait().unwrap().is_none() {
        most = most.max(peak(&child).unwrap_or(0));
        thread::sleep(Duration::from_micros(200));
    }
    (most, answer.join().unwrap())
}

/// Runs of passing tests, `bytes` of them and a little more.
fn passing(bytes: usize) -> impl FnOnce(&mut ChildStdin) {
    move |input| {
        let mut written = 0;
        while written < bytes {
            let mut text = String::from("running 1000 tests\n");
            for number in 0..1000 {
                text.push_str(&format!("test harbour::berth_{number}::takes_ships_of_any_length ... ok\n"));
            }
            text.push_str(
                "\ntest result: ok. 1000 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s\n\n",
            );
            input.write_all(text.as_bytes()).unwrap();
            written += text.len();
        }
    }
}

#[test]
fn passing_tests_take_no_memory_however_many_they_are() {
    let (small, _) = run("standard", passing(MEGABYTE));
    let (large, answer) = run("standard", passing(30 * MEGABYTE));
    assert!(answer.contains("weir: PASSED "), "{answer}");
    assert!(large <= MOST, "{large} KiB");
    assert!(large <= small + MOST_GROWTH, "{large} KiB, on one megabyte {small}");
}

#[test]
fn one_endless_line_takes_no_memory_however_long_it_is() {
    let line = |bytes: usize| {
        move |input: &mut ChildStdin| {
            let piece = "key=value,".repeat(10_000);
            for _ in 0..bytes / piece.len() {
                input.write_all(piece.as_bytes()).unwrap();
            }
        }
    };
    let (small, _) = run("standard", line(MEGABYTE));
    let (large, _) = run("standard", line(30 * MEGABYTE));
    assert!(large <= MOST, "{large} KiB");
    assert!(large <= small + MOST_GROWTH, "{large} KiB, on one megabyte {small}");
}

#[test]
fn thousands_of_runs_that_were_killed_hold_the_bound() {
    let (peak, answer) = run("standard", |input: &mut ChildStdin| {
        for number in 0..20_000 {
            input
                .write_all(format!("running 3 tests\ntest dock::ship_{number} ... ok\n").as_bytes())
                .unwrap();
        }
    });
    assert!(answer.contains("weir: INCOMPLETE "), "{answer}");
    assert!(peak <= MOST / 2, "{peak} KiB");
}

#[test]
fn what_may_are_after_a_prefix_holds_the_bound() {
    // Each line may have a logger's prefix, and no run is after it: all that is read on trial is read.
    let (peak, answer) = run("standard", |input| {
        for number in 0..2000 {
            let text = format!("2026-01-02 03:04:{:02} INFO  [main] {}\n", number % 60, "quay ".repeat(2000));
            input.write_all(text.as_bytes()).unwrap();
        }
    });
    assert!(peak < MOST, "{peak} KiB");
    assert!(answer.contains("INFO  [main] quay"), "{answer}");
}

#[test]
fn many_failures_with_their_traces_hold_the_bound() {
    const FAILURES: usize = 200_000;
    let failures = |input: &mut ChildStdin| {
        input.write_all(format!("running {FAILURES} tests\n").as_bytes()).unwrap();
        let mut text = String::new();
        for number in 0..FAILURES {
            text.push_str(&format!("test lock::gate_{number} ... FAILED\n"));
        }
        text.push_str("\nfailures:\n\n");
        for number in 0..FAILURES {
            text.push_str(&format!(
                "---- lock::gate_{number} stdout ----\n\nthread 'lock::gate_{number}' panicked at src/lock.rs:{number}:9:\n\
                 the gate is open\n  left: {number}\n right: 0\nstack backtrace:\n   0: lock::gate\n             at ./src/lock.rs:7:5\n\n"
            ));
            if text.len() > MEGABYTE {
                input.write_all(text.as_bytes()).unwrap();
                text.clear();
            }
        }
        input.write_all(text.as_bytes()).unwrap();
    };
    for mode in ["standard", "verbose"] {
        let (peak, answer) = run(mode, failures);
        assert!(answer.contains("200000 failed"), "{mode}: {}", answer.lines().last().unwrap_or_default());
        assert!(peak <= MOST, "{mode}: {peak} KiB");
    }
}
