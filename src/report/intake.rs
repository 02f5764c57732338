//! Events become claims: what each event of the vocabulary does to the report.

use super::claim::passed_later;
use super::context::Subject;
use super::diagnostic::Diagnosed;
use super::report::Report;
use super::stored::Stored;
use crate::budget::Count as _;
use crate::event::{Attempt, Block, Class, Ended, Event, Grade, Level, Outcome, Part, Runner, TestId};
use crate::text::Line;

/// The most lines of one piece of decoded text.
const DECODED_LINES: usize = 2000;

fn short(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

/// Whether the event reports a run, a failure or an outcome: no test of a run that begins later printed it.
const fn tells(event: Event<'_>) -> bool {
    match event {
        Event::SectionStarted { .. }
        | Event::Finished { outcome: Outcome::Failed(_), .. }
        | Event::Declared { .. }
        | Event::Consequence { .. }
        | Event::Besides { .. }
        | Event::CommandFailed => true,
        Event::BlockOpened(block) => !matches!(block, Block::Warning { .. } | Block::More { .. }),
        _ => false,
    }
}

impl Report {
    pub(super) fn take(&mut self, from: usize, runner: Runner, line: Option<&Line<'_>>, event: Event<'_>) {
        match event {
            Event::DocumentBegins => return self.begin_document(),
            Event::DocumentEnds(trouble) => return self.end_document(trouble),
            _ => {}
        }
        if line.is_none() && self.documents.present() == 0 {
            self.lines_ended();
            if let Some(outer) = self.was_output(from) {
                if let Event::Declared { totals, level: Level::Section } = event {
                    self.note_nested_totals(runner, &totals, outer);
                }
                return;
            }
        }
        if !self.withdrawn.is_empty() && !self.waits_with_withdrawn(event) {
            self.settle_withdrawn(Some(event));
        }
        self.read(from, runner, line, event);
        if tells(event) {
            self.is_before();
        }
    }

    /// The run whose test printed the run that the recognizer read last. What the recognizer reports at the end of the
    /// stream, because it waited for more, belongs to that run too, unless it began to wait after it.
    fn was_output(&mut self, from: usize) -> Option<usize> {
        let context = self.context(from);
        let (section, last, scope) = (context.section, context.last_begun, context.scope);
        if scope.is_some_and(|scope| !self.began_inside(scope)) {
            return None;
        }
        let last = last.and_then(|last| self.sections.get(last));
        let output = last.filter(|last| section.is_none() && last.from == from && !last.counts());
        output.map(|last| last.parent.unwrap_or_default())
    }

    /// Reads the most frequent events; the others are read elsewhere.
    fn read(&mut self, from: usize, runner: Runner, line: Option<&Line<'_>>, event: Event<'_>) {
        match event {
            Event::Finished { id, outcome, grade, attempt, alias } => {
                self.finished(from, runner, id, outcome, grade, attempt, alias);
            }
            Event::Counted { passed, failed, skipped, other } => {
                let at = self.ensure_section(from, runner);
                if let Some(section) = self.sections.get_mut(at) {
                    section.has_tests = true;
                    for (slot, more) in
                        section.located.anonymous.iter_mut().zip([passed, failed, skipped, other])
                    {
                        slot.up(more);
                    }
                }
            }
            Event::Named(id, outcome) => {
                if self.roster.is_some() {
                    let at = self.context(from).section;
                    if let (Some(at), Some(roster)) = (at, &mut self.roster) {
                        roster.see(at, id, outcome);
                    }
                }
            }
            event => self.read_rarer(from, runner, line, event),
        }
    }

    #[inline(never)]
    fn read_rarer(&mut self, from: usize, runner: Runner, line: Option<&Line<'_>>, event: Event<'_>) {
        if let Some(line) = line {
            self.durations.reads(runner, line.number);
            self.steps.marks(line);
        }
        match event {
            Event::Finished { .. }
            | Event::Counted { .. }
            | Event::Named(..)
            | Event::DocumentBegins
            | Event::DocumentEnds(_) => {}
            Event::SectionStarted { opened, announced, label } => {
                let at = self.open_section(from, runner, opened);
                if let Some(section) = self.sections.get_mut(at) {
                    section.announced = announced;
                    section.label = label.into();
                    section.has_tests = true;
                }
            }
            Event::MayHaveBegun => self.may_have_begun(from),
            Event::MayHaveBegunBefore => self.may_have_begun_before(from),
            Event::MayHaveEnded => self.may_have_ended(from),
            Event::CommandFailed => self.ended_command(),
            Event::BeganThere => self.began_there(from),
            Event::SumsUp => self.sums_up(from),
            Event::Announced(number) => {
                let at = self.ensure_section(from, runner);
                if let Some(section) = self.sections.get_mut(at) {
                    section.announced = Some(number);
                }
            }
            Event::Tool(tool) => self.tool(from, tool),
            Event::SectionLabel(label) => {
                let at = self.ensure_section(from, runner);
                if let Some(section) = self.sections.get_mut(at) {
                    section.label = label.into();
                }
            }
            Event::Started(id) => {
                let at = self.ensure_section(from, runner);
                if let Some(section) = self.sections.get_mut(at) {
                    section.has_tests = true;
                    section.start(id);
                }
                self.latest.see(id);
            }
            Event::BlockOpened(block) => self.open_block(from, runner, line, block),
            Event::Heading => match self.context(from).subject {
                Subject::Failure(at) => {
                    if let Some(stored) = self.store_heading(line) {
                        self.ungroup(at, &stored);
                        self.failures.set_heading(at, stored);
                    }
                }
                Subject::Beyond | Subject::Known(_) => {
                    self.claimed_as.get_or_insert(Class::Detail);
                }
                Subject::Nothing | Subject::Warning(_) => {}
            },
            Event::Instead(text) => self.instead = Some(text.into()),
            Event::Withdrawn(id) => self.withdraw(from, id),
            Event::Text(part) => {
                let Some(line) = line else { return };
                let subject = self.context(from).subject;
                match subject {
                    Subject::Known(at) if self.failures.has_line(at, line.text) => {
                        self.claimed_as.get_or_insert(Class::Detail);
                    }
                    Subject::Failure(at) | Subject::Known(at) => {
                        if self.failures.has_room(at, part, Stored::least_text(line)) {
                            let stored = self.store(line, Class::Detail);
                            self.failures.add_line(at, part, stored);
                            if part == Part::Why {
                                self.compare_escapes(at, line);
                            }
                        } else {
                            self.claimed_as.get_or_insert(Class::Detail);
                        }
                    }
                    Subject::Warning(at) => {
                        let stored = self.store(line, Class::Warning);
                        self.warnings.add_line(at, stored);
                    }
                    Subject::Beyond => {
                        self.claimed_as.get_or_insert(Class::Detail);
                    }
                    Subject::Nothing => {}
                }
            }
            Event::Decoded { part, text } => {
                let at = match self.context(from).subject {
                    Subject::Failure(at) => at,
                    Subject::Warning(at) => {
                        for piece in text.lines().take(DECODED_LINES) {
                            self.warnings.add_line(at, Stored::decoded(piece, Class::Warning));
                        }
                        return;
                    }
                    Subject::Nothing | Subject::Beyond | Subject::Known(_) => return,
                };
                if line.is_some_and(|line| line.chars > self.bounds.limits.line_chars) {
                    // The whole input would show less of the line than was read out of it.
                    self.whole.forget();
                }
                for (index, piece) in text.lines().take(DECODED_LINES).enumerate() {
                    let stored = self.store_held(line, index, piece);
                    self.failures.add_line(at, part, stored);
                }
            }
            Event::Earlier { part, number, chars, text } => {
                let Subject::Failure(at) = self.context(from).subject else { return };
                let unclaimed = self.excerpt.kept(number);
                let class = Class::Detail;
                let stored = Stored { number, chars, ..Stored::decoded(text, class) };
                self.failures.add_line(at, part, unclaimed.unwrap_or(stored));
            }
            Event::Took(ms) => self.took(ms),
            Event::Reason(reason) => {
                if let Some(roster) = &mut self.roster {
                    roster.reason(reason);
                }
                let text = format!("skipped: {reason}");
                self.keep_skip(Stored::decoded(&text, Class::Skipped));
            }
            Event::Remark(remark) => self.keep_skip(Stored::decoded(remark, Class::Skipped)),
            Event::At { place, better } => {
                self.place_diagnostic(from, place, line);
                let subject = self.context(from).subject;
                if let (Some(roster), Subject::Nothing) = (&mut self.roster, subject) {
                    roster.place(place);
                }
                if let Subject::Failure(at) = self.context(from).subject {
                    self.failures.set_place(at, place, better);
                }
            }
            Event::Column(column) => {
                let context = self.context(from);
                let coming = match context.subject {
                    Subject::Nothing | Subject::Beyond => true,
                    Subject::Failure(_) => context.unplaced.is_some(),
                    Subject::Warning(_) | Subject::Known(_) => false,
                };
                context.column = coming.then_some(column);
            }
            Event::Message(message) => {
                if let Subject::Failure(at) = self.context(from).subject {
                    self.failures.set_message(at, message);
                }
            }
            Event::Restated { before, message } => {
                if let Subject::Failure(at) = self.context(from).subject {
                    self.failures.restate(at, before, message);
                }
            }
            Event::BlockClosed => {
                let context = self.context(from);
                (context.subject, context.column) = (Subject::Nothing, None);
            }
            Event::Group | Event::Rerun => self.keep_section_line(from, line, event),
            Event::Declared { totals, level } => match level {
                Level::Suite => {}
                Level::Section => self.declared(from, runner, totals),
                Level::Run => self.run_totals = Some((runner, totals)),
            },
            Event::SectionEnded(how) => self.section_ended(from, how),
            Event::Interrupted => {
                let at = self.ensure_section(from, runner);
                if let Some(section) = self.sections.get_mut(at) {
                    section.interrupted = true;
                }
            }
            Event::ScopeBegins => self.scope_begins(from),
            Event::StepBegins => self.step_begins(from, line.and_then(Line::step).map(|(job, _)| job)),
            Event::LastLines { since, until } => {
                self.tell_last_lines(from, until.or_else(|| line.map(|line| line.number)), since);
            }
            Event::ScopeEnds => self.context(from).scope = None,
            Event::ScopeForgiven { name } => self.forgive(from, name),
            Event::Consequence { name, kind } => self.consequence(from, runner, line, name, kind),
            Event::Besides { name, kind } => self.besides(from, runner, line, name, kind),
            Event::Sign(strength) => self.sign(line, strength),
            Event::CommandSucceeded => self.forgive_stream(),
            Event::JobSucceeded => self.last_word.job_succeeded(),
            Event::Stopped(text) => self.stopped_inside(text),
            Event::Bound => self.bound(),
            Event::LastWord => self.last_word_fails(line),
            Event::SaysPassed => self.says_passed(),
            Event::Hint(strength) => self.hint(line, strength),
        }
    }

    #[expect(clippy::too_many_arguments, reason = "the fields of one event")]
    pub(super) fn finished(
        &mut self,
        from: usize,
        runner: Runner,
        id: TestId<'_>,
        outcome: Outcome,
        grade: Grade,
        attempt: Attempt,
        alias: &str,
    ) {
        let at = match outcome {
            Outcome::Failed(_) => self.section_that_knows(from, id, alias),
            _ => None,
        };
        let at = at.unwrap_or_else(|| self.ensure_section(from, runner));
        let Some(section) = self.sections.get_mut(at) else { return };
        section.has_tests = true;
        section.finish(id);
        self.latest.see(id);
        let located = &mut section.located;
        match outcome {
            Outcome::Passed => located.passed.up(1),
            Outcome::Skipped => located.skipped.up(1),
            Outcome::Other => located.other.up(1),
            Outcome::Failed(kind) => {
                if let Some(roster) = &mut self.roster {
                    roster.ends();
                }
                self.claim(from, at, id, kind, grade, attempt, alias);
                if let Subject::Failure(failure) = self.context(from).subject {
                    self.times.see_failure(failure);
                }
                return;
            }
        }
        self.times.see(id);
        if let Some(roster) = &mut self.roster {
            roster.see(at, id, outcome);
        }
        if (located.failed > 0 || located.unnamed > 0) && outcome == Outcome::Passed {
            passed_later(section, &mut self.failures, self.bound, at, id);
        }
        self.context(from).subject = Subject::Nothing;
    }

    fn open_block(&mut self, from: usize, runner: Runner, line: Option<&Line<'_>>, block: Block<'_>) {
        match block {
            Block::Test { id, kind } => {
                let at = self
                    .section_that_knows(from, id, "")
                    .unwrap_or_else(|| self.ensure_section(from, runner));
                if let Some(section) = self.sections.get_mut(at) {
                    section.has_tests = true;
                }
                self.claim(from, at, id, kind, Grade::Block, 0, "");
            }
            Block::Whole { name, kind } => {
                let id = TestId::bare(name);
                let at = self
                    .section_that_knows(from, id, "")
                    .unwrap_or_else(|| self.ensure_section(from, runner));
                self.claim(from, at, id, kind, Grade::Block, 0, "");
            }
            Block::More { name } => {
                let context = self.context(from);
                let places = [context.section, context.last_closed];
                let found =
                    places.into_iter().flatten().find_map(|at| self.failures.find_shown(short(at), name));
                self.context(from).subject = found.map_or(Subject::Nothing, Subject::Failure);
            }
            Block::Diagnostic { place, code, message } => {
                let printed = line.and_then(|line| place.printed_column(line.judged()));
                self.diagnostic(from, runner, Diagnosed { place, printed, code, message });
            }
            Block::Warning { key } => {
                // A warning of the runner itself is not output of its tests.
                let own = |at: &usize| self.sections.get(*at).is_some_and(|section| section.from == from);
                let section = self.owner().filter(|at| !own(at));
                let added = self.warnings.add(runner, key, section);
                self.context(from).subject = added.map_or(Subject::Nothing, Subject::Warning);
            }
        }
    }

    fn keep_section_line(&mut self, from: usize, line: Option<&Line<'_>>, event: Event<'_>) {
        let Some(stored) = self.store_heading(line) else { return };
        let context = self.context(from);
        let (current, closed) = (context.section, context.last_closed);
        if event == Event::Group {
            let free =
                |report: &Self, at: usize| report.sections.get(at).is_some_and(|each| each.group.is_none());
            match current {
                Some(at) if free(self, at) => {
                    if let Some(section) = self.sections.get_mut(at) {
                        section.group = Some(Box::new(stored));
                    }
                }
                _ => self.context(from).next_group = Some(stored),
            }
        } else if let Some(section) = current.or(closed).and_then(|at| self.sections.get_mut(at)) {
            section.rerun = Some(Box::new(stored));
        }
    }

    fn section_ended(&mut self, from: usize, how: Ended) {
        let Some(at) = self.context(from).section else { return };
        match how {
            Ended::Passed | Ended::Failed => self.close_by_line(at, how),
            Ended::Crash | Ended::Replaced if self.is_shared(at) => self.ended_together(at, how),
            Ended::Crash | Ended::Replaced => {
                if let Some(section) = self.sections.get_mut(at) {
                    section.ended = Some(how);
                }
                self.settle(at);
            }
        }
    }
}
