//! All failures in short form, for lists of many runs.

use std::borrow::Cow;

use super::failure::FailureRows;
use super::json_failure::kind_name;
use crate::report::{Failure, Report, State};

/// A failure in short form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Brief<'a> {
    /// Its name as shown.
    pub id: &'a str,
    /// How it failed, as in the answer in JSON.
    pub kind: &'static str,
    /// The runner that reported it.
    pub runner: &'static str,
    /// Where it failed.
    pub file: Option<&'a str>,
    /// The line in that file.
    pub line: Option<u64>,
    /// Why it failed, in one line.
    pub message: Option<String>,
}

/// All failures of a finished report, in the order of an answer.
pub fn briefs(report: &Report) -> impl Iterator<Item = Brief<'_>> {
    let live = report.failures().records().iter().filter(|each| each.state == State::Live);
    let mut failures: Vec<&Failure> = live.collect();
    failures.sort_by_key(|failure| failure.section);
    failures.into_iter().map(|failure| {
        let rows = FailureRows::new(report, failure, u64::MAX);
        let section = usize::try_from(failure.section).ok().and_then(|at| report.sections().get(at));
        let place = failure.detail.as_ref().and_then(|detail| detail.place.as_ref());
        Brief {
            id: rows.shown(),
            kind: kind_name(failure.kind),
            runner: section.map_or("", |section| section.runner.0),
            file: place.map(|(file, _)| &**file),
            line: place.and_then(|(_, line)| *line),
            message: rows.message().map(Cow::into_owned),
        }
    })
}
