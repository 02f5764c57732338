//! One failure as a JSON object, on each rung.

use serde_json::{Value, json};

use super::failure::FailureRows;
use super::plan::{Costs, Pricing, Rung};
use super::row::{Row, chars};
use crate::budget::{Cost, Ruler};
use crate::event::FailureKind;
use crate::report::{Failure, Report};

/// Most chars of captured output of one failure.
const MOST_OUTPUT: u64 = 64 * 1024;

pub(super) fn kind_name(kind: FailureKind) -> &'static str {
    match kind {
        FailureKind::Test => "test",
        FailureKind::Setup => "setup",
        FailureKind::Collection => "collection",
        FailureKind::Diagnostic => "diagnostic",
        FailureKind::Crash => "crash",
        FailureKind::Timeout => "timeout",
        FailureKind::Unfinished => "unfinished",
        FailureKind::Suite => "suite",
        FailureKind::Build => "build",
    }
}

/// The text of a row, the input's lines without marks.
pub(super) fn row_text<'a>(row: &'a Row<'_>) -> &'a str {
    match row {
        Row::Input(stored) => &stored.text,
        Row::Piece(_, text, _) | Row::Own(text) => text,
    }
}

/// The runner of a failure's section.
pub(super) fn runner_of(report: &Report, failure: &Failure) -> &'static str {
    let section = usize::try_from(failure.section).ok().and_then(|at| report.sections().get(at));
    section.map_or("", |section| section.runner.0)
}

/// Failures as JSON objects.
pub(super) struct Objects<'a> {
    pub(super) report: &'a Report,
    pub(super) failures: &'a [&'a Failure],
    pub(super) ruler: Ruler,
    /// The chars that there is room for.
    pub(super) room: u64,
}

impl Objects<'_> {
    pub(super) fn object(&self, at: usize, rung: Rung, share: u64) -> Value {
        let Some(failure) = self.failures.get(at) else { return Value::Null };
        let rows = FailureRows::new(self.report, failure, u64::MAX);
        let runner = runner_of(self.report, failure);
        let place = failure.detail.as_ref().and_then(|detail| detail.place.as_ref());
        let detail = (rung <= Rung::Why)
            .then(|| self.rows(at, rung, share).iter().map(row_text).map(str::to_owned).collect::<Vec<_>>());
        let mut object = json!({
            "id": rows.shown(),
            "kind": kind_name(failure.kind),
            "runner": runner,
            "file": place.map(|(file, _)| file.to_string()),
            "line": place.and_then(|(_, line)| *line),
            "rung": rung.number(),
        });
        if let Some(map) = object.as_object_mut() {
            if self.report.compared().is_some() {
                map.insert("new".to_owned(), json!(failure.fresh));
            }
            if rung <= Rung::Line {
                map.insert("message".to_owned(), json!(rows.message()));
            }
            if let Some(detail) = detail {
                map.insert("detail".to_owned(), json!(detail));
            }
        }
        object
    }

    /// The rows whose texts the object holds.
    pub(super) fn rows(&self, at: usize, rung: Rung, share: u64) -> Vec<Row<'_>> {
        let Some(failure) = self.failures.get(at) else { return Vec::new() };
        let rows = FailureRows::new(self.report, failure, u64::MAX);
        match rung {
            Rung::Whole => rows.whole(share),
            Rung::Why => rows.with_why(),
            Rung::Line | Rung::Name | Rung::Folded | Rung::Unlisted => Vec::new(),
        }
    }

    fn cost(&self, at: usize, rung: Rung, share: u64) -> Cost {
        Cost {
            chars: self.ruler.measure(&self.object(at, rung, share).to_string()).saturating_add(1),
            lines: 0,
        }
    }
}

impl Pricing for Objects<'_> {
    fn costs(&self, at: usize) -> Costs {
        Costs {
            name: self.cost(at, Rung::Name, 0),
            line: self.cost(at, Rung::Line, 0),
            why: self.cost(at, Rung::Why, 0),
        }
    }

    fn too_many(&self) -> bool {
        // A name takes its chars, two quotes and a comma at least; as an object it takes more.
        let names = self.failures.iter().map(|failure| chars(self.report.failures().shown(failure)));
        let least = names.fold(0_u64, |sum, name| sum.saturating_add(name).saturating_add(3));
        least > self.room
    }

    fn listed_chars(&self, at: usize) -> u64 {
        let name = self.failures.get(at).map_or(0, |failure| {
            self.ruler.measure(&json!(self.report.failures().shown(failure)).to_string())
        });
        name.saturating_add(1)
    }

    fn whole(&self, at: usize, share: u64) -> Cost {
        self.cost(at, Rung::Whole, share)
    }

    fn folded(&self, listed: &[bool]) -> Cost {
        let flagged = self.failures.iter().zip(listed).filter(|(_, listed)| **listed);
        let sum = flagged.fold(0_u64, |sum, (failure, _)| {
            sum.saturating_add(self.ruler.measure(&json!(self.report.failures().shown(failure)).to_string()))
                .saturating_add(1)
        });
        Cost { chars: sum, lines: 0 }
    }

    fn and_more(&self) -> Cost {
        Cost::default()
    }

    fn most_output(&self) -> u64 {
        MOST_OUTPUT
    }
}
