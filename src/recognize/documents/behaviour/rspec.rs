//! `rspec --format json`.
//!
//! Fields: `examples`, `summary` with the numbers, and `messages`, which hold errors outside of examples (a file that
//! cannot be loaded, a failed suite hook) when the summary counts any.

use serde::de::MapAccess;

use crate::event::{FailureKind, Outcome, Sink};
use crate::recognize::documents::bounded_json::BoundedJson;
use crate::recognize::documents::detail::Spot;
use crate::recognize::documents::dispatch::FormatError;
use crate::recognize::documents::failure::{Name, Reported};
use crate::recognize::documents::json::{
    Fields, Strings, document, dropped_note, each, number, object, skip, text,
};
use crate::recognize::documents::located::Stated;
use crate::recognize::documents::run::{Case, Claimed, Counted, Run};

/// Parses RSpec's JSON. Gives notes.
///
/// # Errors
/// When the input cannot be read, is broken, ends early or holds no results.
pub fn rspec(json: &mut BoundedJson<'_>, sink: &mut dyn Sink) -> Result<Vec<String>, FormatError> {
    let mut walk = Rspec {
        sink,
        run: Run::default(),
        summary: Summary::default(),
        messages: Strings::default(),
        found: false,
    };
    walk.run.open("", walk.sink);
    let result = document(json, &mut walk);
    if let Err(error) = result {
        walk.run.broken(&walk.summary.stated(), walk.sink);
        return Err(error);
    }
    if !walk.found {
        return Err(FormatError::Empty { wanted: "examples" });
    }
    walk.outside();
    walk.run.close(&walk.summary.stated(), Claimed::End, walk.sink);
    Ok(dropped_note(json))
}

struct Rspec<'s> {
    sink: &'s mut dyn Sink,
    run: Run,
    summary: Summary,
    messages: Strings,
    found: bool,
}

impl Fields for Rspec<'_> {
    fn field<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error> {
        match key {
            "examples" => {
                self.found = true;
                each(map, |example: Example| self.run.case(example.case(), self.sink))
            }
            "summary" => object(map, &mut self.summary),
            "messages" => self.messages.read(map),
            _ => skip(map),
        }
    }
}

impl Rspec<'_> {
    /// Errors outside of examples: one failure for each that is counted, reported by the messages.
    fn outside(&mut self) {
        let errors = self.summary.outside.unwrap_or(0);
        let mut reported: Vec<Reported> = Vec::new();
        for message in &self.messages.0 {
            if message.trim_start().starts_with("An error occurred") {
                reported.push(Reported { text: message.trim().to_owned(), ..Reported::default() });
            }
        }
        for reported in reported.iter().take(usize::try_from(errors).unwrap_or(usize::MAX)) {
            let name = reported.text.lines().next().unwrap_or("").trim_end_matches('.');
            let name = name.strip_prefix("An error occurred while loading ").unwrap_or(name);
            let reported = std::slice::from_ref(reported);
            self.run.whole(name, FailureKind::Collection, reported, Counted::Beside, self.sink);
        }
        if errors > 0 && reported.is_empty() {
            let name = "errors outside of examples";
            self.run.whole(name, FailureKind::Collection, &[], Counted::Beside, self.sink);
        }
    }
}

#[derive(Default)]
struct Summary {
    examples: Option<u64>,
    failures: Option<u64>,
    pending: Option<u64>,
    outside: Option<u64>,
}

impl Summary {
    fn stated(&self) -> Stated {
        Stated { tests: self.examples, failures: self.failures, skipped: self.pending, ..Stated::default() }
    }
}

impl Fields for Summary {
    fn field<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error> {
        match key {
            "example_count" => number(map, &mut self.examples),
            "failure_count" => number(map, &mut self.failures),
            "pending_count" => number(map, &mut self.pending),
            "errors_outside_of_examples_count" => number(map, &mut self.outside),
            _ => skip(map),
        }
    }
}

#[derive(Default)]
struct Example {
    description: String,
    full: String,
    status: String,
    file: String,
    line: Option<u64>,
    pending: String,
    exception: Exception,
}

impl Fields for Example {
    fn field<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error> {
        match key {
            "description" => text(map, &mut self.description),
            "full_description" => text(map, &mut self.full),
            "status" => text(map, &mut self.status),
            "file_path" => text(map, &mut self.file),
            "line_number" => number(map, &mut self.line),
            "pending_message" => text(map, &mut self.pending),
            "exception" => object(map, &mut self.exception),
            _ => skip(map),
        }
    }
}

#[derive(Default)]
struct Exception {
    class: String,
    message: String,
    frames: Strings,
}

impl Fields for Exception {
    fn field<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error> {
        match key {
            "class" => text(map, &mut self.class),
            "message" => text(map, &mut self.message),
            "backtrace" => self.frames.read(map),
            _ => skip(map),
        }
    }
}

impl Example {
    fn case(self) -> Case {
        let outcome = match self.status.as_str() {
            "passed" => Outcome::Passed,
            "pending" => Outcome::Skipped,
            _ => Outcome::Failed(FailureKind::Test),
        };
        let shown = [&self.full, &self.description].into_iter().find(|name| !name.trim().is_empty());
        let mut case = Case::new(Name::bare(shown.map_or("unnamed example", String::as_str)), outcome);
        case.reason = self.pending;
        if case.failed() {
            let thrown = self.exception;
            // RSpec names the class of an exception that is no failed expectation.
            let expectation = thrown.class.ends_with("ExpectationNotMetError") || thrown.class.is_empty();
            let message = match expectation {
                true => thrown.message.trim_matches('\n').to_owned(),
                false => format!("{}: {}", thrown.class, thrown.message.trim_matches('\n')),
            };
            let own = |frame: &&String| !frame.contains("/gems/") && !frame.contains("/bin/rspec:");
            let frames: Vec<String> =
                thrown.frames.0.iter().filter(own).map(|frame| format!("# {frame}")).collect();
            case.reported = vec![Reported { message, text: frames.join("\n"), exception: String::new() }];
        }
        case.spot = (!self.file.is_empty()).then_some(Spot { file: self.file, line: self.line });
        case
    }
}
