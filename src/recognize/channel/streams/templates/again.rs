//! A line that was judged unchanged before its prefix was known, and whose text is read again.

use crate::event::{Class, Event, Listener, Runner, Stream};
use crate::text::Line;

/// Reports what recognizers read in such a line. Its signs were reported before, and it is counted already.
pub(super) struct Replay<'a>(pub(super) &'a mut dyn Listener);

impl Replay<'_> {
    /// The line as it is read again, without its counts: it was counted before, under a class of its own.
    pub(super) const fn line(line: Line<'_>) -> Line<'_> {
        Line { chars: 0, escaped: 0, ..line }
    }
}

impl Listener for Replay<'_> {
    fn event(&mut self, from: usize, runner: Runner, line: Option<&Line<'_>>, event: Event<'_>) {
        match event {
            Event::Sign(_) | Event::Hint(_) | Event::LastWord | Event::SaysPassed | Event::CommandFailed => {}
            event => self.0.event(from, runner, line, event),
        }
    }

    fn judged(&mut self, line: &Line<'_>, class: Class) {
        self.0.judged(&Line { last_row: false, ..*line }, class);
    }

    fn turn(&self) -> u64 {
        self.0.turn()
    }

    fn begins_anew(&mut self) -> Option<usize> {
        self.0.begins_anew()
    }

    fn joined_late(&mut self) {
        self.0.joined_late();
    }

    fn last_unclaimed(&self) -> Vec<(u64, Box<str>)> {
        self.0.last_unclaimed()
    }

    fn stream(&mut self, stream: Stream) {
        self.0.stream(stream);
    }
}
