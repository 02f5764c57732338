//! Every failure as a record of its own, a line of JSON: what the store keeps beside the original.

use serde_json::json;

use super::json_failure::{Objects, kind_name};
use super::plan::Rung;
use crate::event::{FailureKind, TestId};
use crate::report::{Failure, Report, State};

/// The most chars of captured output in one record.
const OUTPUT_CHARS: u64 = 64 * 1024;

/// The records of all failures, in the order of an answer.
pub fn records(report: &Report) -> impl Iterator<Item = String> {
    let mut failures: Vec<&Failure> =
        report.failures().records().iter().filter(|each| each.state == State::Live).collect();
    failures.sort_by_key(|failure| failure.section);
    (0..failures.len()).map(move |at| {
        Objects { report, failures: &failures, ruler: u64::MAX.into(), room: u64::MAX }
            .object(at, Rung::Whole, OUTPUT_CHARS)
            .to_string()
    })
}

/// The record of a failure of which only the name was told.
#[must_use]
pub fn bare_record(runner: &str, kind: FailureKind, id: TestId<'_>) -> String {
    let TestId { module, separator, name } = id;
    json!({ "id": format!("{module}{separator}{name}"), "kind": kind_name(kind), "runner": runner })
        .to_string()
}
