//! A line that may be the first of several streams, until the lines after it decide.

use super::held::Held;
use crate::text::Line;
use crate::text::channel::names::{Form, Found};

/// A line that waits for those after it.
#[derive(Debug)]
pub(super) struct Waiting {
    pub(super) form: Form,
    pub(super) name: Box<str>,
    pub(super) certain: bool,
    pub(super) length: usize,
    pub(super) held: Held,
}

impl Waiting {
    pub(super) fn of(line: &Line<'_>, found: &Found<'_>) -> Self {
        Self {
            form: found.form,
            name: found.name.into(),
            certain: found.is_certain(),
            length: found.length,
            held: Held::of(line),
        }
    }

    pub(super) fn line(&self) -> Line<'_> {
        self.held.line()
    }

    /// The text after the prefix.
    pub(super) fn rest(&self) -> &str {
        self.held.text.get(self.length..).unwrap_or_default()
    }
}

/// Whether lines of this form may prove that there are several streams.
pub(super) fn may_be_first(found: &Found<'_>) -> bool {
    matches!(found.form, Form::Bars | Form::Scoped | Form::Brackets)
}

/// Whether consecutive lines of one form are enough to believe it.
pub(super) fn is_evidence(lines: &[Waiting]) -> bool {
    let Some(first) = lines.first() else { return false };
    let repeated = lines
        .iter()
        .enumerate()
        .any(|(at, line)| lines.iter().skip(at.saturating_add(1)).any(|other| other.name == line.name));
    match first.form {
        Form::Scoped => lines.len() >= 2,
        Form::Bars => {
            let column = |line: &Waiting| line.held.text.find('|');
            let aligned = lines.iter().all(|line| column(line) == column(first));
            let certain = lines.iter().all(|line| line.certain);
            // The rows of a table have more bars, and so has the source in a compiler's message.
            let barred = lines.iter().any(|line| line.rest().contains(" | "));
            let plain = if barred { certain && repeated } else { certain || repeated };
            lines.len() >= 3 && aligned && plain
        }
        Form::Brackets => {
            // One name in brackets may be a task or a thread of one process, but hardly from the first line on.
            let several = lines.iter().any(|line| line.name != first.name);
            let certain = lines.iter().all(|line| line.certain) || first.held.number == 1;
            // Words in brackets alone on one line are a heading, as Nightwatch writes above a suite.
            let same = |name: &str| lines.iter().filter(|line| *line.name == *name).count();
            let heading = |line: &Waiting| {
                line.name.starts_with(|first: char| first.is_ascii_uppercase()) && same(&line.name) == 1
            };
            lines.len() >= 4 && repeated && (several || certain) && !lines.iter().any(heading)
        }
        Form::Colon
        | Form::Task
        | Form::Script
        | Form::Step
        | Form::CloudStep
        | Form::Job
        | Form::Arrow
        | Form::Level
        | Form::AntTask
        | Form::Log
        | Form::Vercel
        | Form::Label
        | Form::Numbered
        | Form::Stripped => false,
    }
}
