//! The captured output of one test: headers of its streams, and which of its lines tell why the test failed.
//!
//! nextest runs libtest with one test and without capture, so that stdout holds libtest's own frame (`running 1 test`,
//! `test x ... FAILED`, `failures:`, `test result: ...`) and stderr the panic. The frame is noise: the status line has
//! printed it. Output is four columns in since 0.9.98 (`Indented`), at the line's beginning before that and with
//! `--no-output-indent` (`Flat`).

use crate::event::{Class, Event, Part, Sink};
use crate::recognize::kit::crash;
use crate::recognize::runners::rust::shared::assertion::Assertion;

/// How deep captured output is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// Four columns in: only captured output is there.
    Indented,
    /// At the line's beginning: it can look like anything.
    Flat,
    /// Rows of a repainted terminal, whose blanks are lost; there are no empty rows.
    Repainted,
}

/// Where captured text comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    /// Output of the test.
    Output,
    /// nextest's own words on a test that it could not execute.
    ExecFail,
}

/// The columns of indentation.
pub const INDENT: &str = "    ";
/// The most lines of one panic message that tell why; what follows is output.
const MESSAGE_LINES: u32 = 200;

/// `  stdout ───`, `── stderr ──`, `--- STDOUT:              crate tests::a ---`.
#[must_use]
pub fn header(text: &str) -> Option<(Stream, Layout)> {
    let bare = text.trim_matches(|each| matches!(each, ' ' | '─' | '-'));
    let ruled = text.contains(['─', '-']);
    let stream = match bare {
        "stdout" | "stderr" | "output" => Stream::Output,
        "execfail" => Stream::ExecFail,
        _ => {
            // Before 0.9.95; the attempt of a retried test is before the stream's name.
            let ruler = text.starts_with("--- ") || text.starts_with("─── ") || text.starts_with("──── ");
            let begins = bare.split_once(": ").map_or("", |(before, _)| before);
            let name = begins.rsplit(' ').next().unwrap_or_default();
            let stream = matches!(name, "STDOUT" | "STDERR" | "OUTPUT");
            let attempt = begins == name || begins.starts_with("TRY ");
            return (ruler && stream && attempt).then_some((Stream::Output, Layout::Flat));
        }
    };
    if !ruled || text.trim_end() != text || text.len() > 40 {
        return None;
    }
    if text.starts_with("  ") && !text.starts_with("   ") {
        Some((stream, Layout::Indented))
    } else if text.starts_with(['─', '-']) {
        Some((stream, Layout::Flat))
    } else {
        text.starts_with(|each: char| each.is_ascii_lowercase()).then_some((stream, Layout::Repainted))
    }
}

/// Where in the output the reader is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Anything that the test printed.
    Output,
    /// Inside a panic's message, after so many lines of it.
    Message(u32),
    /// Inside a panic's backtrace.
    Backtrace,
    /// Inside libtest's closing report.
    Report,
    /// Inside libtest's note on a panic that was expected otherwise.
    Note,
    /// nextest's error chain.
    Errors,
}

/// Reads the captured output of one failed test.
#[derive(Clone, Debug)]
pub struct Reader {
    phase: Phase,
    reported: bool,
    placed: bool,
    /// The message that was reported is an assertion's, whose values follow.
    assertion: Option<Assertion>,
}

impl Reader {
    /// A reader at the beginning of a test's output.
    #[must_use]
    pub const fn new() -> Self {
        Self { phase: Phase::Output, reported: false, placed: false, assertion: None }
    }

    /// A stream begins.
    pub fn stream(&mut self, stream: Stream) {
        self.phase = match stream {
            Stream::Output => Phase::Output,
            Stream::ExecFail => Phase::Errors,
        };
    }

    /// Judges a line without its indentation. `test` is the test's name without its binary.
    pub fn line(&mut self, text: &str, test: &str, sink: &mut dyn Sink) -> Class {
        if let Some(panic) = crash::rust_panic(text) {
            if let Some(place) = panic.place {
                sink.emit(Event::At { place, better: self.placed && panic.thread == test });
                self.placed = true;
            }
            self.phase = match panic.message {
                Some(message) => {
                    self.tell(message, sink);
                    Phase::Message(1)
                }
                None => Phase::Message(0),
            };
            return why(sink);
        }
        match self.phase {
            Phase::Message(lines) => self.message(text, lines, sink),
            Phase::Backtrace if frame(text) => say(Part::Where, sink),
            Phase::Errors if !text.trim().is_empty() => {
                self.tell(text.trim(), sink);
                why(sink)
            }
            Phase::Note if !text.trim().is_empty() => why(sink),
            Phase::Report if text == test => Class::Noise,
            Phase::Report | Phase::Note => self.report(text, sink),
            Phase::Output | Phase::Backtrace | Phase::Errors => self.output(text, sink),
        }
    }

    /// A line of a panic's message, or what ends it.
    fn message(&mut self, text: &str, lines: u32, sink: &mut dyn Sink) -> Class {
        if text.starts_with("note: run with `RUST_BACKTRACE=") {
            self.phase = Phase::Output;
            return Class::Noise;
        }
        if text == "stack backtrace:" {
            self.phase = Phase::Backtrace;
            return say(Part::Where, sink);
        }
        if frame_of_libtest(text) || lines >= MESSAGE_LINES {
            return self.output(text, sink);
        }
        if !text.trim().is_empty() {
            if !self.reported {
                self.assertion = Assertion::begun(text.trim());
            }
            self.tell(text.trim(), sink);
        }
        if let Some(assertion) = &mut self.assertion {
            assertion.line(text, sink);
        }
        self.phase = Phase::Message(lines.saturating_add(1));
        why(sink)
    }

    /// Any other line.
    fn output(&mut self, text: &str, sink: &mut dyn Sink) -> Class {
        self.phase = Phase::Output;
        if text.trim().is_empty()
            || text.starts_with("note: Some details are omitted, run with `RUST_BACKTRACE=")
        {
            return Class::Noise;
        }
        if frame_of_libtest(text) {
            if text == "failures:" {
                self.phase = Phase::Report;
            }
            return Class::Noise;
        }
        // What `Termination` prints for a test that returns an error.
        if text.starts_with("Error: ") || crash::sign(text).is_some() {
            self.tell(text.trim(), sink);
            return why(sink);
        }
        say(Part::Output, sink)
    }

    /// A line of libtest's closing report.
    fn report(&mut self, text: &str, sink: &mut dyn Sink) -> Class {
        if text.starts_with("test result: ") {
            self.phase = Phase::Output;
            return Class::Noise;
        }
        self.phase = Phase::Report;
        if text.starts_with("note: ") {
            // `test did not panic as expected`, `panic did not contain expected string` and its two strings.
            self.phase = Phase::Note;
            sink.emit(Event::Message(text.trim_start_matches("note: ")));
            self.reported = true;
            return why(sink);
        }
        if text.trim().is_empty() || text.starts_with(INDENT) || frame_of_libtest(text) {
            return Class::Noise;
        }
        say(Part::Output, sink)
    }

    /// Tells the one-line message, once.
    pub fn tell(&mut self, message: &str, sink: &mut dyn Sink) {
        if !self.reported {
            sink.emit(Event::Message(message));
            self.reported = true;
        }
    }
}

/// Adds the line to the reason.
fn why(sink: &mut dyn Sink) -> Class {
    say(Part::Why, sink)
}

/// Adds the line to a part of the block.
fn say(part: Part, sink: &mut dyn Sink) -> Class {
    sink.emit(Event::Text(part));
    Class::Detail
}

/// `   0: core::panicking::panic_fmt` or `             at ./src/a.rs:3:5`.
fn frame(text: &str) -> bool {
    let bare = text.trim_start();
    let number =
        bare.split_once(": ").is_some_and(|(number, _)| number.bytes().all(|byte| byte.is_ascii_digit()));
    text.starts_with("  ") && (number || bare.starts_with("at "))
}

/// `    (test failed with exit code 3)`, `    (script timed out)`, `           - with code 0xc0000005: ...`.
#[must_use]
pub fn detail(text: &str, layout: Layout) -> Option<&str> {
    if let Some(windows) = text.strip_prefix("           - ") {
        let known = windows.starts_with("with code ") || windows.starts_with("terminated via ");
        return known.then_some(windows);
    }
    let inner = match layout {
        Layout::Repainted => text.trim(),
        Layout::Indented | Layout::Flat => text.strip_prefix(INDENT)?,
    };
    let inner = inner.strip_prefix('(')?.strip_suffix(')')?;
    let ways = ["failed", "aborted", "timed out", "passed with leaked handles"];
    let rest = inner.strip_prefix("test ").or_else(|| inner.strip_prefix("script "))?;
    ways.iter().any(|way| rest.starts_with(way)).then_some(inner)
}

/// Whether libtest frames its single test with this line.
#[must_use]
pub fn frame_of_libtest(text: &str) -> bool {
    match text.as_bytes().first() {
        Some(b'r') => text.starts_with("running ") && (text.ends_with(" test") || text.ends_with(" tests")),
        Some(b't') => {
            text.starts_with("test result: ")
                || (text.starts_with("test ") && (text.ends_with(" ... FAILED") || text.ends_with(" ... ok")))
        }
        Some(b'f') => text == "failures:",
        Some(b'-') => text.starts_with("---- ") && text.ends_with(" stdout ----"),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_of_all_versions_are_read() {
        for (text, expected) in [
            ("  stdout ───", Some((Stream::Output, Layout::Indented))),
            ("  stderr ---", Some((Stream::Output, Layout::Indented))),
            ("  execfail ─", Some((Stream::ExecFail, Layout::Indented))),
            ("── output ──", Some((Stream::Output, Layout::Flat))),
            ("--- STDOUT:              crate tests::a ---", Some((Stream::Output, Layout::Flat))),
            ("──── STDERR:             crate tests::a", Some((Stream::Output, Layout::Flat))),
            ("--- TRY 1 STDOUT:        crate tests::a ---", Some((Stream::Output, Layout::Flat))),
            ("    stdout ───", None),
            ("  stdout", None),
            ("--- a/src/lib.rs", None),
            ("──── SUMMARY: all", None),
        ] {
            assert_eq!(header(text), expected, "{text}");
        }
    }

    fn read(text: &str) -> Vec<String> {
        let mut reader = Reader::new();
        text.lines()
            .map(|line| {
                let mut events: Vec<String> = Vec::new();
                let class = reader.line(line, "a::b", &mut events);
                format!("{class:?} {}", events.join(" | "))
            })
            .collect()
    }

    #[test]
    fn a_panics_message_of_several_paragraphs_is_the_reason_up_to_the_note() {
        assert_eq!(
            read(
                "noise\n\nthread 'a::b' (7) panicked at src/a.rs:3:5:\nassertion failed: x\n\n  left: 3\nnote: run with `RUST_BACKTRACE=1` environment variable\nafter"
            ),
            [
                "Detail Text(Output)",
                "Noise ",
                "Detail At { place: Place { file: \"src/a.rs\", line: Some(3) }, better: false } | Text(Why)",
                "Detail Message(\"assertion failed: x\") | Text(Why)",
                "Detail Text(Why)",
                "Detail Text(Why)",
                "Noise ",
                "Detail Text(Output)",
            ]
        );
    }

    #[test]
    fn the_panic_of_the_tests_own_thread_is_the_better_place() {
        let rows = read(
            "thread 'worker' panicked at src/w.rs:1:1:\nfirst\nthread 'a::b' panicked at src/a.rs:3:5:\nsecond",
        );
        assert_eq!(
            rows.get(2).map(String::as_str),
            Some(
                "Detail At { place: Place { file: \"src/a.rs\", line: Some(3) }, better: true } | Text(Why)"
            )
        );
    }

    #[test]
    fn libtests_frame_is_noise_and_its_note_the_reason() {
        assert_eq!(
            read(
                "running 1 test\ntest a::b - should panic ... FAILED\n\nfailures:\n\n---- a::b stdout ----\nnote: panic did not contain expected string\n      panic message: \"x\"\n\nfailures:\n    a::b\n\ntest result: FAILED. 0 passed; 1 failed"
            ),
            [
                "Noise ",
                "Noise ",
                "Noise ",
                "Noise ",
                "Noise ",
                "Noise ",
                "Detail Message(\"panic did not contain expected string\") | Text(Why)",
                "Detail Text(Why)",
                "Noise ",
                "Noise ",
                "Noise ",
                "Noise ",
                "Noise ",
            ]
        );
    }

    #[test]
    fn a_returned_error_and_a_crash_are_reasons() {
        assert_eq!(
            read("Error: \"gone\"\nplain"),
            ["Detail Message(\"Error: \\\"gone\\\"\") | Text(Why)", "Detail Text(Output)"]
        );
        assert_eq!(
            read("thread 'a::b' (9) has overflowed its stack\nfatal runtime error: stack overflow, aborting"),
            [
                "Detail Message(\"thread 'a::b' (9) has overflowed its stack\") | Text(Why)",
                "Detail Text(Why)"
            ]
        );
    }
}
