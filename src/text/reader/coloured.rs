//! Lines whose only controls are colours: they are borrowed without the colours.

use super::super::channel::stamps;
use super::super::safe::{self, Made};
use super::super::{ansi, escapes};
use super::{LineReader, Whole, count};
use crate::text::HELD_BYTES;

impl LineReader {
    /// Reads a whole line whose only controls are colours: the other parts are copied together.
    pub(super) fn coloured(&mut self, newline: usize) -> Option<Whole> {
        let line = self.input.waiting().get(..newline)?;
        let (line, ending) = match line {
            [line @ .., b'\r'] => (line, 2),
            _ => (line, 1),
        };
        if line.len() > HELD_BYTES {
            return None;
        }
        self.side.clear();
        let mut all = Made::Plain;
        let mut rest = line;
        loop {
            let (run, made) = safe::before_control(rest);
            if made == Made::High {
                all = Made::High;
            }
            let (text, after) = rest.split_at_checked(run)?;
            self.side.extend_from_slice(text);
            if after.is_empty() {
                break;
            }
            rest = ansi::after_colour(after)?;
        }
        if all == Made::High && std::str::from_utf8(line).is_err() {
            return None;
        }
        // What is shown must be safe: a joiner's neighbour is the text after the colour.
        let shown = count(&self.side, all)?;
        let prefix = stamps::measure(&self.side, self.before);
        let colours = line.len().saturating_sub(self.side.len());
        let chars = shown.saturating_add(u64::try_from(colours).unwrap_or(u64::MAX)).saturating_add(ending);
        self.escapes.clear();
        let text = self.side.get(prefix.length..).unwrap_or_default();
        if colours == 0 && self.halt.is_before(text, self.totals.lines) {
            return None;
        }
        if escapes::may_be_a_side(text) {
            escapes::show(line, &mut self.escapes);
        }
        self.input.consume(newline.saturating_add(1));
        self.count_line(prefix, !self.side.is_empty(), chars, colours);
        let (before, clock) = (prefix.length, prefix.clock());
        Some(Whole { at: 0, before, length: self.side.len(), chars, error: prefix.error, clock })
    }
}
