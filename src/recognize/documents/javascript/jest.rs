//! `jest --json` and vitest's `--reporter=json`, which writes the same form.
//!
//! Source of the format: jest's `formatTestResults` (and the unformatted `AggregatedResult`, which result processors
//! write), vitest's `JsonReporter`. A file's name comes after its tests, so failures wait for it, at most
//! [`HELD_BYTES`]. A file that failed without a failed test could not be run, or a hook of it failed.

use serde::de::{DeserializeSeed, Deserializer, MapAccess};

use crate::budget::Count as _;
use crate::event::{FailureKind, Outcome, Sink};
use crate::recognize::documents::bounded_json::BoundedJson;
use crate::recognize::documents::detail::Spot;
use crate::recognize::documents::dispatch::FormatError;
use crate::recognize::documents::failure::{Name, Reported};
use crate::recognize::documents::json::{
    Element, Fields, List, Object, Strings, document, dropped_note, each, number, object, skip, text,
};
use crate::recognize::documents::located::Stated;
use crate::recognize::documents::run::{Case, Claimed, Counted, Run};

/// The most bytes of failures of one file that wait for its name.
const HELD_BYTES: usize = 1024 * 1024;

/// Parses jest's or vitest's JSON. Gives notes.
///
/// # Errors
/// When the input cannot be read, is broken, ends early or holds no results.
pub fn jest(json: &mut BoundedJson<'_>, sink: &mut dyn Sink) -> Result<Vec<String>, FormatError> {
    let mut walk = Jest {
        sink,
        run: Run::default(),
        stated: Stated::default(),
        separator: " > ",
        success: String::new(),
        interrupted: String::new(),
        failed_files: None,
        found: false,
    };
    walk.run.open("", walk.sink);
    let result = document(json, &mut walk);
    if let Err(error) = result {
        walk.run.broken(&walk.stated, walk.sink);
        return Err(error);
    }
    if !walk.found {
        return Err(FormatError::Empty { wanted: "test results" });
    }
    let failed = walk.success == "false" || walk.failed_files.is_some_and(|files| files > 0);
    if walk.interrupted == "true" {
        // Tests that did not come to run are not in the numbers: a run without an end.
        walk.run.broken(&walk.stated, walk.sink);
        return Ok(vec!["the run was interrupted".to_owned()]);
    }
    walk.run.close(&walk.stated, if failed { Claimed::Failure } else { Claimed::End }, walk.sink);
    Ok(dropped_note(json))
}

struct Jest<'s> {
    sink: &'s mut dyn Sink,
    run: Run,
    stated: Stated,
    separator: &'static str,
    success: String,
    interrupted: String,
    failed_files: Option<u64>,
    found: bool,
}

impl Fields for Jest<'_> {
    fn field<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error> {
        match key {
            "numTotalTests" => number(map, &mut self.stated.tests),
            "numFailedTests" => number(map, &mut self.stated.failures),
            "numPendingTests" => number(map, &mut self.stated.skipped),
            "numFailedTestSuites" => number(map, &mut self.failed_files),
            "numRuntimeErrorTestSuites" => {
                // Only jest says so, before its results.
                self.separator = " › ";
                skip(map)
            }
            "success" => text(map, &mut self.success),
            "wasInterrupted" => text(map, &mut self.interrupted),
            "testResults" => {
                self.found = true;
                map.next_value_seed(List(Files { jest: self }))
            }
            _ => skip(map),
        }
    }
}

struct Files<'j, 's> {
    jest: &'j mut Jest<'s>,
}

impl Element for Files<'_, '_> {
    fn element<'de, D: Deserializer<'de>>(&mut self, element: D) -> Result<(), D::Error> {
        let before = self.jest.run.failures();
        let mut file = File {
            jest: self.jest,
            name: String::new(),
            status: String::new(),
            message: String::new(),
            error: Thrown::default(),
            held: Vec::new(),
            held_bytes: 0,
        };
        let result = Object(&mut file).deserialize(element);
        file.end(before, result.is_ok());
        result
    }
}

struct File<'j, 's> {
    jest: &'j mut Jest<'s>,
    name: String,
    status: String,
    message: String,
    error: Thrown,
    held: Vec<Case>,
    held_bytes: usize,
}

impl Fields for File<'_, '_> {
    fn field<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error> {
        match key {
            "name" | "testFilePath" => text(map, &mut self.name),
            "status" => text(map, &mut self.status),
            "message" | "failureMessage" => text(map, &mut self.message),
            "testExecError" => object(map, &mut self.error),
            "assertionResults" | "testResults" => each(map, |test: Test| self.test(test)),
            _ => skip(map),
        }
    }
}

impl File<'_, '_> {
    fn test(&mut self, test: Test) {
        let mut case = test.case(self.jest.separator);
        if !case.failed() && case.before.is_empty() {
            self.jest.run.case(case, self.jest.sink);
            return;
        }
        let reported = case.reported.iter().chain(&case.before).map(Reported::size);
        let bytes = reported.sum::<usize>().saturating_add(256);
        if self.name.is_empty() && self.held_bytes.saturating_add(bytes) <= HELD_BYTES {
            self.held_bytes.up(bytes);
            self.held.push(case);
        } else {
            place(&mut case, &self.name);
            self.jest.run.case(case, self.jest.sink);
        }
    }

    /// The file's object ended, or the report broke off in it.
    fn end(mut self, failures_before: u64, whole: bool) {
        for mut case in std::mem::take(&mut self.held) {
            place(&mut case, &self.name);
            self.jest.run.case(case, self.jest.sink);
        }
        let bad = self.status == "failed" || !self.error.is_empty();
        if !whole || !bad || self.jest.run.failures() > failures_before {
            return;
        }
        let text = if self.message.trim().is_empty() { self.error.text() } else { self.message };
        let text = text.trim_start();
        let text = text.strip_prefix("● Test suite failed to run").unwrap_or(text).trim_start_matches('\n');
        let reported = Reported { text: text.to_owned(), ..Reported::default() };
        let kind = FailureKind::Collection;
        self.jest.run.whole(&self.name, kind, &[reported], Counted::Beside, self.jest.sink);
    }
}

/// A failure that does not say its line says at least its file.
fn place(case: &mut Case, file: &str) {
    if file.is_empty() {
        return;
    }
    let line = case.spot.as_ref().and_then(|spot| spot.line);
    case.spot = Some(Spot { file: file.to_owned(), line });
}

/// An error that is no test's.
#[derive(Debug, Default)]
struct Thrown {
    message: String,
    stack: String,
}

impl Fields for Thrown {
    fn field<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error> {
        match key {
            "message" => text(map, &mut self.message),
            "stack" => text(map, &mut self.stack),
            _ => skip(map),
        }
    }
}

impl Thrown {
    fn is_empty(&self) -> bool {
        self.message.is_empty() && self.stack.is_empty()
    }

    fn text(&self) -> String {
        if self.stack.contains(&self.message) {
            self.stack.clone()
        } else {
            format!("{}\n{}", self.message, self.stack)
        }
    }
}

#[derive(Default)]
struct Test {
    ancestors: Strings,
    title: String,
    full: String,
    status: String,
    messages: Strings,
    retries: Strings,
    place: Location,
}

#[derive(Default)]
struct Location {
    line: Option<u64>,
}

impl Fields for Location {
    fn field<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error> {
        if key == "line" { number(map, &mut self.line) } else { skip(map) }
    }
}

impl Fields for Test {
    fn field<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error> {
        match key {
            "ancestorTitles" => self.ancestors.read(map),
            "title" => text(map, &mut self.title),
            "fullName" => text(map, &mut self.full),
            "status" => text(map, &mut self.status),
            "failureMessages" => self.messages.read(map),
            "retryReasons" => self.retries.read(map),
            "location" => object(map, &mut self.place),
            _ => skip(map),
        }
    }
}

impl Test {
    fn case(self, separator: &'static str) -> Case {
        let outcome = match self.status.as_str() {
            "passed" | "focused" => Outcome::Passed,
            "pending" | "skipped" | "disabled" => Outcome::Skipped,
            "todo" => Outcome::Other,
            _ => Outcome::Failed(FailureKind::Test),
        };
        let ancestors: Vec<String> =
            self.ancestors.0.into_iter().filter(|title| !title.trim().is_empty()).collect();
        let name = if self.title.trim().is_empty() {
            Name::bare(if self.full.trim().is_empty() { "unnamed test" } else { &self.full })
        } else {
            Name::new(&ancestors.join(separator), separator, &self.title)
        };
        let tell = |text: String| Reported { text, ..Reported::default() };
        let mut case = Case::new(name, outcome);
        if case.failed() {
            case.reported = self.messages.0.into_iter().map(tell).collect();
        }
        case.before = self.retries.0.into_iter().map(tell).collect();
        case.spot = self.place.line.map(|line| Spot { file: String::new(), line: Some(line) });
        case
    }
}
