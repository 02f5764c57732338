//! Cucumber's JSON formatter: a list of features with their scenarios and steps.
//!
//! Source of the format: cucumber's `json-formatter`, and those of cucumber-ruby, cucumber-jvm, cucumber-js and behave.
//! A background is an element of its own before each scenario (Ruby, JVM) or part of it (JavaScript). A feature's
//! name and file come before or after its elements, so failures wait for them, at most [`HELD_BYTES`].

use serde::de::{DeserializeSeed, Deserializer, MapAccess};

use super::status::Status;
use crate::budget::Count as _;
use crate::event::Sink;
use crate::recognize::documents::bounded_json::BoundedJson;
use crate::recognize::documents::detail::Spot;
use crate::recognize::documents::dispatch::FormatError;
use crate::recognize::documents::failure::{Name, Reported};
use crate::recognize::documents::json::{
    Element, Fields, Object, dropped_note, each, elements, number, object, skip, text,
};
use crate::recognize::documents::limits::MARKS;
use crate::recognize::documents::located::Stated;
use crate::recognize::documents::run::{Case, Claimed, Run};

/// The most bytes of failures of one feature that wait for its file.
const HELD_BYTES: usize = 1024 * 1024;

/// Parses Cucumber's JSON. Gives notes.
///
/// # Errors
/// When the input cannot be read, is broken, ends early or holds no features.
pub fn cucumber(json: &mut BoundedJson<'_>, sink: &mut dyn Sink) -> Result<Vec<String>, FormatError> {
    let mut features = Features { sink, run: Run::default() };
    features.run.open("", features.sink);
    elements(json, &mut features)?;
    features.run.close(&Stated::default(), Claimed::End, features.sink);
    Ok(dropped_note(json))
}

struct Features<'s> {
    sink: &'s mut dyn Sink,
    run: Run,
}

impl Element for &mut Features<'_> {
    fn element<'de, D: Deserializer<'de>>(&mut self, element: D) -> Result<(), D::Error> {
        let mut feature = Feature {
            features: self,
            uri: String::new(),
            background: Scenario::default(),
            held: Vec::new(),
            bytes: 0,
        };
        let result = Object(&mut feature).deserialize(element);
        feature.end();
        result
    }
}

struct Feature<'f, 's> {
    features: &'f mut Features<'s>,
    uri: String,
    background: Scenario,
    held: Vec<(Case, Option<u64>)>,
    bytes: usize,
}

impl Fields for Feature<'_, '_> {
    fn field<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error> {
        match key {
            "uri" => text(map, &mut self.uri),
            "elements" => each(map, |scenario: Scenario| self.scenario(scenario)),
            _ => skip(map),
        }
    }
}

impl Feature<'_, '_> {
    fn scenario(&mut self, mut scenario: Scenario) {
        if scenario.kind == "background" || scenario.keyword == "Background" {
            self.background = scenario;
            return;
        }
        let background = std::mem::take(&mut self.background);
        let worse = background.status > Status::Passed && background.status >= scenario.status;
        if worse {
            scenario.status = background.status;
            scenario.hook |= background.hook;
        }
        let mut reported = background.reported;
        reported.append(&mut scenario.reported);
        let name = if scenario.name.trim().is_empty() { "unnamed scenario" } else { &scenario.name };
        let mut case = Case::new(Name::bare(name), scenario.status.outcome(scenario.hook));
        if case.failed() {
            case.reported = reported;
        }
        let line = background.at.or(scenario.at).or(scenario.line);
        let bytes = case.reported.iter().map(Reported::size).sum::<usize>().saturating_add(256);
        if case.failed() && self.uri.is_empty() && self.bytes.saturating_add(bytes) <= HELD_BYTES {
            self.bytes.up(bytes);
            self.held.push((case, line));
            return;
        }
        self.tell(case, line);
    }

    fn tell(&mut self, mut case: Case, line: Option<u64>) {
        if !self.uri.is_empty() {
            case.spot = Some(Spot { file: self.uri.clone(), line });
        }
        self.features.run.case(case, self.features.sink);
    }

    fn end(&mut self) {
        for (case, line) in std::mem::take(&mut self.held) {
            self.tell(case, line);
        }
    }
}

#[derive(Default)]
struct Scenario {
    kind: String,
    keyword: String,
    name: String,
    line: Option<u64>,
    status: Status,
    hook: bool,
    reported: Vec<Reported>,
    /// The line of the first step that did not pass.
    at: Option<u64>,
}

impl Fields for Scenario {
    fn field<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error> {
        match key {
            "type" => text(map, &mut self.kind),
            "keyword" => text(map, &mut self.keyword),
            "name" => text(map, &mut self.name),
            "line" => number(map, &mut self.line),
            "before" | "after" => {
                let hook = if key == "before" { "before hook" } else { "after hook" };
                each(map, |step: Step| self.step(step, Some(hook)))
            }
            "steps" => each(map, |step: Step| self.step(step, None)),
            _ => skip(map),
        }
    }
}

impl Scenario {
    fn step(&mut self, mut step: Step, hook: Option<&str>) {
        for inner in std::mem::take(&mut step.hooks) {
            self.judge(&inner, Some("step hook"));
        }
        self.judge(&step, hook);
    }

    fn judge(&mut self, step: &Step, hook: Option<&str>) {
        let status =
            if step.result.status.is_empty() { Status::Passed } else { Status::of(&step.result.status) };
        if status > self.status {
            self.status = status;
            self.hook = hook.is_some() && status == Status::Failed;
        }
        if status < Status::Pending || self.reported.len() >= MARKS {
            return;
        }
        let title = format!("{}{}", step.keyword, step.name);
        let title = if title.trim().is_empty() { hook.unwrap_or("step") } else { title.trim() };
        let error = step.result.error.trim_end();
        if error.is_empty() {
            self.reported.push(Reported::message(&format!("{} step: {title}", step.result.status)));
        } else {
            self.reported.push(Reported { text: error.to_owned(), ..Reported::default() });
            self.reported.push(Reported::message(&format!("step: {title}")));
        }
        self.at = self.at.or(step.line);
    }
}

#[derive(Default)]
struct Step {
    keyword: String,
    name: String,
    line: Option<u64>,
    result: Outcome,
    hooks: Vec<Step>,
}

impl Fields for Step {
    fn field<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error> {
        match key {
            "keyword" => text(map, &mut self.keyword),
            "name" => text(map, &mut self.name),
            "line" => number(map, &mut self.line),
            "result" => object(map, &mut self.result),
            "before" | "after" => each(map, |hook: Hook| {
                if self.hooks.len() < MARKS {
                    self.hooks.push(Self { result: hook.0, ..Self::default() });
                }
            }),
            _ => skip(map),
        }
    }
}

/// A hook of a step.
#[derive(Default)]
struct Hook(Outcome);

impl Fields for Hook {
    fn field<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error> {
        if key == "result" { object(map, &mut self.0) } else { skip(map) }
    }
}

#[derive(Default)]
struct Outcome {
    status: String,
    error: String,
}

impl Fields for Outcome {
    fn field<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error> {
        match key {
            "status" => text(map, &mut self.status),
            "error_message" => text(map, &mut self.error),
            _ => skip(map),
        }
    }
}
