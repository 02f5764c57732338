//! What unchanged lines say, when a prefix was cut off before the text that is judged.

use super::Scanner;
use crate::event::{Event, Listener, Strength};
use crate::recognize::unknown::generic::{Generic, Memory};
use crate::text::Line;

impl Scanner {
    /// What the rest says of an unchanged line.
    pub(in crate::recognize) fn rest_says(
        &self,
        line: &Line<'_>,
        memory: &mut Memory,
    ) -> Option<Event<'static>> {
        self.generic.judge(line, memory)
    }

    /// What the rest says of the current line, unchanged.
    pub(in crate::recognize) const fn whole(&self) -> Option<Event<'static>> {
        self.whole
    }

    /// Sets what the rest says of the next line together with its prefix.
    pub(in crate::recognize) const fn set_whole(&mut self, whole: Option<Event<'static>>) {
        self.whole = whole;
    }

    /// Reports that a line has a sign of a failure, whichever recognizer claims its text.
    pub(in crate::recognize) fn signs(&self, line: &Line<'_>, listener: &mut dyn Listener) {
        let sign = Event::Sign(Strength::Outcome);
        listener.event(self.recognizers.len(), Generic::RUNNER, Some(line), sign);
    }

    /// Reports that a line that was judged before, and that no recognizer claimed, has a sign of a failure.
    pub(in crate::recognize) fn missed(&self, number: u64, listener: &mut dyn Listener) {
        let line = Line { number, ..Line::of("") };
        listener.event(self.recognizers.len(), Generic::RUNNER, Some(&line), Event::LastWord);
    }
}
