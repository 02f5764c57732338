//! Every failure as a record of its own, a line of JSON: what the store keeps beside the original.

use std::sync::Arc;

use serde::{Serialize, Serializer};
use serde_json::json;

use super::failure::FailureRows;
use super::json_failure::{kind_name, row_text, runner_of};
use super::plan::Rung;
use super::row::Row;
use crate::event::{FailureKind, TestId};
use crate::report::{Failure, Report, State};

/// Bytes that most records have room in.
const RECORD_BYTES: usize = 1024;
/// The most chars of captured output in one record.
const OUTPUT_CHARS: u64 = 64 * 1024;

/// What is known of a failure: its object in an answer as JSON, whole. It is written from where it lies, for a log may have
/// thousands of failures and somebody waits.
#[derive(Serialize)]
struct Record<'a> {
    detail: Texts<'a>,
    file: Option<&'a str>,
    id: &'a str,
    kind: &'static str,
    line: Option<u64>,
    message: Option<String>,
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

/// The records of all failures, in the order of an answer. Another thread may make them while the answer is being made.
pub fn records(report: Arc<Report>) -> impl Iterator<Item = String> + Send + 'static {
    let live =
        |(at, failure): (usize, &Failure)| (failure.state == State::Live).then_some((failure.section, at));
    let mut failures: Vec<_> = report.failures().records().iter().enumerate().filter_map(live).collect();
    failures.sort_unstable();
    failures.into_iter().filter_map(move |(_, at)| {
        let failure = report.failures().records().get(at)?;
        let mut text = Vec::with_capacity(RECORD_BYTES);
        serde_json::to_writer(&mut text, &record(&report, failure)).ok()?;
        String::from_utf8(text).ok()
    })
}

fn record<'a>(report: &'a Report, failure: &'a Failure) -> Record<'a> {
    let rows = FailureRows::new(report, failure, u64::MAX);
    let place = failure.detail.as_ref().and_then(|detail| detail.place.as_ref());
    Record {
        detail: Texts(rows.whole(OUTPUT_CHARS)),
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

/// The record of a failure of which only the name was told.
#[must_use]
pub fn bare_record(runner: &str, kind: FailureKind, id: TestId<'_>) -> String {
    let TestId { module, separator, name } = id;
    json!({ "id": format!("{module}{separator}{name}"), "kind": kind_name(kind), "runner": runner })
        .to_string()
}
