//! Which scenarios were reported as failed, and the totals: what stays when a step printed a report.
//!
//! A step may print a whole report; and a log may hold several runs. Marks of steps tell them apart: when those that are
//! after a report are too few for the next one, but enough together with those before it, a step printed it. A report
//! whose own steps were marked, or that nothing speaks against, counts.

use super::cucumber_lines::{Counts, Named, Time};
use crate::budget::Count as _;
use crate::event::{Event, Sink, TestId, Totals};
use crate::recognize::kit::bounds::NAMES;
use crate::recognize::kit::clip::clipped;

/// The most reports that are held apart; earlier ones are summed up.
const MOST_REPORTS: usize = 64;

/// A report that ended.
#[derive(Debug, Default)]
struct Report {
    scenarios: Counts,
    who: Option<Time>,
    steps: u64,
    /// What follows it begins anew: no step printed it.
    sealed: bool,
    /// Marks of steps before it, back to the report before.
    marks: u64,
    /// File, and line with name, of scenarios that failed.
    names: Vec<(String, String)>,
}

/// What was reported so far.
#[derive(Debug, Default)]
pub(super) struct Claims {
    /// File, and line with name, of scenarios that failed since the last report.
    names: Vec<(String, String)>,
    reports: Vec<Report>,
    /// The sums of reports that are held no more.
    sum: Totals,
    reported: bool,
    /// A step that is not written was reported as an error.
    raised: bool,
    /// Marks of steps since the last report.
    marks: u64,
}

impl Claims {
    /// A scenario failed: its file, and its line with its name.
    pub(super) fn add(&mut self, (place, name): Named<'_>) -> (String, String) {
        let line = format!("{} {name}", place.line.unwrap_or(0));
        let named = (clipped(place.file), clipped(line.trim_end()));
        if self.names.len() < NAMES && !self.names.contains(&named) {
            self.names.push(named.clone());
        }
        named
    }

    /// The scenario that failed in this file at the last line that is not after this one.
    pub(super) fn at(&self, file: &str, line: u64) -> Option<&(String, String)> {
        let begin = |name: &str| name.split(' ').next().and_then(|line| line.parse::<u64>().ok());
        let own = self.names.iter().filter(|(each, _)| each == file);
        own.filter_map(|named| Some((begin(&named.1)?, named)))
            .filter(|(begin, _)| *begin <= line)
            .max_by_key(|(begin, _)| *begin)
            .map(|(_, named)| named)
    }

    /// Steps were marked.
    pub(super) fn mark(&mut self, steps: u64) {
        self.marks.up(steps);
    }

    /// A report is whole: its scenarios, and how many steps they have.
    pub(super) fn report(&mut self, scenarios: Counts, steps: u64, sink: &mut dyn Sink) {
        let mut marks = std::mem::take(&mut self.marks);
        // A mark that is after what a step printed without a line's end is not seen.
        let unseen = (steps / 8).saturating_add(2);
        // The step that printed a report is marked after it.
        if marks > 0 && marks.saturating_add(unseen) < steps {
            let (mut printed, mut all) = (0_usize, marks);
            for report in self.reports.iter().rev() {
                if all >= steps || report.sealed || report.marks >= report.steps {
                    break;
                }
                all.up(report.marks);
                printed.up(1);
            }
            if all.abs_diff(steps) <= unseen {
                marks = all;
                self.take_back(printed, sink);
            }
        }
        if self.reports.len() >= MOST_REPORTS {
            let first = self.reports.remove(0);
            self.add_up(&first);
        }
        let names = std::mem::take(&mut self.names);
        self.reports.push(Report { scenarios, who: None, steps, sealed: false, marks, names });
        self.reported = true;
    }

    /// A feature or a scenario begins: when no step was marked since the last report, none printed that one.
    pub(super) fn begins(&mut self) {
        if self.marks == 0
            && let Some(report) = self.reports.last_mut()
        {
            report.sealed = true;
        }
    }

    /// A step printed the last reports.
    fn take_back(&mut self, printed: usize, sink: &mut dyn Sink) {
        let kept = self.reports.len().saturating_sub(printed);
        for (file, name) in self.reports.split_off(kept).into_iter().flat_map(|report| report.names) {
            if !self.names.iter().any(|(each, other)| (each, other) == (&file, &name)) {
                sink.emit(Event::Withdrawn(id(&file, &name)));
            }
        }
    }

    /// The time after the totals.
    pub(super) fn time(&mut self, time: Time) {
        if let Some(report) = self.reports.last_mut() {
            report.who = Some(time);
        }
    }

    /// Names of the last report are looked for after it too.
    pub(super) fn recall(&mut self) {
        if self.names.is_empty()
            && let Some(report) = self.reports.last()
        {
            self.names.clone_from(&report.names);
        }
    }

    /// Whether a report was reported.
    pub(super) fn is_reported(&self) -> bool {
        self.reported
    }

    /// cucumber-ruby tells a step that is not written as an error: it is strict.
    pub(super) fn raised(&mut self) {
        self.raised = true;
    }

    fn add_up(&mut self, report: &Report) {
        let counts = report.scenarios;
        // Steps that are not written fail a run of JavaScript and of Java, and not one of Ruby.
        let strict = counts.is_jvm || report.who == Some(Time::Js) || self.raised;
        let more =
            |slot: &mut Option<u64>, number: u64| *slot = Some(slot.unwrap_or(0).saturating_add(number));
        more(&mut self.sum.passed, counts.passed);
        more(&mut self.sum.failed, counts.failed.saturating_add(if strict { counts.unwritten } else { 0 }));
        more(&mut self.sum.skipped, counts.skipped);
        more(&mut self.sum.other, if strict { 0 } else { counts.unwritten });
    }

    /// The totals of all reports. Where nothing but steps that are not written ran, nothing is proved: then there are none.
    pub(super) fn totals(&mut self) -> Option<Totals> {
        for report in std::mem::take(&mut self.reports) {
            self.add_up(&report);
        }
        let sum = std::mem::take(&mut self.sum);
        let ran = [sum.passed, sum.failed, sum.skipped].iter().flatten().any(|number| *number > 0);
        let proves = ran || sum.other.unwrap_or(0) == 0;
        (std::mem::take(&mut self.reported) && proves).then_some(sum)
    }
}

/// `features/berths.feature:11 turns a liner away`
pub(super) fn id<'a>(file: &'a str, name: &'a str) -> TestId<'a> {
    TestId { module: file, separator: ":", name }
}
