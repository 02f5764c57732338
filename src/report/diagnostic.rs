//! Diagnostics as failures: named by their place, counted once per file, line, code and message.

use std::num::NonZeroU32;

use super::context::{Subject, Unplaced};
use super::detail::Detail;
use super::failures::State;
use super::lookup::{Identity, Reported};
use super::report::Report;
use crate::budget::Count as _;
use crate::event::{FailureKind, Grade, Place, Runner, TestId};
use crate::text::Line;

fn short(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

/// A column as it is kept: all that are larger than the type holds are the same.
fn short_column(column: u64) -> NonZeroU32 {
    NonZeroU32::new(u32::try_from(column).unwrap_or(u32::MAX)).unwrap_or(NonZeroU32::MAX)
}

/// A diagnostic as its recognizer reports it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Diagnosed<'a> {
    pub(super) place: Place<'a>,
    /// The column that its line prints after the place.
    pub(super) printed: Option<u64>,
    pub(super) code: &'a str,
    pub(super) message: &'a str,
}

fn shown_name(place: Place<'_>, column: Option<u64>) -> String {
    match (place.line, column) {
        (Some(line), Some(column)) => format!("{}:{line}:{column}", place.file),
        (Some(line), None) => format!("{}:{line}", place.file),
        (None, _) => place.file.to_owned(),
    }
}

/// What distinguishes a diagnostic: diagnostics that are equal in this count once.
struct Known<'a> {
    line: String,
    column: Option<u64>,
    code: &'a str,
    message: &'a str,
}

impl<'a> Known<'a> {
    fn new(place: Place<'_>, column: Option<u64>, code: &'a str, message: &'a str) -> Self {
        Self { line: shown_name(place, None), column, code, message }
    }

    fn key(&self, column: &str) -> String {
        let Self { line, code, message, .. } = self;
        format!("{line}\u{1f}{column}\u{1f}{code}\u{1f}{message}")
    }

    /// The key without the column: of the first diagnostic in any column.
    fn any(&self) -> String {
        self.key("")
    }

    /// The key with its column.
    fn exact(&self) -> String {
        self.key(&self.column.map_or_else(String::new, |column| column.to_string()))
    }
}

impl Report {
    /// Diagnostics count once per file, line, column, code and message: for two unknown names on a line a compiler prints
    /// the same code, and often the same words. Their shown name is file and line, with the column when the first report
    /// had one. Until the place is reported, the message is the name.
    pub(super) fn diagnostic(&mut self, from: usize, runner: Runner, diagnosed: Diagnosed<'_>) {
        let Diagnosed { place, printed, code, message } = diagnosed;
        let section = self.ensure_section(from, runner);
        if let (false, Some(section)) = (code.is_empty(), self.sections.get_mut(section)) {
            section.coded = true;
        }
        let text = if code.is_empty() { message.to_owned() } else { format!("[{code}] {message}") };
        let column = self.context(from).column.take();
        let shown = shown_name(place, column);
        let reported = Known::new(place, column.or(printed), code, message);
        let placed = !place.file.is_empty();
        let known = if placed { self.known_diagnostic(short(section), &reported) } else { None };
        if let Some(at) = known {
            // Reported again, as for a header that many files include: most of its text is known.
            let reported = self.failures.records().get(at).and_then(|failure| failure.detail.as_deref());
            let same =
                |detail: &Detail| detail.message.as_deref() == Some(&*text) && !detail.lines.is_empty();
            self.context(from).subject =
                if reported.is_some_and(same) { Subject::Known(at) } else { Subject::Failure(at) };
            return;
        }
        let name = if placed { &shown } else { &text };
        let exact = reported.exact();
        let identity = if placed { Identity::Key(&exact) } else { Identity::None };
        self.add_failure(
            from,
            section,
            TestId::bare(name),
            FailureKind::Diagnostic,
            Grade::Block,
            0,
            identity,
        );
        let subject = self.context(from).subject;
        if let Subject::Failure(at) = subject {
            self.failures.set_message(at, &text);
            if placed {
                self.know_diagnostic(short(section), &reported, at);
                self.failures.set_place(at, place, false);
            }
        }
        if !placed {
            let unplaced = Unplaced { subject, section, code: code.to_owned(), message: message.to_owned() };
            self.context(from).unplaced = Some(unplaced);
        }
    }

    /// The diagnostic that was reported before: in the same column, or one of the two without any. The first column that
    /// is reported for it is its own.
    fn known_diagnostic(&mut self, section: u32, reported: &Known<'_>) -> Option<usize> {
        let first = self.failures.find_key(section, &reported.any())?;
        let Some(column) = reported.column.map(short_column) else { return Some(first) };
        let own = self.failures.get_mut(first)?.column.get_or_insert(column);
        if *own == column { Some(first) } else { self.failures.find_key(section, &reported.exact()) }
    }

    fn know_diagnostic(&mut self, section: u32, reported: &Known<'_>, at: usize) {
        let any = reported.any();
        if let Some(failure) = self.failures.get_mut(at) {
            failure.column = reported.column.map(short_column);
        }
        if self.failures.find_key(section, &any).is_some() {
            return self.failures.alias_key(section, &reported.exact(), at);
        }
        self.failures.alias_key(section, &any, at);
    }

    /// The place of a diagnostic that had none, with the column if that was reported just before, or is printed. This
    /// gives it its name, unless it was reported before. A column that is reported and not printed is not part of the
    /// name.
    pub(super) fn place_diagnostic(&mut self, from: usize, place: Place<'_>, line: Option<&Line<'_>>) {
        let context = self.context(from);
        let (subject, column) = (context.subject, context.column.take());
        let Some(unplaced) = context.unplaced.take().filter(|unplaced| unplaced.subject == subject) else {
            return;
        };
        let printed = line.and_then(|line| place.printed_column(line.judged()));
        let section = short(unplaced.section);
        let shown = shown_name(place, printed.and(column));
        let reported = Known::new(place, column.or(printed), &unplaced.code, &unplaced.message);
        let known = self.known_diagnostic(section, &reported).is_some();
        match subject {
            Subject::Failure(at) if known => self.drop_duplicate(from, at, section),
            Subject::Failure(at) => {
                self.failures.rename(at, TestId::bare(&shown));
                self.know_diagnostic(section, &reported, at);
            }
            Subject::Beyond => {
                let reported = self.failures.tell_beyond(
                    section,
                    TestId::bare(&shown),
                    Identity::Key(&reported.exact()),
                );
                if (known || reported == Reported::Known)
                    && let Some(section) = self.sections.get_mut(unplaced.section)
                {
                    section.located.unnamed.down(1);
                }
            }
            Subject::Nothing | Subject::Known(_) | Subject::Warning(_) => {}
        }
    }

    fn drop_duplicate(&mut self, from: usize, at: usize, section: u32) {
        if let Some(failure) = self.failures.get_mut(at) {
            failure.state = State::Dropped;
        }
        self.failures.forget_detail(at);
        if let Some(section) = usize::try_from(section).ok().and_then(|at| self.sections.get_mut(at)) {
            section.located.failed.down(1);
        }
        self.context(from).subject = Subject::Nothing;
    }
}
