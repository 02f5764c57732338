//! A log that begins amid or after the details of what failed: `npx ava | tail -40`.
//!
//! A frame `› test/cart.js:4:7` ends the details of a failure and nothing else of AVA's, so titles follow, three blank lines
//! below it, up to the rule and the numbers. A rule alone proves nothing until numbers of failures are below it.
//! The first title may have been cut off, and in a run of one file titles are like any text: the numbers count them.

use super::ava::{Ava, SEPARATOR, State};
use super::ava_lines::{Printed, count, printed};
use crate::event::{Class, Event, FailureKind, Grade, Opened, Outcome, Seen, TestId, Totals};
use crate::recognize::kit::Run;
use crate::recognize::kit::frames::error_text::{ErrorText, place_of};

/// Blank lines before the title of another failure.
const BETWEEN: u32 = 3;

/// Where such a log is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Cut {
    #[default]
    No,
    /// Among the details of failures.
    Details,
    /// After a rule: numbers may follow.
    Rule,
}

impl Ava {
    /// A line outside of a run that has text.
    pub(super) fn outside(&mut self, indent: usize, blank: u32, text: &str, run: &mut Run<'_>) -> Seen {
        match (self.cut, indent) {
            (Cut::No | Cut::Details, 2) if printed(text) == Some(Printed::Rule) => {
                self.end_block(run);
                self.cut = Cut::Rule;
                Seen::No
            }
            (Cut::Details, 2) if blank >= BETWEEN && text.contains(SEPARATOR) => {
                self.end_block(run);
                self.begin(run);
                run.emit(Event::Finished {
                    id: TestId::split_last(text, SEPARATOR),
                    outcome: Outcome::Failed(FailureKind::Test),
                    grade: Grade::Listed,
                    attempt: 0,
                    alias: "",
                });
                run.emit(Event::Heading);
                self.error = Some(ErrorText::default());
                Seen::Mine(Class::Detail)
            }
            (Cut::Details, _) if self.error.is_some() && indent >= 2 => self.body(text, run),
            (Cut::No, 2) if text.strip_prefix("› ").is_some_and(|frame| place_of(frame).is_some()) => {
                self.cut = Cut::Details;
                Seen::No
            }
            (Cut::Details, _) => {
                // Frames of the stack are deeper, what else is not indented is none of AVA's.
                if indent < 2 {
                    self.end_block(run);
                    self.cut = Cut::No;
                }
                Seen::No
            }
            (Cut::Rule, 2) => {
                self.cut = Cut::No;
                let mut totals = Totals::default();
                let begin = blank == 1 && count(text, &mut totals);
                if !begin || totals.failed.is_none() && totals.errors.is_none() {
                    return Seen::No;
                }
                self.begin(run);
                (self.state, self.totals, self.counted) = (State::Numbers, totals, true);
                run.emit(Event::MayHaveEnded);
                Seen::Mine(Class::Totals)
            }
            _ => {
                self.cut = Cut::No;
                Seen::No
            }
        }
    }

    fn begin(&mut self, run: &mut Run<'_>) {
        if !std::mem::replace(&mut self.begun, true) {
            run.emit(Event::SectionStarted { opened: Opened::Headless, announced: None, label: "" });
        }
    }
}
