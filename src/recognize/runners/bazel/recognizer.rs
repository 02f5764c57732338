//! Bazel: `bazel build` and `bazel test`.
//!
//! `INFO: Found N test targets...` announces tests; a table of targets and `Executed M out of N tests: ...` end the run.
//! A target fails live (`FAIL: //pkg:t (see LOG)`), with its log between two rulers when that was asked for, and again
//! in the table. A log is the target's output, whatever frameworks print there. Between live failures stand compilers'
//! errors, which are no test's output: so the section is the table alone, and what a target said earlier waits for it.
//!
//! An error that tells of a command (`Compiling a.cc failed: (Exit 1)`) is a consequence of what the command prints
//! below it; other errors, of packages, targets and BUILD files, are causes.

use super::lines::{self, Result};
use crate::event::{
    Block, Class, Ended, Event, FailureKind, Grade, Level, Opened, Outcome, Part, Runner, Seen, Sink, TestId,
};
use crate::recognize::output::{Reader, Told};
use crate::recognize::{Attention, Recognizer, Signs, scan};
use crate::text::Line;

/// The most commands that failed that are kept until it is known whether their output told why.
const COMMANDS: usize = 16;
/// The longest name, in bytes.
const NAME_BYTES: usize = 1024;

/// The most failed targets whose logs wait for the table, and the most bytes of each.
const WAITING: (usize, usize) = (64, 16 * 1024);

/// A target that failed, until the table tells it.
#[derive(Debug)]
struct Failed {
    label: String,
    kind: FailureKind,
    lines: Vec<(Part, String)>,
    bytes: usize,
    message: String,
    reader: Reader,
}

/// A log between two rulers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Dump {
    /// Of the failed target that waits at this place.
    Failed(usize),
    /// Of another one.
    Other,
}

/// Bazel.
#[derive(Debug, Default)]
pub struct Bazel {
    running: bool,
    announced: Option<u64>,
    dump: Option<Dump>,
    waiting: Vec<Failed>,
    commands: Vec<String>,
    /// The last line of the table was one of a failure: the path of its log follows.
    in_table: bool,
}

impl Recognizer for Bazel {
    fn runner(&self) -> Runner {
        Runner("bazel")
    }

    fn signs(&self) -> Signs {
        Signs {
            starts: &[
                "//",
                "@@",
                "FAIL: //",
                "FAIL: @",
                "TIMEOUT: //",
                "TIMEOUT: @",
                "FLAKY: //",
                "==================== Test output for ",
                "INFO: Found ",
                "INFO: Build completed",
                "INFO: Analyzed ",
                "INFO: Elapsed time: ",
                "INFO: From Testing ",
                "Executed ",
                "ERROR: ",
                "FAILED: Build did NOT complete",
                "Loading: ",
                "Analyzing: ",
                "Use --verbose_failures to see",
            ],
            ..Signs::default()
        }
    }

    fn attention(&self) -> Attention {
        if self.dump.is_some() || self.in_table { Attention::Every } else { Attention::Signs }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged();
        if let Some(dump) = self.dump {
            return self.below(dump, text);
        }
        if std::mem::take(&mut self.in_table) && text.starts_with("  ") {
            self.in_table = true;
            return Seen::Mine(Class::Noise);
        }
        match text.as_bytes().first() {
            Some(b'/' | b'@') => self.table(text, sink),
            Some(b'F' | b'T') => self.live(text, sink),
            Some(b'=') => self.begin_dump(text),
            Some(b'I') => self.information(text, sink),
            Some(b'E') => self.error(text, sink),
            Some(b'L' | b'A' | b'U') => {
                let own = text.starts_with("Loading: ") || text.starts_with("Analyzing: ");
                let hint = text.starts_with("Use --verbose_failures to see");
                if own || hint { Seen::Mine(Class::Noise) } else { Seen::No }
            }
            _ => Seen::No,
        }
    }

    fn end(&mut self, sink: &mut dyn Sink) {
        // The table never came.
        for failed in std::mem::take(&mut self.waiting) {
            sink.emit(Event::BlockOpened(Block::Test { id: id(&failed.label), kind: failed.kind }));
            failed.tell(sink);
            sink.emit(Event::BlockClosed);
        }
        self.tell_commands(sink);
    }
}

impl Failed {
    fn tell(&self, sink: &mut dyn Sink) {
        for (part, text) in &self.lines {
            sink.emit(Event::Decoded { part: *part, text });
        }
        if !self.message.is_empty() {
            sink.emit(Event::Message(&self.message));
        }
    }
}

impl Bazel {
    /// A line of a log.
    fn below(&mut self, dump: Dump, text: &str) -> Seen {
        if scan::is_ruler(text, '=', 60) {
            self.dump = None;
            return Seen::Mine(Class::Noise);
        }
        if text.trim().is_empty() {
            return Seen::Mine(Class::Noise);
        }
        let failed = match dump {
            Dump::Failed(at) => self.waiting.get_mut(at),
            Dump::Other => None,
        };
        let Some(failed) = failed else { return Seen::Mine(Class::Other) };
        let told = failed.reader.line(text);
        if told == Told::Message {
            failed.message.clear();
            failed.message.push_str(clipped(text.trim()));
        }
        let text = clipped(text);
        if failed.bytes.saturating_add(text.len()) <= WAITING.1 {
            failed.bytes = failed.bytes.saturating_add(text.len());
            let part = if told == Told::Output { Part::Output } else { Part::Why };
            failed.lines.push((part, text.to_owned()));
        }
        Seen::Mine(Class::Detail)
    }

    fn begin(&mut self, sink: &mut dyn Sink) {
        if !self.running {
            let announced = self.announced;
            sink.emit(Event::SectionStarted { opened: Opened::Own, announced, label: "" });
            self.running = true;
        }
    }

    fn table(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        let Some((label, result)) = lines::table(text) else { return Seen::No };
        self.begin(sink);
        let finished = |outcome: Outcome| Event::Finished {
            id: id(label),
            outcome,
            grade: Grade::Listed,
            attempt: 0,
            alias: "",
        };
        match result {
            Result::Passed => {
                sink.emit(finished(Outcome::Passed));
                Seen::Mine(Class::Passed)
            }
            Result::Skipped => {
                sink.emit(finished(Outcome::Skipped));
                Seen::Mine(Class::Skipped)
            }
            Result::NotRun => Seen::Mine(Class::Other),
            Result::Failed(kind) => {
                sink.emit(finished(Outcome::Failed(kind)));
                sink.emit(Event::Heading);
                if let Some(at) = self.waiting.iter().position(|each| each.label == label) {
                    self.waiting.remove(at).tell(sink);
                }
                self.in_table = true;
                Seen::Mine(Class::Detail)
            }
        }
    }

    fn live(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        if text.starts_with("FAILED: Build did NOT complete") {
            return self.stopped(sink);
        }
        let Some((label, kind)) = lines::live(text) else {
            return if text.starts_with("FLAKY: //") { Seen::Mine(Class::Other) } else { Seen::No };
        };
        let known = self.waiting.iter().any(|each| each.label == label);
        if !known && self.waiting.len() < WAITING.0 {
            self.waiting.push(Failed {
                label: clipped(label).to_owned(),
                kind,
                lines: Vec::new(),
                bytes: 0,
                message: String::new(),
                reader: Reader::default(),
            });
        }
        Seen::Mine(Class::Detail)
    }

    fn begin_dump(&mut self, text: &str) -> Seen {
        let Some(label) = lines::dump(text) else { return Seen::No };
        let at = self.waiting.iter().position(|each| each.label == label);
        self.dump = Some(at.map_or(Dump::Other, Dump::Failed));
        Seen::Mine(Class::Noise)
    }

    fn information(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        if let Some(announced) = lines::found(text) {
            if std::mem::take(&mut self.running) {
                sink.emit(Event::SectionEnded(Ended::Replaced));
            }
            self.announced = Some(announced);
            return Seen::Mine(Class::Noise);
        }
        let own = ["Found ", "Build completed", "Analyzed ", "Elapsed time: ", "From Testing "];
        let rest = text.strip_prefix("INFO: ").unwrap_or_default();
        if own.iter().any(|begin| rest.starts_with(begin)) { Seen::Mine(Class::Noise) } else { Seen::No }
    }

    fn error(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        if let Some(totals) = lines::totals(text) {
            self.begin(sink);
            sink.emit(Event::Declared { totals, level: Level::Section });
            self.tell_commands(sink);
            *self = Self::default();
            return Seen::Mine(Class::Totals);
        }
        let Some(rest) = text.strip_prefix("ERROR: ") else { return Seen::No };
        if rest.starts_with("Build did NOT complete successfully")
            || rest.starts_with("Build failed. Not running tests")
        {
            return self.stopped(sink);
        }
        // Bazel's own files and labels; other tools begin lines with the same word.
        let place = scan::place(rest).filter(|(place, _)| is_build_file(place.file));
        let message = place.map_or(rest, |(_, rest)| rest.trim());
        if lines::of_command(message) {
            if self.commands.len() < COMMANDS {
                self.commands.push(clipped(rest).to_owned());
            }
            return Seen::Mine(Class::Noise);
        }
        if rest.starts_with("Analysis of target ") {
            sink.emit(Event::Consequence { name: clipped(rest), kind: FailureKind::Build });
            return Seen::Mine(Class::Noise);
        }
        if let Some((place, _)) = place {
            sink.emit(Event::BlockOpened(Block::Diagnostic { place, code: "bazel", message }));
        } else if rest.contains("//") && begins_like_bazel(rest) {
            sink.emit(Event::BlockOpened(Block::Whole { name: clipped(rest), kind: FailureKind::Build }));
        } else {
            return Seen::No;
        }
        sink.emit(Event::Heading);
        sink.emit(Event::Message(message));
        sink.emit(Event::BlockClosed);
        Seen::Mine(Class::Detail)
    }

    /// The build stopped: what failed tells why, or nobody did.
    fn stopped(&mut self, sink: &mut dyn Sink) -> Seen {
        self.tell_commands(sink);
        let name = "build did not complete successfully";
        sink.emit(Event::Consequence { name, kind: FailureKind::Build });
        Seen::Mine(Class::Noise)
    }

    fn tell_commands(&mut self, sink: &mut dyn Sink) {
        for command in self.commands.drain(..) {
            sink.emit(Event::Consequence { name: &command, kind: FailureKind::Build });
        }
    }
}

fn begins_like_bazel(text: &str) -> bool {
    let begins = [
        "Skipping '",
        "no such target ",
        "no such package ",
        "Target ",
        "error loading package ",
        "Error computing ",
        "Failed to load ",
        "Cycle in ",
        "Evaluation of query ",
        "Couldn't start the build",
        "An error occurred during the fetch of repository ",
    ];
    begins.iter().any(|begin| text.starts_with(begin))
}

fn is_build_file(file: &str) -> bool {
    let name = file.rsplit(['/', '\\']).next().unwrap_or(file);
    matches!(name, "BUILD" | "BUILD.bazel" | "WORKSPACE" | "WORKSPACE.bazel" | "MODULE.bazel")
        || name.ends_with(".bzl")
}

fn id(label: &str) -> TestId<'_> {
    TestId::split_last(label, ":")
}

fn clipped(text: &str) -> &str {
    let mut end = text.len().min(NAME_BYTES);
    while !text.is_char_boundary(end) {
        end = end.saturating_sub(1);
    }
    text.get(..end).unwrap_or_default()
}
