//! mochawesome's JSON: the tree of suites with their tests and hooks.
//!
//! Source of the format: mochawesome's own test model (`lib/utils.js`). Hooks are listed beside the tests of their
//! suite; one counts when it failed. A test that a failed hook kept from running is `skipped`.

use serde::de::{DeserializeSeed, Deserializer, MapAccess};

use super::error::{Failed, kind, titled};
use super::mocha::Stats;
use crate::budget::Count as _;
use crate::event::{FailureKind, Outcome, Sink};
use crate::recognize::documents::bounded_json::BoundedJson;
use crate::recognize::documents::detail::Spot;
use crate::recognize::documents::dispatch::FormatError;
use crate::recognize::documents::json::{
    Element, Fields, List, Object, document, dropped_note, each, object, skip, text, too_deep,
};
use crate::recognize::documents::limits::TREE_NESTING;
use crate::recognize::documents::run::{Case, Claimed, Run};

/// Parses mochawesome's JSON. Gives notes.
///
/// # Errors
/// When the input cannot be read, is broken, ends early or holds no results.
pub fn mochawesome(json: &mut BoundedJson<'_>, sink: &mut dyn Sink) -> Result<Vec<String>, FormatError> {
    let mut walk = Walk { sink, run: Run::default(), stats: Stats::default(), hooks: 0, found: false };
    let result = document(json, &mut walk);
    let mut stated = walk.stats.stated();
    // Failed hooks are in the list, but only sometimes in the numbers.
    let with_hooks = |number: Option<u64>| number.map(|number| number.saturating_add(walk.hooks));
    if with_hooks(stated.failures) == Some(walk.run.failures()) {
        stated.failures = with_hooks(stated.failures);
        stated.tests = with_hooks(stated.tests);
    }
    if let Err(error) = result {
        walk.run.broken(&stated, walk.sink);
        return Err(error);
    }
    if !walk.found {
        return Err(FormatError::Empty { wanted: "results" });
    }
    walk.run.close(&stated, Claimed::End, walk.sink);
    Ok(dropped_note(json))
}

struct Walk<'s> {
    sink: &'s mut dyn Sink,
    run: Run,
    stats: Stats,
    /// Hooks that failed.
    hooks: u64,
    found: bool,
}

impl Fields for Walk<'_> {
    fn field<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error> {
        match key {
            "stats" => object(map, &mut self.stats),
            "results" => {
                self.found = true;
                self.run.open("", self.sink);
                map.next_value_seed(List(Suites { walk: self, level: 0 }))
            }
            _ => skip(map),
        }
    }
}

struct Suites<'w, 's> {
    walk: &'w mut Walk<'s>,
    level: usize,
}

impl Element for Suites<'_, '_> {
    fn element<'de, D: Deserializer<'de>>(&mut self, element: D) -> Result<(), D::Error> {
        if self.level > TREE_NESTING {
            return Err(too_deep());
        }
        Object(&mut Suite { walk: self.walk, level: self.level, file: String::new() }).deserialize(element)
    }
}

struct Suite<'w, 's> {
    walk: &'w mut Walk<'s>,
    level: usize,
    file: String,
}

impl Fields for Suite<'_, '_> {
    fn field<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error> {
        match key {
            "file" => text(map, &mut self.file),
            "tests" | "beforeHooks" | "afterHooks" => {
                let hooks = key != "tests";
                each(map, |test: Test| {
                    if let Some(case) = test.case(hooks, &self.file) {
                        self.walk.hooks.up(u64::from(hooks));
                        self.walk.run.case(case, self.walk.sink);
                    }
                })
            }
            "suites" => {
                let level = self.level.saturating_add(1);
                map.next_value_seed(List(Suites { walk: self.walk, level }))
            }
            _ => skip(map),
        }
    }
}

#[derive(Default)]
struct Test {
    title: String,
    full: String,
    state: String,
    fail: String,
    pass: String,
    error: Failed,
}

impl Fields for Test {
    fn field<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error> {
        match key {
            "title" => text(map, &mut self.title),
            "fullTitle" => text(map, &mut self.full),
            "state" => text(map, &mut self.state),
            "fail" => text(map, &mut self.fail),
            "pass" => text(map, &mut self.pass),
            "err" => object(map, &mut self.error),
            _ => skip(map),
        }
    }
}

impl Test {
    fn case(self, hook: bool, file: &str) -> Option<Case> {
        let failed = self.state == "failed" || self.fail == "true";
        if hook && !failed {
            return None;
        }
        let outcome = match () {
            () if failed && hook => Outcome::Failed(FailureKind::Setup),
            () if failed => Outcome::Failed(kind(&self.title)),
            () if self.state == "passed" || self.pass == "true" => Outcome::Passed,
            () => Outcome::Skipped,
        };
        let mut case = Case::new(titled(&self.full, &self.title), outcome);
        if failed {
            case.reported = self.error.reported();
        } else if !self.error.is_empty() {
            case.reason =
                self.error.reported().into_iter().map(|reported| reported.message).next().unwrap_or_default();
        }
        case.spot = (!file.is_empty()).then(|| Spot { file: file.to_owned(), line: None });
        Some(case)
    }
}
