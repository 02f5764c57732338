//! Sections whose beginning or end was only understood later.
//!
//! A runner without a header prints points; only its totals show whose they were. Then its section reaches back to where
//! it may have begun, and what was taken in between for a failure without a run is inside of it. Whether that was output
//! is decided as for every section: when its totals agree. What another section owns stays there.
//!
//! Some runners print nothing of their own before their tests do. Their section reaches back to the last run, failure or
//! outcome that any recognizer reported: only words of failing become output, and only on lines that no
//! recognizer knows.
//!
//! Totals may be a test's until something else follows. A recognizer that waits for that reports them late, and its
//! section reaches to where they were printed, not to where they were reported.

use super::report::Report;
use super::section::{MayEnd, Reach, Section, SectionState};
use crate::budget::Count as _;
use crate::event::{Opened, Runner, Totals};

/// What was known where a section may have begun.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Mark {
    /// Lines that had been judged.
    lines: u64,
    /// Strong signs outside of sections.
    signs: u64,
    /// Sections that had begun.
    sections: usize,
    /// Totals without a section.
    strays: Option<(Runner, Totals)>,
    /// How often the stream had changed.
    changes: u64,
}

impl Report {
    pub(super) fn may_have_begun(&mut self, from: usize) {
        let mark = Mark {
            lines: self.ledger.seen().lines,
            signs: self.signs,
            sections: self.sections.len(),
            strays: self.strays,
            changes: self.streams.changes(),
        };
        self.context(from).mark = Some(mark);
    }

    /// A run that prints nothing of its own before its end began after all that was reported so far.
    pub(super) fn is_before(&mut self) {
        self.reported = Mark {
            lines: self.ledger.seen().lines.saturating_add(1),
            signs: self.signs,
            sections: self.sections.len(),
            strays: self.strays,
            changes: self.streams.changes(),
        };
    }

    /// A command ended here, and not inside of a known run: no run that is found later began before this.
    pub(super) fn ended_command(&mut self) {
        if self.owner().is_none() {
            self.contexts.iter_mut().flatten().for_each(|context| context.mark = None);
        }
    }

    pub(super) fn may_have_begun_before(&mut self, from: usize) {
        let reported = self.reported;
        self.context(from).mark = Some(reported);
    }

    pub(super) fn began_there(&mut self, from: usize) {
        let context = self.context(from);
        let (Some(mark), Some(at)) = (context.mark.take(), context.section) else { return };
        let Some(section) = self.sections.get_mut(at) else { return };
        if section.opened != Opened::Own || section.state != SectionState::Open || section.parent.is_some() {
            return;
        }
        section.since = Some(mark.sections);
        let stream = section.stream;
        // Signs and totals do not know their stream: when lines of other streams are between, they stay outside.
        if self.streams.changes() == mark.changes {
            section.signs.up(self.signs.saturating_sub(mark.signs));
            self.signs = self.signs.min(mark.signs);
            if self.strays != mark.strays {
                section.unsettled().stray = self.strays;
                self.strays = mark.strays;
            }
            self.excerpt.adopt(at, mark.lines);
        }
        for inner in mark.sections..at {
            let Some(section) = self.sections.get(inner) else { continue };
            // What is after a possible end of an earlier run is not its output.
            let earlier = section.parent.filter(|parent| *parent < mark.sections);
            let earlier = earlier.and_then(|parent| self.sections.get(parent)).and_then(Section::may_reach);
            let after = earlier.is_some_and(|reach| inner >= reach.sections);
            let Some(section) = self.sections.get_mut(inner) else { continue };
            // The failures of a section that ended may have been reported already.
            let reported = section.state == SectionState::Closed && !section.failures.is_empty();
            if (section.parent.is_none() || after) && !reported && section.stream == stream {
                section.parent = Some(at);
            }
        }
        // It is outside of those that are still open.
        self.open.retain(|open| *open != at);
        let position = self.open.iter().position(|open| *open >= mark.sections).unwrap_or(self.open.len());
        self.open.insert(position, at);
    }

    /// The section sums up the sections that began since its mark: it is not output of one of them, even if they are
    /// open.
    pub(super) fn sums_up(&mut self, from: usize) {
        let context = self.context(from);
        let (Some(mark), Some(at)) = (context.mark, context.section) else { return };
        // What is after the totals of an earlier run is not its own.
        let open = |at: &usize| self.open.contains(at);
        let parent = |at: usize| self.sections.get(at).and_then(|section| section.parent).filter(open);
        let mut outer = parent(at);
        while let Some(inner) = outer.filter(|outer| *outer >= mark.sections) {
            outer = parent(inner);
        }
        if outer.is_some() {
            return;
        }
        let past: Vec<usize> = (mark.sections..at).filter(|inner| parent(*inner).is_none()).collect();
        for free in past.into_iter().chain([at]) {
            if let Some(section) = self.sections.get_mut(free) {
                section.parent = None;
            }
        }
        self.began_there(from);
    }

    /// The section reaches to its totals: what begins after them is outside, unless further totals come.
    pub(super) fn reach_here(&mut self, at: usize) {
        let reach = self.reach(at);
        let Some(section) = self.sections.get_mut(at) else { return };
        let may_end = section.take_may_end();
        if may_end.is_none() {
            section.unsettled().stray = None;
        }
        section.reach = may_end.map(|end| end.reach).or(reach);
    }

    /// What had been found when the current line was judged.
    fn reach(&self, at: usize) -> Option<Reach> {
        let signs = self.sections.get(at)?.signs;
        let failures = self.failures.records().len();
        Some(Reach { sections: self.sections.len(), signs, lines: self.ledger.seen().lines, failures })
    }

    /// The recognizer's section may have ended here. Totals of others that are before would be its output.
    pub(super) fn may_have_ended(&mut self, from: usize) {
        let Some(at) = self.context(from).section else { return };
        let Some(reach) = self.reach(at) else { return };
        self.take_back_end(at);
        if let Some(section) = self.sections.get_mut(at) {
            let unsettled = section.unsettled();
            unsettled.may_end = Some(MayEnd { reach, stray: unsettled.stray.take() });
        }
    }

    /// The section did not end where it might have: totals of others before and after that place are alike.
    pub(super) fn take_back_end(&mut self, at: usize) {
        let end = self.sections.get_mut(at).and_then(Section::take_may_end);
        if let Some((runner, totals)) = end.and_then(|end| end.stray) {
            self.stray_inside(Some(at), runner, totals);
        }
    }

    /// Signs that were found after the totals are outside.
    pub(super) fn release_signs(&mut self, at: usize) {
        let Some(section) = self.sections.get_mut(at) else { return };
        let Some(reach) = section.reach else { return };
        let outside = section.signs.saturating_sub(reach.signs);
        section.signs = reach.signs;
        self.signs.up(outside);
        self.excerpt.release(at, reach.lines);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Mode;
    use crate::event::{Block, Class, Event, FailureKind, Level, Listener, Stream, Strength};
    use crate::report::{Bounds, Verdict, Witness};
    use crate::text::Line;

    const POINTS: Runner = Runner("points");
    const OTHER: Runner = Runner("other");

    /// The verdict on points, a sign, and totals, which are of the runner that printed the points or of another.
    fn verdict(before: &[Event<'_>], totals: Totals) -> Verdict {
        let mut report = Report::new(Bounds { mode: Mode::Standard, limits: Mode::Standard.limits() });
        let line = Line::of("....");
        for event in before {
            report.event(0, POINTS, Some(&line), *event);
        }
        report.judged(&line, Class::Other);
        let sign = Line { number: 2, ..Line::of("ERROR: no") };
        report.event(2, OTHER, Some(&sign), Event::Sign(Strength::Cause));
        report.judged(&sign, Class::Other);
        let last = Line { number: 3, ..Line::of("4 points") };
        let opened = Event::SectionStarted { opened: Opened::Own, announced: None, label: "" };
        for event in [opened, Event::BeganThere, Event::Declared { totals, level: Level::Section }] {
            report.event(0, POINTS, Some(&last), event);
        }
        report.judged(&last, Class::Totals);
        report.finish();
        report.verdict(Witness::default())
    }

    fn passed(number: u64) -> Totals {
        Totals { passed: Some(number), failed: Some(0), ..Totals::default() }
    }

    #[test]
    fn what_looked_like_a_failure_after_the_first_points_was_output() {
        assert_eq!(verdict(&[Event::MayHaveBegun], passed(4)), Verdict::Passed);
    }

    #[test]
    fn what_failed_in_another_stream_after_the_first_points_is_not_their_output() {
        let mut report = Report::new(Bounds { mode: Mode::Standard, limits: Mode::Standard.limits() });
        let line = Line::of("....");
        report.stream(Stream::Named(0));
        report.event(0, POINTS, Some(&line), Event::MayHaveBegun);
        report.judged(&line, Class::Other);
        let wrong = Line { number: 2, ..Line::of("==1==ERROR: leak") };
        report.stream(Stream::Named(1));
        let whole = Block::Whole { name: "leak", kind: FailureKind::Crash };
        report.event(2, OTHER, Some(&wrong), Event::BlockOpened(whole));
        report.judged(&wrong, Class::Detail);
        let last = Line { number: 3, ..Line::of("4 points") };
        report.stream(Stream::Named(0));
        let opened = Event::SectionStarted { opened: Opened::Own, announced: None, label: "" };
        let totals = Event::Declared { totals: passed(4), level: Level::Section };
        for event in [opened, Event::BeganThere, totals] {
            report.event(0, POINTS, Some(&last), event);
        }
        report.judged(&last, Class::Totals);
        report.finish();
        assert_eq!(report.verdict(Witness::default()), Verdict::Failed);
    }

    #[test]
    fn a_sign_between_lines_of_one_stream_was_their_output_and_between_others_stays_outside() {
        // In the middle there may be a line of no stream, one of another, or what belongs to no stream at all.
        let (alone, apart) = (Some(Stream::Plain), Some(Stream::Apart));
        for (between, judged, verdict) in [
            (None, false, Verdict::Passed),
            (alone, false, Verdict::Passed),
            (apart, false, Verdict::Passed),
            (alone, true, Verdict::Unknown),
            (Some(Stream::Named(1)), true, Verdict::Unknown),
        ] {
            let mut report = Report::new(Bounds { mode: Mode::Standard, limits: Mode::Standard.limits() });
            let line = |number| Line { number, ..Line::of("....") };
            report.stream(Stream::Named(0));
            report.event(0, POINTS, Some(&line(1)), Event::MayHaveBegun);
            report.judged(&line(1), Class::Other);
            report.event(2, OTHER, Some(&line(2)), Event::Sign(Strength::Cause));
            report.judged(&line(2), Class::Other);
            if let Some(between) = between {
                report.stream(between);
                if judged {
                    report.judged(&line(3), Class::Other);
                }
                report.stream(Stream::Plain);
                report.stream(Stream::Named(0));
            }
            let opened = Event::SectionStarted { opened: Opened::Own, announced: None, label: "" };
            let totals = Event::Declared { totals: passed(4), level: Level::Section };
            for event in [opened, Event::BeganThere, totals] {
                report.event(0, POINTS, Some(&line(4)), event);
            }
            report.judged(&line(4), Class::Totals);
            report.finish();
            assert_eq!(report.verdict(Witness::default()), verdict, "{between:?} {judged}");
        }
    }

    #[test]
    fn a_sign_of_a_stream_with_a_name_is_no_output_of_a_run_without_one() {
        let mut report = Report::new(Bounds { mode: Mode::Standard, limits: Mode::Standard.limits() });
        let line = |number| Line { number, ..Line::of("....") };
        report.judged(&line(1), Class::Other);
        report.stream(Stream::Named(0));
        report.event(2, OTHER, Some(&line(2)), Event::Sign(Strength::Cause));
        report.judged(&line(2), Class::Other);
        report.stream(Stream::Plain);
        let opened = Event::SectionStarted { opened: Opened::Own, announced: None, label: "" };
        let totals = Event::Declared { totals: passed(4), level: Level::Section };
        for event in [Event::MayHaveBegunBefore, opened, Event::BeganThere, totals] {
            report.event(0, POINTS, Some(&line(3)), event);
        }
        report.judged(&line(3), Class::Totals);
        report.finish();
        assert_eq!(report.verdict(Witness::default()), Verdict::Unknown);
    }

    #[test]
    fn a_sign_before_the_points_stays_outside() {
        assert_eq!(verdict(&[], passed(4)), Verdict::Unknown);
    }

    #[test]
    fn words_before_a_run_that_prints_nothing_before_its_tests_were_their_output() {
        assert_eq!(verdict(&[Event::MayHaveBegunBefore], passed(4)), Verdict::Passed);
    }

    #[test]
    fn words_before_a_command_that_failed_are_its_own() {
        let mut report = Report::new(Bounds { mode: Mode::Standard, limits: Mode::Standard.limits() });
        let sign = Line { number: 1, ..Line::of("ERROR: no") };
        report.event(2, OTHER, Some(&sign), Event::Sign(Strength::Word));
        report.judged(&sign, Class::Other);
        let status = Line { number: 2, ..Line::of("exit status 1") };
        for event in [Event::Sign(Strength::Outcome), Event::CommandFailed] {
            report.event(2, OTHER, Some(&status), event);
        }
        report.judged(&status, Class::Other);
        let last = Line { number: 3, ..Line::of("4 points") };
        let opened = Event::SectionStarted { opened: Opened::Own, announced: None, label: "" };
        let declared = Event::Declared { totals: passed(4), level: Level::Section };
        for event in [Event::MayHaveBegunBefore, opened, Event::BeganThere, declared] {
            report.event(0, POINTS, Some(&last), event);
        }
        report.judged(&last, Class::Totals);
        report.finish();
        assert_eq!(report.verdict(Witness::default()), Verdict::Unknown);
    }

    #[test]
    fn points_alone_say_nothing() {
        let mut report = Report::new(Bounds { mode: Mode::Standard, limits: Mode::Standard.limits() });
        let line = Line::of("....");
        report.event(0, POINTS, Some(&line), Event::MayHaveBegun);
        report.judged(&line, Class::Other);
        report.finish();
        assert_eq!(report.verdict(Witness::default()), Verdict::Unknown);
        assert!(!report.recognised());
    }

    /// The verdict on lines, each with its events; `end` comes at the end of the stream.
    fn reported(lines: &[(usize, &[Event<'_>])], end: &[(usize, Event<'_>)]) -> Verdict {
        reported_by_name(lines, end, None)
    }

    fn reported_by_name(
        lines: &[(usize, &[Event<'_>])],
        end: &[(usize, Event<'_>)],
        exit: Option<i32>,
    ) -> Verdict {
        let mut report = Report::new(Bounds { mode: Mode::Standard, limits: Mode::Standard.limits() });
        for (number, (from, events)) in (1..).zip(lines) {
            let line = Line { number, ..Line::of("a line") };
            for event in *events {
                report.event(*from, if *from == 0 { POINTS } else { OTHER }, Some(&line), *event);
            }
            report.judged(&line, Class::Other);
        }
        for (from, event) in end {
            report.event(*from, if *from == 0 { POINTS } else { OTHER }, None, *event);
        }
        report.finish();
        report.verdict(Witness { exit, ..Witness::default() })
    }

    const OPENED: Event<'_> = Event::SectionStarted { opened: Opened::Own, announced: None, label: "" };
    const FAILED: Event<'_> = Event::BlockOpened(Block::Whole { name: "leak", kind: FailureKind::Crash });

    fn declared(totals: Totals) -> Event<'static> {
        Event::Declared { totals, level: Level::Section }
    }

    #[test]
    fn what_failed_after_totals_that_are_reported_late_is_at_outside() {
        let waits = [(0, &[OPENED][..]), (0, &[Event::MayHaveEnded][..]), (1, &[OPENED, FAILED][..])];
        assert_eq!(reported(&waits, &[(0, declared(passed(4)))]), Verdict::Failed);
    }

    #[test]
    fn what_failed_before_totals_that_are_reported_late_was_output() {
        let waits = [(0, &[OPENED][..]), (1, &[OPENED, FAILED][..]), (0, &[Event::MayHaveEnded][..])];
        assert_eq!(reported(&waits, &[(0, declared(passed(4)))]), Verdict::Passed);
    }

    #[test]
    fn the_last_line_at_which_a_run_may_have_ended_counts() {
        let ends = (0, &[Event::MayHaveEnded][..]);
        let waits = [(0, &[OPENED][..]), ends, (1, &[OPENED, FAILED][..]), ends];
        assert_eq!(reported(&waits, &[(0, declared(passed(4)))]), Verdict::Passed);
    }

    #[test]
    fn a_run_that_was_output_and_fails_at_the_end_is_output_when_the_exit_status_is_0() {
        let failing = Totals { failed: Some(3), ..passed(1) };
        let counted = Event::Counted { passed: 4, failed: 0, skipped: 0, other: 0 };
        let printed = [(0, &[OPENED, counted][..]), (1, &[OPENED][..]), (0, &[declared(passed(4))][..])];
        let end = [(1, declared(failing)), (1, FAILED)];
        assert_eq!(reported_by_name(&printed, &end, Some(0)), Verdict::Passed);
        assert_eq!(reported_by_name(&printed, &end, None), Verdict::Unknown);
    }
}
