//! What a CI says in the prefix of a line: where a step begins, and that the line is an error or a warning.
//!
//! The prefix is no part of a line's text, so no recognizer asks for it. One reads what a CI itself writes; it hears of each
//! step, and gets the lines with such a mark that nobody else claims.

use super::Scanner;
use crate::event::{Class, Listener, Runner, Seen};
use crate::text::Line;

/// Who reads what a CI itself writes.
pub(super) const CI: Runner = Runner("ci");

/// The step that the lines belong to: a job and a step as they stand before each of its lines.
#[derive(Debug, Default)]
pub(super) struct Step(String);

impl Step {
    /// Whether the line begins another step: its names are others than those before, or its mark begins the group of a command.
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
    /// Hears what the prefix of a line says of the CI's steps.
    #[inline(never)]
    pub(super) fn heed_prefix(&mut self, line: &Line<'_>, listener: &mut dyn Listener) {
        let (Some(number), step) = (self.ci.0, &mut self.ci.1) else { return };
        if step.begins(line)
            && let Some(asked) = self.recognizers.get_mut(number)
        {
            asked.step_begins(number, line, listener);
        }
    }

    /// Asks who reads what a CI itself writes about a line that nobody claimed.
    pub(super) fn ask_ci(&mut self, line: &Line<'_>, listener: &mut dyn Listener) -> Option<Class> {
        let number = self.ci.0?;
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
