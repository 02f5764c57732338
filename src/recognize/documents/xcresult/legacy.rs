//! The legacy object graphs of `xcresulttool get --legacy --format json` (and of the tool before it had the option).
//!
//! Every value is an object: `{"_type": {"_name": T}, "_value": V}` for a scalar, `"_values"` for a list, named
//! properties for a record. Three records hold results: `ActionsInvocationRecord` (metrics, and issues with the
//! messages of failed tests and of the build), `ActionTestPlanRunSummaries` (every test with its status) and
//! `ActionTestSummary` (one test with its messages). Their documents may follow each other in one input: all of them
//! are one section, so that a test's status and its message meet under its name. What the objects mean is in
//! `legacy_walk`; this file only reads them.

use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess};

use super::legacy_walk::{Counts, Record, Under, Walk};
use crate::event::Sink;
use crate::recognize::documents::bounded_json::BoundedJson;
use crate::recognize::documents::dispatch::FormatError;
use crate::recognize::documents::failure::Reported;
use crate::recognize::documents::json::{
    Element, Fields, List, Object, Scalar, document, dropped_note, too_deep,
};
use crate::recognize::documents::limits::TREE_NESTING;

/// Parses legacy documents. Gives notes.
///
/// # Errors
/// When the input cannot be read, is broken, ends early or holds no results.
pub fn legacy(json: &mut BoundedJson<'_>, sink: &mut dyn Sink) -> Result<Vec<String>, FormatError> {
    let mut walk = Walk::new(sink);
    loop {
        let mut reading = Reading { walk: &mut walk, record: Box::default(), under: Under::Other, level: 0 };
        let result = document(json, &mut reading);
        let record = reading.record;
        if let Err(error) = result {
            walk.broken();
            return Err(error);
        }
        walk.root(*record);
        if json.at_end().map_err(FormatError::Read)? {
            break;
        }
    }
    if !walk.finish() {
        return Err(FormatError::Empty { wanted: "test results" });
    }
    Ok(dropped_note(json))
}

/// Reads one object.
struct Reading<'r, 's> {
    walk: &'r mut Walk<'s>,
    record: Box<Record>,
    /// The list that the object is, or is in.
    under: Under,
    level: usize,
}

impl Reading<'_, '_> {
    /// Reads the object of a property.
    fn property<'de, M: MapAccess<'de>>(
        &mut self,
        under: Under,
        map: &mut M,
    ) -> Result<Box<Record>, M::Error> {
        if self.level > TREE_NESTING {
            return Err(too_deep());
        }
        let level = self.level.saturating_add(1);
        let mut reading = Reading { walk: self.walk, record: Box::default(), under, level };
        map.next_value_seed(Object(&mut reading))?;
        Ok(reading.record)
    }
}

impl Fields for Reading<'_, '_> {
    fn field<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error> {
        match key {
            "_name" | "_value" => self.record.value = map.next_value::<Scalar>()?.0,
            "_values" => {
                let list = Values {
                    walk: self.walk,
                    reported: &mut self.record.reported,
                    under: self.under,
                    level: self.level,
                };
                map.next_value_seed(List(list))?;
            }
            "_type" => self.record.kind = self.property(Under::Other, map)?.value,
            "name" => self.record.name = self.property(Under::Other, map)?.value,
            "identifier" => self.record.identifier = self.property(Under::Other, map)?.value,
            "testStatus" => self.record.status = Some(self.property(Under::Other, map)?.value),
            "status" => self.record.action = self.property(Under::Other, map)?.value,
            "message" => self.record.message = self.property(Under::Other, map)?.value,
            "testCaseName" => self.record.case = self.property(Under::Other, map)?.value,
            "producingTarget" | "targetName" => self.record.target = self.property(Under::Other, map)?.value,
            "url" => self.record.url = self.property(Under::Other, map)?.value,
            "fileName" => self.record.file = self.property(Under::Other, map)?.value,
            "lineNumber" => self.record.line = self.property(Under::Other, map)?.number(),
            "testsCount" => self.record.counts.tests = self.property(Under::Other, map)?.number(),
            "testsFailedCount" => self.record.counts.failed = self.property(Under::Other, map)?.number(),
            "testsSkippedCount" => self.record.counts.skipped = self.property(Under::Other, map)?.number(),
            "errorCount" => self.record.counts.errors = self.property(Under::Other, map)?.number(),
            "documentLocationInCreatingWorkspace" => {
                self.record.url = self.property(Under::Other, map)?.url;
            }
            "skipNoticeSummary" => self.record.reason = self.property(Under::Other, map)?.message,
            "metrics" => {
                let counts: Counts = self.property(Under::Other, map)?.counts;
                self.record.counts = counts;
            }
            "actionResult" | "buildResult" => {
                let result = self.property(Under::Other, map)?;
                self.walk.action(&result);
            }
            "failureSummaries" => {
                let reported: Vec<Reported> = self.property(Under::Messages, map)?.reported;
                self.record.reported = reported;
            }
            "testFailureSummaries" => drop(self.property(Under::TestFailures, map)?),
            "errorSummaries" => drop(self.property(Under::Errors, map)?),
            "warningSummaries" | "analyzerWarningSummaries" => drop(self.property(Under::Warnings, map)?),
            "actions" | "issues" | "summaries" | "testableSummaries" | "tests" | "globalTests"
            | "subtests" => {
                drop(self.property(Under::Other, map)?);
            }
            _ => drop(map.next_value::<IgnoredAny>()?),
        }
        Ok(())
    }
}

/// Reads the elements of a list.
struct Values<'r, 's> {
    walk: &'r mut Walk<'s>,
    reported: &'r mut Vec<Reported>,
    under: Under,
    level: usize,
}

impl Element for Values<'_, '_> {
    fn element<'de, D: Deserializer<'de>>(&mut self, element: D) -> Result<(), D::Error> {
        let level = self.level.saturating_add(1);
        let mut reading = Reading { walk: self.walk, record: Box::default(), under: Under::Other, level };
        Object(&mut reading).deserialize(element)?;
        let record = reading.record;
        self.walk.element(*record, self.under, self.reported);
        Ok(())
    }
}
