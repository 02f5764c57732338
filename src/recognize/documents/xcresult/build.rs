//! `xcresulttool get build-results`: errors and warnings of a build.
//!
//! Fields: `actionTitle`, `status`, `errorCount`, `warningCount`, and lists `errors`, `warnings`, `analyzerWarnings` of
//! `message`, `issueType`, `targetName`, `sourceURL` (a file with lines counted from 0).

use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess};

use crate::budget::Count as _;
use crate::event::{Block, Ended, Event, FailureKind, Opened, Part, Place, Sink};
use crate::recognize::documents::bounded_json::BoundedJson;
use crate::recognize::documents::detail::Spot;
use crate::recognize::documents::dispatch::FormatError;
use crate::recognize::documents::json::{Element, Fields, List, Object, Scalar, document, dropped_note};
use crate::recognize::documents::{detail, failure};

/// Parses build results. Gives notes.
///
/// # Errors
/// When the input cannot be read, is broken, ends early or holds no build results.
pub fn build(json: &mut BoundedJson<'_>, sink: &mut dyn Sink) -> Result<Vec<String>, FormatError> {
    sink.emit(Event::SectionStarted { opened: Opened::Own, announced: None, label: "build" });
    let mut build = Build { sink, title: String::new(), status: String::new(), count: None, errors: 0 };
    document(json, &mut build)?;
    if build.count.is_none() && build.status.is_empty() {
        return Err(FormatError::Empty { wanted: "build results" });
    }
    let stated = build.count.unwrap_or(0);
    let failed = !matches!(build.status.as_str(), "succeeded" | "");
    if build.errors == 0 && (stated > 0 || failed) {
        let name = if build.title.is_empty() { "build" } else { &build.title };
        failure::emit_whole(build.sink, name, FailureKind::Build, &[], "");
    }
    let bad = build.errors > 0 || stated > 0 || failed;
    build.sink.emit(Event::SectionEnded(if bad { Ended::Failed } else { Ended::Passed }));
    Ok(dropped_note(json))
}

struct Build<'s> {
    sink: &'s mut dyn Sink,
    title: String,
    status: String,
    count: Option<u64>,
    errors: u64,
}

impl Fields for Build<'_> {
    fn field<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error> {
        match key {
            "actionTitle" => self.title = map.next_value::<Scalar>()?.0,
            "status" => self.status = map.next_value::<Scalar>()?.0,
            "errorCount" => self.count = map.next_value::<Scalar>()?.number(),
            "errors" => map.next_value_seed(List(Issues { build: self, severity: Severity::Error }))?,
            "warnings" | "analyzerWarnings" => {
                map.next_value_seed(List(Issues { build: self, severity: Severity::Warning }))?;
            }
            _ => drop(map.next_value::<IgnoredAny>()?),
        }
        Ok(())
    }
}

/// How bad an issue is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// It fails the build.
    Error,
    /// It does not.
    Warning,
}

/// Emits an issue of a build.
pub fn emit(sink: &mut dyn Sink, severity: Severity, url: &str, message: &str, target: &str) {
    let spot = location(url);
    let first =
        failure::one_line(message.lines().find(|line| !line.trim().is_empty()).unwrap_or("no message"));
    let place = spot.as_ref().map_or(Place { file: target, line: None }, Spot::place);
    match severity {
        Severity::Error => {
            sink.emit(Event::BlockOpened(Block::Diagnostic { place, code: "", message: &first }))
        }
        Severity::Warning => sink.emit(Event::BlockOpened(Block::Warning { key: &first })),
    }
    let shown = match (spot.as_ref().map(|spot| (&spot.file, spot.line)), message) {
        (Some((file, Some(line))), message) => format!("{file}:{line}: {message}"),
        (Some((file, None)), message) => format!("{file}: {message}"),
        (None, message) => message.to_owned(),
    };
    sink.emit(Event::Decoded { part: Part::Why, text: shown.trim_end() });
    sink.emit(Event::BlockClosed);
}

/// A file URL with Xcode's anchor, or without one.
pub fn location(url: &str) -> Option<Spot> {
    if let Some(spot) = detail::xcode_anchor(url) {
        return Some(spot);
    }
    let path = url.strip_prefix("file://")?;
    let path = path.split_once('#').map_or(path, |(path, _)| path);
    let file = detail::unescaped_path(path);
    (!file.is_empty()).then_some(Spot { file, line: None })
}

struct Issues<'b, 's> {
    build: &'b mut Build<'s>,
    severity: Severity,
}

impl Element for Issues<'_, '_> {
    fn element<'de, D: Deserializer<'de>>(&mut self, element: D) -> Result<(), D::Error> {
        let mut issue = Issue::default();
        Object(&mut issue).deserialize(element)?;
        emit(self.build.sink, self.severity, &issue.url, &issue.message, &issue.target);
        if self.severity == Severity::Error {
            self.build.errors.up(1);
        }
        Ok(())
    }
}

#[derive(Default)]
struct Issue {
    message: String,
    url: String,
    target: String,
}

impl Fields for Issue {
    fn field<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<(), M::Error> {
        let value = map.next_value::<Scalar>()?.0;
        match key {
            "message" => self.message = value,
            "sourceURL" => self.url = value,
            "targetName" => self.target = value,
            _ => {}
        }
        Ok(())
    }
}
