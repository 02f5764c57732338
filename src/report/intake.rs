//! Events become claims: what each event of the vocabulary does to the report.

use super::failures::State;
use super::report::{Report, Subject};
use super::section::SectionState;
use super::stored::Stored;
use crate::event::{
    Attempt, Block, Class, Ended, Event, FailureKind, Grade, Level, Opened, Outcome, Place, Runner, TestId,
};
use crate::text::Line;

/// The most lines of one piece of decoded text.
const DECODED_LINES: usize = 2000;

fn short(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

/// The shown name of a diagnostic, and the key by which it counts once.
fn diagnostic_names(place: Place<'_>, code: &str, message: &str) -> (String, String) {
    let shown = match place.line {
        Some(line) => format!("{}:{line}", place.file),
        None => place.file.to_owned(),
    };
    let key = format!("{shown}\u{1f}{}", if code.is_empty() { message } else { code });
    (shown, key)
}

impl Report {
    pub(super) fn take(&mut self, from: usize, runner: Runner, line: Option<&Line<'_>>, event: Event<'_>) {
        match event {
            Event::SectionStarted { opened, announced, label } => {
                let at = self.open_section(from, runner, opened);
                if let Some(section) = self.sections.get_mut(at) {
                    section.announced = announced;
                    section.label = label.into();
                    section.has_tests = true;
                }
            }
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
            }
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
                        *slot = slot.saturating_add(more);
                    }
                }
            }
            Event::BlockOpened(block) => self.open_block(from, runner, block),
            Event::Heading => {
                if let Subject::Failure(at) = self.context(from).subject
                    && let Some(stored) = self.store_heading(line)
                {
                    self.failures.set_heading(at, stored);
                }
            }
            Event::Instead(text) => self.instead = Some(text.into()),
            Event::Withdrawn(id) => self.withdraw(from, id),
            Event::Text(part) => {
                let Some(line) = line else { return };
                match self.context(from).subject {
                    Subject::Failure(at) => {
                        let stored = self.store(line, Class::Detail);
                        self.failures.add_line(at, part, stored);
                    }
                    Subject::Warning(at) => {
                        let stored = self.store(line, Class::Warning);
                        self.warnings.add_line(at, stored);
                    }
                    Subject::Nothing => {}
                }
            }
            Event::Decoded { part, text } => {
                let Subject::Failure(at) = self.context(from).subject else { return };
                for (index, piece) in text.lines().take(DECODED_LINES).enumerate() {
                    let mut stored = Stored::decoded(piece, Class::Detail);
                    if let (0, Some(line)) = (index, line) {
                        let own = self.store(line, Class::Detail);
                        stored = Stored { number: own.number, chars: own.chars, class: own.class, ..stored };
                    }
                    self.failures.add_line(at, part, stored);
                }
            }
            Event::Reason(reason) => {
                let text = format!("skipped: {reason}");
                self.keep_skip(Stored::decoded(&text, Class::Skipped));
            }
            Event::At { place, better } => {
                self.place_diagnostic(from, place);
                if let Subject::Failure(at) = self.context(from).subject {
                    self.failures.set_place(at, place, better);
                }
            }
            Event::Message(message) => {
                if let Subject::Failure(at) = self.context(from).subject {
                    self.failures.set_message(at, message);
                }
            }
            Event::BlockClosed => self.context(from).subject = Subject::Nothing,
            Event::Group | Event::Rerun => self.keep_section_line(from, line, event),
            Event::Declared { totals, level } => match level {
                Level::Suite => {}
                Level::Section => self.declared(from, runner, totals),
                Level::Run => self.run_totals = Some((runner, totals)),
            },
            Event::SectionEnded(how) => self.section_ended(from, how),
            Event::Consequence { name, kind } => self.consequence(from, runner, line, name, kind),
            Event::Sign => self.sign(line),
        }
    }

    pub(super) fn open_section(&mut self, from: usize, runner: Runner, opened: Opened) -> usize {
        if let Some(current) = self.context(from).section
            && self.sections.get(current).is_some_and(|section| section.state == SectionState::Weak)
        {
            self.settle(current);
        }
        let at = self.new_section(runner, from, opened);
        if opened == Opened::Own {
            self.open.push(at);
        }
        let context = self.context(from);
        context.section = Some(at);
        context.subject = Subject::Nothing;
        at
    }

    /// The section that events of a recognizer belong to; a headless one when none is open.
    pub(super) fn ensure_section(&mut self, from: usize, runner: Runner) -> usize {
        match self.context(from).section {
            Some(at) => at,
            None => self.open_section(from, runner, Opened::Headless),
        }
    }

    #[expect(clippy::too_many_arguments, reason = "the fields of one event")]
    fn finished(
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
        let located = &mut section.located;
        match outcome {
            Outcome::Passed => located.passed = located.passed.saturating_add(1),
            Outcome::Skipped => located.skipped = located.skipped.saturating_add(1),
            Outcome::Other => located.other = located.other.saturating_add(1),
            Outcome::Failed(kind) => {
                self.claim(from, at, id, kind, grade, attempt, alias);
                return;
            }
        }
        if located.failed > 0 && outcome == Outcome::Passed {
            self.passed_later(at, id);
        }
        self.context(from).subject = Subject::Nothing;
    }

    /// A closing list may follow the totals: its names belong to the section that was just closed.
    fn section_that_knows(&mut self, from: usize, id: TestId<'_>, alias: &str) -> Option<usize> {
        let context = self.context(from);
        let (current, closed) = (context.section, context.last_closed);
        let knows = |at: usize| {
            let section = short(at);
            self.failures.find(section, id).is_some()
                || (!alias.is_empty() && self.failures.find_shown(section, alias).is_some())
        };
        match (current, closed) {
            (Some(at), _) if knows(at) => Some(at),
            (_, Some(at)) if knows(at) => Some(at),
            _ => None,
        }
    }

    fn passed_later(&mut self, section: usize, id: TestId<'_>) {
        let Some(at) = self.failures.find(short(section), id) else { return };
        let Some(failure) = self.failures.get_mut(at) else { return };
        if failure.state == State::Live {
            failure.state = State::Flaky;
            if let Some(section) = self.sections.get_mut(section) {
                section.located.failed = section.located.failed.saturating_sub(1);
            }
        }
    }

    #[expect(clippy::too_many_arguments, reason = "the fields of one event")]
    fn claim(
        &mut self,
        from: usize,
        section: usize,
        id: TestId<'_>,
        kind: FailureKind,
        grade: Grade,
        attempt: Attempt,
        alias: &str,
    ) {
        let mut found = self.failures.find(short(section), id);
        if let Some(at) = found
            && !alias.is_empty()
        {
            self.unite(section, at, alias);
        }
        if found.is_none() && !alias.is_empty() {
            found = self.failures.find_shown(short(section), alias);
            if let Some(at) = found {
                self.failures.rename(at, id);
            }
        }
        let Some(at) = found else {
            self.add_failure(from, section, id, kind, grade, attempt);
            return;
        };
        self.context(from).subject = Subject::Failure(at);
        let Some(failure) = self.failures.get_mut(at) else { return };
        failure.grade = failure.grade.max(grade);
        if failure.kind == FailureKind::Test {
            failure.kind = kind;
        }
        let again = attempt > failure.attempt && failure.attempt > 0;
        failure.attempt = failure.attempt.max(attempt);
        let revived = matches!(failure.state, State::Flaky | State::Consequence);
        if revived {
            let was_flaky = failure.state == State::Flaky;
            failure.state = State::Live;
            if let Some(section) = self.sections.get_mut(section) {
                section.located.failed = section.located.failed.saturating_add(1);
                if was_flaky {
                    section.located.passed = section.located.passed.saturating_sub(1);
                }
            }
        }
        if again && grade == Grade::Line {
            self.failures.forget_detail(at);
        }
    }

    /// A block told under another name the failure that a status line told under its own: one failure, both texts.
    fn unite(&mut self, section: usize, at: usize, alias: &str) {
        let Some(other) = self.failures.find_shown(short(section), alias).filter(|other| *other != at) else {
            return;
        };
        if self.failures.get(other).is_none_or(|failure| failure.state != State::Live) {
            return;
        }
        self.failures.absorb(at, other, short(section), alias);
        if let Some(section) = self.sections.get_mut(section) {
            section.located.failed = section.located.failed.saturating_sub(1);
        }
    }

    fn withdraw(&mut self, from: usize, id: TestId<'_>) {
        let Some(section) = self.context(from).section else { return };
        let Some(at) = self.failures.find(short(section), id) else { return };
        let Some(failure) = self.failures.get_mut(at).filter(|failure| failure.state == State::Live) else {
            return;
        };
        failure.state = State::Dropped;
        self.failures.forget_detail(at);
        if let Some(section) = self.sections.get_mut(section) {
            section.located.failed = section.located.failed.saturating_sub(1);
        }
    }

    pub(super) fn add_failure(
        &mut self,
        from: usize,
        section: usize,
        id: TestId<'_>,
        kind: FailureKind,
        grade: Grade,
        attempt: Attempt,
    ) {
        let added = self.failures.add(short(section), id, kind, grade, State::Live);
        let Some(record) = self.sections.get_mut(section) else { return };
        match added {
            Some(at) => {
                record.located.failed = record.located.failed.saturating_add(1);
                record.failures.push(short(at));
                if let Some(failure) = self.failures.get_mut(at) {
                    failure.attempt = attempt;
                }
            }
            None => record.located.unnamed = record.located.unnamed.saturating_add(1),
        }
        self.context(from).subject = added.map_or(Subject::Nothing, Subject::Failure);
    }

    fn open_block(&mut self, from: usize, runner: Runner, block: Block<'_>) {
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
            Block::Diagnostic { place, code, message } => self.diagnostic(from, runner, place, code, message),
            Block::Warning { key } => {
                let section = self.open.last().copied();
                let added = self.warnings.add(key, section);
                self.context(from).subject = added.map_or(Subject::Nothing, Subject::Warning);
            }
        }
    }

    /// Diagnostics count once per file, line and code; their shown name is file and line. Until the place is told the
    /// message is the name.
    fn diagnostic(&mut self, from: usize, runner: Runner, place: Place<'_>, code: &str, message: &str) {
        let section = self.ensure_section(from, runner);
        let text = if code.is_empty() { message.to_owned() } else { format!("[{code}] {message}") };
        let (shown, key) = diagnostic_names(place, code, message);
        let placed = !place.file.is_empty();
        let known = if placed { self.failures.find_key(short(section), &key) } else { None };
        if let Some(at) = known {
            self.context(from).subject = Subject::Failure(at);
            return;
        }
        let name = if placed { &shown } else { &text };
        self.add_failure(from, section, TestId::bare(name), FailureKind::Diagnostic, Grade::Block, 0);
        let Subject::Failure(at) = self.context(from).subject else { return };
        self.failures.set_message(at, &text);
        if placed {
            self.failures.alias_key(short(section), &key, at);
            self.failures.set_place(at, place, false);
        } else {
            self.context(from).unplaced = Some((at, code.to_owned(), message.to_owned()));
        }
    }

    /// The place of a diagnostic that had none: now it has its name, unless it was told before.
    fn place_diagnostic(&mut self, from: usize, place: Place<'_>) {
        let subject = self.context(from).subject;
        let Some((at, code, message)) = self.context(from).unplaced.take() else { return };
        if subject != Subject::Failure(at) {
            return;
        }
        let Some(section) = self.failures.get(at).map(|failure| failure.section) else { return };
        let (shown, key) = diagnostic_names(place, &code, &message);
        if self.failures.find_key(section, &key).is_some() {
            self.drop_duplicate(from, at, section);
            return;
        }
        self.failures.rename(at, TestId::bare(&shown));
        self.failures.alias_key(section, &key, at);
    }

    fn drop_duplicate(&mut self, from: usize, at: usize, section: u32) {
        if let Some(failure) = self.failures.get_mut(at) {
            failure.state = State::Dropped;
        }
        self.failures.forget_detail(at);
        if let Some(section) = usize::try_from(section).ok().and_then(|at| self.sections.get_mut(at)) {
            section.located.failed = section.located.failed.saturating_sub(1);
        }
        self.context(from).subject = Subject::Nothing;
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
                        section.group = Some(stored);
                    }
                }
                _ => self.context(from).next_group = Some(stored),
            }
        } else if let Some(section) = current.or(closed).and_then(|at| self.sections.get_mut(at)) {
            section.rerun = Some(stored);
        }
    }

    fn section_ended(&mut self, from: usize, how: Ended) {
        let Some(at) = self.context(from).section else { return };
        match how {
            Ended::Passed | Ended::Failed => self.close_by_line(at, how),
            Ended::Crash | Ended::Replaced => {
                if let Some(section) = self.sections.get_mut(at) {
                    section.ended = Some(how);
                }
                self.settle(at);
            }
        }
    }
}
