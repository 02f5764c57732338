//! CTest, quiet, with `--output-on-failure`, and verbose.
//!
//! `Test project FOLDER` begins a run; `Start N: name` and `M/N Test #N: name ... RESULT` tell of each test; `98% tests
//! passed, 3 tests failed out of 171` ends it, with the list of what failed below. With `--output-on-failure` a
//! failed test's output follows its result, up to the next line of CTest's: whatever frameworks print there is the
//! test's output, and no run of its own.

use super::lines::{self, Result, Status};
use super::running::Running;
use crate::event::{
    Class, Ended, Event, FailureKind, Grade, Level, Opened, Outcome, Part, Runner, Seen, Sink, TestId, Totals,
};
use crate::recognize::output::{Reader, Told};
use crate::recognize::{Attention, PassShape, Recognizer, Signs};
use crate::text::Line;

/// Where in a run the recognizer is.
#[derive(Debug, Default)]
enum At {
    /// Outside of any.
    #[default]
    Outside,
    /// Between a test's begin and its result, or between two tests.
    Run,
    /// In the output of a failed test.
    Output(Box<Reader>),
    /// Behind the totals: the lists follow.
    Closing,
}

/// A closing list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum List {
    /// None.
    #[default]
    None,
    /// `The following tests FAILED:`
    Failed,
    /// `The following tests did not run:`
    NotRun,
}

/// CTest.
#[derive(Debug, Default)]
pub struct Ctest {
    at: At,
    headed: bool,
    running: Running,
    skipped: u64,
    list: List,
    /// Totals that wait for the list of what failed.
    pending: Option<Totals>,
    /// The totals told of failures.
    told: bool,
    /// Lines with a test's number before them were read.
    verbose: bool,
}

impl Recognizer for Ctest {
    fn runner(&self) -> Runner {
        Runner("ctest")
    }

    fn signs(&self) -> Signs {
        Signs {
            starts: &[
                "Test project ",
                "Internal ctest changing into directory: ",
                "Start ",
                "Test ",
                "The following tests FAILED:",
                "The following tests did not run:",
                "The following tests passed:",
                "Errors while running CTest",
                "No tests were found!!!",
                "Total Test time (real) =",
                "Unable to find executable: ",
                "Could not find executable ",
            ],
            inside: &["% tests passed, "],
            // Every line of result ends so, whatever the result is.
            passes: &[PassShape { start: "", end: " sec" }],
            path: false,
        }
    }

    fn attention(&self) -> Attention {
        let every = self.verbose || matches!(self.at, At::Output(_) | At::Closing) || self.list != List::None;
        if every { Attention::Every } else { Attention::Signs }
    }

    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let text = line.judged();
        if let Some(seen) = self.shape(text, line, sink) {
            return seen;
        }
        match &mut self.at {
            At::Output(reader) => {
                let told = reader.line(text);
                if text.trim().is_empty() {
                    return Seen::Mine(Class::Noise);
                }
                if told == Told::Message {
                    sink.emit(Event::Message(text.trim()));
                }
                sink.emit(Event::Text(if told == Told::Output { Part::Output } else { Part::Why }));
                // Who prints inside of a test is no run of its own.
                Seen::Mine(Class::Detail)
            }
            At::Run => self.verbose_line(text),
            At::Closing => self.closing(text, sink),
            At::Outside => Seen::No,
        }
    }

    fn end(&mut self, sink: &mut dyn Sink) {
        if let At::Output(_) = self.at {
            sink.emit(Event::BlockClosed);
        }
        self.declare(sink);
    }
}

impl Ctest {
    /// A line that CTest itself prints.
    fn shape(&mut self, text: &str, line: &Line<'_>, sink: &mut dyn Sink) -> Option<Seen> {
        let bare = text.trim_ascii_start();
        match bare.as_bytes().first()? {
            b'T' if text.starts_with("Test project ") => {
                self.begin(text.strip_prefix("Test project ").unwrap_or_default(), sink);
                return Some(Seen::Mine(Class::Noise));
            }
            b'I' if text.starts_with("Internal ctest changing into directory: ") => {
                return Some(Seen::Mine(Class::Noise));
            }
            b'S' => {
                if let Some((number, name)) = lines::start(text) {
                    self.leave_output(sink);
                    self.at = At::Run;
                    self.running.start(number, name);
                    sink.emit(Event::Started(id(name)));
                    return Some(Seen::Mine(Class::Noise));
                }
            }
            b'N' if text.starts_with("No tests were found!!!") => return Some(Seen::Mine(Class::Noise)),
            b'0'..=b'9' | b'T' => {
                if let Some((failed, total)) = lines::totals(text) {
                    self.leave_output(sink);
                    if !self.headed && matches!(self.at, At::Outside) {
                        sink.emit(Event::SectionStarted { opened: Opened::Own, announced: None, label: "" });
                    }
                    let skipped = self.skipped.min(total.saturating_sub(failed));
                    self.pending = Some(lines::as_totals(failed, total, skipped));
                    if failed == 0 {
                        self.declare(sink);
                    }
                    self.at = At::Closing;
                    self.verbose = false;
                    self.headed = false;
                    self.told = failed > 0;
                    self.skipped = 0;
                    self.running.clear();
                    return Some(Seen::Mine(Class::Totals));
                }
                let whole = if line.tail.is_empty() { text } else { line.ending() };
                if let Some(status) = lines::status(whole).or_else(|| lines::status(text)) {
                    return Some(self.status(status, sink));
                }
            }
            b'U' | b'C' if text.starts_with("Unable to find executable: ") => {
                // The result that follows says `Not Run`.
                return Some(Seen::Mine(Class::Other));
            }
            _ => {}
        }
        let list = match text.trim_end() {
            "The following tests FAILED:" => List::Failed,
            "The following tests did not run:" => List::NotRun,
            "The following tests passed:" => List::None,
            "Errors while running CTest" => {
                self.list = List::None;
                self.declare(sink);
                self.leave_output(sink);
                if !std::mem::take(&mut self.told) {
                    let name = "errors while running CTest";
                    sink.emit(Event::Consequence { name, kind: FailureKind::Suite });
                }
                return Some(Seen::Mine(Class::Noise));
            }
            _ => return None,
        };
        self.leave_output(sink);
        self.list = list;
        self.at = At::Closing;
        Some(Seen::Mine(Class::Noise))
    }

    fn begin(&mut self, folder: &str, sink: &mut dyn Sink) {
        self.leave_output(sink);
        self.declare(sink);
        if self.headed {
            sink.emit(Event::SectionEnded(Ended::Replaced));
        }
        *self = Self { headed: true, at: At::Run, ..Self::default() };
        let label = folder.rsplit(['/', '\\']).next().unwrap_or_default();
        sink.emit(Event::SectionStarted { opened: Opened::Own, announced: None, label });
    }

    /// A line of result.
    fn status(&mut self, status: Status<'_>, sink: &mut dyn Sink) -> Seen {
        self.leave_output(sink);
        self.at = At::Run;
        let printed = self.running.finish(status.number);
        let (outcome, class) = match status.result {
            Result::Passed => (Outcome::Passed, Class::Passed),
            Result::Skipped => (Outcome::Skipped, Class::Skipped),
            // It was not to run and counts nowhere.
            Result::Disabled => (Outcome::Skipped, Class::Skipped),
            Result::Failed(kind) => (Outcome::Failed(kind), Class::Detail),
        };
        if status.result == Result::Disabled {
            return Seen::Mine(Class::Skipped);
        }
        sink.emit(Event::Finished {
            id: id(status.name),
            outcome,
            grade: Grade::Line,
            attempt: 0,
            alias: "",
        });
        if class == Class::Skipped {
            self.skipped = self.skipped.saturating_add(1);
        }
        if class != Class::Detail {
            return Seen::Mine(class);
        }
        sink.emit(Event::Heading);
        let mut reader = Reader::default();
        let mut message = status.words.to_owned();
        for text in &printed {
            let told = reader.line(text);
            if told == Told::Message {
                message.clear();
                message.push_str(text.trim());
            }
            sink.emit(Event::Decoded {
                part: if told == Told::Output { Part::Output } else { Part::Why },
                text,
            });
        }
        sink.emit(Event::Message(&message));
        self.at = At::Output(Box::default());
        Seen::Mine(Class::Detail)
    }

    /// A line between tests that is none of CTest's shapes.
    fn verbose_line(&mut self, text: &str) -> Seen {
        if let Some((number, printed)) = lines::printed(text)
            && self.running.runs(number)
        {
            let frame = printed.starts_with("Test command: ");
            self.verbose = true;
            if !frame {
                self.running.keep(number, printed);
            }
            return Seen::Mine(Class::Other);
        }
        if let Some(number) = text.strip_prefix("test ")
            && number.trim_end().bytes().all(|byte| byte.is_ascii_digit())
        {
            self.verbose = true;
            return Seen::Mine(Class::Noise);
        }
        Seen::No
    }

    /// A line behind the totals.
    fn closing(&mut self, text: &str, sink: &mut dyn Sink) -> Seen {
        if text.trim().is_empty() {
            return Seen::No;
        }
        if let Some((name, reason)) = lines::listed(text) {
            if self.list != List::Failed {
                return Seen::Mine(Class::Skipped);
            }
            let kind = match reason {
                "Timeout" => FailureKind::Timeout,
                "Failed" => FailureKind::Test,
                "Not Run" | "BAD_COMMAND" => FailureKind::Setup,
                _ => FailureKind::Crash,
            };
            sink.emit(Event::Finished {
                id: id(name),
                outcome: Outcome::Failed(kind),
                grade: Grade::Listed,
                attempt: 0,
                alias: "",
            });
            if kind == FailureKind::Crash {
                // The list has the signal's own name.
                sink.emit(Event::Text(Part::Why));
            }
            return Seen::Mine(Class::Detail);
        }
        self.list = List::None;
        let noise = ["Total Test time (real) =", "Output from these tests are in: ", "Label Time Summary:"];
        if noise.iter().any(|begin| text.starts_with(begin)) {
            return Seen::Mine(Class::Noise);
        }
        if text.starts_with("Use \"--rerun-failed") {
            sink.emit(Event::Rerun);
            return Seen::Mine(Class::Noise);
        }
        // `unit    =   0.10 sec*proc (3 tests)`
        if text.contains(" sec*proc (") {
            return Seen::Mine(Class::Noise);
        }
        self.declare(sink);
        self.at = At::Outside;
        Seen::No
    }

    fn declare(&mut self, sink: &mut dyn Sink) {
        if let Some(totals) = self.pending.take() {
            sink.emit(Event::Declared { totals, level: Level::Section });
        }
    }

    fn leave_output(&mut self, sink: &mut dyn Sink) {
        if let At::Output(_) = std::mem::take(&mut self.at) {
            sink.emit(Event::BlockClosed);
        }
        if self.headed {
            self.at = At::Run;
        }
    }
}

/// The name as CTest has it: tests that a framework's discovery found carry its dots and slashes.
fn id(name: &str) -> TestId<'_> {
    TestId::split_last(name, ".")
}
