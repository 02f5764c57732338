//! Lines of `-v`: a test's description, its result, and what it prints between them.

use super::names::Name;
use super::unittest::{AGAIN, ATTEMPT, FATAL, Unittest, remember};
use super::unittest_lines::{ends_with_result, split_result, word};
use crate::budget::Count as _;
use crate::event::{Class, Event, Grade, Outcome, Seen};
use crate::recognize::kit::Run;
use crate::recognize::kit::scan;

impl Unittest {
    /// A line of `-v`: a description and a result, one of them, or a docstring with the result.
    pub(super) fn verbose(&mut self, text: &str, described: Option<Name>, run: &mut Run<'_>) -> Option<Seen> {
        if let Some((before, after)) = split_result(text) {
            // Before Python 3.11 a test with subtests says nothing after its name, and the next follows on its line.
            let whole = match scan::find(before, " ... ") {
                Some(_) => before.rsplit(" ... ").next().unwrap_or(before),
                None => before,
            };
            let name = Name::read(whole).filter(|_| run.is_running() || Name::is_certain(whole));
            if let Some(name) = name.or(described) {
                return Some(self.result(name, after, run));
            }
        }
        if let Some(name) = Name::read(text) {
            let certain = Name::is_certain(text);
            self.described = certain.then_some(name);
            return (certain && run.is_running()).then_some(Seen::Mine(Class::Noise));
        }
        if self.flight.is_some()
            && let Some(outcome) = word(text.trim_end())
        {
            let name = self.flight.take()?;
            self.leave_next_run(run);
            return Some(self.finished(name, outcome, run));
        }
        None
    }

    /// What follows ` ... ` after a description.
    fn result(&mut self, name: Name, after: &str, run: &mut Run<'_>) -> Seen {
        // nose2 writes the reason of a skip without quotes.
        let skipped = after.trim_start().starts_with("skipped ").then_some(Outcome::Skipped);
        let outcome = word(after.trim()).or(skipped);
        self.open_once(run);
        self.leave_next_run(run);
        let base = name.base();
        if !name.is_fixture() && outcome != Some(Outcome::Skipped) && self.last != base {
            self.begun.up(1);
            self.last = base;
        }
        if let Some(outcome) = outcome {
            self.flight = None;
            return self.finished(name, outcome, run);
        }
        self.flight = Some(name);
        self.landed = ends_with_result(after);
        if let Some(at) = after.find(FATAL) {
            return self.died(after.get(at..).unwrap_or(after), run);
        }
        if after.trim().is_empty() { Seen::Mine(Class::Noise) } else { Seen::No }
    }

    /// A result of `-v`.
    fn finished(&mut self, mut name: Name, outcome: Outcome, run: &mut Run<'_>) -> Seen {
        let outcome = match outcome {
            Outcome::Failed(_) => Outcome::Failed(name.kind()),
            other => other,
        };
        if matches!(outcome, Outcome::Failed(_)) {
            let base = name.base();
            let plain = name.method() == name.name;
            if plain && self.reported.contains(&base) {
                remember(&mut self.torn, base);
                name.mark(AGAIN);
            } else {
                if plain {
                    remember(&mut self.whole, base.clone());
                }
                remember(&mut self.reported, base);
            }
        }
        run.emit(Event::Finished { id: name.id(), outcome, grade: Grade::Line, attempt: ATTEMPT, alias: "" });
        match outcome {
            Outcome::Passed => {
                self.passed.up(1);
                Seen::Mine(Class::Passed)
            }
            Outcome::Skipped => Seen::Mine(Class::Skipped),
            Outcome::Other => Seen::Mine(Class::Other),
            Outcome::Failed(_) => {
                run.emit(Event::Heading);
                Seen::Mine(Class::Detail)
            }
        }
    }
}
