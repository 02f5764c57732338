//! The stages that a line goes through, in their order: the second half of what `text::channel` lists.
//!
//! 1. residue: the rests of colours;
//! 2. stripped names: whose line it is, by the job or the process whose name was taken off before it;
//! 3. logger: what is before or around every line's text;
//! 4. name or label: whose line it is, where several programs write in turns;
//! 5. the recognizers of that program.
//!
//! A stage that has nothing to take off costs one comparison, and so does one that was given up. When a stage holds lines
//! back until later lines decide, it passes them on in order. The listener gets each line as it was printed.

use super::Streams;
use crate::event::{Event, Listener, Stream};
use crate::recognize::dispatch::following::Following;
use crate::recognize::unknown::generic::Generic;
use crate::text::channel::labels;
use crate::text::channel::names::{self, Begin, find};
use crate::text::channel::{Receipts, Stage};
use crate::text::{After, Line};

/// Where the first bar or dollar sign is in the first `looked` bytes of a text.
fn first_bar(text: &str, looked: usize) -> Option<usize> {
    memchr::memchr2(b'|', b'$', text.as_bytes().get(..looked)?)
}

impl Streams {
    /// Judges one line, and perhaps some of those after it in its block. Returns which ones.
    #[inline]
    pub fn line(&mut self, line: &Line<'_>, listener: &mut dyn Listener) -> After {
        if self.residue.passes(line.text) && self.no_break.is_never() {
            return self.after_residue(line, listener);
        }
        self.take_residue(line, listener)
    }

    /// Takes the rests of colours and no-break spaces out of a line.
    #[inline(never)]
    fn take_residue(&mut self, line: &Line<'_>, listener: &mut dyn Listener) -> After {
        // Each line is judged by itself: those after it in its block have colours too.
        let line = Line { together: None, ..*line };
        let uncoloured = self.residue.remove(line.text);
        let text = uncoloured.as_deref().unwrap_or(line.text);
        let blanks = self.no_break.replace(text);
        self.after_residue(&Line { text: blanks.as_deref().unwrap_or(text), ..line }, listener)
    }

    /// The same for a line without rests of colours.
    #[inline]
    fn after_residue(&mut self, line: &Line<'_>, listener: &mut dyn Listener) -> After {
        let may_be_of_stripped = !line.before.is_empty() || !self.stripped.is_idle();
        if may_be_of_stripped && self.is_of_stripped(line, listener) {
            return After::default();
        }
        self.after_stripped(line, listener)
    }

    /// The same for a line before which no stream's name was stripped.
    #[inline]
    pub(super) fn after_stripped(&mut self, line: &Line<'_>, listener: &mut dyn Listener) -> After {
        if self.learned.is_never() {
            return self.after_logger(line, listener);
        }
        self.learn(line, listener);
        After::default()
    }

    /// The same for a line that has no prefix except perhaps a stream's name.
    #[inline]
    pub(super) fn after_logger(&mut self, line: &Line<'_>, listener: &mut dyn Listener) -> After {
        let plain = match names::begin(line.text) {
            Begin::Nothing => true,
            Begin::Word => !self.reads_words() && self.is_unbarred(line),
            Begin::Anything => false,
        };
        if !plain || !self.waiting.is_empty() || !self.is_unlabelled(line) {
            self.closely(line, listener);
            return After::default();
        }
        let turn = listener.turn();
        let passed = self.plainly(line, listener);
        if self.reads_words() {
            return After::default();
        }
        let unbarred = self.unbarred.reach(line, first_bar);
        match Following::after(line, unbarred) {
            Some(following) => self.follow(line, passed, following, turn, listener),
            None => After::default(),
        }
    }

    /// Whether the line certainly has neither a bar nor a dollar sign.
    #[inline]
    fn is_unbarred(&mut self, line: &Line<'_>) -> bool {
        self.unbarred.is_free(line, first_bar)
    }

    /// Whether no label of a stream is known or waited for, and the line is not a label alone.
    #[inline]
    fn is_unlabelled(&self, line: &Line<'_>) -> bool {
        self.labels.are_none() && !labels::may_begin(line.text)
    }

    /// Judges a line that may begin with a prefix, or may announce prefixes.
    #[inline(never)]
    fn closely(&mut self, line: &Line<'_>, listener: &mut dyn Listener) {
        match find(line.text, self.announced).or_else(|| self.labels.find(line.text)) {
            Some(found) => self.prefixed(line, &found, listener),
            None => {
                if self.printed_again(line, listener) {
                    return;
                }
                self.step_done(line, listener);
                if self.labels.read(line.text) {
                    listener.joined_late();
                }
                self.release(listener);
                self.announced.read(line.text);
                self.plainly(line, listener);
            }
        }
    }

    /// BuildKit says that a step is done: `#7 DONE 0.4s`. Its command ended with status 0, whatever it printed.
    fn step_done(&mut self, line: &Line<'_>, listener: &mut dyn Listener) {
        // Most lines begin differently: they are not searched.
        if !line.text.starts_with('#') {
            return;
        }
        let Some((step, time)) = line.text.split_once(" DONE ") else { return };
        let timed = time.strip_suffix('s').is_some_and(|time| time.parse::<f64>().is_ok());
        let stream = self.names.iter().position(|each| each.form == names::Form::Step && *each.name == *step);
        if let Some(stream) = stream.filter(|_| timed) {
            listener.stream(Stream::Named(stream));
            listener.event(self.plain.recognizers(), Generic::RUNNER, Some(line), Event::CommandSucceeded);
            listener.stream(Stream::Plain);
        }
    }

    /// What was taken off lines before the recognizers.
    #[must_use]
    pub fn receipts(&self) -> Receipts {
        let mut receipts = self.forgotten.clone();
        receipts.add(Stage::Residue, "colours", self.residue.lines());
        receipts.add(Stage::Residue, "blanks", self.no_break.lines());
        self.learned.book(&mut receipts);
        self.names.iter().for_each(|named| named.book(&mut receipts));
        receipts
    }
}
