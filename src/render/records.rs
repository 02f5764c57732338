//! Every failure as a record of its own, a line of JSON: what the store keeps beside the original.

use super::json_failure::Objects;
use super::plan::Rung;
use crate::report::{Failure, Report, State};

/// The most bytes of all records together.
const RECORDS_BYTES: usize = 16 * 1024 * 1024;
/// The most chars of captured output in one record.
const OUTPUT_CHARS: u64 = 64 * 1024;

/// The records of all failures, in the order of an answer. Those beyond 16 MiB are left out.
#[must_use]
pub fn records(report: &Report) -> Vec<u8> {
    let mut failures: Vec<&Failure> =
        report.failures().records().iter().filter(|each| each.state == State::Live).collect();
    failures.sort_by_key(|failure| failure.section);
    let objects = Objects { report, failures: &failures, ruler: u64::MAX.into() };
    let mut records = Vec::new();
    for at in 0..failures.len() {
        let record = objects.object(at, Rung::Whole, OUTPUT_CHARS).to_string();
        if records.len().saturating_add(record.len()) > RECORDS_BYTES {
            break;
        }
        records.extend_from_slice(record.as_bytes());
        records.push(b'\n');
    }
    records
}
