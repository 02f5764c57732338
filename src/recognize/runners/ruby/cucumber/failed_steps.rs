//! `--- Failed steps:` of Behat's progress form and of godog: each scenario that failed, its step below it, and the error
//! below that. Older Behats reported the steps alone. The forms are those that Behat's own features and godog's tests expect.
//!
//! An error may hold such a list itself, set in deeper, or with numbers that do not go on.

use super::claims;
use super::cucumber::Cucumber;
use super::cucumber_lines::{self, Named};
use super::entry::TELLING_LINES;
use crate::budget::Count as _;
use crate::event::{Class, Part, Seen};
use crate::recognize::kit::Run;
use crate::recognize::kit::clip::indent;
use crate::recognize::kit::scan;

/// The failure that is being read.
#[derive(Debug, Default)]
pub(super) struct FailedSteps {
    /// A scenario's line came last: its step follows.
    heads: bool,
    /// Lines of its error.
    lines: u32,
    /// The number of the last scenario, and how far its step is set in.
    number: u64,
    indent: Option<usize>,
}

/// The line that heads the list.
pub(super) fn is_head(text: &str) -> bool {
    text == "--- Failed steps:"
}

/// Reads `001 Scenario: turns a liner away   # features/berths.feature:11` with its number, and godog's without one.
fn scenario(text: &str) -> Option<(Option<u64>, Named<'_>)> {
    let (number, head) = match scan::number(text) {
        Some((number, rest)) => (Some(number), rest.strip_prefix(' ')?),
        None => (None, text.strip_prefix("  ").filter(|rest| !rest.starts_with(' '))?),
    };
    Some((number, cucumber_lines::scenario(head)?))
}

/// Reads `    Then 2 berths are taken # features/berths.feature:13`.
fn step(text: &str) -> Option<Named<'_>> {
    let (step, at) = text.rsplit_once(" # ")?;
    (indent(text) >= 4).then_some((cucumber_lines::place(at)?, step.trim()))
}

impl FailedSteps {
    /// The scenario that the line tells, when it is the list's own.
    fn scenario<'a>(&mut self, text: &'a str) -> Option<Named<'a>> {
        let (number, named) = scenario(text)?;
        let next = self.number.saturating_add(1);
        if number.is_some_and(|number| number != next) {
            return None;
        }
        self.number = next;
        Some(named)
    }

    /// The step that the line tells, when it is the list's own: all are set in alike.
    fn step<'a>(&mut self, text: &'a str) -> Option<Named<'a>> {
        let named = step(text)?;
        (*self.indent.get_or_insert(indent(text)) == indent(text)).then_some(named)
    }
}

impl Cucumber {
    /// A line of the list; `None` when it is over.
    pub(super) fn failed_step(&mut self, text: &str, run: &mut Run<'_>) -> Option<Seen> {
        if text.is_empty() {
            // A message may hold an empty line.
            return Some(Seen::Mine(Class::Noise));
        }
        if text.starts_with("--- ") && text.ends_with(':') {
            self.end_failed_steps(run);
            return None;
        }
        if let Some(named) = self.failed_steps.scenario(text) {
            self.failed_steps.heads = true;
            return Some(self.fail(named, run));
        }
        if let Some(named) = self.failed_steps.step(text) {
            if !std::mem::take(&mut self.failed_steps.heads) {
                return Some(self.fail(named, run));
            }
            run.at(named.0);
            return Some(run.text(Part::Why));
        }
        if !run.is_open() {
            return Some(Seen::No);
        }
        let bare = text.trim_start();
        run.message(bare.strip_prefix("Error: ").unwrap_or(bare));
        let lines = &mut self.failed_steps.lines;
        lines.up(1);
        Some(run.text(if *lines > TELLING_LINES { Part::Where } else { Part::Why }))
    }

    /// A failure begins with the current line.
    fn fail(&mut self, named: Named<'_>, run: &mut Run<'_>) -> Seen {
        let (file, name) = self.claims.add(named);
        self.failed_steps.lines = 0;
        run.fail(claims::id(&file, &name))
    }

    /// The list of failed steps ends, and the failure that is open.
    pub(super) fn end_failed_steps(&mut self, run: &mut Run<'_>) {
        self.failed_steps = FailedSteps::default();
        run.close();
    }
}
