//! Documents on the input, among the runs that lines report.
//!
//! A document with failures counts wherever it is: no totals of a run take them back, because what a test prints looks
//! different. Only where the exit status is known to be 0, a document inside of a run that passed was output.
//!
//! A runner may write a document of the run that its lines report too. Then the run counts once: the numbers agree, and
//! so do the names of what failed.

use super::closing::index;
use super::context::Context;
use super::failures::State;
use super::report::Report;
use super::section::{Section, SectionState};
use super::stored::class_index;
use super::summary::{Counts, counts_of};
use crate::budget::{Amount, Count as _};
use crate::event::{Class, Runner};

/// The most sections of lines that are compared with a document one by one.
const COMPARED: usize = 256;

/// Where in the input documents are read.
#[derive(Debug, Default)]
pub(super) struct Documents {
    read: u32,
    is_open: bool,
    /// The first section that may belong to the present document.
    first: usize,
    /// The state of its events.
    pub(super) context: Context,
}

impl Documents {
    /// The number of the document that is being read, from 1; 0 between them.
    pub(super) const fn present(&self) -> u32 {
        if self.is_open { self.read } else { 0 }
    }
}

/// Sections that may report one run.
struct Reported {
    sections: Vec<usize>,
    counts: Counts,
    /// The failures that count.
    failures: Vec<usize>,
    /// Kinds of documents that are known to report the same run, its own included.
    kinds: Vec<Runner>,
}

impl Report {
    /// A document begins: what is reported until its end belongs to no line.
    pub(super) fn begin_document(&mut self) {
        let read = self.documents.read.saturating_add(1);
        let first = self.sections.len();
        self.documents = Documents { read, is_open: true, first, context: Context::default() };
    }

    /// The document ended, and with it what it left open. `trouble` is what is wrong with it, or empty.
    pub(super) fn end_document(&mut self, trouble: &str) {
        for at in (self.documents.first..self.sections.len()).rev() {
            self.settle(at);
        }
        (self.documents.is_open, self.documents.context) = (false, Context::default());
        if !trouble.is_empty() {
            self.document_failed(trouble);
        }
    }

    /// Counts input that is never judged as lines: the text of a document.
    pub fn saw_document(&mut self, lines: u64, chars: u64) {
        self.ledger.saw(class_index(Class::Other), Amount { lines, chars });
        self.whole.forget();
    }

    /// A document could not be read to its end: nothing shows that its run passed.
    pub fn document_failed(&mut self, note: &str) {
        self.signs.up(1);
        self.note(note.to_owned());
    }

    /// Counts code points of a document that were escaped or removed.
    pub const fn escaped_in_document(&mut self, count: u64) {
        self.escaped = self.escaped.saturating_add(count);
    }

    /// All is read: decides which documents are output, and which report a run that is already reported.
    pub(super) fn settle_documents(&mut self) {
        if self.documents.read == 0 {
            return;
        }
        if self.succeeded {
            self.drop_documents();
        }
        let mut reported = self.reported_by_lines();
        for own in self.reported_by_documents() {
            if own.sections.iter().any(|at| self.sections.get(*at).is_none_or(|section| section.again)) {
                continue;
            }
            let kind = |other: &&mut Reported| !other.kinds.iter().any(|kind| own.kinds.contains(kind));
            let same =
                reported.iter_mut().filter(kind).find_map(|other| Some((self.pairs_of(&own, other)?, other)));
            let Some((pairs, other)) = same else {
                reported.push(own);
                continue;
            };
            other.kinds.extend(&own.kinds);
            let named = pairs.len() == own.failures.len();
            let counts = named && (other.counts.passed.is_some() || own.counts.passed.is_none());
            for at in if counts { &own.sections } else { &other.sections } {
                if let Some(section) = self.sections.get_mut(*at) {
                    section.again = true;
                }
            }
            self.unite_pairs(&pairs);
        }
    }

    /// Drops documents inside of runs that passed: their tests printed them.
    fn drop_documents(&mut self) {
        for at in 0..self.sections.len() {
            let document = self.sections.get(at).filter(|section| section.document > 0);
            let parent = document.and_then(|section| section.parent).and_then(|at| self.sections.get(at));
            if parent.is_none_or(|parent| parent.counts() && !parent.is_closed()) {
                continue;
            }
            let Some(section) = self.sections.get_mut(at) else { continue };
            section.state = SectionState::Dropped;
            for claim in std::mem::take(&mut section.failures) {
                if let Some(failure) = self.failures.get_mut(index(claim)) {
                    failure.state = State::Dropped;
                    self.failures.forget_detail(index(claim));
                }
            }
        }
    }

    /// What these sections report, if there are any.
    fn reported(&self, sections: Vec<usize>, kinds: Vec<Runner>) -> Option<Reported> {
        let all = || sections.iter().filter_map(|at| self.sections.get(*at));
        let counts = all().map(counts_of).reduce(Counts::plus)?;
        let claims = all().flat_map(|section| &section.failures).map(|claim| index(*claim));
        let live = |at: &usize| self.failures.get(*at).is_some_and(|failure| failure.state == State::Live);
        let failures = claims.filter(live).collect();
        Some(Reported { sections, counts, failures, kinds })
    }

    /// The sections that count and report something, grouped by their key.
    fn by<K: PartialEq>(&self, key: impl Fn(&Section) -> Option<K>) -> Vec<(K, Vec<usize>)> {
        let mut groups: Vec<(K, Vec<usize>)> = Vec::new();
        for (at, section) in self.sections.iter().enumerate() {
            let tells = section.counts() && (section.has_tests || section.located.failures() > 0);
            let Some(key) = key(section).filter(|_| tells) else { continue };
            match groups.iter_mut().find(|(known, _)| *known == key) {
                Some((_, group)) => group.push(at),
                None => groups.push((key, vec![at])),
            }
        }
        groups
    }

    /// All that lines report together, each runner's part of it, and each section.
    fn reported_by_lines(&self) -> Vec<Reported> {
        let lines = |section: &Section| section.document == 0 && !section.from_report;
        let all = self.by(|section| lines(section).then_some(())).into_iter().map(|(_, group)| group);
        let runners = self.by(|section| lines(section).then_some(section.runner));
        let runners: Vec<Vec<usize>> = runners.into_iter().map(|(_, group)| group).collect();
        let single = |group: &&Vec<usize>| group.len() > 1;
        let single: Vec<Vec<usize>> =
            runners.iter().filter(single).flatten().take(COMPARED).map(|at| vec![*at]).collect();
        let all = all.filter(|_| runners.len() > 1);
        all.chain(runners.iter().cloned())
            .chain(single)
            .filter_map(|group| self.reported(group, Vec::new()))
            .collect()
    }

    /// What the documents of each kind report together, and each document by itself.
    fn reported_by_documents(&self) -> Vec<Reported> {
        let kinds = self.by(|section| (section.document > 0).then_some(section.runner));
        let single = self.by(|section| (section.document > 0).then_some((section.document, section.runner)));
        let several =
            |(kind, _): &(Runner, Vec<usize>)| single.iter().filter(|((_, own), _)| own == kind).count() > 1;
        let several: Vec<(Runner, Vec<usize>)> = kinds.into_iter().filter(several).collect();
        let single = single.into_iter().map(|((_, kind), group)| (kind, group));
        several
            .into_iter()
            .chain(single)
            .filter_map(|(kind, group)| self.reported(group, vec![kind]))
            .collect()
    }

    /// Which failures are the same, when a document reports a run that is already reported.
    fn pairs_of(&self, own: &Reported, other: &Reported) -> Option<Vec<(usize, usize)>> {
        let number = |of: Counts| of.failed.zip(of.passed).filter(|(failed, passed)| failed.max(passed) > &0);
        let equal = number(own.counts).is_some_and(|own| number(other.counts) == Some(own));
        if !equal && (own.failures.is_empty() || own.failures.len() != other.failures.len()) {
            return None;
        }
        let pairs = self.pairs(own.failures.iter().copied(), other.failures.iter().copied());
        let (in_own, in_other) = (pairs.len() == own.failures.len(), pairs.len() == other.failures.len());
        ((in_own && in_other) || (equal && (in_own || in_other))).then_some(pairs)
    }
}

#[cfg(test)]
mod tests {
    use super::super::report::Bounds;
    use super::*;
    use crate::budget::Mode;
    use crate::event::{DOCUMENT, Event, FailureKind, Level, Listener as _, Opened, Outcome, TestId, Totals};
    use crate::report::{Verdict, Witness};
    use crate::text::Line;

    const LINES: Runner = Runner("lines");
    const STARTED: Event<'_> = Event::SectionStarted { opened: Opened::Own, announced: None, label: "" };

    fn failed(name: &str) -> Event<'_> {
        Event::finished(TestId::bare(name), Outcome::Failed(FailureKind::Test))
    }

    fn passed(name: &str) -> Event<'_> {
        Event::finished(TestId::bare(name), Outcome::Passed)
    }

    fn totals(failed: u64, passed: u64) -> Event<'static> {
        let totals = Totals { failed: Some(failed), passed: Some(passed), ..Totals::default() };
        Event::Declared { totals, level: Level::Section }
    }

    /// A report of the events of lines, the last of them after all documents; each document is of its own kind.
    fn report(lines: &[Event<'_>], documents: &[&[Event<'_>]], exit: Option<i32>) -> Report {
        let mut report = Report::new(Bounds { mode: Mode::Standard, limits: Mode::Standard.limits() });
        let (last, lines) = lines.split_last().unwrap();
        let line = |report: &mut Report, number, event| {
            let line = Line { number, ..Line::of("a line") };
            report.event(0, LINES, Some(&line), event);
            report.judged(&line, Class::Other);
        };
        for (number, event) in (1..).zip(lines) {
            line(&mut report, number, *event);
        }
        for (kind, document) in ["junit xml", "ctrf", "trx"].into_iter().map(Runner).zip(documents) {
            for event in
                [Event::DocumentBegins, STARTED].iter().chain(*document).chain([&Event::DocumentEnds("")])
            {
                report.event(DOCUMENT, kind, None, *event);
            }
        }
        line(&mut report, 100, *last);
        report.finish_as(Witness { exit, ..Witness::default() });
        report
    }

    fn result(report: &Report, exit: Option<i32>) -> (Verdict, Option<u64>, Option<u64>) {
        let summary = report.summary(Witness { exit, ..Witness::default() });
        (summary.verdict, summary.counts.failed, summary.counts.passed)
    }

    #[test]
    fn what_a_document_tells_no_run_takes_back_unless_the_exit_status_does() {
        let lines = [STARTED, passed("a"), totals(0, 1)];
        let document = [failed("b"), passed("c"), totals(1, 1)];
        let inside = |exit| result(&report(&lines, &[&document], exit), exit);
        assert_eq!(inside(None), (Verdict::Failed, Some(1), Some(2)));
        assert_eq!(inside(Some(0)), (Verdict::Passed, Some(0), Some(1)));
        let after = [STARTED, passed("a"), totals(0, 1), STARTED];
        assert_eq!(result(&report(&after, &[&document], Some(0)), Some(0)).0, Verdict::Failed);
    }

    #[test]
    fn a_document_of_the_run_that_lines_tell_of_counts_once() {
        let lines = [STARTED, failed("q a"), passed("b"), totals(1, 1)];
        let same = [failed("q a"), passed("b"), totals(1, 1)];
        for documents in [&[&same[..]][..], &[&same, &same]] {
            let report = report(&lines, documents, None);
            assert_eq!(result(&report, None), (Verdict::Failed, Some(1), Some(1)));
            let live = report.failures().records().iter().filter(|each| each.state == State::Live).count();
            assert_eq!(live, 1);
        }
        // Of a quiet run only a document has the names.
        let quiet = [STARTED, Event::Counted { passed: 1, failed: 1, skipped: 0, other: 0 }, totals(1, 1)];
        let quiet = report(&quiet, &[&same], None);
        assert_eq!(result(&quiet, None), (Verdict::Failed, Some(1), Some(1)));
        assert_eq!(quiet.failures().shown(&quiet.failures().records()[0]), "q a");
    }

    #[test]
    fn a_document_of_another_run_counts_beside_it() {
        let lines = [STARTED, failed("a"), passed("b"), totals(1, 1)];
        for (other, failures, passes) in [
            ([failed("c"), passed("b"), totals(1, 1)], 2, 2),
            ([passed("a"), passed("b"), totals(0, 2)], 1, 3),
        ] {
            assert_eq!(
                result(&report(&lines, &[&other], None), None),
                (Verdict::Failed, Some(failures), Some(passes))
            );
        }
        let green = [STARTED, passed("a"), totals(0, 1)];
        let same = [passed("a"), totals(0, 1)];
        assert_eq!(result(&report(&green, &[&same], None), None), (Verdict::Passed, Some(0), Some(1)));
        let other = [passed("a"), passed("b"), totals(0, 2)];
        assert_eq!(result(&report(&green, &[&other], None), None), (Verdict::Passed, Some(0), Some(3)));
    }

    #[test]
    fn a_document_that_breaks_off_leaves_nothing_passed_without_an_exit_status() {
        let mut report = report(&[STARTED, passed("a"), totals(0, 1)], &[], None);
        for event in [Event::DocumentBegins, Event::DocumentEnds("it ends early")] {
            report.event(DOCUMENT, Runner("ctrf"), None, event);
        }
        report.finish();
        assert_eq!(report.notes(), ["it ends early"]);
        assert_eq!(report.verdict(Witness::default()), Verdict::Unknown);
        assert_eq!(report.verdict(Witness { exit: Some(0), ..Witness::default() }), Verdict::Passed);
    }
}
