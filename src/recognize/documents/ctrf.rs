//! CTRF, the Common Test Report Format: one JSON form that plugins of many runners write.
//!
//! Source: the schema of ctrf.io. `results.summary` states the numbers, `results.tests` lists the tests; a test that
//! passed after it failed has `flaky`, and what failed before in `retryAttempts`.

use serde::de::MapAccess;

use super::bounded_json::BoundedJson;
use super::detail::Spot;
use super::dispatch::FormatError;
use super::failure::{Name, Reported};
use super::json::{Fields, Strings, document, dropped_note, each, number, object, skip, text};
use super::limits::MARKS;
use super::located::Stated;
use super::run::{Case, Claimed, Run};
use crate::event::{Event, FailureKind, Outcome, Sink};

/// Between the suites of a test and its name.
const SEPARATOR: &str = " > ";

/// Parses a CTRF report. Gives notes.
///
/// # Errors
/// When the input cannot be read, is broken, ends early or holds no results.
pub fn ctrf(json: &mut BoundedJson<'_>, sink: &mut dyn Sink) -> Result<Vec<String>, FormatError> {
    let mut walk = Ctrf(Results { sink, run: Run::default(), summary: Summary::default(), found: false });
    let result = document(json, &mut walk);
    let Results { sink, mut run, summary, found } = walk.0;
    if let Err(error) = result {
        run.broken(&summary.stated(), sink);
        return Err(error);
    }
    if !found {
        return Err(FormatError::Empty { wanted: "results" });
    }
    run.close(&summary.stated(), Claimed::End, sink);
    Ok(dropped_note(json))
}

struct Ctrf<'s>(Results<'s>);

impl Fields for Ctrf<'_> {
    fn field<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error> {
        if key == "results" { object(map, &mut self.0) } else { skip(map) }
    }
}

struct Results<'s> {
    sink: &'s mut dyn Sink,
    run: Run,
    summary: Summary,
    found: bool,
}

impl Fields for Results<'_> {
    fn field<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error> {
        match key {
            "tool" => {
                let mut tool = Tool::default();
                object(map, &mut tool)?;
                self.run.open("", self.sink);
                if !tool.name.is_empty() {
                    self.sink.emit(Event::SectionLabel(&tool.name));
                }
                Ok(())
            }
            "summary" => {
                self.found = true;
                object(map, &mut self.summary)
            }
            "tests" => {
                self.found = true;
                self.run.open("", self.sink);
                each(map, |test: Test| self.run.case(test.case(), self.sink))
            }
            _ => skip(map),
        }
    }
}

#[derive(Default)]
struct Tool {
    name: String,
}

impl Fields for Tool {
    fn field<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error> {
        if key == "name" { text(map, &mut self.name) } else { skip(map) }
    }
}

#[derive(Default)]
struct Summary {
    tests: Option<u64>,
    failed: Option<u64>,
    skipped: Option<u64>,
    pending: Option<u64>,
}

impl Summary {
    fn stated(&self) -> Stated {
        Stated {
            tests: self.tests,
            failures: self.failed,
            errors: None,
            skipped: self.skipped,
            disabled: self.pending,
        }
    }
}

impl Fields for Summary {
    fn field<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error> {
        match key {
            "tests" => number(map, &mut self.tests),
            "failed" => number(map, &mut self.failed),
            "skipped" => number(map, &mut self.skipped),
            "pending" => number(map, &mut self.pending),
            _ => skip(map),
        }
    }
}

#[derive(Default)]
struct Test {
    name: String,
    suite: Strings,
    status: String,
    message: String,
    trace: String,
    file: String,
    line: Option<u64>,
    retries: Option<u64>,
    flaky: String,
    attempts: Vec<Attempt>,
    out: Strings,
    errors: Strings,
}

impl Fields for Test {
    fn field<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error> {
        match key {
            "name" => text(map, &mut self.name),
            "suite" => self.suite.read(map),
            "status" => text(map, &mut self.status),
            "message" => text(map, &mut self.message),
            "trace" => text(map, &mut self.trace),
            "filePath" => text(map, &mut self.file),
            "line" => number(map, &mut self.line),
            "retries" => number(map, &mut self.retries),
            "flaky" => text(map, &mut self.flaky),
            "retryAttempts" => each(map, |attempt: Attempt| {
                if self.attempts.len() < MARKS {
                    self.attempts.push(attempt);
                }
            }),
            "stdout" => self.out.read(map),
            "stderr" => self.errors.read(map),
            _ => skip(map),
        }
    }
}

#[derive(Default)]
struct Attempt {
    status: String,
    message: String,
    trace: String,
}

impl Fields for Attempt {
    fn field<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error> {
        match key {
            "status" => text(map, &mut self.status),
            "message" => text(map, &mut self.message),
            "trace" => text(map, &mut self.trace),
            _ => skip(map),
        }
    }
}

impl Test {
    fn case(self) -> Case {
        let outcome = match self.status.as_str() {
            "passed" => Outcome::Passed,
            "skipped" | "pending" => Outcome::Skipped,
            "other" => Outcome::Other,
            _ => Outcome::Failed(FailureKind::Test),
        };
        let suites = self.suite.0.join(SEPARATOR);
        let own = own_name(&self.name, &suites);
        let name = match own.trim() {
            "" => Name::bare("unnamed test"),
            own => Name::new(&suites, SEPARATOR, own),
        };
        let mut case = Case::new(name, outcome);
        let reported = |message: String, text: String| Reported { message, text, exception: String::new() };
        let failed = self.attempts.into_iter().filter(|attempt| attempt.status == "failed");
        case.before = failed.map(|attempt| reported(attempt.message, attempt.trace)).collect();
        if case.before.is_empty() && outcome == Outcome::Passed && self.flaky == "true" {
            let retries = usize::try_from(self.retries.unwrap_or(1)).unwrap_or(MARKS).clamp(1, MARKS);
            let earlier = reported(self.message.clone(), self.trace.clone());
            case.before = vec![earlier; retries];
        }
        if case.failed() {
            // The attempts may list the last one as well.
            if case.before.last().is_some_and(|last| last.message == self.message && last.text == self.trace)
            {
                case.before.pop();
            }
            case.reported = vec![reported(self.message, self.trace)];
            let printed = self.out.0.iter().chain(&self.errors.0).map(String::as_str);
            case.output = printed.collect::<Vec<_>>().join("\n");
        } else {
            case.reason = self.message;
        }
        case.spot = (!self.file.is_empty()).then_some(Spot { file: self.file, line: self.line });
        case
    }
}

/// A test's own name: some writers put the suites before it, with whatever between.
fn own_name<'n>(name: &'n str, suites: &str) -> &'n str {
    let mut from = suites;
    loop {
        for joined in [" ", " > ", " › ", ".", "::", "/"] {
            let before = from.replace(SEPARATOR, joined);
            let rest = name.strip_prefix(before.as_str()).filter(|_| !before.is_empty());
            if let Some(own) =
                rest.and_then(|rest| rest.strip_prefix(joined)).filter(|own| !own.trim().is_empty())
            {
                return own;
            }
        }
        match from.split_once(SEPARATOR) {
            Some((_, inner)) => from = inner,
            None => return name,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suites_before_a_name_are_not_its_own() {
        assert_eq!(own_name("rates abroad throws", "a.test.js > rates > abroad"), "throws");
        assert_eq!(own_name("a.B.works", "a.B"), "works");
        assert_eq!(own_name("rates", "rates"), "rates");
        assert_eq!(own_name("works", ""), "works");
    }
}
