//! CTest, quiet, with `--output-on-failure`, and verbose.
//!
//! `Test project FOLDER` begins a run; `Start N: name` and `M/N Test #N: name ... RESULT` tell of each test; `98% tests
//! passed, 3 tests failed out of 171` ends it, with the list of what failed below. With `--output-on-failure` a
//! failed test's output follows its result, up to the next line of CTest's: whatever frameworks print there is the
//! test's output, and no run of its own.

use super::ctest_lines::{self, Result, Status};
use super::running::Running;
use super::started::Started;
use crate::budget::Count as _;
use crate::event::{
    Class, Ended, Event, FailureKind, Grade, Level, Opened, Outcome, Part, Seen, TestId, Totals,
};
use crate::recognize::PassShape;
use crate::recognize::kit::output::{Reader, Reported};
use crate::recognize::kit::{Run, Runner, Spec};
use crate::text::Line;

/// Where in a run the recognizer is.
#[derive(Debug, Default)]
enum At {
    /// Outside of any.
    #[default]
    Outside,
    /// Between a test's begin and its result, or between two tests.
    Run,
    /// In the output of a failed test, and its message until a better one comes.
    Output(Box<Reader>, Option<String>),
    /// After the totals: the lists follow.
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
    /// Tests of a run were reported whose head was cut off.
    joined: bool,
    running: Running,
    started: Started,
    skipped: u64,
    list: List,
    /// Totals that wait for the list of what failed.
    pending: Option<Totals>,
    /// The variables that a test is given are listed.
    environment: bool,
    /// The totals reported failures.
    reported: bool,
    /// The first test of a run whose head is not in the log, and its line.
    cut: Option<(u64, u64)>,
}

impl Runner for Ctest {
    const SPEC: Spec = Spec {
        name: "ctest",
        reads: "CTest, quiet, with output on failure, and verbose",
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
        heads: &["Test project "],
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        // A reason may break a line of result, and in the verbose form every line may be a test's.
        !matches!(self.at, At::Outside) || self.list != List::None
    }

    fn line(&mut self, (): &mut (), _text: &str, run: &mut Run<'_>) -> Seen {
        let line = run.line();
        let text = line.judged();
        if let Some(seen) = self.shape(text, line, run) {
            return seen;
        }
        if !matches!(self.at, At::Outside | At::Closing) && self.printed(text) {
            return Seen::Mine(Class::Other);
        }
        match &mut self.at {
            At::Output(reader, words) => {
                let reported = reader.line(text);
                if text.trim().is_empty() {
                    return Seen::Mine(Class::Noise);
                }
                if reported == Reported::Message {
                    *words = None;
                    run.emit(Event::Message(text.trim()));
                }
                run.emit(Event::Text(if reported == Reported::Output { Part::Output } else { Part::Why }));
                // Who prints inside of a test is no run of its own.
                Seen::Mine(Class::Detail)
            }
            At::Run | At::Outside => Seen::No,
            At::Closing => self.closing(text, run),
        }
    }

    fn end(&mut self, (): (), run: &mut Run<'_>) {
        self.leave_output(run);
        self.declare(run);
        // The log is cut, or ctest was killed: of these tests nothing is known.
        self.started.not_ended(run);
    }
}

impl Ctest {
    /// A line that CTest itself prints.
    fn shape(&mut self, text: &str, line: &Line<'_>, run: &mut Run<'_>) -> Option<Seen> {
        let bare = text.trim_ascii_start();
        match bare.as_bytes().first()? {
            b'T' if text.starts_with("Test project ") => {
                self.begin(text.strip_prefix("Test project ").unwrap_or_default(), run);
                return Some(Seen::Mine(Class::Noise));
            }
            b'I' if text.starts_with("Internal ctest changing into directory: ") => {
                return Some(Seen::Mine(Class::Noise));
            }
            b'S' => {
                if let Some((number, name)) = ctest_lines::start(text) {
                    self.leave_output(run);
                    self.join(number, line, run);
                    self.at = At::Run;
                    self.running.start(number);
                    self.started.push(number, name);
                    run.emit(Event::Started(id(name)));
                    return Some(Seen::Mine(Class::Noise));
                }
            }
            b'N' if text.starts_with("No tests were found!!!") => {
                if run.is_running() {
                    run.emit(Event::Declared {
                        totals: ctest_lines::as_totals(0, 0, 0),
                        level: Level::Section,
                    });
                }
                run.forget();
                *self = Self::default();
                return Some(Seen::Mine(Class::Totals));
            }
            b't' if number_of_test(text) => {
                self.leave_output(run);
                return Some(Seen::Mine(Class::Noise));
            }
            b'0'..=b'9' | b'T' => {
                if let Some((failed, total)) = ctest_lines::totals(text) {
                    self.leave_output(run);
                    let joined = std::mem::take(&mut self.joined);
                    if !run.is_running() && !joined && matches!(self.at, At::Outside) {
                        run.emit(Event::SectionStarted { opened: Opened::Own, announced: None, label: "" });
                    }
                    let skipped = self.skipped.min(total.saturating_sub(failed));
                    self.pending = Some(ctest_lines::as_totals(failed, total, skipped));
                    run.emit(Event::MayHaveEnded);
                    if failed == 0 {
                        self.declare(run);
                    }
                    self.at = At::Closing;
                    run.forget();
                    self.reported = failed > 0;
                    self.skipped = 0;
                    self.running.clear();
                    self.started = Started::default();
                    return Some(Seen::Mine(Class::Totals));
                }
                let whole = if line.tail.is_empty() { text } else { line.ending() };
                if let Some(status) = ctest_lines::status(whole).or_else(|| ctest_lines::status(text)) {
                    self.join(status.number, line, run);
                    return Some(self.status(status, run));
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
                self.declare(run);
                self.leave_output(run);
                if std::mem::take(&mut self.reported) {
                    return Some(Seen::Mine(Class::Totals));
                }
                let name = "errors while running CTest";
                run.emit(Event::Consequence { name, kind: FailureKind::Suite });
                return Some(Seen::Mine(Class::Noise));
            }
            _ => return None,
        };
        self.leave_output(run);
        self.list = list;
        self.at = At::Closing;
        // Without its entries, which are the failures' own, it says nothing.
        Some(Seen::Mine(Class::Totals))
    }

    fn begin(&mut self, folder: &str, run: &mut Run<'_>) {
        self.leave_output(run);
        self.declare(run);
        if run.is_running() {
            run.emit(Event::SectionEnded(Ended::Replaced));
        }
        *self = Self { at: At::Run, ..Self::default() };
        run.begin(None);
        run.emit(Event::SectionLabel(folder.rsplit(['/', '\\']).next().unwrap_or_default()));
    }

    /// A line of a test, before which nothing of the run came: the log is cut in front. When the test is not the first one,
    /// those before it may have printed what is above.
    fn join(&mut self, number: u64, line: &Line<'_>, run: &mut Run<'_>) {
        if run.is_running() || self.joined || !matches!(self.at, At::Outside) {
            return;
        }
        // No header: such lines own nothing, as a test of another run can print them.
        self.joined = true;
        if number > 1 && line.number > 1 {
            run.emit(Event::HeadIsCut);
            self.cut = Some((number, line.number));
        }
    }

    /// A line of result.
    fn status(&mut self, status: Status<'_>, run: &mut Run<'_>) -> Seen {
        self.leave_output(run);
        self.at = At::Run;
        let (printed, names) = self.running.finish(status.number);
        self.started.ended(status.number);
        let (outcome, class) = match status.result {
            Result::Passed => (Outcome::Passed, Class::Passed),
            Result::Skipped => (Outcome::Skipped, Class::Skipped),
            // It was not to run and counts nowhere.
            Result::Disabled => (Outcome::Skipped, Class::Skipped),
            Result::Failed(kind) => (Outcome::Failed(kind), Class::Detail),
        };
        run.emit(Event::finished(id(status.name), outcome));
        if status.result == Result::Skipped {
            self.skipped.up(1);
        }
        if class != Class::Detail {
            return Seen::Mine(class);
        }
        run.emit(Event::Heading);
        let mut reader = Box::new(Reader::listing(names));
        let mut words = Some(status.words.to_owned());
        for text in &printed {
            let reported = reader.line(text);
            if reported == Reported::Message {
                words = None;
                run.emit(Event::Message(text.trim()));
            }
            let part = if reported == Reported::Output { Part::Output } else { Part::Why };
            run.emit(Event::Decoded { part, text });
        }
        self.at = At::Output(reader, words);
        Seen::Mine(Class::Detail)
    }

    /// Keeps what a running test printed, in the verbose form.
    fn printed(&mut self, text: &str) -> bool {
        let Some((number, printed)) = ctest_lines::printed(text) else { return false };
        let runs = self.running.runs(number);
        self.environment &= printed.starts_with(' ');
        self.environment |= printed.starts_with("Environment variables:");
        let frame = ["Test command: ", "Working Directory: ", "Test timeout computed to be: "];
        if runs && !self.environment && !frame.iter().any(|begin| printed.starts_with(begin)) {
            self.running.keep(number, printed);
        }
        runs
    }

    /// A line after the totals.
    fn closing(&mut self, text: &str, run: &mut Run<'_>) -> Seen {
        if text.trim().is_empty() {
            return Seen::No;
        }
        if let Some((number, name, reason)) = ctest_lines::listed(text) {
            if self.list != List::Failed {
                return Seen::Mine(Class::Skipped);
            }
            let kind = match reason {
                "Timeout" => FailureKind::Timeout,
                "Failed" => FailureKind::Test,
                "Not Run" | "BAD_COMMAND" => FailureKind::Setup,
                _ => FailureKind::Crash,
            };
            run.emit(Event::Finished {
                id: id(name),
                outcome: Outcome::Failed(kind),
                grade: Grade::Listed,
                attempt: 0,
                alias: "",
            });
            if let Some((first, line)) = self.cut
                && number.saturating_add(1) == first
            {
                run.emit(Event::LastLines { since: 0, until: Some(line) });
            }
            if kind == FailureKind::Crash {
                // The list has the signal's own name.
                run.emit(Event::Text(Part::Why));
            }
            return Seen::Mine(Class::Detail);
        }
        self.list = List::None;
        let noise = ["Total Test time (real) =", "Output from these tests are in: ", "Label Time Summary:"];
        if noise.iter().any(|begin| text.starts_with(begin)) {
            return Seen::Mine(Class::Noise);
        }
        if text.starts_with("Use \"--rerun-failed") {
            run.emit(Event::Rerun);
            return Seen::Mine(Class::Noise);
        }
        // `unit    =   0.10 sec*proc (3 tests)`
        if text.contains(" sec*proc (") {
            return Seen::Mine(Class::Noise);
        }
        self.declare(run);
        self.at = At::Outside;
        Seen::No
    }

    fn declare(&mut self, run: &mut Run<'_>) {
        if let Some(totals) = self.pending.take() {
            run.emit(Event::Declared { totals, level: Level::Section });
        }
    }

    fn leave_output(&mut self, run: &mut Run<'_>) {
        if let At::Output(reader, words) = std::mem::take(&mut self.at) {
            for text in reader.further() {
                run.emit(Event::Decoded { part: Part::Why, text: &text });
            }
            if let Some(inside) = reader.inside() {
                run.emit(Event::Message(&inside));
            } else if let Some(words) = words {
                run.emit(Event::Message(&words));
            }
            run.emit(Event::BlockClosed);
        }
        if run.is_running() {
            self.at = At::Run;
        }
    }
}

/// `test 3`, above a test's begin in the verbose form.
fn number_of_test(text: &str) -> bool {
    let number = text.strip_prefix("test ").map(str::trim_end);
    number.is_some_and(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
}

/// The name as CTest has it: tests that a framework's discovery found carry its dots and slashes.
pub(super) fn id(name: &str) -> TestId<'_> {
    TestId::split_last(name, ".")
}
