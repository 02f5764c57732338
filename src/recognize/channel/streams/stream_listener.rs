//! How a stream with a name is reported: its events count as those of further recognizers.

use crate::event::{Class, Event, Listener, Runner};
use crate::text::Line;

/// Reports a stream's events as those of further recognizers, about the line as it was printed.
pub(super) struct StreamListener<'a, 'b> {
    pub(super) listener: &'a mut dyn Listener,
    pub(super) printed: Option<&'a Line<'b>>,
    /// The number of the stream's first recognizer.
    pub(super) first: usize,
    pub(super) name: &'a str,
}

impl Listener for StreamListener<'_, '_> {
    fn event(&mut self, from: usize, runner: Runner, line: Option<&Line<'_>>, event: Event<'_>) {
        let event = match event {
            Event::SectionStarted { opened, announced, label: "" } => {
                Event::SectionStarted { opened, announced, label: self.name }
            }
            event => event,
        };
        let line = line.and(self.printed);
        self.listener.event(self.first.saturating_add(from), runner, line, event);
    }

    fn judged(&mut self, line: &Line<'_>, class: Class) {
        self.listener.judged(self.printed.unwrap_or(line), class);
    }

    fn begins_anew(&mut self) -> Option<usize> {
        std::iter::from_fn(|| self.listener.begins_anew()).find_map(|number| number.checked_sub(self.first))
    }
}
