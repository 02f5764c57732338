//! The recognizer of xcodebuild and SwiftPM's builds.
//!
//! An invocation that says so (`Command line invocation:`, `Building for debugging...`) opens a section; the marker
//! `** BUILD SUCCEEDED **` or `Build complete!` ends it. A marker of failure is a consequence: it says nothing that
//! a diagnostic, a failed test or a failed command does not say better, and counts only when nothing did. The same
//! holds for the commands that failed.
//!
//! Tests are their own recognizers' business, asked before this one. What they leave about dead processes (no test
//! ran) is taken here.

use super::diagnostics::{Diagnostic, Known, Severity, diagnostic, is_linker_error, known};
use super::noise::{Build, is_command, is_noise};
use super::signs::STARTS;
use crate::event::{
    Block, Class, Ended, Event, FailureKind, Level, Opened, Part, Place, Runner, Seen, Sink, TestId, Totals,
};
use crate::recognize::recognizer::Attention;
use crate::recognize::runners::xctest::{Fatal, is_restart, is_signal_exit, log_message};
use crate::recognize::{Recognizer, Signs};
use crate::text::Line;

/// The most bytes of a line that name a failure without a better name.
const NAME_BYTES: usize = 300;
/// How many lines of a block are taken.
pub(super) const BLOCK_LINES: u32 = 200;

/// xcodebuild and swift build.
#[derive(Debug, Default)]
pub struct Xcodebuild {
    build: Build,
    /// Failures located in this invocation.
    pub(super) located: u64,
    pub(super) part: Inside,
    pub(super) left: u32,
    /// The failure that stands for errors which the tool announces before it tells them.
    forerunner: Option<String>,
    /// What a runtime said while no test ran: line, message, place.
    pub(super) last_words: Option<LastWords>,
}

/// What a runtime said while no test ran.
#[derive(Debug)]
pub(super) struct LastWords {
    /// The whole line.
    pub line: String,
    /// From `Fatal error` on.
    pub message: String,
    /// File and line.
    pub place: Option<(String, u64)>,
}

/// Which block or list the line before belongs to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Inside {
    /// None.
    #[default]
    Nothing,
    /// A diagnostic: its excerpt and notes follow.
    Diagnostic(Class),
    /// The linker's list of symbols.
    Linker,
    /// `xcodebuild: error:`, whose explanation is indented and holds blank lines.
    Explanation,
    /// `The following build commands failed:`
    Commands,
    /// `Testing failed:`
    Causes,
}

impl Recognizer for Xcodebuild {
    fn runner(&self) -> Runner {
        Runner("xcodebuild")
    }

    fn signs(&self) -> Signs {
        // Errors of projects and packages name a file without a line.
        Signs { starts: STARTS, inside: &[": error: "], passes: &[], path: true }
    }

    fn attention(&self) -> Attention {
        // While a build is open its end is the first line of the tests, which is another runner's.
        if self.part == Inside::Nothing && self.build == Build::Closed {
            Attention::Signs
        } else {
            Attention::Every
        }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged();
        if self.part != Inside::Nothing
            && let Some(seen) = self.follow(text, sink)
        {
            return seen;
        }
        let trimmed = text.trim_start();
        if self.build == Build::Open && begins_tests(trimmed) {
            self.finish(sink);
        }
        self.marker(trimmed, sink)
            .or_else(|| self.header(trimmed, sink))
            .or_else(|| self.tool(trimmed, sink))
            .or_else(|| self.diagnosed(trimmed, sink))
            .or_else(|| self.dead(trimmed, sink))
            .unwrap_or_else(|| self.noise(trimmed, sink))
    }

    fn end(&mut self, sink: &mut dyn Sink) {
        if let Some(words) = self.last_words.take().filter(|_| self.located == 0) {
            let kind = FailureKind::Crash;
            sink.emit(Event::BlockOpened(Block::Whole { name: &words.message, kind }));
            words.tell(sink);
            sink.emit(Event::BlockClosed);
        }
    }
}

impl LastWords {
    /// Adds them to the open block.
    pub(super) fn tell(&self, sink: &mut dyn Sink) {
        sink.emit(Event::Decoded { part: Part::Why, text: &self.line });
        if let Some((file, line)) = &self.place {
            sink.emit(Event::At { place: Place { file, line: Some(*line) }, better: false });
        }
        sink.emit(Event::Message(&self.message));
    }
}

impl Xcodebuild {
    /// `** TEST SUCCEEDED **`, with a duration behind it or not.
    fn marker(&mut self, text: &str, sink: &mut dyn Sink) -> Option<Seen> {
        let (words, _) = text.strip_prefix("** ")?.split_once(" **")?;
        let (action, result) = words.rsplit_once(' ')?;
        if !action.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b' ') {
            return None;
        }
        match result {
            "SUCCEEDED" => {
                self.finish(sink);
                self.reset();
                // The marker ends a parallel run of tests, too.
                Some(Seen::Inside(Class::Totals))
            }
            "FAILED" | "INTERRUPTED" => {
                let tests = action.starts_with("TEST") && !action.ends_with("BUILD");
                let kind = if tests { FailureKind::Suite } else { FailureKind::Build };
                self.close_block(sink);
                sink.emit(Event::Consequence { name: text.trim_end(), kind });
                // The section stays open: it says nothing about tests, and nothing in it may be taken for output.
                self.build = Build::Closed;
                Some(Seen::Inside(Class::Detail))
            }
            _ => None,
        }
    }

    fn reset(&mut self) {
        *self = Self::default();
    }

    /// The build succeeded: a section of no tests, closed by its own word. It has to end before tests begin, because
    /// what a closed section holds is its output.
    fn finish(&mut self, sink: &mut dyn Sink) {
        self.close_block(sink);
        if self.build == Build::Closed {
            self.open(sink);
        }
        if self.located == 0 {
            let none = Some(0);
            let totals =
                Totals { passed: none, failed: none, skipped: none, other: none, total: none, errors: None };
            sink.emit(Event::Declared { totals, level: Level::Section });
        }
        self.build = Build::Closed;
    }

    fn header(&mut self, text: &str, sink: &mut dyn Sink) -> Option<Seen> {
        let words = text.trim_end();
        if words == "Command line invocation:" || is_build_header(words) {
            if self.build == Build::Open {
                sink.emit(Event::SectionEnded(Ended::Replaced));
            }
            self.open(sink);
            return Some(Seen::Inside(Class::Noise));
        }
        if self.build == Build::Closed && is_old_header(words) {
            self.open(sink);
            return Some(Seen::Mine(Class::Noise));
        }
        if words.starts_with("Build complete!") {
            self.finish(sink);
            self.reset();
            return Some(Seen::Mine(Class::Noise));
        }
        is_old_header(words).then_some(Seen::Mine(Class::Noise))
    }

    /// Build commands stand for the header of an invocation whose beginning was cut off, or that prints none.
    fn noise(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        if self.build == Build::Closed && is_command(text) {
            self.open(sink);
        }
        if is_noise(text, self.build) { Seen::Mine(Class::Noise) } else { Seen::No }
    }

    fn open(&mut self, sink: &mut dyn Sink) {
        sink.emit(Event::SectionStarted { opened: Opened::Own, announced: Some(0), label: "" });
        *self = Self { build: Build::Open, ..Self::default() };
    }

    /// Errors of the tools themselves, and the commands that failed.
    fn tool(&mut self, text: &str, sink: &mut dyn Sink) -> Option<Seen> {
        if let Some(message) = text.strip_prefix("xcodebuild: error: ") {
            self.whole(text, message, FailureKind::Build, Inside::Explanation, sink);
            return Some(Seen::Mine(Class::Detail));
        }
        if is_linker_error(text) {
            if self.part == Inside::Linker {
                sink.emit(Event::Text(Part::Why));
            } else {
                self.whole(text, text, FailureKind::Diagnostic, Inside::Linker, sink);
            }
            return Some(Seen::Mine(Class::Detail));
        }
        if text.starts_with("Code Signing Error")
            || text.starts_with("Code Sign error")
            || text.starts_with("CodeSign error")
        {
            self.whole(text, text, FailureKind::Build, Inside::Explanation, sink);
            return Some(Seen::Mine(Class::Detail));
        }
        match text.trim_end() {
            "The following build commands failed:" => {
                self.part = Inside::Commands;
                self.left = BLOCK_LINES;
                return Some(Seen::Mine(Class::Noise));
            }
            "Testing failed:" => {
                self.part = Inside::Causes;
                self.left = BLOCK_LINES;
                return Some(Seen::Mine(Class::Noise));
            }
            _ => {}
        }
        let command = text
            .strip_prefix("Command ")
            .is_some_and(|rest| rest.contains(" failed with a nonzero exit code"));
        let clang = text.starts_with("clang: error: ") || text.starts_with("clang: fatal error: ");
        let linked = clang && text.contains("linker command failed");
        if command || linked {
            self.consequence(text, sink);
            return Some(Seen::Mine(Class::Detail));
        }
        if clang && self.build == Build::Open {
            self.whole(text, text, FailureKind::Diagnostic, Inside::Nothing, sink);
            return Some(Seen::Mine(Class::Detail));
        }
        None
    }

    /// What follows from an error told before; without one, the failure itself.
    pub(super) fn consequence(&mut self, text: &str, sink: &mut dyn Sink) {
        let name = clipped(text.trim());
        if self.located > 0 {
            self.close_block(sink);
            sink.emit(Event::Consequence { name, kind: FailureKind::Build });
        } else {
            self.whole(name, name, FailureKind::Build, Inside::Nothing, sink);
        }
    }

    /// A failure without a file. The current line names it and tells why.
    pub(super) fn whole(
        &mut self,
        name: &str,
        message: &str,
        kind: FailureKind,
        part: Inside,
        sink: &mut dyn Sink,
    ) {
        self.close_block(sink);
        self.explained(sink);
        sink.emit(Event::BlockOpened(Block::Whole { name: clipped(name.trim()), kind }));
        sink.emit(Event::Text(Part::Why));
        if message != name {
            sink.emit(Event::Message(message));
        }
        self.located = self.located.saturating_add(1);
        self.part = part;
        self.left = BLOCK_LINES;
        if part == Inside::Nothing {
            sink.emit(Event::BlockClosed);
        }
    }

    /// An error is told: what announced it is none of its own.
    fn explained(&mut self, sink: &mut dyn Sink) {
        if let Some(name) = self.forerunner.take() {
            sink.emit(Event::Withdrawn(TestId::bare(&name)));
        }
    }

    fn diagnosed(&mut self, text: &str, sink: &mut dyn Sink) -> Option<Seen> {
        let read = diagnostic(text)?;
        match read.severity {
            Severity::Error => self.error(&read, text, sink),
            Severity::Warning if self.build == Build::Open || read.apple => {
                self.close_block(sink);
                let key = match read.place {
                    Some(Place { file, line: Some(line) }) => {
                        format!("{}:{line}: {}", clipped(file), clipped(read.message))
                    }
                    _ => clipped(text).to_owned(),
                };
                sink.emit(Event::BlockOpened(Block::Warning { key: &key }));
                sink.emit(Event::Text(Part::Why));
                self.part = Inside::Diagnostic(Class::Warning);
                self.left = BLOCK_LINES;
                Some(Seen::Mine(Class::Warning))
            }
            Severity::Note if self.build == Build::Open || read.apple => Some(Seen::Mine(Class::Noise)),
            _ => None,
        }
    }

    fn error(&mut self, read: &Diagnostic<'_>, text: &str, sink: &mut dyn Sink) -> Option<Seen> {
        if is_signal_exit(text) {
            return None;
        }
        let open = self.build == Build::Open;
        if is_assertion(read.message) {
            return None;
        }
        match read.place {
            Some(place) if open || read.apple => {
                self.close_block(sink);
                self.explained(sink);
                sink.emit(Event::BlockOpened(Block::Diagnostic { place, code: "", message: read.message }));
                sink.emit(Event::Heading);
                sink.emit(Event::Message(read.message));
                self.located = self.located.saturating_add(1);
                self.part = Inside::Diagnostic(Class::Detail);
                self.left = BLOCK_LINES;
            }
            Some(_) => return None,
            None => match known(read.message) {
                Some(Known::Consequence) if self.located > 0 => self.consequence(text, sink),
                Some(Known::Consequence) => {
                    // It may come before the errors that it speaks of.
                    self.whole(text, text, FailureKind::Build, Inside::Linker, sink);
                    self.forerunner = Some(clipped(text.trim()).to_owned());
                }
                Some(Known::Error) => {
                    self.whole(
                        text,
                        read.message,
                        FailureKind::Diagnostic,
                        Inside::Diagnostic(Class::Detail),
                        sink,
                    );
                }
                None if open => {
                    self.whole(
                        text,
                        read.message,
                        FailureKind::Diagnostic,
                        Inside::Diagnostic(Class::Detail),
                        sink,
                    );
                }
                None => return None,
            },
        }
        Some(Seen::Mine(Class::Detail))
    }

    /// Processes that died while no test ran.
    fn dead(&mut self, text: &str, sink: &mut dyn Sink) -> Option<Seen> {
        if is_restart(text) || is_signal_exit(text) || is_early_exit(text) {
            self.whole(text, text, FailureKind::Crash, Inside::Nothing, sink);
            return Some(Seen::Mine(Class::Detail));
        }
        if let Some(message) = log_message(text).filter(|_| text.contains("xcodebuild[")) {
            // xcodebuild's own log: its errors are told again under `Testing failed:`.
            return Some(Seen::Mine(if message.starts_with("Error Domain=") {
                Class::Detail
            } else {
                Class::Noise
            }));
        }
        let fatal = Fatal::read(text).filter(|fatal| fatal.certain)?;
        if self.last_words.is_none() || log_message(text).is_none() {
            let place = fatal.place.and_then(|place| Some((clipped(place.file).to_owned(), place.line?)));
            let (line, message) = (clipped(text).to_owned(), clipped(fatal.message).to_owned());
            self.last_words = Some(LastWords { line, message, place });
        }
        Some(Seen::Mine(Class::Other))
    }
}

/// SwiftPM's first line.
fn is_build_header(text: &str) -> bool {
    matches!(text, "Building for debugging..." | "Building for production..." | "Building for release...")
}

/// How an invocation begins where xcodebuild does not repeat its command line.
fn is_old_header(text: &str) -> bool {
    text == "Build settings from command line:"
        || text == "User defaults from command line:"
        || (text.starts_with("=== ")
            && text.ends_with(" ===")
            && text.contains(" TARGET ")
            && text.contains(" OF PROJECT "))
}

/// XCTest's assertions have the shape of a diagnostic: their message begins with the test.
fn is_assertion(message: &str) -> bool {
    let name = message.split(" :").next().unwrap_or_default();
    message.starts_with("-[")
        || message.starts_with("+[")
        || (name.contains('.') && !name.contains(' ') && name.len() < message.len())
}

/// The first line of tests, whoever runs them: the build is over.
fn begins_tests(text: &str) -> bool {
    ["Test Suite '", "Test suite '", "Test Case '", "Test case '", "Testing started"]
        .iter()
        .any(|start| text.starts_with(start))
        || text.ends_with(" Test run started.")
}

/// The runner never came to run a test.
fn is_early_exit(text: &str) -> bool {
    [
        "Early unexpected exit",
        "Failed to load the test bundle",
        "Test crashed with signal",
        "Testing was canceled",
        "Simulator device failed",
    ]
    .iter()
    .any(|start| text.starts_with(start))
}

pub(super) fn clipped(text: &str) -> &str {
    let mut end = text.len().min(NAME_BYTES);
    while !text.is_char_boundary(end) {
        end = end.saturating_sub(1);
    }
    text.get(..end).unwrap_or_default()
}
