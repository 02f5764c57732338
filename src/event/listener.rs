//! Between whoever reads lines and whoever hears what was read out of them.

use super::{Class, Event, Outcome, Runner, Stream, TestId, Totals};
use crate::text::{After, Line};

/// The number under which events of documents and report files are reported: no recognizer has it.
pub const DOCUMENT: usize = usize::MAX;

/// Where a recognizer puts its events.
pub trait Sink {
    /// Takes one event about the current line.
    fn emit(&mut self, event: Event<'_>);
}

/// Reads lines that are passes and nothing else: tells their tests in order, and returns which lines they were.
pub type ReadPasses<'a> = dyn FnMut(&mut dyn FnMut(TestId<'_>)) -> After + 'a;

/// Who hears what the recognizers read: the report, seen from below.
pub trait Listener {
    /// An event of one recognizer about the current line. `from` numbers the recognizers.
    fn event(&mut self, from: usize, runner: Runner, line: Option<&Line<'_>>, event: Event<'_>);
    /// The line has been judged by everybody who asked for it.
    fn judged(&mut self, line: &Line<'_>, class: Class);
    /// The current line is this passed test's and says nothing else: the event and the class in one.
    fn passed(&mut self, from: usize, runner: Runner, line: &Line<'_>, id: TestId<'_>) {
        self.event(from, runner, Some(line), Event::finished(id, Outcome::Passed));
        self.judged(line, Class::Passed);
    }
    /// Passes right after the line of this number. `read` is not called, and nothing is taken, where each line has to be
    /// reported by itself.
    fn passes(&mut self, from: usize, number: u64, read: &mut ReadPasses<'_>) -> After {
        let _ = (from, number, read);
        After::default()
    }
    /// A number that changes when it is the listener's turn to do something before the next line is judged.
    fn turn(&self) -> u64 {
        0
    }
    /// A recognizer in the middle of a run that was the output of another, which has ended: what comes next is none of it.
    /// Each is given once.
    fn begins_anew(&mut self) -> Option<usize> {
        None
    }
    /// Totals of a run that was the output of another, by a recognizer that waited with them and begins anew.
    fn declared_inside(&mut self, from: usize, runner: Runner, totals: &Totals) {
        let _ = (from, runner, totals);
    }
    /// From now on lines are read as a stream's of which some before were read as they are: what those say of failures is
    /// nobody's.
    fn joined_late(&mut self) {}
    /// More streams came than are kept apart: this many are, and those after them were read as one.
    fn mixed(&mut self, apart: usize) {
        let _ = apart;
    }
    /// The lines with which the stream ends so far and which nobody claimed, the last one first, at most a few: their
    /// numbers and texts, blank ones left out.
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
    /// Writes the event down, so that two ways of reading can be compared.
    fn emit(&mut self, event: Event<'_>) {
        self.push(format!("{event:?}"));
    }
}
