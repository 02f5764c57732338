//! Every failure as a record of its own, a line of JSON: the store keeps them beside the original.

use std::borrow::Cow;
use std::sync::Arc;

use serde::{Serialize, Serializer};
use serde_json::json;

use super::failure::FailureRows;
use super::json_failure::{kind_name, row_text, runner_of};
use super::plan::Rung;
use super::row::Row;
use crate::budget::Cost;
use crate::event::{FailureKind, TestId};
use crate::report::{Failure, Report, State};

/// The most room of one record besides its why lines.
const MOST: Cost = Cost { chars: 128 * 1024, lines: u64::MAX };

/// What is known of a failure: its whole object in a JSON answer. Its texts are not copied before they are written: a log
/// may have thousands of failures, and the user waits.
#[derive(Serialize)]
struct Record<'a> {
    detail: Texts<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    duration_ms: Option<u32>,
    file: Option<&'a str>,
    id: &'a str,
    kind: &'static str,
    line: Option<u64>,
    message: Option<Cow<'a, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    new: Option<bool>,
    rung: u8,
    runner: &'static str,
}

/// The texts of rows.
struct Texts<'a>(Vec<Row<'a>>);

impl Serialize for Texts<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(row_text))
    }
}

/// The records of all failures, in the order of an answer: each call adds one, and returns whether there was one. Another
/// thread may make them while the answer is being made.
pub fn records(report: Arc<Report>) -> impl FnMut(&mut Vec<u8>) -> bool + Send + 'static {
    let live =
        |(at, failure): (usize, &Failure)| (failure.state == State::Live).then_some((failure.section, at));
    let mut failures: Vec<_> = report.failures().records().iter().enumerate().filter_map(live).collect();
    failures.sort_unstable();
    let mut failures = failures.into_iter();
    move |block| {
        let failure = failures.next().and_then(|(_, at)| report.failures().records().get(at));
        failure.is_some_and(|failure| serde_json::to_writer(block, &record(&report, failure)).is_ok())
    }
}

fn record<'a>(report: &'a Report, failure: &'a Failure) -> Record<'a> {
    let rows = FailureRows::new(report, failure, u64::MAX);
    let place = failure.detail.as_ref().and_then(|detail| detail.place.as_ref());
    Record {
        detail: Texts(rows.with_every_line().whole(MOST).0),
        duration_ms: failure.took_ms,
        file: place.map(|(file, _)| &**file),
        id: rows.shown(),
        kind: kind_name(failure.kind),
        line: place.and_then(|(_, line)| *line),
        message: rows.message(),
        new: report.compared().is_some().then_some(failure.fresh),
        rung: Rung::Whole.number(),
        runner: runner_of(report, failure),
    }
}

/// The record of a failure of which only the name is known.
#[must_use]
pub fn bare_record(runner: &str, kind: FailureKind, id: TestId<'_>) -> String {
    let TestId { module, separator, name } = id;
    json!({ "id": format!("{module}{separator}{name}"), "kind": kind_name(kind), "runner": runner })
        .to_string()
}
