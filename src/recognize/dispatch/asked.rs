//! A recognizer as the scanner asks it.

use crate::event::{Class, Event, Level, Listener, Opened, Runner, Seen, Sink, Totals};
use crate::recognize::recognizer::{Attention, Recognizer};
use crate::text::Line;

/// A recognizer, and what is known of it without asking.
pub(super) struct Asked {
    /// None until it is asked: of one stream most never are.
    recognizer: Option<Box<dyn Recognizer>>,
    new: fn() -> Box<dyn Recognizer>,
    pub(super) runner: Runner,
    /// Whether it wants every line.
    pub(super) attends: bool,
    /// Whether its last section began by its own header and was not ended by it.
    pub(super) owns: bool,
    /// Whether that section may have ended with what it reported last.
    pub(super) ended: bool,
    /// Whether it has reported anything of a run so far. Before that it merely looks out: what it takes for the inside of
    /// a block may be anybody's.
    pub(super) heard: bool,
    /// The number of the last line about which it was asked, and of the last of which it reported anything new.
    pub(super) seen: u64,
    pub(super) reported: u64,
}

impl Asked {
    /// This one, which has seen nothing yet.
    pub(super) fn of(recognizer: Box<dyn Recognizer>, new: fn() -> Box<dyn Recognizer>) -> Self {
        let runner = recognizer.runner();
        Self { recognizer: Some(recognizer), ..Self::unmade(runner, new) }
    }

    /// Another one of the same kind.
    pub(super) fn sibling(&self) -> Self {
        Self::unmade(self.runner, self.new)
    }

    fn unmade(runner: Runner, new: fn() -> Box<dyn Recognizer>) -> Self {
        Self {
            recognizer: None,
            new,
            runner,
            attends: false,
            owns: false,
            ended: false,
            heard: false,
            seen: 0,
            reported: 0,
        }
    }

    /// The recognizer itself.
    #[inline]
    pub(super) fn recognizer(&mut self) -> &mut dyn Recognizer {
        &mut **self.recognizer.get_or_insert_with(self.new)
    }

    /// It saw a line: whether it wants every line from now on and did not, or the other way round.
    #[inline]
    pub(super) fn update_attention(&mut self) -> bool {
        let every = self.recognizer().attention() == Attention::Every;
        std::mem::replace(&mut self.attends, every) != every
    }

    /// It judges a line; whether a run ended there, too.
    #[inline]
    pub(super) fn line(&mut self, from: usize, line: &Line<'_>, listener: &mut dyn Listener) -> (Seen, bool) {
        let Self { recognizer, new, runner, owns, ended, heard, reported, seen: judged, .. } = self;
        let runner = *runner;
        *judged = line.number;
        let mut relay =
            Relay { from, runner, line: Some(line), listener, owns, ended, heard, reported, closed: false };
        let seen = recognizer.get_or_insert_with(*new).line(line, &mut relay);
        (seen, relay.closed)
    }

    /// It judges a line after one that it claimed, if that is its own for sure and `free` says that nobody else has to
    /// see it.
    #[inline]
    pub(super) fn read_on(
        &mut self,
        from: usize,
        line: &Line<'_>,
        listener: &mut dyn Listener,
        free: &mut dyn FnMut() -> bool,
    ) -> Option<Class> {
        let Self { recognizer, new, runner, owns, ended, heard, reported, seen: judged, .. } = self;
        let runner = *runner;
        let mut relay =
            Relay { from, runner, line: Some(line), listener, owns, ended, heard, reported, closed: false };
        let class = recognizer.get_or_insert_with(*new).read_on(line, &mut relay, free)?;
        debug_assert!(!relay.closed, "a run ended on the short way");
        *judged = line.number;
        Some(class)
    }

    /// A step of a CI begins with a line.
    pub(super) fn step_begins(&mut self, from: usize, line: &Line<'_>, listener: &mut dyn Listener) {
        let Self { recognizer, new, runner, owns, ended, heard, reported, .. } = self;
        let runner = *runner;
        let mut relay =
            Relay { from, runner, line: Some(line), listener, owns, ended, heard, reported, closed: false };
        recognizer.get_or_insert_with(*new).step_begins(line, &mut relay);
    }

    /// A CI marked the line, and nobody claimed it.
    pub(super) fn marked(&mut self, from: usize, line: &Line<'_>, listener: &mut dyn Listener) -> Seen {
        let Self { recognizer, new, runner, owns, ended, heard, reported, .. } = self;
        let runner = *runner;
        let mut relay =
            Relay { from, runner, line: Some(line), listener, owns, ended, heard, reported, closed: false };
        recognizer.get_or_insert_with(*new).marked(line, &mut relay)
    }

    /// The stream ended.
    pub(super) fn end(&mut self, from: usize, listener: &mut dyn Listener) {
        let Self { recognizer: Some(recognizer), runner, owns, ended, heard, reported, .. } = self else {
            return;
        };
        let runner = *runner;
        let mut relay =
            Relay { from, runner, line: None, listener, owns, ended, heard, reported, closed: false };
        recognizer.end(&mut relay);
    }

    /// Another one of the same kind takes its place. Totals for which it waited belong to the run that it read.
    pub(super) fn replace(&mut self, from: usize, listener: &mut dyn Listener) {
        let mut late = LateTotals::default();
        if let Some(mut recognizer) = self.recognizer.take() {
            recognizer.end(&mut late);
        }
        if let Some(totals) = late.0 {
            listener.declared_inside(from, self.runner, &totals);
        }
        (self.owns, self.ended, self.heard) = (false, false, false);
    }
}

/// The last totals of a run that was output of another.
#[derive(Default)]
struct LateTotals(Option<Totals>);

impl Sink for LateTotals {
    fn emit(&mut self, event: Event<'_>) {
        if let Event::Declared { totals, level: Level::Section } = event {
            self.0 = Some(totals);
        }
    }
}

/// Hands a recognizer's events on, and notes what they tell of it.
struct Relay<'a, 'b> {
    from: usize,
    runner: Runner,
    line: Option<&'a Line<'b>>,
    listener: &'a mut dyn Listener,
    owns: &'a mut bool,
    ended: &'a mut bool,
    heard: &'a mut bool,
    reported: &'a mut u64,
    closed: bool,
}

/// Whether an event tells no more than what is open: further text of it, its place, or that it is over.
const fn goes_on(event: Event<'_>) -> bool {
    matches!(
        event,
        Event::Text(_)
            | Event::Decoded { .. }
            | Event::At { .. }
            | Event::Column(_)
            | Event::Message(_)
            | Event::Restated { .. }
            | Event::BlockClosed
    )
}

impl Sink for Relay<'_, '_> {
    fn emit(&mut self, event: Event<'_>) {
        if !goes_on(event) {
            *self.reported = self.line.map_or(u64::MAX, |line| line.number);
        }
        self.closed |= matches!(event, Event::SectionEnded(_) | Event::Declared { .. });
        match event {
            Event::SectionStarted { opened, .. } => {
                *self.owns |= opened == Opened::Own;
                (*self.ended, *self.heard) = (false, true);
            }
            Event::SectionEnded(_) => *self.owns = false,
            Event::MayHaveEnded => *self.ended = true,
            Event::MayHaveBegun
            | Event::ScopeBegins
            | Event::Consequence { .. }
            | Event::Besides { .. }
            | Event::Declared { .. } => *self.heard = true,
            Event::Started(_) | Event::Finished { .. } | Event::Counted { .. } | Event::BlockOpened(_) => {
                (*self.ended, *self.heard) = (false, true);
            }
            _ => {}
        }
        self.listener.event(self.from, self.runner, self.line, event);
    }
}
