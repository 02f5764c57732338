//! The state of each recognizer while its events come.

use super::consequence::Scope;
use super::failures::State;
use super::reach::Mark;
use super::report::Report;
use super::stored::Stored;
use crate::event::{DOCUMENT, Opened, Runner};

/// What an event is about that names no failure itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Subject {
    #[default]
    Nothing,
    Failure(usize),
    /// A failure for whose name there is no room.
    Beyond,
    /// A diagnostic that was reported before with its text: only what is new in it is kept.
    Known(usize),
    Warning(usize),
}

/// A diagnostic whose place has not been reported yet.
#[derive(Debug)]
pub(super) struct Unplaced {
    pub subject: Subject,
    pub section: usize,
    pub code: String,
    pub message: String,
}

/// The state of one recognizer's events.
#[derive(Debug, Default)]
pub(super) struct Context {
    pub section: Option<usize>,
    pub last_closed: Option<usize>,
    pub subject: Subject,
    pub next_group: Option<Stored>,
    /// The last diagnostic that has no place yet.
    pub unplaced: Option<Unplaced>,
    /// Where a section may have begun.
    pub mark: Option<Mark>,
    /// The column of the diagnostic whose block opens next.
    pub column: Option<u64>,
    /// Where the scope of its next consequence began.
    pub scope: Option<Scope>,
    /// The step of a CI in which its consequences are.
    pub step: Option<Scope>,
    /// The consequences that were reported in it.
    pub in_step: Vec<usize>,
    /// The consequence that may begin a list.
    pub consequence: Option<usize>,
    /// The last section that it began.
    pub last_begun: Option<usize>,
    /// The tool whose output it reads now, when it reads several tools.
    pub tool: Option<Runner>,
}

impl Report {
    /// From here on the recognizer reads another tool's output: failures of its tools before keep the names of those.
    pub(super) fn tool(&mut self, from: usize, tool: Runner) {
        let context = self.context(from);
        context.tool = Some(tool);
        let Some(at) = context.section else { return };
        let Some(section) = self.sections.get_mut(at).filter(|section| section.runner != tool) else {
            return;
        };
        if section.failures.is_empty() {
            section.runner = tool;
        } else if section.opened == Opened::Headless {
            let context = self.context(from);
            (context.section, context.last_closed, context.subject) = (None, Some(at), Subject::Nothing);
        }
    }

    /// Whether more lines of a section's failures may come although it is closed: one has no reason yet, or is still
    /// read.
    #[must_use]
    pub fn is_read_on(&self, section: usize) -> bool {
        let Some(section) = self.sections.get(section) else { return false };
        let subject = self.contexts.get(section.from).and_then(|context| Some(context.as_ref()?.subject));
        section.failures.iter().filter_map(|at| usize::try_from(*at).ok()).any(|at| {
            let live = self.failures.get(at).filter(|failure| failure.state == State::Live);
            live.is_some_and(|failure| !failure.has_reason())
                || matches!(subject, Some(Subject::Failure(open)) if open == at)
        })
    }

    /// What is known of the recognizer of this number.
    pub(super) fn context(&mut self, from: usize) -> &mut Context {
        if from == DOCUMENT {
            return &mut self.documents.context;
        }
        if self.contexts.len() <= from {
            self.contexts.resize_with(from.saturating_add(1), || None);
        }
        // The vector has just been made long enough.
        let last = self.contexts.len().saturating_sub(1);
        let at = from.min(last);
        let Some(context) = self.contexts.get_mut(at) else { unreachable!("resized above") };
        context.get_or_insert_default()
    }
}
