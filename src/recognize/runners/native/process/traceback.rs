//! Python's tracebacks as failures: the last exception of a chain names it.

use super::names::clipped;
use super::process::{Open, Process};
use super::python::{self, Reported};
use super::stack;
use crate::event::{Class, Event, FailureKind, Grade, Outcome, Part, Place, Seen, TestId};
use crate::recognize::kit::Run;

impl Process {
    pub(super) fn begin_traceback(
        &mut self,
        indent: usize,
        group: bool,
        number: u64,
        run: &mut Run<'_>,
    ) -> Seen {
        if self.ignored > 0 && self.ignored.saturating_add(1) == number {
            self.ignored = 0;
            run.close();
            self.open = Open::Ignored(indent);
            return Seen::Mine(Class::Other);
        }
        // Until its exception comes.
        let name = self.names.next("Traceback (most recent call last)");
        self.lines = 0;
        run.fail_whole(&name, FailureKind::Crash);
        self.open = Open::Python { indent, group, name, place: None, ended: false, headed: true };
        run.text(Part::Where)
    }

    pub(super) fn traceback(&mut self, text: &str, run: &mut Run<'_>) -> Option<Seen> {
        let Open::Python { indent, group, name, place, ended, headed } = &mut self.open else { return None };
        let reported = python::below(text, *indent, *group);
        match reported {
            Reported::Blank => return Some(Seen::Mine(Class::Noise)),
            Reported::Frame(at) => {
                if stack::is_own(at) || place.is_none() {
                    *place = Some((clipped(at.file).to_owned(), at.line));
                }
                let part = if stack::is_own(at) && !*group { Part::Why } else { Part::Where };
                return Some(run.text(part));
            }
            Reported::Inner => return Some(run.text(Part::Where)),
            Reported::Member(_) => return Some(run.text(Part::Why)),
            Reported::Chain if *ended => {
                *ended = false;
                *place = None;
                *headed = false;
                run.emit(Event::Decoded { part: Part::Why, text: name });
                return Some(run.text(Part::Where));
            }
            Reported::Exception(exception) if !*ended => {
                let new = self.names.next(exception);
                run.emit(Event::Finished {
                    id: TestId::bare(&new),
                    outcome: Outcome::Failed(FailureKind::Crash),
                    grade: Grade::Block,
                    attempt: 0,
                    alias: name,
                });
                run.emit(Event::Heading);
                if let Some((file, line)) = place {
                    run.emit(Event::At { place: Place { file, line: *line }, better: true });
                }
                *name = new;
                *ended = true;
                return Some(Seen::Mine(Class::Detail));
            }
            Reported::Head if !*headed => {
                *headed = true;
                return Some(run.text(Part::Where));
            }
            // A further head without the words of a chain is that of another one.
            Reported::Exception(_) | Reported::Head | Reported::Chain | Reported::Outside => {}
        }
        self.leave(run)
    }
}
