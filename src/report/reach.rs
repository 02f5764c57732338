//! Sections whose beginning was only understood later.
//!
//! A runner without a header prints points; only its totals tell whose they were. Then its section reaches back to
//! where it may have begun, and what was taken for a failure of nobody in between stands inside of it. Whether that was
//! output is decided where every section's content is: when its totals agree. What another section owns stays there.
//!
//! Some runners print nothing of their own before their tests do. Theirs is what nobody else told of, back to the last
//! run, failure or outcome that somebody told: only words of failing become output, and only of lines that no
//! recognizer knows.

use super::report::Report;
use super::section::SectionState;
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
    /// Totals of nobody.
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

    /// What was told so far stands before any run that prints nothing of its own until its end.
    pub(super) fn stands_before(&mut self) {
        self.told = Mark {
            lines: self.ledger.seen().lines.saturating_add(1),
            signs: self.signs,
            sections: self.sections.len(),
            strays: self.strays,
            changes: self.streams.changes(),
        };
    }

    pub(super) fn may_have_begun_before(&mut self, from: usize) {
        let told = self.told;
        self.context(from).mark = Some(told);
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
        // Signs and totals do not know their stream: between lines of others they stay outside.
        if self.streams.changes() == mark.changes {
            section.signs = section.signs.saturating_add(self.signs.saturating_sub(mark.signs));
            self.signs = self.signs.min(mark.signs);
            if self.strays != mark.strays {
                section.stray = self.strays;
                self.strays = mark.strays;
            }
            self.excerpt.adopt(at, mark.lines);
        }
        for inner in mark.sections..at {
            let Some(section) = self.sections.get_mut(inner) else { continue };
            // The failures of a section that ended may have been told already.
            let told = section.state == SectionState::Closed && !section.failures.is_empty();
            if section.parent.is_none() && !told && section.stream == stream {
                section.parent = Some(at);
            }
        }
        // It stands outside of those that are still open.
        self.open.retain(|open| *open != at);
        let position = self.open.iter().position(|open| *open >= mark.sections).unwrap_or(self.open.len());
        self.open.insert(position, at);
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

    /// Points, a sign, and totals of the runner that printed the points or did not.
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
    fn what_looked_like_a_failure_behind_the_first_points_was_output() {
        assert_eq!(verdict(&[Event::MayHaveBegun], passed(4)), Verdict::Passed);
    }

    #[test]
    fn what_failed_in_another_stream_behind_the_first_points_is_not_their_output() {
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
}
