//! A recognizer as the scanner asks it.

use std::hash::BuildHasher as _;

use crate::event::{Class, Event, Level, Listener, Opened, Runner, Seen, Sink, Totals};
use crate::recognize::recognizer::{Attention, Recognizer};
use crate::text::Line;

/// A recognizer, and what is known of it without a call.
pub(super) struct Asked {
    /// `None` until it is asked: in one stream most never are.
    recognizer: Option<Box<dyn Recognizer>>,
    new: fn() -> Box<dyn Recognizer>,
    pub(super) runner: Runner,
    /// Whether it wants every line.
    pub(super) attends: bool,
    /// Whether its last section began with its own header, and the recognizer has not ended it.
    pub(super) owns: bool,
    /// Whether that section may have ended with what it reported last.
    pub(super) ended: bool,
    /// Whether it has reported anything of a run so far. Before that it only waits for one: what it takes for the inside
    /// of a block may belong to any tool.
    pub(super) heard: bool,
    /// The number of the last line about which it was asked, and of the last on which it reported anything new.
    pub(super) seen: u64,
    pub(super) reported: u64,
    /// The header with which its last section began.
    opening: Option<Opening>,
}

/// The header with which a run began: where the same text comes again, another run begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Opening {
    length: usize,
    hash: u64,
}

/// The fewest letters and digits of a header: rulers are repeated in any run.
const FEWEST_LETTERS: usize = 5;

impl Opening {
    /// The header of a line that says nothing but that a run begins. A line that is indented or drawn over is part of
    /// something else.
    fn of(line: &Line<'_>) -> Option<Self> {
        let text = line.judged().trim_end();
        let letters = text.bytes().filter(u8::is_ascii_alphanumeric).take(FEWEST_LETTERS).count();
        (line.last_row && !text.starts_with([' ', '\t']) && letters == FEWEST_LETTERS)
            .then(|| Self::hashed(text))
    }

    fn hashed(text: &str) -> Self {
        Self { length: text.len(), hash: foldhash::fast::FixedState::default().hash_one(text) }
    }

    /// Whether a line has the same text.
    #[inline]
    fn is(self, line: &Line<'_>) -> bool {
        // Most lines are shorter.
        line.judged().len() >= self.length && line.last_row && {
            let text = line.judged().trim_end();
            text.len() == self.length && Self::hashed(text) == self
        }
    }
}

impl Asked {
    /// A recognizer that has seen nothing yet.
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
            opening: None,
        }
    }

    /// The recognizer, which is made when it is first needed.
    #[inline]
    pub(super) fn recognizer(&mut self) -> &mut dyn Recognizer {
        &mut **self.recognizer.get_or_insert_with(self.new)
    }

    /// It saw a line. Returns whether it changed between wanting every line and not.
    #[inline]
    pub(super) fn update_attention(&mut self) -> bool {
        let every = self.recognizer().attention() == Attention::Every;
        std::mem::replace(&mut self.attends, every) != every
    }

    #[inline]
    pub(super) fn line(&mut self, from: usize, line: &Line<'_>, listener: &mut dyn Listener) -> Reply {
        self.seen = line.number;
        let open = self.owns && !self.ended;
        let repeats = open && self.opening.is_some_and(|opening| opening.is(line));
        let headed = open && self.recognizer().heads().iter().any(|head| line.judged().starts_with(head));
        let (recognizer, mut relay) = self.relay(from, Some(line), listener);
        let seen = recognizer.line(line, &mut relay);
        let Relay { closed, began, more, .. } = relay;
        if began {
            self.opening = Opening::of(line).filter(|_| !more && self.recognizer().has_one_header());
        }
        // A header in the text of a failure is output.
        let output = matches!(seen, Seen::Mine(Class::Detail) | Seen::Inside(Class::Detail));
        let repeats = headed || (repeats && !output);
        Reply { seen, closed, repeats: repeats && !began && !closed }
    }

    /// The recognizer, and what passes its events on.
    fn relay<'a, 'b>(
        &'a mut self,
        from: usize,
        line: Option<&'a Line<'b>>,
        listener: &'a mut dyn Listener,
    ) -> (&'a mut dyn Recognizer, Relay<'a, 'b>) {
        let Self { recognizer, new, runner, owns, ended, heard, reported, .. } = self;
        let runner = *runner;
        let relay = Relay {
            from,
            runner,
            line,
            listener,
            owns,
            ended,
            heard,
            reported,
            closed: false,
            began: false,
            more: false,
        };
        (&mut **recognizer.get_or_insert_with(*new), relay)
    }

    /// The run ended without its end: another one begins. What it has read and not reported yet is reported, and another
    /// recognizer of the same kind takes its place.
    pub(super) fn cut_off(&mut self, from: usize, line: &Line<'_>, listener: &mut dyn Listener) {
        let nothing = Line { number: line.number, ..Line::of("") };
        let (old, mut relay) = self.relay(from, Some(&nothing), listener);
        old.end(&mut relay);
        self.recognizer = None;
        (self.owns, self.ended, self.heard) = (false, false, false);
    }

    /// It judges a line after one that it claimed, if the line is certainly its own and `free` says that no other
    /// recognizer has to see it.
    #[inline]
    pub(super) fn read_on(
        &mut self,
        from: usize,
        line: &Line<'_>,
        listener: &mut dyn Listener,
        free: &mut dyn FnMut() -> bool,
    ) -> Option<Class> {
        let (recognizer, mut relay) = self.relay(from, Some(line), listener);
        let class = recognizer.read_on(line, &mut relay, free)?;
        debug_assert!(!relay.closed, "a run ended on the short way");
        self.seen = line.number;
        Some(class)
    }

    /// A step of a CI begins with a line.
    pub(super) fn step_begins(&mut self, from: usize, line: &Line<'_>, listener: &mut dyn Listener) {
        let (recognizer, mut relay) = self.relay(from, Some(line), listener);
        recognizer.step_begins(line, &mut relay);
    }

    /// A CI marked the line, and no recognizer claimed it.
    pub(super) fn marked(&mut self, from: usize, line: &Line<'_>, listener: &mut dyn Listener) -> Seen {
        let (recognizer, mut relay) = self.relay(from, Some(line), listener);
        recognizer.marked(line, &mut relay)
    }

    /// The stream ended.
    pub(super) fn end(&mut self, from: usize, listener: &mut dyn Listener) {
        if self.recognizer.is_none() {
            return;
        }
        let (recognizer, mut relay) = self.relay(from, None, listener);
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

/// Passes a recognizer's events on, and remembers what they say of it.
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
    /// Whether a section began with its own header.
    began: bool,
    /// Whether more than that was emitted.
    more: bool,
}

/// What a recognizer made of a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reply {
    pub(super) seen: Seen,
    /// Whether a run ended there.
    pub(super) closed: bool,
    /// Whether the line is the header of its open run again, and it does not report that another one begins.
    pub(super) repeats: bool,
}

/// Whether an event is only about what is open: further text of it, its place, or that it is over.
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

/// Whether an event only says that a run begins.
const fn begins(event: Event<'_>) -> bool {
    matches!(
        event,
        Event::SectionStarted { .. }
            | Event::MayHaveBegun
            | Event::MayHaveBegunBefore
            | Event::BeganThere
            | Event::HeadIsCut
            | Event::SectionLabel(_)
            | Event::Announced(_)
            | Event::Tool(_)
            | Event::Group
            | Event::BlockClosed
    )
}

impl Sink for Relay<'_, '_> {
    fn emit(&mut self, event: Event<'_>) {
        if !goes_on(event) {
            *self.reported = self.line.map_or(u64::MAX, |line| line.number);
        }
        self.closed |= matches!(event, Event::SectionEnded(_) | Event::Declared { .. });
        self.more |= !begins(event);
        match event {
            Event::SectionStarted { opened, .. } => {
                *self.owns |= opened == Opened::Own;
                self.began |= opened == Opened::Own;
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
