//! What a recognizer is: the one interface between the scanner and the runners.

use super::Ahead;
use crate::event::{Class, Runner, Seen, Sink, TestId};
use crate::text::Line;

/// Which lines a recognizer has to see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attention {
    /// Only lines that begin with one of its starts, hold one of its literals, or have one of its pass shapes.
    Signs,
    /// Every line, because a block or a section is open whose end only the recognizer knows.
    Every,
}

/// The shape of a line that tells a pass and nothing else; such a line goes to its recognizer alone.
#[derive(Clone, Copy, Debug)]
pub struct PassShape {
    /// How the line begins after blanks and a CI's prefix; may be empty.
    pub start: &'static str,
    /// How it ends, trailing blanks aside; at least two bytes.
    pub end: &'static str,
}

impl PassShape {
    /// Whether a line may have both shapes.
    #[must_use]
    pub fn meets(&self, other: &Self) -> bool {
        let begin = self.start.starts_with(other.start) || other.start.starts_with(self.start);
        let end = self.end.ends_with(other.end) || other.end.ends_with(self.end);
        begin && end
    }
}

/// What the prefilter looks for on behalf of a recognizer.
#[derive(Clone, Copy, Debug, Default)]
pub struct Signs {
    /// Beginnings of lines after blanks and a CI's prefix, each of at least 2 bytes. Any number.
    pub starts: &'static [&'static str],
    /// What is after the whole number with which a line begins, after the same (`) Failure:`), each of at least 2 bytes. Any
    /// number.
    pub numbered: &'static [&'static str],
    /// Literals inside lines, case-sensitive, each of at least 4 bytes and specific. The recognizers share 32.
    pub inside: &'static [&'static str],
    /// Lines of passing tests.
    pub passes: &'static [PassShape],
    /// Asks for lines that begin with a path and a line number (`src/a.c:12:`, `C:\a.cs(3,4)`).
    pub path: bool,
}

/// Endings of source files of languages that one family of tools alone reads: a place in such a file concerns nobody else.
pub const ENDINGS: [&str; 17] = [
    "go", "py", "js", "mjs", "cjs", "ts", "mts", "tsx", "jsx", "java", "kt", "rb", "php", "cs", "ex", "exs",
    "scala",
];

/// Turns the lines of one runner into events.
///
/// A recognizer is a state machine of bounded size. It never fails, never drops a line and never sees a limit.
pub trait Recognizer {
    /// The runner's name.
    fn runner(&self) -> Runner;

    /// What the prefilter looks for. Constant over the recognizer's life.
    fn signs(&self) -> Signs;

    /// Whether lines that begin with a place in a file of this one of `ENDINGS` concern it, when it asked for paths.
    /// It sees them all the same when it wants every line, or when something else on them asks for it.
    fn reads(&self, ending: &str) -> bool {
        let _ = ending;
        true
    }

    /// Which lines it has to see next.
    fn attention(&self) -> Attention {
        Attention::Signs
    }

    /// Whether the line that begins its run comes once in each: where it comes again, word for word, the run above it died.
    fn has_one_header(&self) -> bool {
        true
    }

    /// How the header begins that each of its runs has once, whatever follows on its line.
    fn heads(&self) -> &'static [&'static str] {
        &[]
    }

    /// See [`Runner::passed`](super::kit::Runner::passed).
    fn passed<'a>(&mut self, line: &Line<'a>) -> Option<TestId<'a>> {
        let _ = line;
        None
    }

    /// See [`Runner::passes`](super::kit::Runner::passes).
    fn passes(&mut self, ahead: &mut Ahead<'_>, reported: &mut dyn FnMut(TestId<'_>)) {
        let _ = (ahead, reported);
    }

    /// Judges a line (or a row of a line that was drawn over) and emits what it reads out of it.
    fn line(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen;

    /// See [`Runner::read_on`](super::kit::Runner::read_on).
    fn read_on(
        &mut self,
        line: &Line<'_>,
        sink: &mut dyn Sink,
        free: &mut dyn FnMut() -> bool,
    ) -> Option<Class> {
        let _ = (line, sink, free);
        None
    }

    /// See [`Runner::passes_over`](super::kit::Runner::passes_over).
    fn passes_over(&mut self, line: &Line<'_>) -> bool {
        let _ = line;
        false
    }

    /// See [`Runner::step_begins`](super::kit::Runner::step_begins).
    fn step_begins(&mut self, line: &Line<'_>, sink: &mut dyn Sink) {
        let _ = (line, sink);
    }

    /// See [`Runner::marked`](super::kit::Runner::marked).
    fn marked(&mut self, line: &Line<'_>, sink: &mut dyn Sink) -> Seen {
        let _ = (line, sink);
        Seen::No
    }

    /// The stream ended: closes what only the recognizer knows to be open. There is no current line; `Text`,
    /// `Heading`, `Group` and `Rerun` are ignored here.
    fn end(&mut self, sink: &mut dyn Sink) {
        let _ = sink;
    }
}
