//! The interfaces between reading lines and reporting what was read out of them.

use super::{Class, Event, Outcome, Runner, Stream, TestId, Totals};
use crate::text::{After, Line};

/// The number under which events of documents and report files are reported: no recognizer has it.
pub const DOCUMENT: usize = usize::MAX;

/// Where a recognizer puts its events.
pub trait Sink {
    /// Takes one event about the current line.
    fn emit(&mut self, event: Event<'_>);
}

/// Reads lines that are passes and nothing else: reports their tests in order, and returns which lines they were.
pub type ReadPasses<'a> = dyn FnMut(&mut dyn FnMut(TestId<'_>)) -> After + 'a;

/// Receives what the recognizers read: it is the interface of the report.
pub trait Listener {
    /// An event of one recognizer about the current line. `from` numbers the recognizers.
    fn event(&mut self, from: usize, runner: Runner, line: Option<&Line<'_>>, event: Event<'_>);
    /// The line has been judged by all recognizers that want it.
    fn judged(&mut self, line: &Line<'_>, class: Class);
    /// The current line is this passed test's and says nothing else: the event and the class in one.
    fn passed(&mut self, from: usize, runner: Runner, line: &Line<'_>, id: TestId<'_>) {
        self.event(from, runner, Some(line), Event::finished(id, Outcome::Passed));
        self.judged(line, Class::Passed);
    }
    /// Passes right after the line of this number. When each line has to be reported by itself, `read` is not called, and
    /// no line is taken.
    fn passes(&mut self, from: usize, number: u64, read: &mut ReadPasses<'_>) -> After {
        let _ = (from, number, read);
        After::default()
    }
    /// A number that changes when the listener wants its turn before the next line is judged.
    fn turn(&self) -> u64 {
        0
    }
    /// A recognizer in the middle of a run that was output of another run, which has ended: what comes next is not part
    /// of it. Each recognizer is returned once.
    fn begins_anew(&mut self) -> Option<usize> {
        None
    }
    /// Totals of a run that was output of another run, from a recognizer that held them and begins again.
    fn declared_inside(&mut self, from: usize, runner: Runner, totals: &Totals) {
        let _ = (from, runner, totals);
    }
    /// From now on lines are read as lines of a stream. Some of its lines came before and were read unchanged: no run has
    /// what those say of failures.
    fn joined_late(&mut self) {}
    /// There are more streams than are kept apart: `apart` of them are, and the later ones are read as one.
    fn mixed(&mut self, apart: usize) {
        let _ = apart;
    }
    /// The unclaimed lines with which the stream ends so far, the last one first, at most a few: their numbers and texts,
    /// without blank lines.
    fn last_unclaimed(&self) -> Vec<(u64, Box<str>)> {
        Vec::new()
    }
    /// What comes next belongs to this stream. A section owns lines of its own stream.
    fn stream(&mut self, stream: Stream) {
        let _ = stream;
    }
}

#[cfg(test)]
impl Sink for Vec<String> {
    /// Keeps the event as text, so that two ways of reading can be compared.
    fn emit(&mut self, event: Event<'_>) {
        self.push(format!("{event:?}"));
    }
}
