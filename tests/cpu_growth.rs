//! Work grows with the input and no faster: the CPU of a run over generated shapes at N, 2N and 4N bytes.
//!
//! The figure is the kernel's account of the process (`/proc/PID/schedstat`, nanoseconds on a processor), which waiting
//! for others does not count in; what a cold start costs is taken off, and the least of several runs counts. A shape
//! fails when twice the input costs more than 2.5 times as much on every try. `WEIR_EXHAUSTIVE=1` takes eight times
//! as much of every shape. Linux only.

#![cfg(target_os = "linux")]
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a helper of tests fails like a test"
)]

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};

/// Bytes of the smallest input of most shapes.
const SIZE: usize = 128 * 1024;
/// The most that twice the input may cost, in times of what once costs.
const MOST_GROWTH: f64 = 2.5;
/// Differences below this many nanoseconds tell nothing.
const NOISE: f64 = 10e6;
/// How often a shape is measured before it fails.
const TRIES: usize = 6;

/// The modes that keep the least and the most.
const MODES: [&str; 2] = ["minimal", "verbose"];

/// A stream that is made of parts without end.
struct Shape {
    name: &'static str,
    /// Bytes of the smallest input.
    size: usize,
    part: Box<dyn Fn(usize) -> Vec<u8>>,
}

impl Shape {
    fn of(&self, size: usize) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut number = 0;
        while bytes.len() < size {
            bytes.extend((self.part)(number));
            number += 1;
        }
        bytes
    }
}

/// The same bytes again and again.
fn again(name: &'static str, bytes: &'static [u8]) -> Shape {
    Shape { name, size: SIZE, part: Box::new(move |_| bytes.repeat(64)) }
}

/// An opening, and the same bytes after it to the end.
fn opened(name: &'static str, opening: &'static [u8], bytes: &'static [u8]) -> Shape {
    let part = move |number| if number == 0 { opening.to_vec() } else { bytes.repeat(64) };
    Shape { name, size: SIZE, part: Box::new(part) }
}

fn numbered(name: &'static str, size: usize, part: impl Fn(usize) -> String + 'static) -> Shape {
    Shape { name, size, part: Box::new(move |number| part(number).into_bytes()) }
}

fn cargo(number: usize) -> String {
    format!(
        "running 1 test\ntest a{number} ... FAILED\ntest result: FAILED. 0 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.0s\n"
    )
}

fn go(number: usize) -> String {
    format!("--- FAIL: Test{number} (0.0s)\nFAIL\nFAIL\tp{number}\t0.0s\n")
}

fn pytest(number: usize) -> String {
    format!(
        "===== test session starts =====\ncollected 1 item\n\na.py::t{number} FAILED [100%]\n\n===== 1 failed in 0.01s =====\n"
    )
}

fn tap(number: usize) -> String {
    format!("TAP version 13\n1..1\nnot ok 1 - t{number}\n")
}

/// Controls and sequences.
fn controls() -> Vec<Shape> {
    vec![
        again("nul", b"\0"),
        again("bell", b"\x07"),
        again("escape", b"\x1b"),
        again("delete and letters", b"x\x7f"),
        again("all controls", b"\x01\x02\x05\x07\x08\x0b\x0c\x0e\x18\x1a\x1b\x7f"),
        again("carriage returns", b"\r"),
        again("openings of control sequences", b"\x1b["),
        again("openings of device control strings", b"\x1bP"),
        again("openings of strings in one character", b"\xc2\x90"),
        again("introducers in one character", b"\xc2\x9b"),
        again("introducers in one byte", b"\x9b1\xff"),
        again("broken bytes", b"\xff\xe2\x82x"),
        opened("an endless device control string", b"\x1bP", b"q"),
        opened("an endless device control string of nul", b"\x1bP", b"\0"),
        opened("an endless command of the system", b"\x1b]", b"q;\x18"),
        opened("endless application commands", b"\x1b_", b"q\x1bX"),
        opened("an endless private message", b"\x1b^", b"\xc2\x9f"),
        opened("endless parameters", b"\x1b[", b"1;"),
        again("strings that end", b"\x1b]0;t\x07a\x1bPq\x1b\\"),
        again("strings open at the ends of lines", b"a\x1bPb\n"),
        again("rows drawn over", b"ab\x1b[1A\x1b[2Kcd\r"),
        again("cursor movements", b"\x1b[A\x1b[5;7Hx\x1b[D\x1b7\x1b8\x1bM"),
        again("columns to the right", b"x\x1b[9999C\x1b[C"),
        again("colours", b"\x1b[1;31mx\x1b[0m"),
        again("joiners", "\u{200d}".as_bytes()),
        again("joiners and letters", "a\u{200d}\u{200d}b\u{200c}c".as_bytes()),
        again("marks on one letter", "\u{301}".as_bytes()),
        again("selectors and tags", "\u{2714}\u{fe0f}\u{fe0f}\u{e0041}".as_bytes()),
        again("a line without an end", b"x"),
        again("a line of blanks", b" "),
        again("empty lines", b"\n"),
        again("lines of one control", b"\0\n"),
    ]
}

/// Structured documents that do not end.
fn documents() -> Vec<Shape> {
    vec![
        again("brackets", b"["),
        again("objects in objects", b"{\"a\":"),
        opened("an endless string", b"{\"a\":\"", b"\\u0000\\"),
        again("elements in elements", b"<a>"),
        opened("an endless attribute", b"<testsuite a=\"", b"&amp;<"),
        again("lines of objects cut off", b"{\"Action\":\"fail\",\"Test\":\n"),
    ]
}

/// Runs and failures, thousands of them.
fn runs() -> Vec<Shape> {
    // More than are distinguished.
    let many = SIZE * 4;
    vec![
        numbered("runs of two runners in turn", many, |at| if at % 2 == 0 { go(at) } else { cargo(at) }),
        numbered("runs of four runners in turn", SIZE, |at| match at % 4 {
            0 => go(at),
            1 => cargo(at),
            2 => pytest(at),
            _ => tap(at),
        }),
        numbered("runs of one runner", SIZE, cargo),
        numbered("runs that never end", SIZE, |at| format!("running 2 tests\ntest a{at} ... FAILED\n")),
        numbered("failures of one run", SIZE, |at| {
            if at == 0 { "running 9 tests\n".to_owned() } else { format!("test a::b{at} ... FAILED\n") }
        }),
        numbered("failures with a block", SIZE, |at| {
            format!("---- a{at} stdout ----\npanicked at a.rs:{at}:1:\nno\n\n")
        }),
        numbered("diagnostics", SIZE, |at| format!("src/a.c:{at}:1: error: no {at}\n")),
        numbered("consequences", SIZE, |at| format!("make: *** [Makefile:{at}: all] Error 1\n")),
        numbered("strong signs", SIZE, |at| format!("fatal: no {at}\nTraceback (most recent call last):\n")),
        numbered("events of JSON", SIZE, |at| {
            format!("{{\"Action\":\"fail\",\"Package\":\"p{}\",\"Test\":\"T{at}\"}}\n", at % 7)
        }),
    ]
}

/// Nanoseconds that weir was on a processor.
fn work(mode: &str, input: &Path) -> f64 {
    let mut child = Command::new(env!("CARGO_BIN_EXE_weir"))
        .args(["--no-store", "--mode", mode])
        .arg(input)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    // It has ended and is not forgotten.
    waitid(WaitId::Pid(Pid::from_child(&child)), WaitIdOptions::EXITED | WaitIdOptions::NOWAIT).unwrap();
    let account = fs::read_to_string(format!("/proc/{}/schedstat", child.id())).unwrap();
    child.wait().unwrap();
    account.split_whitespace().next().unwrap().parse().unwrap()
}

/// What is wrong with the growth of these, the least of each size, if anything is.
fn fault(least: [f64; 3], start: f64) -> Option<String> {
    let of = |at: usize| (least[at] - start).max(0.0);
    let grown = |at: usize| of(at + 1) > of(at) * MOST_GROWTH + NOISE;
    (grown(0) || grown(1)).then(|| {
        let millis = least.map(|least| format!("{:.0}", (least - start) / 1e6));
        format!("{} ms", millis.join(", "))
    })
}

fn hold(shapes: &[Shape], modes: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    let times = if std::env::var_os("WEIR_EXHAUSTIVE").is_some() { 8 } else { 1 };
    let empty = folder.path().join("empty");
    fs::write(&empty, "").unwrap();
    let start = (0..5).map(|_| work("standard", &empty)).fold(f64::MAX, f64::min);
    let mut faults = Vec::new();
    for shape in shapes {
        let files = [1, 2, 4].map(|growth| folder.path().join(growth.to_string()));
        for (file, growth) in files.iter().zip([1, 2, 4]) {
            fs::write(file, shape.of(shape.size * times * growth)).unwrap();
        }
        for mode in modes {
            let mut least = [f64::MAX; 3];
            let mut found = None;
            for _ in 0..TRIES {
                for (least, file) in least.iter_mut().zip(&files) {
                    *least = least.min(work(mode, file));
                }
                found = fault(least, start);
                if found.is_none() {
                    break;
                }
            }
            faults.extend(found.map(|found| format!("{} ({mode}): {found}", shape.name)));
        }
    }
    assert!(faults.is_empty(), "work grows faster than the input:\n{}", faults.join("\n"));
}

#[test]
fn controls_and_sequences_cost_what_their_bytes_cost() {
    hold(&controls(), &["standard"]);
}

#[test]
fn documents_that_do_not_end_cost_what_their_bytes_cost() {
    hold(&documents(), &["standard"]);
}

#[test]
fn runs_and_failures_cost_the_same_however_many_came_before() {
    hold(&runs(), &MODES);
}

#[test]
fn growth_is_reported_from_noise() {
    let ms = |times: [f64; 3]| fault(times.map(|time| (time + 5.0) * 1e6), 5e6);
    assert_eq!(ms([10.0, 20.0, 40.0]), None);
    assert_eq!(ms([1.0, 4.0, 12.0]), None);
    assert_eq!(ms([20.0, 45.0, 110.0]), None);
    assert!(ms([12.0, 50.0, 200.0]).is_some() && ms([50.0, 100.0, 400.0]).is_some());
}
