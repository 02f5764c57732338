//! `xcresulttool get test-results tests`: the tree of test plans, bundles, suites and cases.
//!
//! A node's children usually come before its name and type, because the tool sorts keys or does not order them at
//! all. So a node is reported when it ends, when both are known, and holds of its children only what belongs to it; cases
//! are reported one by one. Each bundle is a section. The form states no totals; those of a bundle that has ended are those
//! of its cases. A group that failed without a failed test is itself a failure.

use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess};

use super::nodes::{Node, outcome};
use crate::budget::Count as _;
use crate::event::{Event, FailureKind, Level, Opened, Outcome, Sink};
use crate::recognize::documents::bounded_json::BoundedJson;
use crate::recognize::documents::dispatch::FormatError;
use crate::recognize::documents::failure;
use crate::recognize::documents::failure::Reported;
use crate::recognize::documents::json::{
    Element, Fields, List, Object, Scalar, document, dropped_note, too_deep,
};
use crate::recognize::documents::limits::TREE_NESTING;
use crate::recognize::documents::located::{Located, Stated};

/// The level of bundles: below the test plan.
const BUNDLES: usize = 1;

/// Parses a tree of tests. Gives notes.
///
/// # Errors
/// When the input cannot be read, is broken, ends early or holds no tree.
pub fn tests(json: &mut BoundedJson<'_>, sink: &mut dyn Sink) -> Result<Vec<String>, FormatError> {
    let mut walk =
        Walk { sink, section: false, labelled: false, failed: 0, located: Located::default(), found: false };
    document(json, &mut walk)?;
    if !walk.found {
        return Err(FormatError::Empty { wanted: "test nodes" });
    }
    Ok(dropped_note(json))
}

struct Walk<'s> {
    sink: &'s mut dyn Sink,
    section: bool,
    labelled: bool,
    failed: u64,
    located: Located,
    found: bool,
}

impl Fields for Walk<'_> {
    fn field<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error> {
        if key == "testNodes" {
            self.found = true;
            let mut top = Node::default();
            return map.next_value_seed(List(Children { walk: self, parent: &mut top, level: 0 }));
        }
        map.next_value::<IgnoredAny>().map(drop)
    }
}

impl Walk<'_> {
    fn open(&mut self, label: &str) {
        if !self.section {
            let label = failure::one_line(label);
            self.sink.emit(Event::SectionStarted { opened: Opened::Own, announced: None, label: &label });
            self.section = true;
            self.located = Located::default();
            self.labelled = !label.is_empty();
        }
    }

    /// A node ends; `failed_before` is the number of failures when it began.
    fn finish(&mut self, node: &mut Node, level: usize, failed_before: u64) {
        if node.is_case() {
            self.open("");
            self.case(node);
            return;
        }
        let quiet = node.result == "Failed" && self.failed == failed_before;
        if node.is_group() && (quiet || (!node.reported.is_empty() && node.result == "Failed")) {
            self.open("");
            let name = if node.name.is_empty() { "test suite" } else { &node.name };
            failure::emit_whole(self.sink, name, FailureKind::Suite, &node.reported, "");
            self.failed.up(1);
            self.located.add(Outcome::Failed(FailureKind::Suite));
        }
        if level <= BUNDLES && node.is_group() {
            self.close(node, self.failed > failed_before);
        }
    }

    /// Ends the section of a bundle, or of a plan without bundles.
    fn close(&mut self, node: &Node, failed: bool) {
        if !self.section {
            return;
        }
        if !self.labelled && !node.name.is_empty() {
            self.sink.emit(Event::SectionLabel(&failure::one_line(&node.name)));
        }
        // The group's end was seen, so that its cases are complete, unless its own result is not known.
        let ended = failed || node.result == "Failed" || node.went_well() || node.result.is_empty();
        if let Some(totals) = self.located.totals(&Stated::default()).filter(|_| ended) {
            self.sink.emit(Event::Declared { totals, level: Level::Section });
        }
        self.section = false;
    }

    fn case(&mut self, node: &mut Node) {
        let (name, identifier) = node.test_name();
        let result = outcome(&node.result);
        self.located.add(result);
        let bad: Vec<usize> = attempts_that_failed(node);
        let mut attempt = 0;
        let mut before: Vec<Reported> = Vec::new();
        for (index, (_, reported)) in
            node.attempts.iter().enumerate().filter(|(index, _)| bad.contains(index))
        {
            attempt = u32::try_from(index).unwrap_or(u32::MAX).saturating_add(1);
            let same = reported
                .iter()
                .map(|reported| &reported.message)
                .eq(before.iter().map(|reported| &reported.message));
            let reported = if same && !before.is_empty() { &[][..] } else { reported };
            failure::emit(self.sink, &name, FailureKind::Test, attempt, reported, node.spot.as_ref(), "");
            before = reported.to_vec();
        }
        match result {
            Outcome::Failed(kind) => {
                self.failed.up(1);
                let mut reported = std::mem::take(&mut node.reported);
                reported.extend(identifier.map(|identifier| Reported::message(&identifier)));
                if attempt == 0 || !reported.is_empty() {
                    failure::emit(self.sink, &name, kind, attempt, &reported, node.spot.as_ref(), "");
                }
            }
            _ => {
                let attempt = if attempt > 0 { attempt.saturating_add(1) } else { 0 };
                let reason = match node.reported.first() {
                    Some(reported) if node.reason.is_empty() => reported.message.as_str(),
                    _ => node.reason.as_str(),
                };
                let reason = reason.strip_prefix("Test skipped - ").unwrap_or(reason);
                failure::emit_other(self.sink, &name, result, attempt, reason);
            }
        }
    }
}

/// The repetitions that failed, by index; none of a test that was skipped or expected to fail.
fn attempts_that_failed(node: &Node) -> Vec<usize> {
    if !matches!(outcome(&node.result), Outcome::Passed | Outcome::Failed(_)) {
        return Vec::new();
    }
    let failed =
        |(index, (result, _)): (usize, &(String, Vec<Reported>))| (result == "Failed").then_some(index);
    node.attempts.iter().enumerate().filter_map(failed).collect()
}

struct Children<'c, 's> {
    walk: &'c mut Walk<'s>,
    parent: &'c mut Node,
    level: usize,
}

impl Element for Children<'_, '_> {
    fn element<'de, D: Deserializer<'de>>(&mut self, element: D) -> Result<(), D::Error> {
        if self.level > TREE_NESTING {
            return Err(too_deep());
        }
        let failed_before = self.walk.failed;
        let mut reading = Reading { walk: self.walk, node: Box::default(), level: self.level };
        Object(&mut reading).deserialize(element)?;
        let mut node = reading.node;
        self.walk.finish(&mut node, self.level, failed_before);
        self.parent.absorb(*node);
        Ok(())
    }
}

struct Reading<'c, 's> {
    walk: &'c mut Walk<'s>,
    node: Box<Node>,
    level: usize,
}

impl Fields for Reading<'_, '_> {
    fn field<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error> {
        match key {
            "name" => self.node.name = map.next_value::<Scalar>()?.0,
            "nodeType" => self.node.kind = map.next_value::<Scalar>()?.0,
            "nodeIdentifier" => self.node.identifier = map.next_value::<Scalar>()?.0,
            "result" => self.node.result = map.next_value::<Scalar>()?.0,
            "children" => {
                if self.level == BUNDLES && self.node.is_group() && !self.node.name.is_empty() {
                    let label = std::mem::take(&mut self.node.name);
                    self.walk.open(&label);
                    self.node.name = label;
                }
                let level = self.level.saturating_add(1);
                let children = Children { walk: self.walk, parent: &mut self.node, level };
                map.next_value_seed(List(children))?;
            }
            _ => drop(map.next_value::<IgnoredAny>()?),
        }
        Ok(())
    }
}
