//! A result of a SARIF log, and the rules that say how bad it is when the result does not.

use std::collections::HashMap;

use serde::de::MapAccess;

use super::issue::{Issue, Severity};
use crate::recognize::documents::detail;
use crate::recognize::documents::json::{Fields, Scalar, Strings, each, number, object, skip, text};

/// The most rules that are remembered.
const RULES: usize = 4096;

/// A file URL as a path.
fn file(uri: &str) -> String {
    let path = uri.strip_prefix("file://").unwrap_or(uri);
    // A path on Windows has a slash before its drive.
    let drive = path.strip_prefix('/').filter(|rest| rest.get(1..2) == Some(":"));
    detail::unescaped_path(drive.unwrap_or(path))
}

/// What the rules say when a result does not.
#[derive(Debug, Default)]
pub struct Rules {
    /// The tool's name.
    pub tool: String,
    names: Vec<String>,
    levels: HashMap<String, String>,
}

/// A tool, read into the rules.
pub struct Tool<'r>(pub &'r mut Rules);

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

/// A message.
#[derive(Debug, Default)]
pub struct Message {
    /// Its plain text.
    pub text: String,
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

/// A result.
#[derive(Default)]
pub struct Finding {
    id: String,
    index: Option<u64>,
    /// What it says of itself, may be empty.
    pub level: String,
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

    /// As what is reported it.
    pub fn issue(&self, rules: &Rules) -> Issue {
        let rule = self.rule(rules).to_owned();
        let mut issue = Issue { rule, message: self.message.text.clone(), ..Issue::default() };
        if let Some(place) = self.places.first() {
            issue.file = file(&place.uri);
            issue.line = place.line;
            issue.column = place.column;
        }
        if issue.message.trim().is_empty() {
            issue.message.clone_from(&issue.rule);
        }
        issue
    }

    /// How bad it is.
    pub fn severity(&self, rules: &Rules) -> Severity {
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
