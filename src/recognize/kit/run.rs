//! What recognizers of small runners share: a run that is open, the failure that is reported, and the names that came.
//!
//! Knows no shape of any line; each recognizer reads its own.

pub(in crate::recognize) use super::emit::passed_failed;
use super::names::Names;
use crate::event::{
    Block, Event, FailureKind, Grade, Level, Opened, Outcome, Part, Place, Sink, TestId, Totals,
};

/// A run that its runner tells line by line.
#[derive(Debug, Default)]
pub(in crate::recognize) struct Run {
    running: bool,
    names: Names,
    /// A failure's block is open.
    open: bool,
    /// It has a message.
    reported: bool,
    /// It has a place.
    placed: bool,
}

impl Run {
    /// Whether a run is open.
    pub(in crate::recognize) fn is_running(&self) -> bool {
        self.running
    }

    /// Whether a failure is reported.
    pub(in crate::recognize) fn is_open(&self) -> bool {
        self.open
    }

    /// The runner's own header: another run begins.
    pub(in crate::recognize) fn begin(&mut self, announced: Option<u64>, sink: &mut dyn Sink) {
        self.close(sink);
        *self = Self { running: true, ..Self::default() };
        sink.emit(Event::SectionStarted { opened: Opened::Own, announced, label: "" });
    }

    /// A line that shows that a run is open; nothing headed it.
    pub(in crate::recognize) fn open(&mut self, sink: &mut dyn Sink) {
        if !self.running {
            sink.emit(Event::MayHaveBegunBefore);
            self.begin(None, sink);
        }
    }

    /// A test with a result that is no failure.
    pub(in crate::recognize) fn finished(&mut self, id: TestId<'_>, outcome: Outcome, sink: &mut dyn Sink) {
        self.close(sink);
        let name = self.names.next_of(id);
        sink.emit(Event::finished(TestId { name: &name, ..id }, outcome));
    }

    /// A failed test: the current line heads it, and what follows tells why.
    pub(in crate::recognize) fn fail(&mut self, id: TestId<'_>, sink: &mut dyn Sink) {
        self.close(sink);
        let name = self.names.next_of(id);
        let kind = FailureKind::Test;
        sink.emit(Event::BlockOpened(Block::Test { id: TestId { name: &name, ..id }, kind }));
        self.heads(sink);
    }

    /// Something that failed as a whole.
    pub(in crate::recognize) fn fail_whole(&mut self, name: &str, kind: FailureKind, sink: &mut dyn Sink) {
        self.close(sink);
        let name = self.names.next(name);
        sink.emit(Event::BlockOpened(Block::Whole { name: &name, kind }));
        self.heads(sink);
    }

    fn heads(&mut self, sink: &mut dyn Sink) {
        sink.emit(Event::Heading);
        (self.open, self.reported, self.placed) = (true, false, false);
    }

    /// More of a failure that was reported by its name: what follows tells why.
    pub(in crate::recognize) fn more(&mut self, name: &str, sink: &mut dyn Sink) {
        self.close(sink);
        sink.emit(Event::BlockOpened(Block::More { name }));
        (self.open, self.reported, self.placed) = (true, false, false);
    }

    /// A failure of the closing list, with the name under which a block reported it.
    pub(in crate::recognize) fn listed(&mut self, id: TestId<'_>, alias: &str, sink: &mut dyn Sink) {
        self.close(sink);
        let outcome = Outcome::Failed(FailureKind::Test);
        sink.emit(Event::Finished { id, outcome, grade: Grade::Listed, attempt: 0, alias });
        sink.emit(Event::Heading);
    }

    /// The reason of the failure that is reported; the first counts.
    pub(in crate::recognize) fn message(&mut self, message: &str, sink: &mut dyn Sink) {
        let message = message.trim();
        if self.open && !self.reported && !message.is_empty() {
            self.reported = true;
            sink.emit(Event::Message(message));
        }
    }

    /// Where it is; the first place counts.
    pub(in crate::recognize) fn at(&mut self, place: Place<'_>, sink: &mut dyn Sink) {
        if self.open && !std::mem::replace(&mut self.placed, true) {
            sink.emit(Event::At { place, better: false });
        }
    }

    /// The current line tells why; the first one is the message.
    pub(in crate::recognize) fn why(&mut self, text: &str, sink: &mut dyn Sink) {
        if self.open {
            self.message(text, sink);
            sink.emit(Event::Text(Part::Why));
        }
    }

    /// The current line belongs to the failure that is reported.
    pub(in crate::recognize) fn text(&self, part: Part, sink: &mut dyn Sink) {
        if self.open {
            sink.emit(Event::Text(part));
        }
    }

    /// Ends the failure that is reported.
    pub(in crate::recognize) fn close(&mut self, sink: &mut dyn Sink) {
        if std::mem::take(&mut self.open) {
            sink.emit(Event::BlockClosed);
        }
    }

    /// The runner's numbers: the run ends.
    pub(in crate::recognize) fn declare(&mut self, totals: Totals, sink: &mut dyn Sink) {
        self.close(sink);
        sink.emit(Event::Declared { totals, level: Level::Section });
        *self = Self::default();
    }
}
