//! The model of one report: its failures stay in the report, and are turned into entries one at a time.

use std::borrow::Cow;

use super::super::causes::Causes;
use super::super::command;
use super::super::failure::FailureRows;
use super::super::json_failure::{kind_name, row_text};
use super::super::uncounted::unnamed;
use super::super::verdict_line::verdict_line;
use super::super::view::View;
use super::annotations::clipped_to_line;
use super::model::{Entries, Entry, Model, Problem};
use super::signs::signs;
use crate::budget::{Cost, Mode};
use crate::report::{Failure, Report, State, Summary, Verdict};
use crate::source::{How, signal_name};
use crate::text::{head, sanitize};

/// The longest verdict line of a document.
const HEADLINE_CHARS: u64 = 500;
/// The most names of flaky tests.
const FLAKY: usize = 100;
/// The most bytes of one name.
const FLAKY_BYTES: usize = 300;

/// Failures of a report, the first of each cause before the others.
#[derive(Debug)]
pub(super) struct Reported<'a> {
    report: &'a Report,
    failures: Vec<(&'a Failure, u32)>,
}

impl<'a> Model<'a> {
    /// The model of a finished report. `snapshot` is the id with which its input is stored.
    #[must_use]
    pub fn of_report(report: &'a Report, view: &View, snapshot: Option<&str>, began_ms: u64) -> Self {
        let summary = report.summary(view.witness);
        let reported = Reported::new(report);
        let unlisted = unnamed(report, &summary);
        let line = verdict_line(&summary, Mode::Standard, HEADLINE_CHARS);
        let headline = clean(line.strip_prefix("weir: ").unwrap_or(&line)).into_owned();
        let flaky = report.failures().records().iter().filter(|each| each.state == State::Flaky);
        let flaky = flaky
            .map(|each| clipped_to_line(&clean(report.failures().shown(each)), FLAKY_BYTES))
            .take(FLAKY)
            .collect();
        Self {
            verdict: summary.verdict,
            problems: problems(report, &summary, view, &headline, reported.len()),
            headline,
            counts: summary.counts,
            duration_ms: summary.duration_ms,
            flaky,
            unlisted,
            rest: snapshot.and_then(|id| command::failures(view, Some(id))),
            rerun: view.rerun.as_ref().and_then(|rerun| rerun.text.clone()),
            input: Self::name_of_input(view.input_name.as_deref()),
            began_ms,
            entries: Entries::Report(reported),
        }
    }
}

/// What is wrong besides the failures.
fn problems(
    report: &Report,
    summary: &Summary,
    view: &View,
    headline: &str,
    failures: usize,
) -> Vec<Problem> {
    let mut problems = Vec::new();
    match view.witness.ending.map(|ending| ending.how) {
        Some(How::TimedOut(limit)) => {
            let message = format!("the command was ended after {} s", limit.as_secs_f64());
            problems.push(Problem::new("timeout", message));
        }
        Some(How::Killed(signal)) => {
            let message = format!("the command was ended by {}", signal_name(signal));
            problems.push(Problem::new("crash", message));
        }
        Some(How::Exited(_)) | None => {}
    }
    let alone = summary.verdict == Verdict::Failed && failures == 0 && problems.is_empty();
    if alone || matches!(summary.verdict, Verdict::Incomplete | Verdict::Unknown) {
        let text = if failures == 0 { signs(report) } else { String::new() };
        problems.insert(0, Problem { name: summary.verdict.lower(), message: headline.to_owned(), text });
    }
    problems
}

impl<'a> Reported<'a> {
    fn new(report: &'a Report) -> Self {
        let live = report.failures().records().iter().filter(|each| each.state == State::Live);
        let mut failures: Vec<&Failure> = live.collect();
        failures.sort_by_key(|failure| (!failure.fresh, failure.section));
        let causes = Causes::of(report, &failures);
        let others = |at| u32::try_from(causes.followers(at).count()).unwrap_or(u32::MAX);
        let leads = |at: &usize| causes.leader(*at).is_none();
        let first = (0..failures.len()).filter(leads).map(|at| (at, others(at)));
        let later = (0..failures.len()).filter(|at| !leads(at)).map(|at| (at, 0));
        let ordered = first.chain(later).filter_map(|(at, others)| Some((*failures.get(at)?, others)));
        Self { report, failures: ordered.collect() }
    }

    pub(super) const fn len(&self) -> usize {
        self.failures.len()
    }

    pub(super) fn suite(&self, at: usize) -> Cow<'a, str> {
        let section = self.failures.get(at).and_then(|(failure, _)| usize::try_from(failure.section).ok());
        let section = section.and_then(|section| self.report.sections().get(section));
        section.map_or(Cow::Borrowed(""), |section| match &*section.label {
            "" => Cow::Borrowed(section.runner.0),
            label => Cow::Owned(format!("{} {}", section.runner.0, clean(label))),
        })
    }

    pub(super) fn entry(&self, at: usize, text_bytes: usize) -> Entry<'a> {
        let Some((failure, others)) = self.failures.get(at) else { return Entry::default() };
        let rows = FailureRows::new(self.report, failure, u64::MAX);
        let place = failure.detail.as_ref().and_then(|detail| detail.place.as_ref());
        Entry {
            suite: self.suite(at),
            module: clean(self.report.failures().id(failure).module),
            name: clean(rows.shown()),
            kind: kind_name(failure.kind),
            file: place.map(|(file, _)| clean(file)),
            line: place.and_then(|(_, line)| *line),
            message: rows.message().map(|message| match message {
                Cow::Borrowed(message) => clean(message),
                Cow::Owned(message) => Cow::Owned(clean(&message).into_owned()),
            }),
            text: (text_bytes > 0).then(|| text(rows, text_bytes)),
            others: u64::from(*others),
            took_ms: failure.took_ms,
        }
    }
}

/// All lines of a failure, or as many as fit into so many bytes; what is left out is counted.
fn text(rows: FailureRows<'_>, bytes: usize) -> String {
    let share = Cost { chars: u64::try_from(bytes).unwrap_or(u64::MAX), lines: u64::MAX };
    let (rows, _) = rows.with_every_line().whole(share);
    let lines: Vec<Cow<'_, str>> = rows.iter().map(|row| clean(row_text(row))).collect();
    clipped(lines.join("\n"), bytes)
}

/// A text of at most so many bytes, with a line that counts the rest.
pub(super) fn clipped(mut text: String, bytes: usize) -> String {
    const COUNTED: usize = 48;
    if text.len() > bytes {
        let kept = head(&text, bytes.saturating_sub(COUNTED)).len();
        let rest = text.get(kept..).unwrap_or_default().chars().count();
        text.truncate(kept);
        text.push_str(&format!("\nweir: {rest} more chars"));
    }
    text
}

/// A text without chars that control a terminal.
pub(super) fn clean(text: &str) -> Cow<'_, str> {
    sanitize(text).0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_as_long_as_its_bound_and_what_is_left_out_is_counted() {
        let text = |length: usize| "\u{e9}".repeat(length);
        assert_eq!(clipped(text(50), 100), text(50));
        let cut = clipped(text(51), 100);
        assert!(cut.len() <= 100, "{cut}");
        assert_eq!(cut, format!("{}\nweir: 25 more chars", text(26)));
    }
}
