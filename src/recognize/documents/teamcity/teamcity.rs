//! The run that service messages tell of.
//!
//! Suites nest; a flow (`flowId`) has suites and tests of its own, so that parallel ones may interleave. A test is reported
//! by `testStarted`, any number of `testFailed`, `testIgnored` and captured output, and `testFinished`, which says
//! nothing of the result: without a failure before, the test passed. Nothing that comes later takes a failure back,
//! unless the runner asked for that (`testRetrySupport`).
//!
//! There are no totals. A run is over when its outermost suite finished with no test running; a run that ends otherwise
//! stays open, and its running tests did not finish. Runners that print messages beside a report of their own are read
//! by that report's recognizer too; what is twice is settled by the report.
//!
//! `message status='ERROR'` outside of suites is an error of the build, inside it is output.

use std::hash::{DefaultHasher, Hash, Hasher};

use super::flow::{Flow, State, Test};
use super::message::{BEGINS, Message, parse};
use super::telling::{RULER, consequence, inspection, kind, reported};
use crate::budget::Count as _;
use crate::event::{Attempt, Block, Class, Ended, Event, FailureKind, Opened, Outcome, Part, Seen, Sink};
use crate::recognize::documents::failure::{Name, emit, emit_more, emit_other, one_line};
use crate::recognize::kit::scan;
use crate::recognize::kit::{Run, Runner, Spec};

/// The most flows that are distinguished; more of them share one.
const FLOWS: usize = 64;
/// The most suites inside each other, and tests running at the same time, in one flow.
const DEPTH: usize = 64;
/// The most failed tests of a run whose names are remembered.
const FAILED: usize = 65_536;
/// The lines of unittest's report after the last test: rulers, blanks, what ran, the result.
const CLOSING_LINES: u8 = 8;
/// The longest name that is kept, in bytes.
const NAME_BYTES: usize = 2048;

/// TeamCity's service messages.
#[derive(Debug, Default)]
pub struct Teamcity {
    flows: Vec<Flow>,
    /// Where what belongs to no flow goes.
    spare: Flow,
    /// A section of ours is open.
    running: bool,
    /// Hashes of the tests that failed in this run.
    failed: std::collections::HashSet<u64>,
    /// How many tests the runner announced, and how many finished since.
    announced: u64,
    finished: u64,
    /// All announced tests finished; so many lines may still be the end of unittest's own report.
    closing: u8,
    /// A later pass takes an earlier failure back.
    retries: bool,
}

impl Runner for Teamcity {
    const SPEC: Spec = Spec {
        name: "teamcity",
        reads: "service messages of TeamCity, whichever runner prints them",
        starts: &[BEGINS],
        inside: &[BEGINS],
        ..Spec::NONE
    };

    type Zone = ();

    fn waits(&self) -> bool {
        self.closing > 0
    }

    fn line(&mut self, (): &mut (), _text: &str, run: &mut Run<'_>) -> Seen {
        let line = run.line();
        // Progress of another reporter may be in front.
        let Some(text) = scan::find(line.text, BEGINS).and_then(|at| line.text.get(at..)) else {
            return self.closing(line.judged());
        };
        let Some(message) = parse(text) else { return Seen::No };
        match message.kind {
            "testSuiteStarted" => self.suite(&message, run),
            // What is cut off tells of no end and of no number.
            "testSuiteFinished" | "testIgnored" | "testCount" if !message.whole => Seen::Mine(Class::Noise),
            "testSuiteFinished" => self.suite_finished(&message, run),
            "testStarted" => self.started(&message, run),
            "testFinished" if message.whole => self.finished(&message, run),
            "testFailed" => self.fail(&message, run),
            "testIgnored" => self.ignored(&message, run),
            "testStdOut" | "testStdErr" => self.output(&message, run),
            "testCount" => {
                let count = scan::whole_number(message.get("count")).unwrap_or(0);
                self.announced.up(count);
                self.begin("", run);
                Seen::Mine(Class::Noise)
            }
            "testRetrySupport" => {
                self.retries = message.get("enabled") == "true";
                Seen::Mine(Class::Noise)
            }
            "buildProblem" => consequence(message.get("description"), run),
            "buildStatus" if matches!(message.get("status"), "FAILURE" | "ERROR") => {
                consequence(message.get("text"), run)
            }
            "message" => self.logged(&message, run),
            "inspection" => inspection(&message, run),
            _ => Seen::Mine(Class::Noise),
        }
    }
}

impl Teamcity {
    /// unittest under teamcity-messages closes with its own report, which says what the messages printed.
    fn closing(&mut self, text: &str) -> Seen {
        if self.closing == 0 {
            return Seen::No;
        }
        self.closing.down(1);
        let text = text.trim();
        if text.is_empty() || scan::is_ruler(text, '-', RULER) {
            return Seen::Mine(Class::Noise);
        }
        let ran = text.strip_prefix("Ran ").and_then(scan::number);
        if ran.is_some_and(|(number, _)| number == self.announced) {
            return Seen::Mine(Class::Totals);
        }
        self.closing = 0;
        let failed = !self.failed.is_empty();
        let agrees = match failed {
            true => text.starts_with("FAILED (") && text.ends_with(')'),
            false => text == "OK" || (text.starts_with("OK (") && text.ends_with(')')),
        };
        if agrees { Seen::Mine(Class::Totals) } else { Seen::No }
    }

    fn flow(&mut self, message: &Message<'_>) -> &mut Flow {
        let id = crate::text::head(message.get("flowId"), NAME_BYTES);
        let at = match self.flows.iter().position(|flow| flow.id == id) {
            Some(at) => at,
            None if self.flows.len() < FLOWS => {
                self.flows.push(Flow { id: id.to_owned(), ..Flow::default() });
                self.flows.len().saturating_sub(1)
            }
            None => 0,
        };
        self.flows.get_mut(at).unwrap_or(&mut self.spare)
    }

    fn begin(&mut self, label: &str, sink: &mut dyn Sink) {
        if !self.running {
            self.running = true;
            self.failed.clear();
            sink.emit(Event::SectionStarted { opened: Opened::Own, announced: None, label });
        }
    }

    fn suite(&mut self, message: &Message<'_>, sink: &mut dyn Sink) -> Seen {
        let name = one_line(crate::text::head(message.get("name"), NAME_BYTES));
        self.begin(&name, sink);
        let flow = self.flow(message);
        if flow.suites.len() < DEPTH {
            flow.suites.push(name);
        } else {
            flow.deeper.up(1);
        }
        Seen::Mine(Class::Noise)
    }

    fn suite_finished(&mut self, message: &Message<'_>, sink: &mut dyn Sink) -> Seen {
        let name = one_line(crate::text::head(message.get("name"), NAME_BYTES));
        let flow = self.flow(message);
        if flow.deeper > 0 {
            flow.deeper.down(1);
        } else if let Some(at) = flow.suites.iter().rposition(|suite| *suite == name) {
            flow.suites.truncate(at);
        }
        self.finish_run(sink);
        Seen::Mine(Class::Noise)
    }

    /// Ends the run when nothing of it is open any more.
    fn finish_run(&mut self, sink: &mut dyn Sink) {
        let over = self.flows.iter().all(|flow| flow.suites.is_empty() && flow.tests.is_empty());
        if over && self.running && self.finished >= self.announced {
            let how = if self.failed.is_empty() { Ended::Passed } else { Ended::Failed };
            sink.emit(Event::SectionEnded(how));
            self.running = false;
            self.flows.clear();
        }
    }

    fn started(&mut self, message: &Message<'_>, sink: &mut dyn Sink) -> Seen {
        let name = crate::text::head(message.get("name"), NAME_BYTES);
        let flow = self.flow(message);
        let shown = shown(flow, name);
        sink.emit(Event::Started(shown.id()));
        if flow.tests.len() < DEPTH {
            flow.tests.push(Test { name: name.to_owned(), shown, state: State::Running });
        }
        Seen::Mine(Class::Noise)
    }

    fn finished(&mut self, message: &Message<'_>, sink: &mut dyn Sink) -> Seen {
        let name = crate::text::head(message.get("name"), NAME_BYTES);
        let flow = self.flow(message);
        let Some(at) = flow.tests.iter().rposition(|test| test.name == name) else {
            return Seen::Mine(Class::Noise);
        };
        let test = flow.tests.remove(at);
        self.finished.up(1);
        if self.announced > 0 && self.finished == self.announced {
            self.closing = CLOSING_LINES;
        }
        if test.state != State::Running {
            self.finish_counted(sink);
            return Seen::Mine(Class::Noise);
        }
        let full = self.failed.len() >= FAILED;
        if !self.retries && (full || self.failed.contains(&hash(&test.shown))) {
            // It ran again; that takes nothing back.
            sink.emit(Event::finished(test.shown.id(), Outcome::Other));
        } else {
            sink.emit(Event::finished(test.shown.id(), Outcome::Passed));
        }
        self.finish_counted(sink);
        Seen::Mine(Class::Passed)
    }

    /// A runner without suites says how many tests there are; they may be all.
    fn finish_counted(&mut self, sink: &mut dyn Sink) {
        if self.announced > 0 {
            self.finish_run(sink);
        }
    }

    fn fail(&mut self, message: &Message<'_>, sink: &mut dyn Sink) -> Seen {
        let name = crate::text::head(message.get("name"), NAME_BYTES);
        let retries = self.retries;
        let flow = self.flow(message);
        let open = flow.tests.iter_mut().rev().find(|test| test.name == name);
        let again = open.as_ref().is_some_and(|test| test.state == State::Failed);
        let shown = match open {
            Some(test) => {
                test.state = State::Failed;
                test.shown.clone()
            }
            None => shown(flow, name),
        };
        let reported = reported(message);
        if again {
            emit_more(sink, &shown, &reported);
        } else {
            emit(sink, &shown, kind(&reported), Attempt::from(retries), &[reported], None, "");
        }
        if self.failed.len() < FAILED {
            self.failed.insert(hash(&shown));
        }
        Seen::Mine(Class::Detail)
    }

    fn ignored(&mut self, message: &Message<'_>, sink: &mut dyn Sink) -> Seen {
        let name = crate::text::head(message.get("name"), NAME_BYTES);
        let flow = self.flow(message);
        let shown = match flow.tests.iter_mut().rev().find(|test| test.name == name) {
            Some(test) if test.state != State::Running => return Seen::Mine(Class::Skipped),
            Some(test) => {
                test.state = State::Ignored;
                test.shown.clone()
            }
            None => shown(flow, name),
        };
        let reason = [message.get("message"), message.get("details")]
            .map(|text| text.trim())
            .into_iter()
            .find(|text| !text.is_empty())
            .unwrap_or_default();
        let reason = format!("{} ({})", shown.shown(), reason.lines().next().unwrap_or_default());
        emit_other(sink, &shown, Outcome::Skipped, 0, &reason);
        Seen::Mine(Class::Skipped)
    }

    /// What a failed test printed.
    fn output(&mut self, message: &Message<'_>, sink: &mut dyn Sink) -> Seen {
        let name = crate::text::head(message.get("name"), NAME_BYTES);
        let flow = self.flow(message);
        let test = flow.tests.iter().rev().find(|test| test.name == name);
        if let Some(test) = test.filter(|test| test.state == State::Failed) {
            sink.emit(Event::BlockOpened(Block::More { name: &test.shown.shown() }));
            sink.emit(Event::Decoded { part: Part::Output, text: message.get("out").trim_matches('\n') });
            sink.emit(Event::BlockClosed);
        }
        Seen::Mine(Class::Other)
    }

    /// A line of the build's log.
    fn logged(&mut self, message: &Message<'_>, sink: &mut dyn Sink) -> Seen {
        let text = message.get("text");
        let first = one_line(text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default());
        let inside = self.flows.iter().any(|flow| !flow.suites.is_empty() || !flow.tests.is_empty());
        match message.get("status") {
            "ERROR" | "FAILURE" if !inside && !first.is_empty() => {
                sink.emit(Event::BlockOpened(Block::Whole { name: &first, kind: FailureKind::Build }));
                for (part, text) in [(Part::Why, text), (Part::Where, message.get("errorDetails"))] {
                    if !text.trim().is_empty() {
                        sink.emit(Event::Decoded { part, text });
                    }
                }
                sink.emit(Event::BlockClosed);
                Seen::Mine(Class::Detail)
            }
            _ => Seen::Mine(Class::Other),
        }
    }
}

/// The test's name with the suites that it is in.
fn shown(flow: &Flow, name: &str) -> Name {
    let within = |suite: &&String| !suite.is_empty() && !name.starts_with(suite.as_str());
    let suites: Vec<&str> = flow.suites.iter().filter(within).map(String::as_str).collect();
    let name = if name.trim().is_empty() { "(a test without a name)" } else { name };
    Name::new(crate::text::head(&suites.join(" > "), NAME_BYTES), " > ", name)
}

fn hash(name: &Name) -> u64 {
    let mut hasher = DefaultHasher::new();
    name.hash(&mut hasher);
    hasher.finish()
}
