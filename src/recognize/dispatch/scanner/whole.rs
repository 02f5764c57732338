//! What lines say as they are, when something was cut off before the text that is judged.

use super::Scanner;
use crate::event::{Event, Listener, Strength};
use crate::recognize::unknown::generic::{Generic, Memory};
use crate::text::Line;

impl Scanner {
    /// What the rest says of a line as it is.
    pub(in crate::recognize) fn rest_says(
        &self,
        line: &Line<'_>,
        memory: &mut Memory,
    ) -> Option<Event<'static>> {
        self.generic.judge(line, memory)
    }

    /// What the rest says of the current line as it is.
    pub(in crate::recognize) const fn whole(&self) -> Option<Event<'static>> {
        self.whole
    }

    /// Says what the rest says of the lines to come together with what was cut off before them.
    pub(in crate::recognize) const fn set_whole(&mut self, whole: Option<Event<'static>>) {
        self.whole = whole;
    }

    /// Tells that a line says of a failure, whoever claims its text.
    pub(in crate::recognize) fn signs(&self, line: &Line<'_>, listener: &mut dyn Listener) {
        let sign = Event::Sign(Strength::Outcome);
        listener.event(self.recognizers.len(), Generic::RUNNER, Some(line), sign);
    }

    /// Tells that a line which was judged before and which nobody claimed says of a failure.
    pub(in crate::recognize) fn missed(&self, number: u64, listener: &mut dyn Listener) {
        let line = Line { number, ..Line::of("") };
        listener.event(self.recognizers.len(), Generic::RUNNER, Some(&line), Event::LastWord);
    }
}
