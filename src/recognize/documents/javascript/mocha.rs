//! `mocha --reporter json`.
//!
//! Fields: `stats` with the numbers, and the lists `tests` (all), `pending`, `failures` (hooks too) and `passes`. The
//! reporter writes at the end of a run, so that a file that is whole is a run that ended.

use serde::de::MapAccess;

use super::error::{Failed, kind, titled};
use crate::event::{Outcome, Sink};
use crate::recognize::documents::bounded_json::BoundedJson;
use crate::recognize::documents::detail::Spot;
use crate::recognize::documents::dispatch::FormatError;
use crate::recognize::documents::failure::Reported;
use crate::recognize::documents::json::{Fields, document, dropped_note, each, number, object, skip, text};
use crate::recognize::documents::limits::MARKS;
use crate::recognize::documents::located::Stated;
use crate::recognize::documents::run::{Case, Claimed, Run};

/// Parses mocha's JSON. Gives notes.
///
/// # Errors
/// When the input cannot be read, is broken, ends early or holds no results.
pub fn mocha(json: &mut BoundedJson<'_>, sink: &mut dyn Sink) -> Result<Vec<String>, FormatError> {
    let mut walk = Mocha { sink, run: Run::default(), stats: Stats::default(), found: false };
    let result = document(json, &mut walk);
    let stated = walk.stats.stated();
    if let Err(error) = result {
        walk.run.broken(&stated, walk.sink);
        return Err(error);
    }
    if !walk.found {
        return Err(FormatError::Empty { wanted: "statistics" });
    }
    walk.run.close(&stated, Claimed::End, walk.sink);
    Ok(dropped_note(json))
}

/// The numbers of a run, which mochawesome writes too.
#[derive(Debug, Default)]
pub struct Stats {
    tests: Option<u64>,
    failures: Option<u64>,
    pending: Option<u64>,
}

impl Stats {
    /// As what a report says of itself.
    pub fn stated(&self) -> Stated {
        Stated { tests: self.tests, failures: self.failures, skipped: self.pending, ..Stated::default() }
    }
}

impl Fields for Stats {
    fn field<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error> {
        match key {
            "tests" => number(map, &mut self.tests),
            "failures" => number(map, &mut self.failures),
            "pending" => number(map, &mut self.pending),
            _ => skip(map),
        }
    }
}

struct Mocha<'s> {
    sink: &'s mut dyn Sink,
    run: Run,
    stats: Stats,
    found: bool,
}

impl Fields for Mocha<'_> {
    fn field<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error> {
        match key {
            "stats" => {
                self.found = true;
                self.run.open("", self.sink);
                object(map, &mut self.stats)
            }
            "failures" => each(map, |test: Test| {
                let outcome = Outcome::Failed(kind(&test.title));
                self.run.case(test.case(outcome), self.sink);
            }),
            "passes" => each(map, |test: Test| self.run.case(test.case(Outcome::Passed), self.sink)),
            "pending" => each(map, |test: Test| self.run.case(test.case(Outcome::Skipped), self.sink)),
            _ => skip(map),
        }
    }
}

#[derive(Default)]
struct Test {
    title: String,
    full: String,
    file: String,
    retry: Option<u64>,
    error: Failed,
}

impl Fields for Test {
    fn field<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error> {
        match key {
            "title" => text(map, &mut self.title),
            "fullTitle" => text(map, &mut self.full),
            "file" => text(map, &mut self.file),
            "currentRetry" => number(map, &mut self.retry),
            "err" => object(map, &mut self.error),
            _ => skip(map),
        }
    }
}

impl Test {
    fn case(self, outcome: Outcome) -> Case {
        let mut case = Case::new(titled(&self.full, &self.title), outcome);
        if case.failed() {
            case.reported = self.error.reported();
        }
        // What earlier attempts failed of is not written.
        let retries = usize::try_from(self.retry.unwrap_or(0)).unwrap_or(MARKS).min(MARKS);
        case.before = vec![Reported::default(); retries];
        case.spot = (!self.file.is_empty()).then_some(Spot { file: self.file, line: None });
        case
    }
}
