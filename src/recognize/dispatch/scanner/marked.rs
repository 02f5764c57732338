//! What a CI says in the prefix of a line: where a step begins, and that the line is an error or a warning.
//!
//! The prefix is not part of a line's text, so no recognizer asks for it. One recognizer reads what a CI itself writes.
//! It gets each step, and the lines with such a mark that no other one claims.

use super::Scanner;
use crate::event::{Class, Listener, Runner, Seen};
use crate::recognize::dispatch::asked::Asked;
use crate::text::Line;

/// The recognizer that reads what a CI itself writes.
const CI: Runner = Runner("ci");

/// The recognizer of what a CI itself writes, and the step that the lines belong to.
#[derive(Debug, Default)]
pub(super) struct Ci {
    recognizer: Option<usize>,
    step: Step,
}

impl Ci {
    /// Finds the recognizer of the CI among all.
    pub(super) fn among(recognizers: &[Asked]) -> Self {
        let recognizer = recognizers.iter().position(|each| each.runner == CI);
        Self { recognizer, step: Step::default() }
    }
}

/// The step that the lines belong to: the names of the job and the step, as they are before each of its lines.
#[derive(Debug, Default)]
struct Step(String);

impl Step {
    /// Whether the line begins another step: its names differ from those before, or its mark begins the group of a
    /// command.
    fn begins(&mut self, line: &Line<'_>) -> bool {
        let names = line.step();
        if let Some((job, step)) = names
            && self.0.strip_prefix(job).and_then(|rest| rest.strip_prefix('\t')) != Some(step)
        {
            self.0 = format!("{job}\t{step}");
            return true;
        }
        // A step with a name of its own may run several commands.
        let unnamed = names.is_none_or(|(_, step)| step == "UNKNOWN STEP");
        let group = line.begins_group() && line.text.starts_with("Run ");
        let section = line.before.ends_with("##[section]") && line.text.starts_with("Starting: ");
        unnamed && (group || section)
    }
}

impl Scanner {
    /// Shows a line that is judged elsewhere to one recognizer alone: the others would report it again when the
    /// stream ends.
    pub(in crate::recognize) fn overhear(
        &mut self,
        number: Option<usize>,
        line: &Line<'_>,
        listener: &mut dyn Listener,
    ) -> Option<Seen> {
        let seen = self.ask(number?, line, listener);
        if let Some(number) = self.began.take() {
            self.rise(number);
        }
        Some(seen)
    }

    /// Reads what the prefix of a line, if it has one, says of the CI's steps.
    #[inline]
    pub(super) fn update_prefix(&mut self, line: &Line<'_>, listener: &mut dyn Listener) {
        if !line.before.is_empty() {
            self.update_step(line, listener);
        }
    }

    #[inline(never)]
    fn update_step(&mut self, line: &Line<'_>, listener: &mut dyn Listener) {
        let Some(number) = self.ci.recognizer else { return };
        if self.ci.step.begins(line)
            && let Some(asked) = self.recognizers.get_mut(number)
        {
            asked.step_begins(number, line, listener);
        }
    }

    /// The class of a line that a CI marked as a warning, when no open run has it inside: then no recognizer sees it that
    /// would take it for a failure.
    pub(super) fn warned(
        &mut self,
        line: &Line<'_>,
        inside: Option<Class>,
        listener: &mut dyn Listener,
    ) -> Option<Class> {
        if inside.is_none() && line.is_marked_as_warning() { self.ask_ci(line, listener) } else { None }
    }

    /// The class of a line that a CI marked as an error and no recognizer claimed.
    pub(super) fn marked(
        &mut self,
        line: &Line<'_>,
        free: bool,
        listener: &mut dyn Listener,
    ) -> Option<Class> {
        if free && line.error { self.ask_ci(line, listener) } else { None }
    }

    /// Asks the recognizer that reads what a CI itself writes.
    fn ask_ci(&mut self, line: &Line<'_>, listener: &mut dyn Listener) -> Option<Class> {
        let number = self.ci.recognizer?;
        match self.recognizers.get_mut(number)?.marked(number, line, listener) {
            Seen::Mine(class) | Seen::Inside(class) => Some(class),
            Seen::No => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line<'a>(before: &'a str, text: &'a str) -> Line<'a> {
        Line { before, ..Line::of(text) }
    }

    #[test]
    fn a_step_begins_with_other_names_and_a_command_in_a_step_without_any() {
        let mut step = Step::default();
        let mut begins = |before, text| step.begins(&line(before, text));
        assert!(!begins("2026-01-02T03:04:05Z ", "a"));
        assert!(begins("2026-01-02T03:04:05Z ##[group]", "Run make"));
        assert!(!begins("2026-01-02T03:04:05Z ##[group]", "Operating System"));
        assert!(!begins("", "Run make"));
        assert!(begins("##[section]", "Starting: CmdLine"));
        assert!(begins("quay\tSeed\t2026-01-02T03:04:05Z ", "a"));
        assert!(!begins("quay\tSeed\t2026-01-02T03:04:05Z ##[group]", "Run make"));
        assert!(begins("quay\tTest\t2026-01-02T03:04:05Z ", "a"));
        assert!(begins("quay\tUNKNOWN STEP\t2026-01-02T03:04:05Z ", "a"));
        assert!(begins("quay\tUNKNOWN STEP\t2026-01-02T03:04:05Z ##[group]", "Run make"));
    }
}
