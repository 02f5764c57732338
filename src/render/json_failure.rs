//! One failure as a JSON object, on each rung.

use serde_json::{Value, json};

use super::causes::Causes;
use super::chosen::Known;
use super::failure::FailureRows;
use super::plan::{Costs, Extent, Others, Pricing, Rung};
use super::prices::MOST_OUTPUT;
use super::row::{Row, chars};
use crate::budget::{Cost, Count as _, Ruler};
use crate::event::FailureKind;
use crate::report::{Failure, Report};

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

/// The text of a row; a line of the input has no mark.
pub(super) fn row_text<'a>(row: &'a Row<'_>) -> &'a str {
    match row {
        Row::Input(stored) => &stored.text,
        Row::Piece(_, text, _) | Row::Part(_, text) | Row::Own(text) => text,
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
    pub(super) causes: Causes,
    pub(super) known: Known,
    pub(super) ruler: Ruler,
    /// How many chars there is room for.
    pub(super) room: u64,
}

impl Objects<'_> {
    pub(super) fn object(&self, at: usize, rung: Rung, share: Cost) -> Value {
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
            if let Some(took_ms) = failure.took_ms {
                map.insert("duration_ms".to_owned(), json!(took_ms));
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

    /// The causes that several failures have, with their names, as long as there is room.
    pub(super) fn shared_causes(&self, room: &mut u64) -> Vec<Value> {
        let mut causes = Vec::new();
        for (at, failure) in self.failures.iter().enumerate().filter(|(at, _)| self.causes.has_others(*at)) {
            let rows = FailureRows::new(self.report, failure, u64::MAX);
            let place = failure.detail.as_ref().and_then(|detail| detail.place.as_ref());
            let count = self.causes.followers(at).count().saturating_add(1);
            let mut cause = json!({
                "count": count,
                "file": place.map(|(file, _)| file.to_string()),
                "line": place.and_then(|(_, line)| *line),
                "message": rows.message(),
                "runner": runner_of(self.report, failure),
                "members": [],
            });
            let cost = self.ruler.measure(&cause.to_string()).saturating_add(1);
            if cost > *room {
                break;
            }
            room.down(cost);
            let all = std::iter::once(at).chain(self.causes.followers(at));
            let members = all.filter_map(|at| Some((at, self.failures.get(at)?))).take_while(|(at, _)| {
                let cost = self.listed_chars(*at);
                let fits = cost <= *room;
                *room = if fits { room.saturating_sub(cost) } else { *room };
                fits
            });
            let members: Vec<&str> =
                members.map(|(_, failure)| self.report.failures().shown(failure)).collect();
            if let Some(slot) = cause.get_mut("members") {
                *slot = json!(members);
            }
            causes.push(cause);
        }
        causes
    }

    /// The rows whose texts the object holds.
    pub(super) fn rows(&self, at: usize, rung: Rung, share: Cost) -> Vec<Row<'_>> {
        let Some(failure) = self.failures.get(at) else { return Vec::new() };
        let rows = self.failure_rows(failure);
        match rung {
            Rung::Whole => rows.whole(share).0,
            Rung::Why => rows.with_why(),
            Rung::Line | Rung::Name | Rung::Folded | Rung::Unlisted => Vec::new(),
        }
    }

    fn failure_rows<'b>(&'b self, failure: &'b Failure) -> FailureRows<'b> {
        FailureRows::new(self.report, failure, u64::MAX).with(&self.known)
    }

    fn cost(&self, at: usize, rung: Rung, share: Cost) -> Cost {
        Cost {
            chars: self.ruler.measure(&self.object(at, rung, share).to_string()).saturating_add(1),
            lines: 0,
        }
    }
}

impl Pricing for Objects<'_> {
    fn costs(&self, at: usize) -> Costs {
        let none = Cost::default();
        Costs {
            name: self.cost(at, Rung::Name, none),
            line: self.cost(at, Rung::Line, none),
            why: self.cost(at, Rung::Why, none),
        }
    }

    fn too_many(&self) -> bool {
        // A name takes at least its chars, two quotes and a comma; as an object it takes more.
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

    fn whole(&self, at: usize, share: Cost) -> (Cost, Extent) {
        let failure = self.failures.get(at);
        let rows = failure.map(|failure| self.failure_rows(failure).whole(share));
        (self.cost(at, Rung::Whole, share), rows.map_or(Extent::Part, |(_, extent)| extent))
    }

    fn leader(&self, at: usize) -> Option<usize> {
        self.causes.leader(at)
    }

    fn others(&self, at: usize, _how: Others) -> Cost {
        let chars =
            self.causes.followers(at).map(|at| self.listed_chars(at)).fold(0_u64, u64::saturating_add);
        Cost { chars, lines: 0 }
    }

    fn example(&self, at: usize) -> Option<Cost> {
        // As an object it is not in the list of names.
        let listed = Cost { chars: self.listed_chars(at), lines: 0 };
        self.causes.leader(at).map(|_| self.cost(at, Rung::Line, Cost::default()).minus(listed))
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

    fn most_output(&self) -> Cost {
        MOST_OUTPUT
    }
}
