//! A line does with weir what it does without, but for what the agent itself reads of tests and builds.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::place::{Door, Place, Ran, on_this_machine, verdicts};
use crate::table::{Expected, LINES};

/// So many lines run at once.
const AT_ONCE: usize = 4;

/// What is wrong with a line.
fn fault(without: &Ran, with: &Ran, expected: Expected) -> Option<String> {
    let sorted = |text: &str| {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    let outputs_equal = match expected {
        Expected::Raw => (&without.out, &without.err) == (&with.out, &with.err),
        Expected::RawInAnyOrder => sorted(&without.out) == sorted(&with.out) && without.err == with.err,
        Expected::Answers(count) => verdicts(&with.out).len() == count,
    };
    let calls_equal = without.calls == with.calls || sorted(&without.calls) == sorted(&with.calls);
    let (what, one, other) = if without.code != with.code {
        ("the exit code", format!("{:?}", without.code), format!("{:?}", with.code))
    } else if without.files != with.files {
        ("the files", format!("{:?}", without.files), format!("{:?}", with.files))
    } else if !calls_equal {
        ("what the tools were given", without.calls.clone(), with.calls.clone())
    } else if !outputs_equal {
        ("the output", format!("{}{}", without.out, without.err), format!("{}{}", with.out, with.err))
    } else {
        return None;
    };
    Some(format!("{what} differs; without:\n{one}\nwith:\n{other}"))
}

/// Tries all lines by a door, beside the one without weir.
fn try_all(plain: Door, door: Door, lines: &[(&str, Expected)]) {
    let place = Place::new();
    let (next, faults) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..AT_ONCE {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some((line, expected)) = lines.get(at) else { break };
                    let without = place.ran(plain, &format!("{at}a"), line);
                    let with = place.ran(door, &format!("{at}b"), line);
                    if let Some(fault) = fault(&without, &with, *expected) {
                        faults.lock().unwrap().push(format!("{line}\n{fault}"));
                    }
                }
            });
        }
    });
    let faults = faults.into_inner().unwrap();
    assert!(faults.is_empty(), "{} of {} lines:\n{}", faults.len(), lines.len(), faults.join("\n"));
}

#[test]
fn there_are_more_than_120_lines() {
    assert!(LINES.len() >= 120, "{}", LINES.len());
}

#[test]
fn lines_in_bash_with_the_start_file() {
    try_all(Door::Plain, Door::StartFile, LINES);
}

#[test]
fn lines_in_bash_by_the_stub() {
    try_all(Door::PlainSnapshot("bash"), Door::Stub("bash"), LINES);
}

#[test]
fn lines_in_zsh_by_the_stub() {
    if on_this_machine("zsh").is_none() {
        // A test cannot say that it was left out but by its output.
        use std::io::Write as _;
        let _ = writeln!(std::io::stderr(), "left out: there is no zsh on this machine");
        return;
    }
    try_all(Door::PlainSnapshot("zsh"), Door::Stub("zsh"), LINES);
}
