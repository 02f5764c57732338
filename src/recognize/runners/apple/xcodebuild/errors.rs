//! Errors of the tools: diagnostics, the linker, failed commands, processes that died while no test ran.

use super::diagnostics::{Diagnostic, Known, Severity, diagnostic, is_linker_error, known};
use super::noise::Build;
use super::xcodebuild::{BLOCK_LINES, Inside, SWIFT, Xcodebuild, clipped};
use crate::budget::Count as _;
use crate::event::{Block, Class, Event, FailureKind, Part, Place, Seen, Sink, TestId};
use crate::recognize::runners::apple::shared::runtime::{Fatal, is_restart, is_signal_exit, log_message};
use crate::recognize::runners::infra::tools;

/// How the commands begin that compile Swift.
const SWIFT_COMMANDS: [&str; 4] = ["CompileSwift", "SwiftCompile", "SwiftEmitModule", "EmitSwiftModule"];

/// Whether the line says why the graph of packages cannot be resolved, which ends a build without another word.
fn is_unresolved(text: &str) -> bool {
    const BEGINS: [&str; 6] = [
        "the package manifest at '",
        "the package at '",
        "dependencies could not be resolved because ",
        "Dependencies could not be resolved because ",
        "an out-of-date resolved file was detected at ",
        "a resolved file is required when automatic dependency resolution is disabled",
    ];
    BEGINS.iter().any(|begin| text.starts_with(begin))
        || text.starts_with("package '") && text.contains("' is required using ")
        || text.starts_with("product '") && text.contains("' required by package '")
        || text.starts_with("Couldn\u{2019}t ") && text.contains(" from remote")
}

impl Xcodebuild {
    /// Errors of the tools themselves, and the commands that failed.
    pub(super) fn tool(&mut self, text: &str, sink: &mut dyn Sink) -> Option<Seen> {
        if let Some(message) = text.strip_prefix("xcodebuild: error: ") {
            self.whole(text, message, FailureKind::Build, Inside::Explanation, sink);
            return Some(Seen::Mine(Class::Detail));
        }
        if self.build == Build::Open && is_unresolved(text) {
            self.whole(text, text, FailureKind::Build, Inside::Explanation, sink);
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
                self.part = Inside::Commands(self.located);
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
        // Outside of a build of Xcode's it follows from what another linker printed, and is another recognizer's.
        let known = self.located > 0 || self.build == Build::Open;
        let linked = clang && known && text.contains("linker command failed");
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

    /// What follows from an error reported before; without one, the failure itself.
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
        let announced = self.explained(sink);
        sink.emit(Event::BlockOpened(Block::Whole { name: clipped(name.trim()), kind }));
        sink.emit(Event::Heading);
        announce(announced.as_deref(), sink);
        if message != name {
            sink.emit(Event::Message(message));
        }
        self.located.up(1);
        self.part = part;
        self.left = BLOCK_LINES;
        if part == Inside::Nothing {
            sink.emit(Event::BlockClosed);
        }
    }

    /// An error is reported: what announced it is none of its own, but is shown with it.
    fn explained(&mut self, sink: &mut dyn Sink) -> Option<String> {
        let name = self.forerunner.take()?;
        sink.emit(Event::Withdrawn(TestId::bare(&name)));
        Some(name)
    }

    /// An error in this file comes after the list of failed commands: those that it stopped are no failures beside it. Of a
    /// module in Swift these are the commands of all its files.
    fn stopped(&mut self, file: &str, sink: &mut dyn Sink) {
        let names = |command: &String| command.split(' ').any(|word| word == file);
        if !self.commands.iter().any(names) {
            return;
        }
        let swift = |command: &String| {
            file.ends_with(".swift") && SWIFT_COMMANDS.iter().any(|word| command.starts_with(word))
        };
        for command in std::mem::take(&mut self.commands) {
            if names(&command) || swift(&command) {
                sink.emit(Event::Withdrawn(TestId::bare(&command)));
                self.located.down(1);
            } else {
                self.commands.push(command);
            }
        }
    }

    pub(super) fn diagnosed(&mut self, text: &str, sink: &mut dyn Sink) -> Option<Seen> {
        // The compiler's own errors have no place.
        if let Some(message) = text.strip_prefix("<unknown>:0: error: ").filter(|_| self.build == Build::Open)
        {
            self.whole(text, message, FailureKind::Diagnostic, Inside::Nothing, sink);
            return Some(Seen::Mine(Class::Detail));
        }
        self.report(&diagnostic(text)?, text, sink)
    }

    /// Tells a diagnostic that is on the current line.
    pub(super) fn report(&mut self, read: &Diagnostic<'_>, text: &str, sink: &mut dyn Sink) -> Option<Seen> {
        match read.severity {
            Severity::Error => self.error(read, text, sink),
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
                self.stopped(place.file, sink);
                let announced = self.explained(sink);
                sink.emit(Event::BlockOpened(Block::Diagnostic { place, code: "", message: read.message }));
                sink.emit(Event::Heading);
                sink.emit(Event::Message(read.message));
                announce(announced.as_deref(), sink);
                self.located.up(1);
                self.part = Inside::Diagnostic(Class::Detail);
                self.left = BLOCK_LINES;
            }
            Some(_) => return None,
            // It follows the tests that failed, which are others' to tell.
            None if read.message.starts_with("tests exited with '") => {
                self.close_block(sink);
                let name = clipped(text.trim());
                sink.emit(Event::Consequence { name, kind: FailureKind::Suite });
            }
            None => match known(read.message) {
                Some(Known::Consequence) if self.located > 0 => self.consequence(text, sink),
                Some(Known::Consequence) => {
                    if !open {
                        // Under xcodebuild a command fails in its own words.
                        self.is_reported_by(SWIFT, sink);
                    }
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
                None if open && !tools::ends(text) => {
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
    pub(super) fn dead(&mut self, text: &str, sink: &mut dyn Sink) -> Option<Seen> {
        if is_restart(text) || is_signal_exit(text) || is_early_exit(text) {
            self.whole(text, text, FailureKind::Crash, Inside::Nothing, sink);
            return Some(Seen::Mine(Class::Detail));
        }
        if let Some(message) = log_message(text).filter(|_| text.contains("xcodebuild[")) {
            // xcodebuild's own log: its errors are reported again under `Testing failed:`.
            return Some(Seen::Mine(if message.starts_with("Error Domain=") {
                Class::Detail
            } else {
                Class::Noise
            }));
        }
        let fatal = Fatal::read(text).filter(|fatal| fatal.certain)?;
        self.last_words.add(&fatal, text);
        Some(Seen::Mine(Class::Other))
    }
}

fn announce(line: Option<&str>, sink: &mut dyn Sink) {
    if let Some(text) = line {
        sink.emit(Event::Decoded { part: Part::Where, text });
    }
}

/// XCTest's assertions have the shape of a diagnostic: their message begins with the test.
fn is_assertion(message: &str) -> bool {
    let name = message.split(" :").next().unwrap_or_default();
    message.starts_with("-[")
        || message.starts_with("+[")
        || (name.contains('.') && !name.contains(' ') && name.len() < message.len())
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
