//! Cucumber's messages: an envelope a line, as every Cucumber's `message` formatter writes them while the run goes on.
//!
//! Source: the schema of cucumber/messages. A scenario is a pickle; a test case names its pickle and its steps; what
//! happens names the test case's execution. Pickles and test cases that may still run are remembered, at most
//! [`REMEMBERED`]; a scenario beyond that is reported by its id. A file without `testRunFinished` is of a run that died.

use std::collections::HashMap;

use serde::de::MapAccess;

use super::status::Status;
use crate::budget::Count as _;
use crate::event::{Event, FailureKind, Sink};
use crate::recognize::documents::bounded_json::BoundedJson;
use crate::recognize::documents::detail::Spot;
use crate::recognize::documents::dispatch::FormatError;
use crate::recognize::documents::failure::{Name, Reported};
use crate::recognize::documents::json::{Fields, dropped_note, lines, object, skip, text};
use crate::recognize::documents::limits;
use crate::recognize::documents::limits::MARKS;
use crate::recognize::documents::located::Stated;
use crate::recognize::documents::run::{Case, Claimed, Counted, Run};
use crate::recognize::kit::bounds::NAME_BYTES;

/// The most pickles, and the most test cases, that are remembered.
const REMEMBERED: usize = 32 * 1024;
/// The most executions that are followed at the same time.
const FOLLOWED: usize = 1024;

/// Parses Cucumber's messages. Gives notes.
///
/// # Errors
/// When the input cannot be read, is broken, ends early or holds no run.
pub fn messages(json: &mut BoundedJson<'_>, sink: &mut dyn Sink) -> Result<Vec<String>, FormatError> {
    let mut walk = Messages {
        sink,
        run: Run::default(),
        pickles: HashMap::new(),
        cases: HashMap::new(),
        open: HashMap::new(),
        before: HashMap::new(),
        order: 0,
        ended: false,
    };
    walk.run.open("", walk.sink);
    let result = lines(json, |envelope: Envelope| walk.envelope(envelope));
    walk.unfinished();
    let ended = walk.ended;
    result?;
    if !ended {
        return Err(FormatError::Ended { inside: "the run".to_owned(), byte: json.offset() });
    }
    Ok(dropped_note(json))
}

/// One execution of a test case.
#[derive(Default)]
struct Execution {
    order: u64,
    pickle: String,
    status: Status,
    reported: Vec<Reported>,
}

struct Messages<'s> {
    sink: &'s mut dyn Sink,
    run: Run,
    /// Name and file of each pickle.
    pickles: HashMap<String, (String, String)>,
    /// The pickle of each test case.
    cases: HashMap<String, String>,
    open: HashMap<String, Execution>,
    /// Failed attempts of pickles that will be retried.
    before: HashMap<String, Vec<Reported>>,
    order: u64,
    ended: bool,
}

impl Messages<'_> {
    fn envelope(&mut self, envelope: Envelope) {
        match envelope.kind {
            Kind::Pickle if self.pickles.len() < REMEMBERED => {
                let body = envelope.body;
                self.pickles.insert(short(&body.id), (short(&body.name), short(&body.uri)));
            }
            Kind::TestCase if self.cases.len() < REMEMBERED => {
                self.cases.insert(short(&envelope.body.id), short(&envelope.body.pickle));
            }
            Kind::Started if self.open.len() < FOLLOWED => {
                self.order.up(1);
                let body = envelope.body;
                let pickle = self.cases.get(&body.case).cloned().unwrap_or(short(&body.case));
                let execution = Execution { order: self.order, pickle, ..Execution::default() };
                self.open.insert(short(&body.id), execution);
            }
            Kind::StepFinished => self.step(envelope.body),
            Kind::Finished => self.finished(&envelope.body),
            Kind::HookFinished => {
                let result = envelope.body.result;
                if Status::of(&result.status) == Status::Failed {
                    let reported = [result.reported()];
                    self.run.whole(
                        "hook of the run",
                        FailureKind::Setup,
                        &reported,
                        Counted::Beside,
                        self.sink,
                    );
                }
            }
            Kind::ParseError => {
                let reported = [Reported::message(&envelope.body.message)];
                let name = if envelope.body.source.uri.is_empty() {
                    "parse error"
                } else {
                    &envelope.body.source.uri
                };
                self.run.whole(name, FailureKind::Collection, &reported, Counted::Beside, self.sink);
            }
            Kind::RunFinished => {
                self.unfinished();
                self.ended = true;
                let body = envelope.body;
                if !body.exception.is_empty() || !body.message.is_empty() {
                    let reported = [Reported {
                        message: body.message,
                        text: body.exception.stack,
                        ..Reported::default()
                    }];
                    self.run.whole("", FailureKind::Suite, &reported, Counted::Beside, self.sink);
                }
                let claimed = if body.success == "false" { Claimed::Failure } else { Claimed::End };
                self.run.close(&Stated::default(), claimed, self.sink);
            }
            _ => {}
        }
    }

    fn step(&mut self, body: Body) {
        let Some(execution) = self.open.get_mut(&body.execution) else { return };
        let status = Status::of(&body.result.status);
        execution.status = execution.status.max(status);
        if status >= Status::Pending && execution.reported.len() < MARKS {
            execution.reported.push(body.result.reported());
        }
    }

    fn finished(&mut self, body: &Body) {
        let Some(execution) = self.open.remove(&body.execution) else { return };
        if body.retried == "true" {
            if self.before.len() < FOLLOWED {
                let reported = execution.reported.into_iter().next().unwrap_or_default();
                self.before.entry(execution.pickle).or_default().push(reported);
            }
            return;
        }
        let before = self.before.remove(&execution.pickle).unwrap_or_default();
        let (name, file) = self.pickles.get(&execution.pickle).cloned().unwrap_or_default();
        let name = if name.is_empty() { &execution.pickle } else { &name };
        let mut case = Case::new(Name::bare(name), execution.status.outcome(false));
        if case.failed() {
            case.reported = execution.reported;
        }
        case.before = before;
        case.spot = (!file.is_empty()).then_some(Spot { file, line: None });
        self.run.case(case, self.sink);
    }

    /// What is still open did not finish.
    fn unfinished(&mut self) {
        let mut open: Vec<Execution> = self.open.drain().map(|(_, execution)| execution).collect();
        open.sort_by_key(|execution| execution.order);
        for execution in open {
            let name =
                self.pickles.get(&execution.pickle).map_or(execution.pickle.as_str(), |(name, _)| name);
            let name = Name::bare(name);
            self.sink.emit(Event::Started(name.id()));
        }
    }
}

/// As much of a name as is remembered.
fn short(text: &str) -> String {
    limits::head(text, NAME_BYTES).to_owned()
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Kind {
    #[default]
    Other,
    Pickle,
    TestCase,
    Started,
    StepFinished,
    Finished,
    HookFinished,
    RunFinished,
    ParseError,
}

#[derive(Default)]
struct Envelope {
    kind: Kind,
    body: Body,
}

impl Fields for Envelope {
    fn field<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error> {
        self.kind = match key {
            "pickle" => Kind::Pickle,
            "testCase" => Kind::TestCase,
            "testCaseStarted" => Kind::Started,
            "testStepFinished" => Kind::StepFinished,
            "testCaseFinished" => Kind::Finished,
            "testRunHookFinished" => Kind::HookFinished,
            "testRunFinished" => Kind::RunFinished,
            "parseError" => Kind::ParseError,
            _ => return skip(map),
        };
        object(map, &mut self.body)
    }
}

/// The fields of all envelopes that are read.
#[derive(Default)]
struct Body {
    id: String,
    name: String,
    uri: String,
    pickle: String,
    case: String,
    execution: String,
    retried: String,
    success: String,
    message: String,
    result: StepResult,
    exception: Exception,
    source: Source,
}

impl Fields for Body {
    fn field<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error> {
        match key {
            "id" => text(map, &mut self.id),
            "name" => text(map, &mut self.name),
            "uri" => text(map, &mut self.uri),
            "pickleId" => text(map, &mut self.pickle),
            "testCaseId" => text(map, &mut self.case),
            "testCaseStartedId" => text(map, &mut self.execution),
            "willBeRetried" => text(map, &mut self.retried),
            "success" => text(map, &mut self.success),
            "message" => text(map, &mut self.message),
            "testStepResult" | "result" => object(map, &mut self.result),
            "exception" => object(map, &mut self.exception),
            "source" => object(map, &mut self.source),
            _ => skip(map),
        }
    }
}

#[derive(Default)]
struct StepResult {
    status: String,
    message: String,
    exception: Exception,
}

impl Fields for StepResult {
    fn field<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error> {
        match key {
            "status" => text(map, &mut self.status),
            "message" => text(map, &mut self.message),
            "exception" => object(map, &mut self.exception),
            _ => skip(map),
        }
    }
}

impl StepResult {
    fn reported(self) -> Reported {
        let text = [self.message, self.exception.stack, self.exception.message];
        match text.into_iter().find(|text| !text.trim().is_empty()) {
            Some(text) => Reported { text, ..Reported::default() },
            None => Reported::message(&format!("{} step", self.status.to_ascii_lowercase())),
        }
    }
}

#[derive(Default)]
struct Exception {
    message: String,
    stack: String,
}

impl Exception {
    fn is_empty(&self) -> bool {
        self.message.is_empty() && self.stack.is_empty()
    }
}

impl Fields for Exception {
    fn field<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error> {
        match key {
            "message" => text(map, &mut self.message),
            "stackTrace" => text(map, &mut self.stack),
            _ => skip(map),
        }
    }
}

#[derive(Default)]
struct Source {
    uri: String,
}

impl Fields for Source {
    fn field<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error> {
        if key == "uri" { text(map, &mut self.uri) } else { skip(map) }
    }
}
