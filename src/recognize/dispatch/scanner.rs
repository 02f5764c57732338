//! Gives every line to the recognizers that have to see it, and passes their events on to the report.
//!
//! Recognizers with an open block are asked first, outermost first; a line that is only inside a block is offered
//! to the others too, because another runner may have begun there. What a found header or verdict means inside
//! another section is for the report to decide.

use std::rc::Rc;

use super::asked::{Asked, Reply};
use super::gathered::Gathered;
use super::mask::Mask;
use super::prefilter::Prefilter;
use super::registry;
use crate::budget::Count as _;
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
    /// The one of them that claimed a line last: most likely it claims the next one too.
    reading: Option<usize>,
    /// The one of them that began a section with this line.
    began: Option<usize>,
    /// The recognizers that began again after they had been asked about this line.
    anew: Mask,
    /// The part of the input with none of the prefilter's literals, and what the rest remembers.
    clean: (Clean, generic::Memory),
    /// What the rest says of the current line together with the prefix that was cut off.
    whole: Option<Event<'static>>,
    ci: marked::Ci,
    gathered: Gathered,
    /// What a user's rows say that the current line is, when they say that it is a good one.
    pub(in crate::recognize) good: Option<Class>,
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
            good: None,
        }
    }

    /// How many recognizers there are: their numbers are below this, and this is the number of the rest.
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

    /// A line that is judged without its prefix: it may be one of a document.
    pub(in crate::recognize) fn gather(&mut self, line: &Line<'_>, listener: &mut dyn Listener) {
        self.gathered.line(line.text, listener);
    }

    /// Judges one line.
    pub fn line(&mut self, line: &Line<'_>, listener: &mut dyn Listener) {
        self.judge(line, listener);
    }

    /// The same. Returns the recognizer whose pass it is, when it was reported the short way.
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
            // The shape of a pass decides alone: for other recognizers that want every line it says nothing.
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

    /// Judges a line that has this recognizer's pass shape and says more, or that has no pass shape.
    #[inline(never)]
    fn judge_closely(&mut self, line: &Line<'_>, pass: Option<usize>, listener: &mut dyn Listener) {
        let mut late = Mask::NONE;
        let early = match pass {
            None => None,
            // A recognizer that already reads a run may end it with this line: a run that begins with the line begins
            // after that.
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
        // The recognizers that were asked and do not want every line anymore.
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
                position.up(1);
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
        listener.judged(line, class.or(inside).or(perhaps).or(self.good).unwrap_or(Class::Other));
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
        // How a line begins says more than what it holds, and costs less to find.
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
        let event = if self.good.is_some() {
            None
        } else if free {
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

    /// Asks all of a set until one says that the line is its own. The class of the first that has the line inside is kept
    /// in `merely`.
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

    /// A recognizer began to want every line, or does not want it anymore.
    #[cold]
    fn attend(&mut self, number: usize) {
        if !self.recognizers.get(number).is_some_and(|each| each.attends) {
            self.attentive.retain(|each| *each != number);
            self.attending = self.attending.without(Mask::of(number));
            return;
        }
        self.attending |= Mask::of(number);
        // A recognizer that only waits for a run comes after those with an open section.
        let owns = |each: &usize| self.recognizers.get(*each).is_some_and(|each| each.owns && !each.ended);
        let after = self.attentive.iter().position(|each| owns(&number) && !owns(each));
        self.attentive.insert(after.unwrap_or(self.attentive.len()), number);
    }

    /// A recognizer that wants every line began a section: those that only wait for a run come after it.
    #[cold]
    fn rise(&mut self, number: usize) {
        if self.attentive.contains(&number) {
            self.attentive.retain(|each| *each != number);
            self.attend(number);
        }
    }

    /// A recognizer that reads a run which was output of a run that ended begins again: what comes after is not part of
    /// it. When the run ended before the current line, that includes this line: recognizers that reported nothing on it
    /// are asked again, the others read on.
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

    /// Reports the line with which the stream ends, when it reports a failure and no recognizer claimed it.
    fn last_word(&self, listener: &mut dyn Listener) {
        let last = listener.last_unclaimed();
        let fails = last_word::fails(last.iter().map(|(_, text)| &**text));
        if let Some((number, text)) = fails.and_then(|index| last.get(index)) {
            let line = Line { number: *number, ..Line::of(text) };
            listener.event(self.recognizers.len(), Generic::RUNNER, Some(&line), Event::LastWord);
        }
    }
}
