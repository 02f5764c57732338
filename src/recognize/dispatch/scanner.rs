//! Gives every line to the recognizers that have to see it, and lets the report hear what they say.
//!
//! Recognizers with an open block are asked first, outermost first; a line that is merely inside a block is offered
//! to the others too, because another runner may have begun there. What a found header or verdict means inside
//! another section is for the report to decide.

use std::rc::Rc;

use super::asked::{Asked, Reply};
use super::gathered::Gathered;
use super::mask::Mask;
use super::prefilter::Prefilter;
use super::registry;
use crate::event::{Class, Event, Listener, Runner, Seen, Strength};
use crate::recognize::kit::literals::Clean;
use crate::recognize::kit::scan;
use crate::recognize::unknown::generic::Generic;
use crate::recognize::unknown::{commands, generic, last_word};
use crate::text::Line;

mod marked;
mod short_way;
mod whole;

/// All recognizers over one stream.
pub struct Scanner {
    recognizers: Vec<Asked>,
    prefilter: Rc<Prefilter>,
    generic: Rc<Generic>,
    /// The recognizers that want every line, in the order in which they began to.
    attentive: Vec<usize>,
    /// The same as a set.
    attending: Mask,
    /// The one of them that claimed a line last: most likely it claims the next one, too.
    reading: Option<usize>,
    /// One of them began a section with this line.
    began: Option<usize>,
    /// Who began anew when they had been asked about this line already.
    anew: Mask,
    /// Where none of the prefilter's literals is, and what the rest saw.
    clean: (Clean, generic::Memory),
    /// What the rest says of the current line together with what was cut off before its text.
    whole: Option<Event<'static>>,
    ci: marked::Ci,
    gathered: Gathered,
}

impl std::fmt::Debug for Scanner {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Scanner").field("attentive", &self.attentive).finish_non_exhaustive()
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
        let (recognizers, new): (Vec<_>, Vec<_>) = registry::answering(only).into_iter().unzip();
        let prefilter = Rc::new(Prefilter::new(&recognizers));
        let asked = recognizers.into_iter().zip(new).map(|(recognizer, new)| Asked::of(recognizer, new));
        Self::of(asked.collect(), prefilter, Rc::default())
    }

    /// Another scanner of the same recognizers that has seen nothing yet.
    #[must_use]
    pub fn sibling(&self) -> Self {
        let recognizers = self.recognizers.iter().map(Asked::sibling).collect();
        Self::of(recognizers, Rc::clone(&self.prefilter), Rc::clone(&self.generic))
    }

    fn of(recognizers: Vec<Asked>, prefilter: Rc<Prefilter>, generic: Rc<Generic>) -> Self {
        let ci = marked::Ci::among(&recognizers);
        Self {
            recognizers,
            prefilter,
            generic,
            attentive: Vec::new(),
            attending: Mask::NONE,
            reading: None,
            began: None,
            anew: Mask::NONE,
            clean: Default::default(),
            whole: None,
            ci,
            gathered: Gathered::default(),
        }
    }

    /// How many recognizers there are: the numbers of their events are below, and one more is the rest's.
    #[must_use]
    pub const fn recognizers(&self) -> usize {
        self.recognizers.len()
    }

    /// Whether no recognizer wants every line.
    pub(in crate::recognize) const fn is_idle(&self) -> bool {
        self.attentive.is_empty()
    }

    /// The number of a runner's recognizer.
    pub(in crate::recognize) fn number_of(&self, runner: Runner) -> Option<usize> {
        self.recognizers.iter().position(|asked| asked.runner == runner)
    }

    /// A line that is judged without what is before it: it may be one of a document.
    pub(in crate::recognize) fn gather(&mut self, line: &Line<'_>, listener: &mut dyn Listener) {
        self.gathered.line(line.text, listener);
    }

    /// Judges one line.
    pub fn line(&mut self, line: &Line<'_>, listener: &mut dyn Listener) {
        self.judge(line, listener);
    }

    /// The same; whose it is when it is a pass that was reported the short way.
    #[inline(never)]
    pub(in crate::recognize) fn judge(
        &mut self,
        line: &Line<'_>,
        listener: &mut dyn Listener,
    ) -> Option<usize> {
        self.update_prefix(line, listener);
        let pass = self.prefilter.pass(line);
        match (pass, self.reading) {
            (None, Some(number)) if self.read_on(number, line, listener) => None,
            // The shape of a pass decides alone: whoever else wants every line has nothing to learn from it.
            (Some(number), _) if self.is_alone_or_running(number) && self.passed(number, line, listener) => {
                self.reading = Some(number);
                pass
            }
            _ => {
                self.judge_closely(line, pass, listener);
                None
            }
        }
    }

    /// Judges a line that has the pass shape of this recognizer and has more to say, or that has none.
    #[inline(never)]
    fn judge_closely(&mut self, line: &Line<'_>, pass: Option<usize>, listener: &mut dyn Listener) {
        let mut late = Mask::NONE;
        let early = match pass {
            None => None,
            // Whoever reads already may end with this line: what begins with it begins after that.
            Some(number) if !self.is_alone_or_running(number) => {
                late = Mask::of(number);
                None
            }
            Some(number) => {
                let seen = self.ask(number, line, listener);
                if seen == Seen::Mine(Class::Passed) {
                    self.reading = Some(number);
                    return listener.judged(line, Class::Passed);
                }
                Some((number, seen))
            }
        };
        let mut class = None;
        // Who was asked and is not attentive any more.
        let mut left = Mask::NONE;
        let (mut inside, mut perhaps) = (None, None);
        let mut position = 0;
        while let Some(number) = self.attentive.get(position).copied() {
            let seen = match early {
                Some((asked, seen)) if asked == number => seen,
                _ => self.ask(number, line, listener),
            };
            match seen {
                Seen::Mine(mine) => {
                    class = Some(mine);
                    self.reading = Some(number);
                    break;
                }
                Seen::Inside(mine) if self.was_heard(number) => inside = inside.or(Some(mine)),
                Seen::Inside(mine) => perhaps = perhaps.or(Some(mine)),
                Seen::No => {}
            }
            // Asking may have taken the recognizer off the list.
            if self.attentive.get(position) == Some(&number) {
                position = position.saturating_add(1);
            } else {
                left |= Mask::of(number);
            }
        }
        class = class.or_else(|| self.warned(line, inside, listener));
        let unclaimed = class.is_none() && !line.text.is_empty();
        if matches!(class, None | Some(Class::Detail | Class::Noise)) && commands::is_bound(line) {
            listener.event(self.recognizers.len(), Generic::RUNNER, Some(line), Event::Bound);
        }
        if unclaimed {
            class = self.ask_others(line, left | self.attending, late, early, inside, listener);
        }
        if let Some(number) = self.began.take() {
            self.rise(number);
        }
        while let Some(number) = self.anew.pop() {
            if let Seen::Mine(mine) = self.ask(number, line, listener) {
                class = class.or(Some(mine));
            }
        }
        listener.judged(line, class.or(inside).or(perhaps).unwrap_or(Class::Other));
    }

    fn ask_others(
        &mut self,
        line: &Line<'_>,
        asked: Mask,
        late: Mask,
        early: Option<(usize, Seen)>,
        inside: Option<Class>,
        listener: &mut dyn Listener,
    ) -> Option<Class> {
        let mut asked = asked;
        if let Some((number, seen)) = early
            && !asked.overlaps(Mask::of(number))
        {
            asked |= Mask::of(number);
            match seen {
                Seen::Mine(mine) => return Some(inside.unwrap_or(mine)),
                Seen::Inside(mine) if self.was_heard(number) => return Some(inside.unwrap_or(mine)),
                Seen::Inside(_) | Seen::No => {}
            }
        }
        let begin = scan::after_blanks(line.text);
        // How a line begins tells more than what it holds, and costs less to see.
        let mut merely = None;
        let begins = (self.prefilter.beginning(begin) | late).without(asked);
        if let Some(mine) = self.ask_each(begins, line, &mut merely, listener) {
            return Some(inside.unwrap_or(mine));
        }
        let holds = self.prefilter.holding(line, begin, &mut self.clean.0).without(asked | begins);
        if let Some(mine) = self.ask_each(holds, line, &mut merely, listener) {
            return Some(inside.unwrap_or(mine));
        }
        let free = merely.is_none() && inside.is_none();
        if let mine @ Some(_) = self.marked(line, free, listener) {
            return mine;
        }
        let event = if free {
            let own = self.generic.judge(line, &mut self.clean.1);
            match (own, self.whole) {
                (Some(Event::Sign(_)), _) => own,
                (_, whole @ Some(Event::Sign(_))) => whole,
                (own, whole) => own.or(whole),
            }
        } else {
            // What is part of a failure or of totals is shown as such.
            let reported = matches!(merely.or(inside), Some(Class::Detail | Class::Totals));
            (!reported && self.generic.hints(line)).then_some(Event::Hint(Strength::Slight))
        };
        if let Some(event) = event {
            listener.event(self.recognizers.len(), Generic::RUNNER, Some(line), event);
            if matches!(event, Event::Sign(_)) && Generic::ends_command(line) {
                listener.event(self.recognizers.len(), Generic::RUNNER, Some(line), Event::CommandFailed);
            }
            if matches!(event, Event::Sign(_)) && Generic::stops(line) {
                let stopped = Event::Stopped(line.text);
                listener.event(self.recognizers.len(), Generic::RUNNER, Some(line), stopped);
            }
        }
        merely
    }

    /// Asks all of a set until one says that the line is its own. The first that has the line inside is noted.
    #[inline]
    fn ask_each(
        &mut self,
        mask: Mask,
        line: &Line<'_>,
        merely: &mut Option<Class>,
        listener: &mut dyn Listener,
    ) -> Option<Class> {
        if mask.is_empty() { None } else { self.ask_these(mask, line, merely, listener) }
    }

    fn ask_these(
        &mut self,
        mut mask: Mask,
        line: &Line<'_>,
        merely: &mut Option<Class>,
        listener: &mut dyn Listener,
    ) -> Option<Class> {
        while let Some(number) = mask.pop() {
            match self.ask(number, line, listener) {
                Seen::Mine(mine) => return Some(mine),
                Seen::Inside(mine) if self.was_heard(number) => *merely = merely.or(Some(mine)),
                Seen::Inside(_) | Seen::No => {}
            }
        }
        None
    }

    /// Whether the line is a passed test's and says nothing else to the recognizer whose pass shape it has.
    #[inline]
    fn passed(&mut self, number: usize, line: &Line<'_>, listener: &mut dyn Listener) -> bool {
        let Some(asked) = self.recognizers.get_mut(number) else { return false };
        let Some(id) = asked.recognizer().passed(line) else { return false };
        asked.heard = true;
        listener.passed(number, asked.runner, line, id);
        if asked.update_attention() {
            self.attend(number);
        }
        true
    }

    #[inline(never)]
    fn ask(&mut self, number: usize, line: &Line<'_>, listener: &mut dyn Listener) -> Seen {
        let Some(asked) = self.recognizers.get_mut(number) else { return Seen::No };
        let owned = asked.owns;
        let Reply { mut seen, closed, repeats } = asked.line(number, line, listener);
        if repeats {
            asked.cut_off(number, line, listener);
            seen = asked.line(number, line, listener).seen;
        }
        let began = asked.owns && !owned;
        if asked.update_attention() {
            self.attend(number);
        } else if began {
            self.began = Some(number);
        }
        if closed {
            self.begin_anew(line, matches!(seen, Seen::Mine(_)), listener);
        }
        seen
    }

    /// A recognizer began to want every line, or does not any more.
    #[cold]
    fn attend(&mut self, number: usize) {
        if !self.recognizers.get(number).is_some_and(|each| each.attends) {
            self.attentive.retain(|each| *each != number);
            self.attending = self.attending.without(Mask::of(number));
            return;
        }
        self.attending |= Mask::of(number);
        // Who merely looks out for more is after a section that has begun.
        let owns = |each: &usize| self.recognizers.get(*each).is_some_and(|each| each.owns && !each.ended);
        let after = self.attentive.iter().position(|each| owns(&number) && !owns(each));
        self.attentive.insert(after.unwrap_or(self.attentive.len()), number);
    }

    /// A recognizer that wants every line began a section: who merely looks out is after it.
    #[cold]
    fn rise(&mut self, number: usize) {
        if self.attentive.contains(&number) {
            self.attentive.retain(|each| *each != number);
            self.attend(number);
        }
    }

    /// Who reads a run that was the output of one that ended begins anew: what comes after is none of it. Where the run ended
    /// before the current line that is so of this line, too: who reported nothing of it is asked once more, who did reads on.
    #[cold]
    fn begin_anew(&mut self, line: &Line<'_>, with_line: bool, listener: &mut dyn Listener) {
        while let Some(number) = listener.begins_anew() {
            let Some(asked) = self.recognizers.get_mut(number) else { continue };
            if !with_line && asked.reported == line.number {
                continue;
            }
            asked.replace(number, listener);
            if !with_line && asked.seen == line.number {
                self.anew |= Mask::of(number);
            }
            if asked.update_attention() {
                self.attend(number);
            }
        }
    }

    /// The stream ended.
    pub fn end(&mut self, listener: &mut dyn Listener) {
        self.gathered.end(listener);
        for (from, asked) in self.recognizers.iter_mut().enumerate() {
            asked.end(from, listener);
        }
        self.last_word(listener);
    }

    /// What the line says with which the stream ends, when nobody claimed it.
    fn last_word(&self, listener: &mut dyn Listener) {
        let last = listener.last_unclaimed();
        let fails = last_word::fails(last.iter().map(|(_, text)| &**text));
        if let Some((number, text)) = fails.and_then(|index| last.get(index)) {
            let line = Line { number: *number, ..Line::of(text) };
            listener.event(self.recognizers.len(), Generic::RUNNER, Some(&line), Event::LastWord);
        }
    }
}
