//! Short ways for most lines: passes after a pass of the same recognizer, and lines after one that a recognizer claimed
//! that certainly are its own too.

use super::Scanner;
use crate::event::Listener;
use crate::recognize::dispatch::ahead::Ahead;
use crate::recognize::dispatch::asked::Asked;
use crate::text::{After, Line};

impl Scanner {
    /// Whether a recognizer has reported anything of a run.
    #[inline]
    pub(super) fn was_heard(&self, number: usize) -> bool {
        self.recognizers.get(number).is_some_and(|asked| asked.heard)
    }

    /// Whether any recognizer has reported anything of a run.
    pub(in crate::recognize) fn has_heard(&self) -> bool {
        self.recognizers.iter().any(|asked| asked.heard)
    }

    /// Whether a recognizer has reported anything of a run that may not have ended yet.
    #[inline]
    pub(super) fn is_running(&self, number: usize) -> bool {
        self.recognizers.get(number).is_some_and(|asked| asked.heard && !asked.ended)
    }

    /// Whether no recognizer wants every line, or this one reads a run.
    #[inline]
    pub(super) fn is_alone_or_running(&self, number: usize) -> bool {
        self.attentive.is_empty() || self.is_running(number)
    }

    /// Judges a line that is not a pass, after lines that a recognizer claimed that wants every line, if it certainly
    /// claims this one too and no other has anything to report. Else does nothing.
    #[inline]
    pub(super) fn read_on(&mut self, number: usize, line: &Line<'_>, listener: &mut dyn Listener) -> bool {
        // The recognizer before it would be asked first.
        let before = match self.attentive.as_slice() {
            [first, ..] if *first == number => None,
            [first, second, ..] if *second == number => Some(*first),
            _ => return false,
        };
        let (asked, mut other) =
            match before.map(|before| self.recognizers.get_disjoint_mut([number, before])) {
                Some(Ok([asked, other])) => (asked, Some(other)),
                Some(Err(_)) => return false,
                None => match self.recognizers.get_mut(number) {
                    Some(asked) => (asked, None),
                    None => return false,
                },
            };
        let mut free = || other.as_mut().is_none_or(|other| other.recognizer().passes_over(line));
        let Some(class) = asked.read_on(number, line, listener, &mut free) else { return false };
        let changed = [
            asked.update_attention().then_some(number),
            before.filter(|_| other.is_some_and(Asked::update_attention)),
        ];
        changed.into_iter().flatten().for_each(|number| self.attend(number));
        listener.judged(line, class);
        true
    }

    /// Judges the lines after a pass of a recognizer, as long as they are its passes.
    pub(in crate::recognize) fn passes(
        &mut self,
        number: usize,
        line: &Line<'_>,
        unbarred: usize,
        listener: &mut dyn Listener,
    ) -> After {
        let running = self.is_running(number);
        let ahead = Ahead::after(line, unbarred, &self.prefilter, number);
        let asked = self.recognizers.get_mut(number).filter(|_| running);
        let (Some(asked), Some(mut ahead)) = (asked, ahead) else { return After::default() };
        let taken = listener.passes(number, line.number, &mut |reported| {
            asked.recognizer().passes(&mut ahead, reported);
            ahead.taken()
        });
        if taken.lines > 0 && asked.update_attention() {
            self.attend(number);
        }
        taken
    }
}
