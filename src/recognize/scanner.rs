//! Gives every line to the recognizers that have to see it, and lets the report hear what they say.
//!
//! Recognizers with an open block are asked first, outermost first; a line that is merely inside a block is offered
//! to the others too, because another runner may have begun there. What a found header or verdict means inside
//! another section is for the report to decide.

use std::rc::Rc;

use super::generic::Generic;
use super::prefilter::{Mask, Prefilter, bit};
use super::recognizer::{Attention, Recognizer};
use super::registry;
use crate::event::{Class, Event, Listener, Opened, Runner, Seen, Sink, Strength};
use crate::text::Line;

/// All recognizers over one stream.
pub struct Scanner {
    recognizers: Vec<Box<dyn Recognizer>>,
    prefilter: Rc<Prefilter>,
    generic: Rc<Generic>,
    /// The one runner whose recognizers are asked, when it was named.
    only: Option<String>,
    /// The recognizers that want every line, in the order in which they began to.
    attentive: Vec<usize>,
    /// The recognizers whose last section began by its own header and was not ended by them.
    owning: Mask,
}

impl std::fmt::Debug for Scanner {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Scanner").field("attentive", &self.attentive).finish_non_exhaustive()
    }
}

struct Relay<'a, 'b> {
    from: usize,
    runner: Runner,
    line: Option<&'a Line<'b>>,
    listener: &'a mut dyn Listener,
    owning: &'a mut Mask,
}

impl Sink for Relay<'_, '_> {
    fn emit(&mut self, event: Event<'_>) {
        match event {
            Event::SectionStarted { opened: Opened::Own, .. } => *self.owning |= bit(self.from),
            Event::SectionEnded(_) => *self.owning &= !bit(self.from),
            _ => {}
        }
        self.listener.event(self.from, self.runner, self.line, event);
    }
}

impl Default for Scanner {
    fn default() -> Self {
        Self::new(None)
    }
}

impl Scanner {
    /// A scanner with all recognizers, or with those of one runner only.
    #[must_use]
    pub fn new(only: Option<&str>) -> Self {
        let recognizers = recognizers(only);
        let prefilter = Rc::new(Prefilter::new(&recognizers));
        Self {
            recognizers,
            prefilter,
            generic: Rc::default(),
            only: only.map(str::to_owned),
            attentive: Vec::new(),
            owning: 0,
        }
    }

    /// Another scanner of the same recognizers that has seen nothing yet.
    #[must_use]
    pub fn sibling(&self) -> Self {
        Self {
            recognizers: recognizers(self.only.as_deref()),
            prefilter: Rc::clone(&self.prefilter),
            generic: Rc::clone(&self.generic),
            only: self.only.clone(),
            attentive: Vec::new(),
            owning: 0,
        }
    }

    /// How many recognizers there are: the numbers of their events are below, and one more is the rest's.
    #[must_use]
    pub const fn recognizers(&self) -> usize {
        self.recognizers.len()
    }

    /// Judges one line.
    pub fn line(&mut self, line: &Line<'_>, listener: &mut dyn Listener) {
        // The shape of a pass decides alone: whoever else wants every line has nothing to learn from it.
        let early = self.prefilter.pass(line).map(|number| (number, self.ask(number, line, listener)));
        if let Some((_, Seen::Mine(Class::Passed))) = early {
            listener.judged(line, Class::Passed);
            return;
        }
        let mut class = None;
        let mut asked: Mask = 0;
        let mut inside = None;
        let mut position = 0;
        while let Some(number) = self.attentive.get(position).copied() {
            asked |= bit(number);
            let seen = match early {
                Some((asked, seen)) if asked == number => seen,
                _ => self.ask(number, line, listener),
            };
            match seen {
                Seen::Mine(mine) => {
                    class = Some(mine);
                    break;
                }
                Seen::Inside(mine) => inside = inside.or(Some(mine)),
                Seen::No => {}
            }
            // Asking may have taken the recognizer off the list.
            if self.attentive.get(position) == Some(&number) {
                position = position.saturating_add(1);
            }
        }
        if class.is_none() && !line.text.is_empty() {
            class = self.ask_others(line, asked, early, inside, listener);
        }
        listener.judged(line, class.or(inside).unwrap_or(Class::Other));
    }

    fn ask_others(
        &mut self,
        line: &Line<'_>,
        asked: Mask,
        early: Option<(usize, Seen)>,
        inside: Option<Class>,
        listener: &mut dyn Listener,
    ) -> Option<Class> {
        let mut asked = asked;
        if let Some((number, seen)) = early
            && asked & bit(number) == 0
        {
            asked |= bit(number);
            if let Seen::Mine(mine) | Seen::Inside(mine) = seen {
                return Some(inside.unwrap_or(mine));
            }
        }
        let mut mask = self.prefilter.candidates(line) & !asked;
        let mut merely = None;
        while mask != 0 {
            let number = usize::try_from(mask.trailing_zeros()).unwrap_or(usize::MAX);
            mask &= mask.wrapping_sub(1);
            match self.ask(number, line, listener) {
                Seen::Mine(mine) => return Some(inside.unwrap_or(mine)),
                Seen::Inside(mine) => merely = merely.or(Some(mine)),
                Seen::No => {}
            }
        }
        let free = merely.is_none() && inside.is_none();
        let event = if free {
            self.generic.judge(line)
        } else {
            // What is part of a failure or of totals is shown as such.
            let told = matches!(merely.or(inside), Some(Class::Detail | Class::Totals));
            (!told && self.generic.hints(line)).then_some(Event::Hint(Strength::Slight))
        };
        if let Some(event) = event {
            listener.event(self.recognizers.len(), Generic::RUNNER, Some(line), event);
        }
        merely
    }

    fn ask(&mut self, number: usize, line: &Line<'_>, listener: &mut dyn Listener) -> Seen {
        let Some(recognizer) = self.recognizers.get_mut(number) else { return Seen::No };
        let mut relay = Relay {
            from: number,
            runner: recognizer.runner(),
            line: Some(line),
            listener,
            owning: &mut self.owning,
        };
        let seen = recognizer.line(line, &mut relay);
        let every = recognizer.attention() == Attention::Every;
        let listed = self.attentive.iter().position(|each| *each == number);
        match (every, listed) {
            (true, None) => {
                // Who merely looks out for more stands behind a section that has begun.
                let owns = |each: &usize| self.owning & bit(*each) != 0;
                let behind = self.attentive.iter().position(|each| owns(&number) && !owns(each));
                self.attentive.insert(behind.unwrap_or(self.attentive.len()), number);
            }
            (false, Some(at)) => {
                self.attentive.remove(at);
            }
            (true, Some(_)) | (false, None) => {}
        }
        seen
    }

    /// The stream ended.
    pub fn end(&mut self, listener: &mut dyn Listener) {
        for (number, recognizer) in self.recognizers.iter_mut().enumerate() {
            let runner = recognizer.runner();
            recognizer.end(&mut Relay {
                from: number,
                runner,
                line: None,
                listener,
                owning: &mut self.owning,
            });
        }
    }
}

fn recognizers(only: Option<&str>) -> Vec<Box<dyn Recognizer>> {
    let mut recognizers = registry::all();
    if let Some(name) = only {
        recognizers.retain(|recognizer| registry::answers_to(recognizer.runner(), name));
    }
    recognizers
}
