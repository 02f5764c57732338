//! How crashes look: one line at a time, without state.
//!
//! A recognizer asks [`sign`] whether a line of captured output says why a process died; for the recognizer of unknown
//! streams the same answer is a strong sign. A shape is anchored where the real thing is anchored (at
//! the line's beginning, or the whole line), because a word like "panic" or "Killed" in a sentence means nothing.
//!
//! Sources: Rust's `std::panicking` and `std::rt`, the runtime of Go, CPython's `traceback` and `faulthandler`,
//! compiler-rt's sanitizers, glibc, strsignal(3) as shells print it, HotSpot, V8, R's `main.c`, coreutils' timeout. The
//! caller reads what follows a sign (message, frames); [`rust_panic`] splits the parts of a panic.

use std::sync::LazyLock;

use super::literals::{Beginnings, Literals};
use super::scan;
use crate::event::{FailureKind, Place};

/// A line that reports a crash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crash<'a> {
    /// What happened, in the runtime's own terms.
    pub what: What,
    /// Where, when the line itself says it.
    pub place: Option<Place<'a>>,
    /// The part of the line with the reason: the whole line when there is no better one.
    pub message: &'a str,
}

/// The families of crashes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// A Rust thread panicked. It may have been expected or caught.
    RustPanic,
    /// A runtime gave up: `fatal runtime error`, `fatal error: all goroutines are asleep`, `Fatal Python error`.
    Runtime,
    /// A Go program or another one that prints `panic:`.
    Panic,
    /// An uncaught exception: Python's traceback, Java, Node, C++.
    Exception,
    /// A process ended by a signal, as a shell, cargo or the C library prints it.
    Signal,
    /// A process ended with a code other than zero, as cargo prints it.
    Exit,
    /// An address, leak, memory, thread or undefined-behaviour sanitizer's report.
    Sanitizer,
    /// Memory ran out.
    Memory,
    /// A time limit ended the run.
    Timeout,
}

impl What {
    /// The kind of failure that it is when no recognizer claims the line.
    #[must_use]
    pub const fn kind(self) -> FailureKind {
        match self {
            Self::Timeout => FailureKind::Timeout,
            _ => FailureKind::Crash,
        }
    }
}

/// How lines of crashes begin, after blanks.
const BEGINNINGS: [(&str, What); 29] = [
    ("fatal runtime error: ", What::Runtime),
    ("memory allocation of ", What::Memory),
    ("panic: test timed out after ", What::Timeout),
    ("panic: ", What::Panic),
    ("fatal error: all goroutines are asleep", What::Runtime),
    ("fatal error: concurrent map ", What::Runtime),
    ("fatal error: stack overflow", What::Runtime),
    ("fatal error: unexpected signal", What::Runtime),
    ("fatal error: out of memory", What::Memory),
    ("runtime: goroutine stack exceeds ", What::Runtime),
    ("[signal SIG", What::Signal),
    ("SIGSEGV: segmentation violation", What::Signal),
    ("SIGABRT: abort", What::Signal),
    ("Fatal Python error: ", What::Runtime),
    ("Exception in thread \"", What::Exception),
    ("# A fatal error has been detected by the Java Runtime Environment", What::Runtime),
    ("FATAL ERROR: Reached heap limit", What::Memory),
    ("terminate called after throwing an instance of ", What::Exception),
    ("terminate called without an active exception", What::Exception),
    ("libc++abi: terminating", What::Exception),
    ("AddressSanitizer:DEADLYSIGNAL", What::Sanitizer),
    ("WARNING: ThreadSanitizer: ", What::Sanitizer),
    ("Out of memory: Killed process ", What::Memory),
    ("*** stack smashing detected ***", What::Signal),
    ("*** caught segfault ***", What::Signal),
    ("*** caught bus error ***", What::Signal),
    ("*** caught illegal operation ***", What::Signal),
    ("An irrecoverable exception occurred. R is aborting now", What::Runtime),
    ("timeout: sending signal ", What::Timeout),
];

/// The names by strsignal(3) of the signals that end a process and write a core, and `Killed`.
const SIGNALS: [&str; 9] = [
    "Segmentation fault",
    "Aborted",
    "Abort trap",
    "Killed",
    "Bus error",
    "Illegal instruction",
    "Floating point exception",
    "Trace/breakpoint trap",
    "Bad system call",
];

/// What the C library prints of a broken heap before it aborts, as whole lines.
const HEAP: [&str; 9] = [
    "double free or corruption",
    "free(): invalid pointer",
    "free(): invalid size",
    "free(): double free detected in tcache 2",
    "malloc(): corrupted top size",
    "malloc(): invalid size (unsorted)",
    "corrupted size vs. prev_size",
    "munmap_chunk(): invalid pointer",
    "realloc(): invalid pointer",
];

/// How the lines that [`sign`] reads begin after blanks, unless they hold one of [`INSIDE`].
pub fn beginnings() -> impl Iterator<Item = &'static str> {
    let whole = [
        "thread ",
        "Traceback (most recent call last):",
        "goroutine ",
        "==",
        "Uncaught ",
        "Assertion failed: ",
    ];
    BEGINNINGS.iter().map(|(beginning, _)| *beginning).chain(SIGNALS).chain(HEAP).chain(whole)
}

/// What the lines that [`sign`] reads hold, unless they begin with one of [`beginnings`].
pub const INSIDE: &[&str] =
    &[": line ", "process didn't exit successfully", " runtime error: ", ": Assertion `", "OOMKilled"];

/// Both, ready for the search: most lines have neither.
static SHAPES: LazyLock<(Beginnings, Literals)> =
    LazyLock::new(|| (beginnings().collect(), Literals::new(INSIDE)));

/// Reads a line that reports a crash. Blanks may be before the shape, and nothing else.
#[must_use]
#[inline(never)]
pub fn sign(text: &str) -> Option<Crash<'_>> {
    let text = scan::trim(text);
    let (beginnings, inside) = &*SHAPES;
    if !beginnings.begin(text) && !inside.any(text) {
        return None;
    }
    let whole = |what| Some(Crash { what, place: None, message: text });
    match text.as_bytes().first()? {
        b't' if text.starts_with("thread ") => {
            if let Some(panic) = rust_panic(text) {
                let message = panic.message.unwrap_or(text);
                return Some(Crash { what: What::RustPanic, place: panic.place, message });
            }
            if text.ends_with(" has overflowed its stack") {
                return whole(What::Runtime);
            }
        }
        b'T' if text == "Traceback (most recent call last):" => return whole(What::Exception),
        b'g' if goroutine(text) => return whole(What::Panic),
        b'=' => {
            if let Some(message) = sanitizer(text) {
                return Some(Crash { what: What::Sanitizer, place: None, message });
            }
        }
        b'U' if uncaught(text) => return whole(What::Exception),
        _ => {}
    }
    if let Some((_, what)) = BEGINNINGS.iter().find(|(beginning, _)| text.starts_with(beginning)) {
        return whole(*what);
    }
    if signal_line(text) || HEAP.iter().any(|words| heap_line(text, words)) {
        return whole(What::Signal);
    }
    if let Some(what) = exit_status(text) {
        return whole(what);
    }
    if let Some((place, message)) = undefined_behaviour(text) {
        return Some(Crash { what: What::Sanitizer, place: Some(place), message });
    }
    if assertion(text) {
        return whole(What::Signal);
    }
    has_word(text, "OOMKilled").then_some(Crash { what: What::Memory, place: None, message: text })
}

/// The head line of a Rust panic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RustPanic<'a> {
    /// The thread's name; `main`, `<unnamed>` or a test's name.
    pub thread: &'a str,
    /// Where it panicked; the message is on the next lines unless `message` holds it.
    pub place: Option<Place<'a>>,
    /// The message where it is on the same line, as Rust printed it before 1.73.
    pub message: Option<&'a str>,
}

/// Splits `thread 'NAME' (ID) panicked at FILE:LINE:COL:` and `thread 'NAME' panicked at 'MESSAGE', FILE:LINE:COL`.
///
/// The thread's number appeared in Rust 1.91.
#[must_use]
pub fn rust_panic(text: &str) -> Option<RustPanic<'_>> {
    let rest = scan::trim(text).strip_prefix("thread ")?;
    let (thread, rest) = match rest.strip_prefix('\'') {
        Some(rest) => rest.split_once('\'')?,
        None => ("<unnamed>", rest.strip_prefix("<unnamed>")?),
    };
    let rest = rest.strip_prefix(' ')?;
    let rest = match rest.strip_prefix('(') {
        Some(rest) => scan::number(rest)?.1.strip_prefix(") ")?,
        None => rest,
    };
    let rest = rest.strip_prefix("panicked at ")?;
    if let Some(quoted) = rest.strip_prefix('\'') {
        // The message may hold anything, even `', `: the last one ends it. A message of several lines ends on another
        // line: then the place is there too.
        return Some(match quoted.rsplit_once("', ") {
            Some((message, place)) => {
                let place = scan::place(place).map(|(place, _)| place);
                RustPanic { thread, place, message: Some(message) }
            }
            None => RustPanic { thread, place: None, message: Some(quoted) },
        });
    }
    let place = scan::place(rest.strip_suffix(':').unwrap_or(rest)).map(|(place, _)| place);
    Some(RustPanic { thread, place, message: None })
}

/// `goroutine 1 [running]:`, also with a wait time or a state of several words.
fn goroutine(text: &str) -> bool {
    let number = text.strip_prefix("goroutine ").and_then(scan::number);
    number.is_some_and(|(_, rest)| rest.starts_with(" [") && rest.ends_with("]:"))
}

/// `==123==ERROR: AddressSanitizer: heap-use-after-free on address ...`: returns what follows the tool's name.
fn sanitizer(text: &str) -> Option<&str> {
    let (_, rest) = scan::number(text.strip_prefix("==")?)?;
    let rest = rest.strip_prefix("==")?;
    let rest = rest.strip_prefix("ERROR: ").or_else(|| rest.strip_prefix("WARNING: "))?;
    let (tool, message) = rest.split_once(": ")?;
    (tool.ends_with("Sanitizer") && !tool.contains(' ')).then_some(message)
}

/// `Uncaught TypeError: x`, `Uncaught exception: x`, as browsers and PHP-like runtimes print it.
fn uncaught(text: &str) -> bool {
    let Some(rest) = text.strip_prefix("Uncaught ") else { return false };
    let rest = rest.strip_prefix("(in promise) ").unwrap_or(rest);
    let class = rest.split([':', ' ']).next().unwrap_or_default();
    class.ends_with("Error") || class.ends_with("Exception") || rest.starts_with("exception: ")
}

/// A signal's name alone on the line, with what shells add: ` (core dumped)`, `: 11`, or `x.sh: line 3: 1234 NAME ./a`.
fn signal_line(text: &str) -> bool {
    if let Some(job) = shell_job(text) {
        return SIGNALS.iter().any(|name| job.starts_with(name));
    }
    is_signal(text)
}

/// Whether the text is a signal's name, with nothing but what shells add after it.
#[must_use]
pub fn is_signal(text: &str) -> bool {
    match SIGNALS.iter().find_map(|name| text.strip_prefix(name)) {
        Some("" | " (core dumped)") => true,
        Some(rest) => rest.strip_prefix(": ").is_some_and(|number| scan::whole_number(number).is_some()),
        None => false,
    }
}

/// What follows `FILE: line N: PID ` in a shell's message about a job that died.
fn shell_job(text: &str) -> Option<&str> {
    let (_, rest) = text.split_once(": line ")?;
    let (_, rest) = scan::number(rest)?;
    let (_, rest) = scan::number(rest.strip_prefix(':')?.trim_start())?;
    rest.strip_prefix(' ').map(str::trim_start)
}

/// A line of the C library about its heap: the words alone, or followed by a detail in parentheses.
fn heap_line(text: &str, words: &str) -> bool {
    text.strip_prefix(words).is_some_and(|rest| rest.is_empty() || rest.starts_with(" ("))
}

/// ``process didn't exit successfully: `CMD` (signal: 6, SIGABRT: process abort signal)`` with a status other than 0.
fn exit_status(text: &str) -> Option<What> {
    let (_, rest) = text.split_once("process didn't exit successfully: `")?;
    let (_, status) = rest.rsplit_once("` (")?;
    if status.starts_with("signal: ") {
        return Some(What::Signal);
    }
    let code = status.strip_prefix("exit status: ").or_else(|| status.strip_prefix("exit code: "))?;
    (!code.starts_with("0)") && code.starts_with(|first: char| first.is_ascii_digit())).then_some(What::Exit)
}

/// `a.c:3:5: runtime error: signed integer overflow: ...`.
fn undefined_behaviour(text: &str) -> Option<(Place<'_>, &str)> {
    let (place, rest) = scan::place(text)?;
    Some((place, rest.strip_prefix(" runtime error: ")?))
}

/// glibc's assert(3): ``a.out: a.c:3: main: Assertion `x' failed.``; Windows' and Apple's:
/// `Assertion failed: x, file a.c, line 3`, `Assertion failed: (x), function main, file a.c, line 3.`
fn assertion(text: &str) -> bool {
    if let Some(rest) = text.strip_prefix("Assertion failed: ") {
        let place = rest.rsplit_once(", file ").and_then(|(_, place)| place.rsplit_once(", line "));
        return place.is_some_and(|(_, line)| scan::whole_number(line.trim_end_matches('.')).is_some());
    }
    text.contains(": Assertion `") && (text.ends_with("' failed.") || text.ends_with("' failed. Aborted"))
}

/// Whether the word is in the text by itself.
fn has_word(text: &str, word: &str) -> bool {
    let edge = |character: Option<char>| !character.is_some_and(|each| each.is_alphanumeric() || each == '_');
    text.match_indices(word).any(|(at, found)| {
        let before = text.get(..at).and_then(|before| before.chars().next_back());
        let after = text.get(at.saturating_add(found.len())..).and_then(|after| after.chars().next());
        edge(before) && edge(after)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn what(text: &str) -> Option<What> {
        sign(text).map(|crash| crash.what)
    }

    #[test]
    fn every_family_is_known_by_its_real_line() {
        for (text, expected) in [
            ("thread 'main' panicked at src/main.rs:3:5:", What::RustPanic),
            ("    thread 'a::b' (4711) panicked at src/main.rs:3:5:", What::RustPanic),
            ("thread '<unnamed>' panicked at 'boom', src/main.rs:3:5", What::RustPanic),
            ("thread 'main' has overflowed its stack", What::Runtime),
            ("fatal runtime error: stack overflow, aborting", What::Runtime),
            ("memory allocation of 99999 bytes failed", What::Memory),
            (
                "  process didn't exit successfully: `/t/x` (signal: 6, SIGABRT: process abort signal)",
                What::Signal,
            ),
            ("error: process didn't exit successfully: `/t/x` (exit status: 3)", What::Exit),
            (
                "error: process didn't exit successfully: `x.exe` (exit code: 0xc0000005, STATUS_ACCESS_VIOLATION)",
                What::Exit,
            ),
            ("Segmentation fault (core dumped)", What::Signal),
            ("Segmentation fault: 11", What::Signal),
            ("Aborted", What::Signal),
            ("./run.sh: line 3:  4711 Killed                  ./a.out", What::Signal),
            ("./run.sh: line 12: 77 Bus error (core dumped) ./a.out", What::Signal),
            ("free(): double free detected in tcache 2", What::Signal),
            ("double free or corruption (out)", What::Signal),
            ("a.out: a.c:3: main: Assertion `x > 3' failed.", What::Signal),
            ("Assertion failed: x > 3, file C:\\quay\\a.c, line 12", What::Signal),
            ("Assertion failed: (x > 3), function main, file a.c, line 12.", What::Signal),
            ("==123==ERROR: AddressSanitizer: heap-use-after-free on address 0x6", What::Sanitizer),
            ("==77==ERROR: LeakSanitizer: detected memory leaks", What::Sanitizer),
            ("==77==WARNING: MemorySanitizer: use-of-uninitialized-value", What::Sanitizer),
            ("AddressSanitizer:DEADLYSIGNAL", What::Sanitizer),
            ("WARNING: ThreadSanitizer: data race (pid=4711)", What::Sanitizer),
            ("src/a.c:3:5: runtime error: signed integer overflow", What::Sanitizer),
            ("panic: runtime error: index out of range [3] with length 3", What::Panic),
            ("panic: test timed out after 10m0s", What::Timeout),
            ("fatal error: all goroutines are asleep - deadlock!", What::Runtime),
            ("goroutine 18 [chan receive, 2 minutes]:", What::Panic),
            ("[signal SIGSEGV: segmentation violation code=0x1]", What::Signal),
            ("Traceback (most recent call last):", What::Exception),
            ("Fatal Python error: Segmentation fault", What::Runtime),
            ("Exception in thread \"main\" java.lang.IllegalStateException: x", What::Exception),
            ("Uncaught TypeError: x is not a function", What::Exception),
            ("Uncaught (in promise) TypeError: x is not a function", What::Exception),
            ("terminate called after throwing an instance of 'std::out_of_range'", What::Exception),
            ("      Reason:       OOMKilled", What::Memory),
            (" *** caught segfault ***", What::Signal),
            (" *** caught illegal operation ***", What::Signal),
            ("An irrecoverable exception occurred. R is aborting now ...", What::Runtime),
            ("timeout: sending signal TERM to command ‘sleep’", What::Timeout),
        ] {
            assert_eq!(what(text), Some(expected), "{text}");
        }
    }

    #[test]
    fn ordinary_words_do_not_trigger() {
        for text in [
            "",
            "Killed the old session and started a new one",
            "Aborted transactions: 3",
            "Aborted the upload",
            "test panic_is_reported ... ok",
            "don't panic: keep calm",
            "panicked at the disco",
            "the thread 'main' panicked at src/main.rs:3:5:",
            "thread pool started",
            "Segmentation faults are bad",
            "INFO runtime error: none",
            "process didn't exit successfully: `x` (exit status: 0)",
            "goroutine 3 is done",
            "== 3 == ERROR: x",
            "notOOMKilledYet",
            "Uncaught fish: 3",
            "Bus errors: 0",
            "see Traceback (most recent call last): above",
            "fatal error: a.h: No such file or directory",
            "timeout: 30s",
            "FATAL ERROR: none",
            "*** caught a fish ***",
            "Assertion failed: the fish, file it under lost",
        ] {
            assert_eq!(sign(text), None, "{text}");
        }
    }

    #[test]
    fn a_panic_gives_thread_place_and_the_old_forms_message() {
        let place = Some(Place { file: "src/a b.rs", line: Some(3) });
        let place_plain = Some(Place { file: "src/a.rs", line: Some(3) });
        assert_eq!(
            rust_panic("thread 'a::b' (12) panicked at src/a.rs:3:5:"),
            Some(RustPanic { thread: "a::b", place: place_plain, message: None })
        );
        assert_eq!(
            rust_panic("thread 'a::b' panicked at 'it's 'x', y', src/a.rs:3:5"),
            Some(RustPanic { thread: "a::b", place: place_plain, message: Some("it's 'x', y") })
        );
        assert_eq!(
            rust_panic("thread 'a::b' panicked at 'first line"),
            Some(RustPanic { thread: "a::b", place: None, message: Some("first line") })
        );
        assert_eq!(
            rust_panic("thread 'x' panicked at /s/a b.rs:3:5:").map(|panic| panic.place.is_some()),
            Some(true)
        );
        assert_ne!(
            rust_panic("thread 'x' panicked at src/a b.rs:3:5:").map(|panic| panic.place),
            Some(place)
        );
        assert_eq!(rust_panic("thread 'x' finished"), None);
    }

    #[test]
    fn a_signal_in_a_message_gives_its_own_part() {
        assert_eq!(
            sign("src/a.c:3:5: runtime error: division by zero"),
            Some(Crash {
                what: What::Sanitizer,
                place: Some(Place { file: "src/a.c", line: Some(3) }),
                message: "division by zero"
            })
        );
        assert_eq!(
            sign("==9==ERROR: AddressSanitizer: heap-use-after-free on x").map(|crash| crash.message),
            Some("heap-use-after-free on x")
        );
    }
}
