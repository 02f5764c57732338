//! RSpec's report: the lists of pending and of failed examples, and errors outside of examples.

use super::body::Body;
use super::rspec::{ATTEMPT, POINTS, Rspec, State, id};
use super::rspec_lines;
use crate::budget::Count as _;
use crate::event::{Block, Class, Event, FailureKind, Grade, Outcome, Seen};
use crate::recognize::kit::Run;
use crate::recognize::kit::bounds::NAMES;
use crate::recognize::kit::hspec::FAILED_CODE;
use crate::recognize::kit::points;

/// So many lines of others may be amid the list of failures, one after the other: what a process prints to its other
/// output while RSpec reports. After more of them the list is taken up again by its next number.
const MOST_STRAYS: u8 = 3;

impl Rspec {
    /// Whether a line amid the list of failures is somebody else's, and the list goes on after it.
    fn is_stray(&mut self, text: &str) -> bool {
        self.strays.up(1);
        let own = rspec_lines::is_own(text) || points::begins(text, POINTS);
        self.strays <= MOST_STRAYS && !text.starts_with(' ') && !own
    }

    /// The next failure of a list that others' lines broke off, perhaps in the middle of one.
    pub(super) fn next_of_list(&mut self, text: &str, run: &Run<'_>) -> Option<Seen> {
        let last = self.list?;
        let (number, _) = rspec_lines::heading(text)?;
        if !(1..=2).contains(&number.saturating_sub(last)) {
            return None;
        }
        self.state = State::Named(number, text.trim_end().to_owned());
        Some(if run.is_running() { Seen::Mine(Class::Detail) } else { Seen::No })
    }

    /// In the list of pending examples.
    pub(super) fn pending(&mut self, last: u64, text: &str, run: &mut Run<'_>) -> Seen {
        if let Some((number, description)) = rspec_lines::heading(text)
            && number == last.saturating_add(1)
        {
            Self::open(run);
            self.state = State::Pending(number);
            let (id, outcome) = (id(description), Outcome::Skipped);
            run.emit(Event::Finished { id, outcome, grade: Grade::Block, attempt: ATTEMPT, alias: "" });
            return Seen::Mine(Class::Skipped);
        }
        if text.starts_with("    ") || text.trim().is_empty() {
            self.state = State::Pending(last);
            if last == 0 {
                return Seen::No;
            }
            let reason = text.trim_start();
            let reason = reason.starts_with("# ") && rspec_lines::frame(reason).is_none();
            return Seen::Mine(if reason { Class::Skipped } else { Class::Other });
        }
        self.run(text, run)
    }

    /// Below `Failures:`.
    pub(super) fn failures(&mut self, last: u64, text: &str, run: &mut Run<'_>) -> Seen {
        if let Some((number, _)) = rspec_lines::heading(text)
            && number == last.saturating_add(1)
        {
            self.state = State::Named(number, text.trim_end().to_owned());
            return if run.is_running() { Seen::Mine(Class::Detail) } else { Seen::No };
        }
        if text.trim().is_empty() {
            self.state = State::Failures(last);
            return if run.is_running() { Seen::Mine(Class::Noise) } else { Seen::No };
        }
        if self.is_stray(text) {
            self.state = State::Failures(last);
            return Seen::No;
        }
        self.run(text, run)
    }

    /// The first line below a number: RSpec shows the code that failed, or says that there are several failures, or that
    /// none came that was expected.
    pub(super) fn named(&mut self, number: u64, heading: &str, text: &str, run: &mut Run<'_>) -> Seen {
        let content = text.trim();
        // Serverspec says first where it ran.
        let first = [FAILED_CODE, "Got ", "Expected pending ", "Unable to ", "On host `"];
        let usual = text.starts_with("     ") && first.iter().any(|word| content.starts_with(word));
        // After a failure that is RSpec's the list goes on, however the next one begins: Crystal's does not show the code of
        // an exception.
        let goes_on = number > 1 && self.list > Some(0) && (content.is_empty() || text.starts_with("     "));
        if !usual && !goes_on {
            if self.is_stray(text) {
                self.state = State::Named(number, heading.to_owned());
                return Seen::No;
            }
            return self.run(text, run);
        }
        let Some((_, description)) = rspec_lines::heading(heading) else { return Seen::No };
        (self.list, self.strays) = (Some(number), 0);
        if number == 1 && !self.parallel {
            self.earlier.append(&mut self.latest);
        }
        Self::open(run);
        self.blocks.up(1);
        let description = description.strip_suffix(" FIXED").unwrap_or(description);
        let name = self.again(description);
        if self.latest.len() < NAMES {
            self.latest.push(name.clone());
        }
        run.emit(Event::BlockOpened(Block::Test { id: id(&name), kind: FailureKind::Test }));
        run.emit(Event::Instead(heading));
        run.emit(Event::Heading);
        let mut body = Body::default();
        let seen = body.line(text, run);
        self.state = State::Body(number, body);
        seen
    }

    /// In the text of a failure: it is indented, whatever it holds.
    pub(super) fn body(&mut self, number: u64, mut body: Body, text: &str, run: &mut Run<'_>) -> Seen {
        if let Some((next, _)) = rspec_lines::heading(text)
            && next == number.saturating_add(1)
        {
            body.finish(run);
            run.emit(Event::BlockClosed);
            self.state = State::Named(next, text.trim_end().to_owned());
            return Seen::Mine(Class::Detail);
        }
        if text.trim().is_empty() || text.starts_with("    ") {
            let seen = body.line(text, run);
            self.state = State::Body(number, body);
            self.strays = 0;
            return seen;
        }
        if self.is_stray(text) {
            self.state = State::Body(number, body);
            return Seen::No;
        }
        body.finish(run);
        run.emit(Event::BlockClosed);
        self.run(text, run)
    }

    /// In the text of an error outside of examples, which is at the margin.
    pub(super) fn outside_body(&mut self, mut body: Body, text: &str, run: &mut Run<'_>) -> Seen {
        let line = text.trim_end();
        let ends = line == "No examples found."
            || rspec_lines::outside(line).is_some()
            || rspec_lines::is_finished(line)
            || line == "Failures:"
            || line.starts_with("Pending: (")
            || line.starts_with("Randomized with seed ")
            || line.starts_with("Run options:")
            || (!line.is_empty() && line.bytes().all(|byte| POINTS.as_bytes().contains(&byte)));
        if ends {
            body.finish(run);
            run.emit(Event::BlockClosed);
            return if line == "No examples found." { Seen::Mine(Class::Noise) } else { self.run(text, run) };
        }
        let seen = body.line(text, run);
        self.state = State::Outside(body);
        seen
    }
}
