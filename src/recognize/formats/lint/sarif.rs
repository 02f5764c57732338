//! SARIF 2.1.0: runs of analysers with their results.
//!
//! Source: the OASIS standard, sections 3.27 (result), 3.50 (reportingConfiguration), 3.35 (suppression). A result is
//! an error when it says so, or says nothing and its rule does. It counts for nothing when it is suppressed (unless
//! that was rejected or is under review), absent, or not of kind `fail`. Results may come before the rules: those that
//! depend on one wait, at most [`HELD`] of them, and are warnings beyond that, the standard's default.

use std::collections::HashMap;

use serde::de::{DeserializeSeed, Deserializer, MapAccess};

use super::issue::{Issue, Issues, Severity};
use crate::event::{Event, Sink};
use crate::recognize::formats::bounded_json::BoundedJson;
use crate::recognize::formats::detail;
use crate::recognize::formats::dispatch::FormatError;
use crate::recognize::formats::json::{
    Element, Fields, List, Object, Scalar, Strings, document, dropped_note, each, number, object, skip, text,
};

/// The most results that wait for their rules.
const HELD: usize = 1000;
/// The most rules that are remembered.
const RULES: usize = 4096;

/// Parses a SARIF log. Gives notes.
///
/// # Errors
/// When the input cannot be read, is broken, ends early or holds no runs.
pub fn sarif(json: &mut BoundedJson<'_>, sink: &mut dyn Sink) -> Result<Vec<String>, FormatError> {
    let mut log = Log { sink, runs: false };
    document(json, &mut log)?;
    if !log.runs {
        return Err(FormatError::Empty { wanted: "runs" });
    }
    Ok(dropped_note(json))
}

struct Log<'s> {
    sink: &'s mut dyn Sink,
    runs: bool,
}

impl Fields for Log<'_> {
    fn field<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error> {
        match key {
            "runs" => {
                self.runs = true;
                map.next_value_seed(List(Runs { sink: self.sink }))
            }
            _ => skip(map),
        }
    }
}

struct Runs<'s> {
    sink: &'s mut dyn Sink,
}

impl Element for Runs<'_> {
    fn element<'de, D: Deserializer<'de>>(&mut self, element: D) -> Result<(), D::Error> {
        let mut run = Run {
            sink: self.sink,
            issues: Issues::default(),
            rules: Rules::default(),
            ruled: false,
            held: Vec::new(),
            failed: false,
        };
        run.issues.open("", run.sink);
        let result = Object(&mut run).deserialize(element);
        for finding in std::mem::take(&mut run.held) {
            run.tell(&finding);
        }
        if result.is_ok() {
            if run.failed && !run.issues.any() {
                run.issues.broke("", "the run says that it did not succeed", run.sink);
            }
            run.issues.close(run.sink);
        }
        result
    }
}

struct Run<'s> {
    sink: &'s mut dyn Sink,
    issues: Issues,
    rules: Rules,
    /// Whether the rules are known.
    ruled: bool,
    held: Vec<Finding>,
    /// An invocation failed and nothing says of what.
    failed: bool,
}

impl Fields for Run<'_> {
    fn field<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error> {
        match key {
            "tool" => {
                object(map, &mut Tool(&mut self.rules))?;
                self.ruled = true;
                if !self.rules.tool.is_empty() {
                    self.sink.emit(Event::SectionLabel(&self.rules.tool));
                }
                Ok(())
            }
            "invocations" => each(map, |invocation: Invocation| self.invocation(&invocation)),
            "results" => each(map, |finding: Finding| {
                if !self.ruled && finding.level.is_empty() && self.held.len() < HELD {
                    self.held.push(finding);
                } else {
                    self.tell(&finding);
                }
            }),
            _ => skip(map),
        }
    }
}

impl Run<'_> {
    fn tell(&mut self, finding: &Finding) {
        let severity = finding.severity(&self.rules);
        let rule = finding.rule(&self.rules).to_owned();
        let mut issue = Issue { rule, message: finding.message.text.clone(), ..Issue::default() };
        if let Some(place) = finding.places.first() {
            issue.file = file(&place.uri);
            issue.line = place.line;
            issue.column = place.column;
        }
        if issue.message.trim().is_empty() {
            issue.message.clone_from(&issue.rule);
        }
        self.issues.tell(severity, &issue, self.sink);
    }

    fn invocation(&mut self, invocation: &Invocation) {
        let errors: Vec<&str> = invocation
            .notes
            .iter()
            .filter(|note| note.level == "error")
            .map(|note| note.message.text.as_str())
            .collect();
        let unsuccessful = invocation.successful == "false";
        if unsuccessful && errors.is_empty() {
            // Some tools say so merely because there are errors among the results.
            self.failed = true;
        }
        if unsuccessful && !errors.is_empty() {
            self.issues.broke("", &errors.join("\n"), self.sink);
        }
    }
}

/// A file URL as a path.
fn file(uri: &str) -> String {
    let path = uri.strip_prefix("file://").unwrap_or(uri);
    // A path on Windows has a slash before its drive.
    let drive = path.strip_prefix('/').filter(|rest| rest.get(1..2) == Some(":"));
    detail::unescaped_path(drive.unwrap_or(path))
}

/// What the rules say when a result does not.
#[derive(Debug, Default)]
struct Rules {
    tool: String,
    names: Vec<String>,
    levels: HashMap<String, String>,
}

struct Tool<'r>(&'r mut Rules);

impl Fields for Tool<'_> {
    fn field<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error> {
        if key == "driver" { object(map, &mut Driver(self.0)) } else { skip(map) }
    }
}

struct Driver<'r>(&'r mut Rules);

impl Fields for Driver<'_> {
    fn field<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error> {
        match key {
            "name" => text(map, &mut self.0.tool),
            "rules" => each(map, |rule: Rule| {
                if self.0.names.len() < RULES {
                    self.0.names.push(rule.id.clone());
                    if !rule.level.0.is_empty() {
                        self.0.levels.insert(rule.id, rule.level.0);
                    }
                }
            }),
            _ => skip(map),
        }
    }
}

#[derive(Default)]
struct Rule {
    id: String,
    level: Level,
}

impl Fields for Rule {
    fn field<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error> {
        match key {
            "id" => text(map, &mut self.id),
            "defaultConfiguration" => object(map, &mut self.level),
            _ => skip(map),
        }
    }
}

#[derive(Default)]
struct Level(String);

impl Fields for Level {
    fn field<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error> {
        if key == "level" { text(map, &mut self.0) } else { skip(map) }
    }
}

#[derive(Default)]
struct Invocation {
    successful: String,
    notes: Vec<Notification>,
}

impl Fields for Invocation {
    fn field<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error> {
        match key {
            "executionSuccessful" => text(map, &mut self.successful),
            "toolExecutionNotifications" | "toolConfigurationNotifications" => {
                each(map, |note: Notification| {
                    if self.notes.len() < 64 {
                        self.notes.push(note);
                    }
                })
            }
            _ => skip(map),
        }
    }
}

#[derive(Default)]
struct Notification {
    level: String,
    message: Message,
}

impl Fields for Notification {
    fn field<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error> {
        match key {
            "level" => text(map, &mut self.level),
            "message" => object(map, &mut self.message),
            _ => skip(map),
        }
    }
}

#[derive(Debug, Default)]
struct Message {
    text: String,
}

impl Fields for Message {
    fn field<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error> {
        match key {
            "text" => text(map, &mut self.text),
            "markdown" if self.text.is_empty() => text(map, &mut self.text),
            _ => skip(map),
        }
    }
}

#[derive(Default)]
struct Finding {
    id: String,
    index: Option<u64>,
    level: String,
    kind: String,
    baseline: String,
    suppressed: bool,
    message: Message,
    places: Vec<Location>,
}

impl Fields for Finding {
    fn field<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error> {
        match key {
            "ruleId" => text(map, &mut self.id),
            "ruleIndex" => number(map, &mut self.index),
            "rule" => object(map, &mut Reference(self)),
            "level" => text(map, &mut self.level),
            "kind" => text(map, &mut self.kind),
            "baselineState" => text(map, &mut self.baseline),
            "message" => object(map, &mut self.message),
            "suppressions" => each(map, |suppression: Suppression| {
                let holds = !matches!(suppression.status.as_str(), "rejected" | "underReview");
                self.suppressed |= holds;
            }),
            // Version 2.0 wrote the kinds alone.
            "suppressionStates" => {
                let mut states = Strings::default();
                states.read(map)?;
                self.suppressed |= !states.0.is_empty();
                Ok(())
            }
            "locations" => each(map, |place: Location| {
                if self.places.is_empty() {
                    self.places.push(place);
                }
            }),
            _ => skip(map),
        }
    }
}

impl Finding {
    fn rule<'f>(&'f self, rules: &'f Rules) -> &'f str {
        let by_index = self.index.and_then(|index| rules.names.get(usize::try_from(index).ok()?));
        match self.id.as_str() {
            "" => by_index.map_or("", String::as_str),
            id => id,
        }
    }

    fn severity(&self, rules: &Rules) -> Severity {
        let fails = matches!(self.kind.as_str(), "" | "fail");
        if !fails || self.suppressed || self.baseline == "absent" {
            return Severity::Note;
        }
        let rule = self.rule(rules);
        // `CA1000/1` is a sub-rule of `CA1000`.
        let known = rules.levels.get(rule).or_else(|| rules.levels.get(rule.split('/').next()?));
        let level =
            if self.level.is_empty() { known.map_or("", String::as_str) } else { self.level.as_str() };
        match level {
            "error" => Severity::Error,
            "note" | "none" => Severity::Note,
            _ => Severity::Warning,
        }
    }
}

/// A result's reference to its rule.
struct Reference<'f>(&'f mut Finding);

impl Fields for Reference<'_> {
    fn field<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error> {
        match key {
            "id" if self.0.id.is_empty() => text(map, &mut self.0.id),
            "index" if self.0.index.is_none() => number(map, &mut self.0.index),
            _ => skip(map),
        }
    }
}

#[derive(Default)]
struct Suppression {
    status: String,
}

impl Fields for Suppression {
    fn field<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error> {
        // Version 2.1 has `status`, drafts of it had `state`.
        if matches!(key, "status" | "state") { text(map, &mut self.status) } else { skip(map) }
    }
}

#[derive(Default)]
struct Location {
    uri: String,
    line: Option<u64>,
    column: Option<u64>,
}

impl Fields for Location {
    fn field<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error> {
        match key {
            "physicalLocation" => object(map, &mut Physical(self)),
            _ => skip(map),
        }
    }
}

/// A file and a region of it.
struct Physical<'l>(&'l mut Location);

impl Fields for Physical<'_> {
    fn field<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error> {
        match key {
            "artifactLocation" | "region" => {
                let mut inner = Inner::default();
                object(map, &mut inner)?;
                if !inner.uri.is_empty() {
                    self.0.uri = inner.uri;
                }
                self.0.line = inner.line.or(self.0.line);
                self.0.column = inner.column.or(self.0.column);
                Ok(())
            }
            _ => skip(map),
        }
    }
}

#[derive(Default)]
struct Inner {
    uri: String,
    line: Option<u64>,
    column: Option<u64>,
}

impl Fields for Inner {
    fn field<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error> {
        let value = map.next_value::<Scalar>()?;
        match key {
            "uri" => self.uri = value.0,
            "startLine" => self.line = value.number(),
            "startColumn" => self.column = value.number(),
            _ => {}
        }
        Ok(())
    }
}
