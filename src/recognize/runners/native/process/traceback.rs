//! Python's tracebacks as failures: the last exception of a chain names it.

use super::names::clipped;
use super::process::{Open, Process};
use super::python::{self, Reported};
use super::stack;
use crate::event::{Block, Class, Event, FailureKind, Grade, Outcome, Part, Place, Seen, Sink, TestId};

impl Process {
    pub(super) fn begin_traceback(
        &mut self,
        indent: usize,
        group: bool,
        number: u64,
        sink: &mut dyn Sink,
    ) -> Seen {
        if self.ignored > 0 && self.ignored.saturating_add(1) == number {
            self.ignored = 0;
            self.close(sink);
            self.open = Open::Ignored(indent);
            return Seen::Mine(Class::Other);
        }
        self.close(sink);
        // Until its exception comes.
        let name = self.names.next("Traceback (most recent call last)");
        self.lines = 0;
        sink.emit(Event::BlockOpened(Block::Whole { name: &name, kind: FailureKind::Crash }));
        sink.emit(Event::Heading);
        sink.emit(Event::Text(Part::Where));
        self.open = Open::Python { indent, group, name, place: None, ended: false, headed: true };
        Seen::Mine(Class::Detail)
    }

    pub(super) fn traceback(&mut self, text: &str, sink: &mut dyn Sink) -> Option<Seen> {
        let Open::Python { indent, group, name, place, ended, headed } = &mut self.open else { return None };
        let reported = python::below(text, *indent, *group);
        let detail = Some(Seen::Mine(Class::Detail));
        match reported {
            Reported::Blank => return Some(Seen::Mine(Class::Noise)),
            Reported::Frame(at) => {
                if stack::is_own(at) || place.is_none() {
                    *place = Some((clipped(at.file).to_owned(), at.line));
                }
                sink.emit(Event::Text(if stack::is_own(at) && !*group { Part::Why } else { Part::Where }));
                return detail;
            }
            Reported::Inner => {
                sink.emit(Event::Text(Part::Where));
                return detail;
            }
            Reported::Member(_) => {
                sink.emit(Event::Text(Part::Why));
                return detail;
            }
            Reported::Chain if *ended => {
                *ended = false;
                *place = None;
                *headed = false;
                sink.emit(Event::Decoded { part: Part::Why, text: name });
                sink.emit(Event::Text(Part::Where));
                return detail;
            }
            Reported::Exception(exception) if !*ended => {
                let new = self.names.next(exception);
                sink.emit(Event::Finished {
                    id: TestId::bare(&new),
                    outcome: Outcome::Failed(FailureKind::Crash),
                    grade: Grade::Block,
                    attempt: 0,
                    alias: name,
                });
                sink.emit(Event::Heading);
                if let Some((file, line)) = place {
                    sink.emit(Event::At { place: Place { file, line: *line }, better: true });
                }
                *name = new;
                *ended = true;
                return detail;
            }
            Reported::Head if !*headed => {
                *headed = true;
                sink.emit(Event::Text(Part::Where));
                return detail;
            }
            // A further head without the words of a chain is that of another one.
            Reported::Exception(_) | Reported::Head | Reported::Chain | Reported::Outside => {}
        }
        self.leave(sink)
    }
}
