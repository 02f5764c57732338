//! SARIF 2.1.0: runs of analysers with their results.
//!
//! Source: the OASIS standard, sections 3.27 (result), 3.50 (reportingConfiguration), 3.35 (suppression). A result is
//! an error when it says so, or says nothing and its rule does. It counts for nothing when it is suppressed (unless
//! that was rejected or is under review), absent, or not of kind `fail`. Results may come before the rules: those that
//! depend on one wait, at most [`HELD`] of them, and are warnings beyond that, the standard's default.

use serde::de::{DeserializeSeed, Deserializer, MapAccess};

use super::finding::{Finding, Message, Rules, Tool};
use super::issue::Issues;
use crate::event::{Event, Sink};
use crate::recognize::documents::bounded_json::BoundedJson;
use crate::recognize::documents::dispatch::FormatError;
use crate::recognize::documents::json::{
    Element, Fields, List, Object, document, dropped_note, each, object, skip, text,
};

/// The most results that wait for their rules.
const HELD: usize = 1000;

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
        self.issues.tell(finding.severity(&self.rules), &finding.issue(&self.rules), self.sink);
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
