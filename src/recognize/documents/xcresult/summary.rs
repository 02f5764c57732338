//! `xcresulttool get test-results summary`: totals, and one record for each failure.
//!
//! Fields as `xcrun xcresulttool help get test-results summary` lists them: `title`, `result`, `totalTestCount`,
//! `passedTests`, `failedTests`, `skippedTests`, `expectedFailures`, `testFailures[]` with `testName`, `targetName`,
//! `failureText` and `testIdentifierString`, `topInsights[]` with `text`. Keys come in any order.

use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess};

use super::nodes::test_name;
use crate::budget::Count as _;
use crate::event::{Event, FailureKind, Level, Opened, Sink, Totals};
use crate::recognize::documents::bounded_json::BoundedJson;
use crate::recognize::documents::dispatch::FormatError;
use crate::recognize::documents::failure;
use crate::recognize::documents::failure::Reported;
use crate::recognize::documents::json::{Element, Fields, List, Object, Scalar, document, dropped_note};

/// The most insights that become notes.
const NOTES: usize = 8;

/// Parses a summary. Gives notes.
///
/// # Errors
/// When the input cannot be read, is broken, ends early or holds no summary.
pub fn summary(json: &mut BoundedJson<'_>, sink: &mut dyn Sink) -> Result<Vec<String>, FormatError> {
    sink.emit(Event::SectionStarted { opened: Opened::Own, announced: None, label: "" });
    let mut summary = Summary::new(sink);
    let result = document(json, &mut summary);
    let failures = summary.failures;
    let Summary { title, result: outcome, totals, insights, sink, .. } = summary;
    if !title.is_empty() {
        sink.emit(Event::SectionLabel(&failure::one_line(&title)));
    }
    result?;
    if totals.total.is_none() && totals.failed.is_none() && failures == 0 {
        return Err(FormatError::Empty { wanted: "totals of tests" });
    }
    if outcome == "Failed" && failures == 0 && totals.failed.unwrap_or(0) == 0 {
        let name = if title.is_empty() { "test run" } else { &title };
        failure::emit_whole(sink, name, FailureKind::Suite, &[], "");
    }
    // A result that is not known states no totals: the run may not have come to its end.
    if matches!(outcome.as_str(), "Passed" | "Failed" | "Skipped" | "Expected Failure" | "") {
        sink.emit(Event::Declared { totals, level: Level::Section });
    }
    let mut notes = insights;
    notes.extend(dropped_note(json));
    Ok(notes)
}

struct Summary<'s> {
    title: String,
    result: String,
    totals: Totals,
    insights: Vec<String>,
    failures: u64,
    sink: &'s mut dyn Sink,
}

impl<'s> Summary<'s> {
    fn new(sink: &'s mut dyn Sink) -> Self {
        Self {
            title: String::new(),
            result: String::new(),
            totals: Totals::default(),
            insights: Vec::new(),
            failures: 0,
            sink,
        }
    }
}

impl Fields for Summary<'_> {
    fn field<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error> {
        match key {
            "title" => self.title = map.next_value::<Scalar>()?.0,
            "result" => self.result = map.next_value::<Scalar>()?.0,
            "totalTestCount" => self.totals.total = map.next_value::<Scalar>()?.number(),
            "passedTests" => self.totals.passed = map.next_value::<Scalar>()?.number(),
            "failedTests" => self.totals.failed = map.next_value::<Scalar>()?.number(),
            "skippedTests" => self.totals.skipped = map.next_value::<Scalar>()?.number(),
            "expectedFailures" => self.totals.other = map.next_value::<Scalar>()?.number(),
            "testFailures" => map.next_value_seed(List(Failures(self)))?,
            "topInsights" => map.next_value_seed(List(Insights(&mut self.insights)))?,
            _ => drop(map.next_value::<IgnoredAny>()?),
        }
        Ok(())
    }
}

struct Failures<'f, 's>(&'f mut Summary<'s>);

impl Element for Failures<'_, '_> {
    fn element<'de, D: Deserializer<'de>>(&mut self, element: D) -> Result<(), D::Error> {
        let mut record = Failure::default();
        Object(&mut record).deserialize(element)?;
        let (name, identifier) = test_name(&record.identifier, &record.name, &record.target);
        let mut reported = vec![Reported::message(&record.text)];
        reported.extend(identifier.map(|identifier| Reported::message(&identifier)));
        failure::emit(self.0.sink, &name, FailureKind::Test, 0, &reported, None, "");
        self.0.failures.up(1);
        Ok(())
    }
}

#[derive(Default)]
struct Failure {
    name: String,
    target: String,
    identifier: String,
    text: String,
}

impl Fields for Failure {
    fn field<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error> {
        let slot = match key {
            "testName" => &mut self.name,
            "targetName" => &mut self.target,
            "testIdentifierString" => &mut self.identifier,
            "failureText" => &mut self.text,
            _ => {
                map.next_value::<IgnoredAny>()?;
                return Ok(());
            }
        };
        *slot = map.next_value::<Scalar>()?.0;
        Ok(())
    }
}

struct Insights<'n>(&'n mut Vec<String>);

impl Element for Insights<'_> {
    fn element<'de, D: Deserializer<'de>>(&mut self, element: D) -> Result<(), D::Error> {
        let mut insight = Insight::default();
        Object(&mut insight).deserialize(element)?;
        let text = failure::one_line(&insight.text);
        if self.0.len() < NOTES && !text.is_empty() {
            self.0.push(text);
        }
        Ok(())
    }
}

#[derive(Default)]
struct Insight {
    text: String,
}

impl Fields for Insight {
    fn field<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error> {
        let value = map.next_value::<Scalar>()?.0;
        if key == "text" {
            self.text = value;
        }
        Ok(())
    }
}
